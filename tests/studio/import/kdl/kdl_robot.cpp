// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/import/kdl/kdl_robot.hpp"

#include <kdl/treeidsolver_recursive_newton_euler.hpp>
#include <kdl_parser/kdl_parser.hpp>
#include <stdexcept>

namespace tendril {

struct KdlRobot::Impl {
  KDL::Tree tree;
  std::vector<std::string> links;
};

KdlRobot::KdlRobot(const std::string& urdf) : impl_(std::make_unique<Impl>()) {
  if (!kdl_parser::treeFromFile(urdf, impl_->tree)) throw std::runtime_error("KDL does not read " + urdf);
  impl_->links.resize(impl_->tree.getNrOfJoints());
  for (const auto& [name, element] : impl_->tree.getSegments())
    if (element.segment.getJoint().getType() != KDL::Joint::Fixed) impl_->links[element.q_nr] = name;
}

KdlRobot::~KdlRobot() = default;

const std::vector<std::string>& KdlRobot::links() const {
  return impl_->links;
}

std::vector<double> KdlRobot::torques(const std::vector<double>& q, const std::vector<double>& v,
                                      const std::vector<double>& a, double gravity) const {
  const auto n = static_cast<unsigned>(impl_->links.size());
  KDL::JntArray at(n), speed(n), acceleration(n), torque(n);
  for (unsigned i = 0; i < n; ++i) at(i) = q[i], speed(i) = v[i], acceleration(i) = a[i];
  KDL::TreeIdSolver_RNE solver(impl_->tree, KDL::Vector(0, 0, -gravity));
  if (solver.CartToJnt(at, speed, acceleration, {}, torque) != 0)
    throw std::runtime_error("KDL finds no inverse dynamics");
  std::vector<double> out(n);
  for (unsigned i = 0; i < n; ++i) out[i] = torque(i);
  return out;
}

}  // namespace tendril
