// SPDX-License-Identifier: GPL-3.0-or-later
// The robot as vector lines.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/camera.hpp"
#include "render/output/line_drawing.hpp"
#include "studio/figure/canvas.hpp"

namespace tendril {

class RobotScene;

namespace composer {

/// Silhouettes, sharp edges and tendons of the robot as a snapshot shows it, seen in a picture of so many pixels. The
/// scene is of the snapshot's model and takes its pose.
std::vector<DrawnLine> robotLines(RobotScene& scene, const Snapshot& snapshot, const CameraView& camera, int width,
                                  int height);

struct LineInk {
  bool hidden = false;  ///< hidden lines, too, thin and dashed
  bool dark = false;    ///< light lines for a dark page
  double opacity = 1;   ///< less: nearer to the colour of the page
};

/// Draws lines of a picture of width × height pixels, stretched over a box.
void drawLines(figure::Canvas& canvas, const figure::Box& box, std::span<const DrawnLine> lines, int width, int height,
               const LineInk& ink);

struct LinePicture {
  int width = 1440, height = 900;         ///< pixels; 96 are an inch of the page
  std::optional<CameraView> camera = {};  ///< absent: the robot is framed
  bool fitted = false;                    ///< of a given camera only the directions stay
  LineInk ink = {};
  std::string title = {};  ///< goes into the file
};

/// Whether writeLinePicture knows the file's extension: *.svg or *.pdf.
bool isLineFile(const std::filesystem::path& file);

/// Writes silhouettes, sharp edges and tendons of a snapshot's robot (its `model` must be set); the file appears when
/// it is complete. Returns what could not be shown. Throws std::runtime_error if the file cannot be written.
std::vector<std::string> writeLinePicture(const Snapshot& snapshot, const LinePicture& picture,
                                          const std::filesystem::path& file);

}  // namespace composer
}  // namespace tendril
