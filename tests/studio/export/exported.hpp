// SPDX-License-Identifier: GPL-3.0-or-later
// Robots that tests export, and how the coordinates of what comes back are those of the robot.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/model/model.hpp"
#include "core/project/project.hpp"
#include "studio/export/robot_export.hpp"

namespace tendril {

/// A project and its model without motors behind springs.
struct ExportedProject {
  Description description;
  std::filesystem::path directory;
  std::shared_ptr<const Model> model;
};
/// Of an example by name.
ExportedProject exampleProject(const std::string& name);
/// Of a project's text.
ExportedProject projectOf(const std::string& text);

/// A chain of rigid links, one on the other, with all nine kinds of joints, and a rotor of this inertia.
std::string allJoints(double rotor = 0.05);

std::vector<std::string> textsOf(const ExportedModel& done);

/// An elementary joint as a file has it, and what it is of the robot's.
struct FilePart {
  std::string name;
  int link = 0;   ///< of the robot
  int first = 0;  ///< coordinate of the link's joint
  bool ball = false, free = false;
  double follows = 0;  ///< m per rad of that coordinate
};
/// Of all links in order, by the names that files are promised (guide).
std::vector<FilePart> fileParts(const Model& model);

/// A configuration that no coordinate is zero in.
VecX someConfiguration(const Model& model);
VecX someVelocity(const Model& model, double phase);

}  // namespace tendril
