// SPDX-License-Identifier: BSD-3-Clause
#include "render/glyphs/scene_overlays.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/text/nearest_name.hpp"

namespace tendril {
namespace {

constexpr std::array<SceneOverlayInfo, 15> kOverlays{{
    {"loops", "Joints of loops", &SceneOverlays::loops},
    {"loop_forces", "Forces of loops", &SceneOverlays::loopForces},
    {"loop_torques", "Torques of loops", &SceneOverlays::loopTorques},
    {"surfaces", "Surfaces that bodies touch", &SceneOverlays::surfaces},
    {"collision_shapes", "Collision shapes of bodies", &SceneOverlays::collisions},
    {"contacts", "Points of contact", &SceneOverlays::contacts},
    {"contact_forces", "Forces of contacts", &SceneOverlays::contactForces},
    {"tensions", "Tensions at the ends of tendons", &SceneOverlays::tensions},
    {"lost_tensions", "Tensions demanded beyond ranges", &SceneOverlays::lostTensions},
    {"thrusts", "Thrusts of rotors", &SceneOverlays::thrusts},
    {"references", "Where controllers lead", &SceneOverlays::references},
    {"traces", "Traces of what they lead", &SceneOverlays::traces},
    {"mass_centres", "Centres of mass", &SceneOverlays::massCentres},
    {"inertias", "Inertia ellipsoids of links", &SceneOverlays::inertias},
    {"robot_inertia", "Inertia ellipsoid of the robot", &SceneOverlays::robotInertia},
}};

}  // namespace

std::span<const SceneOverlayInfo> sceneOverlays() {
  return kOverlays;
}

const SceneOverlayInfo* findSceneOverlay(std::string_view key) {
  const auto found = std::ranges::find(kOverlays, key, &SceneOverlayInfo::key);
  return found == kOverlays.end() ? nullptr : &*found;
}

SceneOverlays overlaysFrom(std::span<const std::string> keys) {
  SceneOverlays overlays;
  for (const std::string& text : keys) {
    const bool hides = text.starts_with("no-");
    const std::string key = hides ? text.substr(3) : text;
    const SceneOverlayInfo* info = findSceneOverlay(key);
    if (!info) {
      std::vector<std::string> known;
      std::string all;
      for (const SceneOverlayInfo& each : kOverlays) {
        known.emplace_back(each.key);
        all += (all.empty() ? "" : ", ") + known.back();
      }
      throw std::invalid_argument("show " + text + ": no such thing" + didYouMean(key, known) + " (there are " + all +
                                  ")");
    }
    overlays.*info->member = !hides;
  }
  return overlays;
}

std::vector<std::string> overlayKeys(const SceneOverlays& overlays) {
  const SceneOverlays usual;
  std::vector<std::string> keys;
  for (const SceneOverlayInfo& info : kOverlays)
    if (overlays.*info.member != usual.*info.member)
      keys.push_back((overlays.*info.member ? "" : "no-") + std::string(info.key));
  return keys;
}

}  // namespace tendril
