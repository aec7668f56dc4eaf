// SPDX-License-Identifier: GPL-3.0-or-later
// What every format of robots is put together from: poses, inertias, pictures, motors, names.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/description/description.hpp"
#include "core/math/pose.hpp"
#include "studio/import/parts/import_notes.hpp"

namespace tendril {

/// Rz(yaw) Ry(pitch) Rx(roll).
Mat3 rotationOf(const Vec3& rpy);
/// As numbers of a project; a rotation as a quaternion, nothing for the identity.
description::Pose describedPose(const Pose& pose);
description::Number3 describedVector(const Vec3& v);
/// xx, yy, zz, xy, xz, yz.
description::Number6 describedInertia(const Mat3& inertia);
/// "#rrggbb"; shares 0…1.
std::string describedColor(const Vec3& rgb);

Pose plainPose(const description::Pose& given);
/// Replaces an inertia that no body has by the nearest possible one, and notes that.
void makePossible(ImportNotes& notes, int line, const std::string& path, Mat3& inertia);
/// One factor for a mesh whose scale has three; notes where they differ.
double evenScale(ImportNotes& notes, int line, const std::string& path, const std::string& mesh, const Vec3& scale);

/// Takes the mesh that a robot's file names `name` for a picture; false with a note where it is not found.
/// `directory`: of the project.
bool takeMesh(ImportNotes& notes, int line, const std::string& path, const std::string& name,
              const std::filesystem::path& robotFile, const std::filesystem::path& directory, const Vec3& scale,
              description::Visual& shape);
/// Turns the x axis, along which round shapes lie here, into z.
Mat3 roundAlongZ();
/// A shape of a picture whose round forms lie along z, as elsewhere; here they lie along x.
description::Visual describedShape(description::Visual shape, const Pose& at);

/// What holds back what touches a ground.
struct GroundFriction {
  double sliding = 0;                ///< coefficient
  double spinning = 0, rolling = 0;  ///< m: largest moment over normal force
  bool operator==(const GroundFriction&) const = default;
};

/// A project that grows link by link.
class RobotAssembly {
 public:
  explicit RobotAssembly(Description& description) : description_(description) {}

  /// A name among links, motors and controllers that is still free: "arm", "arm 2", …
  std::string freeName(std::string wish);
  description::Link& addLink(std::string name, const std::string& parent, const Pose& pose);
  /// What is seen of a link and what contacts touch of it. The first picture belongs to the link, others hang on it as
  /// frames without mass; without any the collision shapes are its pictures. A link that has no body but collision
  /// shapes of its own becomes a rigid body without mass.
  void addShapes(std::size_t link, std::vector<description::Visual> pictures,
                 std::vector<description::Visual> collisions, const std::optional<Vec3>& color);
  /// A motor for each joint of one coordinate. `most`: of its force, N·m or N; absent: not limited.
  std::string addMotor(const std::string& wish, const std::string& link, std::optional<std::array<double, 2>> range);
  /// Makes the joint of `link` follow that of another: q = factor q' + offset, by a spring of so many rad/s and a
  /// damper, in a controller. Returns the spring's stiffness.
  double addCoupling(const std::string& wish, const std::string& link, const std::string& master, double factor,
                     double offset);
  std::size_t indexOf(const std::string& link) const;
  /// Of a link's frame with all joints at zero; of "world" the identity.
  Pose worldPose(const std::string& link) const;
  /// Whether a joint between a link and the world moves it.
  bool moves(const std::string& link) const;
  /// A contact of a link, as it is drawn or with its collision shapes, with a plane whose normal is the z axis of a
  /// pose in the world. It takes part of its stiffness from fitGrounds().
  void addGround(const std::string& wish, const std::string& link, const Pose& inWorld, const GroundFriction& friction);
  /// After all links and grounds: a ground holds the weight of the whole robot on one point at a depth of 1 mm. Those
  /// in which a body begins too deep to be pushed out are left out, with a note. `directory`: of the project.
  void fitGrounds(ImportNotes& notes, const std::filesystem::path& directory);
  /// After all links and motors: stops as stiff as what they stop and the motors that press on them ask for. Those of a
  /// large robot would throw a finger out of any step.
  void fitStops();

 private:
  /// Inertia that turns (or moves) with the joint of a link, in the initial position with all others at zero.
  double inertiaBeyond(std::size_t link) const;
  void leaveDeepGrounds(ImportNotes& notes, const std::filesystem::path& directory);

  Description& description_;
  std::set<std::string> names_;
};

}  // namespace tendril
