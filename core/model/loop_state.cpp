// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/loop_state.hpp"

#include <array>
#include <cmath>

namespace tendril {
namespace {

void addOpening(const Data& data, const Loop& loop, const std::vector<LoopRow>& rows, LoopOpening& squares) {
  std::array<double, 6> storage;
  Eigen::Map<VecX> error(storage.data(), static_cast<Eigen::Index>(rows.size()));
  loopError(data, loop, rows, error);
  for (std::size_t k = 0; k < rows.size(); ++k)
    (rows[k].component < 3 ? squares.angle : squares.distance) += storage[k] * storage[k];
}

}  // namespace

LoopOpening loopOpening(const Data& data, const Loop& loop) {
  LoopOpening out;
  addOpening(data, loop, loop.rows, out);
  addOpening(data, loop, loop.dropped, out);
  return {std::sqrt(out.distance), std::sqrt(out.angle)};
}

Vec6 loopWrench(const Data& data, const Loop& loop, const VecXRef& lambda) {
  const Mat3 Rba = loopPose(data, loop).R;
  Vec6 wrench = Vec6::Zero();
  for (std::size_t k = 0; k < loop.rows.size(); ++k)
    wrench += lambda[loop.firstRow + static_cast<int>(k)] * rowDirection(loop.joint, loop.rows[k], Rba);
  return wrench;
}

}  // namespace tendril
