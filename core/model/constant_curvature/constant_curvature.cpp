// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/constant_curvature/constant_curvature.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "core/math/angle_functions.hpp"

namespace tendril {
namespace {

constexpr int kSlicePoints = 16;  // exact to rounding for a whole turn

void check(bool good, const std::string& what, double value) {
  if (!good) throw std::invalid_argument("constant curvature: " + what + ", is " + std::to_string(value));
}

StationKinematics emptyStation(int n) {
  StationKinematics station;
  station.J = Mat6X::Zero(6, n);
  return station;
}

StationColumns emptyColumns(int n) {
  StationColumns columns;
  columns.R = columns.L = columns.Y = Mat6X::Zero(6, n);
  return columns;
}

}  // namespace

ConstantCurvature::ConstantCurvature(const ConstantCurvatureSpec& spec) : spec_(spec) {
  check(spec.length > 0 && std::isfinite(spec.length), "length must be positive", spec.length);
  check(spec.radius > 0 && std::isfinite(spec.radius), "radius must be positive", spec.radius);
  check(spec.density > 0 && std::isfinite(spec.density), "density must be positive", spec.density);
  check(spec.young >= 0 && spec.viscosity >= 0 && spec.relaxation >= 0, "elasticity must not be negative", spec.young);
  spec_.elongation &= !spec.planar;
  const double r2 = spec.radius * spec.radius, area = std::numbers::pi * r2;
  mass_ = {spec.density * area * spec.length, spec.sectionInertia ? r2 / 4 : 0};
  const Vec3 shape = Vec3(r2 / 4, r2 / 4, 1) * (area / spec.length);
  stiffness_ = spec.young * shape;
  damping_ = 3 * spec.viscosity * shape + spec.relaxation * stiffness_;
  for (int k = 0; k < kSections; ++k) piece_.s.push_back(static_cast<double>(k) / (kSections - 1));
  piece_.length = spec.length;
  piece_.section = SectionLaw::shape("circle", {[radius = spec.radius](double) { return radius; }});
}

int ConstantCurvature::addStation(double at) {
  if (!(at >= 0 && at <= 1))
    throw std::invalid_argument("a station of a constant-curvature body must be from 0 to 1 over its length, is " +
                                std::to_string(at));
  for (std::size_t i = 0; i < stations_.size(); ++i)
    if (std::abs(stations_[i] - at) < 1e-12) return static_cast<int>(i);
  stations_.push_back(at);
  return stationCount() - 1;
}

bool ConstantCurvature::immerse(const BodyFluid& fluid) {
  const double displaced = fluid.density * mass_.mass / spec_.density;
  if (fluid.buoyancy) displaced_ = displaced;
  added_ = displaced * fluid.added;
  wet_.clear();
  if (!added_.isZero(0)) wet_ = gaussLegendre(kSlicePoints);
  return true;
}

std::vector<BodySlice> ConstantCurvature::slices() const {
  std::vector<BodySlice> all;
  for (const QuadraturePoint& p : gaussLegendre(kSlicePoints))
    all.push_back({p.s, p.weight * spec_.length, spec_.radius});
  return all;
}

CoordinateInfo ConstantCurvature::coordinateInfo(int index) const {
  static const CoordinateInfo kInfo[] = {
      {"bending_y", Quantity::kAngle}, {"bending_z", Quantity::kAngle}, {"stretch", Quantity::kLength}};
  if (index < 0 || index >= size()) throw std::out_of_range("constant curvature: coordinate " + std::to_string(index));
  return kInfo[slot(index)];
}

std::unique_ptr<BodyData> ConstantCurvature::makeData() const {
  const int n = size();
  auto data = std::make_unique<ConstantCurvatureData>();
  data->stations.assign(stations_.size(), emptyStation(n));
  data->columns.assign(stations_.size(), emptyColumns(n));
  data->tables.resize(stations_.size());
  data->slopes.resize(stations_.size() + wet_.size());
  data->wet.assign(wet_.size(), emptyStation(n));
  data->wetColumns.assign(wet_.size(), emptyColumns(n));
  data->wetTables.resize(wet_.size());
  data->wetForces.resize(wet_.size());
  data->pointColumns = emptyColumns(n);
  data->sections.resize(kSections);
  data->H = data->Uq = data->Uv = Mat6X::Zero(6, n);
  data->M = data->Qq = data->Qv = data->Mq = MatX::Zero(n, n);
  data->rowI = data->rowN = data->rowK = MatX::Zero(n, 6);
  data->Q = VecX::Zero(n);
  data->mass = mass_.mass;
  data->displaced = displaced_;
  return data;
}

Vec3 ConstantCurvature::arcCoordinates(const VecXRef& q, double reference) const {
  if (spec_.planar) return {0, q[0], reference};
  return {q[0], q[1], spec_.elongation ? reference + q[2] : reference};
}

Mat3 ConstantCurvature::rotationalInertia(const BodyData& bodyData) const {
  const auto& data = static_cast<const ConstantCurvatureData&>(bodyData);
  Mat3 out = data.I.topLeftCorner<3, 3>();
  for (std::size_t k = 0; k < wet_.size(); ++k) out -= addedInertia(data.wet[k], k).topLeftCorner<3, 3>();
  return out;
}

// The strain is the same everywhere: turns and length of the backbone per undeformed length.
bool ConstantCurvature::sectionStates(const VecXRef& q, std::span<SectionResponse> out) const {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const Vec3 arc = arcCoordinates(q, spec_.length);
  SectionResponse state;
  state.strain << 0, arc[0] / spec_.length, arc[1] / spec_.length, arc[2] / spec_.length, 0, 0;
  state.wrench.setConstant(kNan);
  state.energy = spec_.young > 0 ? elasticEnergy(q) / spec_.length : kNan;
  for (int i = 0; i < size() && spec_.young > 0; ++i) state.wrench[1 + slot(i)] = stiffness_[slot(i)] * q[i];
  std::ranges::fill(out, state);
  return true;
}

ArcMotion<double> ConstantCurvature::motionOf(const ConstantCurvatureData& data, double at) const {
  return {at * data.q, at * data.qd, Vec3::Zero()};
}

void ConstantCurvature::runStation(const ConstantCurvatureData& data, double at, ArcTable& table,
                                   StationKinematics& station) const {
  const ArcMotion<double> m = motionOf(data, at);
  if (at == 1) {
    table = data.table;
  } else {
    evaluateArc(m.u, 3, table);
  }
  const ArcEnd<double> end = arcEnd(m, table);
  station.X = end.X, station.V = end.V, station.bias = end.A;
  const ArcColumns<double> J(m.phi, m.length, table);
  for (int i = 0; i < size(); ++i) station.J.col(i) = at * J[slot(i)];
}

// Turns of k/8 of the arc by the addition theorems: the small numbers 1 − cos never come from a difference.
void ConstantCurvature::sections(BodyData& bodyData) const {
  auto& data = static_cast<ConstantCurvatureData&>(bodyData);
  constexpr double kStep = 1.0 / (kSections - 1);
  const Vec2T<double> phi = data.q.head<2>();
  const double u = phi.squaredNorm();
  const auto first = angle::rotationCoefficients(u * kStep * kStep);
  const double S1 = kStep * first.c1, b1 = kStep * kStep * first.c2;
  double S = 0, b = 0;
  for (std::size_t k = 0; k < kSections; ++k) {
    const double C = 1 - u * b;
    data.sections[k].R = arcRotation<double>(phi, C, S, b);
    data.sections[k].p = data.q[2] * Vec3(S, b * phi[1], -b * phi[0]);
    const double nextS = S * (1 - u * b1) + C * S1;
    b += S * S1 + C * b1;
    S = nextS;
  }
}

void ConstantCurvature::kinematics(BodyData& bodyData, const BodyCoordinates& c) const {
  auto& data = static_cast<ConstantCurvatureData&>(bodyData);
  data.q = arcCoordinates(c.q, spec_.length);
  data.qd = arcCoordinates(c.qd, 0);
  evaluateArc(data.q.head<2>().squaredNorm(), 3, data.table);
  for (std::size_t s = 0; s < stations_.size(); ++s) runStation(data, stations_[s], data.tables[s], data.stations[s]);
  for (std::size_t k = 0; k < wet_.size(); ++k) runStation(data, wet_[k].s, data.wetTables[k], data.wet[k]);
}

Mat6 ConstantCurvature::addedInertia(const StationKinematics& section, std::size_t index) const {
  const Mat6 toSection = adjointMatrix<double>(section.X.inverse());
  return toSection.transpose() * (wet_[index].weight * added_) * toSection;
}

void ConstantCurvature::inertia(BodyData& bodyData, const BodyCoordinates&) const {
  auto& data = static_cast<ConstantCurvatureData&>(bodyData);
  ArcInertia<double> arc;
  arcInertia(ArcMotion<double>(data.q, data.qd, Vec3::Zero()), data.table, mass_, arc);
  data.I = arc.I;
  for (int i = 0; i < size(); ++i) {
    data.H.col(i) = arc.H.col(slot(i));
    for (int j = 0; j < size(); ++j) data.M(i, j) = arc.M(slot(i), slot(j));
  }
  data.firstMoment = arc.moment;
  data.displacedMoment = displaced_ / mass_.mass * arc.moment;
  for (std::size_t k = 0; k < wet_.size(); ++k) {
    const Mat6 I = addedInertia(data.wet[k], k);
    data.I += I;
    for (int i = 0; i < size(); ++i) {
      const Vec6 column = I * data.wet[k].J.col(i);
      data.H.col(i) += column;
      for (int j = 0; j < size(); ++j) data.M(j, i) += data.wet[k].J.col(j).dot(column);
    }
  }
}

Vec6 ConstantCurvature::stationAcceleration(const StationKinematics& station, const BodyCoordinates& c,
                                            const BaseMotion& motion) const {
  Vec6 A = motion.A + station.bias + crossMotion(motion.V, station.V);
  for (int i = 0; i < size(); ++i) A += c.qdd[i] * station.J.col(i);
  return A;
}

void ConstantCurvature::inverseDynamics(BodyData& bodyData, const BodyCoordinates& c, const BaseMotion& motion) const {
  auto& data = static_cast<ConstantCurvatureData&>(bodyData);
  Vec6 A = motion.A;
  A.tail<3>() += weightShare() * motion.gamma;
  const ArcMotion<double> m(data.q, data.qd, arcCoordinates(c.qdd, 0));
  const ArcForces<double> forces = arcForces(m, data.table, mass_, motion.V, A);
  data.F = forces.F;
  for (int i = 0; i < size(); ++i) data.Q[i] = forces.Q[slot(i)];
  for (std::size_t k = 0; k < wet_.size(); ++k) {
    const StationKinematics& section = data.wet[k];
    const Mat6 I = addedInertia(section, k);
    const Vec6 V = motion.V + section.V, momentum = I * V;
    const Vec6 force = I * stationAcceleration(section, c, motion) + crossForce(V, momentum);
    data.F += force;
    for (int i = 0; i < size(); ++i) data.Q[i] += section.J.col(i).dot(force);
  }
}

double ConstantCurvature::elasticEnergy(const VecXRef& q) const {
  double twice = 0;
  for (int i = 0; i < size(); ++i) twice += stiffness_[slot(i)] * q[i] * q[i];
  return twice / 2;
}
void ConstantCurvature::addElasticForce(const VecXRef& q, VecXMut force) const {
  for (int i = 0; i < size(); ++i) force[i] += stiffness_[slot(i)] * q[i];
}
void ConstantCurvature::addStiffness(const VecXRef&, MatXMut stiffness) const {
  for (int i = 0; i < size(); ++i) stiffness(i, i) += stiffness_[slot(i)];
}
void ConstantCurvature::addDampingForce(const VecXRef&, const VecXRef& qd, VecXMut force) const {
  for (int i = 0; i < size(); ++i) force[i] += damping_[slot(i)] * qd[i];
}
void ConstantCurvature::addDampingDerivatives(const VecXRef&, const VecXRef&, MatXMut, MatXMut dv) const {
  for (int i = 0; i < size(); ++i) dv(i, i) += damping_[slot(i)];
}

Pose ConstantCurvature::poseAt(const BodyData& data, double at) const {
  const Vec3 q = at * static_cast<const ConstantCurvatureData&>(data).q;
  const Vec2T<double> phi = q.head<2>();
  const auto f = angle::rotationCoefficients(phi.squaredNorm());
  return {arcRotation<double>(phi, 1 - phi.squaredNorm() * f.c2, f.c1, f.c2),
          q[2] * Vec3(f.c1, f.c2 * phi[1], -f.c2 * phi[0])};
}

bool ConstantCurvature::carryShape(const Body& from, const VecXRef& q, const VecXRef& v, VecXMut newQ,
                                   VecXMut newV) const {
  const auto* other = dynamic_cast<const ConstantCurvature*>(&from);
  if (!other) return false;
  Vec3 turns = other->arcCoordinates(q, 0), rates = other->arcCoordinates(v, 0);
  turns[2] *= spec_.length / other->spec_.length, rates[2] *= spec_.length / other->spec_.length;
  for (int i = 0; i < size(); ++i) newQ[i] = turns[slot(i)], newV[i] = rates[slot(i)];
  return true;
}

}  // namespace tendril
