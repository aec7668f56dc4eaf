// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/mjcf_geometry.hpp"

#include <Eigen/Geometry>
#include <cctype>
#include <cmath>
#include <stdexcept>

#include "core/model/solid_mass.hpp"
#include "studio/import/parts/robot_parts.hpp"

namespace tendril {
namespace {

namespace desc = description;
using Node = pugi::xml_node;
constexpr double kDensity = 1000;

Vec3 axisOf(char name) {
  return Vec3::Unit(std::tolower(static_cast<unsigned char>(name)) - 'x');
}

std::optional<Mat3> orientation(XmlFile& xml, const Node& node, const MjcfUnits& units, const std::string& path) {
  if (const auto w = xml.numbers(node, "quat", 4, path)) {
    const Eigen::Quaterniond turn((*w)[0], (*w)[1], (*w)[2], (*w)[3]);
    return turn.norm() > 0 ? turn.normalized().toRotationMatrix() : Mat3::Identity();
  }
  if (const auto w = xml.numbers(node, "axisangle", 4, path)) {
    const Vec3 axis((*w)[0], (*w)[1], (*w)[2]);
    return axis.norm() > 0 ? Eigen::AngleAxisd((*w)[3] * units.angle, axis.normalized()).toRotationMatrix()
                           : Mat3::Identity();
  }
  if (const auto angles = xml.numbers(node, "euler", 3, path)) {
    Mat3 R = Mat3::Identity();
    for (std::size_t k = 0; k < 3; ++k) {
      const char axis = units.sequence[k];
      const Mat3 turn = Eigen::AngleAxisd((*angles)[k] * units.angle, axisOf(axis)).toRotationMatrix();
      R = std::isupper(static_cast<unsigned char>(axis)) ? Mat3(turn * R) : Mat3(R * turn);
    }
    return R;
  }
  if (const auto axes = xml.numbers(node, "xyaxes", 6, path)) {
    const Vec3 x = Vec3((*axes)[0], (*axes)[1], (*axes)[2]).normalized();
    Vec3 y((*axes)[3], (*axes)[4], (*axes)[5]);
    y = (y - x * x.dot(y)).normalized();
    Mat3 R;
    R << x, y, x.cross(y);
    return R;
  }
  if (const auto z = xml.numbers(node, "zaxis", 3, path))
    return Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), Vec3((*z)[0], (*z)[1], (*z)[2])).toRotationMatrix();
  return std::nullopt;
}

/// Of density 1, round its centre; round forms along z. A mesh or a plane weighs nothing.
MjcfInertia unitInertia(const std::string& type, const Vec3& s) {
  Visual solid;
  if (type == "box") {
    solid.size = 2 * s;
  } else if (type == "sphere" || type == "ellipsoid") {
    solid.shape = Visual::Shape::kSphere;
    solid.size[0] = type == "sphere" ? s.x() : 1;
  } else if (type == "cylinder" || type == "capsule") {
    solid.shape = type == "cylinder" ? Visual::Shape::kCylinder : Visual::Shape::kCapsule;
    solid.size = Vec3(s.x(), 2 * s.y(), 0);
    solid.pose.R = roundAlongZ();
  } else {
    return {};
  }
  const SolidMass mass = solidMass(solid);
  if (type != "ellipsoid") return {mass.volume, mass.center, mass.inertia};
  // A ball of radius 1 that is stretched: its second moments are those of x² along each axis.
  const double volume = mass.volume * s.prod(), moment = volume / 5;
  const Vec3 squares = s.cwiseAbs2();
  return {volume, Vec3::Zero(), (moment * (Vec3::Constant(squares.sum()) - squares)).asDiagonal()};
}

