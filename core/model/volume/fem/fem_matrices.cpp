// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/fem/fem_matrices.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tendril {
namespace {

constexpr double kBase = 1e-6;  // of the extent along x

using ElementMatrix = Eigen::Matrix<double, 30, 30>;
using Triplets = std::vector<Eigen::Triplet<double>>;

/// ∫ εᵀ C ε, exact: four points integrate the squares of linear strains.
ElementMatrix elementStiffness(const Barycentric& in, double poisson) {
  const double lambda = poisson / ((1 + poisson) * (1 - 2 * poisson)), mu = 1 / (2 * (1 + poisson));
  static const double kNear = (5 + 3 * std::sqrt(5.0)) / 20, kFar = (1 - kNear) / 3;
  ElementMatrix out = ElementMatrix::Zero();
  for (int point = 0; point < 4; ++point) {
    Vec4 at = Vec4::Constant(kFar);
    at[point] = kNear;
    const TenSlopes slopes = shapeGradients(at, in);
    for (int a = 0; a < 10; ++a)
      for (int b = 0; b < 10; ++b) {
        const Vec3 u = slopes.row(a), v = slopes.row(b);
        Mat3 block = lambda * u * v.transpose() + mu * v * u.transpose();
        block.diagonal().array() += mu * u.dot(v);
        out.block<3, 3>(3 * a, 3 * b) += in.volume / 4 * block;
      }
  }
  return out;
}

/// Of one direction, for a volume of 420: Zienkiewicz & Taylor, The Finite Element Method, vol. 1.
Eigen::Matrix<double, 10, 10> massPattern() {
  Eigen::Matrix<double, 10, 10> out = Eigen::Matrix<double, 10, 10>::Zero();
  out.topLeftCorner<4, 4>().setConstant(1);
  out.topLeftCorner<4, 4>().diagonal().setConstant(6);
  for (int e = 0; e < 6; ++e) {
    const auto& edge = kTetrahedronEdges[static_cast<std::size_t>(e)];
    for (int i = 0; i < 4; ++i) out(i, 4 + e) = out(4 + e, i) = i == edge[0] || i == edge[1] ? -4 : -6;
    for (int f = 0; f < 6; ++f) {
      const auto& other = kTetrahedronEdges[static_cast<std::size_t>(f)];
      const auto shared = std::ranges::count_if(edge, [&](int i) { return i == other[0] || i == other[1]; });
      out(4 + e, 4 + f) = shared == 2 ? 32 : shared == 1 ? 16 : 8;
    }
  }
  return out;
}

/// Place among the free nodes, −1 where it is held.
std::vector<int> placesOf(const QuadraticMesh& mesh, std::vector<int>& freeNodes) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const Vec3& x : mesh.nodes) low = std::min(low, x.x()), high = std::max(high, x.x());
  std::vector<int> places(mesh.nodes.size(), -1);
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    if (mesh.nodes[i].x() <= low + kBase * (high - low)) continue;
    places[i] = static_cast<int>(freeNodes.size());
    freeNodes.push_back(static_cast<int>(i));
  }
  return places;
}

void scatter(const Eigen::Ref<const Mat3>& block, int a, int b, Triplets& out) {
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      if (3 * a + r >= 3 * b + c && block(r, c) != 0) out.emplace_back(3 * a + r, 3 * b + c, block(r, c));
}

}  // namespace

FemMatrices femMatrices(const QuadraticMesh& mesh, double poisson) {
  if (!(poisson > -1 && poisson < 0.5))
    throw std::invalid_argument("needs a Poisson's ratio between -1 and 0.5, not " + std::to_string(poisson));
  FemMatrices out;
  const std::vector<int> places = placesOf(mesh, out.freeNodes);
  static const Eigen::Matrix<double, 10, 10> kMass = massPattern();
  Triplets stiffness, mass;
  for (std::size_t t = 0; t < mesh.tetrahedra.size(); ++t) {
    const Barycentric in = barycentricOf(mesh, static_cast<int>(t));
    const ElementMatrix K = elementStiffness(in, poisson);
    for (int i = 0; i < 10; ++i)
      for (int k = 0; k < 10; ++k) {
        const int a = places[static_cast<std::size_t>(mesh.tetrahedra[t][static_cast<std::size_t>(i)])];
        const int b = places[static_cast<std::size_t>(mesh.tetrahedra[t][static_cast<std::size_t>(k)])];
        if (a < 0 || b < 0 || a < b) continue;
        scatter(K.block<3, 3>(3 * i, 3 * k), a, b, stiffness);
        scatter(in.volume / 420 * kMass(i, k) * Mat3::Identity(), a, b, mass);
      }
  }
  const auto size = static_cast<Eigen::Index>(3 * out.freeNodes.size());
  out.K.resize(size, size), out.M.resize(size, size);
  out.K.setFromTriplets(stiffness.begin(), stiffness.end());
  out.M.setFromTriplets(mass.begin(), mass.end());
  return out;
}

}  // namespace tendril
