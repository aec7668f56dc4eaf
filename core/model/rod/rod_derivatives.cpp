// SPDX-License-Identifier: BSD-3-Clause
// ∂(F, Q) of a rod with all that hangs on it (rods.md §8, summed over nodes instead of carried backwards):
//   Qq = Σ J_kᵀ (I L + N R + K J)_k + Σ_steps J_bᵀ B(FC_b) s_b + Σ_steps (dS_bᵀ/dq) FC_b,   Qv = Σ J_kᵀ (I Y + N J)_k
// with B = crossForceBar, J_b the Jacobian at the far end of step b, FC_b the sum of all wrenches from there on.
#include "core/model/rod/rod.hpp"
#include "core/model/rod/rod_internal.hpp"

namespace tendril {
namespace {

// N of a rigid piece, rods.md (20a): crossForceBar(I V) + crossForceMatrix(V) I − I ad_V. In spatial form the last two
// are dI/dt = [θ', f~; −f~, 0] with (k, f) = I V the momentum, so N = [θ' − k~, 0; −2 f~, 0]: three columns.
Mat63 coriolisBlock(const Mat6& I, const Vec6& V) {
  const Vec6 momentum = I.lazyProduct(V);
  const Mat3 theta = I.topLeftCorner<3, 3>();
  const Vec3 first(I(2, 4), I(0, 5), I(1, 3)), w = V.head<3>(), v = V.tail<3>();
  // θ' = w~θ − θw~ − v~c~ − c~v~; (θ w~)ᵀ = −w~θ, a~b~ = b aᵀ − (a·b) 1
  const Mat3 turned = screw::skewTimes(w, theta);
  Mat3 top = turned + turned.transpose() - first * v.transpose() - v * first.transpose();
  top.diagonal().array() += 2 * v.dot(first);
  Mat63 N;
  screw::addSkew(top, -momentum.head<3>());
  N.topRows<3>() = top;
  N.bottomRows<3>() = -2 * skew<double>(momentum.tail<3>());
  return N;
}

bool isZero(const Composite& c) {
  return c.F.isZero(0) && c.I.isZero(0) && c.N.isZero(0) && c.K.isZero(0);
}

Mat6 gravityMatrix(const Vec3& gamma) {
  Vec6 twist = Vec6::Zero();
  twist.tail<3>() = gamma;
  return crossMotionMatrix(twist);
}

}  // namespace

void Rod::derivatives(BodyData& bodyData, const BodyCoordinates&, const BaseMotion& motion,
                      std::span<const Composite> attached) const {
  auto& data = static_cast<RodData&>(bodyData);
  if (tables_.size == 0) return rigidDerivatives(data, motion, attached);
  runForces(data, motion.gamma);
  data.base.setZero();
  data.Uq.setZero(), data.Uv.setZero(), data.Qq.setZero(), data.Qv.setZero();
  data.Mq = data.M;
  data.rowN.setZero();
  data.rowI = data.H.transpose();
  data.base.I = data.I;
  data.base.K.noalias() = data.I * gravityMatrix(motion.gamma);
  data.rowK.noalias() = data.rowI * gravityMatrix(motion.gamma);
  const int count = collectHung(data, attached);
  innerDerivatives(data, motion.gamma);
  forceDerivatives(data);
  if (count == 0) return;
  for (std::size_t s = 0; s < attached.size(); ++s)
    if (stations_[s].side && !attached[s].F.isZero(0))
      turnSide(data, stations_[s], data.sideSteps[s], data.stations[s].J, attached[s].F);
  attachedDerivatives(data, count);
}

// Drag at a Gauss point changes with the velocity alone, as the point's own forces do: its N is added to theirs.
bool Rod::isOwnDrag(const RodStation& station, const Composite& c) const {
  return !fluid_.empty() && !station.side && tables_.masses[static_cast<std::size_t>(station.node)].mass != 0 &&
         c.I.isZero(0) && c.K.isZero(0);
}

// Sums wrenches from the tip to the base, and stacks J and the columns [I L + N R + K J, I Y + N J, I J, I, N, K] of
// all stations where something hangs. Returns how many there are.
int Rod::collectHung(RodData& data, std::span<const Composite> attached) const {
  for (int k = 0; k < tables_.nodes(); ++k) data.FC[static_cast<std::size_t>(k)] = data.forces.segment<6>(6 * k);
  const int n = tables_.size;
  int count = 0;
  for (Mat6& N : data.attachedN) N.setZero();
  for (std::size_t s = 0; s < attached.size(); ++s) {
    const Composite& c = attached[s];
    if (isZero(c)) continue;
    const auto node = static_cast<std::size_t>(stations_[s].node);
    data.FC[node] += c.F;
    if (isOwnDrag(stations_[s], c)) {
      data.attachedN[node] += c.N;
      continue;
    }
    const Eigen::Index row = 6 * count++;
    data.base.I += c.I, data.base.N += c.N, data.base.K += c.K;
    const Mat6X& J = data.stations[s].J;
    const StationColumns& x = data.columns[s];
    data.attachedJ.middleRows<6>(row) = J;
    auto W = data.attachedW.middleRows<6>(row);
    W.leftCols(n) = c.I.lazyProduct(x.L);
    W.leftCols(n) += c.N.lazyProduct(x.R);
    W.leftCols(n) += c.K.lazyProduct(J);
    W.middleCols(n, n) = c.I.lazyProduct(x.Y);
    W.middleCols(n, n) += c.N.lazyProduct(J);
    W.middleCols(2 * n, n) = c.I.lazyProduct(J);
    W.middleCols<6>(3 * n) = c.I;
    W.middleCols<6>(3 * n + 6) = c.N;
    W.middleCols<6>(3 * n + 12) = c.K;
    data.Uq += W.leftCols(n);
    data.Uv += W.middleCols(n, n);
  }
  for (std::size_t k = data.FC.size() - 1; k > 0; --k) data.FC[k - 1] += data.FC[k];
  data.base.F = data.FC[0];
  return count;
}

void Rod::innerDerivatives(RodData& data, const Vec3& gamma) const {
  const int n = tables_.size, more = fluid_.empty() ? 0 : 3;
  for (const RodDivision& d : tables_.divisions) {
    const int columns = d.lastColumn(), last = d.lastStep();
    for (int node = d.firstStep + 1; node <= last; ++node) nodeColumns(data, d, node, gamma);
    // Nothing pulls at the end of the last division unless something hangs there.
    const bool loose = last == tables_.steps && data.FC[static_cast<std::size_t>(last)].isZero(0);
    const Eigen::Index row = 6 * (d.firstStep + 1), rows = 6 * (d.steps - (loose ? 1 : 0));
    const auto J = data.J.block(row, 0, rows, columns);
    addTransposeProduct(J, data.W.block(row, 0, rows, columns), data.Qq.topLeftCorner(columns, columns));
    addTransposeProduct(J, data.W.block(row, n, rows, columns), data.Qv.topLeftCorner(columns, columns));
    addTransposeProduct(J, data.W.block(row, 2 * n, rows, 3 + more), data.rowN.topLeftCorner(columns, 3 + more));
    addTransposeProduct(J, data.W.block(row, 2 * n + 3 + more, rows, more), data.rowK.topLeftCorner(columns, more));
  }
}

// Columns B(FC) s of the step that ends at a node, I L + N R and I Y + N J of its own inertia.
void Rod::nodeColumns(RodData& data, const RodDivision& d, int node, const Vec3& gamma) const {
  const auto k = static_cast<std::size_t>(node);
  const int n = tables_.size;
  const Eigen::Index row = 6 * node;
  const Mat6 bar = crossForceBar(data.FC[k]);
  for (int j = d.firstColumn; j < d.lastColumn(); ++j) {
    const Vec6 s = data.J.col(j).segment<6>(row) - data.J.col(j).segment<6>(row - 6);
    const Vec6 turned = bar.lazyProduct(s);
    data.W.col(j).segment<6>(row) = turned;
    data.Uq.col(j) += turned;
  }
  if (tables_.masses[k].mass == 0) return;
  if (!fluid_.empty()) return wetColumns(data, d, node, gamma);
  const Mat6& I = data.inertia[k];
  const Mat63 N = coriolisBlock(I, data.V[k]);
  data.W.middleCols<3>(2 * n).middleRows<6>(row) = N;
  data.base.N.leftCols<3>() += N;
  const auto at = [&](const MatX& columns, int j) { return columns.col(j).segment<6>(row); };
  addNodeColumns(
      data, d, node,
      [&](int j) -> Vec6 { return I.lazyProduct(at(data.L, j)) + N.lazyProduct(at(data.R, j).head<3>()); },
      [&](int j) -> Vec6 { return I.lazyProduct(at(data.Y, j)) + N.lazyProduct(at(data.J, j).head<3>()); });
}

// Qq += Σ_steps Φᵀ G Φ.
void Rod::forceDerivatives(RodData& data) const {
  for (int b = 0; b < tables_.steps; ++b) {
    const auto k = static_cast<std::size_t>(b);
    screw::Matrix G[2][2];
    stepForceDerivative(data.steps[k], tables_.intervals[k], data.FC[k + 1], G);
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) {
        // pairs of strains in the order (row, column) = (1,1), (2,1), (1,2), (2,2)
        const Vec4 angular(G[0][0].B(r, c), G[1][0].B(r, c), G[0][1].B(r, c), G[1][1].B(r, c));
        const Vec4 mixed(G[0][0].A(r, c), G[1][0].A(r, c), G[0][1].A(r, c), G[1][1].A(r, c));
        data.G.col(6 * r + c).segment<4>(4 * b) = angular;
        data.G.col(6 * r + c + 3).segment<4>(4 * b) = mixed;
        data.G.col(6 * (r + 3) + c).segment<4>(4 * b) = mixed;
      }
    }
  }
  for (const RodDivision& d : tables_.divisions)
    for (const StrainBlock& rows : d.blocks)
      for (const StrainBlock& columns : d.blocks)
        if (rows.strain < 3 || columns.strain < 3) addBlock(data, d, rows, columns);
}

