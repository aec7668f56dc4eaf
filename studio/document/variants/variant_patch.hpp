// SPDX-License-Identifier: GPL-3.0-or-later
// Variants as lists of changes: {path of a field: value}.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/description/description.hpp"

namespace tendril {

/// The changes of a variant in the order in which they are made.
using VariantPatch = description::OrderedMap<std::string, description::RawJson>;

/// The changes of a variant of this name; null if there is none.
const VariantPatch* patchOf(const Description& project, std::string_view variant);
VariantPatch* patchOf(Description& project, std::string_view variant);

/// What of the fields differs.
struct FieldDifference {
  std::vector<std::pair<std::string, std::string>> values;  ///< path, JSON afterwards
  bool structure = false;  ///< objects came or went, or have other names or places: no list of values says it
  bool project = false;    ///< of the whole project: name, variants, sources, signals, the window's part

  bool same() const { return values.empty() && !structure; }
};

/// `like`: the text of the file, whose keys are looked at even where they have their defaults.
FieldDifference differenceBetween(const Description& before, const Description& after, std::string_view like);

/// Puts a value into the changes, in place of what they said of the field or inside it.
void setChange(VariantPatch& patch, const std::string& path, const std::string& json);

/// Takes away changes that say of one of the paths what the project itself has there.
void dropIdle(VariantPatch& patch, const std::vector<std::string>& paths, const Description& project,
              std::string_view like);

}  // namespace tendril
