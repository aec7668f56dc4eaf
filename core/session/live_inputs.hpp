// SPDX-License-Identifier: BSD-3-Clause
// The signals of a model, some of them taken over by hand.
#pragma once

#include <string>
#include <vector>

#include "core/session/snapshot.hpp"
#include "core/solvers/integrator.hpp"

namespace tendril {

class LiveInputs : public InputsProvider {
 public:
  explicit LiveInputs(std::shared_ptr<const Model> model);

  /// Value from now on, clipped to the input's range; other indices and values that are no numbers are ignored.
  void hold(int input, double value);
  /// Back to the signal, fading linearly from t on over kFade.
  void release(int input, double t);
  void releaseAll(double t);
  /// Ends what is fading: where time stands still, an input goes back at once.
  void settle();
  /// What was held or fading in another model goes on here. Inputs are found by the name of their actuator; one that
  /// was renamed, by its place.
  void inherit(const LiveInputs& from);
  void evaluate(double t, VecXMut u, VecXMut tau) const override;
  /// Who drives each input at t. A signal that throws counts as 0.
  void describe(double t, std::vector<InputState>& out) const;
  bool held(int input) const { return hands_[static_cast<std::size_t>(input)].phase == Hand::Phase::kHeld; }

  static constexpr double kFade = 0.2;  ///< s of simulated time

 private:
  struct Hand {
    enum class Phase { kOff, kHeld, kReleased } phase = Phase::kOff;
    double value = 0, released = 0;
  };
  static double weight(const Hand& hand, double t);
  int indexOf(const std::string& actuator) const;

  std::shared_ptr<const Model> model_;
  std::vector<Hand> hands_;
  mutable VecX signals_;
};

}  // namespace tendril
