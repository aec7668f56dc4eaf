// SPDX-License-Identifier: BSD-3-Clause
// Modes of finite elements against the beam of Timoshenko, a dense solver and what symmetry says.
#include "core/model/volume/fem/fem_modes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "core/model/volume/fem/fem_matrices.hpp"
#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"

namespace tendril::tests {
namespace {

constexpr double kPoisson = 0.3;

QuadraticMesh boxMesh(double length, double height, double width, int tetrahedra) {
  return quadraticMesh(
      layeredMesh({.shape = BoxShape{height, width}, .length = length, .tetrahedra = tetrahedra}).mesh);
}

/// ω² of the k-th bending mode of a cantilever with a rectangular section, E = ρ = 1: roots of its characteristic
/// determinant. Cowper 1966: shear coefficient 10(1 + ν)/(12 + 11ν).
class Timoshenko {
 public:
  Timoshenko(double length, double height) : length_(length), height_(height) {}

  double square(int k) const {
    double low = 1e-4, last = determinant(low);
    for (double w = low * 1.01;; w *= 1.01) {
      const double now = determinant(w);
      if (now * last < 0 && k-- == 0) return refined(w / 1.01, w);
      last = now;
    }
  }

 private:
  /// Of a state (deflection, turn of the section) built from powers: the transfer matrix over the length.
  double determinant(double w) const {
    const double G = 1 / (2 * (1 + kPoisson)), shear = G * 10 * (1 + kPoisson) / (12 + 11 * kPoisson);
    const double r2 = height_ * height_ / 12, w2 = w * w;
    // y' = turn + Q/(κGA), turn' = m/EI, m' = −Q − ρIω² turn, Q' = −ρAω² y; per area
    Eigen::Matrix4d A;
    A << 0, 1, 0, 1 / shear, 0, 0, 1 / r2, 0, 0, -r2 * w2, 0, -1, -w2, 0, 0, 0;
    Eigen::Matrix4d T = Eigen::Matrix4d::Identity(), step = Eigen::Matrix4d::Identity(), term = step;
    constexpr int kSteps = 256;
    for (int i = 1; i < 20; ++i) term = term * A * (length_ / kSteps / i), step += term;
    for (int i = 0; i < kSteps; ++i) T = step * T;
    return T.bottomRightCorner<2, 2>().determinant();  // held where it begins, free where it ends
  }
  double refined(double low, double high) const {
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (determinant(low) * determinant(middle) <= 0 ? high : low) = middle;
    }
    return low * low;
  }

  double length_, height_;
};

TEST(Timoshenko, IsEulersBeamWhereItIsThin) {
  const double r = 0.01 / std::sqrt(12.0);
  for (const auto& [k, beta] : {std::pair(0, 1.8751040687), {1, 4.6940911330}, {2, 7.8547574382}})
    EXPECT_NEAR(std::sqrt(Timoshenko(1, 0.01).square(k)) / (beta * beta * r), 1, 5e-3);
}

/// Relative errors of ω of the six lowest bending modes in the plane of y, which is the softer one.
std::vector<double> errors(int tetrahedra) {
  constexpr double kLength = 1, kHeight = 0.05, kWidth = 0.12;
  constexpr int kModes = 16;
  const QuadraticMesh mesh = boxMesh(kLength, kHeight, kWidth, tetrahedra);
  const FemModes modes = femModes(mesh, kPoisson, kModes);
  std::vector<double> out;
  const Timoshenko beam(kLength, kHeight);
  for (int k = 0; k < kModes && out.size() < 6; ++k) {
    Vec3 squares = Vec3::Zero();
    for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
      squares += modes.shapes.col(k).segment<3>(static_cast<Eigen::Index>(3 * i)).cwiseAbs2();
    double twist = 0, lift = 0;  // of the far end
    for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
      if (mesh.nodes[i].x() > kLength - 1e-9) {
        const double y = modes.shapes(static_cast<Eigen::Index>(3 * i + 1), k);
        lift += y, twist += y * mesh.nodes[i].z() / (kWidth / 2);
      }
    if (squares.y() < squares.z() || squares.y() < squares.x() || std::abs(twist) > std::abs(lift)) continue;
    out.push_back(std::sqrt(modes.squares[k] / beam.square(static_cast<int>(out.size()))) - 1);
  }
  return out;
}

TEST(FemModes, OfABeamAreTimoshenkosAndConverge) {
  const std::vector<double> coarse = errors(150), middle = errors(600), fine = errors(2400);
  ASSERT_EQ(coarse.size(), 6U);
  ASSERT_EQ(fine.size(), 6U);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_LT(std::abs(fine[k]), 0.02) << "mode " << k;
    EXPECT_GT(coarse[k], middle[k]) << "a finer mesh is softer";
    EXPECT_GT(middle[k], fine[k]) << "mode " << k;
    RecordProperty("errors_" + std::to_string(k),
                   std::to_string(coarse[k]) + ' ' + std::to_string(middle[k]) + ' ' + std::to_string(fine[k]));
  }
}

