// SPDX-License-Identifier: GPL-3.0-or-later
// The robot as vector lines.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/camera.hpp"

namespace tendril::cli {

struct LinePicture {
  int width = 1440, height = 900;    ///< pixels; 96 are an inch of the page
  std::optional<CameraView> camera;  ///< absent: the robot is framed
  bool fitted = false;               ///< of a given camera only the directions stay
  bool hidden = false;               ///< hidden lines, too, thin and dashed
  bool dark = false;                 ///< light lines for a dark page
  std::string title;                 ///< goes into the file
};

/// Whether writeLinePicture knows the file's extension: *.svg or *.pdf.
bool isLineFile(const std::filesystem::path& file);

/// Writes silhouettes, sharp edges and tendons of a snapshot's robot (its `model` must be set). Returns what could not
/// be shown. Throws std::runtime_error if the file cannot be written.
std::vector<std::string> writeLinePicture(const Snapshot& snapshot, const LinePicture& picture,
                                          const std::filesystem::path& file);

}  // namespace tendril::cli
