// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/model.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "core/model/kinematics.hpp"
#include "core/model/loop_kinematics.hpp"

namespace tendril {
namespace {

/// Appends a range, joined to the last one where columns and velocities go on without a gap.
void appendRange(std::vector<ColumnRange>& ranges, ColumnRange range) {
  if (range.size == 0) return;
  if (!ranges.empty()) {
    ColumnRange& last = ranges.back();
    if (last.column + last.size == range.column && last.v + last.size == range.v) {
      last.size += range.size;
      return;
    }
  }
  ranges.push_back(range);
}

/// Finds joints of one degree of freedom whose S is a unit screw through the joint's origin, or a unit slide.
Link::Path pathOf(const Joint& joint, Vec6& screw) {
  constexpr double kOff = 1e-15;
  const JointKind& kind = *joint.type.operator->();
  if (kind.velocities() == 0) return Link::Path::kFixed;
  if (kind.velocities() > 1 || kind.subspaceVaries() || !kind.isVector()) return Link::Path::kGeneral;
  Pose X;
  JointColumns S;
  jointMotion(joint, kind.neutral().data(), X, S);
  screw = S.col(0);
  const Vec3 turn = screw.head<3>(), slide = screw.tail<3>();
  if (turn.isZero(0)) return std::abs(slide.norm() - 1) < kOff ? Link::Path::kSlide : Link::Path::kGeneral;
  const bool through = turn.cross(slide).norm() <= kOff * slide.norm();
  return through && std::abs(turn.norm() - 1) < kOff ? Link::Path::kTurn : Link::Path::kGeneral;
}

/// jointPose.R · Rot(axis, θ) = constant + sin θ · sine + cos θ · cosine.
void choosePath(Link& link) {
  Vec6 screw;
  link.path = pathOf(link.joint, screw);
  if (link.path != Link::Path::kTurn && link.path != Link::Path::kSlide) return;
  const bool turns = link.path == Link::Path::kTurn;
  const Vec3 a = turns ? screw.head<3>() : screw.tail<3>();
  link.pitch = turns ? a.dot(screw.tail<3>()) : 0;
  const Mat3& R = link.jointPose.R;
  const Mat3 along = a * a.transpose();
  link.rotationConstant = R * along;
  link.rotationSine = R * skew<double>(a);
  link.rotationCosine = R * (Mat3::Identity() - along);
  link.axisInParent = R * a;
}

void fillDefault(VecX& values, const VecX& given, int start, int count) {
  if (given.size() == count) values.segment(start, count) = given;
}

}  // namespace

Model::Model(ModelSpec spec)
    : name(std::move(spec.name)), gravity(spec.gravity), loads(std::move(spec.loads)), simulation(spec.simulation) {
  links.reserve(spec.links.size());
  for (LinkSpec& link : spec.links) {
    if (link.parent >= static_cast<int>(links.size()) || link.parent < kWorld)
      throw std::invalid_argument("link \"" + link.name + "\" comes before its parent");
    links.emplace_back(std::move(link));
  }
  indexCoordinates();
  indexMotors();
  indexFrames();
  for (const LoadSpec& load : loads) {
    const auto [frame, offset] = place(load.link, load.station);
    loadFrames.push_back(frame);
    loadOffsets.push_back(offset);
  }
  indexContacts(std::move(spec.contacts));
  setInitialState();
  addActuators(spec);
  indexLoops(std::move(spec.loops));
}

void Model::indexCoordinates() {
  for (size_t i = 0; i < links.size(); ++i) {
    Link& link = links[i];
    link.nqJoint = link.joint.type->positions();
    link.nvJoint = link.joint.type->velocities();
    link.qJoint = nq, link.vJoint = link.columnJoint = nv;
    link.nBody = link.body ? link.body->size() : 0;
    link.qBody = nq + link.nqJoint, link.vBody = nv + link.nvJoint;
    for (const ManifoldBlock& block : link.joint.type->manifold()) appendBlock(block);
    appendBlock(vectorBlock(link.nBody));
    if (!link.body) continue;
    deformable.push_back(static_cast<int>(i));
    parallelWork += link.body->estimatedWork();
  }
  columnCount = nv;
}

void Model::indexMotors() {
  firstMotor = static_cast<int>(links.size()), nqRobot = nq, nvRobot = nv;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& motor = links[i];
    if (!motor.motorOf) continue;
    if (driveSprings.empty()) firstMotor = static_cast<int>(i), nqRobot = motor.qJoint, nvRobot = motor.vJoint;
    const MotorPlace& of = *motor.motorOf;
    const Link& link = links[static_cast<std::size_t>(of.link)];
    const int at = of.coordinate * link.joint.motorsPerCoordinate + of.number;
    driveSprings.push_back({motor.qJoint, motor.vJoint, link.qJoint + of.coordinate, link.vJoint + of.coordinate,
                            link.joint.motors[static_cast<std::size_t>(at)].spring});
  }
}

