// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/time_derivatives/workspace.hpp"

#include <cmath>

namespace tendril::series {
namespace {

using Path = LinkConstants::Path;

/// A rotation that takes z to the unit vector `axis`; the identity for z itself.
Mat3 turnOfAxis(const Vec3& axis) {
  Eigen::Index least = 0;
  axis.cwiseAbs().minCoeff(&least);
  Mat3 out;
  out.col(2) = axis;
  out.col(0) = (Vec3::Unit(least) - axis * axis[least]).normalized();
  out.col(1) = axis.cross(out.col(0));
  return out;
}

Mat3 ownTurn(const Link& link) {
  if (link.path != Link::Path::kTurn && link.path != Link::Path::kSlide) return Mat3::Identity();
  return turnOfAxis((link.jointPose.R.transpose() * link.axisInParent).normalized());
}

Path pathOf(const Link& link) {
  switch (link.path) {
    case Link::Path::kFixed:
      return Path::kFixed;
    case Link::Path::kTurn:
      return Path::kTurn;
    case Link::Path::kSlide:
      return Path::kSlide;
    case Link::Path::kGeneral:
      break;
  }
  return Path::kGeneral;
}

/// The inertia in axes of the link's frame, whose turn against B is A.
PacketInertia inertiaOf(const Link& link, const Mat3& A) {
  const double mass = link.rigid.mass;
  const Vec3 c = A.transpose() * link.rigid.com;
  const Mat3 I =
      A.transpose() * link.rigid.inertia * A + mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
  double heavy = mass;
  Vec3 heavyMoment = mass * c;
  if (link.fluid) {
    heavy -= link.fluid->displaced;
    heavyMoment -= link.fluid->displaced * (A.transpose() * link.fluid->center);
  }
  return {mass, mass * c, I, heavy, heavyMoment};
}

bool hasInternalForces(const Joint& joint) {
  return joint.stiffness.size() || joint.damping.size() || joint.driveFriction.size() || joint.lower.size();
}

GeneralJoint generalJoint(const Joint& joint, int K) {
  GeneralJoint out;
  out.nv = joint.type->velocities();
  out.varies = joint.type->subspaceVaries();
  const auto count = static_cast<std::size_t>(K);
  out.R.resize(count), out.p.resize(count), out.turned.resize(count);
  out.S.resize(out.varies ? count : 1);
  return out;
}

}  // namespace

Workspace::Workspace(const Model& robot, int highest) : model(robot), order(highest), K(highest + 2), stride(K) {
  const std::size_t n = model.links.size(), count = n * static_cast<std::size_t>(K);
  for (std::size_t i = 0; i < n; ++i) {
    const Link& link = model.links[i];
    LinkConstants own;
    own.path = pathOf(link);
    own.parent = link.parentFrame - 1;
    own.q = link.qJoint, own.v = link.vJoint, own.nv = link.nvJoint;
    own.pitch = link.path == Link::Path::kTurn ? link.pitch : 0;
    own.screw = own.pitch != 0;
    const Mat3 A = ownTurn(link);
    const Mat3 above = own.parent < 0 ? Mat3(Mat3::Identity()) : turns[static_cast<std::size_t>(own.parent)];
    own.X = Frames::of({above.transpose() * link.jointPose.R * A, above.transpose() * link.jointPose.p});
    own.inertia = inertiaOf(link, A);
    if (own.path == Path::kTurn) turning.push_back(static_cast<int>(i));
    if (own.path == Path::kGeneral) {
      own.general = static_cast<int>(general.size());
      general.push_back(generalJoint(link.joint, K));
    }
    if (link.fluid && !link.fluid->added.isZero(0)) {
      own.added = static_cast<int>(added.size());
      Mat6 turn = Mat6::Zero();
      turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = A;
      added.push_back(turn.transpose() * link.fluid->added * turn);
    }
    if (hasInternalForces(link.joint)) internalLinks.push_back(static_cast<int>(i));
    hasDrives = hasDrives || link.joint.driveInertia.size();
    links.push_back(own);
    turns.push_back(A);
  }
  std::vector<char> loaded(n, 0);
  for (const int frame : model.loadFrames)
    if (frame > 0) loaded[static_cast<std::size_t>(frame - 1)] = 1;
  for (std::size_t i = 0; i < n; ++i)
    if (loaded[i]) loadedLinks.push_back(static_cast<int>(i));
  hasLoads = !loadedLinks.empty();
  rate.assign(static_cast<std::size_t>(model.nv * K), 0);
  force = rate;
  cosine.assign(count, 0), sine.assign(count, 0), shift.assign(count, 0);
  local.assign(count, kNoMotion), motion.assign(count, kNoMotion);
  momentum.assign(count, Momentum{}), wrench.assign(count, kNoWrench);
  world.assign(static_cast<std::size_t>(K), kNoMotion);
  axes.assign(n, Mat3::Identity());
  change.assign(n, kNoMotion), changeForce.assign(n, kNoWrench);
  q = model.q0;
  solved = VecX::Zero(model.nv);
}

}  // namespace tendril::series
