// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace tendril {

/// Shortest text that reads back to the same finite number; "nan", "inf" and "-inf" for the others.
std::string numberText(double value);

}  // namespace tendril
