// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/contacts.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/contact_kinematics.hpp"

namespace tendril {
namespace {

/// The forces of one touch and what their derivatives are made of; tree frame.
struct Force {
  Force(const Data& data, const ContactLaw& given, const Touch& touch) : law(given) {
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
    f = normal * n - (law.friction * normal * inverseSpeed) * slip;
  }
  Vec6 wrench(const Vec3& force) const {
    Vec6 F;
    F << point.cross(force), force;
    return F;
  }

  const ContactLaw& law;
  double arm;
  Vec3 point;
  Vec6 twist;    ///< of a relative to b
  Vec3 u, slip;  ///< velocity of a relative to b at the point, and its part along the surface
  double along;  ///< its part along the normal
  double share;  ///< of the spring: 1 + d δ̇, not below 0
  double spring, normal, inverseSpeed;
  Vec3 f;  ///< on a
};

/// dF = K (J_a − J_b) + N (R_a − R_b) of the wrench F on a, seen from b.
struct Change {
  Vec6 F;
  Mat6 K, N;
};

/// df by the velocity at the point and by the place of the ball's centre.
void forceDerivatives(const Force& force, const Touch& touch, const Mat3& pointByCentre, Mat3& byPlace,
                      Mat3& byVelocity) {
  const ContactLaw& law = force.law;
  const Vec3& n = touch.at.normal;
  const Mat3& H = touch.at.curvature;
  const Mat3 velocityByPlace = skew<double>(Vec3(force.twist.head<3>())) * pointByCentre;
  const Eigen::RowVector3d alongByPlace = force.u.transpose() * H + n.transpose() * velocityByPlace;
  Eigen::RowVector3d normalByPlace = Eigen::RowVector3d::Zero(), normalByVelocity = Eigen::RowVector3d::Zero();
  if (force.share > 0) {
    const double slope = law.stiffness * law.exponent * std::pow(touch.depth, law.exponent - 1) * force.share;
    const double rate = force.spring * law.damping;
    normalByPlace = -slope * n.transpose() - rate * alongByPlace;
    normalByVelocity = -rate * n.transpose();
  }
  byPlace = n * normalByPlace + force.normal * H;
  byVelocity = n * normalByVelocity;
  if (law.friction == 0) return;
  const double T = force.inverseSpeed;
  const Mat3 direction = T * (Mat3::Identity() - (T * T) * force.slip * force.slip.transpose());
  const Mat3 slipByPlace = velocityByPlace - force.along * H - n * alongByPlace;
  byPlace -= law.friction * (T * force.slip * normalByPlace + force.normal * direction * slipByPlace);
  byVelocity -= law.friction *
                (T * force.slip * normalByVelocity + force.normal * direction * (Mat3::Identity() - n * n.transpose()));
}

Change changeOf(const Data& data, const Contact& contact, const Touch& touch) {
  const Force force(data, contact.law, touch);
  const Vec3& n = touch.at.normal;
  const Mat3 pointByCentre = Mat3::Identity() - force.arm * touch.at.curvature - 0.5 * n * n.transpose();
  Mat3 byPlace, byVelocity;
  forceDerivatives(force, touch, pointByCentre, byPlace, byVelocity);
  const Mat3 armX = skew<double>(force.point);
  const Mat3 momentByPlace = armX * byPlace - skew<double>(force.f) * pointByCentre;
  Change out;
  out.F = force.wrench(force.f);
  out.N.topRightCorner<3, 3>() = armX * byVelocity;
  out.N.bottomRightCorner<3, 3>() = byVelocity;
  out.N.leftCols<3>() = -out.N.rightCols<3>() * armX;
  out.K.topRightCorner<3, 3>() = momentByPlace;
  out.K.bottomRightCorner<3, 3>() = byPlace;
  out.K.leftCols<3>() = -out.K.rightCols<3>() * skew<double>(touch.centre);
  out.K -= out.N * crossMotionMatrix<double>(data.frames[static_cast<std::size_t>(touch.frameA)].V);
  return out;
}

/// force += Jᵀ F of a frame.
void project(const Model& model, const Data& data, int frame, const Vec6& F, VecXMut force) {
  for (const ColumnRange& range : model.frameUpstream(frame))
    for (int i = 0; i < range.size; ++i) force[range.v + i] += data.J.col(range.column + i).dot(F);
}

/// dIDdq, dIDdv: rows of frame `rows` += Jᵀ (K J + N R), Jᵀ N J with the columns of frame `columns`.
void couple(const Model& model, Data& data, int rows, int columns, const Mat6& K, const Mat6& N) {
  for (const ColumnRange& k : model.frameUpstream(columns))
    for (int c = 0; c < k.size; ++c) {
      const Vec6 J = data.J.col(k.column + c), R = data.columns.col(k.column + c).segment<6>(6);
      const Vec6 byQ = K * J + N * R, byV = N * J;
      for (const ColumnRange& i : model.frameUpstream(rows))
        for (int r = 0; r < i.size; ++r) {
          const auto row = data.J.col(i.column + r);
          data.dIDdq(i.v + r, k.v + c) += row.dot(byQ);
          data.dIDdv(i.v + r, k.v + c) += row.dot(byV);
        }
    }
}

}  // namespace

void activeContacts(const Model& model, const Data& data, std::vector<ContactPoint>& out) {
  out.clear();
  forAllTouches(model, data, [&](const Touch& touch) {
    const Contact& contact = model.contacts[static_cast<std::size_t>(touch.contact)];
    const Force force(data, contact.law, touch);
    const double sign = contact.swapped ? -1 : 1;
    ContactPoint point;
    point.contact = touch.contact;
    point.linkA = model.frameLink(contact.swapped ? touch.frameB : touch.frameA);
    point.linkB = model.frameLink(contact.swapped ? touch.frameA : touch.frameB);
    point.point = force.point + data.origin;
    point.normal = sign * touch.at.normal;
    point.gap = -touch.depth;
    point.force = sign * force.f;
    point.normalForce = force.normal;
    out.push_back(point);
  });
}

void contactGaps(const Model& model, const Data& data, int contact, double below, std::vector<ContactGap>& out) {
  out.clear();
  const auto add = [&](const Touch& touch) {
    const Vec6 twist =
        data.frames[static_cast<std::size_t>(touch.frameA)].V - data.frames[static_cast<std::size_t>(touch.frameB)].V;
    const Vec3 velocity = twist.tail<3>() + twist.head<3>().cross(touch.centre);
    out.push_back({touch.a, touch.b, -touch.depth, touch.at.normal.dot(velocity)});
  };
  forTouches(model, data, contact, add, below);
}

Vec3 contactForce(const Model& model, const Data& data, int index) {
  const Contact& contact = model.contacts[static_cast<std::size_t>(index)];
  Vec3 sum = Vec3::Zero();
  forTouches(model, data, index, [&](const Touch& touch) { sum += Force(data, contact.law, touch).f; });
  return contact.swapped ? Vec3(-sum) : sum;
}

double contactEnergy(const Model& model, const Data& data) {
  double sum = 0;
  forAllTouches(model, data, [&](const Touch& touch) {
    const ContactLaw& law = model.contacts[static_cast<std::size_t>(touch.contact)].law;
    sum += law.stiffness * std::pow(touch.depth, law.exponent + 1) / (law.exponent + 1);
  });
  return sum;
}

double dissipativeContactPower(const Model& model, const Data& data) {
  double sum = 0;
  forAllTouches(model, data, [&](const Touch& touch) {
    const Force force(data, model.contacts[static_cast<std::size_t>(touch.contact)].law, touch);
    sum += (force.f - force.spring * touch.at.normal).dot(force.u);
  });
  return sum;
}

void addContactForces(const Model& model, const Data& data, VecXMut elastic, VecXMut dissipative) {
  forAllTouches(model, data, [&](const Touch& touch) {
    const Force force(data, model.contacts[static_cast<std::size_t>(touch.contact)].law, touch);
    const Vec3 spring = force.spring * touch.at.normal;
    const Vec6 stored = force.wrench(spring), lost = force.wrench(force.f - spring);
    project(model, data, touch.frameA, stored, elastic);
    project(model, data, touch.frameB, -stored, elastic);
    project(model, data, touch.frameA, lost, dissipative);
    project(model, data, touch.frameB, -lost, dissipative);
  });
}

void subtractContactWrenches(const Model& model, Data& data) {
  forAllTouches(model, data, [&](const Touch& touch) {
    const Force force(data, model.contacts[static_cast<std::size_t>(touch.contact)].law, touch);
    const Vec6 F = force.wrench(force.f);
    data.wrenches[static_cast<std::size_t>(touch.frameA)] -= F;
    data.wrenches[static_cast<std::size_t>(touch.frameB)] += F;
  });
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
}

void addContactCoupling(const Model& model, Data& data) {
  forAllTouches(model, data, [&](const Touch& touch) {
    if (touch.frameB == 0) return;
    const Change change = changeOf(data, model.contacts[static_cast<std::size_t>(touch.contact)], touch);
    couple(model, data, touch.frameA, touch.frameB, change.K - crossForceBar<double>(change.F), change.N);
    couple(model, data, touch.frameB, touch.frameA, change.K, change.N);
  });
}

}  // namespace tendril
