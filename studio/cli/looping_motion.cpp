// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/looping_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/session/simulate.hpp"
#include "studio/cli/io/errors.hpp"

namespace tendril::cli {
namespace {

constexpr int kFiner = 4;          // rows per frame to choose from
constexpr double kSearch = 10;     // durations of motion to choose from
constexpr double kStretch = 0.25;  // of the duration, up or down
constexpr double kTurned = 0.1;    // m that a turn by a radian counts as
constexpr double kStill = 1e-6;    // m: a shorter way is no motion

/// One recorded row of a run and what it looks like.
struct Row {
  StateValues state;
  VecX look, change;  ///< places and directions of all frames, and their change over a frame of the film
};

/// Places and directions of all frames, stacked.
VecX lookOf(const Model& model, Data& data, const StateValues& state) {
  kinematics(model, data, state.q, state.v);
  VecX look(12 * model.frameCount);
  for (int k = 0; k < model.frameCount; ++k) {
    const Pose X = worldPose(data, k);
    look.segment<3>(12 * k) = X.p;
    for (int axis = 0; axis < 3; ++axis) look.segment<3>(12 * k + 3 + 3 * axis) = kTurned * X.R.col(axis);
  }
  return look;
}

std::vector<Row> record(Program& program, double length, double every) {
  const Model& model = *program.model;
  std::vector<Row> rows;
  SimulationRequest request;
  request.duration = length;
  request.every = every;
  request.row = [&](const std::vector<double>& row) {
    const auto piece = [&](int from, int size) { return Eigen::Map<const VecX>(row.data() + from, size); };
    const VecX zero = VecX::Zero(model.nv);
    rows.push_back({{row[0], piece(1, model.nq), piece(1 + model.nq, model.nv), zero,
                     piece(1 + model.nq + model.nv, model.nu), zero},
                    {},
                    {}});
  };
  const SimulationResult result = simulate(program, request);
  if (result.failure) throw Error(ExitCode::kFailed, result.failure->message());
  Data data(model);
  for (Row& row : rows) row.look = lookOf(model, data, row.state);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::size_t next = std::min(k + kFiner, rows.size() - 1);
    rows[k].change = rows[next].look - rows[k].look;
  }
  return rows;
}

/// How much going on from row `end` with row `begin` would jump, in place and speed, squared m.
double jump(const Row& begin, const Row& end) {
  return (end.look - begin.look).squaredNorm() + (end.change - begin.change).squaredNorm();
}

}  // namespace

LoopingMotion loopingMotion(Program& program, int frames, double duration, double warmUp) {
  const double every = duration / (frames * kFiner);
  const std::vector<Row> rows = record(program, warmUp + kSearch * duration, every);
  std::vector<double> path(1, 0);  // length of the way to each row, m
  for (std::size_t k = 1; k < rows.size(); ++k) path.push_back(path.back() + (rows[k].look - rows[k - 1].look).norm());
  const auto usable = static_cast<int>(rows.size()) - 1 - kFiner;
  const int wanted = frames * kFiner, first = static_cast<int>(std::ceil(warmUp / every));
  const int least = static_cast<int>(wanted * (1 - kStretch)), most = static_cast<int>(wanted * (1 + kStretch));
  double best = std::numeric_limits<double>::infinity();
  int begin = 0, length = std::min(wanted, std::max(1, usable));
  for (int start = first; start <= usable; ++start) {
    for (int size = least; size <= most && start + size <= usable; ++size) {
      // Relative to the way in between: a robot that hardly moves is no film.
      const double way = path[start + size] - path[start];
      const double here = std::sqrt(jump(rows[start], rows[start + size])) / (way + kStill);
      if (here < best) best = here, begin = start, length = size;
    }
  }
  LoopingMotion out;
  for (int k = 0; k < frames; ++k)
    out.frames.push_back(rows[begin + static_cast<int>(std::lround(static_cast<double>(k) * length / frames))].state);
  out.start = rows[begin].state.t;
  out.duration = length * every;
  out.jump = best * frames;
  return out;
}

}  // namespace tendril::cli
