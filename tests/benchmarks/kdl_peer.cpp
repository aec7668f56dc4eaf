// SPDX-License-Identifier: BSD-3-Clause
// KDL: chains with a fixed base.
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include "tests/benchmarks/peer.hpp"

namespace tendril::benchmarks {
namespace {

KDL::Vector vector(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

KDL::Frame frame(const Pose& X) {
  const Mat3& R = X.R;
  return {KDL::Rotation(R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)), vector(X.p)};
}

/// The joint stands in the parent's frame, the tip of the segment is the link's base frame.
KDL::Segment segment(const Link& link) {
  const KDL::Joint joint(link.name, vector(link.pose.p), vector(link.pose.R * link.joint.axis), KDL::Joint::RotAxis);
  const Mat3& I = link.rigid.inertia;
  const KDL::RotationalInertia inertia(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
  return KDL::Segment(link.name, joint, frame(link.pose),
                      KDL::RigidBodyInertia(link.rigid.mass, vector(link.rigid.com), inertia));
}

KDL::Chain chain(const Model& model) {
  KDL::Chain out;
  for (const Link& link : model.links) out.addSegment(segment(link));
  return out;
}

class Kdl : public Peer {
 public:
  explicit Kdl(const Model& model)
      : chain_(chain(model)),
        inverse_(chain_, vector(model.gravity)),
        parameters_(chain_, vector(model.gravity)),
        forward_(chain_, vector(model.gravity)),
        n_(static_cast<unsigned>(model.nv)),
        loads_(n_, KDL::Wrench::Zero()) {}
  std::string_view name() const override { return "KDL"; }

  void set(const VecX& q, const VecX& v, const VecX& a, const VecX& tau) override {
    q_.data = q, v_.data = v, a_.data = a, tau_.data = tau;
  }
  void inverseDynamics() override { inverse_.CartToJnt(q_, v_, a_, loads_, torques_); }
  void massMatrix() override { parameters_.JntToMass(q_, mass_); }
  void forwardDynamics() override { forward_.CartToJnt(q_, v_, tau_, loads_, acceleration_); }
  VecX torques() override { return torques_.data; }
  MatX mass() override { return mass_.data; }
  VecX acceleration() override { return acceleration_.data; }

 private:
  KDL::Chain chain_;
  KDL::ChainIdSolver_RNE inverse_;
  KDL::ChainDynParam parameters_;
  KDL::ChainFdSolver_RNE forward_;
  unsigned n_;
  KDL::Wrenches loads_;
  KDL::JntArray q_{n_}, v_{n_}, a_{n_}, tau_{n_}, torques_{n_}, acceleration_{n_};
  KDL::JntSpaceInertiaMatrix mass_{static_cast<int>(n_)};
};

bool isChain(const Model& model) {
  for (int i = 0; i < static_cast<int>(model.links.size()); ++i)
    if (model.links[i].parent != i - 1 || model.links[i].joint.type != JointType::kRevolute) return false;
  return true;
}

}  // namespace

std::unique_ptr<Peer> makeKdl(const Model& model) {
  return isChain(model) ? std::make_unique<Kdl>(model) : nullptr;
}

}  // namespace tendril::benchmarks
