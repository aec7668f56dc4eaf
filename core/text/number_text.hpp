// SPDX-License-Identifier: BSD-3-Clause
// Numbers as text.
#pragma once

#include <string>

namespace tendril {

/// Shortest text that reads back to the same finite number; "nan", "inf" and "-inf" for the others.
std::string numberText(double value);

/// Within sentences: `value` with at most `digits` significant digits and no zeros at the end, as in "0.25", "-9.81",
/// "1e-07", "inf".
std::string messageNumber(double value, int digits);

}  // namespace tendril
