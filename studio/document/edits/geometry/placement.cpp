// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/geometry/placement.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <memory>

#include "core/builder/build_model.hpp"
#include "core/math/so3.hpp"
#include "core/model/body/face_frame.hpp"
#include "core/model/data.hpp"
#include "core/model/kinematics.hpp"
#include "core/model/model.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;
constexpr double kRounding = 1e-12;    // of angles and of lengths in m: what is left of a product of rotations
constexpr double kSurfaceGrid = 1e-4;  // m
constexpr int kTip = 0;                // of Model::place

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
  /// The ends of a loop, a before b.
  std::pair<Pose, Pose> ends(const Loop& loop) const {
    return {worldPose(data_, loop.frameA) * loop.offsetA, worldPose(data_, loop.frameB) * loop.offsetB};
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

/// The kind of joint between two frames, and its axis in the second one.
struct Proposal {
  JointType type = JointType::kSpherical;
  Vec3 axis = Vec3::UnitZ();
};

/// `one`, `other`: where the ends are, on the links a and b.
Proposal proposed(const Model& model, const InitialPlacement& placement, int a, int b, const Pose& one,
                  const Pose& other) {
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
  if (!soft && hinges && axis) return {JointType::kRevolute, other.R.transpose() * *axis};
  const bool same =
      (one.p - other.p).norm() < kSameFrame && logSO3<double>(Mat3(one.R.transpose() * other.R)).norm() < kSameFrame;
  return {soft && same ? JointType::kFixed : JointType::kSpherical, Vec3::UnitZ()};
}

double clean(double value) {
  return std::abs(value) < kRounding ? 0 : value;
}

desc::Attachment surfacePlace(const Vec3& point) {
  desc::Attachment at;
  at.place = desc::Attachment::Place::kPoint;
  for (int i = 0; i < 3; ++i) at.point[static_cast<std::size_t>(i)] = point[i];
  return at;
}

void propose(const Proposal& proposal, desc::Loop& loop) {
  loop.type = proposal.type;
  for (int k = 0; k < 3; ++k) loop.axis[static_cast<std::size_t>(k)] = clean(proposal.axis[k]);
}

/// The model of a project that is being changed; null, with the reasons, where it cannot be built.
std::shared_ptr<const Model> modelOf(const Description& description, const std::filesystem::path& directory,
                                     std::vector<Problem>& problems) {
  std::vector<Problem> found;
  std::shared_ptr<const Model> model;
  try {
    model = buildModel(description, found, {.directory = directory});
  } catch (const std::exception& failed) {
    fail(found, "loops", failed.what(), "choose other places");
  }
  if (!model) std::ranges::copy_if(found, std::back_inserter(problems), &Problem::isError);
  return model;
}

const Loop* loopNamed(const Model& model, const std::string& name) {
  const auto found = std::ranges::find(model.loops, name, [](const auto& loop) { return loop.name; });
  return found == model.loops.end() ? nullptr : &*found;
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
  return surfacePlace(kSurfaceGrid * (material / kSurfaceGrid).array().round().matrix());
}

desc::Attachment nearestOnSurface(const SurfaceMesh& surface, const Vec3& point) {
  const FaceFrame face = faceFrameAt(surface, point);
  if (face.distance <= kSurfaceGrid) return surfacePlace(point);
  Vec3 nearest = Vec3::Zero();
  for (std::size_t k = 0; k < 3; ++k)
    nearest += face.shares[static_cast<int>(k)] * surface.vertices[static_cast<std::size_t>(face.vertices[k])];
  return onSurface(nearest);
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
  const Proposal proposal = proposed(model, placement, first, second, *placement.tip(a), *placement.tip(b));
  return {plain.name, [apply = plain.apply, proposal](Description& changed, std::vector<Problem>& problems) {
            if (!apply(changed, problems)) return false;
            propose(proposal, changed.loops.back());
            return true;
          }};
}

bool LoopEnd::isSamePlaceAs(const LoopEnd& other) const {
  if (link != other.link || at.place != other.at.place) return false;
  if (at.place == desc::Attachment::Place::kStation) return at.station.value == other.at.station.value;
  return at.place != desc::Attachment::Place::kPoint ||
         std::ranges::equal(at.point, other.at.point, {}, &desc::Number::value, &desc::Number::value);
}

Edit joinPlaces(const LoopEnd& a, const LoopEnd& b, const std::filesystem::path& directory) {
  Edit plain = addLoop(a.link, b.link);
  return {plain.name, [apply = plain.apply, a, b, directory](Description& changed, std::vector<Problem>& problems) {
            if (a.isSamePlaceAs(b))
              return fail(problems, "loops", "both ends of the loop are the same place", "choose two places");
            if (!apply(changed, problems)) return false;
            desc::Loop& loop = changed.loops.back();
            loop.a.at = a.at, loop.b.at = b.at;
            const auto model = modelOf(changed, directory, problems);
            const Loop* built = model ? loopNamed(*model, loop.name) : nullptr;
            if (!built) return false;
            const InitialPlacement placement(*model);
            const auto [one, other] = placement.ends(*built);
            if (b.link == 0)
              loop.b.pose = described(one);
            else
              propose(proposed(*model, placement, built->a.link, built->b.link, one, other), loop);
            return true;
          }};
}

std::optional<double> openingOf(const Model& model, ObjectId loop) {
  const auto found = std::ranges::find(model.loops, loop, [](const auto& each) { return each.id; });
  if (found == model.loops.end()) return std::nullopt;
  const auto [a, b] = InitialPlacement(model).ends(*found);
  return (a.p - b.p).norm();
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
