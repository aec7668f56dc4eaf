// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/propellers.hpp"

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/kinematics.hpp"

namespace tendril {
namespace {

constexpr double kDependent = 1e-9;  // of the largest singular value: below, a direction is not reached
constexpr double kOnAxis = 1e-12;    // m from the link's z axis: the arm has no direction

/// Wrench about the origin of the rotor's frame per newton of thrust.
Vec6 unitWrench(const Rotor& rotor) {
  Vec6 out;
  out << rotor.position.cross(rotor.axis) + rotor.spin * rotor.drag / rotor.thrust * rotor.axis, rotor.axis;
  return out;
}

}  // namespace

Vec3 rotorAxis(const Vec3& position, double alpha, double beta) {
  using Turn = Eigen::AngleAxisd;
  const bool onAxis = position.head<2>().norm() < kOnAxis;
  const double arm = onAxis ? 0 : std::atan2(position.y(), position.x());
  return Turn(arm, Vec3::UnitZ()) * (Turn(alpha, Vec3::UnitX()) * (Turn(beta, Vec3::UnitY()) * Vec3::UnitZ()));
}

Propellers::Propellers(std::string name, int link, std::vector<Rotor> rotors)
    : Actuator(std::move(name), static_cast<int>(rotors.size())), link_(link), rotors_(std::move(rotors)) {
  for (InputRange& range : ranges) range.lower = 0;
}

void Propellers::actuationMatrix(const Model& model, const Data& data, MatXMut B) const {
  const Pose& X = data.frames[static_cast<std::size_t>(1 + link_)].X;
  for (int k = 0; k < inputs(); ++k) {
    const Vec6 wrench = transformWrench<double>(X, unitWrench(rotors_[static_cast<std::size_t>(k)]));
    for (const ColumnRange& range : model.frameUpstream(1 + link_))
      B.col(k).segment(range.v, range.size).noalias() +=
          data.J.middleCols(range.column, range.size).transpose().lazyProduct(wrench);
  }
}

void Propellers::pointForces(const Data& data, const VecXRef& thrusts, std::vector<PointForce>& out) const {
  const Pose& X = data.frames[static_cast<std::size_t>(1 + link_)].X;
  for (int k = 0; k < inputs(); ++k) {
    const Rotor& rotor = rotors_[static_cast<std::size_t>(k)];
    const Vec3 force = X.R * rotor.axis * thrusts[k];
    out.push_back({.frame = 1 + link_,
                   .point = X * rotor.position,
                   .force = force,
                   .couple = rotor.spin * rotor.drag / rotor.thrust * force,
                   .follows = true});
  }
}

InputInfo Propellers::inputInfo(int) const {
  return {"thrust", "T", "N", "Input (thrust)", "", "", "", "N"};
}

double Propellers::speed(int k, double thrust) const {
  return std::sqrt(std::max(0.0, thrust) / rotors_[static_cast<std::size_t>(k)].thrust);
}

double Propellers::thrustAt(int k, double speed) const {
  return rotors_[static_cast<std::size_t>(k)].thrust * speed * speed;
}

Mat6X Propellers::allocation() const {
  Mat6X out(6, inputs());
  for (int k = 0; k < inputs(); ++k) out.col(k) = unitWrench(rotors_[static_cast<std::size_t>(k)]);
  return out;
}

int allocationRank(const Mat6X& allocation) {
  if (allocation.size() == 0 || allocation.isZero(0)) return 0;
  Mat6X scaled = allocation;
  const double lever = scaled.topRows<3>().norm() / scaled.bottomRows<3>().norm();
  if (lever > 0) scaled.topRows<3>() /= lever;
  Eigen::JacobiSVD<MatX> svd{MatX(scaled)};
  svd.setThreshold(kDependent);
  return static_cast<int>(svd.rank());
}

}  // namespace tendril