void Rod::addBlock(RodData& data, const RodDivision& d, const StrainBlock& rows, const StrainBlock& columns) const {
  const double* G = data.G.col(6 * rows.strain + columns.strain).data() + 4 * d.firstStep;
  const bool local = rows.local || columns.local;
  for (int j = 0; j < columns.count; ++j) {
    const auto index = static_cast<std::size_t>(j);
    const double* phi = columns.phi.col(j).data();
    double* t = data.T.col(j).data();
    for (int b = columns.begin[index]; b < columns.end[index]; ++b) {
      t[2 * b] = G[4 * b] * phi[2 * b] + G[4 * b + 2] * phi[2 * b + 1];
      t[2 * b + 1] = G[4 * b + 1] * phi[2 * b] + G[4 * b + 3] * phi[2 * b + 1];
    }
    for (int i = 0; local && i < rows.count; ++i) {
      const int from = std::max(columns.begin[index], rows.begin[static_cast<std::size_t>(i)]);
      const int count = std::min(columns.end[index], rows.end[static_cast<std::size_t>(i)]) - from;
      if (count <= 0) continue;
      data.Qq(rows.first + i, columns.first + j) +=
          rows.phi.col(i).segment(2 * from, 2 * count).dot(data.T.col(j).segment(2 * from, 2 * count));
    }
  }
  if (local) return;
  addTransposeProduct(rows.phi, data.T.topLeftCorner(2 * d.steps, columns.count),
                      data.Qq.block(rows.first, columns.first, rows.count, columns.count));
}

