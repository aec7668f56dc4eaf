// SPDX-License-Identifier: BSD-3-Clause
// Numbers within sentences.
#pragma once

#include <string>

namespace tendril {

/// `value` with at most `digits` significant digits and no zeros at the end, as in "0.25", "-9.81", "1e-07", "inf".
std::string messageNumber(double value, int digits);

}  // namespace tendril
