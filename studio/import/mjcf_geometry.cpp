// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/mjcf_geometry.hpp"

#include <Eigen/Geometry>
#include <cctype>
#include <cmath>
#include <numbers>

#include "studio/import/robot_parts.hpp"

namespace tendril {
namespace {

namespace desc = description;
using Node = pugi::xml_node;
constexpr double kPi = std::numbers::pi, kDensity = 1000;

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

Mat3 diagonal(double x, double y, double z) {
  return Vec3(x, y, z).asDiagonal();
}

/// Per density about the centre, round axis z. h: half length of the straight part.
MjcfInertia unitInertia(const std::string& type, const Vec3& s) {
  MjcfInertia out;
  double& m = out.mass;
  if (type == "box") {
    m = 8 * s.prod();
    out.inertia =
        m / 3 * diagonal(s.y() * s.y() + s.z() * s.z(), s.x() * s.x() + s.z() * s.z(), s.head<2>().squaredNorm());
  } else if (type == "sphere" || type == "ellipsoid") {
    const Vec3 r = type == "sphere" ? Vec3(Vec3::Constant(s.x())) : s;
    m = 4.0 / 3 * kPi * r.prod();
    out.inertia =
        m / 5 * diagonal(r.y() * r.y() + r.z() * r.z(), r.x() * r.x() + r.z() * r.z(), r.head<2>().squaredNorm());
  } else if (type == "cylinder" || type == "capsule") {
    const double r = s.x(), h = s.y(), drum = 2 * kPi * r * r * h;
    m = drum;
    double across = drum * (r * r / 4 + h * h / 3), along = drum * r * r / 2;
    if (type == "capsule") {
      const double cap = 2.0 / 3 * kPi * r * r * r, offset = h + 3.0 / 8 * r;
      m += 2 * cap;
      across += 2 * cap * (83.0 / 320 * r * r + offset * offset);
      along += 2 * cap * 2.0 / 5 * r * r;
    }
    out.inertia = diagonal(across, across, along);
  }
  return out;
}

}  // namespace

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
  const double given = xml.number(node, "mass", -1, path), density = xml.number(node, "density", kDensity, path);
  const double scale = given < 0 ? density : geom.inertia.mass > 0 ? given / geom.inertia.mass : 0;
  geom.inertia.mass *= scale;
  geom.inertia.inertia = scale * geom.pose.R * geom.inertia.inertia * geom.pose.R.transpose();
  geom.inertia.com = geom.pose.p;
  return geom;
}

}  // namespace tendril
