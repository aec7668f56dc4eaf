// SPDX-License-Identifier: BSD-3-Clause
// The body of constant curvature written as formulas is the built-in one, which is in closed form. Its points are those
// of a rule of Gauss that integrates the round section exactly.
#include <gtest/gtest.h>

#include <numbers>

#include "core/model/constant_curvature/constant_curvature.hpp"
#include "core/model/quadrature/quadrature.hpp"
#include "core/model/volume/compressible_laws.hpp"
#include "core/model/volume/map/expression_map.hpp"
#include "core/model/volume/volume.hpp"

namespace tendril::tests {
namespace {

constexpr double kLength = 0.4, kRadius = 0.05, kDensity = 900, kYoung = 2e5, kRelaxation = 0.02;

std::vector<VolumePoint> cylinderPoints() {
  constexpr int kAround = 8;
  std::vector<VolumePoint> out;
  for (const QuadraturePoint& along : gaussLegendre(12))
    for (const QuadraturePoint& across : gaussLegendre(3))  // of r²
      for (int k = 0; k < kAround; ++k) {
        const double r = kRadius * std::sqrt(across.s), angle = 2 * std::numbers::pi * (k + 0.3) / kAround;
        const double area = std::numbers::pi * kRadius * kRadius * across.weight / kAround;
        out.push_back(
            {Vec3(along.s * kLength, r * std::cos(angle), r * std::sin(angle)), area * along.weight * kLength});
      }
  return out;
}

struct Kind {
  const char* name;
  bool planar, elongation;
  std::vector<std::string> coordinates;
  std::array<std::string, 3> position;
  VecX q;
};

/// With series where 0/0 would be.
Kind planar(const char* name, double angle) {
  return {name,
          true,
          false,
          {"q"},
          {"if(abs(q) < 0.01, x*(1 - (q*X)^2/6 + (q*X)^4/120), L*sin(q*X)/q) - y*sin(q*X)",
           "if(abs(q) < 0.01, x*q*X/2*(1 - (q*X)^2/12 + (q*X)^4/360), L*(1 - cos(q*X))/q) + y*cos(q*X)", "z"},
          VecX::Constant(1, angle)};
}

/// a turns about y, b about z, e is longer: Rodrigues' formula.
Kind spatial() {
  const std::string t2 = "(a^2 + b^2)", t = "sqrt(a^2 + b^2)";
  const std::string s = "(sin(" + t + "*X)/" + t + ")", c = "((1 - cos(" + t + "*X))/" + t2 + ")";
  return {"spatial",
          false,
          true,
          {"a", "b", "e"},
          {s + "*(L + e + a*z - b*y)", c + "*((L + e)*b + a*(a*y + b*z) - " + t2 + "*y) + y",
           c + "*(-(L + e)*a + b*(a*y + b*z) - " + t2 + "*z) + z"},
          (VecX(3) << 0.7, -0.9, 0.05).finished()};
}

class WrittenArcs : public ::testing::TestWithParam<Kind> {
 protected:
  WrittenArcs() {
    ConstantCurvatureSpec spec;
    spec.length = kLength, spec.radius = kRadius, spec.density = kDensity, spec.young = kYoung;
    spec.relaxation = kRelaxation;
    spec.planar = GetParam().planar, spec.elongation = GetParam().elongation;
    arc = std::make_shared<ConstantCurvature>(spec);
    const std::vector<std::string> names = ExpressionMap::variables(GetParam().coordinates);
    const std::vector<std::pair<std::string, double>> constants = {{"L", kLength}};
    std::array<Expression, 3> position;
    for (std::size_t k = 0; k < 3; ++k) position[k] = Expression::parse(GetParam().position[k], names, constants);
    VolumeSpec own;
    own.map = std::make_shared<ExpressionMap>(kLength, position, static_cast<int>(GetParam().coordinates.size()));
    own.coordinates = GetParam().coordinates;
    own.points = cylinderPoints();
    own.density = kDensity, own.relaxation = kRelaxation;
    own.law = std::make_shared<StretchLaw>(kYoung, 0);
    written = std::make_shared<Volume>(own);
    for (Body* body : {static_cast<Body*>(arc.get()), static_cast<Body*>(written.get())}) body->addStation(0.35);
    q = GetParam().q;
    n = static_cast<int>(q.size());
    v = VecX::LinSpaced(n, 0.8, -1.1), a = VecX::LinSpaced(n, 2, -3);
  }
  std::unique_ptr<BodyData> run(const Body& body) const {
    auto data = body.makeData();
    BaseMotion motion;
    motion.V << 0.3, -0.5, 0.4, 0.2, 0.6, -0.1;
    motion.A << -1, 2, 0.5, 3, -0.7, 1;
    motion.gamma << 1, -9, 2;
    const auto map = [](const VecX& x) { return Eigen::Map<const VecX>(x.data(), x.size()); };
    const BodyCoordinates c{map(q), map(v), map(a)};
    body.kinematics(*data, c);
    body.inertia(*data, c);
    body.inverseDynamics(*data, c, motion);
    body.columns(*data, c, motion);
    body.ownDerivatives(*data, c, motion);
    body.derivatives(*data, c, motion, {});
    return data;
  }
  static void same(const MatX& x, const MatX& expected, const char* what) {
    EXPECT_LE((x - expected).cwiseAbs().maxCoeff(), 1e-10 * std::max(1e-3, expected.cwiseAbs().maxCoeff())) << what;
  }

  std::shared_ptr<ConstantCurvature> arc;
  std::shared_ptr<Volume> written;
  VecX q, v, a;
  int n = 0;
};

TEST_P(WrittenArcs, MoveAsTheBuiltInBody) {
  const auto one = run(*written), other = run(*arc);
  for (std::size_t s = 0; s < 2; ++s) {
    same(one->stations[s].X.R, other->stations[s].X.R, "R");
    same(one->stations[s].X.p, other->stations[s].X.p, "p");
    same(one->stations[s].J, other->stations[s].J, "J");
    same(one->stations[s].bias, other->stations[s].bias, "bias");
  }
  same(one->I, other->I, "I"), same(one->H, other->H, "H"), same(one->M, other->M, "M");
  same(one->F, other->F, "F"), same(one->Q, other->Q, "Q");
  same(one->Uq, other->Uq, "Uq"), same(one->Uv, other->Uv, "Uv");
  same(one->Qq, other->Qq, "Qq"), same(one->Qv, other->Qv, "Qv");
}

TEST_P(WrittenArcs, ResistAsTheBuiltInBody) {
  const auto force = [&](const Body& body) {
    VecX out = VecX::Zero(n);
    body.addElasticForce(q, out);
    return out;
  };
  const auto damping = [&](const Body& body) {
    VecX out = VecX::Zero(n);
    body.addDampingForce(q, v, out);
    return out;
  };
  const auto stiffness = [&](const Body& body) {
    MatX out = MatX::Zero(n, n);
    body.addStiffness(q, out);
    return out;
  };
  same(force(*written), force(*arc), "elastic force");
  same(damping(*written), damping(*arc), "damping force");
  same(stiffness(*written), stiffness(*arc), "stiffness");
  EXPECT_NEAR(written->elasticEnergy(q), arc->elasticEnergy(q), 1e-10 * arc->elasticEnergy(q) + 1e-16);
}

INSTANTIATE_TEST_SUITE_P(All, WrittenArcs,
                         ::testing::Values(planar("planar", 0.9), planar("planarBack", -1.7), planar("straight", 0),
                                           spatial()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tendril::tests
