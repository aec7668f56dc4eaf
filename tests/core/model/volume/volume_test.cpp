// SPDX-License-Identifier: BSD-3-Clause
// Sums over the points of a volume against differences, energies and closed forms.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <array>
#include <numbers>

#include "core/math/se3.hpp"
#include "core/math/so3.hpp"
#include "core/model/volume/volume_chamber.hpp"
#include "tests/core/model/volume/volume_models.hpp"

namespace tendril::tests {
namespace {

std::shared_ptr<const PointMap> nineModes() {
  return modalMap(9);
}
std::shared_ptr<const VolumeLaw> hookes() {
  return std::make_shared<LinearLaw>(1e6, 0.4);
}
std::shared_ptr<const VolumeLaw> stretches() {
  return std::make_shared<StretchLaw>(1e6, 0.35);
}
std::shared_ptr<const VolumeLaw> rubbers() {
  return std::make_shared<CompressibleLaw>(std::make_shared<PolynomialLaw>(1.8e5, 2e4, 3e3, 4e4), 0.4);
}

class Volumes : public ::testing::TestWithParam<VolumeKind> {
 protected:
  Volumes()
      : volume(GetParam().map ? volumeOf(GetParam().map(), GetParam().law(), 24)
                              : makeVolume(GetParam().texts, GetParam().composed, 24, GetParam().turningDamped)),
        n(volume->size()),
        data(volume->makeData()),
        q(someCoordinates(n)),
        qd(someCoordinates(n, 0.8)),
        qdd(someCoordinates(n, -2)) {
    motion.V << 0.3, -0.5, 0.4, 0.2, 0.6, -0.1;
    motion.A << -1, 2, 0.5, 3, -0.7, 1;
    motion.gamma << 1, -9, 2;
  }
  struct Force {
    Vec6 F;
    VecX Q;
  };
  Force forceAt(const VecX& at, const VecX& rate, const VecX& acceleration, const BaseMotion& base) {
    const BodyCoordinates c{{at.data(), n}, {rate.data(), n}, {acceleration.data(), n}};
    volume->kinematics(*data, c);
    volume->inertia(*data, c);
    volume->inverseDynamics(*data, c, base);
    return {data->F, data->Q};
  }
  /// The change of F and Q along one number, fourth order.
  template <class F>
  static Force difference(const F& f, double h) {
    const Force a = f(h), b = f(-h), c = f(2 * h), d = f(-2 * h);
    return {(8 * (a.F - b.F) - (c.F - d.F)) / (12 * h), (8 * (a.Q - b.Q) - (c.Q - d.Q)) / (12 * h)};
  }
  void differentiateAll() {
    const BodyCoordinates c{{q.data(), n}, {qd.data(), n}, {qdd.data(), n}};
    forceAt(q, qd, qdd, motion);
    volume->columns(*data, c, motion);
    volume->ownDerivatives(*data, c, motion);
    volume->derivatives(*data, c, motion, {});
  }
  static double size(const auto& x) { return std::max(1e-3, x.cwiseAbs().maxCoeff()); }

