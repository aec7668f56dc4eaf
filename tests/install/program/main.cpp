// SPDX-License-Identifier: BSD-3-Clause
// Reads a project, builds its robot and prints the accelerations with which it begins to move.
#include <cstdio>

#include "core/builder/build_model.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/project/project.hpp"

int main(int, char** argv) {
  tendril::ReadResult project = tendril::readProject(argv[1]);
  const auto model = tendril::buildModel(project.description, project.problems);
  for (const tendril::Problem& problem : project.problems) std::puts(problem.text().c_str());
  if (!model) return 1;
  tendril::Data data(*model);
  tendril::forwardDynamics(*model, data, model->q0, model->v0, {});
  for (const double a : data.acceleration) std::printf("%.9e ", a);
}
