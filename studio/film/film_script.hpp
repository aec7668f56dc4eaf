// SPDX-License-Identifier: GPL-3.0-or-later
// What a film shows: shots one after the other, each a stretch of a run seen by a camera.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/types.hpp"
#include "core/project/json_tree.hpp"

namespace tendril {

/// A view on the way of a camera. What is empty is as in the view before, at first as the shot before ended.
struct FilmView {
  std::optional<double> at;                  ///< share of the shot, 0…1; empty: evenly between those beside it
  std::optional<double> azimuth, elevation;  ///< rad, as CameraView
  std::optional<double> distance;            ///< m
  std::optional<Vec3> pivot;                 ///< m, world
  std::optional<double> zoom;                ///< of the project's distance: 2 is twice as near; not with `distance`
};

struct FilmShot {
  std::optional<double> from, to;  ///< s of the run; empty: its ends
  double speed = 1;                ///< seconds of the run per second of the film
  double hold = 0;                 ///< s that the last picture stands
  /// Where the camera is when the shot begins; empty: where the shot before ended, at first where the project has it.
  std::optional<double> azimuth, elevation;  ///< rad, as CameraView
  std::optional<double> zoom;                ///< of the distance: 2 is twice as near as the project has it
  double turns = 0;                          ///< about the vertical, counter-clockwise from above, over the shot
  std::vector<FilmView> path;                ///< views that the camera passes, instead of the four before; empty: none
  std::string text;                          ///< below, left; empty: none
  std::vector<std::string> plot;             ///< names or formulas of signals whose curves grow beside it; empty: none
};

struct FilmScript {
  int width = 1920, height = 1080;  ///< pixels, even
  double rate = 60;                 ///< frames per second
  bool dark = false;
  bool publication = false;  ///< soft shadows and smooth edges: many samples for each frame, so it takes long
  std::vector<FilmShot> shots;
};

/// Reads {"size": [1920, 1080], "rate": 60, "dark": false, "quality": "live", "shots": [{"from": 0, "to": 2, "speed":
/// 0.5, "hold": 1, "azimuth": -0.6, "elevation": 0.4, "zoom": 1.5, "turns": 1, "text": "…", "plot": ["arm.tip.z"]},
/// {"path": [{"at": 0, "azimuth": -0.6, "elevation": 0.4, "distance": 2, "pivot": [0, 0, 0.3]}, {"azimuth": 1, "zoom":
/// 2}]}]}. All keys may be left out; without shots there is one of the whole run. std::invalid_argument that names what
/// is wrong, `where` first.
FilmScript filmScript(const json::Node& node, const std::string& where);
/// The film of that name in `studio.films` of a project, {"name": {…}, …}, with the text of its section studio.
/// std::invalid_argument that names those there are.
FilmScript storedFilm(const std::string& studio, std::string_view name);
/// Where each view of a path stands, share of the shot: what `at` says, else evenly between those beside it; the first
/// at 0 and the last at 1.
std::vector<double> pathShares(const std::vector<FilmView>& path);
/// Checks numbers as filmScript() does, for films that come from elsewhere.
void checkFilm(const FilmScript& film, const std::string& where);

}  // namespace tendril
