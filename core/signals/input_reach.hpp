// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/model.hpp"

namespace tendril {

/// The largest |value| of the signal of an input (index into u) over the duration of a run, in the input's SI unit, as
/// far as some hundred looks at it show: a short peak may be missed. 0: it has no signal, or one that is no number.
double inputReach(const Model& model, int input);

}  // namespace tendril
