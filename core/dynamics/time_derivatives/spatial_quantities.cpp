// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/time_derivatives/spatial_quantities.hpp"

#include <array>
#include <stdexcept>

#include "core/math/jet.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

constexpr int kMost = 15;
using Series = Jet<kMost>;

/// Coefficients from derivatives in `count` rows of a matrix, and back.
template <int Count, class Matrix>
Eigen::Matrix<Series, Count, 1> blockSeries(const Matrix& derivatives, int row) {
  Eigen::Matrix<Series, Count, 1> out;
  const Eigen::Index last = std::min<Eigen::Index>(derivatives.cols(), kMost + 1);
  for (int i = 0; i < Count; ++i) {
    double by = 1;
    for (Eigen::Index k = 0; k < last; ++k) {
      if (k > 1) by /= static_cast<double>(k);
      out[i][static_cast<int>(k)] = derivatives(row + i, k) * by;
    }
  }
  return out;
}

template <int Count>
void giveDerivatives(const Eigen::Matrix<Series, Count, 1>& series, int row, MatXMut out) {
  for (int i = 0; i < Count; ++i)
    for (Eigen::Index k = 0; k < out.cols(); ++k) out(row + i, k) = series[i].derivative(static_cast<int>(k));
}

void checkCount(const MatXMut& values) {
  if (values.cols() > kMost + 1) throw std::invalid_argument("at most 16 derivatives by time");
}

Mat3 rotationAt(const ManifoldBlock& block, const VecXRef& q) {
  return rotationFromQuaternion<double>(Vec4(q.segment<4>(block.quaternion())));
}

/// C from the body twist: Ṙ = R [ω], ṗ = R v.
PoseT<Series> poseOfBody(const ManifoldBlock& block, const VecXRef& q, const Vec6T<Series>& V) {
  PoseT<Series> C;
  C.R = rotationAt(block, q).cast<Series>();
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < kMost; ++k) {
      Vec3 sum = Vec3::Zero();
      for (int l = 0; l <= k; ++l)
        sum += Vec3(C.R(i, 0)[l], C.R(i, 1)[l], C.R(i, 2)[l]).cross(Vec3(V[0][k - l], V[1][k - l], V[2][k - l]));
      for (int j = 0; j < 3; ++j) C.R(i, j)[k + 1] = sum[j] / (k + 1);
    }
  }
  if (block.kind != ManifoldBlock::Kind::kSE3) return C;
  const Vec3T<Series> rate = C.R * V.tail<3>();
  for (int i = 0; i < 3; ++i) {
    C.p[i] = Series(q[block.q + i]);
    for (int k = 0; k < kMost; ++k) C.p[i][k + 1] = rate[i][k] / (k + 1);
  }
  return C;
}

/// C from the right-invariant twist: Ṙ = [ω⁰] R, ṗ = ω⁰ × p + v⁰.
PoseT<Series> poseOfSpatial(const ManifoldBlock& block, const VecXRef& q, const Vec6T<Series>& V) {
  PoseT<Series> C;
  C.R = rotationAt(block, q).cast<Series>();
  if (block.kind == ManifoldBlock::Kind::kSE3) C.p = Vec3(q.segment<3>(block.q)).cast<Series>();
  const auto at = [](const auto& a, int k) { return Vec3(a[0][k], a[1][k], a[2][k]); };
  for (int k = 0; k < kMost; ++k) {
    for (int j = 0; j < 4; ++j) {
      const Vec3T<Series> column = j < 3 ? Vec3T<Series>(C.R.col(j)) : C.p;
      Vec3 sum = Vec3::Zero();
      for (int l = 0; l <= k; ++l) sum += at(V, l).cross(at(column, k - l));
      if (j == 3) sum += Vec3(V[3][k], V[4][k], V[5][k]);
      for (int i = 0; i < 3; ++i) (j < 3 ? C.R(i, j) : C.p[i])[k + 1] = sum[i] / (k + 1);
    }
  }
  return C;
}

/// Twist or wrench of a block as six series; a rotation has no linear part.
Vec6T<Series> sixOf(const ManifoldBlock& block, const Eigen::Ref<const MatX>& values) {
  Vec6T<Series> out = Vec6T<Series>::Zero();
  out.head<3>() = blockSeries<3>(values, block.v);
  if (block.kind == ManifoldBlock::Kind::kSE3) out.tail<3>() = blockSeries<3>(values, block.v + 3);
  return out;
}

void give(const ManifoldBlock& block, const Vec6T<Series>& values, MatXMut out) {
  giveDerivatives<3>(values.head<3>(), block.v, out);
  if (block.kind == ManifoldBlock::Kind::kSE3) giveDerivatives<3>(values.tail<3>(), block.v + 3, out);
}

}  // namespace

void velocitiesToSpatial(const Model& model, const VecXRef& q, MatXMut v) {
  checkCount(v);
  for (const ManifoldBlock& block : model.groups) {
    const Vec6T<Series> V = sixOf(block, v);
    give(block, transformTwist<Series>(poseOfBody(block, q, V), V), v);
  }
}

void velocitiesToBody(const Model& model, const VecXRef& q, MatXMut v) {
  checkCount(v);
  for (const ManifoldBlock& block : model.groups) {
    const Vec6T<Series> V = sixOf(block, v);
    give(block, transformTwistInverse<Series>(poseOfSpatial(block, q, V), V), v);
  }
}

void forcesToSpatial(const Model& model, const VecXRef& q, const Eigen::Ref<const MatX>& v, MatXMut tau) {
  checkCount(tau);
  for (const ManifoldBlock& block : model.groups)
    give(block, transformWrench<Series>(poseOfBody(block, q, sixOf(block, v)), sixOf(block, tau)), tau);
}

void forcesToBody(const Model& model, const VecXRef& q, const Eigen::Ref<const MatX>& v, MatXMut tau) {
  checkCount(tau);
  for (const ManifoldBlock& block : model.groups)
    give(block, transformWrenchInverse<Series>(poseOfBody(block, q, sixOf(block, v)), sixOf(block, tau)), tau);
}

}  // namespace tendril
