// SPDX-License-Identifier: BSD-3-Clause
// Descriptions of what a frame follows → PoseReference.
#include <array>
#include <stdexcept>
#include <utility>

#include "core/builder/controllers/build_reference.hpp"
#include "core/control/task.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr int kTangentSamples = 500;

/// One overload per kind of motion of poses; what a kind refuses is thrown as std::invalid_argument.
class PoseBuilder {
 public:
  PoseBuilder(BuildContext& context, const std::string& path) : context_(context), path_(path) {}

  PoseReference operator()(const desc::PoseTransitionMotion& m) {
    PoseTransitionSettings settings;
    settings.path = m.path == desc::PosePath::kScrew ? PosePath::kScrew : PosePath::kStraight;
    settings.start = number(m.start, ".start"), settings.duration = number(m.duration, ".duration");
    settings.degree = static_cast<int>(number(m.degree, ".degree"));
    settings.turns = static_cast<int>(number(m.turns, ".turns"));
    return makePoseTransition(context_.pose(m.from, path_ + ".from"), context_.pose(m.to, path_ + ".to"), settings);
  }
  PoseReference operator()(const desc::PoseSplineMotion& m) {
    const VecX times = context_.numbers(m.times, path_ + ".times");
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < m.poses.size(); ++i)
      poses.push_back(context_.pose(m.poses[i], path_ + ".poses[" + std::to_string(i) + ']'));
    return makePoseSpline(std::vector<double>(times.begin(), times.end()), poses, splineEnd(m.ends));
  }
  PoseReference operator()(const desc::PoseMotion& m) {
    ReferencePtr position = threeNumbers(m.position, ".position");
    if (!position) return {};
    OrientationPtr orientation =
        std::visit([&](const auto& kind) { return orientationOf(kind, position); }, m.orientation.type);
    return {std::move(position), std::move(orientation)};
  }

 private:
  double number(const desc::Number& value, const char* key) { return context_.number(value, path_ + key); }
  ReferencePtr threeNumbers(const desc::EntryMotion& motion, const char* key) {
    return std::visit(
        [&](const auto& kind) { return buildReference(desc::ReferenceMotion{kind}, 3, context_, path_ + key); },
        motion.type);
  }
  OrientationPtr orientationOf(const desc::FixedOrientation& m, const ReferencePtr&) {
    desc::Pose pose;
    pose.rpy = m.rpy, pose.quaternion = m.quaternion;
    return makeFixedOrientation(context_.pose(pose, path_ + ".orientation").R);
  }
  OrientationPtr orientationOf(const desc::TangentialOrientation& m, const ReferencePtr& position) {
    OrientationPtr made = makeTangentialOrientation(position, context_.vector(m.up, path_ + ".orientation.up"));
    checkTangents(*made);
    return made;
  }
  OrientationPtr orientationOf(const desc::RotationVectorOrientation& m, const ReferencePtr&) {
    ReferencePtr vector = threeNumbers(m.vector, ".orientation.vector");
    return vector ? makeRotationVectorOrientation(std::move(vector)) : nullptr;
  }
  OrientationPtr orientationOf(const desc::RollPitchYawOrientation& m, const ReferencePtr&) {
    ReferencePtr angles = threeNumbers(m.angles, ".orientation.angles");
    return angles ? makeRollPitchYawOrientation(std::move(angles)) : nullptr;
  }
  /// A path that stands still in the time of the simulation is told now, not when a run comes there.
  void checkTangents(const OrientationReference& tangential) {
    const double duration = context_.number(context_.description.simulation.duration);
    OrientationMotion motion;
    try {
      for (int i = 0; i <= kTangentSamples; ++i) tangential.evaluate(duration * i / kTangentSamples, motion);
    } catch (const std::runtime_error& error) {
      context_.error(path_ + ".orientation", error.what(),
                     "give a path that moves throughout the simulation, not along up, or another orientation");
    }
  }

  BuildContext& context_;
  const std::string& path_;
};

template <class T>
concept OfPoses = std::is_same_v<T, desc::PoseTransitionMotion> || std::is_same_v<T, desc::PoseSplineMotion> ||
    std::is_same_v<T, desc::PoseMotion>;

}  // namespace

std::optional<PoseReference> buildPoseReference(const desc::ReferenceMotion& motion, TaskKind kind,
                                                BuildContext& context, const std::string& path) {
  const std::size_t before = context.problems.size();
  try {
    PoseReference made = std::visit(
        [&]<class T>(const T& each) -> PoseReference {
          if constexpr (OfPoses<T>) {
            return PoseBuilder(context, path)(each);
          } else {
            ReferencePtr entries = buildReference(motion, taskSize(kind), context, path);
            return entries ? taskReference(kind, std::move(entries)) : PoseReference{};
          }
        },
        motion.type);
    if (context.problems.size() == before) return made;
  } catch (const std::invalid_argument& error) {
    context.error(path, error.what());
  }
  return {};
}

}  // namespace tendril
