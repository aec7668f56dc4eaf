// SPDX-License-Identifier: BSD-3-Clause
#include "core/constraints/inputs_provider.hpp"

namespace tendril {

void SignalInputs::evaluate(double t, VecXMut u, VecXMut tau) const {
  model_.inputsAt(t, u);
  tau.setZero();
}

}  // namespace tendril
