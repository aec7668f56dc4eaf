// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/random_models.hpp"

#include "core/math/so3.hpp"

namespace tendril::testing {

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
  const int n = jointVelocities(type);
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

ModelSpec randomTree(Random& random, const std::vector<JointType>& types, bool chain) {
  ModelSpec spec;
  spec.name = "random tree";
  spec.gravity = randomVector(random, 3, 9.81);
  for (size_t i = 0; i < types.size(); ++i) {
    const int index = static_cast<int>(i);
    int parent = index - 1;
    if (!chain && index > 0) parent = std::uniform_int_distribution<int>(std::max(0, index - 3), index - 1)(random);
    spec.links.push_back(randomLink(random, index, parent, types[i]));
  }
  return spec;
}

VecX randomConfiguration(Random& random, const Model& model, double scale) {
  VecX q(model.nq);
  integrate(model, model.q0, randomVector(random, model.nv, scale), q);
  return q;
}

}  // namespace tendril::testing
