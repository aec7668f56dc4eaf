// SPDX-License-Identifier: BSD-3-Clause
// A motion as one picture: its frames side by side.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/camera.hpp"
#include "render/fields/deformation_layer.hpp"
#include "render/output/offscreen.hpp"

namespace tendril {

struct FilmStripOptions {
  int width = 320, height = 200;     ///< of one frame, pixels
  bool dark = false;                 ///< theme
  std::optional<CameraView> camera;  ///< absent: everything that the robot sweeps is framed
  DeformationLook deformation = {};  ///< colours and cut of soft bodies
  SceneOverlays overlays = {};       ///< what is drawn besides bodies
  bool scales = true;                ///< of arrows in the first frame, of colours in the last one
};

/// Draws the frames of one robot from left to right with a camera that does not move, into a *.png or *.jpg of
/// (frames · width) × height pixels. Arrows are as long in all frames as those of the largest forces ask. Returns what
/// could not be shown. Throws std::runtime_error that says what to do.
std::vector<std::string> writeFilmStrip(std::span<const Snapshot> frames, const FilmStripOptions& options,
                                        const std::string& path);

}  // namespace tendril
