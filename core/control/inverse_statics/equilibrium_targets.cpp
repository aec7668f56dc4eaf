// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/inverse_statics/equilibrium_targets.hpp"

#include <stdexcept>
#include <utility>

#include "core/control/inverse_statics/equilibrium_search.hpp"
#include "core/control/reference/references.hpp"

namespace tendril {
namespace {

/// The frames that are led, all of them as one task.
class Aims : public EquilibriumAim {
 public:
  Aims(const Model& model, Data& data, const std::vector<EquilibriumTarget>& targets)
      : model_(model), data_(data), targets_(targets), motion_(model), rest_(VecX::Zero(model.nv)) {
    int entries = 0;
    for (const EquilibriumTarget& target : targets) {
      references_.push_back(taskReference(target.task.kind, makeConstantReference(target.wanted)));
      errors_.emplace_back(target.task.kind);
      entries += taskSize(target.task.kind);
    }
    misses.setZero(entries);
  }

  void evaluate(const VecX& q) override { visit(q, nullptr, nullptr); }
  void project(const VecX& q, const MatX& columns, MatX& out) override { visit(q, &columns, &out); }

 private:
  void visit(const VecX& q, const MatX* columns, MatX* out) {
    if (out) out->resize(misses.size(), columns->cols());
    Eigen::Index at = 0;
    for (std::size_t k = 0; k < targets_.size(); ++k) {
      const Task& task = targets_[k].task;
      stationMotion(model_, data_, task.link, task.station, q, rest_, rest_, motion_);
      errors_[k].evaluate(references_[k], 0, motion_);
      misses.segment(at, taskSize(task.kind)) = errors_[k].position;
      if (out) {
        rows_.resize(taskSize(task.kind), columns->cols());
        errors_[k].project(motion_, *columns, rows_);
        out->middleRows(at, taskSize(task.kind)) = rows_;
      }
      at += taskSize(task.kind);
    }
  }

  const Model& model_;
  Data& data_;
  const std::vector<EquilibriumTarget>& targets_;
  std::vector<PoseReference> references_;
  std::vector<TaskError> errors_;
  StationMotion motion_;
  VecX rest_;
  MatX rows_;
};

void check(const Model& model, const EquilibriumTargetsProblem& problem) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  };
  require(problem.q.size() == model.nq && problem.u.size() == model.nu, "q and u do not fit the robot");
  require(problem.q.allFinite() && problem.u.allFinite(), "q and u must be finite");
  require(!problem.targets.empty(), "there is no target");
  require(!problem.inputs.empty(), "the robot has no input that may change");
  for (const int input : problem.inputs) require(input >= 0 && input < model.nu, "there is no such input");
  for (const EquilibriumTarget& target : problem.targets) {
    require(target.task.link >= 0 && target.task.link < static_cast<int>(model.links.size()),
            "a target leads no link: the world does not move");
    require(target.wanted.size() == taskSize(target.task.kind) && target.wanted.allFinite(),
            "a target needs finite numbers: three for a position or an orientation, six for both");
  }
}

/// What reachTargets answers, from where its search stands.
EquilibriumTargetsResult resultOf(const EquilibriumMap& map, const EquilibriumSearch& search, Aims& aims) {
  EquilibriumTargetsResult out;
  out.q = map.q, out.u = map.u;
  aims.evaluate(map.q);
  out.misses = aims.misses;
  out.reached = search.reached();
  out.nearest = search.nearest();
  out.left = search.left();
  out.residual = map.relativeResidual();
  out.iterations = search.steps();
  out.ended = search.ended();
  return out;
}

/// Steps until nothing comes nearer; why not.
std::string run(EquilibriumSearch& search, const EquilibriumTargetsOptions& options) {
  search.begin();
  try {
    do {
      if (options.cancel && *options.cancel) return "the search was stopped";
      if (search.steps() >= options.maxIterations)
        return "the targets were still being approached after " + std::to_string(search.steps()) + " steps";
    } while (search.step());
  } catch (const std::runtime_error& error) {  // of the program
    return error.what();
  }
  if (search.reached() || search.nearest()) return {};
  return "no equilibrium near this one is nearer to the targets, though the inputs could move on: begin with "
         "another state, or go there by targets on the way";
}

}  // namespace

EquilibriumTargetsResult reachTargets(const Model& model, Data& data, const EquilibriumTargetsProblem& problem,
                                      const EquilibriumTargetsOptions& options) {
  check(model, problem);
  EquilibriumMap map(model, data, problem.inputs, problem.t);
  map.q = problem.q, map.u = problem.u;
  Aims aims(model, data, problem.targets);
  EquilibriumSearch search(model, map, aims, {.tolerance = options.tolerance, .relaxation = options.relaxation});
  std::string failure =
      map.balance() ? run(search, options)
                    : "there is no equilibrium to begin with that forces hold in every direction: give the robot "
                      "springs or soft bodies, or a state to begin with";
  EquilibriumTargetsResult out = resultOf(map, search, aims);
  if (failure.empty()) return out;
  out.reached = out.nearest = false;
  out.failure = std::move(failure);
  return out;
}

}  // namespace tendril