/// Appends coordinates, joined to the last block where both are vectors.
void Model::appendBlock(ManifoldBlock block) {
  if (block.size == 0) return;
  block.q = nq, block.v = nv;
  for (int k = 0; k < block.size; ++k) qOfV.push_back(block.isVector() ? nq + k : -1);
  nq += block.positions(), nv += block.size;
  if (!block.isVector()) groups.push_back(block), quaternions.push_back(block.quaternion());
  if (block.isVector() && !manifold.empty() && manifold.back().isVector())
    manifold.back().size += block.size;
  else
    manifold.push_back(block);
}

void Model::indexFrames() {
  frameCount = 1 + static_cast<int>(links.size());
  frameLink_.assign(frameCount, kWorld);
  for (size_t i = 0; i < links.size(); ++i) frameLink_[i + 1] = static_cast<int>(i);
  for (int i : deformable) {
    Link& link = links[i];
    link.firstStation = frameCount;
    frameCount += link.body->stationCount();
    frameLink_.resize(frameCount, i);
    for (int s = 0; s < link.body->stationCount(); ++s) {
      link.stationColumns.push_back(s == 0 ? link.vBody : columnCount);
      if (s > 0) columnCount += link.nBody;
    }
  }
  frameUpstream_.resize(frameCount);
  for (Link& link : links) indexLink(link);
  for (Link& link : links) link.rigidBelow = !link.body && !link.fluid;
  for (size_t i = links.size(); i-- > 0;)
    if (!links[i].rigidBelow && links[i].parent != kWorld)
      links[static_cast<size_t>(links[i].parent)].rigidBelow = false;
}

void Model::indexLink(Link& link) {
  const int index = static_cast<int>(&link - links.data());
  link.parentFrame = 0, link.jointPose = link.pose;
  if (link.parent != kWorld) {
    const auto [frame, offset] = place(link.parent, link.station);
    link.parentFrame = frame;
    link.jointPose = offset * link.pose;
  }
  choosePath(link);
  std::vector<ColumnRange>& base = frameUpstream_[1 + index];
  base = frameUpstream_[link.parentFrame];
  appendRange(base, {link.columnJoint, link.vJoint, link.nvJoint});
  if (!link.body) return;
  for (int s = 0; s < link.body->stationCount(); ++s) {
    std::vector<ColumnRange>& station = frameUpstream_[link.firstStation + s];
    station = base;
    appendRange(station, {link.stationColumns[s], link.vBody, link.nBody});
  }
}

std::pair<int, Pose> Model::place(int link, int station) const {
  if (link == kWorld) return {0, Pose()};
  const Link& l = links[link];
  if (station == kBaseStation) return {1 + link, Pose()};
  if (l.body) return {l.firstStation + station, Pose()};
  return {1 + link, l.rigidTip};
}

void Model::indexLoops(std::vector<LoopSpec> given) {
  for (LoopSpec& spec : given) {
    Loop loop(std::move(spec));
    std::tie(loop.frameA, loop.offsetA) = place(loop.a.link, loop.a.station);
    std::tie(loop.frameB, loop.offsetB) = place(loop.b.link, loop.b.station);
    loop.offsetA = loop.offsetA * loop.a.pose;
    loop.offsetB = loop.offsetB * loop.b.pose;
    loop.rows = loop.joint.type->constraintRows(loop.joint);
    if (!rowsHoldEverywhere(loop.joint, loop.rows))
      throw std::invalid_argument("loop \"" + loop.name + "\": a " + std::string(loop.joint.type->name()) +
                                  " joint closes no loop, because what it holds moves with it");
    loops.push_back(std::move(loop));
  }
  dropDependentRows(*this, loops);
  for (Loop& loop : loops) {
    loop.firstRow = nl;
    nl += static_cast<int>(loop.rows.size());
  }
}

