// SPDX-License-Identifier: BSD-3-Clause
// Both families against differences, and det F = 1.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>
#include <fstream>

#include "core/model/volume/map/motion_derivatives.hpp"
#include "core/model/volume/map/primitives/radial.hpp"
#include "tests/core/model/volume/volume_models.hpp"

namespace tendril::tests {
namespace {

struct Family {
  std::string name;
  bool composed;
  std::vector<PrimitiveText> texts;
  std::shared_ptr<const PointMap> (*map)() = nullptr;  ///< instead; need not keep the volume
};

class PointMaps : public ::testing::TestWithParam<Family> {
 protected:
  PointMaps()
      : map(GetParam().map ? GetParam().map() : makeMap(GetParam().texts, GetParam().composed)),
        n(map->size()),
        q(someCoordinates(n)),
        qd(someCoordinates(n, 0.7)) {}

  /// Points of the tube, or nearer to the axis, where the mesh of modes is.
  std::vector<Vec3> points(int count) const {
    std::vector<Vec3> out = scatteredPoints(count);
    if (GetParam().map)
      for (Vec3& x : out) x.tail<2>() *= 0.6;
    return out;
  }
  /// f at one point.
  Vec3 position(const Vec3& x, const VecX& at) const {
    const auto evaluator = map->makeEvaluator();
    evaluator->setState(at, VecX::Zero(n));
    Columns<double> p(1, 3);
    evaluator->positions(*map->makeEvaluationPoints(std::span(&x, 1)), p);
    return p.row(0).transpose().matrix();
  }
  PointMotion<double> motion(const Vec3& x, const VecX& at, const VecX& rate) const {
    const auto evaluator = map->makeEvaluator();
    evaluator->setState(at, rate);
    PointMotion<double> out(1, n);
    evaluator->motion(*map->makeEvaluationPoints(std::span(&x, 1)), out);
    return out;
  }
  Mat3 gradient(const Vec3& x, const VecX& at) const {
    const auto evaluator = map->makeEvaluator();
    evaluator->setState(at, VecX::Zero(n));
    Columns<double> F(1, 9);
    evaluator->gradient(*map->makeEvaluationPoints(std::span(&x, 1)), F);
    return Eigen::Map<const Mat3>(F.data());
  }
  PointStrain<double> strain(const Vec3& x, const VecX& at, bool turning) const {
    const auto evaluator = map->makeEvaluator();
    evaluator->setState(at, VecX::Zero(n));
    PointStrain<double> out(1, n);
    evaluator->strain(*map->makeEvaluationPoints(std::span(&x, 1)), turning, out);
    return out;
  }
  /// Up to `count` points that are neighbours for the map; one on the axis if it is defined there.
  std::vector<Vec3> block(int count) const {
    const std::vector<Vec3> all = points(40);
    const std::vector<std::vector<int>> blocks = map->blocks(all);
    std::vector<Vec3> own;
    for (const int i : blocks.front())
      if (std::ssize(own) < count) own.push_back(all[static_cast<std::size_t>(i)]);
    if (!GetParam().map && !GetParam().composed) own.back().tail<2>().setZero();
    return own;
  }
  PointMotion<double> blockMotion(const EvaluationPoints& own, const VecX& at) const {
    const auto evaluator = map->makeEvaluator();
    evaluator->setState(at, qd);
    PointMotion<double> out(own.count(), n);
    evaluator->motion(own, out);
    return out;
  }
  PointStrain<double> blockStrain(const EvaluationPoints& own, const VecX& at) const {
    const auto evaluator = map->makeEvaluator();
    evaluator->setStrains(at);
    PointStrain<double> out(own.count(), n);
    evaluator->strain(own, false, out);
    return out;
  }
  /// Central difference of fourth order.
  template <class F>
  static auto difference(const F& f, double h) {
    return ((8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)).eval();
  }

