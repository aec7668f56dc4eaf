// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/live/session.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "core/session/live/loop.hpp"

namespace tendril {
namespace {

// Of commands that replace one of their kind that still waits; those of inputs have the top bit.
constexpr std::uint64_t kSeekKey = 1, kGravityKey = 2, kStaticsKey = 3, kPerturbationKey = 4, kDeformationKey = 5,
                        kEquilibriumKey = 6, kMassesKey = 7, kPlacesKey = 8, kInputKey = std::uint64_t{1} << 63;

}  // namespace

Session::Session() : Session(Options{}) {}

Session::Session(Options options) : loop_(std::make_unique<Loop>(options)) {}

Session::~Session() = default;

void Session::load(std::unique_ptr<Program> program, StateTransfer transfer) {
  loop_->postLoad(std::move(program), transfer);
}

void Session::play() {
  loop_->postUrgent([](Loop& loop) {
    loop.stepsWanted = 0;
    loop.simulation.setEquilibriumMode(false);
    loop.simulation.play();
    loop.pacer.restart(loop.simulation.state().t, Pacer::Clock::now());
  });
}

void Session::pause() {
  loop_->postAtOnce(
      [](Loop& loop) {
        loop.stepsWanted = 0;
        loop.simulation.pause();
      },
      0, true);
}

void Session::stepOnce(int count) {
  loop_->postUrgent([count](Loop& loop) {
    if (loop.simulation.empty() || count < 1) return;
    loop.simulation.setEquilibriumMode(false);
    const int left = loop.simulation.moveShown(count);
    if (loop.simulation.runState() == RunState::kDiverged) loop.simulation.play();
    loop.simulation.pause();
    loop.stepsWanted += left;
  });
}

void Session::stepBack() {
  loop_->postAtOnce([](Loop& loop) {
    loop.stepsWanted = 0;
    loop.simulation.moveShown(-1);
  });
}

void Session::reset() {
  loop_->postAtOnce(
      [](Loop& loop) {
        loop.stepsWanted = 0;
        loop.simulation.setEquilibriumMode(false);
        loop.simulation.reset();
      },
      0, true);
}

void Session::setSpeed(double factor) {
  if (std::isnan(factor)) return;
  const double clamped = std::isinf(factor) && factor > 0 ? factor : std::clamp(factor, 0.01, 1000.0);
  loop_->post([clamped](Loop& loop) { loop.pacer.setSpeed(clamped, loop.simulation.state().t, Pacer::Clock::now()); });
}

void Session::stopAt(std::optional<double> t) {
  loop_->post([t](Loop& loop) { loop.simulation.stopAt(t); });
}

void Session::overrideInput(int input, double value) {
  if (!std::isfinite(value)) return;  // must not take the place of one that waits
  const auto hold = [input, value](Loop& loop) {
    const Simulation& now = loop.simulation;
    const bool runs = now.runState() == RunState::kRunning && !now.replaying();
    if (LiveInputs* inputs = loop.simulation.inputs()) inputs->hold(input, value, now.state().t, runs);
    loop.equilibriumDue = true;
  };
  loop_->post(hold, kInputKey | static_cast<std::uint32_t>(input));
}

void Session::releaseInput(int input) {
  loop_->post([input](Loop& loop) {
    if (LiveInputs* inputs = loop.simulation.inputs()) inputs->release(input, loop.simulation.state().t);
    loop.equilibriumDue = true;
  });
}

void Session::releaseAllInputs() {
  loop_->post([](Loop& loop) {
    if (LiveInputs* inputs = loop.simulation.inputs()) inputs->releaseAll(loop.simulation.state().t);
    loop.equilibriumDue = true;
  });
}

void Session::setState(State state) {
  loop_->postAtOnce([state = std::move(state)](Loop& loop) {
    loop.simulation.setState(state);
    loop.equilibriumDue = true;
    loop.pacer.restart(loop.simulation.state().t, Pacer::Clock::now());
  });
}

void Session::setConfiguration(VecX q, VecX v) {
  loop_->postAtOnce([q = std::move(q), v = std::move(v)](Loop& loop) {
    loop.simulation.setConfiguration(q, v);
    loop.equilibriumDue = true;
  });
}

void Session::seek(std::uint64_t run, double t) {
  if (std::isnan(t)) return;
  loop_->postAtOnce(
      [run, t](Loop& loop) {
        loop.stepsWanted = 0;
        loop.simulation.seek(run, t);
      },
      kSeekKey);
}

void Session::followLatest() {
  loop_->postAtOnce([](Loop& loop) {
    loop.stepsWanted = 0;
    loop.simulation.followLatest();
  });
}

void Session::replay(std::uint64_t run, double from, double to, bool repeat) {
  loop_->postAtOnce([run, from, to, repeat](Loop& loop) {
    loop.stepsWanted = 0;
    loop.simulation.replay(run, from, to, repeat);
  });
}

void Session::deleteRun(std::uint64_t run) {
  loop_->post([run](Loop& loop) { loop.simulation.deleteRun(run); });
}

std::uint64_t Session::addRun(Run run) {
  static std::atomic<std::uint64_t> last = std::uint64_t{1} << 62;  // beyond those that live runs get
  run.id = ++last;
  loop_->post([run](Loop& loop) { loop.simulation.addRun(run); });
  return run.id;
}

void Session::recordTo(std::shared_ptr<RunSink> sink) {
  loop_->post([sink = std::move(sink)](Loop& loop) { loop.simulation.recordTo(sink); });
}

void Session::renameRun(std::uint64_t run, std::string name) {
  loop_->post([run, name = std::move(name)](Loop& loop) { loop.simulation.renameRun(run, name); });
}

void Session::note(RunEvent event) {
  loop_->post([event = std::move(event)](Loop& loop) { loop.simulation.note(event); });
}

void Session::setGravity(const Vec3& gravity) {
  if (!gravity.allFinite()) return;
  loop_->post(
      [gravity](Loop& loop) {
        loop.simulation.setGravity(gravity);
        loop.equilibriumDue = true;
      },
      kGravityKey);
}

void Session::perturb(const PerturbationSpec& spec, const PerturbationTarget& target) {
  loop_->postAtOnce([spec, target](Loop& loop) {
    loop.simulation.perturb(spec, target);
    loop.equilibriumDue = true;
  });
}

void Session::movePerturbation(const PerturbationTarget& target) {
  loop_->post(
      [target](Loop& loop) {
        loop.simulation.movePerturbation(target);
        loop.equilibriumDue = true;
      },
      kPerturbationKey);
}

void Session::releasePerturbation() {
  loop_->postAtOnce([](Loop& loop) {
    loop.simulation.releasePerturbation();
    loop.equilibriumDue = true;
  });
}

void Session::showDeformation(SurfaceField field, bool inside) {
  loop_->post([field, inside](Loop& loop) { loop.field = field, loop.inside = inside; }, kDeformationKey);
}

void Session::showMasses(bool on) {
  loop_->post([on](Loop& loop) { loop.weighs = on; }, kMassesKey);
}

void Session::showPlaces(bool on) {
  loop_->post([on](Loop& loop) { loop.locates = on; }, kPlacesKey);
}

void Session::solveStatics() {
  loop_->postAtOnce([](Loop& loop) { loop.equilibriumDue = loop.showWay = true; }, kStaticsKey);
}

void Session::setEquilibriumMode(bool on) {
  loop_->postAtOnce([on](Loop& loop) {
    if (loop.simulation.empty()) return;
    loop.simulation.setEquilibriumMode(on);
    loop.equilibriumDue = loop.showWay = on;
  });
}

void Session::showEquilibrium(VecX q, VecX u) {
  if (!q.allFinite() || !u.allFinite()) return;  // must not take the place of one that waits
  const auto show = [q = std::move(q), u = std::move(u)](Loop& loop) {
    loop.stepsWanted = 0;
    loop.simulation.showEquilibrium(q, u);
  };
  loop_->postAtOnce(show, kEquilibriumKey);
}

void Session::keepPlace() {
  loop_->post([](Loop& loop) { loop.simulation.keepPlace(); });
}

void Session::returnToPlace() {
  loop_->postAtOnce([](Loop& loop) {
    loop.stepsWanted = 0;
    loop.simulation.returnToPlace();
  });
}

bool Session::update() {
  return loop_->update();
}

const Snapshot& Session::snapshot() const {
  return loop_->snapshot();
}

bool Session::flush(double seconds) {
  auto done = std::make_shared<std::promise<void>>();
  std::future<void> reached = done->get_future();
  loop_->post([done](Loop& loop) { loop.after.push_back([done] { done->set_value(); }); });
  return reached.wait_for(std::chrono::duration<double>(seconds)) == std::future_status::ready;
}

std::optional<State> Session::state(double seconds) {
  auto answer = std::make_shared<std::promise<std::optional<State>>>();
  std::future<std::optional<State>> reached = answer->get_future();
  loop_->post([answer](Loop& loop) {
    answer->set_value(loop.simulation.empty() ? std::nullopt : std::optional<State>(loop.simulation.state()));
  });
  if (reached.wait_for(std::chrono::duration<double>(seconds)) != std::future_status::ready) return {};
  return reached.get();
}

}  // namespace tendril
