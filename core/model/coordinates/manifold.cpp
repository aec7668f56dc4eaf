// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/coordinates/manifold.hpp"

#include "core/math/se3.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

Vec4 quaternionAt(const ManifoldBlock& block, const VecXRef& q) {
  return q.segment<4>(block.quaternion());
}

}  // namespace

void integrateBlock(const ManifoldBlock& block, const VecXRef& q, const VecXRef& delta, VecXMut out) {
  if (block.isVector()) {
    out.segment(block.q, block.size) = q.segment(block.q, block.size) + delta.segment(block.v, block.size);
    return;
  }
  const Vec4 before = quaternionAt(block, q);
  const Vec3 w = delta.segment<3>(block.v);
  if (block.kind == ManifoldBlock::Kind::kSE3) {
    const Vec3 step = expSE3<double>(Vec6(delta.segment<6>(block.v))).p;
    out.segment<3>(block.q) = Vec3(q.segment<3>(block.q) + rotationFromQuaternion<double>(before) * step);
  }
  out.segment<4>(block.quaternion()) = quaternionProduct<double>(before, expQuaternion<double>(w)).normalized();
}

void differenceBlock(const ManifoldBlock& block, const VecXRef& q0, const VecXRef& q1, VecXMut delta) {
  if (block.isVector()) {
    delta.segment(block.v, block.size) = q1.segment(block.q, block.size) - q0.segment(block.q, block.size);
    return;
  }
  const Vec4 a = quaternionAt(block, q0), b = quaternionAt(block, q1);
  const Vec3 w = logQuaternion<double>(quaternionProduct<double>(quaternionConjugate<double>(a), b));
  if (block.kind == ManifoldBlock::Kind::kSE3) {
    const Vec3 moved = q1.segment<3>(block.q) - q0.segment<3>(block.q);
    // exp([w; v]) has translation Jl(w) v
    delta.segment<3>(block.v + 3) =
        leftJacobianInverseSO3<double>(w) * (rotationFromQuaternion<double>(a).transpose() * moved);
  }
  delta.segment<3>(block.v) = w;
}

void multiplyByTangent(const ManifoldBlock& block, const VecXRef& delta, MatXMut matrix) {
  if (block.kind == ManifoldBlock::Kind::kSO3) {
    const Mat3 T = rightJacobianSO3<double>(Vec3(delta.segment<3>(block.v)));
    for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
      const Eigen::RowVector3d row = matrix.block<1, 3>(r, block.v);
      matrix.block<1, 3>(r, block.v) = row * T;
    }
  } else if (block.kind == ManifoldBlock::Kind::kSE3) {
    const Mat6 T = rightTangentSE3<double>(Vec6(delta.segment<6>(block.v)));
    for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
      const Eigen::Matrix<double, 1, 6> row = matrix.block<1, 6>(r, block.v);
      matrix.block<1, 6>(r, block.v) = row * T;
    }
  }
}

}  // namespace tendril
