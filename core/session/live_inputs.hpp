// SPDX-License-Identifier: BSD-3-Clause
// The signals of a model, some of them taken over by hand, and what holds the robot.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/integrators/integrator.hpp"
#include "core/session/snapshot.hpp"

namespace tendril {

/// Thrown out of a step whose result nobody wants any more: one may take minutes.
struct StepCancelled {};

class LiveInputs : public InputsProvider {
 public:
  explicit LiveInputs(std::shared_ptr<const Model> model);

  /// Value from t on, clipped to the input's range; other indices and values that are no numbers are ignored. The input
  /// goes there as a critically damped spring would, with the time constant kFollow of a position and kYield of a
  /// force: no actuator makes a jump, and a method that watches its error would have to follow it. `running`: time goes
  /// on; else a force is there at once.
  void hold(int input, double value, double t, bool running = true);
  /// Back to the signal: forces fade linearly from t on over kFade, positions follow as they do where they are held.
  void release(int input, double t);
  void releaseAll(double t);
  /// Ends what is fading or following: where time stands still, an input is where it is wanted at once.
  void settle();
  /// What was held or fading in another model goes on here. Inputs are found by the name of their actuator; one that
  /// was renamed, by its place.
  void inherit(const LiveInputs& from);
  void evaluate(double t, VecXMut u, VecXMut tau) const override;
  /// StepCancelled once *cancel is true, in a step that has taken longer than kPatience; so does evaluate().
  void checkpoint() const override;
  /// A step begins. Null: nothing cancels.
  void cancelOn(const std::atomic<bool>* cancel) { cancel_ = cancel, begun_ = Clock::now(); }
  void rates(double t, VecXMut rate, VecXMut acceleration) const override;
  void overlay(double t, VecXMut u, VecXMut share) const override;
  const Perturbation* perturbation() const override { return perturbation_ ? &*perturbation_ : nullptr; }
  /// From now on; of this model. Who makes the force jump by it prepares the integrator.
  void setPerturbation(std::optional<Perturbation> perturbation) { perturbation_ = std::move(perturbation); }
  /// Time is t (s) now. Where it was set back, inputs that were released later are those of their signals, and what
  /// holds an input or the robot and begins later holds it as it is to be.
  void restartAt(double t);
  /// Moves where what is held is wanted from t on (Perturbation::moveTarget), at once unless time goes on (`running`);
  /// ignored unless something is held and the numbers are finite.
  void movePerturbation(const PerturbationTarget& target, double t, bool running);
  /// Who drives each input at t. A signal that throws counts as 0.
  void describe(double t, std::vector<InputState>& out) const;
  bool held(int input) const { return holds_[static_cast<std::size_t>(input)].phase == Hold::Phase::kHeld; }

  /// Some input is held or on its way back.
  bool anyHeld() const;
  /// u (nu) of what controllers demand now, for the inputs that `driven` (nu) marks: where a hand takes hold of one, it
  /// goes on from there.
  void setDemanded(const VecXRef& u, std::vector<char> driven);

  /// Usual steps are never cancelled: while somebody drags a number of the project, time goes on.
  static constexpr std::chrono::milliseconds kPatience{500};
  static constexpr double kFade = 0.2;                     ///< s of simulated time
  static constexpr double kFollow = 0.05, kYield = 0.002;  ///< s of simulated time

 private:
  struct Hold {
    enum class Phase { kOff, kHeld, kReleased } phase = Phase::kOff;
    double value = 0, released = 0;
    double since = 0, gap = 0, gapRate = 0;  ///< what was left to the wanted motion at `since`, and its rate
  };
  Vec3 wanted(int input, double t, double signal) const;
  Vec3 left(int input, double t) const;
  Vec3 motion(int input, double t, double signal) const;
  void follow(int input, Hold next, double t);
  static double weight(const Hold& hold, double t);
  int indexOf(const std::string& actuator) const;
  void programmed(double t) const;

  std::shared_ptr<const Model> model_;
  std::vector<Hold> holds_;
  std::optional<Perturbation> perturbation_;
  std::vector<char> position_;  ///< per input: it is a position
  std::vector<InputRange> ranges_;
  std::vector<char> driven_;  ///< per input: a controller gives it
  VecX demanded_;             ///< nu
  using Clock = std::chrono::steady_clock;
  const std::atomic<bool>* cancel_ = nullptr;
  Clock::time_point begun_;
  mutable VecX signals_, rates_, accelerations_;
};

}  // namespace tendril
