// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/nearest_name.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace tendril {
namespace {

constexpr std::size_t kCompared = 200;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Cost in quarters of an edit, so that a wrong case is cheaper than a wrong letter.
int substitution(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? 1 : 4;
}

int distanceInQuarters(std::string_view a, std::string_view b) {
  a = a.substr(0, kCompared);
  b = b.substr(0, kCompared);
  std::array<std::array<int, kCompared + 1>, 3> rows{};
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = static_cast<int>(4 * j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    const auto& twoAbove = rows[(i + 1) % 3];
    row[0] = static_cast<int>(4 * i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 4, row[j - 1] + 4, above[j - 1] + substitution(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], twoAbove[j - 2] + 4);
    }
  }
  return rows[a.size() % 3][b.size()];
}

template <class Name>
std::string nearest(std::string_view name, std::span<const Name> candidates) {
  const int longest = static_cast<int>(std::min(name.size(), kCompared));
  int best = std::max(4, longest * 4 / 3) + 1;
  std::string_view found;
  for (const Name& candidate : candidates) {
    const std::ptrdiff_t gap = std::ssize(candidate) - std::ssize(name);
    if (candidate.empty() || 4 * std::abs(gap) >= best) continue;
    const int distance = distanceInQuarters(name, candidate);
    if (distance < best) best = distance, found = candidate;
  }
  // One letter replaced by another one is a different name, not a slip.
  return name.size() == 1 && best >= 4 ? std::string() : std::string(found);
}

}  // namespace

int editDistance(std::string_view a, std::string_view b) {
  return (distanceInQuarters(a, b) + 3) / 4;
}

std::string nearestName(std::string_view name, std::span<const std::string> candidates) {
  return nearest(name, candidates);
}

std::string nearestName(std::string_view name, std::span<const std::string_view> candidates) {
  return nearest(name, candidates);
}

std::string didYouMean(std::string_view name, std::span<const std::string> candidates) {
  const std::string found = nearestName(name, candidates);
  return found.empty() ? std::string() : "; did you mean '" + found + "'?";
}

}  // namespace tendril
