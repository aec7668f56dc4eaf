// SPDX-License-Identifier: BSD-3-Clause
// The configuration manifold: a product of vector spaces, rotations and poses. conventions.md
#pragma once

#include "core/math/types.hpp"

namespace tendril {

/// A run of coordinates that move together.
struct ManifoldBlock {
  enum class Kind {
    kVector,  ///< v = q̇
    kSO3,     ///< q = [w x y z], unit; v = ω in the frame that turns
    kSE3,     ///< q = [p; w x y z]; v = [ω; v] in the frame that moves
  };
  Kind kind = Kind::kVector;
  int size = 0;      ///< entries of v
  int q = 0, v = 0;  ///< first entries

  constexpr bool isVector() const { return kind == Kind::kVector; }
  constexpr int positions() const { return isVector() ? size : size + 1; }
  /// Where its quaternion starts in q; −1 if it has none.
  constexpr int quaternion() const { return isVector() ? -1 : kind == Kind::kSO3 ? q : q + 3; }
};

constexpr ManifoldBlock vectorBlock(int size) {
  return {ManifoldBlock::Kind::kVector, size};
}
constexpr ManifoldBlock rotationBlock() {
  return {ManifoldBlock::Kind::kSO3, 3};
}
constexpr ManifoldBlock poseBlock() {
  return {ManifoldBlock::Kind::kSE3, 6};
}

// q and v are whole vectors; a block knows its places in them.

/// out ← q ⊕ exp(delta) on the block.
void integrateBlock(const ManifoldBlock& block, const VecXRef& q, const VecXRef& delta, VecXMut out);
/// delta ← log(q0⁻¹ q1) on the block.
void differenceBlock(const ManifoldBlock& block, const VecXRef& q0, const VecXRef& q1, VecXMut delta);
/// Columns of the block in `matrix` ← columns · T_r(delta).
void multiplyByTangent(const ManifoldBlock& block, const VecXRef& delta, MatXMut matrix);

}  // namespace tendril
