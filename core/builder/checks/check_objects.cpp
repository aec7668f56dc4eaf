// SPDX-License-Identifier: BSD-3-Clause
// Objects: what their fields must be together.
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>

#include "core/builder/checks/field_checker.hpp"
#include "core/builder/checks/inertia_check.hpp"
#include "core/builder/checks/picture_check.hpp"
#include "core/builder/parts/link_matrix.hpp"
#include "core/builder/parts/rod_size.hpp"
#include "core/builder/parts/signal_table.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

constexpr double kUnitTolerance = 1e-6;  // conventions.md
constexpr int kSamples = 16;
constexpr double kMaxEntries = 1e6;  // points × coordinates of a division: what its tables hold

bool allFinite(const std::vector<double>& values) {
  for (const double value : values)
    if (!std::isfinite(value)) return false;
  return true;
}

Vec3 vector(const std::vector<double>& values) {
  return {values[0], values[1], values[2]};
}

bool isColor(const std::string& text) {
  if (text.size() != 7 || text[0] != '#') return false;
  return text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
}

}  // namespace

template <class List>
std::vector<double> FieldChecker::values(const List& numbers) {
  std::vector<double> out;
  for (const description::Number& number : numbers) out.push_back(value(number));
  return out;
}

void FieldChecker::checkUnit(const std::vector<double>& quaternion, Path path) {
  if (!allFinite(quaternion)) return;
  double sum = 0;
  for (const double entry : quaternion) sum += entry * entry;
  if (std::abs(std::sqrt(sum) - 1) > kUnitTolerance)
    error(path, "has length " + numberText(std::sqrt(sum)), "a unit quaternion w, x, y, z is needed");
}

void FieldChecker::checkCount(std::size_t count, int expected, bool list, Path path) {
  if (!list && count == 1) return;
  if (static_cast<int>(count) != expected)
    error(path, "has " + std::to_string(count) + " numbers",
          "needs " + std::to_string(expected) + (list ? "" : ", or one for all"));
}

void FieldChecker::operator()(const description::Pose& pose, const FieldInfo&, Path path) {
  if (pose.quaternion) checkUnit(values(*pose.quaternion), path + ".quaternion");
  if (pose.quaternion && pose.rpy) error(path, "has rpy and quaternion", "give one of them");
}

template <class J>
void FieldChecker::checkAxes(const J& joint, Path path) {
  const JointParameters given = joint.type->parameters();
  if (!given.axis) return;
  const std::vector<double> first = values(joint.axis), second = values(joint.axis2);
  if (!allFinite(first) || (given.axis2 && !allFinite(second))) return;
  const Vec3 a = vector(first).stableNormalized(), b = vector(second).stableNormalized();
  if (a.norm() < 0.5) error(path + ".axis", "has length 0", "give the direction of the axis");
  if (!given.axis2) return;
  if (b.norm() < 0.5) error(path + ".axis2", "has length 0", "give the direction of the axis");
  if (std::abs(a.dot(b)) > kUnitTolerance)
    error(path + ".axis2", "is not orthogonal to axis: the cosine between them is " + numberText(a.dot(b)),
          "turn one of them");
}

void FieldChecker::checkLimits(const description::Joint& joint, Path path) {
  if (joint.limits.empty() || !joint.type->parameters().limits) return;
  checkCount(joint.limits.size(), joint.type->positions(), true, path + ".limits");
  for (std::size_t i = 0; i < joint.limits.size(); ++i) {
    const auto& [lower, upper] = joint.limits[i];
    if (lower && upper && value(*lower) > value(*upper))
      error(path + ".limits[" + std::to_string(i) + ']',
            "lower " + numberText(value(*lower)) + " is above upper " + numberText(value(*upper)), "swap them");
  }
}

void FieldChecker::operator()(const description::Joint& joint, const FieldInfo&, Path path) {
  const int nq = joint.type->positions(), nv = joint.type->velocities();
  if (nv == 0) return;
  checkAxes(joint, path);
  checkLimits(joint, path);
  checkCount(joint.stiffness.values.size(), nv, joint.stiffness.list, path + ".stiffness");
  checkCount(joint.damping.values.size(), nv, joint.damping.list, path + ".damping");
  if (!joint.q0.empty()) checkCount(joint.q0.size(), nq, true, path + ".q0");
  if (!joint.v0.empty()) checkCount(joint.v0.size(), nv, true, path + ".v0");
  if (static_cast<int>(joint.q0.size()) == nq)
    for (const int start : joint.type->quaternions())
      checkUnit(values(std::span(joint.q0).subspan(static_cast<std::size_t>(start), 4)), path + ".q0");
  if (joint.drive)
    std::visit([&](const auto& drive) { checkDrive(drive, *joint.type.operator->(), path + ".drive"); }, *joint.drive);
}

