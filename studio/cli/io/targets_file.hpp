// SPDX-License-Identifier: GPL-3.0-or-later
// Targets of frames, for `statics --targets`.
#pragma once

#include <filesystem>
#include <vector>

#include "core/control/inverse_statics/equilibrium_targets.hpp"
#include "core/description/description.hpp"
#include "core/project/json_tree.hpp"

namespace tendril::cli {

/// What a targets file asks of a robot:
///   {"targets": [{"link": "arm", "at": "tip", "position": ["0.1*cos(t)", 0, 0.3], "orientation": [0, 0, 0]}],
///    "times": [0, 0.1, 0.2], "inputs": ["tendon 1"]}
/// Positions (world, m) and orientations (rotation vectors, rad) are numbers or expressions of t, or a list of such
/// triples, one per time.
class TargetsFile {
 public:
  /// Error (bad file) for what cannot be read.
  explicit TargetsFile(const std::filesystem::path& file);

  /// Makes places on the links for the targets: loads without force, so that every model has stations there.
  void addPlaces(Description& project) const;
  /// Looks names up in the model of such a project. Error (bad file).
  void resolve(const Model& model);

  const std::vector<double>& times() const { return times_; }
  const std::vector<int>& inputs() const { return inputs_; }
  /// At times()[index].
  std::vector<EquilibriumTarget> at(std::size_t index) const;

 private:
  /// Three formulas per time, or three for all times.
  using Rows = std::vector<std::vector<description::Formula>>;
  struct Target {
    std::string where, link;
    description::Attachment place;
    Rows position, orientation;
    Task task;
  };
  void readTimes(const json::Node& root);
  Target targetOf(const json::Node& node, const std::string& where) const;
  Rows rowsOf(const json::Node& node, const std::string& what) const;
  Vec3 valueOf(const Rows& rows, std::size_t index, const std::string& what) const;

  std::vector<Target> targets_;
  std::vector<double> times_;
  std::vector<std::string> inputNames_;
  std::vector<int> inputs_;
};

}  // namespace tendril::cli
