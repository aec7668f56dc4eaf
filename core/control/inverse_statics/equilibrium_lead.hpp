// SPDX-License-Identifier: BSD-3-Clause
// A point of the robot led by hand through equilibria: the inputs follow, within their ranges.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/control/inverse_statics/equilibrium_search.hpp"
#include "core/control/inverse_statics/led_point.hpp"
#include "core/equilibria/statics.hpp"

namespace tendril {

struct EquilibriumLeadProblem {
  int link = 0;     ///< index
  BodyPlace place;  ///< of the point on it
  /// Unit, world, or zero: where somebody looks along. The distance in this direction counts a fiftieth, so that the
  /// point gets under a cursor that knows no depth.
  Vec3 sight = Vec3::Zero();
  Vec3 gravity = Vec3::Zero();  ///< m/s²
  VecX q, u;                    ///< nq, nu: where to begin; u within the ranges
  double t = 0;                 ///< s, for loads of time
};

/// Where a lead stands.
struct EquilibriumLeadState {
  enum class Verdict {
    kOnTheWay,
    kReached,  ///< the point is where it is wanted, as it is seen
    kNearest,  ///< inputs within their ranges come no nearer, to first order
    kStuck     ///< no equilibrium near this one is nearer, though the inputs could move on: a fold, or the last
               ///< equilibrium that can be held
  };
  Verdict verdict = Verdict::kOnTheWay;
  VecX q, u;                   ///< the equilibrium and its inputs
  Vec3 point = Vec3::Zero();   ///< world, m
  Vec3 wanted = Vec3::Zero();  ///< world, m
  double left = 0, depth = 0;  ///< m, of wanted − point: as it is seen, and along the sight
  std::vector<int> ended;      ///< inputs that stand at an end of their range
  bool stable = true;          ///< once it is no longer on the way
};

class EquilibriumLead {
 public:
  /// std::invalid_argument: what does not fit.
  EquilibriumLead(std::shared_ptr<const Model> model, const EquilibriumLeadProblem& problem);
  ~EquilibriumLead();
  EquilibriumLead(const EquilibriumLead&) = delete;
  EquilibriumLead& operator=(const EquilibriumLead&) = delete;

  /// Finds the equilibrium to begin with (solveStatics, from q). Empty, or why the point cannot be led: what, where,
  /// what to do.
  std::string begin(const std::atomic<bool>* cancel = nullptr);
  /// From now on the point is wanted here (world, m). Numbers that are not finite change nothing.
  void aim(const Vec3& wanted);
  /// One step of EquilibriumSearch, in the state of which all inputs and the equilibrium are consistent; false: there
  /// is nothing more to do until the aim changes. Deterministic.
  bool step();
  const EquilibriumLeadState& state() const { return state_; }
  const Model& model() const { return *model_; }

 private:
  class Aim;
  void update();
  void settle();

  std::shared_ptr<const Model> model_;
  EquilibriumLeadProblem problem_;
  Data data_;
  EquilibriumMap map_;
  std::unique_ptr<Aim> aim_;
  std::unique_ptr<EquilibriumSearch> search_;
  EquilibriumLeadState state_;
  int steps_ = 0;  ///< since the aim changed
};

}  // namespace tendril
