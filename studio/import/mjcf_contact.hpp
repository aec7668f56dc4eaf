// SPDX-License-Identifier: GPL-3.0-or-later
// What geoms of MJCF say of their contacts.
#pragma once

#include <string>
#include <vector>

#include "studio/import/parts/robot_parts.hpp"
#include "studio/import/parts/xml_file.hpp"

namespace tendril {

/// How a geom touches others.
struct MjcfTouch {
  int kind = 1, touched = 1;  ///< contype, conaffinity: bits
  int priority = 0;
  int dimensions = 3;                              ///< condim: 1 without friction, 4 with spinning, 6 with rolling
  GroundFriction friction = {1.0, 0.005, 0.0001};  ///< as if it had all dimensions
  bool tuned = false;                              ///< says how soft it is, or how far off it touches

  bool touches() const { return kind != 0 || touched != 0; }
};

/// `path`: of the body, for messages.
MjcfTouch mjcfTouch(XmlFile& xml, const pugi::xml_node& geom, const std::string& path);
bool touchEachOther(const MjcfTouch& a, const MjcfTouch& b);
/// Of the contact of two geoms: that of the one with the higher priority, else the larger numbers of both; zero where
/// the contact has not the dimension for it.
GroundFriction frictionBetween(const MjcfTouch& a, const MjcfTouch& b);

/// A plane that stays where it is.
struct MjcfPlane {
  std::string name;
  Pose pose;  ///< in the world, z is the normal
  MjcfTouch touch;
  pugi::xml_node node;
};

/// A link and the geoms of its body that touch.
struct MjcfTouching {
  std::string link;
  std::vector<MjcfTouch> geoms;
};

/// A contact of every body that moves with every plane that it touches.
void addGrounds(XmlFile& xml, const std::vector<MjcfPlane>& planes, const std::vector<MjcfTouching>& bodies,
                RobotAssembly& assembly);

}  // namespace tendril
