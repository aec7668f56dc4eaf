// SPDX-License-Identifier: BSD-3-Clause
// Units of formulas, as far as they follow from those of their parts. Empty optional: not known.
#pragma once

#include <optional>
#include <string>

namespace tendril {

using SignalUnit = std::optional<std::string>;

/// Of a sum, a minimum, …: the common unit. Plain numbers (`aPlain`, `bPlain`) take the unit of the other side.
SignalUnit commonUnit(const SignalUnit& a, bool aPlain, const SignalUnit& b, bool bPlain);
SignalUnit productUnit(const SignalUnit& a, const SignalUnit& b);
SignalUnit quotientUnit(const SignalUnit& a, const SignalUnit& b);
/// Of the rate of change.
SignalUnit rateUnit(const SignalUnit& a);

}  // namespace tendril
