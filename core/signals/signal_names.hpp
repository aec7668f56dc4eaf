// SPDX-License-Identifier: BSD-3-Clause
// Names that stand in the texts of signals: arm.tip.x, norm('tendon 1'.tension).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/model.hpp"

namespace tendril {

/// One piece of a formula: a name (quoted or not), or one other character.
struct NameToken {
  std::string_view text;  ///< as it stands there
  std::string_view name;  ///< without quotes; empty: no name
  bool quoted = false;
  bool afterDot = false, beforeDot = false;
};

/// The pieces of a text, in order; together they are the text, which must outlive them.
std::vector<NameToken> nameTokens(std::string_view text);

/// Names of objects before and after; all at once, so that names may be exchanged.
using Renames = std::vector<std::pair<std::string, std::string>>;

/// A signal or formula with the objects before a dot renamed: arm.tip.x, 'tendon 1'.tension.
std::string withObjectsRenamed(std::string_view signal, const Renames& renames);

/// How links, actuators and controllers of `model` are called in `other`, where that is another name: links by their
/// id, the others by their place if there are as many. Empty if the names are the same.
Renames namesIn(const Model& other, const Model& model);

}  // namespace tendril
