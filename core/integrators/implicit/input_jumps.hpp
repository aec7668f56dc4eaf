// SPDX-License-Identifier: BSD-3-Clause
// Fixed steps that begin anew where an input jumps.
//
// Before and behind a jump of u the motion is smooth, across it the accelerations jump, too. A step that contains one
// is made in two: up to it with the inputs before it, and from it on with accelerations of forward dynamics under those
// behind it. So what the jump sets ringing is damped as what springs at a start (implicit.cpp), and the order of the
// method stays. A step without a jump is the method's own, bit by bit. Where a jump is depends on the inputs alone, and
// the new accelerations are in the State. Loads that jump are not looked at.
#pragma once

#include <memory>

#include "core/integrators/integrator.hpp"

namespace tendril {

/// A jump between two neighbouring instants (s).
struct InputJump {
  double before = 0, after = 0;
};

/// Finds jumps of inputs that are not positions (Model::prescribedJoints), whose jumps are refused.
class InputJumps {
 public:
  void resize(const Model& model);
  /// A jump in [t, t + h], as narrow as 1e-9 h; of several that of the input whose jump comes first, of several of one
  /// input the one that outweighs the others. Empty where there is none, or none that does: what u does between the
  /// ends of a pulse is not seen.
  std::optional<InputJump> find(const InputsProvider& inputs, double t, double h);

 private:
  std::optional<InputJump> narrowed(const InputsProvider& inputs, Eigen::Index i, double t, double h);

  std::vector<bool> looksAt_;
  VecX from_, to_, middle_, u_, tau_;
};

/// `method`: implicit.hpp, with continuous inputs.
std::unique_ptr<Integrator> restartAtJumps(std::unique_ptr<Integrator> method);

}  // namespace tendril
