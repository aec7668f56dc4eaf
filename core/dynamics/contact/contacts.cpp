// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/contact/contacts.hpp"

#include <algorithm>
#include <cmath>

#include "core/dynamics/contact/anchors.hpp"
#include "core/dynamics/contact/frame_forces.hpp"
#include "core/dynamics/contact/segment_contacts.hpp"
#include "core/dynamics/contact/turning_resistance.hpp"
#include "core/model/contact_kinematics.hpp"

namespace tendril {
namespace {

/// Of a touch in the anchors of its contact.
double keyOf(const Contact& contact, const Touch& touch) {
  const std::size_t width = contact.self ? contact.a.size() : std::max<std::size_t>(1, contact.b.size());
  return static_cast<double>(static_cast<std::size_t>(touch.a) * width + static_cast<std::size_t>(touch.b));
}

/// Of the ball that touches, or of the rim that it lies on; of two balls the smaller one's, m.
double radiusOf(const Contact& contact, const Touch& touch) {
  const ContactBall& ball = contact.a[static_cast<std::size_t>(touch.a)];
  const double rim = ball.rim.axis == Vec3::Zero() ? 0 : (ball.centre - ball.rim.middle).norm();
  return std::min(rim + touch.radius, touch.otherRadius);
}

/// The forces of one touch and what their derivatives are made of; tree frame.
struct Force {
  Force(const Data& data, const Contact& contact, const Touch& touch) : law(contact.law) {
    const Vec3& n = touch.at.normal;
    arm = (touch.radius + touch.at.distance) / 2;
    point = touch.centre - arm * n;
    twist =
        data.frames[static_cast<std::size_t>(touch.frameA)].V - data.frames[static_cast<std::size_t>(touch.frameB)].V;
    u = twist.tail<3>() + twist.head<3>().cross(point);
    along = n.dot(u);
    slip = u - along * n;
    share = std::max(0.0, 1 - law.damping * along);
    spring = law.stiffness * std::pow(touch.depth, law.exponent);
    normal = spring * share;
    inverseSpeed = 1 / std::sqrt(slip.squaredNorm() + law.frictionSpeed * law.frictionSpeed);
    // Where the depth changes faster than the place (BoxFace), no direction is one of sliding.
    const bool steep = n.squaredNorm() > 1 + 1e-9;
    friction = steep ? 0 : law.friction;
    f = normal * n - (friction * normal * inverseSpeed) * slip;
    if (law.sticks() && friction > 0) stick(data, contact, touch);
    if (!law.resistsTurning() || steep) return;
    resists = true;
    radius = radiusOf(contact, touch);
    moment = turningResistance<double>(law, radius, n, twist.head<3>(), normal);
  }
  Vec6 wrench(const Vec3& force) const {
    Vec6 F;
    F << point.cross(force), force;
    return F;
  }
  /// The wrench of a force to which the moment belongs.
  Vec6 withMoment(Vec6 F) const {
    if (resists) F.head<3>() += moment;
    return F;
  }
  /// Power of a force and of the moment, W.
  double power(const Vec3& force) const { return resists ? force.dot(u) + moment.dot(twist.head<3>()) : force.dot(u); }
  /// Energy in the spring of friction, J.
  double stored() const { return anchored ? 0.5 * hold.squaredNorm() / law.stickStiffness : 0; }

  const ContactLaw& law;
  double arm;
  Vec3 point;
  Vec6 twist;    ///< of a relative to b
  Vec3 u, slip;  ///< velocity of a relative to b at the point, and its part along the surface
  double along;  ///< its part along the normal
  double share;  ///< of the spring: 1 + d δ̇, not below 0
  double spring, normal, inverseSpeed, friction;
  Vec3 f;  ///< on a
  // Of friction that sticks:
  bool sticks = false, anchored = false;
  Vec3 anchorA = Vec3::Zero(), apart = Vec3::Zero();      ///< the anchor of a, and what it is from that of b
  Vec3 displacement = Vec3::Zero(), hold = Vec3::Zero();  ///< of that, along the surface; force of the spring
  // Of resistance to turning:
  bool resists = false;
  double radius = 0;
  Vec3 moment = Vec3::Zero();  ///< on a

