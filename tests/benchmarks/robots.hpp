// SPDX-License-Identifier: BSD-3-Clause
// Robots of the benchmarks.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/model/model.hpp"

namespace tendril::benchmarks {

/// A robot and a state of it.
struct Robot {
  std::string name;
  std::shared_ptr<const Model> model;
  VecX q, v, a, tau, u;
};

/// Model and state of a golden case, such as "trees/peer_arm7.json". Ends the program with a message if it is bad.
Robot goldenRobot(const std::string& name, const std::string& file);

/// The project assets/examples/<name>, at its initial state; with another integrator if one is named.
Robot exampleRobot(const std::string& name, const std::string& integrator = {});
/// The same with other values at paths, such as {"simulation.step", "0.01"}; `live`: as the window builds it.
Robot exampleRobot(const std::string& name, const std::vector<std::pair<std::string, std::string>>& changes,
                   bool live = false);
/// The same without its motors behind springs and its controllers: BuildOptions::motors.
Robot linkSideRobot(const std::string& name);
/// Whether there is such an example.
bool hasExample(const std::string& name);

}  // namespace tendril::benchmarks