  std::shared_ptr<const PointMap> map;
  int n;
  VecX q, qd;
};

TEST_P(PointMaps, KeepTheVolumeOfEveryPoint) {
  if (GetParam().map) GTEST_SKIP() << "it need not";
  for (const Vec3& x : points(20))
    for (const double scale : {0.0, 1e-9, 0.3, 1.0, -1.0}) {
      EXPECT_NEAR(gradient(x, scale * q).determinant(), 1, 1e-12) << scale;
      EXPECT_NEAR(Eigen::Map<const Mat3>(strain(x, scale * q, false).G.data()).determinant(), 1, 1e-12);
    }
}

TEST_P(PointMaps, LeavePointsWhereTheyAreAtRest) {
  for (const Vec3& x : points(10)) {
    EXPECT_LE((position(x, VecX::Zero(n)) - x).norm(), 4e-16);
    EXPECT_LE((gradient(x, VecX::Zero(n)) - Mat3::Identity()).norm(), 1e-14);
  }
}

TEST_P(PointMaps, AgreeWithDifferences) {
  for (const Vec3& x : points(6)) {
    const PointMotion<double> m = motion(x, q, qd);
    EXPECT_LE((position(x, q) - m.p.row(0).transpose().matrix()).norm(), 1e-15);
    for (int j = 0; j < n; ++j) {
      const Vec3 J = difference([&](double h) { return position(x, q + h * VecX::Unit(n, j)); }, 1e-3);
      EXPECT_LE((J - m.J.block<1, 3>(0, 3 * j).transpose().matrix()).norm(), 2e-11 * std::max(0.01, J.norm())) << j;
    }
    // J̇q̇ is the second derivative along q̇.
    const auto rate = [&](double h) {
      const PointMotion<double> moved = motion(x, q + h * qd, qd);
      Vec3 v = Vec3::Zero();
      for (int j = 0; j < n; ++j) v += qd[j] * moved.J.block<1, 3>(0, 3 * j).transpose().matrix();
      return v;
    };
    const Vec3 b = difference(rate, 1e-3);
    EXPECT_LE((b - m.b.row(0).transpose().matrix()).norm(), 2e-10 * std::max(0.01, b.norm()));
    for (int c = 0; c < 3; ++c) {
      const Vec3 column = difference([&](double h) { return position(x + h * Vec3::Unit(c), q); }, 1e-5);
      EXPECT_LE((column - gradient(x, q).col(c)).norm(), 2e-9);
    }
  }
}

TEST_P(PointMaps, GiveTheChangeOfTheirGradients) {
  for (const Vec3& x : points(3)) {
    const PointStrain<double> own = strain(x, q, false), turning = strain(x, q, true);
    const Mat3 G = Eigen::Map<const Mat3>(own.G.data()), Q = gradient(x, q) * G.inverse();
    EXPECT_LE((Q * Q.transpose() - Mat3::Identity()).norm(), 1e-12);
    for (int j = 0; j < n; ++j) {
      const auto moved = [&](double h) -> VecX { return q + h * VecX::Unit(n, j); };
      const Mat3 Gj = difference(
          [&](double h) -> Mat3 { return Eigen::Map<const Mat3>(strain(x, moved(h), false).G.data()); }, 1e-3);
      const Mat3 Fj = difference([&](double h) { return gradient(x, moved(h)); }, 1e-3);
      const double size = std::max(0.1, Fj.norm());
      EXPECT_LE((Gj - Eigen::Map<const Mat3>(own.Gq.data() + 9 * j)).norm(), 1e-10 * size) << j;
      EXPECT_LE((Q.transpose() * Fj - Eigen::Map<const Mat3>(turning.Gq.data() + 9 * j)).norm(), 1e-10 * size) << j;
    }
  }
}

TEST_P(PointMaps, GiveTheChangeOfTheirMotions) {
  const VecX qdd = someCoordinates(n, -0.4);
  const auto derivatives = map->makeMotionDerivatives();
  const auto change = derivatives->makeChange(7);
  for (const int most : {1, 3, 7})
    for (const double scale : {1.0, 0.0}) {
      const std::vector<Vec3> own = block(most);
      const auto points = map->makeEvaluationPoints(own);
      const int count = points->count();
      const Eigen::ArrayXXd force = Eigen::Map<const MatX>(someCoordinates(3 * count, 2).data(), count, 3).array();
      derivatives->setState(scale * q, qd, qdd);
      derivatives->evaluate(*points, Columns<double>(force), *change);
      // (J q̇, J q̈ + b) of the points, then Σ f·J_j.
      const auto at = [&](const VecX& where) -> MatX {
        const PointMotion<double> m = blockMotion(*points, where);
        MatX out = MatX::Zero(count, 6 + n);
        out.middleCols<3>(3) = m.b.matrix();
        for (int j = 0; j < n; ++j) {
          const MatX J = m.J.middleCols<3>(3 * j).matrix();
          out.leftCols<3>() += J * qd[j], out.middleCols<3>(3) += J * qdd[j];
          out(0, 6 + j) = (J.array() * force).sum();
        }
        return out;
      };
      const double size = at(q).cwiseAbs().maxCoeff();
      for (int k = 0; k < n; ++k) {
        const MatX moved = difference([&](double h) { return at(scale * q + h * VecX::Unit(n, k)); }, 1e-3);
        const auto column = [&](const Columns<double>& of) { return of.topRows(count).middleCols<3>(3 * k).matrix(); };
        EXPECT_LE((moved.leftCols<3>() - column(change->rate)).norm(), 1e-9 * size) << k;
        EXPECT_LE((moved.middleCols<3>(3) - column(change->acceleration)).norm(), 1e-9 * size) << k;
        EXPECT_LE((moved.row(0).tail(n).transpose() - change->curvature.col(k)).norm(), 1e-9 * size) << k;
      }
    }
}

TEST_P(PointMaps, GiveTheChangeOfTheirStrains) {
  const bool isShort = GetParam().name.starts_with("backbone") || GetParam().name == "modes";
  const auto evaluator = map->makeEvaluator();
  for (const int most : {1, 3, 7})
    for (const double scale : {1.0, 0.0}) {
      const auto points = map->makeEvaluationPoints(block(most));
      const int count = points->count();
      const MatX stress = Eigen::Map<const MatX>(someCoordinates(9 * count, 2).data(), count, 9);
      Columns<double> change(count, 9 * n);
      MatX curvature = MatX::Identity(n, n);  // added to
      evaluator->setStrains(scale * q);
      ASSERT_EQ(evaluator->strainChange(*points, qd, change), isShort);
      ASSERT_EQ(evaluator->addStrainCurvature(*points, stress.array(), curvature), isShort);
      if (!isShort) return;  // by duals, as CarryDuals has it
      const auto Gq = [&](const VecX& where) -> MatX { return blockStrain(*points, where).Gq.matrix(); };
      const double size = Gq(q).cwiseAbs().maxCoeff();
      const MatX along = difference([&](double h) { return Gq(scale * q + h * qd); }, 1e-3);
      EXPECT_LE((along - change.matrix()).cwiseAbs().maxCoeff(), 1e-9 * size);
      for (int k = 0; k < n; ++k) {
        const MatX moved = difference([&](double h) { return Gq(scale * q + h * VecX::Unit(n, k)); }, 1e-3);
        for (int j = 0; j < n; ++j)
          EXPECT_NEAR(moved.middleCols<9>(9 * j).cwiseProduct(stress).sum(), curvature(j, k) - (j == k), 1e-8 * size)
              << j << ' ' << k;
      }
    }
}

TEST_P(PointMaps, MoveFramesWithTheAxis) {
  const auto evaluator = map->makeEvaluator();
  const auto frameAt = [&](double at, const VecX& where, const VecX& rate) {
    evaluator->setState(where, rate);
    FrameMotion<double> out(n);
    evaluator->frame(at, out);
    return out;
  };
  for (const double at : {0.0, 0.37, 1.0}) {
    const FrameMotion<double> frame = frameAt(at, q, qd);
    EXPECT_LE((frame.X.R.transpose() * frame.X.R - Mat3::Identity()).norm(), 1e-13);
    for (int j = 0; j < n; ++j) {
      const auto pose = [&](double h) -> Eigen::Matrix<double, 3, 4> {
        const FrameMotion<double> moved = frameAt(at, q + h * VecX::Unit(n, j), qd);
        Eigen::Matrix<double, 3, 4> out;
        out << moved.X.R, moved.X.p;
        return out;
      };
      const Eigen::Matrix<double, 3, 4> d = difference(pose, 1e-3);
      const Mat3 turn = d.leftCols<3>() * frame.X.R.transpose();
      Vec6 J;
      J << turn(2, 1), turn(0, 2), turn(1, 0), 0, 0, 0;
      J.tail<3>() = d.col(3) - Vec3(J.head<3>()).cross(frame.X.p);
      EXPECT_LE((J - frame.J.col(j)).norm(), 1e-10 * std::max(1.0, J.norm())) << at << ' ' << j;
    }
    const Vec6 bias = difference([&](double h) -> Vec6 { return frameAt(at, q + h * qd, qd).J * qd; }, 1e-3);
    EXPECT_LE((bias - frame.bias).norm(), 1e-9 * std::max(1.0, bias.norm())) << at;
  }
}

TEST_P(PointMaps, CarryDuals) {
  const auto evaluator = map->makeDualEvaluator();
  const Vec3 x = points(3)[2];
  const auto points = map->makeEvaluationPoints(std::span(&x, 1));
  VecXT<Directions> dualQ(n), dualQd(n);
  for (int first = 0; first < n; first += kDirections) {
    for (int j = 0; j < n; ++j) {
      dualQ[j] = Directions(q[j]), dualQd[j] = Directions(qd[j]);
      if (j >= first && j < first + kDirections) dualQ[j].d[j - first] = 1;
    }
    evaluator->setState(dualQ, dualQd);
    PointMotion<Directions> out(1, n);
    evaluator->motion(*points, out);
    PointStrain<Directions> bent(1, n);
    evaluator->strain(*points, false, bent);
    for (int k = first; k < std::min(n, first + kDirections); ++k) {
      const auto moved = [&](double h) -> VecX { return q + h * VecX::Unit(n, k); };
      const Eigen::ArrayXXd b = difference([&](double h) { return motion(x, moved(h), qd).b; }, 1e-3);
      const Eigen::ArrayXXd J = difference([&](double h) { return motion(x, moved(h), qd).J; }, 1e-3);
      const Eigen::ArrayXXd Gq = difference([&](double h) { return strain(x, moved(h), false).Gq; }, 1e-3);
      const auto partial = [&](const Directions& value) { return value.d[k - first]; };
      EXPECT_LE((b - out.b.unaryExpr(partial)).abs().maxCoeff(), 1e-9 * std::max(0.1, b.abs().maxCoeff())) << k;
      EXPECT_LE((J - out.J.unaryExpr(partial)).abs().maxCoeff(), 1e-10 * std::max(0.1, J.abs().maxCoeff())) << k;
      EXPECT_LE((Gq - bent.Gq.unaryExpr(partial)).abs().maxCoeff(), 1e-9 * std::max(1.0, Gq.abs().maxCoeff())) << k;
    }
  }
}

TEST_P(PointMaps, SeeTheEndOfTheAdmissibleSet) {
  const std::vector<Vec3> all = points(200);
  for (const std::vector<int>& block : map->blocks(all)) {
    std::vector<Vec3> own;
    for (int i : block) own.push_back(all[static_cast<std::size_t>(i)]);
    const auto points = map->makeEvaluationPoints(own);
    EXPECT_NEAR(map->margin(*points, VecX::Zero(n)).first, 1, 1e-14);
    EXPECT_GT(map->margin(*points, q).first, 0);
  }
  const auto points = map->makeEvaluationPoints(all);
  if (GetParam().map) return;
  const VecX pressed = -6 * VecX::Unit(n, 0);  // the first mode of the stretch: 1 + ε < 0 where it is largest
  const auto [margin, worst] = map->margin(*points, pressed);
  EXPECT_LE(margin, 0);
  EXPECT_NE(map->violation(all[static_cast<std::size_t>(worst)], pressed).find("stretch"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, PointMaps,
                         ::testing::Values(Family{"backbone_table4", false, table4()},
                                           Family{"backbone_everything", false, everything()},
                                           Family{"composed_table4", true, table4()},
                                           Family{"composed_everything", true, everything()},
                                           Family{"modes", false, {}, [] { return modalMap(9); }},
                                           Family{"formulas", false, {}, someExpressionMap}),
                         [](const auto& info) { return info.param.name; });

TEST(ModalMap, FoldsWhereItsMaterialTurnsOver) {
  const std::shared_ptr<const TetMesh> mesh = cylinderMesh(60);
  QuadraticMesh quadratic = quadraticMesh(*mesh);
  MatX shapes = MatX::Zero(static_cast<Eigen::Index>(3 * quadratic.nodes.size()), 1);  // a stretch: det F = 1 + q
  for (std::size_t i = 0; i < quadratic.nodes.size(); ++i)
    shapes(static_cast<Eigen::Index>(3 * i), 0) = quadratic.nodes[i].x();
  const ModalMap map(kVolumeLength, std::make_shared<ModeFields>(*mesh, std::move(quadratic), std::move(shapes)));
  const std::vector<Vec3> positions = scatteredPoints(100);
  const auto points = map.makeEvaluationPoints(positions);
  EXPECT_NEAR(map.margin(*points, VecX::Constant(1, -0.75)).first, 0.25, 1e-12);
  EXPECT_LE(map.margin(*points, VecX::Constant(1, -1.01)).first, 0);
  EXPECT_EQ(map.margin(*points, VecX::Constant(1, std::nan(""))).first, -1);
  EXPECT_NE(map.violation(positions[0], VecX::Constant(1, -1.01)).find("fold"), std::string::npos);
}

TEST(ModalMap, TipFollowsTheMeanOfItsSection) {
  // One field that is affine in the section: a stretch, a turn and a shear that grow along x.
  const std::shared_ptr<const TetMesh> mesh = cylinderMesh(300);
  QuadraticMesh quadratic = quadraticMesh(*mesh);
  const Vec3 w(0.3, -0.2, 0.5), v(0.1, 0.4, -0.3);
  MatX shapes(static_cast<Eigen::Index>(3 * quadratic.nodes.size()), 1);
  for (std::size_t i = 0; i < quadratic.nodes.size(); ++i) {
    const Vec3& x = quadratic.nodes[i];
    shapes.col(0).segment<3>(static_cast<Eigen::Index>(3 * i)) = x.x() * (v + w.cross(Vec3(0, x.y(), x.z())));
  }
  const ModalMap map(kVolumeLength, std::make_shared<ModeFields>(*mesh, std::move(quadratic), std::move(shapes)));
  const auto evaluator = map.makeEvaluator();
  evaluator->setState(VecX::Constant(1, 1e-4), VecX::Zero(1));
  for (const double at : {0.0, 0.31, 1.0}) {
    const Pose X = evaluator->pose(at);
    const double x = at * kVolumeLength;
    EXPECT_LE((X.p - Vec3(x, 0, 0) - 1e-4 * x * v).norm(), 1e-13) << at;
    EXPECT_LE((X.R - Mat3::Identity() - 1e-4 * x * skew<double>(w)).norm(), 1e-9) << at;
  }
}

TEST(ExpressionMap, FoldsWhereADeterminantVanishes) {
  const auto map = expressionMap({"x*(1 + squeeze)", "y", "z"}, {"squeeze"});
  const Vec3 x(0.05, 0, 0);
  const auto points = map->makeEvaluationPoints(std::span(&x, 1));
  EXPECT_NEAR(map->margin(*points, VecX::Constant(1, -0.75)).first, 0.25, 1e-15);
  EXPECT_LE(map->margin(*points, VecX::Constant(1, -1)).first, 0);
  EXPECT_NE(map->violation(x, VecX::Constant(1, -1)).find("fold"), std::string::npos);
  EXPECT_EQ(map->margin(*points, VecX::Constant(1, std::nan(""))).first, -1);
}

TEST(BendingRoot, SolvesItsCubicUpToTheEdge) {
  for (const double w : {-0.3848, -0.38, -0.2, -1e-9, 0.0, 1e-12, 0.1, 0.3849, 1.0, 50.0, 1e4}) {
    const double psi = bendingRoot(w);
    EXPECT_NEAR(w * psi * psi * psi + psi * psi, 1, 4e-14) << w;
    EXPECT_GT(1 + 1.5 * w * psi, 0) << w;  // the root that starts at 1
  }
  EXPECT_TRUE(std::isnan(bendingRoot(-0.39)));
}

TEST(BackboneTables, TellWhichModeIsNotFinite) {
  try {
    makeMap({{BackboneRow::kStretch, {"X", "1/(X-0.5)"}}}, false);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("1/(X-0.5)"), std::string::npos);
  }
}

}  // namespace
}  // namespace tendril::tests
