// SPDX-License-Identifier: BSD-3-Clause
// The space of configurations: vectors, unit quaternions and poses.
#include "core/dynamics/dynamics.hpp"
#include "core/math/se3.hpp"
#include "core/math/so3.hpp"

namespace tendril {

void integrate(const Model& model, const VecXRef& q, const VecXRef& delta, VecXMut out) {
  for (const ManifoldBlock& block : model.manifold) integrateBlock(block, q, delta, out);
}

void difference(const Model& model, const VecXRef& q0, const VecXRef& q1, VecXMut delta) {
  for (const ManifoldBlock& block : model.manifold) differenceBlock(block, q0, q1, delta);
}

void multiplyByTangent(const Model& model, const VecXRef& delta, MatXMut matrix) {
  for (const ManifoldBlock& block : model.manifold) multiplyByTangent(block, delta, matrix);
}

void normalize(const Model& model, VecXMut q) {
  for (const int start : model.quaternions) q.segment<4>(start).normalize();
}

}  // namespace tendril