void FieldChecker::operator()(const description::Loop& loop, const FieldInfo&, Path path) {
  checkAxes(loop, path);
}

void FieldChecker::operator()(const description::Link& link, const FieldInfo&, Path path) {
  if (!link.color.empty() && !isColor(link.color))
    error(path + ".color", "\"" + link.color + "\" is no colour", "write #rrggbb, such as #3a7bd5");
}

void FieldChecker::operator()(const description::FreeObject& object, const FieldInfo&, Path path) {
  if (!object.color.empty() && !isColor(object.color))
    error(path + ".color", "\"" + object.color + "\" is no colour", "write #rrggbb, such as #3a7bd5");
}

void FieldChecker::operator()(const description::RigidBody& body, const FieldInfo&, Path path) {
  const std::vector<double> v = values(body.inertia);
  if (!allFinite(v)) return;
  Mat3 inertia;
  inertia << v[0], v[3], v[4], v[3], v[1], v[5], v[4], v[5], v[2];
  double worst = 0;
  if (!inertiaIsPossible(inertia, worst))
    error(path + ".inertia",
          "no body has this inertia: a principal moment is negative or larger than the sum of the other two",
          "check the numbers: xx, yy, zz, xy, xz, yz about the centre of mass");
}

void FieldChecker::checkRodState(const description::RodBody& body, Path path) {
  int total = 0;
  bool perDivision = false;
  for (std::size_t i = 0; i < body.parts().size(); ++i) {
    const description::RodDivision& part = body.parts()[i];
    const int size = divisionSize(part, *options_.catalogue, quiet_);
    if (size < 0) return;  // reported at its strain
    total += size;
    const std::string place = body.divisions.empty() ? path : path + ".divisions[" + std::to_string(i) + ']';
    if (divisionEntries(part, *options_.catalogue, quiet_) > kMaxEntries)
      error(place + ".strain", "needs tables of more than " + numberText(kMaxEntries) + " entries",
            "lower the orders or the quadrature");
    if (body.divisions.empty()) continue;
    perDivision |= !part.q0.empty() || !part.v0.empty();
    if (!part.q0.empty()) checkCount(part.q0.size(), size, true, place + ".q0");
    if (!part.v0.empty()) checkCount(part.v0.size(), size, true, place + ".v0");
  }
  if (!body.single.q0.empty()) checkCount(body.single.q0.size(), total, true, path + ".q0");
  if (!body.single.v0.empty()) checkCount(body.single.v0.size(), total, true, path + ".v0");
  if (perDivision && (!body.single.q0.empty() || !body.single.v0.empty()))
    error(path, "has q0 or v0 in the body and in its divisions", "give them in one place");
}

void FieldChecker::operator()(const description::RodBody& body, const FieldInfo&, Path path) {
  if (body.divisions.empty()) length_ = value(body.single.length);
  const double magnus = value(body.magnus);
  if (magnus == 3) error(path + ".magnus", "is 3", "must be 2 or 4");
  checkRodState(body, path);
}

void FieldChecker::operator()(const description::RodDivision& division, const FieldInfo&, Path) {
  length_ = value(division.length);
}

void FieldChecker::operator()(const description::TubeSection& section, const FieldInfo&, Path path) {
  const Curve outer = quiet_.measure(section.radius, length_, {}), inner = quiet_.measure(section.inner, length_, {});
  for (int i = 0; i <= kSamples; ++i) {
    const double X = double(i) / kSamples;
    if (!(inner.value(X) >= outer.value(X))) continue;
    error(path + ".inner", "is not less than the outer radius at X = " + numberText(X), "make the wall thicker than 0");
    return;
  }
}

