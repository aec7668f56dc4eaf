// SPDX-License-Identifier: GPL-3.0-or-later
// What libsdformat finds in a file, without its frames: everything stands in the world.
#pragma once

#include <optional>
#include <sdf/sdf.hh>
#include <string>
#include <vector>

#include "core/math/pose.hpp"
#include "studio/import/parts/xml_file.hpp"

namespace tendril {

struct SdfLink {
  std::string name;  ///< with those of the models around it: "arm::hand::finger"
  const sdf::Link* link = nullptr;
  Pose pose;             ///< in the world
  bool floating = true;  ///< its model is not static
};

struct SdfJoint {
  std::string name, parent, child;  ///< of links, as above; "world"
  const sdf::Joint* joint = nullptr;
  Pose pose;                    ///< in the world
  std::optional<Vec3> axes[2];  ///< in the joint's frame
};

struct SdfDocument {
  sdf::Root root;
  std::vector<SdfLink> links;
  std::vector<SdfJoint> joints;
  Vec3 gravity = Vec3(0, 0, -9.8);  ///< that of the format
  std::string name;
};

Pose sdfPose(const ignition::math::Pose3d& pose);
/// False with errors where there is no robot.
bool loadSdf(const std::filesystem::path& file, XmlFile& xml, SdfDocument& out);

}  // namespace tendril
