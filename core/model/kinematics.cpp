// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/kinematics.hpp"

#include <cmath>

#include "core/model/parallel.hpp"

namespace tendril {
namespace {

/// The tree frame follows a floating base, so that a robot far from the world's origin loses no digits.
Vec3 treeOrigin(const Model& model, const Data& data) {
  if (model.links.empty() || !model.links[0].joint.type->isFree() || model.links[0].parent != kWorld)
    return Vec3::Zero();
  return model.links[0].jointPose * Vec3(data.q.segment<3>(model.links[0].qJoint));
}

/// Base frame of a link with a joint that turns about one axis; screws move along it too.
void turn(const Link& link, const Pose& parent, double angle, Pose& X, Eigen::Ref<Vec6> column) {
  const double s = std::sin(angle), c = std::cos(angle);
  const Mat3 relative = link.rotationConstant + s * link.rotationSine + c * link.rotationCosine;
  X.R.noalias() = parent.R * relative;
  X.p = parent.p;
  X.p.noalias() += parent.R * link.jointPose.p;
  const Vec3 axis = parent.R * link.axisInParent;
  X.p += axis * (link.pitch * angle);
  column.head<3>() = axis;
  column.tail<3>() = X.p.cross(axis) + axis * link.pitch;
}

void slide(const Link& link, const Pose& parent, double distance, Pose& X, Eigen::Ref<Vec6> column) {
  const Vec3 axis = parent.R * link.axisInParent;
  X.R.noalias() = parent.R * link.jointPose.R;
  X.p = parent * link.jointPose.p + axis * distance;
  column.head<3>().setZero();
  column.tail<3>() = axis;
}

void moveGeneral(const Link& link, const Pose& parent, const double* q, Pose& X, Mat6X& J) {
  Pose motion;
  JointColumns S;
  jointMotion(link.joint, q, motion, S);
  X = parent * link.jointPose * motion;
  transformTwists(X, S, J.middleCols(link.columnJoint, link.nvJoint));
}

void linkKinematics(const Model& model, Data& data, int index) {
  const Link& link = model.links[index];
  const Frame& parent = data.frames[link.parentFrame];
  Frame& frame = data.frames[1 + index];
  const double* q = data.q.data() + link.qJoint;
  switch (link.path) {
    case Link::Path::kFixed:
      frame.X = parent.X * link.jointPose;
      break;
    case Link::Path::kTurn:
      turn(link, parent.X, q[0], frame.X, data.J.col(link.columnJoint));
      break;
    case Link::Path::kSlide:
      slide(link, parent.X, q[0], frame.X, data.J.col(link.columnJoint));
      break;
    case Link::Path::kGeneral:
      moveGeneral(link, parent.X, q, frame.X, data.J);
  }
  frame.V = parent.V;
  for (int k = 0; k < link.nvJoint; ++k) frame.V += data.J.col(link.columnJoint + k) * data.v[link.vJoint + k];
}

void stationKinematics(const Link& link, Data& data, int index) {
  const Frame& base = data.frames[1 + index];
  const BodyData& body = *data.bodies[index];
  for (size_t s = 0; s < body.stations.size(); ++s) {
    const StationKinematics& station = body.stations[s];
    Frame& frame = data.frames[link.firstStation + s];
    frame.X = base.X * station.X;
    frame.V = base.V + transformTwist<double>(base.X, station.V);
    transformTwists(base.X, station.J, data.J.middleCols(link.stationColumns[s], link.nBody));
  }
}

}  // namespace

void kinematics(const Model& model, Data& data, const VecXRef& q, const VecXRef& v) {
  data.q = q;
  data.v = v;
  data.origin = treeOrigin(model, data);
  data.frames[0].X.p = -data.origin;
  forEachBody(model,
              [&](int i) { model.links[i].body->kinematics(*data.bodies[i], bodyCoordinates(model.links[i], data)); });
  for (size_t i = 0; i < model.links.size(); ++i) {
    linkKinematics(model, data, static_cast<int>(i));
    if (model.links[i].body) stationKinematics(model.links[i], data, static_cast<int>(i));
  }
}

void sections(const Model& model, Data& data) {
  for (const int i : model.deformable) model.links[static_cast<std::size_t>(i)].body->sections(*data.bodies[i]);
}

void frameJacobian(const Model& model, const Data& data, int frame, const Pose& offset, MatXMut out) {
  out.setZero();
  const Pose X = data.frames[frame].X * offset;
  for (const ColumnRange& range : model.frameUpstream(frame)) {
    for (int k = 0; k < range.size; ++k)
      out.col(range.v + k) = transformTwistInverse<double>(X, data.J.col(range.column + k));
  }
}

}  // namespace tendril
