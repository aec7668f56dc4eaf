// SPDX-License-Identifier: BSD-3-Clause
// Primitives of plugins in composed maps: the same numbers as the built-in twins, a closed form, failures by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "core/plugins/loader.hpp"
#include "tests/core/model/volume/volume_models.hpp"
#include "tests/core/plugins/plugin_files.hpp"

namespace tendril::tests {
namespace {

using ::testing::HasSubstr;

ComposedPrimitive builtIn(BackboneRow row, const std::vector<std::string>& modes) {
  ComposedPrimitive out{.row = row};
  for (const std::string& mode : modes) out.modes.push_back(modeOf(mode));
  return out;
}

ComposedPrimitive ofPlugin(const std::string& name, const std::vector<std::string>& modes) {
  ComposedPrimitive out = builtIn(BackboneRow::kStretch, modes);
  out.plugin = Catalogue::ofProcess().primitive(name);
  EXPECT_TRUE(out.plugin) << name;
  return out;
}

double farthest(const auto& a, const auto& b) {
  double out = 0;
  for (Eigen::Index i = 0; i < a.size(); ++i) out = std::max(out, std::abs(a(i) - b(i)));
  return out;
}

class Twins : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(loadPlugin(testPlugin("twins")).loaded());
    using enum BackboneRow;
    const auto chain = [](bool twins) {
      const auto one = [&](BackboneRow row, const char* twin, const std::vector<std::string>& modes) {
        return twins ? ofPlugin(twin, modes) : builtIn(row, modes);
      };
      return std::make_shared<ComposedMap>(
          kVolumeLength, std::vector<ComposedPrimitive>{
                             one(kStretch, "twin_stretch", {"X", "0.3*sin(3*X)"}),
                             one(kTorsion, "twin_torsion", {"1/L", "cos(2*X)/L"}), builtIn(kBendingZ, {"1/L", "x/L^2"}),
                             one(kSource, "twin_source", {"1e-4*X", "1e-4*(1+X^2)"}), one(kShearY, "twin_shear", {"X"}),
                             builtIn(kBendingY, {"X^2/L"})});
    };
    own = chain(false), twin = chain(true);
    ASSERT_EQ(own->size(), twin->size());
    n = own->size();
  }

  std::shared_ptr<const ComposedMap> own, twin;
  int n = 0;
};

TEST_F(Twins, MovePointsAlike) {
  const std::vector<Vec3> positions = scatteredPoints(6);
  const auto points = own->makeEvaluationPoints(positions);
  const VecX q = someCoordinates(n), qd = someCoordinates(n, 0.7);
  const auto a = own->makeEvaluator(), b = twin->makeEvaluator();
  a->setState(q, qd), b->setState(q, qd);
  PointMotion<double> moved(6, n), twinMoved(6, n);
  a->motion(*points, moved), b->motion(*points, twinMoved);
  EXPECT_LE(farthest(moved.p, twinMoved.p), 1e-15);
  EXPECT_LE(farthest(moved.J, twinMoved.J), 1e-14);
  EXPECT_LE(farthest(moved.b, twinMoved.b), 1e-13);
  PointStrain<double> strain(6, n), twinStrain(6, n);
  a->strain(*points, false, strain), b->strain(*points, false, twinStrain);
  EXPECT_LE(farthest(strain.G, twinStrain.G), 1e-13);
  EXPECT_LE(farthest(strain.Gq, twinStrain.Gq), 1e-12);
  for (const double at : {0.0, 0.4, 1.0}) {
    FrameMotion<double> frame(n), twinFrame(n);
    a->frame(at, frame), b->frame(at, twinFrame);
    EXPECT_LE(farthest(frame.J, twinFrame.J), 1e-13);
    EXPECT_LE(farthest(frame.bias, twinFrame.bias), 1e-12);
  }
  EXPECT_NEAR(own->margin(*points, q).first, twin->margin(*points, q).first, 1e-14);
}

/// All that duals carry: value and partials of every entry.
void expectSame(const auto& a, const auto& b, double tolerance) {
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const double size = std::max({1.0, std::abs(a(i).value), a(i).d.abs().maxCoeff()});
    EXPECT_NEAR(a(i).value, b(i).value, tolerance * size);
    EXPECT_LE((a(i).d - b(i).d).abs().maxCoeff(), tolerance * size);
  }
}

