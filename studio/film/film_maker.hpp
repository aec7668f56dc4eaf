// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "core/session/recording/history.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "render/camera.hpp"
#include "render/fields/deformation_layer.hpp"
#include "render/glyphs/scene_overlays.hpp"
#include "studio/film/film_script.hpp"

namespace tendril {

/// The run that a film shows.
struct FilmedRun {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const History> history;
  NamedSignals computed;             ///< the project's own signals
  std::optional<CameraView> camera;  ///< of the project; empty: all that the robot sweeps is framed
  DeformationLook deformation = {};  ///< colours and cut of soft bodies; colours have a scale
  SceneOverlays overlays = {};       ///< what is drawn besides bodies
};

/// What came of it.
struct MadeFilm {
  int frames = 0;
  double seconds = 0;                 ///< of the film
  bool cancelled = false;             ///< nothing was written
  std::vector<std::string> problems;  ///< what could not be shown
};

/// Draws the shots at a constant rate of frames, between records by the geodesic through both, without a window, and
/// writes the film. `progress`: 0…1 after each frame. std::runtime_error that says what to do.
MadeFilm makeFilm(const FilmScript& script, const FilmedRun& run, const std::filesystem::path& file,
                  const std::function<void(double)>& progress = {}, const std::atomic<bool>* cancel = nullptr);

}  // namespace tendril
