// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/contact/anchors.hpp"

namespace tendril {
namespace {

/// Derivatives of withinBound(x, bound).
struct BoundSlopes {
  BoundSlopes(const Vec3& x, double bound) {
    byVector.setIdentity(), byBound.setZero();
    const double size = x.norm();
    if (!(size * size > bound * bound)) return;
    byBound = x / size;
    byVector = (bound / size) * (byVector - byBound * byBound.transpose()).eval();
  }
  Mat3 byVector;
  Vec3 byBound;
};

}  // namespace

StickingSlopes::StickingSlopes(const ContactLaw& law, const Vec3& displacement, const Vec3& slip, double normal) {
  const double bound = law.friction * normal;
  const StickingFriction<double> friction(law, displacement, slip, normal);
  const BoundSlopes spring(-law.stickStiffness * displacement, bound);
  const BoundSlopes whole(friction.spring - (bound / law.frictionSpeed) * slip, bound);
  byDisplacement = -law.stickStiffness * whole.byVector * spring.byVector;
  byVelocity = -(bound / law.frictionSpeed) * whole.byVector;
  byNormal = law.friction * (whole.byBound + whole.byVector * (spring.byBound - slip / law.frictionSpeed));
}

double anchorContacts(const Model& model, Data& data) {
  if (model.anchorSize == 0) return 0;
  data.nextAnchors.setZero();
  const double before = data.anchors[0];
  data.nextAnchors[0] = anchorBalls(model, data) + anchorSegments(model, data);
  data.anchors.swap(data.nextAnchors);
  return data.anchors[0] - before;
}

double anchorEnergy(const Model& model, const Data& data) {
  if (model.anchorSize == 0) return 0;
  return ballAnchorEnergy(model, data) + segmentAnchorEnergy(model, data);
}

}  // namespace tendril
