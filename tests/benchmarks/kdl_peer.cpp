// SPDX-License-Identifier: BSD-3-Clause
// KDL: chains of revolute joints with a fixed base.
#include "tests/benchmarks/kdl_chain.hpp"
#include "tests/benchmarks/peer.hpp"

namespace tendril::benchmarks {
namespace {

KdlLink plain(const Link& link) {
  const Mat3& R = link.pose.R;
  const Mat3& I = link.rigid.inertia;
  const Vec3 &p = link.pose.p, &e = link.joint.axis, &c = link.rigid.com;
  return {{R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2)},
          {p.x(), p.y(), p.z()},
          {e.x(), e.y(), e.z()},
          link.rigid.mass,
          {c.x(), c.y(), c.z()},
          {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)}};
}

std::vector<KdlLink> plain(const Model& model) {
  std::vector<KdlLink> links;
  for (const Link& link : model.links) links.push_back(plain(link));
  return links;
}

class Kdl : public Peer {
 public:
  explicit Kdl(const Model& model) : n_(model.nv), chain_(plain(model), model.gravity.data()) {}
  std::string_view name() const override { return "KDL"; }
  void set(const VecX& q, const VecX& v, const VecX& a, const VecX& tau) override {
    chain_.set(q.data(), v.data(), a.data(), tau.data());
  }
  void inverseDynamics() override { chain_.inverseDynamics(); }
  void massMatrix() override { chain_.massMatrix(); }
  void forwardDynamics() override { chain_.forwardDynamics(); }
  VecX torques() override {
    return VecX::NullaryExpr(n_, [&](Eigen::Index i) { return chain_.torque(static_cast<int>(i)); });
  }
  MatX mass() override {
    return MatX::NullaryExpr(
        n_, n_, [&](Eigen::Index i, Eigen::Index j) { return chain_.mass(static_cast<int>(i), static_cast<int>(j)); });
  }
  VecX acceleration() override {
    return VecX::NullaryExpr(n_, [&](Eigen::Index i) { return chain_.acceleration(static_cast<int>(i)); });
  }

 private:
  int n_;
  KdlChain chain_;
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
