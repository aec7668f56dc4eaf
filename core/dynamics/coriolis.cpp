// SPDX-License-Identifier: BSD-3-Clause
// The Coriolis matrix of trees.md §8, C = Σ J_iᵀ (I_i J_i' − Ābar(I_i V_i) J_i), by composites in the tree frame: with
// J' the inertial rate of the columns (Y − R), the body-frame rate is J' − ad_V J, so a pair of coordinates needs
// only Σ I and Σ (crossForceBar(I V) − I ad_V) of what hangs below the outer one.
#include "core/dynamics/factorization.hpp"
#include "core/dynamics/sweeps.hpp"

namespace tendril {

bool coriolisMatrix(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, MatXMut out) {
  if (!model.deformable.empty()) return false;
  out.setZero();
  data.a.setZero();
  kinematics(model, data, q, v);
  accelerations(model, data);
  motionColumns(model, data);
  bodyInertias(model, data);
  for (Composite& c : data.composites) c.setZero();
  for (int i = static_cast<int>(model.links.size()) - 1; i >= 0; --i) {
    const Link& link = model.links[i];
    const Mat6& I = data.articulated[1 + i];
    const Vec6& V = data.frames[1 + i].V;
    Composite& c = data.composites[1 + i];
    c.I += I;
    c.N += crossForceBar<double>(I * V) - I * crossMotionMatrix<double>(V);
    const auto force = [&](int column) {
      const Vec6 rate = data.columnsV.col(column).head<6>() - data.columns.col(column).segment<6>(6);
      return Vec6(c.I * rate + c.N * data.J.col(column));
    };
    for (int k = 0; k < link.nvJoint; ++k) {
      const int column = link.columnJoint + k, row = link.vJoint + k;
      const Vec6 own = force(column);
      for (const ColumnRange& range : model.frameUpstream(1 + i)) {
        for (int m = 0; m < range.size; ++m) {
          const bool inside = range.v + m >= link.vJoint;  // the same joint: each pair comes once from either side
          out(row, range.v + m) = data.J.col(column).dot(force(range.column + m));
          if (!inside) out(range.v + m, row) = data.J.col(range.column + m).dot(own);
        }
      }
    }
    Composite& parent = data.composites[link.parentFrame];
    parent.I += c.I, parent.N += c.N;
  }
  return true;
}

}  // namespace tendril
