// SPDX-License-Identifier: BSD-3-Clause
// What a picture can show besides bodies: one list for menus, files and the command line.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tendril {

/// What a scene draws besides bodies.
struct SceneOverlays {
  bool loops = true;          ///< the joints that close them
  bool loopForces = false;    ///< arrows of what they hold with
  bool loopTorques = false;   ///< arrows with two heads of the torques that they hold with
  bool surfaces = true;       ///< that bodies touch
  bool collisions = false;    ///< what contacts touch of rigid bodies, in place of their pictures
  bool contacts = true;       ///< dots where something touches
  bool contactForces = true;  ///< arrows there
  bool tensions = false;      ///< arrows of what tendons pull with at their ends
  bool lostTensions = true;   ///< arrows of what controllers demand of tendons beyond their ranges
  bool thrusts = true;        ///< arrows at rotors
  bool references = true;     ///< where controllers lead the robot
  bool traces = true;         ///< where what they lead has been
  bool massCentres = false;   ///< balls at the centres of mass of links and of the robot
  bool inertias = false;      ///< ellipsoids of uniform density with the links' masses and moments of inertia
  bool robotInertia = false;  ///< the same of the whole robot
  bool operator==(const SceneOverlays&) const = default;

  /// Whether snapshots must tell where the mass is.
  bool weigh() const { return massCentres || inertias || robotInertia; }
};

struct SceneOverlayInfo {
  std::string_view key;   ///< in files and on the command line
  std::string_view name;  ///< for people
  bool SceneOverlays::*member;
};
/// All of them, in the order in which they are offered.
std::span<const SceneOverlayInfo> sceneOverlays();
/// The one with that key, or null.
const SceneOverlayInfo* findSceneOverlay(std::string_view key);

/// What is usual, changed by keys: "mass_centres" shows, "no-contacts" hides. std::invalid_argument "show KEY: …".
SceneOverlays overlaysFrom(std::span<const std::string> keys);
/// The keys by which these differ from what is usual.
std::vector<std::string> overlayKeys(const SceneOverlays& overlays);

}  // namespace tendril
