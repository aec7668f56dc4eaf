// SPDX-License-Identifier: GPL-3.0-or-later
// Robots and shapes as files of other programs.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"
#include "core/model/model.hpp"

namespace tendril {

enum class ExportFormat { kUrdf, kMjcf, kStl, kObj, kGlb, kVtu };

struct ExportFormatInfo {
  ExportFormat format;
  std::string_view key;     ///< on the command line
  std::string_view ending;  ///< of files, with the dot
  std::string_view name;    ///< for people
  bool shape;               ///< what the robot looks like in one configuration; else what it is
};

/// All of them, in the order in which they are offered.
std::span<const ExportFormatInfo> exportFormats();
/// By its key; null if there is none.
const ExportFormatInfo* findExportFormat(std::string_view key);
/// By the end of a file's name, of any case; null if none writes such files.
const ExportFormatInfo* exportFormatOf(const std::filesystem::path& file);
/// "urdf (.urdf), mjcf (.xml), …"
std::string exportFormatList();

struct ExportedModel {
  std::vector<std::filesystem::path> files;  ///< that were written, the one that was asked for first
  /// Errors: why nothing was written. Warnings: everything that is not taken over as it is, by name, with what was done
  /// instead.
  std::vector<Problem> problems;

  bool ok() const { return !hasErrors(problems); }
};

/// Told the share that is written, 0…1, again and again; false stops, and nothing is left. Empty: nobody asks.
using ExportProgress = std::function<bool(double)>;

/// Key frames that a soft body has at most in a robot that moves (.glb), where nobody asks for another number.
constexpr int kKeyFrames = 100;

/// Where a robot is when its shape is taken.
struct ShapeInstant {
  double t = 0;  ///< s
  VecX q, v, u;  ///< nq, nv, nu
};

struct RobotExportOptions {
  int softLinks = 0;     ///< rigid links of the chain that stands for each soft link; 0: soft links are refused
  bool replace = false;  ///< files that are there
};

/// Whether some link is soft, and whether all that are can become chains of rigid links.
bool hasSoftLinks(const Model& model);
bool canBecomeChains(const Model& model);

/// Writes a robot as URDF or MJCF. `model`: built of `description`. Never throws for what a robot may be, or a disk.
ExportedModel exportRobot(const Description& description, const Model& model, ExportFormat format,
                          const std::filesystem::path& file, const RobotExportOptions& options = {});

}  // namespace tendril