/// Makes what has density 1 and stands in the geom's frame as heavy as the file has it, in the body's frame.
void weigh(XmlFile& xml, const Node& node, const std::string& path, MjcfGeom& geom) {
  MjcfInertia& solid = geom.inertia;
  const double given = xml.number(node, "mass", -1, path), density = xml.number(node, "density", kDensity, path);
  const double scale = given < 0 ? density : solid.mass > 0 ? given / solid.mass : 0;
  solid.mass *= scale;
  solid.inertia = scale * geom.pose.R * solid.inertia * geom.pose.R.transpose();
  solid.com = geom.pose * solid.com;
}

}  // namespace

void weighMesh(XmlFile& xml, const Node& node, const std::string& path, const std::filesystem::path& mesh, double scale,
               MjcfGeom& geom) {
  Visual solid;
  solid.shape = Visual::Shape::kMesh;
  solid.mesh = mesh.string(), solid.size[0] = scale;
  try {
    const SolidMass mass = solidMass(solid);
    geom.inertia = {mass.volume, mass.center, mass.inertia};
    weigh(xml, node, path, geom);
  } catch (const std::runtime_error& failed) {
    xml.note(node, path, "the mesh " + inQuotes(geom.mesh) + ' ' + failed.what(),
             "it weighs nothing; give its body <inertial>");
  }
}

void MjcfInertia::add(const MjcfInertia& other) {
  const double total = mass + other.mass;
  if (!(total > 0)) return;
  const Vec3 center = (mass * com + other.mass * other.com) / total;
  const auto moved = [&center](const MjcfInertia& part) -> Mat3 {
    const Vec3 d = part.com - center;
    return part.inertia + part.mass * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  };
  inertia = Mat3(moved(*this) + moved(other));
  mass = total, com = center;
}

Pose mjcfPose(XmlFile& xml, const Node& node, const MjcfUnits& units, const std::string& path) {
  Pose pose;
  pose.p = xml.vector(node, "pos", Vec3::Zero(), path);
  pose.R = orientation(xml, node, units, path).value_or(Mat3::Identity());
  return pose;
}

MjcfGeom mjcfGeom(XmlFile& xml, const Node& node, const MjcfUnits& units, const std::string& path) {
  MjcfGeom geom;
  const std::string type = node.attribute("type").as_string(node.attribute("mesh") ? "mesh" : "sphere");
  geom.pose = mjcfPose(xml, node, units, path);
  std::vector<double> size = xml.numbers(node, "size", 0, path).value_or(std::vector<double>());
  size.resize(3, 0);
  if (const auto ends = xml.numbers(node, "fromto", 6, path)) {
    const Vec3 a((*ends)[0], (*ends)[1], (*ends)[2]), b((*ends)[3], (*ends)[4], (*ends)[5]);
    geom.pose.p = (a + b) / 2;
    geom.pose.R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), b - a).toRotationMatrix();
    size[type == "box" || type == "ellipsoid" ? 2 : 1] = (b - a).norm() / 2;
    if (type == "box" || type == "ellipsoid") size[1] = size[0];
  }
  const Vec3 s(size[0], size[1], size[2]);
  geom.drawn = true;
  desc::RoundShape round;
  round.radius = s.x(), round.length = 2 * s.y();
  if (type == "box") {
    geom.shape.box = describedVector(2 * s);
  } else if (type == "sphere") {
    geom.shape.sphere = s.x();
  } else if (type == "cylinder") {
    geom.shape.cylinder = round;
  } else if (type == "capsule") {
    geom.shape.capsule = round;
  } else if (type == "ellipsoid") {
    geom.shape.sphere = std::cbrt(s.prod());
    xml.note(node, path, "an ellipsoid", "it is drawn as a ball of the same volume; its inertia is its own");
  } else if (type == "mesh") {
    geom.mesh = node.attribute("mesh").value();
  } else {
    geom.drawn = false;
    xml.note(node, path, "a geom of type \"" + type + '"', "it was left out");
  }
  geom.inertia = unitInertia(type, s);
  weigh(xml, node, path, geom);
  return geom;
}

}  // namespace tendril
