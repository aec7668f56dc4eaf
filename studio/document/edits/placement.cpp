// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/placement.hpp"

#include <algorithm>
#include <cmath>

#include "core/math/so3.hpp"
#include "core/model/data.hpp"
#include "core/model/kinematics.hpp"
#include "core/model/model.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;
constexpr double kRounding = 1e-12;  // of angles and of lengths in m: what is left of a product of rotations
constexpr int kTip = 0;              // of Model::place

/// Where frames are in the initial position.
class InitialPlacement {
 public:
  explicit InitialPlacement(const Model& model) : model_(model), data_(model) {
    kinematics(model, data_, model.q0, model.v0);
  }

  int indexOf(ObjectId link) const {
    const auto found =
        std::find_if(model_.links.begin(), model_.links.end(), [link](const Link& each) { return each.id == link; });
    return found == model_.links.end() ? -1 : static_cast<int>(found - model_.links.begin());
  }
  std::optional<Pose> tip(ObjectId link) const {
    if (link == 0) return Pose{};
    const int index = indexOf(link);
    if (index < 0) return std::nullopt;
    const auto [frame, offset] = model_.place(index, kTip);
    return worldPose(data_, frame) * offset;
  }
  /// The frame in which the joint begins.
  std::optional<Pose> joint(ObjectId link) const {
    const int index = indexOf(link);
    if (index < 0) return std::nullopt;
    const Link& found = model_.links[static_cast<std::size_t>(index)];
    return worldPose(data_, found.parentFrame) * found.jointPose;
  }

 private:
  const Model& model_;
  Data data_;
};

/// Links whose joints lie between two links: up from each to where their ways meet.
std::vector<int> chainBetween(const Model& model, int a, int b) {
  const auto up = [&model](int link) {
    std::vector<int> way;
    for (; link >= 0; link = model.links[static_cast<std::size_t>(link)].parent) way.push_back(link);
    return way;
  };
  std::vector<int> first = up(a), second = up(b);
  while (!first.empty() && !second.empty() && first.back() == second.back()) first.pop_back(), second.pop_back();
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

constexpr double kSameFrame = 1e-6;  // m, rad
constexpr double kParallel = 1e-6;   // sine

/// The kind of joint between two tips, and its axis in the tip frame of b.
struct Proposal {
  JointType type = JointType::kSpherical;
  Vec3 axis = Vec3::UnitZ();
};

Proposal proposed(const Model& model, const InitialPlacement& placement, int a, int b) {
  bool soft = false, hinges = true;
  std::optional<Vec3> axis;
  for (const int index : chainBetween(model, a, b)) {
    const Link& link = model.links[static_cast<std::size_t>(index)];
    soft = soft || link.body;
    if (link.nvJoint == 0) continue;
    const Vec3 turn = link.joint.type == JointType::kRevolute ? Vec3(placement.joint(link.id)->R * link.joint.axis)
                                                              : Vec3(Vec3::Zero());
    hinges = hinges && turn.norm() > 0 && (!axis || axis->cross(turn).norm() < kParallel);
    axis = turn;
  }
  const Pose one = *placement.tip(model.links[static_cast<std::size_t>(a)].id),
             other = *placement.tip(model.links[static_cast<std::size_t>(b)].id);
  if (!soft && hinges && axis) return {JointType::kRevolute, other.R.transpose() * *axis};
  const bool same =
      (one.p - other.p).norm() < kSameFrame && logSO3<double>(Mat3(one.R.transpose() * other.R)).norm() < kSameFrame;
  return {soft && same ? JointType::kFixed : JointType::kSpherical, Vec3::UnitZ()};
}

double clean(double value) {
  return std::abs(value) < kRounding ? 0 : value;
}

}  // namespace

desc::Pose described(const Pose& pose) {
  desc::Pose out;
  for (int i = 0; i < 3; ++i) out.position[static_cast<std::size_t>(i)] = clean(pose.p[i]);
  const Vec3 rpy = rpyFromRotation(pose.R);
  if (rpy.cwiseAbs().maxCoeff() > kRounding) out.rpy = desc::Number3{clean(rpy.x()), clean(rpy.y()), clean(rpy.z())};
  return out;
}

desc::Attachment onSurface(const Vec3& material) {
  constexpr double kGrid = 1e-4;  // m
  desc::Attachment at;
  at.place = desc::Attachment::Place::kPoint;
  for (int i = 0; i < 3; ++i) at.point[static_cast<std::size_t>(i)] = std::round(material[i] / kGrid) * kGrid;
  return at;
}

Edit reparentInPlace(const Description& description, const Model& model, ObjectId link, ObjectId parent) {
  Edit plain = reparent(description, link, parent);
  const InitialPlacement placement(model);
  const std::optional<Pose> joint = placement.joint(link), tip = placement.tip(parent);
  if (!joint || !tip) return plain;
  const desc::Pose pose = described(tip->inverse() * *joint);
  return {plain.name, [apply = plain.apply, link, pose](Description& changed, std::vector<Problem>& problems) {
            if (!apply(changed, problems)) return false;
            objectOf(changed.links, link)->pose = pose;
            return true;
          }};
}

Edit joinTips(const Model& model, ObjectId a, ObjectId b) {
  Edit plain = addLoop(a, b);
  const InitialPlacement placement(model);
  const int first = placement.indexOf(a), second = placement.indexOf(b);
  if (first < 0 || second < 0) return plain;
  const Proposal proposal = proposed(model, placement, first, second);
  return {plain.name, [apply = plain.apply, proposal](Description& changed, std::vector<Problem>& problems) {
            if (!apply(changed, problems)) return false;
            desc::Loop& loop = changed.loops.back();
            loop.type = proposal.type;
            for (int k = 0; k < 3; ++k) loop.axis[static_cast<std::size_t>(k)] = clean(proposal.axis[k]);
            return true;
          }};
}

std::optional<double> tipDistance(const Model& model, ObjectId a, ObjectId b) {
  const InitialPlacement placement(model);
  const std::optional<Pose> one = placement.tip(a), other = placement.tip(b);
  return one && other ? std::optional((one->p - other->p).norm()) : std::nullopt;
}

Edit pinInPlace(const Model& model, ObjectId link) {
  Edit plain = addLoop(link, 0);
  const std::optional<Pose> tip = InitialPlacement(model).tip(link);
  if (!tip) return plain;
  const desc::Pose pose = described(*tip);
  return {plain.name, [apply = plain.apply, pose](Description& changed, std::vector<Problem>& problems) {
            if (!apply(changed, problems)) return false;
            changed.loops.back().b.pose = pose;
            return true;
          }};
}

}  // namespace tendril::edits