  std::shared_ptr<Volume> volume;
  int n;
  std::unique_ptr<BodyData> data;
  VecX q, qd, qdd;
  BaseMotion motion;
};

TEST_P(Volumes, InertiaIsWhatAccelerationsCost) {
  const Force rest = forceAt(q, qd, VecX::Zero(n), motion);
  const Mat6 I = data->I;
  const Mat6X H = data->H;
  const MatX M = data->M;
  for (int j = 0; j < n; ++j) {
    const Force pushed = forceAt(q, qd, VecX::Unit(n, j), motion);
    EXPECT_LE((pushed.Q - rest.Q - M.col(j)).cwiseAbs().maxCoeff(), 1e-13 * size(rest.Q));
    EXPECT_LE((pushed.F - rest.F - H.col(j)).cwiseAbs().maxCoeff(), 1e-13 * size(rest.F));
  }
  for (int k = 0; k < 6; ++k) {
    BaseMotion moved = motion;
    moved.A += Vec6::Unit(k);
    const Force pushed = forceAt(q, qd, VecX::Zero(n), moved);
    EXPECT_LE((pushed.F - rest.F - I.col(k)).cwiseAbs().maxCoeff(), 1e-13 * size(rest.F));
    EXPECT_LE((pushed.Q - rest.Q - H.row(k).transpose()).cwiseAbs().maxCoeff(), 1e-13 * size(rest.Q));
  }
  EXPECT_GT(M.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 0);
}

TEST_P(Volumes, DerivativesAreThoseOfTheForces) {
  differentiateAll();
  const Mat6X Uq = data->Uq, Uv = data->Uv;
  const MatX Qq = data->Qq, Qv = data->Qv, rowN = data->rowN, rowK = data->rowK, rowI = data->rowI;
  const Composite base = data->base;
  for (int k = 0; k < n; ++k) {
    const Force dq = difference([&](double h) { return forceAt(q + h * VecX::Unit(n, k), qd, qdd, motion); }, 1e-3);
    EXPECT_LE((dq.F - Uq.col(k)).cwiseAbs().maxCoeff(), 1e-9 * size(dq.F)) << k;
    EXPECT_LE((dq.Q - Qq.col(k)).cwiseAbs().maxCoeff(), 1e-9 * size(dq.Q)) << k;
    const Force dv = difference([&](double h) { return forceAt(q, qd + h * VecX::Unit(n, k), qdd, motion); }, 1e-2);
    EXPECT_LE((dv.F - Uv.col(k)).cwiseAbs().maxCoeff(), 1e-10 * size(dv.F)) << k;
    EXPECT_LE((dv.Q - Qv.col(k)).cwiseAbs().maxCoeff(), 1e-10 * size(dv.Q)) << k;
  }
  const Mat6 ad = crossMotionMatrix<double>(motion.V);
  for (int k = 0; k < 6; ++k) {
    const auto moved = [&](double h) {
      BaseMotion out = motion;
      out.V += h * Vec6::Unit(k);
      return forceAt(q, qd, qdd, out);
    };
    const Force dV = difference(moved, 1e-2);
    EXPECT_LE((dV.F - (base.N + base.I * ad).col(k)).cwiseAbs().maxCoeff(), 1e-11 * size(base.N));
    EXPECT_LE((dV.Q - (rowN + rowI * ad).col(k)).cwiseAbs().maxCoeff(), 1e-11 * size(rowN));
  }
  for (int k = 0; k < 3; ++k) {
    const auto turned = [&](double h) {
      BaseMotion out = motion;
      out.gamma = expSO3<double>(-h * Vec3::Unit(k)) * motion.gamma;
      return forceAt(q, qd, qdd, out);
    };
    const Force dG = difference(turned, 1e-2);
    EXPECT_LE((dG.F - base.K.col(k)).cwiseAbs().maxCoeff(), 1e-9 * size(base.K));
    EXPECT_LE((dG.Q - rowK.col(k)).cwiseAbs().maxCoeff(), 1e-9 * size(rowK));
  }
}

TEST_P(Volumes, ElasticForceIsTheGradientOfTheEnergy) {
  EXPECT_EQ(volume->elasticEnergy(VecX::Zero(n)), 0);
  VecX force = VecX::Zero(n);
  volume->addElasticForce(VecX::Zero(n), force);
  EXPECT_LE(force.cwiseAbs().maxCoeff(), 1e-12);
  force.setZero();
  volume->addElasticForce(q, force);
  MatX K = MatX::Zero(n, n);
  volume->addStiffness(q, K);
  for (int k = 0; k < n; ++k) {
    const auto energy = [&](double h) { return volume->elasticEnergy(q + h * VecX::Unit(n, k)); };
    const auto forceAt = [&](double h) {
      VecX out = VecX::Zero(n);
      volume->addElasticForce(q + h * VecX::Unit(n, k), out);
      return out;
    };
    const double h = 1e-3;
    const double slope = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
    EXPECT_NEAR(slope, force[k], 1e-9 * size(force)) << k;
    const VecX column = (8 * (forceAt(h) - forceAt(-h)) - (forceAt(2 * h) - forceAt(-2 * h))) / (12 * h);
    EXPECT_LE((column - K.col(k)).cwiseAbs().maxCoeff(), 1e-9 * size(K)) << k;
  }
  EXPECT_LE((K - K.transpose()).cwiseAbs().maxCoeff(), 1e-12 * size(K));
}

TEST_P(Volumes, DampingTakesEnergyAndIsLinearInTheRates) {
  const auto dampingAt = [&](const VecX& at, const VecX& rate) {
    VecX out = VecX::Zero(n);
    volume->addDampingForce(at, rate, out);
    return out;
  };
  const VecX force = dampingAt(q, qd);
  EXPECT_GT(force.dot(qd), 0);
  EXPECT_LE((dampingAt(q, 3 * qd) - 3 * force).cwiseAbs().maxCoeff(), 1e-13 * size(force));
  MatX dq = MatX::Zero(n, n), dv = MatX::Zero(n, n);
  volume->addDampingDerivatives(q, qd, dq, dv);
  EXPECT_LE((dv * qd - force).cwiseAbs().maxCoeff(), 1e-12 * size(force));
  EXPECT_LE((dv - dv.transpose()).cwiseAbs().maxCoeff(), 1e-12 * size(dv));
  EXPECT_GE(dv.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), -1e-12 * size(dv));
  for (int k = 0; k < n; ++k) {
    const double h = 1e-3;
    const auto at = [&](double x) { return dampingAt(q + x * VecX::Unit(n, k), qd); };
    const VecX column = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    EXPECT_LE((column - dq.col(k)).cwiseAbs().maxCoeff(), 1e-9 * size(dq)) << k;
  }
}

/// Gradient and Hessian of a piece against its length.
void checkPiece(const TendonPiece& piece, const VecX& q) {
  const auto n = q.size();
  const auto gradientAt = [&](const VecX& at) {
    VecX out = VecX::Zero(n);
    piece.addGradient(at, out);
    return out;
  };
  const VecX gradient = gradientAt(q);
  MatX hessian = MatX::Zero(n, n);
  piece.addHessian(q, 2.5, hessian);
  const VecX along = VecX::LinSpaced(n, -1, 0.7);
  MatX scratch(n, n);
  VecX product = VecX::Ones(n);
  piece.addHessianProduct(q, 2.5, along, scratch, product);
  EXPECT_LE((product - VecX::Ones(n) - hessian * along).cwiseAbs().maxCoeff(),
            1e-12 * (1 + hessian.cwiseAbs().maxCoeff()));
  const double scale = gradient.cwiseAbs().maxCoeff();
  for (Eigen::Index k = 0; k < n; ++k) {
    const double h = 1e-3;
    const auto moved = [&](double x) -> VecX { return q + x * VecX::Unit(n, k); };
    const double slope = (8 * (piece.length(moved(h)) - piece.length(moved(-h))) -
                          (piece.length(moved(2 * h)) - piece.length(moved(-2 * h)))) /
                         (12 * h);
    EXPECT_NEAR(slope, gradient[k], 2e-9 * scale) << k;
    const VecX column =
        (8 * (gradientAt(moved(h)) - gradientAt(moved(-h))) - (gradientAt(moved(2 * h)) - gradientAt(moved(-2 * h)))) /
        (12 * h);
    EXPECT_LE((2.5 * column - hessian.col(k)).cwiseAbs().maxCoeff(),
              1e-8 * std::max(hessian.cwiseAbs().maxCoeff(), scale))
        << k;
  }
}

TEST_P(Volumes, TendonsPullAlongTheirMaterialLine) {
  const auto straight = [](double) { return RoutePoint{0.015, -0.004, 0, 0}; };
  const auto winding = [](double X) {
    return RoutePoint{0.012 * std::cos(3 * X), 0.012 * std::sin(3 * X), -0.036 * std::sin(3 * X),
                      0.036 * std::cos(3 * X)};
  };
  const auto first = volume->makeTendonPiece(straight, 0.2, 0.9), second = volume->makeTendonPiece(winding, 0, 1);
  EXPECT_NEAR(first->length(VecX::Zero(n)), 0.7 * kVolumeLength, 1e-15);
  EXPECT_NEAR(second->length(VecX::Zero(n)), std::hypot(kVolumeLength, 0.036), 1e-12);
  checkPiece(*first, q);
  checkPiece(*second, q);
  // Sums over the line as it is drawn approach the length.
  forceAt(q, qd, qdd, motion);
  std::vector<Vec3> line;
  second->path(*data, line);
  double sum = 0;
  for (std::size_t i = 1; i < line.size(); ++i) sum += (line[i] - line[i - 1]).norm();
  EXPECT_NEAR(sum, second->length(q), 2e-3 * sum);
}

INSTANTIATE_TEST_SUITE_P(All, Volumes,
                         ::testing::Values(VolumeKind{"backbone_table4", false, false, table4()},
                                           VolumeKind{"backbone_everything", false, true, everything()},
                                           VolumeKind{"composed_table4", true, false, table4()},
                                           VolumeKind{"composed_everything", true, true, everything()},
                                           VolumeKind{"modes_linear", false, false, {}, nineModes, hookes},
                                           VolumeKind{"modes_rubber", false, false, {}, nineModes, rubbers},
                                           VolumeKind{
                                               "formulas_stretch", false, false, {}, someExpressionMap, stretches},
                                           VolumeKind{"formulas_rubber", false, false, {}, someExpressionMap, rubbers}),
                         [](const auto& info) { return info.param.name; });

TEST(Chambers, EncloseWhatTheClosedFormSays) {
  // [kane] simulation 2: stretch X² q₀, source X² q₁: V = πr²L + πL q₁ (1/3 + q₀/5), primitives.md §6
  using enum BackboneRow;
  const auto map = makeMap({{kStretch, {"X^2"}}, {kSource, {"1e-4*X^2"}}}, false);
  const double r = 0.01, L = kVolumeLength;
  const auto bore = makeBore(map, r, 0, 1);
  VecX q(2);
  q << 0.3, 0.2;  // q₁ in units of 1e-4 m²
  EXPECT_NEAR(bore->length(VecX::Zero(2)), std::numbers::pi * r * r * L, 1e-17);
  EXPECT_NEAR(bore->length(q), std::numbers::pi * L * (r * r + 1e-4 * q[1] * (1.0 / 3 + q[0] / 5)), 1e-17);
  checkPiece(*bore, q);
}

TEST(Chambers, KeepTheirVolumeWithoutASource) {
  // The maps keep every volume, that of a bore too, and sections of the backbone family stay plane as the caps do.
  const auto map = makeMap(gentle(table4()), false);
  const auto bore = makeBore(map, 0.012, 0.2, 0.7);
  const double volume = std::numbers::pi * 0.012 * 0.012 * 0.5 * kVolumeLength;
  for (const double scale : {0.0, 0.8, -1.3}) {
    const VecX q = someCoordinates(map->size(), scale);
    EXPECT_NEAR(bore->length(q), volume, 1e-12 * volume);
    VecX gradient = VecX::Zero(map->size());
    bore->addGradient(q, gradient);
    EXPECT_LE(gradient.cwiseAbs().maxCoeff(), 1e-12 * volume);
  }
}

TEST(Chambers, OfBentBodiesFeelTheirCaps) {
  using enum BackboneRow;
  const std::vector<PrimitiveText> texts =
      gentle({{kStretch, {"X"}}, {kSource, {"1e-3*X", "4e-4*(1+X^2)"}}, {kTorsion, {"1/L"}}, {kBendingZ, {"x/L^2"}}});
  const auto map = makeMap(texts, false);
  const VecX q = someCoordinates(map->size(), 0.8);
  checkPiece(*makeBore(map, 0.012, 0, 1), q);
  checkPiece(*makeBore(map, 0.012, 0.2, 0.7), q);
  checkPiece(*makeBore(makeMap({texts[0], texts[1]}, true), 0.012, 0.1, 1), q.head(3));
}

TEST(Chambers, OfMeshesAreTheirPolyhedra) {
  const auto map = makeMap(gentle(everything()), false);
  // A box inside the body; the triangles look out of the body, into the chamber.
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back(i & 1 ? 0.08 : 0.02, i & 2 ? 0.006 : -0.005, i & 4 ? 0.007 : -0.003);
  std::vector<std::array<int, 3>> triangles = {{0, 1, 3}, {0, 3, 2}, {4, 7, 5}, {4, 6, 7}, {0, 5, 1}, {0, 4, 5},
                                               {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 7, 3}, {1, 5, 7}};
  const auto chamber = makeSurfaceChamber(map, corners, triangles);
  EXPECT_NEAR(chamber->length(VecX::Zero(map->size())), 0.06 * 0.011 * 0.01, 1e-18);
  checkPiece(*chamber, someCoordinates(map->size(), 0.8));
}

TEST(VolumePoints, MustHaveVolume) {
  VolumeSpec spec;
  spec.map = makeMap(table4(), false);
  EXPECT_THROW(Volume{spec}, std::invalid_argument);
  spec.points = {{Vec3(0.05, 0, 0), 0.0}};
  EXPECT_THROW(Volume{spec}, std::invalid_argument);
  spec.points = {{Vec3(0.05, 0, std::nan("")), 1.0}};
  EXPECT_THROW(Volume{spec}, std::invalid_argument);
}

}  // namespace
}  // namespace tendril::tests
