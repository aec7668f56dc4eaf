// SPDX-License-Identifier: GPL-3.0-or-later
// The states at which `tendril dynamics` computes: S.json, or rows of a table.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/description/load.hpp"
#include "studio/cli/quantities/quantities.hpp"

namespace tendril::cli {

/// One state of a file: what is missing is zero, q the model's initial one.
struct StateRequest {
  StateValues values;
  std::string parameter = {};                    ///< path of a number, for StateValues::parameter; empty: none
  std::vector<description::Load> wrenches = {};  ///< loads that act besides the project's, with names of their own
  std::vector<std::string> want = {};            ///< names of quantities
};

/// What a state file holds. `many`: it has "states", and a list is to be answered.
struct StateFile {
  std::vector<StateRequest> states;
  bool many = false;
};

/// Reads the text of S.json for a model. Error (bad file): unknown keys, wrong sizes, numbers that are not finite,
/// quaternions off unit length by more than 1e-6.
StateFile parseStates(std::string_view text, const Model& model);

/// The same keys for each row of a CSV whose columns are named as `tendril simulate` names them.
StateFile readStateTable(const std::filesystem::path& file, const Model& model);

}  // namespace tendril::cli
