// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/loop_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace tendril {
namespace {

void addOpening(const Data& data, const Loop& loop, const std::vector<ConstraintRow>& rows, LoopOpening& squares) {
  std::array<double, 6> storage;
  Eigen::Map<VecX> error(storage.data(), static_cast<Eigen::Index>(rows.size()));
  loopError(data, loop, rows, error);
  for (std::size_t k = 0; k < rows.size(); ++k)
    (rows[k].component < 3 ? squares.angle : squares.distance) += storage[k] * storage[k];
}

/// "vx 0.15 m"
std::string rowText(const ConstraintRow& row, double e) {
  char text[48];
  std::snprintf(text, sizeof text, " %.3g %s", e, row.component < 3 ? "rad" : "m");
  return std::string(constraintRowName(row)) + text;
}

}  // namespace

LoopOpening loopOpening(const Data& data, const Loop& loop) {
  LoopOpening out;
  addOpening(data, loop, loop.rows, out);
  addOpening(data, loop, loop.dropped, out);
  return {std::sqrt(out.distance), std::sqrt(out.angle)};
}

double widestGap(const Model& model, const Data& data, std::vector<ConstraintRow> Loop::*rows) {
  double widest = 0;
  std::array<double, 6> storage;
  for (const Loop& loop : model.loops) {
    if ((loop.*rows).empty()) continue;
    Eigen::Map<VecX> error(storage.data(), static_cast<Eigen::Index>((loop.*rows).size()));
    loopError(data, loop, loop.*rows, error);
    if (!error.allFinite()) return std::numeric_limits<double>::infinity();
    widest = std::max(widest, error.cwiseAbs().maxCoeff());
  }
  return widest;
}

std::string openRows(const Model& model, const Data& data, double tolerance) {
  std::string out;
  for (const Loop& loop : model.loops) {
    std::string list;
    double widest = 0;
    for (const std::vector<ConstraintRow>* rows : {&loop.rows, &loop.dropped}) {
      VecX error(static_cast<Eigen::Index>(rows->size()));
      loopError(data, loop, *rows, error);
      for (std::size_t k = 0; k < rows->size(); ++k) {
        const double e = error[static_cast<Eigen::Index>(k)];
        widest = std::isfinite(e) ? std::max(widest, std::abs(e)) : std::numeric_limits<double>::infinity();
        list += (list.empty() ? "" : ", ") + rowText((*rows)[k], e) + (rows == &loop.dropped ? " (implied)" : "");
      }
    }
    if (widest > tolerance) out += (out.empty() ? "" : "; ") + loop.name + ": " + list;
  }
  return out;
}

Vec6 loopWrench(const Data& data, const Loop& loop, const VecXRef& lambda) {
  const Mat3 Rba = loopPose(data, loop).R;
  Vec6 wrench = Vec6::Zero();
  for (std::size_t k = 0; k < loop.rows.size(); ++k)
    wrench += lambda[loop.firstRow + static_cast<int>(k)] * rowDirection(loop.rows[k], Rba);
  return wrench;
}

}  // namespace tendril
