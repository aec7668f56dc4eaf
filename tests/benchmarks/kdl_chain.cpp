// SPDX-License-Identifier: BSD-3-Clause
#include "tests/benchmarks/kdl_chain.hpp"

#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

namespace tendril::benchmarks {
namespace {

KDL::Vector vector(const double* v) {
  return {v[0], v[1], v[2]};
}

/// The joint stands in the parent's frame, the tip of the segment is the link's base frame.
KDL::Segment segment(const KdlLink& link) {
  const double* R = link.rotation;
  const KDL::Frame tip(KDL::Rotation(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]), vector(link.position));
  const KDL::Joint joint(tip.p, tip.M * vector(link.axis), KDL::Joint::RotAxis);
  const double* I = link.inertia;
  const KDL::RotationalInertia inertia(I[0], I[1], I[2], I[3], I[4], I[5]);
  return KDL::Segment(joint, tip, KDL::RigidBodyInertia(link.mass, vector(link.com), inertia));
}

KDL::Chain chain(const std::vector<KdlLink>& links) {
  KDL::Chain out;
  for (const KdlLink& link : links) out.addSegment(segment(link));
  return out;
}

}  // namespace

struct KdlChain::Impl {
  Impl(const std::vector<KdlLink>& links, const KDL::Vector& gravity)
      : chain(benchmarks::chain(links)),
        inverse(chain, gravity),
        parameters(chain, gravity),
        forward(chain, gravity),
        n(static_cast<unsigned>(links.size())),
        loads(n, KDL::Wrench::Zero()) {}
  KDL::Chain chain;
  KDL::ChainIdSolver_RNE inverse;
  KDL::ChainDynParam parameters;
  KDL::ChainFdSolver_RNE forward;
  unsigned n;
  KDL::Wrenches loads;
  KDL::JntArray q{n}, v{n}, a{n}, tau{n}, torques{n}, acceleration{n};
  KDL::JntSpaceInertiaMatrix mass{static_cast<int>(n)};
};

KdlChain::KdlChain(const std::vector<KdlLink>& links, const double gravity[3])
    : impl_(std::make_unique<Impl>(links, vector(gravity))) {}
KdlChain::~KdlChain() = default;

void KdlChain::set(const double* q, const double* v, const double* a, const double* tau) {
  for (unsigned i = 0; i < impl_->n; ++i)
    impl_->q(i) = q[i], impl_->v(i) = v[i], impl_->a(i) = a[i], impl_->tau(i) = tau[i];
}

void KdlChain::inverseDynamics() {
  impl_->inverse.CartToJnt(impl_->q, impl_->v, impl_->a, impl_->loads, impl_->torques);
}
void KdlChain::massMatrix() {
  impl_->parameters.JntToMass(impl_->q, impl_->mass);
}
void KdlChain::forwardDynamics() {
  impl_->forward.CartToJnt(impl_->q, impl_->v, impl_->tau, impl_->loads, impl_->acceleration);
}
double KdlChain::torque(int i) const {
  return impl_->torques(static_cast<unsigned>(i));
}
double KdlChain::mass(int i, int j) const {
  return impl_->mass(static_cast<unsigned>(i), static_cast<unsigned>(j));
}
double KdlChain::acceleration(int i) const {
  return impl_->acceleration(static_cast<unsigned>(i));
}

}  // namespace tendril::benchmarks
