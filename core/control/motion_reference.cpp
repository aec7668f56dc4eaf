// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/motion_reference.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/math/so3.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

using Kind = ManifoldBlock::Kind;

/// The block of a joint that turns in space; null: its coordinates are a vector.
const ManifoldBlock* turningBlock(const Model& model, const Link& link) {
  const auto found = std::ranges::find_if(model.groups, [&](const ManifoldBlock& block) {
    return block.v >= link.vJoint && block.v < link.vJoint + link.nvJoint;
  });
  return found == model.groups.end() ? nullptr : &*found;
}

std::string about(const Link& link, const std::string& what, bool body = false) {
  return (body ? "The body of \"" : "The joint of \"") + link.name + "\" " + what;
}

void checkBody(const Link& link, const JointReference& body) {
  if (link.nBody == 0) throw std::invalid_argument(about(link, "is rigid: it follows nothing", true));
  if (!body.numbers) throw std::invalid_argument(about(link, "follows numbers, not poses", true));
  if (body.numbers->size() != link.nBody)
    throw std::invalid_argument(about(
        link,
        "has " + std::to_string(link.nBody) + " coordinates, its reference " + std::to_string(body.numbers->size()),
        true));
}

void check(const Model& model, const JointReference& joint) {
  const Link& link = model.links[static_cast<std::size_t>(joint.link)];
  if (joint.ofBody) return checkBody(link, joint);
  const ManifoldBlock* block = turningBlock(model, link);
  if (link.nvJoint == 0) throw std::invalid_argument(about(link, "is fixed: it follows nothing"));
  if (!block) {
    if (!joint.numbers) throw std::invalid_argument(about(link, "follows numbers, not poses"));
    if (joint.numbers->size() != link.nvJoint)
      throw std::invalid_argument(about(link, "has " + std::to_string(link.nvJoint) + " coordinates, its reference " +
                                                  std::to_string(joint.numbers->size())));
    return;
  }
  if (block->size != link.nvJoint)
    throw std::invalid_argument(about(link, "turns in space and slides: no reference says both"));
  const bool free = block->kind == Kind::kSE3;
  if (!joint.pose.orientation || (free && !joint.pose.position))
    throw std::invalid_argument(about(link, free ? "follows poses" : "follows orientations"));
  if (free && link.parent >= 0)
    throw std::invalid_argument(about(link, "moves against another link, but poses are in the world"));
}

/// Positions from `qAt` on and velocities from `vAt` on, as many as the reference has.
void followNumbers(int qAt, int vAt, const Reference& reference, double t, int order, VecXMut q, MatXMut v) {
  MatX values(reference.size(), order + 2);
  reference.evaluate(t, order + 1, values);
  q.segment(qAt, values.rows()) = values.col(0);
  v.block(vAt, 0, values.rows(), order + 1) = values.rightCols(order + 1);
}

void followPose(const Link& link, const ManifoldBlock& block, const PoseReference& reference, double t, int order,
                VecXMut q, MatXMut v) {
  const PoseSeries X = poseSeries(reference, t);
  const Mat3 R = X.R.unaryExpr([](const TimeSeries& entry) { return entry[0]; });
  const bool free = block.kind == Kind::kSE3;
  const Mat3 inJoint = free ? Mat3(link.jointPose.R.transpose() * R) : R;
  q.segment<4>(block.quaternion()) = quaternionFromRotation<double>(inJoint);
  if (free) {
    const Vec3 p(X.p[0][0], X.p[1][0], X.p[2][0]);
    q.segment<3>(block.q) = link.jointPose.R.transpose() * (p - link.jointPose.p);
  }
  const Eigen::Matrix<double, 6, kPoseDerivatives> twists = bodyTwists(X);
  v.block(block.v, 0, block.size, order + 1) = twists.topLeftCorner(block.size, order + 1);
}

/// Text of the first instants: "1 s, 3 s".
std::string instantsText(const std::vector<double>& instants) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, instants.size()); ++i)
    text += (i > 0 ? ", " : "") + messageNumber(instants[i], 6) + " s";
  return instants.size() > kMost ? text + " and later" : text;
}

std::string derivativeText(int k) {
  return std::to_string(k) + (k == 1 ? "st" : k == 2 ? "nd" : k == 3 ? "rd" : "th") + " derivative";
}

}  // namespace

MotionReference::MotionReference(const Model& model, std::vector<JointReference> joints)
    : model_(model), joints_(std::move(joints)) {
  for (const JointReference& joint : joints_) check(model_, joint);
}

void MotionReference::evaluate(double t, int order, VecXMut q, MatXMut v) const {
  q = model_.q0;
  v.leftCols(order + 1).setZero();
  for (const JointReference& joint : joints_) {
    const Link& link = model_.links[static_cast<std::size_t>(joint.link)];
    if (joint.ofBody)
      followNumbers(link.qBody, link.vBody, *joint.numbers, t, order, q, v);
    else if (joint.numbers)
      followNumbers(link.qJoint, link.vJoint, *joint.numbers, t, order, q, v);
    else
      followPose(link, *turningBlock(model_, link), joint.pose, t, order, q, v);
  }
}

std::string MotionReference::whyNot(int order, double from, double to) const {
  const int wanted = order + 1;  // derivatives of positions
  for (const JointReference& joint : joints_) {
    const Link& link = model_.links[static_cast<std::size_t>(joint.link)];
    const Reference* path = joint.numbers ? joint.numbers.get() : joint.pose.position.get();
    int known = joint.numbers ? Reference::kMostDerivatives : kPoseDerivatives;
    if (path) known = std::min(known, path->knownDerivatives());
    if (known < wanted)
      return about(link,
                   "follows a reference that knows " + std::to_string(known) + " derivatives: this takes " +
                       std::to_string(wanted),
                   joint.ofBody);
    const std::vector<double> breaks = path ? path->breaks(wanted, from, to) : std::vector<double>();
    if (!breaks.empty())
      return about(link,
                   "follows a reference that is not smooth enough: it has no " + derivativeText(wanted) +
                       " at t = " + instantsText(breaks),
                   joint.ofBody);
  }
  return {};
}

}  // namespace tendril