// The partial step of a station that lies between nodes: B(F) s and (dSᵀ/dq) F of what acts there. J: of the station.
void Rod::turnSide(RodData& data, const RodStation& station, const MagnusStep& step, const Mat6X& J,
                   const Vec6& F) const {
  const RodDivision& d = tables_.divisions[static_cast<std::size_t>(station.division)];
  const Mat6 bar = crossForceBar(F);
  screw::Matrix G[2][2];
  stepForceDerivative(step, station.interval, F, G);
  const auto nodeJ = data.J.middleRows<6>(6 * station.node);
  for (int j = d.firstColumn; j < d.lastColumn(); ++j) {
    const Vec6 turned = bar.lazyProduct(J.col(j) - nodeJ.col(j));
    data.Uq.col(j) += turned;
    for (int i = 0; i < d.lastColumn(); ++i) data.Qq(i, j) += J.col(i).dot(turned);
    for (int i = d.firstColumn; i < d.lastColumn(); ++i) data.Qq(i, j) += sideEntry(station, d, G, i, j);
  }
}

double Rod::sideEntry(const RodStation& station, const RodDivision& d, const screw::Matrix (&G)[2][2], int i,
                      int j) const {
  const int r = tables_.columnStrain[static_cast<std::size_t>(i)],
            c = tables_.columnStrain[static_cast<std::size_t>(j)];
  if (r >= 3 && c >= 3) return 0;
  double sum = 0;
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 2; ++b) {
      const Mat3& block = r < 3 && c < 3 ? G[a][b].B : G[a][b].A;
      sum += station.phi(a, i - d.firstColumn) * block(r % 3, c % 3) * station.phi(b, j - d.firstColumn);
    }
  }
  return sum;
}

void Rod::attachedDerivatives(RodData& data, int count) const {
  const int n = tables_.size;
  const auto J = data.attachedJ.topRows(6 * count);
  const auto W = data.attachedW.topRows(6 * count);
  addTransposeProduct(J, W.leftCols(n), data.Qq);
  addTransposeProduct(J, W.middleCols(n, n), data.Qv);
  addTransposeProduct(J, W.middleCols(2 * n, n), data.Mq);
  addTransposeProduct(J, W.middleCols(3 * n, 6), data.rowI);
  addTransposeProduct(J, W.middleCols(3 * n + 6, 6), data.rowN);
  addTransposeProduct(J, W.middleCols(3 * n + 12, 6), data.rowK);
}

}  // namespace tendril
