// SPDX-License-Identifier: BSD-3-Clause
// Pictures without a window.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/camera.hpp"
#include "render/fields/deformation_layer.hpp"
#include "render/scene/stage.hpp"

namespace tendril {

struct PictureOptions {
  int width = 1440, height = 900;  ///< pixels
  bool dark = false;               ///< theme
  Backdrop backdrop = Backdrop::kTheme;
  bool furniture = true;             ///< axes in the corner and the label of the grid
  bool scales = false;               ///< of colours and arrows, where there is no furniture
  double scaleSize = 1;              ///< of their letters and bars, times the usual
  std::optional<CameraView> camera;  ///< absent: the first picture's robot is framed and the camera kept
  bool fitted = false;               ///< of a given camera only the directions stay: the robot is framed
  DeformationLook deformation = {};  ///< colours and cut of soft bodies; with furniture, colours have a scale
  SceneOverlays overlays = {};       ///< what is drawn besides bodies; with furniture, arrows have a scale
  /// Of how many samples each picture is the mean, 1…256: 1 draws as a window does, in milliseconds; more give soft
  /// shadows, dark corners and smooth edges.
  int samples = 1;
  /// Told after each of many samples which share is done, 0…1; false ends the picture: it throws PictureStopped.
  std::function<bool(double)> progress = {};
};

/// Of arrows in several pictures that are shown together.
struct SharedArrows {
  ForceScale scale;              ///< of all of them
  std::vector<ArrowKind> kinds;  ///< those that one of them may have; empty: none has arrows
};

constexpr int kPublicationSamples = 96;  ///< of a picture for print

/// The picture was given up because PictureOptions::progress said so.
struct PictureStopped : std::exception {
  const char* what() const noexcept override { return "the picture was stopped"; }
};

/// Draws snapshots at a fixed size, without a window. Where there is no display it runs a private Xvfb while it lives.
/// One at a time, used by the thread that made it. All functions throw std::runtime_error that says what to do.
class OffscreenView {
 public:
  explicit OffscreenView(const PictureOptions& options);
  ~OffscreenView();
  OffscreenView(const OffscreenView&) = delete;
  OffscreenView& operator=(const OffscreenView&) = delete;

  /// Moves the camera so that the robot is seen whole in every one of these snapshots of it, beside what is covered.
  void frame(std::span<const Snapshot> motion, const CoveredEdges& covered = {});
  /// Where the camera is from now on.
  void look(const CameraView& camera);
  /// Gives the arrows of all pictures to come the lengths that suit the largest forces of these snapshots, so that one
  /// scale tells all of them. What that scale is.
  SharedArrows shareArrows(std::span<const Snapshot> motion);
  /// Whether pictures to come have scales of colours and of arrows.
  void showScales(bool colors, bool arrows);
  /// Draws a snapshot (its `model` must be set); the next call may have another model.
  void draw(const Snapshot& snapshot);
  /// RGBA bytes of the last picture, row by row from the top: 4 · width · height.
  std::vector<std::uint8_t> pixels() const;
  void writePng(const std::string& path) const;
  const CameraView& camera() const;
  /// What the scale of arrows in the last picture says, line by line; empty: there is none.
  std::vector<std::string> arrowKey() const;
  /// Of the arrows in the last picture; forces 0 where there are none.
  ForceScale forceScale() const;
  /// Waits until the last picture is finished, for measuring.
  void sync();
  /// What the robot of the last picture could not show, e.g. a mesh file that cannot be read; one sentence each.
  const std::vector<std::string>& problems() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// One picture of one snapshot (see fillSnapshot) as a PNG file. Returns what could not be shown.
std::vector<std::string> writePicture(const Snapshot& snapshot, const PictureOptions& options, const std::string& path);

}  // namespace tendril
