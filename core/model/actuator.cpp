// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/actuator.hpp"

#include <algorithm>

#include "core/model/kinematics.hpp"

namespace tendril {

void Actuator::addProductDerivative(const Model& model, const Data& data, const VecXRef& u, const VecXRef& along,
                                    MatXMut scratch, VecXMut row) const {
  scratch.setZero();
  addDerivative(model, data, u, scratch);
  row.noalias() += scratch.transpose() * along;
}

std::vector<JointTarget> jointTargets(const Model& model, int link) {
  const Link& l = model.links[static_cast<std::size_t>(link)];
  std::vector<JointTarget> out;
  for (std::size_t i = static_cast<std::size_t>(model.firstMotor); i < model.links.size(); ++i)
    if (const Link& motor = model.links[i]; motor.motorOf->link == link)
      out.push_back({motor.vJoint, motor.motorOf->coordinate});
  if (!out.empty()) return out;
  for (int k = 0; k < l.nvJoint; ++k)
    for (int m = 0; m < std::max(1, l.joint.motorsPerCoordinate); ++m) out.push_back({l.vJoint + k, k});
  return out;
}

JointActuator::JointActuator(std::string name, const Model& model, int link)
    : Actuator(std::move(name), static_cast<int>(jointTargets(model, link).size())),
      targets_(jointTargets(model, link)),
      coordinates_(model.links[static_cast<std::size_t>(link)].joint.type->velocityInfo()) {}

void JointActuator::actuationMatrix(const Model&, const Data&, MatXMut B) const {
  for (int k = 0; k < inputs(); ++k) B(targets_[static_cast<std::size_t>(k)].v, k) = 1;
}

void JointActuator::coordinates(const Model& model, const Data& data, VecXMut y) const {
  for (int k = 0; k < inputs(); ++k) {
    const int q = model.qOfV[static_cast<std::size_t>(targets_[static_cast<std::size_t>(k)].v)];
    y[k] = q >= 0 ? data.q[q] : 0;  // no coordinate of a rotation has S v as its rate
  }
}

void JointActuator::addDerivative(const Model&, const Data&, const VecXRef&, MatXMut) const {}

InputInfo JointActuator::inputInfo(int k) const {
  const int coordinate = targets_[static_cast<std::size_t>(k)].coordinate;
  const Quantity quantity = coordinates_[static_cast<std::size_t>(coordinate)].quantity;
  const std::string force(forceUnitOf(quantity)), unit(unitOf(quantity)), input = force == "N" ? "force" : "torque";
  return {input, "u", force, "Input (" + input + ")", "coordinate", unit, "Actuation coordinate", force};
}

JointPosition::JointPosition(std::string name, const Model& model, int link)
    : Actuator(std::move(name), static_cast<int>(jointTargets(model, link).size())),
      targets_(jointTargets(model, link)),
      coordinates_(model.links[static_cast<std::size_t>(link)].joint.type->velocityInfo()) {}

void JointPosition::coordinates(const Model& model, const Data& data, VecXMut y) const {
  for (int k = 0; k < inputs(); ++k)
    y[k] = data.q[model.qOfV[static_cast<std::size_t>(targets_[static_cast<std::size_t>(k)].v)]];
}

InputInfo JointPosition::inputInfo(int k) const {
  const int coordinate = targets_[static_cast<std::size_t>(k)].coordinate;
  const Quantity quantity = coordinates_[static_cast<std::size_t>(coordinate)].quantity;
  const std::string unit(unitOf(quantity)), force(forceUnitOf(quantity));
  return {"position", "q*", unit, "Input (position)", "coordinate", unit, "Actuation coordinate", force};
}

Tendon::Tendon(std::string name, std::vector<BodyPiece> pieces, std::vector<Segment> segments, bool tensionOnly,
               std::optional<Spool> spool)
    : Actuator(std::move(name), 1), pieces_(std::move(pieces)), segments_(std::move(segments)), spool_(spool) {
  if (tensionOnly && !spool_) ranges[0].lower = 0;
}

Effort Tendon::effort(double u, double y, double yRate) const {
  if (!spool_) return {.value = u};
  const double k = spool_->stiffness, elastic = k * (u - y) + spool_->pretension;
  const double pull = std::max(0.0, elastic), tension = elastic - spool_->damping * yRate;
  Effort out;
  out.stored = k > 0 ? 0.5 * pull * pull / k : 0;
  if (tension > 0) out.value = tension, out.byCoordinate = -k, out.byRate = -spool_->damping;
  out.dissipative = out.value - pull;
  return out;
}

namespace {

Vec3 treePoint(const Data& data, const Tendon::Point& point) {
  return data.frames[1 + point.link].X * point.position;
}

/// Velocity of a tree-frame point that moves with column J.
Vec3 pointColumn(const Vec6& J, const Vec3& p) {
  return J.tail<3>() + J.head<3>().cross(p);
}

/// row (nv) += scale · nᵀ ∂p/∂q for a point of a link.
void addPointRow(const Model& model, const Data& data, const Tendon::Point& point, const Vec3& n, double scale,
                 VecXMut row) {
  const Vec3 p = treePoint(data, point);
  for (const ColumnRange& range : model.frameUpstream(1 + point.link))
    for (int k = 0; k < range.size; ++k)
      row[range.v + k] += scale * n.dot(pointColumn(data.J.col(range.column + k), p));
}

}  // namespace

void Tendon::actuationMatrix(const Model& model, const Data& data, MatXMut B) const {
  auto column = B.col(0);
  for (const BodyPiece& part : pieces_) {
    const Link& link = model.links[part.link];
    part.piece->addGradient(data.q.segment(link.qBody, link.nBody), column.segment(link.vBody, link.nBody));
  }
  for (const Segment& segment : segments_) {
    const Vec3 n = (treePoint(data, segment.b) - treePoint(data, segment.a)).normalized();
    addPointRow(model, data, segment.b, n, 1, column);
    addPointRow(model, data, segment.a, n, -1, column);
  }
  column = -column;
}

double Tendon::length(const Model& model, const Data& data) const {
  double sum = 0;
  for (const BodyPiece& part : pieces_) {
    const Link& link = model.links[part.link];
    sum += part.piece->length(data.q.segment(link.qBody, link.nBody));
  }
  for (const Segment& segment : segments_) sum += (treePoint(data, segment.b) - treePoint(data, segment.a)).norm();
  return sum;
}

void Tendon::coordinates(const Model& model, const Data& data, VecXMut y) const {
  y[0] = restLength_ - length(model, data);
}

void Tendon::addDerivative(const Model& model, const Data& data, const VecXRef& u, MatXMut dBu) const {
  for (const BodyPiece& part : pieces_) {
    const Link& link = model.links[part.link];
    part.piece->addHessian(data.q.segment(link.qBody, link.nBody), -u[0],
                           dBu.block(link.vBody, link.vBody, link.nBody, link.nBody));
  }
  for (const Segment& segment : segments_) {
    const Vec3 d = treePoint(data, segment.b) - treePoint(data, segment.a);
    const double length = d.norm();
    const Vec3 n = d / length;
    // −u/|d| Dᵀ (1 − n nᵀ) D with D = ∂(b − a)/∂q, as two rank-one terms along the normals of n
    const Vec3 e1 = n.unitOrthogonal(), e2 = n.cross(e1);
    for (const Vec3& e : {e1, e2}) {
      VecX row = VecX::Zero(model.nv);
      addPointRow(model, data, segment.b, e, 1, row);
      addPointRow(model, data, segment.a, e, -1, row);
      dBu.noalias() -= (u[0] / length) * row * row.transpose();
    }
  }
}

/// ∂B/∂q of a tendon is a second derivative of its length: symmetric.
void Tendon::addProductDerivative(const Model& model, const Data& data, const VecXRef& u, const VecXRef& along,
                                  MatXMut scratch, VecXMut row) const {
  if (!segments_.empty()) return Actuator::addProductDerivative(model, data, u, along, scratch, row);
  for (const BodyPiece& part : pieces_) {
    const Link& link = model.links[part.link];
    part.piece->addHessianProduct(data.q.segment(link.qBody, link.nBody), -u[0], along.segment(link.vBody, link.nBody),
                                  scratch.topLeftCorner(link.nBody, link.nBody), row.segment(link.vBody, link.nBody));
  }
}

void Tendon::pointForces(const Data& data, const VecXRef& tension, std::vector<PointForce>& out) const {
  for (const Segment& segment : segments_) {
    const Vec3 a = treePoint(data, segment.a), b = treePoint(data, segment.b);
    const Vec3 pull = (b - a).normalized() * tension[0];
    out.push_back({1 + segment.a.link, a, pull});
    out.push_back({1 + segment.b.link, b, -pull});
  }
}

std::optional<ActuatorPull> Tendon::pull() const {
  ActuatorPull out{.kind = ActuatorPull::Kind::kWay, .sign = -1, .segments = segments_};
  for (const BodyPiece& part : pieces_) out.pieces.push_back({part.link, part.piece.get()});
  if (spool_) out.spool = &*spool_;
  return out;
}

void Tendon::paths(const Data& data, std::vector<std::vector<Vec3>>& lines) const {
  lines.clear();
  for (const BodyPiece& part : pieces_) {
    lines.emplace_back();
    part.piece->path(*data.bodies[part.link], lines.back());
    const Pose X = worldPose(data, 1 + part.link);
    for (Vec3& p : lines.back()) p = X * p;
  }
  for (const Segment& segment : segments_)
    lines.push_back({treePoint(data, segment.a) + data.origin, treePoint(data, segment.b) + data.origin});
}

InputInfo Tendon::inputInfo(int) const {
  const std::string shortening = "Shortening since q = 0";
  if (spool_) return {"input", "u", "m", "Input (length taken in)", "displacement", "m", shortening, "N"};
  return {"tension", "T", "N", "Input (tension)", "displacement", "m", shortening, "N"};
}

PressureChamber::PressureChamber(std::string name, int link, std::unique_ptr<const TendonPiece> volume)
    : Actuator(std::move(name), 1), link_(link), volume_(std::move(volume)) {
  ranges[0].lower = 0;
}

void PressureChamber::actuationMatrix(const Model& model, const Data& data, MatXMut B) const {
  const Link& link = model.links[link_];
  volume_->addGradient(data.q.segment(link.qBody, link.nBody), B.col(0).segment(link.vBody, link.nBody));
}

double PressureChamber::volume(const Model& model, const Data& data) const {
  const Link& link = model.links[link_];
  return volume_->length(data.q.segment(link.qBody, link.nBody));
}

void PressureChamber::points(const Data& data, std::vector<Vec3>& out) const {
  const BodyData& body = *data.bodies[link_];
  if (wall().empty())
    volume_->path(body, out);
  else
    volume_->wallPoints(body, out);
  const Pose X = worldPose(data, 1 + link_);
  for (Vec3& point : out) point = X * point;
}

void PressureChamber::coordinates(const Model& model, const Data& data, VecXMut y) const {
  y[0] = volume(model, data) - restVolume_;
}

void PressureChamber::addDerivative(const Model& model, const Data& data, const VecXRef& u, MatXMut dBu) const {
  const Link& link = model.links[link_];
  volume_->addHessian(data.q.segment(link.qBody, link.nBody), u[0],
                      dBu.block(link.vBody, link.vBody, link.nBody, link.nBody));
}

std::optional<ActuatorPull> PressureChamber::pull() const {
  return ActuatorPull{.kind = ActuatorPull::Kind::kWay, .pieces = {{link_, volume_.get()}}};
}

InputInfo PressureChamber::inputInfo(int) const {
  return {"pressure", "p", "Pa", "Input (pressure)", "volume", "m³", "Change of volume since q = 0", "Pa"};
}

}  // namespace tendril
