// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of imported robots look at.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/builder/build_model.hpp"
#include "studio/import/robot_import.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {

/// Of a file with this text.
inline ImportedRobot read(const std::string& text, const ImportOptions& options = {}) {
  const TemporaryFolder folder;
  return importRobot(folder.write("robot.xml", text), options);
}

inline std::vector<std::string> texts(const ImportedRobot& robot) {
  std::vector<std::string> out;
  for (const Problem& problem : robot.problems) out.push_back(problem.text());
  return out;
}

inline std::shared_ptr<const Model> built(const Description& description) {
  std::vector<Problem> problems;
  auto model = buildModel(description, problems);
  for (const Problem& problem : problems) EXPECT_FALSE(problem.isError()) << problem.text();
  return model;
}

inline const description::Link& linkOf(const ImportedRobot& robot, const std::string& name) {
  for (const description::Link& link : robot.description.links)
    if (link.name == name) return link;
  throw std::runtime_error("no link " + name);
}

}  // namespace tendril