 private:
  void stick(const Data& data, const Contact& contact, const Touch& touch) {
    sticks = true;
    const Vec3& n = touch.at.normal;
    if (const double* record = contact.ballAnchors.find(data.anchors, keyOf(contact, touch))) {
      anchored = true;
      anchorA = data.frames[static_cast<std::size_t>(touch.frameA)].X * Vec3(record[0], record[1], record[2]);
      apart = anchorA - data.frames[static_cast<std::size_t>(touch.frameB)].X * Vec3(record[3], record[4], record[5]);
      displacement = apart - n.dot(apart) * n;
    }
    const StickingFriction<double> found(law, displacement, slip, normal);
    hold = found.spring;
    f = normal * n + found.force;
  }
};

/// dF = K (J_a − J_b) + N (R_a − R_b) of the wrench F on a, seen from b.
struct Change {
  Vec6 F;
  Mat6 K, N;
};

/// Of the speed along the normal and of the normal force, by the place of the ball's centre and the velocity at the
/// point.
struct NormalSlopes {
  NormalSlopes(const Force& force, const Touch& touch, const Mat3& velocityByPlace) {
    const ContactLaw& law = force.law;
    const Vec3& n = touch.at.normal;
    alongByPlace = force.u.transpose() * touch.at.curvature + n.transpose() * velocityByPlace;
    if (!(force.share > 0)) return;
    const double slope = law.stiffness * law.exponent * std::pow(touch.depth, law.exponent - 1) * force.share;
    const double rate = force.spring * law.damping;
    byPlace = -slope * n.transpose() - rate * alongByPlace;
    byVelocity = -rate * n.transpose();
  }
  Eigen::RowVector3d alongByPlace, byPlace = Eigen::RowVector3d::Zero(), byVelocity = Eigen::RowVector3d::Zero();
};

/// df by the velocity at the point, by the place of the ball's centre and by that of the anchor of a.
void forceDerivatives(const Force& force, const Touch& touch, const NormalSlopes& normal, const Mat3& velocityByPlace,
                      Mat3& byPlace, Mat3& byVelocity, Mat3& byAnchor) {
  const ContactLaw& law = force.law;
  const Vec3& n = touch.at.normal;
  const Mat3& H = touch.at.curvature;
  byPlace = n * normal.byPlace + force.normal * H;
  byVelocity = n * normal.byVelocity;
  if (force.friction == 0) return;
  const Mat3 slipByPlace = velocityByPlace - force.along * H - n * normal.alongByPlace;
  if (force.sticks) {
    const StickingSlopes slopes(law, force.displacement, force.slip, force.normal);
    const Mat3 along = Mat3::Identity() - n * n.transpose();
    byPlace += slopes.byNormal * normal.byPlace + slopes.byVelocity * slipByPlace;
    byVelocity += slopes.byNormal * normal.byVelocity + slopes.byVelocity * along;
    if (!force.anchored) return;
    byPlace -= slopes.byDisplacement * (n.dot(force.apart) * H + n * force.apart.transpose() * H);
    byAnchor = slopes.byDisplacement * along;
    return;
  }
  const double T = force.inverseSpeed;
  const Mat3 direction = T * (Mat3::Identity() - (T * T) * force.slip * force.slip.transpose());
  byPlace -= force.friction * (T * force.slip * normal.byPlace + force.normal * direction * slipByPlace);
  byVelocity -= force.friction * (T * force.slip * normal.byVelocity +
                                  force.normal * direction * (Mat3::Identity() - n * n.transpose()));
}

/// Adds what the moment against turning changes by with the place of the ball's centre and the velocity at the point.
void addTurning(const Force& force, const Touch& touch, const NormalSlopes& normal, Change& out, Mat3& byTurn) {
  const TurningSlopes slopes(force.law, force.radius, touch.at.normal, force.twist.head<3>(), force.normal);
  out.K.topRightCorner<3, 3>() += slopes.byDirection * touch.at.curvature + slopes.byNormal * normal.byPlace;
  out.N.topRightCorner<3, 3>() += slopes.byNormal * normal.byVelocity;
  byTurn = slopes.byTurn;
}

Change changeOf(const Data& data, const Contact& contact, const Touch& touch) {
  const Force force(data, contact, touch);
  const Vec3& n = touch.at.normal;
  const Mat3 pointByCentre = Mat3::Identity() - force.arm * touch.at.curvature - 0.5 * n * n.transpose();
  const Mat3 velocityByPlace = skew<double>(Vec3(force.twist.head<3>())) * pointByCentre;
  const NormalSlopes normal(force, touch, velocityByPlace);
  Mat3 byPlace, byVelocity, byAnchor;
  forceDerivatives(force, touch, normal, velocityByPlace, byPlace, byVelocity, byAnchor);
  const Mat3 armX = skew<double>(force.point);
  const Mat3 momentByPlace = armX * byPlace - skew<double>(force.f) * pointByCentre;
  Change out;
  out.F = force.withMoment(force.wrench(force.f));
  out.N.topRightCorner<3, 3>() = armX * byVelocity;
  out.N.bottomRightCorner<3, 3>() = byVelocity;
  out.K.topRightCorner<3, 3>() = momentByPlace;
  out.K.bottomRightCorner<3, 3>() = byPlace;
  Mat3 byTurn;
  if (force.resists) addTurning(force, touch, normal, out, byTurn);
  out.N.leftCols<3>() = -out.N.rightCols<3>() * armX;
  if (force.resists) out.N.topLeftCorner<3, 3>() += byTurn;
  out.K.leftCols<3>() = out.K.rightCols<3>() * (touch.slide - skew<double>(touch.centre));
  out.K.rightCols<3>() = (out.K.rightCols<3>() * touch.drift).eval();
  if (force.anchored) {
    Eigen::Matrix<double, 6, 3> moved;
    moved << armX * byAnchor, byAnchor;
    out.K.leftCols<3>() -= moved * skew<double>(force.anchorA);
    out.K.rightCols<3>() += moved;
  }
  out.K -= out.N * crossMotionMatrix<double>(data.frames[static_cast<std::size_t>(touch.frameA)].V);
  return out;
}

}  // namespace

void activeContacts(const Model& model, const Data& data, std::vector<ContactPoint>& out) {
  out.clear();
  forAllTouches(model, data, [&](const Touch& touch) {
    const Contact& contact = model.contacts[static_cast<std::size_t>(touch.contact)];
    const Force force(data, contact, touch);
    const double sign = contact.swapped ? -1 : 1;
    ContactPoint point;
    point.contact = touch.contact;
    point.linkA = model.frameLink(contact.swapped ? touch.frameB : touch.frameA);
    point.linkB = model.frameLink(contact.swapped ? touch.frameA : touch.frameB);
    point.point = force.point + data.origin;
    point.normal = sign * touch.at.normal.normalized();
    point.gap = -touch.depth;
    point.force = sign * force.f;
    point.normalForce = force.normal;
    out.push_back(point);
  });
  for (std::size_t k = 0; k < model.contacts.size(); ++k)
    forSegmentTouches(model, data, static_cast<int>(k),
                      [&](const SegmentTouch& touch) { out.push_back(segmentContactPoint(model, data, touch)); });
}

void contactGaps(const Model& model, const Data& data, int contact, double below, std::vector<ContactGap>& out) {
  out.clear();
  const Contact& given = model.contacts[static_cast<std::size_t>(contact)];
  const double thickness = given.surface ? halfThickness(given.surface->shape()) : 0;
  const auto roll = [&](int frameA, int frameB, const Vec3& normal) {
    if (!given.law.sticks()) return 0.0;
    const auto turn = [&](int frame) { return data.frames[static_cast<std::size_t>(frame)].V.head<3>(); };
    return normal.cross(turn(frameA) - turn(frameB)).norm();
  };
  const auto rate = [&](int frameA, int frameB, const Vec3& at, const Vec3& normal) {
    const Vec6 twist =
        data.frames[static_cast<std::size_t>(frameA)].V - data.frames[static_cast<std::size_t>(frameB)].V;
    return normal.dot(twist.tail<3>() + twist.head<3>().cross(at));
  };
  const auto add = [&](const Touch& touch) {
    const double deepest = touch.radius + (given.surface ? thickness : touch.otherRadius);
    out.push_back({touch.a, touch.b, -touch.depth, rate(touch.frameA, touch.frameB, touch.centre, touch.at.normal),
                   deepest, roll(touch.frameA, touch.frameB, touch.at.normal)});
  };
  forTouches(model, data, contact, add, below);
  const auto addAcross = [&](const SegmentTouch& touch) {
    out.push_back({touch.a, touch.b, -touch.depth, segmentGapRate(data, touch), touch.reach,
                   roll(touch.ends[0]->frame, touch.ends[2]->frame, touch.normal)});
  };
  forSegmentTouches(model, data, contact, addAcross, below);
}

Vec3 contactForce(const Model& model, const Data& data, int index) {
  const Contact& contact = model.contacts[static_cast<std::size_t>(index)];
  Vec3 sum = Vec3::Zero();
  const double sign = contact.swapped ? -1 : 1;
  forTouches(model, data, index, [&](const Touch& touch) { sum += sign * Force(data, contact, touch).f; });
  forSegmentTouches(model, data, index,
                    [&](const SegmentTouch& touch) { sum += segmentContactPoint(model, data, touch).force; });
  return sum;
}

double contactEnergy(const Model& model, const Data& data) {
  double sum = 0;
  forAllTouches(model, data, [&](const Touch& touch) {
    const ContactLaw& law = model.contacts[static_cast<std::size_t>(touch.contact)].law;
    sum += law.stiffness * std::pow(touch.depth, law.exponent + 1) / (law.exponent + 1);
  });
  return sum + segmentContactEnergy(model, data);
}

double dissipativeContactPower(const Model& model, const Data& data) {
  double sum = 0;
  forAllTouches(model, data, [&](const Touch& touch) {
    const Force force(data, model.contacts[static_cast<std::size_t>(touch.contact)], touch);
    sum += force.power(force.f - force.spring * touch.at.normal);
  });
  return sum + dissipativeSegmentPower(model, data);
}

void addContactForces(const Model& model, const Data& data, VecXMut elastic, VecXMut dissipative) {
  forAllTouches(model, data, [&](const Touch& touch) {
    const Force force(data, model.contacts[static_cast<std::size_t>(touch.contact)], touch);
    const Vec3 spring = force.spring * touch.at.normal;
    const Vec6 stored = force.wrench(spring), lost = force.withMoment(force.wrench(force.f - spring));
    addFrameForce(model, data, touch.frameA, stored, elastic);
    addFrameForce(model, data, touch.frameB, -stored, elastic);
    addFrameForce(model, data, touch.frameA, lost, dissipative);
    addFrameForce(model, data, touch.frameB, -lost, dissipative);
  });
  addSegmentForces(model, data, elastic, dissipative);
}

double anchorBalls(const Model& model, Data& data) {
  double sum = 0;
  for (int k = 0; k < static_cast<int>(model.contacts.size()); ++k) {
    const Contact& contact = model.contacts[static_cast<std::size_t>(k)];
    if (contact.ballAnchors.capacity == 0) continue;
    forTouches(model, data, k, [&](const Touch& touch) {
      double* record = contact.ballAnchors.append(data.nextAnchors, keyOf(contact, touch));
      if (!record) return;
      const Force force(data, contact, touch);
      const Vec3 half = (-0.5 / contact.law.stickStiffness) * force.hold;
      const auto hold = [&](int frame, const Vec3& x, double* to) {
        const Pose& X = data.frames[static_cast<std::size_t>(frame)].X;
        Vec3::Map(to) = X.R.transpose() * (x - X.p);
      };
      hold(touch.frameA, force.point + half, record);
      hold(touch.frameB, force.point - half, record + 3);
      sum += force.stored();
    });
  }
  return sum;
}

double ballAnchorEnergy(const Model& model, const Data& data) {
  double sum = 0;
  forAllTouches(model, data, [&](const Touch& touch) {
    const Contact& contact = model.contacts[static_cast<std::size_t>(touch.contact)];
    if (contact.ballAnchors.capacity > 0) sum += Force(data, contact, touch).stored();
  });
  return sum;
}

void markIdlePoints(const Model& model, Data& data) {
  bool any = false;
  for (const int i : model.deformable) {
    BodyData& body = *data.bodies[static_cast<std::size_t>(i)];
    for (const int s : body.points) body.idle[static_cast<std::size_t>(s)] = 1;
    any = any || !body.points.empty();
  }
  if (!any) return;
  const auto wake = [&](int frame) {
    const int index = model.frameLink(frame);
    if (index < 0) return;
    const Link& link = model.links[static_cast<std::size_t>(index)];
    if (!link.body || frame < link.firstStation) return;
    std::vector<char>& idle = data.bodies[static_cast<std::size_t>(index)]->idle;
    if (!idle.empty()) idle[static_cast<std::size_t>(frame - link.firstStation)] = 0;
  };
  forAllTouches(model, data, [&](const Touch& touch) { wake(touch.frameA), wake(touch.frameB); });
  for (std::size_t k = 0; k < model.contacts.size(); ++k)
    forSegmentTouches(model, data, static_cast<int>(k), [&](const SegmentTouch& touch) {
      for (const ContactBall* end : touch.ends) wake(end->frame);
    });
}

void subtractContactWrenches(const Model& model, Data& data) {
  forAllTouches(model, data, [&](const Touch& touch) {
    const Force force(data, model.contacts[static_cast<std::size_t>(touch.contact)], touch);
    const Vec6 F = force.withMoment(force.wrench(force.f));
    data.wrenches[static_cast<std::size_t>(touch.frameA)] -= F;
    data.wrenches[static_cast<std::size_t>(touch.frameB)] += F;
  });
  subtractSegmentWrenches(model, data);
}

void subtractContactComposites(const Model& model, Data& data) {
  forAllTouches(model, data, [&](const Touch& touch) {
    const Change change = changeOf(data, model.contacts[static_cast<std::size_t>(touch.contact)], touch);
    Composite& a = data.composites[static_cast<std::size_t>(touch.frameA)];
    a.F -= change.F;
    a.N -= change.N;
    a.K -= change.K - crossForceBar<double>(change.F);
    if (touch.frameB == 0) return;
    Composite& b = data.composites[static_cast<std::size_t>(touch.frameB)];
    b.F += change.F;
    b.N -= change.N;
    b.K -= change.K;
  });
  subtractSegmentComposites(model, data);
}

void addContactCoupling(const Model& model, Data& data) {
  forAllTouches(model, data, [&](const Touch& touch) {
    if (touch.frameB == 0) return;
    const Change change = changeOf(data, model.contacts[static_cast<std::size_t>(touch.contact)], touch);
    addFrameCoupling(model, data, touch.frameA, touch.frameB, change.K - crossForceBar<double>(change.F), change.N);
    addFrameCoupling(model, data, touch.frameB, touch.frameA, change.K, change.N);
  });
  addSegmentCoupling(model, data);
}

}  // namespace tendril
