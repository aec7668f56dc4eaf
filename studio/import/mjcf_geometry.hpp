// SPDX-License-Identifier: GPL-3.0-or-later
// Orientations and geoms of MJCF.
#pragma once

#include <map>
#include <optional>

#include "core/description/description.hpp"
#include "studio/import/parts/xml_file.hpp"

namespace tendril {

/// How numbers of a file are meant: <compiler>.
struct MjcfUnits {
  double angle = 0.017453292519943295;  ///< rad per unit
  std::string sequence = "xyz";         ///< of Euler angles; capitals: about fixed axes
};

/// Mass, centre and inertia about it, in the frame of a body.
struct MjcfInertia {
  double mass = 0;
  Vec3 com = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();

  void add(const MjcfInertia& other);
};

/// pos with quat, axisangle, euler, xyaxes or zaxis.
Pose mjcfPose(XmlFile& xml, const pugi::xml_node& node, const MjcfUnits& units, const std::string& path);

/// A geom: its shape, where it is in the body, what it weighs. Meshes weigh nothing before weighMesh().
struct MjcfGeom {
  description::Visual shape;  ///< without a pose
  Pose pose;
  MjcfInertia inertia;  ///< in the body
  std::string mesh;     ///< name of the asset
  bool drawn = false;
};
MjcfGeom mjcfGeom(XmlFile& xml, const pugi::xml_node& node, const MjcfUnits& units, const std::string& path);
/// Gives the geom of a mesh what fills its file, by its mass or density; notes where it encloses nothing.
void weighMesh(XmlFile& xml, const pugi::xml_node& node, const std::string& path, const std::filesystem::path& mesh,
               double scale, MjcfGeom& geom);

}  // namespace tendril
