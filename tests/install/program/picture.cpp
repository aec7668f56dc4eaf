// SPDX-License-Identifier: BSD-3-Clause
// Draws the robot of a project, bent by its initial state, without a window.
#include <cstdio>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "core/session/snapshot.hpp"
#include "render/output/offscreen.hpp"

int main(int, char** argv) {
  const tendril::ReadResult project = tendril::readProject(argv[1]);
  std::vector<tendril::Problem> problems;
  const auto model = tendril::buildModel(project.description, problems);
  if (!model) return 1;
  tendril::Data data(*model);
  tendril::Snapshot snapshot;
  tendril::fillSnapshot(model, data, 0, model->q0, model->v0, nullptr, snapshot);
  tendril::PictureOptions options;
  options.width = 320, options.height = 200;
  tendril::OffscreenView view(options);
  view.draw(snapshot);
  view.writePng(argv[2]);
  for (const std::string& problem : view.problems()) std::puts(problem.c_str());
}
