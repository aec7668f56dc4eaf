// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/parts/robot_parts.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <numbers>
#include <utility>

#include "core/builder/build_model.hpp"
#include "core/builder/checks/inertia_check.hpp"
#include "core/description/file_paths.hpp"
#include "core/text/number_text.hpp"
#include "studio/import/parts/xml_file.hpp"

namespace tendril {
namespace {

namespace desc = description;
constexpr double kTiny = 1e-12;
constexpr double kRounding = 1e-9;
constexpr double kLeastInertia = 1e-6;                   // kg·m², kg: of links without mass
constexpr double kStop = 2 * std::numbers::pi * 30;      // rad/s of what swings against a stop
constexpr double kGive = 0.02;                           // rad, m: how far a motor presses into a stop
constexpr double kSink = 1e-3;                           // m: how far the weight of a robot sinks into a ground
constexpr double kImpact = 2;                            // s/m: damping of contacts with grounds
constexpr double kWeight = 9.81;                         // m/s², of what has no weight
constexpr double kCoupling = 2 * std::numbers::pi * 15;  // rad/s: stiff beside a robot's motions, soft beside its steps

Vec3 vectorOf(const desc::Number3& n) {
  return {n[0].value, n[1].value, n[2].value};
}

/// The tensor (kg·m²) of some body that is nearest to one: none of its principal moments is negative or larger than the
/// sum of the other two.
Mat3 nearestInertia(const Mat3& inertia) {
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(inertia);
  Vec3 moments = principal.eigenvalues().cwiseMax(0);  // ascending
  const double excess = moments[2] - moments[0] - moments[1];
  // A hair inside, so that rounding does not bring it out again.
  if (excess > -kRounding * moments[2])
    moments += (std::max(excess, 0.0) / 3 + kRounding * moments[2]) * Vec3(1, 1, -1);
  return principal.eigenvectors() * moments.asDiagonal() * principal.eigenvectors().transpose();
}

/// What contacts touch belongs to a body: a frame that is drawn becomes one without mass.
desc::RigidBody& touchingBody(desc::Link& link) {
  if (!link.body) {
    desc::RigidBody body;
    body.visual = std::exchange(link.visual, std::nullopt);
    link.body = std::move(body);
  }
  return std::get<desc::RigidBody>(*link.body);
}

/// What friction holds is remembered point by point, of which a mesh has thousands.
bool touchesWithMesh(const desc::RigidBody& body) {
  const auto isMesh = [](const desc::Visual& shape) { return !shape.mesh.empty(); };
  if (!body.collision.empty()) return std::ranges::any_of(body.collision, isMesh);
  return body.visual && isMesh(*body.visual);
}

}  // namespace

Pose plainPose(const desc::Pose& given) {
  Pose out;
  out.p = vectorOf(given.position);
  if (given.quaternion) {
    const desc::Number4& w = *given.quaternion;
    out.R = Eigen::Quaterniond(w[0].value, w[1].value, w[2].value, w[3].value).normalized().toRotationMatrix();
  } else if (given.rpy) {
    out.R = rotationOf(vectorOf(*given.rpy));
  }
  return out;
}

Mat3 rotationOf(const Vec3& rpy) {
  using Eigen::AngleAxisd;
  return (AngleAxisd(rpy.z(), Vec3::UnitZ()) * AngleAxisd(rpy.y(), Vec3::UnitY()) * AngleAxisd(rpy.x(), Vec3::UnitX()))
      .toRotationMatrix();
}

desc::Number3 describedVector(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

desc::Pose describedPose(const Pose& pose) {
  desc::Pose out;
  out.position = describedVector(pose.p);
  if ((pose.R - Mat3::Identity()).cwiseAbs().maxCoeff() < kTiny) return out;
  Eigen::Quaterniond turn(pose.R);
  if (turn.w() < 0) turn.coeffs() = -turn.coeffs();
  turn.normalize();
  out.quaternion = desc::Number4{turn.w(), turn.x(), turn.y(), turn.z()};
  return out;
}

desc::Number6 describedInertia(const Mat3& inertia) {
  return {inertia(0, 0), inertia(1, 1), inertia(2, 2), inertia(0, 1), inertia(0, 2), inertia(1, 2)};
}

void makePossible(ImportNotes& notes, int line, const std::string& path, Mat3& inertia) {
  double worst = 0;
  if (inertiaIsPossible(inertia, worst)) return;
  const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(inertia).eigenvalues();
  inertia = nearestInertia(inertia);
  notes.note(line, path,
             "no body has this inertia (principal moments " + messageNumber(moments[0], 4) + ", " +
                 messageNumber(moments[1], 4) + ", " + messageNumber(moments[2], 4) + " kg·m²)",
             "the nearest that one can have is used");
}

double evenScale(ImportNotes& notes, int line, const std::string& path, const std::string& mesh, const Vec3& scale) {
  const bool uniform = scale.x() == scale.y() && scale.y() == scale.z() && scale.x() > 0;
  const double even = uniform ? scale.x() : std::cbrt(std::abs(scale.prod()));
  if (!uniform)
    notes.note(line, path, "the mesh \"" + mesh + "\" is scaled unevenly",
               "it is scaled by " + messageNumber(even, 4) + " in all directions");
  return even > 0 ? even : 1;
}

std::string describedColor(const Vec3& rgb) {
  const auto byte = [](double share) { return static_cast<unsigned>(std::lround(std::clamp(share, 0.0, 1.0) * 255)); };
  char text[8];
  std::snprintf(text, sizeof(text), "#%02x%02x%02x", byte(rgb.x()), byte(rgb.y()), byte(rgb.z()));
  return text;
}

bool takeMesh(ImportNotes& notes, int line, const std::string& path, const std::string& name,
              const std::filesystem::path& robotFile, const std::filesystem::path& directory, const Vec3& scale,
              desc::Visual& shape) {
  const std::filesystem::path found = findReferenced(name, robotFile);
  if (found.empty()) {
    notes.note(line, path, "the mesh " + inQuotes(name) + " is not found",
               "it was left out; put it beside the robot's file, or its package into ROS_PACKAGE_PATH");
    return false;
  }
  shape.mesh = filePathIn(directory, found);
  shape.scale = evenScale(notes, line, path, name, scale);
  return true;
}

Mat3 roundAlongZ() {
  return (Mat3() << 0, 0, -1, 0, 1, 0, 1, 0, 0).finished();
}

desc::Visual describedShape(desc::Visual shape, const Pose& at) {
  Pose turned = at;
  if (shape.cylinder || shape.capsule) {
    turned.R = at.R * roundAlongZ();
  }
  shape.pose = describedPose(turned);
  return shape;
}

std::string RobotAssembly::freeName(std::string wish) {
  if (wish.empty()) wish = "part";
  std::string name = wish;
  for (int k = 2; !names_.insert(name).second; ++k) name = wish + ' ' + std::to_string(k);
  return name;
}

desc::Link& RobotAssembly::addLink(std::string name, const std::string& parent, const Pose& pose) {
  desc::Link link;
  link.name = std::move(name);
  link.parent = parent;
  if (parent != desc::kWorldName) link.at.place = desc::Attachment::Place::kBase;
  link.pose = describedPose(pose);
  description_.links.push_back(std::move(link));
  return description_.links.back();
}

std::size_t RobotAssembly::indexOf(const std::string& link) const {
  const auto found = std::find_if(description_.links.begin(), description_.links.end(),
                                  [&](const desc::Link& each) { return each.name == link; });
  return static_cast<std::size_t>(found - description_.links.begin());
}

void RobotAssembly::addShapes(std::size_t link, std::vector<desc::Visual> pictures,
                              std::vector<desc::Visual> collisions, const std::optional<Vec3>& color) {
  if (pictures.empty()) pictures = collisions;
  const bool touchesPicture = collisions.size() == 1 && pictures == collisions;
  if (!collisions.empty() && !touchesPicture) {
    std::optional<desc::Body>& body = description_.links[link].body;
    if (!body) body = desc::RigidBody{};
    std::get<desc::RigidBody>(*body).collision = std::move(collisions);
  }
  const std::string text = color ? describedColor(*color) : std::string();
  const std::string name = description_.links[link].name;
  for (std::size_t k = 0; k < pictures.size(); ++k) {
    desc::Link& shown = k == 0 ? description_.links[link] : addLink(freeName(name + " picture"), name, Pose{});
    shown.color = text;
    auto* rigid = shown.body ? std::get_if<desc::RigidBody>(&*shown.body) : nullptr;
    (rigid ? rigid->visual : shown.visual) = std::move(pictures[k]);
  }
}

std::string RobotAssembly::addMotor(const std::string& wish, const std::string& link,
                                    std::optional<std::array<double, 2>> range) {
  desc::Actuator motor;
  motor.name = freeName(wish);
  desc::JointActuator joint;
  joint.link = link;
  motor.type = joint;
  if (range) motor.range = desc::Number2{(*range)[0], (*range)[1]};
  description_.actuators.push_back(motor);
  return motor.name;
}

double RobotAssembly::inertiaBeyond(std::size_t from) const {
  const desc::Link& first = description_.links[from];
  const bool slides = first.joint.type == JointType::kPrismatic;
  const Vec3 axis = vectorOf(first.joint.axis).normalized();
  std::vector<std::optional<Pose>> poses(description_.links.size());
  poses[from] = Pose{};
  double sum = 0;
  for (std::size_t i = from; i < description_.links.size(); ++i) {
    const desc::Link& link = description_.links[i];
    if (i != from) {
      const std::size_t parent = indexOf(link.parent.name);
      if (parent < i && poses[parent]) poses[i] = *poses[parent] * plainPose(link.pose);
    }
    const auto* rigid = link.body ? std::get_if<desc::RigidBody>(&*link.body) : nullptr;
    if (!poses[i] || !rigid) continue;
    const desc::Number6& n = rigid->inertia;
    Mat3 inertia;
    inertia << n[0].value, n[3].value, n[4].value, n[3].value, n[1].value, n[5].value, n[4].value, n[5].value,
        n[2].value;
    const Vec3 arm = axis.cross(*poses[i] * vectorOf(rigid->com)), turned = poses[i]->R.transpose() * axis;
    sum += slides ? rigid->mass.value : rigid->mass.value * arm.squaredNorm() + turned.dot(inertia * turned);
  }
  return sum;
}

void RobotAssembly::fitStops() {
  for (std::size_t i = 0; i < description_.links.size(); ++i) {
    desc::Link& link = description_.links[i];
    if (link.joint.limits.empty()) continue;
    double most = 0;
    for (const desc::Actuator& actuator : description_.actuators) {
      const auto* joint = std::get_if<desc::JointActuator>(&actuator.type);
      if (joint && joint->link.name == link.name && actuator.range)
        most = std::max({most, std::abs((*actuator.range)[0].value), std::abs((*actuator.range)[1].value)});
    }
    const double inertia = std::max(inertiaBeyond(i), kLeastInertia);
    const double stiffness = std::max(kStop * kStop * inertia, most / kGive);
    link.joint.stopStiffness = std::stod(messageNumber(stiffness, 3));
    link.joint.stopDamping = std::stod(messageNumber(2 * std::sqrt(stiffness * inertia), 3));
  }
}

Pose RobotAssembly::worldPose(const std::string& link) const {
  if (link == desc::kWorldName) return {};
  const desc::Link& at = description_.links[indexOf(link)];
  return worldPose(at.parent.name) * plainPose(at.pose);
}

bool RobotAssembly::moves(const std::string& link) const {
  if (link == desc::kWorldName) return false;
  const desc::Link& at = description_.links[indexOf(link)];
  return at.joint.type != JointType::kFixed || moves(at.parent.name);
}

void RobotAssembly::addGround(const std::string& wish, const std::string& link, const Pose& inWorld,
                              const GroundFriction& friction) {
  const desc::RigidBody& touching = touchingBody(description_.links[indexOf(link)]);
  desc::Contact contact;
  contact.between = {desc::BodyRef(link), desc::BodyRef(std::string(desc::kWorldName))};
  contact.surface = desc::ContactSurface::kPlane;
  contact.pose = describedPose(inWorld);
  contact.damping = kImpact;
  contact.friction = friction.sliding;
  contact.stick = friction.sliding > 0 && !touchesWithMesh(touching);
  contact.spinningFriction = friction.spinning;
  contact.rollingFriction = friction.rolling;
  desc::Load load;
  load.name = freeName(wish);
  load.type = std::move(contact);
  description_.loads.push_back(std::move(load));
}

void RobotAssembly::fitGrounds(ImportNotes& notes, const std::filesystem::path& directory) {
  double mass = 0;
  for (const desc::Link& link : description_.links)
    if (const auto* rigid = link.body ? std::get_if<desc::RigidBody>(&*link.body) : nullptr) mass += rigid->mass.value;
  const double gravity = vectorOf(description_.gravity).norm(), weight = mass * (gravity > 0 ? gravity : kWeight);
  if (!(weight > 0)) return;
  for (desc::Load& load : description_.loads)
    if (auto* contact = std::get_if<desc::Contact>(&load.type))
      contact->stiffness = std::stod(messageNumber(weight / std::pow(kSink, contact->exponent.value), 3));
  leaveDeepGrounds(notes, directory);
}

/// A project in which something begins within something else does not open.
void RobotAssembly::leaveDeepGrounds(ImportNotes& notes, const std::filesystem::path& directory) {
  if (description_.loads.empty()) return;
  std::vector<Problem> found;
  try {
    (void)buildModel(description_, found, {.directory = directory});
  } catch (const std::exception&) {
    return;  // it will be said where the project is built
  }
  std::erase_if(description_.loads, [&](const desc::Load& load) {
    const auto wrong = std::ranges::find_if(
        found, [&](const Problem& problem) { return problem.isError() && problem.path == "loads." + load.name; });
    if (wrong == found.end()) return false;
    notes.note(0, "links." + std::get<desc::Contact>(load.type).between[0].name,
               "a body that begins too deep in a plane to be pushed out",
               "their contact was left out; move them apart and add it");
    return true;
  });
}

double RobotAssembly::addCoupling(const std::string& wish, const std::string& link, const std::string& master,
                                  double factor, double offset) {
  const std::string motor = addMotor(wish, link, {});
  const double inertia = std::max(inertiaBeyond(indexOf(link)), kLeastInertia);
  const double stiffness = kCoupling * kCoupling * inertia, damping = 2 * kCoupling * inertia;
  const auto signal = [](const std::string& of, const char* what) { return "'" + of + "'." + what + "[0]"; };
  desc::Formula law;
  law.text = numberText(stiffness) + "*(" + numberText(factor) + '*' + signal(master, "q") + " + " +
             numberText(offset) + " - " + signal(link, "q") + ") + " + numberText(damping) + "*(" + numberText(factor) +
             '*' + signal(master, "v") + " - " + signal(link, "v") + ')';
  desc::ExpressionController coupling;
  coupling.outputs.entries.emplace_back(desc::ActuatorRef(motor), desc::OneOrMany<desc::Formula>(law));
  desc::Controller controller;
  controller.name = freeName(wish + " coupling");
  controller.type = coupling;
  description_.controllers.push_back(std::move(controller));
  return stiffness;
}

}  // namespace tendril