TEST_F(Twins, CarryDualsAlike) {
  const std::vector<Vec3> positions = scatteredPoints(2);
  const auto points = own->makeEvaluationPoints(positions);
  VecXT<Directions> q(n), qd(n);
  for (int j = 0; j < n; ++j) {
    q[j] = Directions(someCoordinates(n)[j]), qd[j] = Directions(someCoordinates(n, 0.7)[j]);
    q[j].d[j % kDirections] = 1, qd[j].d[(j + 3) % kDirections] = 0.5;
  }
  const auto a = own->makeDualEvaluator(), b = twin->makeDualEvaluator();
  a->setState(q, qd), b->setState(q, qd);
  PointMotion<Directions> moved(2, n), twinMoved(2, n);
  a->motion(*points, moved), b->motion(*points, twinMoved);
  expectSame(moved.J, twinMoved.J, 1e-13);
  expectSame(moved.b, twinMoved.b, 1e-12);
  PointStrain<Directions> strain(2, n), twinStrain(2, n);
  a->strain(*points, false, strain), b->strain(*points, false, twinStrain);
  expectSame(strain.Gq, twinStrain.Gq, 1e-10);
  // The frame nests four deep.
  FrameMotion<Directions> frame(n), twinFrame(n);
  a->frame(0.6, frame), b->frame(0.6, twinFrame);
  expectSame(frame.J, twinFrame.J, 1e-12);
  expectSame(frame.bias, twinFrame.bias, 1e-11);
}

TEST(Bulge, IsItsFormulaAndKeepsVolumes) {
  ASSERT_TRUE(loadPlugin(examplePlugin("bulge")).loaded());
  const ComposedMap map(kVolumeLength, {ofPlugin("bulge", {"X*(1-X)", "1"})});
  VecX q(2);
  q << 0.8, -0.3;
  const std::vector<Vec3> positions = scatteredPoints(8);
  const auto points = map.makeEvaluationPoints(positions);
  const auto evaluator = map.makeEvaluator();
  evaluator->setState(q, VecX::Zero(2));
  Columns<double> p(8, 3), F(8, 9);
  evaluator->positions(*points, p), evaluator->gradient(*points, F);
  for (int i = 0; i < 8; ++i) {
    const Vec3& x = positions[static_cast<std::size_t>(i)];
    const double X = x[0] / kVolumeLength, m = 0.8 * X * (1 - X) - 0.3, dm = 0.8 * (1 - 2 * X) / kVolumeLength;
    EXPECT_LE((p.row(i).transpose().matrix() - Vec3(x[0], x[1] * std::exp(m), x[2] * std::exp(-m))).norm(), 1e-16);
    Mat3 expected;
    expected << 1, 0, 0, dm * x[1] * std::exp(m), std::exp(m), 0, -dm * x[2] * std::exp(-m), 0, std::exp(-m);
    Mat3 got;
    for (int k = 0; k < 9; ++k) got(k % 3, k / 3) = F(i, k);
    EXPECT_LE((got - expected).norm(), 1e-14);
    EXPECT_NEAR(got.determinant(), 1, 1e-14);
  }
  EXPECT_EQ(map.margin(*points, VecX::Zero(2)).first, 1);
  VecX far(2);
  far << 0, 3.2;
  const auto [margin, worst] = map.margin(*points, far);
  EXPECT_LE(margin, 0);
  EXPECT_EQ(map.violation(positions[static_cast<std::size_t>(worst)], far),
            "its bulge flattens sections to nothing (primitive bulge of the plugin Bulge)");
}

TEST(LateFailure, IsToldOnceWithTheNames) {
  ASSERT_TRUE(loadPlugin(testPlugin("late")).loaded());
  const ComposedMap map(kVolumeLength, {ofPlugin("late_primitive", {"1"})});
  const std::vector<Vec3> positions = scatteredPoints(3);
  const auto points = map.makeEvaluationPoints(positions);
  const auto evaluator = map.makeEvaluator();
  VecX q = VecX::Constant(1, 0.7);
  evaluator->setState(q, VecX::Zero(1));
  PointMotion<double> out(3, 1);
  evaluator->motion(*points, out);
  EXPECT_TRUE(out.p.isNaN().all());
  q[0] = 0.2;
  EXPECT_FALSE(map.margin(*points, q).first > 0) << "remembered until it is told";
  EXPECT_THAT(map.violation(positions[0], q),
              HasSubstr("the primitive late_primitive of the plugin Faulty late reports error 1 (m is more than it can "
                        "bear) (m = 0.7"));
  EXPECT_GT(map.margin(*points, q).first, 0);
}

}  // namespace
}  // namespace tendril::tests
