// SPDX-License-Identifier: BSD-3-Clause
// The Coriolis matrix of trees.md §8, C = Σ J_iᵀ (I_i J_i' − Ābar(I_i V_i) J_i), by composites in the tree frame: with
// J' the inertial rate of the columns (Y − R), the body-frame rate is J' − ad_V J, so a pair of coordinates needs
// only Σ I and Σ (crossForceBar(I V) − I ad_V) of what hangs below the outer one.
#include "core/dynamics/factorization.hpp"
#include "core/dynamics/tree_passes.hpp"

namespace tendril {
namespace {

/// Inertial rate of a column.
Vec6 rateOf(const Data& data, int column) {
  return data.columnsV.col(column).head<6>() - data.columns.col(column).segment<6>(6);
}

/// Coordinates of a joint against each other and against everything further up.
void jointCoriolis(const Model& model, Data& data, int i, MatXMut out) {
  const Link& link = model.links[i];
  const Composite& c = data.composites[1 + i];
  const auto force = [&](int column) { return Vec6(c.I * rateOf(data, column) + c.N * data.J.col(column)); };
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
}

/// The same of a deformable body; its composite goes to the base frame.
void bodyCoriolis(const Model& model, Data& data, int i, MatXMut out) {
  const Link& link = model.links[i];
  const Pose& X = data.frames[1 + i].X;
  BodyData& body = *data.bodies[i];
  for (size_t s = 0; s < link.stationColumns.size(); ++s) {
    const int station = link.firstStation + static_cast<int>(s);
    data.attached[station] = compositeToInner(X, data.composites[station]);
  }
  link.body->coriolis(body, std::span(data.attached).subspan(link.firstStation, link.stationColumns.size()));
  out.block(link.vBody, link.vBody, link.nBody, link.nBody) = body.Qv;
  for (int k = 0; k < link.nBody; ++k) {
    const Vec6 rowI = transformWrench<double>(X, body.rowI.row(k).transpose());
    const Vec6 rowN = transformWrench<double>(X, body.rowN.row(k).transpose());
    const Vec6 own = transformWrench<double>(X, body.Uv.col(k));
    for (const ColumnRange& range : model.frameUpstream(1 + i)) {
      for (int m = 0; m < range.size; ++m) {
        const int column = range.column + m;
        out(link.vBody + k, range.v + m) = rowI.dot(rateOf(data, column)) + rowN.dot(data.J.col(column));
        out(range.v + m, link.vBody + k) = data.J.col(column).dot(own);
      }
    }
  }
  const Composite c = compositeToOuter(X, body.base);
  data.composites[1 + i].I += c.I, data.composites[1 + i].N += c.N;
}

}  // namespace

void coriolisMatrix(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, MatXMut out) {
  out.setZero();
  data.a.setZero();
  kinematics(model, data, q, v);
  accelerations(model, data);
  motionColumns(model, data);
  bodyInertias(model, data);
  for (Composite& c : data.composites) c.setZero();
  for (int i = static_cast<int>(model.links.size()) - 1; i >= 0; --i) {
    Composite& c = data.composites[1 + i];
    if (model.links[i].body) {
      bodyCoriolis(model, data, i, out);
    } else {
      const Mat6& I = data.articulated[1 + i];
      const Vec6& V = data.frames[1 + i].V;
      c.I += I;
      c.N += crossForceBar<double>(I * V) - I * crossMotionMatrix<double>(V);
    }
    jointCoriolis(model, data, i, out);
    Composite& parent = data.composites[model.links[i].parentFrame];
    parent.I += c.I, parent.N += c.N;
  }
}

}  // namespace tendril
