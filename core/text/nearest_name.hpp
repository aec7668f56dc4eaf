// SPDX-License-Identifier: BSD-3-Clause
// "Did you mean …": the known name that is nearest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tendril {

/// Number of insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`.
/// Differences of case count as ¼ rounded up over the whole word. Only the first 200 characters are compared.
int editDistance(std::string_view a, std::string_view b);

/// The nearest candidate, if it is within a third of the length (at least 1) of `name`; else empty. The first wins
/// ties.
std::string nearestName(std::string_view name, std::span<const std::string> candidates);
std::string nearestName(std::string_view name, std::span<const std::string_view> candidates);

/// "; did you mean 'x'?" for the nearest candidate, or an empty string: to be appended to a message.
std::string didYouMean(std::string_view name, std::span<const std::string> candidates);

}  // namespace tendril
