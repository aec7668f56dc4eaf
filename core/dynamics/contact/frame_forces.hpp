// SPDX-License-Identifier: BSD-3-Clause
// Wrenches on frames, projected on the coordinates that move them; after kinematics.
#pragma once

#include "core/model/data.hpp"

namespace tendril {

/// force (nv) += Jᵀ F of a frame; F in the tree frame.
inline void addFrameForce(const Model& model, const Data& data, int frame, const Vec6& F, VecXMut force) {
  for (const ColumnRange& range : model.frameUpstream(frame))
    for (int i = 0; i < range.size; ++i) force[range.v + i] += data.J.col(range.column + i).dot(F);
}

/// dIDdq, dIDdv: rows of frame `rows` += Jᵀ (K J + N R), Jᵀ N J with the columns of frame `columns`.
inline void addFrameCoupling(const Model& model, Data& data, int rows, int columns, const Mat6& K, const Mat6& N) {
  for (const ColumnRange& k : model.frameUpstream(columns))
    for (int c = 0; c < k.size; ++c) {
      const Vec6 J = data.J.col(k.column + c), R = data.columns.col(k.column + c).segment<6>(6);
      const Vec6 byQ = K * J + N * R, byV = N * J;
      for (const ColumnRange& i : model.frameUpstream(rows))
        for (int r = 0; r < i.size; ++r) {
          const auto row = data.J.col(i.column + r);
          data.dIDdq(i.v + r, k.v + c) += row.dot(byQ);
          data.dIDdv(i.v + r, k.v + c) += row.dot(byV);
        }
    }
}

}  // namespace tendril
