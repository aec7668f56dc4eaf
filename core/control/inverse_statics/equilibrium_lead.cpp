// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/inverse_statics/equilibrium_lead.hpp"

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tendril {
namespace {

constexpr double kDepth = 0.02;      // what counts of a distance along the sight
constexpr double kTolerance = 1e-7;  // m: misses below are none
constexpr double kSeen = 2e-3;       // of what is left in depth: what that costs as it is seen
constexpr double kRelaxation = 0.5;  // inputs that the point does not need go down by this share a step
constexpr double kMoves = 1e-9;      // of the largest motion of coordinates: inputs that move the point less do not
constexpr int kMostSteps = 300;      // for one aim

std::vector<int> allInputs(const Model& model) {
  std::vector<int> out(static_cast<std::size_t>(model.nu));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

}  // namespace

/// The miss of the point as it is seen.
class EquilibriumLead::Aim : public EquilibriumAim {
 public:
  Aim(const Model& model, Data& data, const EquilibriumLeadProblem& problem)
      : data_(data),
        point_(model, problem.link, problem.place),
        seen_(Mat3::Identity() - (1 - kDepth) * problem.sight * problem.sight.transpose()) {
    misses.setZero(3);
  }

  void evaluate(const VecX& q) override {
    at = point_.position(data_, q);
    misses = seen_ * (wanted - at);
  }
  void project(const VecX& q, const MatX& columns, MatX& out) override {
    evaluate(q);
    point_.jacobian(data_, jacobian_);
    out.noalias() = seen_ * (jacobian_ * columns);
  }

  Vec3 at = Vec3::Zero(), wanted = Vec3::Zero();

 private:
  Data& data_;
  LedPoint point_;
  Mat3 seen_;
  MatX jacobian_;
};

EquilibriumLead::EquilibriumLead(std::shared_ptr<const Model> model, const EquilibriumLeadProblem& problem)
    : model_(std::move(model)), problem_(problem), data_(*model_), map_(*model_, data_, allInputs(*model_), problem.t) {
  const bool fits = problem.q.size() == model_->nq && problem.u.size() == model_->nu;
  if (!fits || !problem.q.allFinite() || !problem.u.allFinite())
    throw std::invalid_argument("q and u do not fit the robot, or are not finite");
  data_.gravity = problem.gravity;
  aim_ = std::make_unique<Aim>(*model_, data_, problem_);
  state_.q = problem.q, state_.u = problem.u;
}

EquilibriumLead::~EquilibriumLead() = default;

std::string EquilibriumLead::begin(const std::atomic<bool>* cancel) {
  if (model_->nu == 0) return "This robot has no inputs. Give it tendons, chambers or drives that could move it.";
  StaticsProblem statics;
  statics.t = problem_.t, statics.q = problem_.q, statics.u = problem_.u;
  const StaticsResult found = solveStatics(*model_, data_, statics, {.cancel = cancel});
  if (!found.converged) return found.failure;
  map_.q = found.q, map_.u = problem_.u;
  if (!map_.balance())
    return "Something here moves without effort, so that the inputs do not say where the robot rests. Give it springs "
           "or soft bodies, or fix the joint that turns freely.";
  aim_->evaluate(map_.q);
  aim_->wanted = aim_->at;
  MatX moved;
  const MatX& columns = map_.columns();
  aim_->project(map_.q, columns, moved);
  if (!(moved.norm() > kMoves * columns.norm()))
    return "No input moves this point. Take hold of a link behind an actuator.";
  search_ = std::make_unique<EquilibriumSearch>(
      *model_, map_, *aim_, EquilibriumSearchSettings{.tolerance = kTolerance, .relaxation = kRelaxation});
  search_->begin();
  update();
  state_.verdict = EquilibriumLeadState::Verdict::kReached;
  return {};
}

void EquilibriumLead::aim(const Vec3& wanted) {
  if (!search_ || !wanted.allFinite()) return;
  aim_->wanted = wanted;
  search_->begin();
  steps_ = 0;
  update();
  state_.verdict = EquilibriumLeadState::Verdict::kOnTheWay;
}

bool EquilibriumLead::step() {
  if (!search_ || state_.verdict != EquilibriumLeadState::Verdict::kOnTheWay) return false;
  bool canContinue = false;
  try {
    canContinue = ++steps_ <= kMostSteps && search_->step();
  } catch (const std::runtime_error&) {
    // The quadratic program is singular: nothing comes nearer.
  }
  update();
  if (!canContinue) settle();
  return canContinue;
}

void EquilibriumLead::update() {
  aim_->evaluate(map_.q);
  state_.q = map_.q, state_.u = map_.u;
  state_.point = aim_->at, state_.wanted = aim_->wanted;
  const Vec3 way = state_.wanted - state_.point;
  state_.depth = problem_.sight.dot(way);
  state_.left = (way - state_.depth * problem_.sight).norm();
  state_.ended = search_->ended();
}

/// Sets the verdict, whether the target was reached, and whether the equilibrium there is stable.
void EquilibriumLead::settle() {
  using Verdict = EquilibriumLeadState::Verdict;
  const bool reached = state_.left <= 10 * kTolerance + kSeen * std::abs(state_.depth);
  state_.verdict = reached ? Verdict::kReached : search_->nearest() ? Verdict::kNearest : Verdict::kStuck;
  StaticsProblem statics;
  statics.t = problem_.t, statics.q = state_.q, statics.u = state_.u;
  state_.stable = solveStatics(*model_, data_, statics, {.preferStable = false}).stable;
}

}  // namespace tendril
