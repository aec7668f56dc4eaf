// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/description/fields/problem.hpp"

namespace tendril::edits {

/// Tells why an edit cannot be done, for `return fail(…)` in edits. `path`: "links.arm.body", what the problem is shown
/// at. Always false.
inline bool fail(std::vector<Problem>& problems, std::string path, std::string message, std::string cure) {
  problems.push_back({.path = std::move(path), .message = std::move(message), .cure = std::move(cure)});
  return false;
}

/// The same for a link that an edit was made for and that is gone.
inline bool noSuchLink(std::vector<Problem>& problems) {
  return fail(problems, "links", "there is no such link any more", "select another one");
}

}  // namespace tendril::edits
