// SPDX-License-Identifier: BSD-3-Clause
// Random robots for property tests: trees of every joint with rigid bodies and rods.
#pragma once

#include <memory>
#include <random>

#include "core/dynamics/dynamics.hpp"
#include "tests/core/model/joint/ball_in_slot.hpp"

namespace tendril::tests {

using Random = std::mt19937_64;

inline double uniform(Random& random, double lower = -1, double upper = 1) {
  return std::uniform_real_distribution<double>(lower, upper)(random);
}
VecX randomVector(Random& random, int size, double scale = 1);
Vec3 randomUnit(Random& random);
Pose randomPose(Random& random, double reach = 0.3);
RigidInertia randomInertia(Random& random);

/// A joint of the given type with random axes, springs and dampers.
Joint randomJoint(Random& random, JointType type);

/// A link on `parent` (kWorld or an earlier index) with the given joint and a random rigid body.
LinkSpec randomLink(Random& random, int index, int parent, JointType type);

/// A tapered, curved rod with all six strains (`order` + 1 functions each) and stations at 0.35 and 0.8 besides its
/// tip.
std::shared_ptr<Body> randomRod(Random& random, int order);

/// A body of constant curvature with stations at 0.35 and 0.8 besides its tip: planar, spatial, or spatial with
/// elongation.
enum class ArcKind { kPlanar, kSpatial, kElongation };
std::shared_ptr<Body> randomArc(Random& random, ArcKind kind);

/// A volume of scattered points with stations at 0.35 and 0.8 besides its tip, of either family; every third one has
/// more coordinates than are differentiated at once.
std::shared_ptr<Body> randomVolume(std::size_t kind);

/// Likewise bodies that need not keep their volume: modes of finite elements, and formulas, with every sort of law.
std::shared_ptr<Body> randomField(std::size_t kind);

/// A telescope (tests/core/model/body) with stations at 0.35 and 0.8 besides its tip.
std::shared_ptr<Body> randomTelescope(Random& random);

/// Soft bodies of a random tree, by turns. kMixed: rods and arcs; kFields: modes and formulas; kAll: all of those and
/// volumes; kTelescopes: a body that the program does not have.
enum class SoftBodies { kNone, kRods, kArcs, kMixed, kVolumes, kFields, kAll, kTelescopes };

/// What a random tree is made of.
struct TreePlan {
  std::string name;
  std::vector<JointType> types;         ///< one link each
  bool chain = false;                   ///< each link on the one before it, else on one of the last three
  SoftBodies soft = SoftBodies::kNone;  ///< of every second link
  bool wet = false;                     ///< in a fluid: added mass, buoyancy, drag and lift on all links
};
ModelSpec randomTree(Random& random, const TreePlan& plan);

/// A random configuration with unit quaternions.
VecX randomConfiguration(Random& random, const Model& model, double scale = 1);

/// max |a − b| / max(1e-300, max |b|)
template <class A, class B>
double relativeError(const A& a, const B& b) {
  return (a - b).cwiseAbs().maxCoeff() / std::max(1e-300, b.cwiseAbs().maxCoeff());
}

}  // namespace tendril::tests
