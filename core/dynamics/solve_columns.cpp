// SPDX-License-Identifier: BSD-3-Clause
// Many right-hand sides at once through the factors of the mass matrix: the passes of solveFactorized with
// kSolveBatch numbers side by side in place of each single one, so that every operation fills the vector registers.
// A dense solve costs O(N²) per column, this one O(N).
#include <algorithm>

#include "core/dynamics/factorization.hpp"

namespace tendril {
namespace {

using Rows = SolveRows<Eigen::Dynamic>;
using Row = SolveRows<1>;

/// L x = rows, L the lower triangle of `factor`
template <class Block>
void solveLowerRows(const MatX& factor, Block&& x) {
  const Eigen::Index n = factor.cols();
  for (Eigen::Index j = 0; j < n; ++j) {
    x.row(j) *= 1 / factor(j, j);
    const Row solved = x.row(j);
    for (Eigen::Index i = j + 1; i < n; ++i) x.row(i) -= factor(i, j) * solved;
  }
}

/// Lᵀ x = rows
template <class Block>
void solveUpperRows(const MatX& factor, Block&& x) {
  const Eigen::Index n = factor.cols();
  for (Eigen::Index j = n - 1; j >= 0; --j) {
    Row sum = x.row(j);
    for (Eigen::Index i = j + 1; i < n; ++i) sum -= factor(i, j) * x.row(i);
    x.row(j) = sum * (1 / factor(j, j));
  }
}

/// row −= columnᵀ · six, in two sums that do not wait for each other.
template <class Column, class Out>
void subtractProjection(const Column& column, const SolveRows<6>& six, Out&& row) {
  Row first = row;
  first -= column[0] * six.row(0);
  Row second = column[1] * six.row(1);
  first -= column[2] * six.row(2);
  second += column[3] * six.row(3);
  first -= column[4] * six.row(4);
  second += column[5] * six.row(5);
  row = first - second;
}

/// six += column · row
template <class Column>
void addOuter(const Column& column, const Row& row, SolveRows<6>& six) {
  for (Eigen::Index k = 0; k < 6; ++k) six.row(k) += column[k] * row;
}

void bodyBackward(const Link& link, Data& data, std::size_t i) {
  const MatX& factor = data.factors[i].block;
  SolveRows<6>& base = data.solveFrames[1 + i];
  auto rows = data.solveRows.middleRows(link.vBody, link.nBody);
  for (std::size_t s = 0; s < link.stationColumns.size(); ++s) {
    const SolveRows<6>& attached = data.solveFrames[static_cast<std::size_t>(link.firstStation) + s];
    for (int k = 0; k < link.nBody; ++k)
      subtractProjection(data.J.col(link.stationColumns[s] + k), attached, rows.row(k));
    base += attached;
  }
  solveLowerRows(factor, rows);
  const auto coupling = factor.bottomRows<6>();
  for (int k = 0; k < link.nBody; ++k) addOuter(coupling.col(k), rows.row(k), base);
}

void bodyForward(const Link& link, Data& data, std::size_t i) {
  const MatX& factor = data.factors[i].block;
  const SolveRows<6>& A = data.solveFrames[1 + i];
  auto rows = data.solveRows.middleRows(link.vBody, link.nBody);
  const auto coupling = factor.bottomRows<6>();
  for (int k = 0; k < link.nBody; ++k) subtractProjection(coupling.col(k), A, rows.row(k));
  solveUpperRows(factor, rows);
  for (std::size_t s = 0; s < link.stationColumns.size(); ++s) {
    SolveRows<6>& station = data.solveFrames[static_cast<std::size_t>(link.firstStation) + s];
    station = A;
    for (int k = 0; k < link.nBody; ++k) addOuter(data.J.col(link.stationColumns[s] + k), rows.row(k), station);
  }
}

/// A joint with one coordinate: what passes through is read and written once.
void singleBackward(const Link& link, Data& data, std::size_t i) {
  const LinkFactor& f = data.factors[i];
  const SolveRows<6>& base = data.solveFrames[1 + i];
  SolveRows<6>& parent = data.solveFrames[static_cast<std::size_t>(link.parentFrame)];
  Row row = data.solveRows.row(link.vJoint);
  subtractProjection(data.J.col(link.columnJoint), base, row);
  row *= f.inverse(0, 0);
  data.solveRows.row(link.vJoint) = row;
  for (Eigen::Index k = 0; k < 6; ++k) parent.row(k) += base.row(k) + f.U(k, 0) * row;
}

void singleForward(const Link& link, Data& data, std::size_t i) {
  const LinkFactor& f = data.factors[i];
  const SolveRows<6>& parent = data.solveFrames[static_cast<std::size_t>(link.parentFrame)];
  SolveRows<6>& A = data.solveFrames[1 + i];
  Row moved = Row::Zero();
  subtractProjection(f.U.col(0), parent, moved);
  const Row row = data.solveRows.row(link.vJoint) + f.inverse(0, 0) * moved;
  data.solveRows.row(link.vJoint) = row;
  for (Eigen::Index k = 0; k < 6; ++k) A.row(k) = parent.row(k) + data.J(k, link.columnJoint) * row;
}

/// rows ← inverse · rows of a joint.
void applyInverse(const LinkFactor& f, int count, Eigen::Ref<Rows> rows) {
  SolveRows<6> out;
  for (int a = 0; a < count; ++a) {
    out.row(a) = f.inverse(a, 0) * rows.row(0);
    for (int b = 1; b < count; ++b) out.row(a) += f.inverse(a, b) * rows.row(b);
  }
  rows = out.topRows(count);
}

void jointBackward(const Link& link, Data& data, std::size_t i) {
  if (link.nvJoint == 1) return singleBackward(link, data, i);
  const LinkFactor& f = data.factors[i];
  SolveRows<6>& base = data.solveFrames[1 + i];
  auto rows = data.solveRows.middleRows(link.vJoint, link.nvJoint);
  for (int k = 0; k < link.nvJoint; ++k) subtractProjection(data.J.col(link.columnJoint + k), base, rows.row(k));
  if (link.nvJoint) applyInverse(f, link.nvJoint, rows);
  for (int k = 0; k < link.nvJoint; ++k) addOuter(f.U.col(k), rows.row(k), base);
  data.solveFrames[static_cast<std::size_t>(link.parentFrame)] += base;
}

void jointForward(const Link& link, Data& data, std::size_t i) {
  if (link.nvJoint == 1) return singleForward(link, data, i);
  const LinkFactor& f = data.factors[i];
  SolveRows<6>& A = data.solveFrames[1 + i];
  A = data.solveFrames[static_cast<std::size_t>(link.parentFrame)];
  auto rows = data.solveRows.middleRows(link.vJoint, link.nvJoint);
  SolveRows<6> moved = SolveRows<6>::Zero();  // −Uᵀ A
  for (int k = 0; k < link.nvJoint; ++k) subtractProjection(f.U.col(k), A, moved.row(k));
  for (int a = 0; a < link.nvJoint; ++a) {
    Row sum = rows.row(a);
    for (int b = 0; b < link.nvJoint; ++b) sum += f.inverse(a, b) * moved.row(b);
    rows.row(a) = sum;
    addOuter(data.J.col(link.columnJoint + a), sum, A);
  }
}

void solveBatch(const Model& model, Data& data) {
  for (SolveRows<6>& wrench : data.solveFrames) wrench.setZero();
  for (std::size_t i = model.links.size(); i-- > 0;) {
    const Link& link = model.links[i];
    if (link.body) bodyBackward(link, data, i);
    jointBackward(link, data, i);
  }
  data.solveFrames[0].setZero();
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    jointForward(link, data, i);
    if (link.body) bodyForward(link, data, i);
  }
}

/// Columns [first, first + count) of `from`, negated, to the batch: row by row, so that each column is read in order.
void takeColumns(const MatX& from, Eigen::Index first, Eigen::Index count, SolveRows<Eigen::Dynamic>& to) {
  const double* const begin = from.data() + first * from.rows();
  if (count < kSolveBatch) to.setZero();
  for (Eigen::Index r = 0; r < from.rows(); ++r)
    for (Eigen::Index c = 0; c < count; ++c) to(r, c) = -begin[c * from.rows() + r];
}

void putColumns(const SolveRows<Eigen::Dynamic>& from, Eigen::Index first, Eigen::Index count, MatX& to) {
  double* const begin = to.data() + first * to.rows();
  for (Eigen::Index r = 0; r < to.rows(); ++r)
    for (Eigen::Index c = 0; c < count; ++c) begin[c * to.rows() + r] = from(r, c);
}

}  // namespace

void solveColumnsNegated(const Model& model, Data& data, const MatX& rhs, MatX& out) {
  for (Eigen::Index first = 0; first < rhs.cols(); first += kSolveBatch) {
    const Eigen::Index count = std::min<Eigen::Index>(kSolveBatch, rhs.cols() - first);
    takeColumns(rhs, first, count, data.solveRows);
    solveBatch(model, data);
    putColumns(data.solveRows, first, count, out);
  }
}

}  // namespace tendril
