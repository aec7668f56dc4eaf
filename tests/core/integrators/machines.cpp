// SPDX-License-Identifier: BSD-3-Clause
#include "tests/core/integrators/machines.hpp"

#include "core/model/rod/rod.hpp"

namespace tendril::tests {
namespace {

constexpr double kGround = 0.40, kCrank = 0.12, kCoupler = 0.35, kRocker = 0.30;

LinkSpec pointMass(int index, int parent, JointType type, const Vec3& axis, double mass, const Vec3& at) {
  LinkSpec link;
  link.id = static_cast<std::uint64_t>(index) + 1;
  link.name = "link" + std::to_string(index);
  link.parent = parent;
  link.joint.type = type;
  link.joint.axis = axis;
  link.rigid.mass = mass;
  link.rigid.com = at;
  link.rigidTip.p = at;
  return link;
}

}  // namespace

ModelSpec fourBarSpec(double crank) {
  ModelSpec spec;
  spec.gravity = {0, -9.81, 0};
  const std::array<double, 3> lengths = {kCrank, kCoupler, kRocker}, masses = {0.4, 1.0, 0.8};
  const std::array<Vec3, 3> places = {Vec3::Zero(), Vec3(kCrank, 0, 0), Vec3(kGround, 0, 0)};
  const std::array<double, 3> angles = {crank, 0.0, 1.7};
  for (std::size_t i = 0; i < 3; ++i) {
    LinkSpec link;
    link.id = i + 1;
    link.name = std::array<const char*, 3>{"crank", "coupler", "rocker"}[i];
    link.parent = i == 1 ? 0 : kWorld;
    link.station = kBaseStation;
    link.pose.p = places[i];
    link.joint.type = JointType::kRevolute;
    link.rigid.mass = masses[i];
    link.rigid.com = Vec3(lengths[i] / 2, 0, 0);
    link.rigid.inertia = masses[i] * lengths[i] * lengths[i] / 12 * Mat3::Identity();
    link.rigidTip.p = Vec3(lengths[i], 0, 0);
    link.jointQ0 = VecX::Constant(1, angles[i]);
    spec.links.push_back(link);
  }
  LoopSpec loop;
  loop.name = "hinge";
  loop.joint.type = JointType::kRevolute;
  loop.a = {1, 0, Pose()}, loop.b = {2, 0, Pose()};
  spec.loops.push_back(loop);
  return spec;
}

ModelSpec archSpec() {
  ModelSpec spec;
  for (int side = 0; side < 2; ++side) {
    RodDivisionSpec division;
    division.length = 0.3;
    division.section = SectionLaw::shape("circle", {[](double) { return 0.01; }});
    division.density = 1000, division.young = 1e7, division.poisson = 0.5, division.viscosity = 2e4;
    division.strain.fill(makeStrainBasis("legendre", 2));
    LinkSpec link;
    link.id = static_cast<std::uint64_t>(side) + 1;
    link.name = side ? "right" : "left";
    link.body = std::make_shared<Rod>(RodSpec{{division}, 4});
    link.pose.p = Vec3(side ? 0.03 : -0.03, 0, 0);
    link.pose.R << 0, 0, -1, 0, 1, 0, 1, 0, 0;  // forward is up
    spec.links.push_back(link);
  }
  LoopSpec loop;
  loop.name = "top";
  loop.joint.type = JointType::kRevolute;
  loop.joint.axis = Vec3::UnitY();
  loop.a = {0, 0, Pose()}, loop.b = {1, 0, Pose()};
  spec.loops.push_back(loop);
  return spec;
}

ModelSpec springChainSpec(int count, double mass, double stiffness) {
  ModelSpec spec;
  spec.gravity.setZero();
  for (int i = 0; i < count; ++i) {
    spec.links.push_back(pointMass(i, i - 1, JointType::kPrismatic, Vec3::UnitX(), mass, Vec3::Zero()));
    spec.links.back().joint.stiffness = VecX::Constant(1, stiffness);
  }
  return spec;
}

ModelSpec floatingPairSpec(double first, double second, double stiffness) {
  ModelSpec spec;
  spec.gravity.setZero();
  spec.links.push_back(pointMass(0, kWorld, JointType::kFree, Vec3::UnitZ(), first, Vec3::Zero()));
  spec.links.push_back(pointMass(1, 0, JointType::kPrismatic, Vec3::UnitX(), second, Vec3::Zero()));
  spec.links[0].rigid.inertia = Vec3(0.1, 0.2, 0.3).asDiagonal();
  spec.links[1].joint.stiffness = VecX::Constant(1, stiffness);
  return spec;
}

ModelSpec zieglerSpec(double force) {
  ModelSpec spec;
  spec.gravity.setZero();
  spec.links.push_back(pointMass(0, kWorld, JointType::kRevolute, Vec3::UnitZ(), 2, Vec3::UnitX()));
  spec.links.push_back(pointMass(1, 0, JointType::kRevolute, Vec3::UnitZ(), 1, Vec3::UnitX()));
  for (LinkSpec& link : spec.links) link.joint.stiffness = VecX::Constant(1, 1.0);
  const auto press = [force](double) { return Vec6(-force * Vec6::Unit(3)); };
  spec.loads.push_back({"press", 1, 0, std::make_shared<PointWrench>(PointWrench::Frame::kBody, press)});
  return spec;
}

}  // namespace tendril::tests