ContactBall Model::placed(const BallSpec& ball) const {
  const auto [frame, offset] = place(ball.link, ball.station);
  const RimPlace rim{offset.R * ball.rim.axis, offset * ball.rim.middle, ball.rim.turn};
  return {frame, offset * ball.centre, ball.radius, ball.along, rim};
}

ContactSegment Model::placed(const SegmentSpec& segment) const {
  const BallSpec& first = segment.ends[0];
  const Vec3 outward = place(first.link, first.station).second.R * segment.outward;
  return {{placed(first), placed(segment.ends[1])}, outward, segment.leastCosine, segment.reach, segment.fade};
}

void Model::indexContacts(std::vector<ContactSpec> given) {
  for (ContactSpec& spec : given) {
    Contact contact;
    static_cast<ContactSpec&>(contact) = std::move(spec);
    for (const BallSpec& ball : contact.ballsA) contact.a.push_back(placed(ball));
    for (const BallSpec& ball : contact.ballsB) contact.b.push_back(placed(ball));
    for (const SegmentSpec& segment : contact.segmentsA) contact.segments[0].push_back(placed(segment));
    for (const SegmentSpec& segment : contact.segmentsB) contact.segments[1].push_back(placed(segment));
    const auto [frame, offset] = place(contact.linkB, kBaseStation);
    contact.surfaceFrame = frame;
    contact.surfaceOffset = offset * contact.surfacePose;
    indexAnchors(contact);
    contacts.push_back(std::move(contact));
  }
}

void Model::indexAnchors(Contact& contact) {
  if (!contact.law.sticks()) return;
  if (anchorSize == 0) anchorSize = 1;
  const auto add = [&](AnchorList& list, std::size_t pairs, std::size_t parts, int width) {
    constexpr std::size_t kEach = 4;  // touches at once, of every part
    list = {anchorSize, static_cast<int>(std::min(pairs, kEach * parts)), width};
    anchorSize += list.size();
  };
  const std::size_t a = contact.a.size(), b = contact.b.size();
  const std::size_t ofA = contact.segments[0].size(), ofB = contact.segments[1].size();
  if (contact.surface) {
    add(contact.ballAnchors, a, a, kBallRecord);
  } else {
    add(contact.ballAnchors, contact.self ? a * (a - std::min<std::size_t>(a, 1)) / 2 : a * b, a + b, kBallRecord);
  }
  const std::size_t crossings = contact.self ? ofA * ofA : ofA * ofB + (contact.surface ? 0 : a * ofB) + b * ofA;
  add(contact.segmentAnchors, crossings, a + b + ofA + ofB, kSegmentRecord);
}

std::string Model::rowName(int row) const {
  for (const Loop& loop : loops) {
    const int k = row - loop.firstRow;
    if (k < 0 || k >= static_cast<int>(loop.rows.size())) continue;
    return loop.name + "." + std::string(constraintRowName(loop.rows[static_cast<std::size_t>(k)]));
  }
  return {};
}

void Model::setInitialState() {
  q0 = VecX::Zero(nq), v0 = VecX::Zero(nv);
  for (const Link& link : links) {
    q0.segment(link.qJoint, link.nqJoint) = link.joint.type->neutral();
    fillDefault(q0, link.jointQ0, link.qJoint, link.nqJoint);
    fillDefault(v0, link.jointV0, link.vJoint, link.nvJoint);
    fillDefault(q0, link.bodyQ0, link.qBody, link.nBody);
    fillDefault(v0, link.bodyV0, link.vBody, link.nBody);
  }
}

VecX Model::undeformed() const {
  VecX q = q0;
  for (const Link& link : links) q.segment(link.qBody, link.nBody).setZero();
  return q;
}

