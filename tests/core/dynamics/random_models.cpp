// SPDX-License-Identifier: BSD-3-Clause
#include "tests/core/dynamics/random_models.hpp"
#include "tests/core/model/body/telescope.hpp"

#include <stdexcept>

#include "core/math/so3.hpp"
#include "core/model/constant_curvature/constant_curvature.hpp"
#include "core/model/rod/rod.hpp"
#include "tests/core/model/volume/volume_models.hpp"

namespace tendril::tests {

VecX randomVector(Random& random, int size, double scale) {
  VecX out(size);
  for (double& x : out) x = scale * uniform(random);
  return out;
}

Vec3 randomUnit(Random& random) {
  Vec3 out;
  do {
    out = randomVector(random, 3);
  } while (out.norm() < 0.1);
  return out.normalized();
}

Pose randomPose(Random& random, double reach) {
  return {expSO3<double>(Vec3(randomVector(random, 3, 2))), Vec3(randomVector(random, 3, reach))};
}

RigidInertia randomInertia(Random& random) {
  // the second moments of six point masses: any physical inertia can be had this way
  RigidInertia out;
  out.mass = uniform(random, 0.5, 2);
  out.com = randomVector(random, 3, 0.2);
  for (int k = 0; k < 6; ++k) {
    const Vec3 d = randomVector(random, 3, 0.2);
    out.inertia += out.mass / 6 * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  }
  return out;
}

Joint randomJoint(Random& random, JointType type) {
  Joint joint;
  joint.type = type;
  joint.axis = randomUnit(random);
  joint.axis2 = joint.axis.cross(randomUnit(random)).normalized();
  joint.pitch = uniform(random, -0.3, 0.3);
  const int n = type->velocities();
  joint.stiffness = (randomVector(random, n).array() + 1.5).matrix();
  joint.damping = (randomVector(random, n).array() + 1.5).matrix() * 0.1;
  if (n == 1 && uniform(random) > 0) joint.driveInertia = VecX::Constant(1, 0.1);
  return joint;
}

LinkSpec randomLink(Random& random, int index, int parent, JointType type) {
  LinkSpec link;
  link.id = static_cast<std::uint64_t>(index) + 1;
  link.name = "link" + std::to_string(index);
  link.parent = parent;
  link.pose = randomPose(random);
  link.joint = randomJoint(random, type);
  link.rigid = randomInertia(random);
  link.rigidTip = randomPose(random);
  return link;
}

std::shared_ptr<Body> randomRod(Random& random, int order) {
  RodDivisionSpec division;
  division.length = uniform(random, 0.3, 0.5);
  const double r0 = uniform(random, 0.02, 0.04), r1 = uniform(random, 0.01, 0.02);
  division.section = SectionLaw::shape("circle", {[=](double s) { return r0 + (r1 - r0) * s; }});
  division.density = 1000, division.young = 1e5, division.poisson = 0.4, division.viscosity = 500;
  division.strain.fill(makeStrainBasis("legendre", order));
  const Vec6 curved = randomVector(random, 6, 0.4) + (Vec6() << 0, 0, 0, 1, 0, 0).finished();
  division.referenceStrain = [curved](double s) { return Vec6(curved * (1 + 0.2 * s)); };
  auto rod = std::make_shared<Rod>(RodSpec{{division}, 4});
  rod->addStation(0.35);
  rod->addStation(0.8);
  return rod;
}

std::shared_ptr<Body> randomArc(Random& random, ArcKind kind) {
  ConstantCurvatureSpec spec;
  spec.length = uniform(random, 0.3, 0.5), spec.radius = uniform(random, 0.02, 0.05);
  spec.density = 1000, spec.young = 1e5, spec.viscosity = 500;
  spec.planar = kind == ArcKind::kPlanar, spec.elongation = kind == ArcKind::kElongation;
  auto arc = std::make_shared<ConstantCurvature>(spec);
  arc->addStation(0.35);
  arc->addStation(0.8);
  return arc;
}

std::shared_ptr<Body> randomVolume(std::size_t kind) {
  static const std::shared_ptr<const TetMesh> mesh = cylinderMesh(60);  // fluids ask for its sections
  const auto volume =
      makeVolume(gentle(kind % 3 == 2 ? everything() : table4()), kind % 2 == 1, 5, kind % 2 == 1, mesh);
  volume->addStation(0.35);
  volume->addFaceStation(faceFrameAt(volume->surface(), {0.8 * volume->length(), 0.6 * kVolumeRadius, kVolumeRadius}));
  return volume;
}

std::shared_ptr<Body> randomField(std::size_t kind) {
  static const std::shared_ptr<const TetMesh> mesh = cylinderMesh(60);
  static const std::shared_ptr<const PointMap> modes = modalMap(9), formulas = someExpressionMap();
  const auto rubber = std::make_shared<CompressibleLaw>(std::make_shared<PolynomialLaw>(1.8e5, 0, 0, 4e4), 0.4);
  std::shared_ptr<const VolumeLaw> law = rubber;
  if (kind % 4 == 0) law = std::make_shared<LinearLaw>(1e6, 0.4);
  if (kind % 4 == 1) law = std::make_shared<StretchLaw>(1e6, 0.3);
  const auto volume = volumeOf(kind % 2 == 0 ? modes : formulas, std::move(law), 5, mesh);
  volume->addStation(0.35);
  volume->addFaceStation(faceFrameAt(volume->surface(), {0.8 * volume->length(), 0.6 * kVolumeRadius, kVolumeRadius}));
  return volume;
}

std::shared_ptr<Body> randomTelescope(Random& random) {
  const auto telescope = makeTelescope(
      {uniform(random, 0.3, 0.5), randomInertia(random), randomInertia(random), uniform(random, 5, 20), 0.3});
  telescope->addStation(0.35);
  telescope->addStation(0.8);
  return telescope;
}

namespace {

/// The soft body of link 2 turn + 1.
std::shared_ptr<Body> randomSoft(Random& random, SoftBodies kind, std::size_t turn) {
  switch (kind) {
    case SoftBodies::kNone:
      return nullptr;
    case SoftBodies::kRods:
      return randomRod(random, 1);
    case SoftBodies::kArcs:
      return randomArc(random, static_cast<ArcKind>(turn % 3));
    case SoftBodies::kMixed:
      return turn % 2 == 0 ? randomArc(random, static_cast<ArcKind>(turn / 2 % 3)) : randomRod(random, 1);
    case SoftBodies::kVolumes:
      return randomVolume(turn);
    case SoftBodies::kFields:
      return randomField(turn);
    case SoftBodies::kAll:
      if (turn % 4 == 2) return randomField(turn / 4);
      return turn % 2 == 0 ? randomVolume(turn / 2) : randomSoft(random, SoftBodies::kMixed, turn / 2);
    case SoftBodies::kTelescopes:
      return randomTelescope(random);
  }
  return nullptr;
}

/// Symmetric, positive semidefinite.
Mat6 randomSquare(Random& random, double scale) {
  const Mat6 half = randomVector(random, 36).reshaped(6, 6);
  return scale * half * half.transpose();
}

/// Drag with a lift that does no work.
std::shared_ptr<const Load> randomDrag(Random& random, double scale, const Pose& at) {
  const Mat6 turn = randomVector(random, 36).reshaped(6, 6);
  return std::make_shared<FluidDrag>(randomSquare(random, scale) + scale * (turn - turn.transpose()), at);
}

/// Puts the last link into a fluid.
void immerse(Random& random, ModelSpec& spec, const std::shared_ptr<Body>& soft) {
  const int index = static_cast<int>(spec.links.size()) - 1;
  LinkSpec& link = spec.links.back();
  if (!soft) {
    link.fluid = LinkFluid{randomSquare(random, 0.2), uniform(random, 0.2, 2), randomVector(random, 3, 0.2)};
    spec.loads.push_back({"drag", index, kBaseStation, randomDrag(random, 0.1, randomPose(random))});
    return;
  }
  const bool known = soft->immerse({.density = 700, .buoyancy = true, .added = randomSquare(random, 0.3)});
  if (!known) throw std::logic_error("a body that knows no fluid");
  for (const BodySlice& slice : soft->slices())
    spec.loads.push_back({"drag", index, soft->addStation(slice.at), randomDrag(random, slice.length, {})});
}

}  // namespace

ModelSpec randomTree(Random& random, const TreePlan& plan) {
  ModelSpec spec;
  spec.name = plan.name;
  spec.gravity = randomVector(random, 3, 9.81);
  for (size_t i = 0; i < plan.types.size(); ++i) {
    const int index = static_cast<int>(i);
    int parent = index - 1;
    if (!plan.chain && index > 0)
      parent = std::uniform_int_distribution<int>(std::max(0, index - 3), index - 1)(random);
    spec.links.push_back(randomLink(random, index, parent, plan.types[i]));
    LinkSpec& link = spec.links.back();
    if (parent >= 0 && spec.links[parent].body)
      link.station = std::uniform_int_distribution<int>(kBaseStation, 2)(random);
    std::shared_ptr<Body> soft;
    if (i % 2 == 1) link.body = soft = randomSoft(random, plan.soft, i / 2);
    if (plan.wet) immerse(random, spec, soft);
  }
  return spec;
}

VecX randomConfiguration(Random& random, const Model& model, double scale) {
  VecX q(model.nq);
  VecX moved = randomVector(random, model.nv, scale);
  for (int i : model.deformable) {
    const Link& link = model.links[i];
    moved.segment(link.vBody, link.nBody) *= 0.3;
    // metres: what is left of the length must not be short beside offsets of tendons
    if (link.nBody == 3 && link.body->type() == "constant_curvature") moved[link.vBody + 2] *= 0.3;
  }
  integrate(model, model.q0, moved, q);
  return q;
}

}  // namespace tendril::tests
