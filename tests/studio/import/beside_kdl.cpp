// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/import/beside_kdl.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/dynamics/dynamics.hpp"
#include "tests/studio/import/imported.hpp"
#include "tests/studio/import/kdl/kdl_robot.hpp"

namespace tendril {
namespace {

/// Our coordinates of a robot in the order of KDL's.
std::vector<int> order(const Model& model, const KdlRobot& other) {
  std::vector<int> out;
  for (const std::string& name : other.links())
    for (const Link& link : model.links)
      if (link.name == name && link.nvJoint == 1) out.push_back(link.vJoint);
  return out;
}

}  // namespace

void expectLikeKdl(const Description& robot, const std::filesystem::path& urdf, double tolerance) {
  const auto model = built(robot);
  ASSERT_TRUE(model);
  const KdlRobot other(urdf.string());
  const std::vector<int> at = order(*model, other);
  const auto n = static_cast<std::size_t>(model->nv);
  ASSERT_EQ(at.size(), n);
  ASSERT_EQ(other.links().size(), n);
  std::mt19937 random(20);
  std::uniform_real_distribution<double> value(-2, 2);
  Data data(*model);
  for (int pose = 0; pose < 20; ++pose) {
    std::vector<double> q(n), v(n), a(n);
    VecX ours(model->nv), speed(model->nv), acceleration(model->nv);
    for (std::size_t i = 0; i < n; ++i) {
      ours[at[i]] = q[i] = value(random);
      speed[at[i]] = v[i] = value(random);
      acceleration[at[i]] = a[i] = value(random);
    }
    massMatrix(*model, data, ours);
    const MatX mass = data.massMatrix;
    const std::vector<double> none(n, 0.0);
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<double> unit = none;
      unit[j] = 1;
      const std::vector<double> column = other.torques(q, none, unit, 0);
      for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(mass(at[i], at[j]), column[i], tolerance * mass.norm());
    }
    const VecX zero = VecX::Zero(model->nv);
    const auto compare = [&](const VecX& w, const VecX& b, const std::vector<double>& expected) {
      inverseDynamics(*model, data, ours, w, b);
      for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(data.tau[at[i]], expected[i], tolerance * (1 + data.tau.norm()));
    };
    compare(zero, zero, other.torques(q, none, none, 9.81));
    compare(speed, acceleration, other.torques(q, v, a, 9.81));
  }
}

}  // namespace tendril