void FieldChecker::operator()(const description::ProfileSection& section, const FieldInfo&, Path path) {
  if (section.polygons.empty()) error(path + ".polygons", "is empty", "give at least one polygon");
  for (std::size_t i = 0; i < section.polygons.size(); ++i)
    if (section.polygons[i].size() < 3)
      error(path + ".polygons[" + std::to_string(i) + ']',
            "has " + std::to_string(section.polygons[i].size()) + " corners", "a polygon needs at least 3");
}

void FieldChecker::operator()(const description::Visual& visual, const FieldInfo&, Path path) {
  if (visual.shapeCount() != 1)
    error(path, "has " + std::to_string(visual.shapeCount()) + " shapes",
          "give one of mesh, box, cylinder, sphere, capsule");
  if (const std::optional<Problem> problem = pictureProblem(visual, options_.directory, path))
    problems_.push_back(*problem);
}

void FieldChecker::operator()(const description::Actuator& actuator, const FieldInfo&, Path path) {
  if (!actuator.range) return;
  const double least = value((*actuator.range)[0]), most = value((*actuator.range)[1]);
  if (least > most)
    return error(path + ".range", "least " + numberText(least) + " is above most " + numberText(most), "swap them");
  if (std::holds_alternative<description::PropellersActuator>(actuator.type) && (least < 0 || most <= 0))
    error(path + ".range", "lets thrusts be from " + numberText(least) + " to " + numberText(most) + " N",
          "propellers push one way: begin at 0 or above, end above 0");
}

void FieldChecker::operator()(const description::PropellersActuator& propellers, const FieldInfo&, Path path) {
  if (!propellers.arms && propellers.rotors.empty())
    error(path + ".rotors", "is empty", "give at least one rotor, or arms");
}

void FieldChecker::operator()(const description::Rotor& rotor, const FieldInfo&, Path path) {
  const double spin = value(rotor.spin);
  if (std::isfinite(spin) && std::abs(spin) != 1) error(path + ".spin", "is " + numberText(spin), "must be 1 or -1");
}

void FieldChecker::operator()(const description::RoutePiece& piece, const FieldInfo&, Path path) {
  if (!piece.points.empty()) {
    if (piece.division) error(path, "has points and a division", "points are for rigid links");
    return;
  }
  if (value(piece.from) == value(piece.to)) error(path + ".to", "is the same as from", "a piece needs a length");
}

void FieldChecker::operator()(const description::PressureActuator& chamber, const FieldInfo&, Path path) {
  if (value(chamber.from) >= value(chamber.to))
    error(path + ".to", "is not greater than from", "a chamber needs a length");
}

void FieldChecker::checkMatrices(const description::BodyMatrices& map, bool symmetric, Path path) {
  for (const auto& [body, rows] : map.entries) {
    const std::string place = path + '.' + body.name;
    if (body.name == description::kWorldName && body.id == 0)
      error(place, "the world is no link", "name a link or an object");
    const std::optional<Mat6> matrix = linkMatrix(rows, quiet_);
    if (!matrix) {
      error(place, "is no list of 6 numbers and no 6×6 matrix", "give 6 numbers (a diagonal), or 6 rows of 6");
      continue;
    }
    if (!matrix->allFinite()) continue;  // reported at the number
    const double largest = matrix->cwiseAbs().maxCoeff();
    if (symmetric && (*matrix - matrix->transpose()).cwiseAbs().maxCoeff() > 1e-9 * largest)
      error(place, "is not symmetric", "added mass is: check the numbers");
    const Mat6 half = 0.5 * (*matrix + matrix->transpose());
    const double least = Eigen::SelfAdjointEigenSolver<Mat6>(half, Eigen::EigenvaluesOnly).eigenvalues()[0];
    if (least < -1e-9 * largest)
      error(place, "is not positive semidefinite: its least eigenvalue is " + numberText(least),
            symmetric ? "added mass must not take kinetic energy away" : "drag must not put energy in");
  }
}

void FieldChecker::operator()(const description::FluidLoad& fluid, const FieldInfo&, Path path) {
  checkMatrices(fluid.addedMass, true, path + ".added_mass");
  checkMatrices(fluid.viscousDrag, false, path + ".viscous_drag");
}

void FieldChecker::operator()(const description::TableSignal& table, const FieldInfo&, Path path) {
  std::string problem;
  if (!SignalTable::load(options_.directory / table.table, table.column, table.interpolation, problem))
    error(path + ".table", problem, "check the file");
}

}  // namespace tendril