TEST(FemModes, AreThoseOfADenseSolver) {
  const QuadraticMesh mesh = boxMesh(0.3, 0.05, 0.07, 60);
  const FemMatrices fem = femMatrices(mesh, 0.4);
  const MatX K = MatX(fem.K).selfadjointView<Eigen::Lower>(), M = MatX(fem.M).selfadjointView<Eigen::Lower>();
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> dense(K, M);
  const FemModes modes = femModes(mesh, 0.4, 12);
  for (int k = 0; k < 12; ++k) EXPECT_NEAR(modes.squares[k] / dense.eigenvalues()[k], 1, 1e-9) << k;
  for (int k = 0; k < 12; ++k) {  // each solves K φ = ω² M φ
    VecX own(K.rows());
    for (std::size_t i = 0; i < fem.freeNodes.size(); ++i)
      own.segment<3>(static_cast<Eigen::Index>(3 * i)) = modes.shapes.col(k).segment<3>(3 * fem.freeNodes[i]);
    EXPECT_LE((K * own - modes.squares[k] * M * own).norm(), 1e-4 * (K * own).norm()) << k;
  }
}

TEST(FemModes, WeighWhatTheMeshWeighs) {
  const TetMesh mesh = layeredMesh({.shape = BoxShape{0.1, 0.2}, .length = 0.5, .tetrahedra = 100}).mesh;
  const QuadraticMesh quadratic = quadraticMesh(mesh);
  // with a far base all nodes are free, and a shift of everything weighs ρ V and strains nothing
  QuadraticMesh shifted = quadratic;
  shifted.nodes.push_back(Vec3(-1, 0, 0));
  const FemMatrices fem = femMatrices(shifted, kPoisson);
  const MatX K = MatX(fem.K).selfadjointView<Eigen::Lower>(), M = MatX(fem.M).selfadjointView<Eigen::Lower>();
  VecX shift = VecX::Zero(K.rows()), turn = shift;
  for (std::size_t i = 0; i < fem.freeNodes.size(); ++i) {
    const Vec3& x = shifted.nodes[static_cast<std::size_t>(fem.freeNodes[i])];
    shift[static_cast<Eigen::Index>(3 * i)] = 1;
    turn.segment<3>(static_cast<Eigen::Index>(3 * i)) = Vec3(1, -2, 0.5).cross(x);
  }
  EXPECT_NEAR(shift.dot(M * shift), meshVolume(mesh), 1e-14);
  EXPECT_LE((K * shift).norm(), 1e-12);
  EXPECT_LE((K * turn).norm(), 1e-12);
}

TEST(FemModes, AreTheSameToTheLastBitAndInOrder) {
  const QuadraticMesh mesh = boxMesh(0.3, 0.03, 0.03, 200);  // a square: bending modes in pairs
  const FemModes one = femModes(mesh, kPoisson, 7), other = femModes(mesh, kPoisson, 7);
  EXPECT_EQ(one.shapes, other.shapes);
  EXPECT_EQ(one.squares, other.squares);
  Vec3 tip[2] = {Vec3::Zero(), Vec3::Zero()};
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
    if (mesh.nodes[i].x() > 0.3 - 1e-9)
      for (int k = 0; k < 2; ++k) tip[k] += one.shapes.col(k).segment<3>(static_cast<Eigen::Index>(3 * i));
  EXPECT_GT(tip[0].y(), 30 * std::abs(tip[0].z())) << "the first bends along y";
  EXPECT_GT(tip[1].z(), 30 * std::abs(tip[1].y())) << "the second along z";
  for (int k = 0; k < 7; ++k) {
    double largest = 0;
    for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
      largest = std::max(largest, one.shapes.col(k).segment<3>(static_cast<Eigen::Index>(3 * i)).norm());
    EXPECT_NEAR(largest, 1, 1e-14);
  }
}

TEST(FemModes, SayWhatIsWrong) {
  const auto message = [](const QuadraticMesh& mesh, double poisson, int count) -> std::string {
    try {
      femModes(mesh, poisson, count);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return {};
  };
  const QuadraticMesh mesh = boxMesh(0.1, 0.1, 0.1, 6);
  EXPECT_NE(message(mesh, 0.5, 3).find("Poisson"), std::string::npos);
  EXPECT_NE(message(mesh, 0.3, 1000).find("degrees of freedom"), std::string::npos);
  TetMesh tip;  // held by one corner alone
  tip.nodes = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(1, 0, 1)};
  tip.tetrahedra = {{0, 1, 2, 3}};
  EXPECT_NE(message(quadraticMesh(tip), 0.3, 2).find("not held"), std::string::npos);
}

}  // namespace
}  // namespace tendril::tests
