// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/placement.hpp"

#include <algorithm>
#include <cmath>

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

double clean(double value) {
  return std::abs(value) < kRounding ? 0 : value;
}

/// With angles, which people read.
desc::Pose described(const Pose& pose) {
  desc::Pose out;
  for (int i = 0; i < 3; ++i) out.position[static_cast<std::size_t>(i)] = clean(pose.p[i]);
  const Mat3& R = pose.R;
  const Vec3 rpy(std::atan2(R(2, 1), R(2, 2)), std::asin(std::clamp(-R(2, 0), -1.0, 1.0)),
                 std::atan2(R(1, 0), R(0, 0)));
  if (rpy.cwiseAbs().maxCoeff() > kRounding) out.rpy = desc::Number3{clean(rpy.x()), clean(rpy.y()), clean(rpy.z())};
  return out;
}

/// Where frames are in the initial position.
class InitialPlacement {
 public:
  explicit InitialPlacement(const Model& model) : model_(model), data_(model) {
    kinematics(model, data_, model.q0, model.v0);
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
  int indexOf(ObjectId link) const {
    const auto found =
        std::find_if(model_.links.begin(), model_.links.end(), [link](const Link& each) { return each.id == link; });
    return found == model_.links.end() ? -1 : static_cast<int>(found - model_.links.begin());
  }

  const Model& model_;
  Data data_;
};

}  // namespace

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
