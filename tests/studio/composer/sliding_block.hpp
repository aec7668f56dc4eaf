// SPDX-License-Identifier: GPL-3.0-or-later
// A robot for tests of figures whose places in a picture are known.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "studio/composer/robot_picture.hpp"

namespace tendril::composer {

/// A project of a block that slides along x by 1 m/s, with these figures.
inline std::string project(const std::string& figures) {
  return R"json({"format": "tendril", "version": 1, "name": "slide", "links": [ { "name": "block", "parent": "world",
    "joint": { "type": "prismatic", "axis": [1, 0, 0] },
    "body": { "type": "rigid", "mass": 1, "inertia": [1, 1, 1, 0, 0, 0], "tip": { "position": [0.1, 0, 0.1] } },
    "visual": { "box": [0.2, 0.2, 0.2] } } ],
    "studio": { "figures": )json" +
         figures + "}}";
}

inline Description described(const std::string& figures) {
  ReadResult read = readProjectText(project(figures));
  EXPECT_TRUE(read.ok()) << (read.problems.empty() ? "" : read.problems.front().text());
  return std::move(read.description);
}

/// The block from 0 m to 2 m in 2 s.
inline RecordedRobot sliding(const Description& description) {
  std::vector<Problem> problems;
  const std::shared_ptr<const Model> model = buildModel(description, problems);
  auto history = std::make_shared<History>(1, model->nq, model->nv, model->nu, 1 << 20);
  for (int k = 0; k <= 20; ++k)
    history->append(0.1 * k, VecX::Constant(1, 0.1 * k), VecX::Constant(1, 1), VecX::Zero(0), {0, 0, 0}, 0);
  return {model, history, {}};
}

inline std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace tendril::composer