void Model::addActuators(ModelSpec& spec) {
  for (const auto& make : spec.actuators) {
    actuators.push_back(make(*this));
    inputOffset.push_back(nu);
    nu += actuators.back()->inputs();
    hasPointForces = hasPointForces || actuators.back()->pointForceCount() > 0;
    hasEffortLaws = hasEffortLaws || actuators.back()->hasEffortLaw();
  }
  if (spec.signals) signals = spec.signals(*this);
  addPrescribedJoints();
  for (const auto& make : spec.controllers)
    if (auto made = make(*this)) controllers.push_back(std::move(made));
  if (actuators.empty()) return;
  Data data(*this);
  VecX q = VecX::Zero(nq);
  for (const Link& link : links) q.segment(link.qJoint, link.nqJoint) = link.joint.type->neutral();
  kinematics(*this, data, q, VecX::Zero(nv));
  for (const auto& actuator : actuators) actuator->setRest(*this, data);
}

void Model::addPrescribedJoints() {
  for (std::size_t i = 0; i < actuators.size(); ++i) {
    for (int k = 0; k < actuators[i]->inputs(); ++k) {
      const int v = actuators[i]->drivenVelocity(k);
      if (v < 0) continue;
      if (qOfV[static_cast<std::size_t>(v)] < 0)
        throw std::invalid_argument("actuator \"" + actuators[i]->name + "\": its joint has no position coordinates");
      prescribedJoints.push_back({v, qOfV[static_cast<std::size_t>(v)], inputOffset[i] + k});
    }
  }
  for (const PrescribedJoint& d : prescribedJoints)
    for (const InputSignal& signal : signals)
      if (signal.input == d.input && !signal.motion)
        throw std::invalid_argument("the signal of \"" + inputName(d.input) + "\" needs its derivatives");
}

std::string Model::velocityName(int v) const {
  for (const Link& link : links) {
    if (v < link.vJoint || v >= link.vBody + link.nBody) continue;
    if (link.motorOf) return link.name;
    if (v >= link.vBody) return link.name + "." + link.body->coordinateInfo(v - link.vBody).name;
    const int q = qOfV[static_cast<std::size_t>(v)];
    return link.name + (q >= 0 ? ".q[" + std::to_string(q - link.qJoint) : ".v[" + std::to_string(v - link.vJoint)) +
           "]";
  }
  return {};
}

std::string Model::inputName(int u) const {
  for (size_t i = actuators.size(); i-- > 0;) {
    if (u < inputOffset[i]) continue;
    const Actuator& actuator = *actuators[i];
    if (actuator.inputs() == 1) return actuator.name;
    return actuator.name + "[" + std::to_string(u - inputOffset[i]) + "]";
  }
  return {};
}

int Model::linkIndex(std::string_view wanted) const {
  const auto it = std::find_if(links.begin(), links.end(), [&](const Link& link) { return link.name == wanted; });
  return it == links.end() ? -1 : static_cast<int>(it - links.begin());
}

void Model::clipInputs(VecXMut u) const {
  for (size_t i = 0; i < actuators.size(); ++i) {
    for (int k = 0; k < actuators[i]->inputs(); ++k) {
      const InputRange& range = actuators[i]->ranges[k];
      double& value = u[inputOffset[i] + k];
      value = std::clamp(value, range.lower, range.upper);
    }
  }
}

void Model::inputsAt(double t, VecXMut u) const {
  u.setZero();
  for (const PrescribedJoint& d : prescribedJoints) u[d.input] = q0[d.q];
  for (const InputSignal& signal : signals) u[signal.input] = signal.value(t);
  clipInputs(u);
}

void Model::inputRatesAt(double t, VecXMut rate, VecXMut acceleration) const {
  rate.setZero(), acceleration.setZero();
  if (prescribedJoints.empty()) return;
  for (const InputSignal& signal : signals) {
    const bool position = std::any_of(prescribedJoints.begin(), prescribedJoints.end(),
                                      [&](const PrescribedJoint& d) { return d.input == signal.input; });
    if (!position || !signal.motion) continue;
    const Vec3 motion = signal.motion(t);
    rate[signal.input] = motion[1], acceleration[signal.input] = motion[2];
    const auto after = std::upper_bound(inputOffset.begin(), inputOffset.end(), signal.input);
    const auto index = static_cast<std::size_t>(after - inputOffset.begin() - 1);
    const InputRange& range = actuators[index]->ranges[static_cast<std::size_t>(signal.input - inputOffset[index])];
    if (motion[0] < range.lower || motion[0] > range.upper) rate[signal.input] = acceleration[signal.input] = 0;
  }
}

}  // namespace tendril
