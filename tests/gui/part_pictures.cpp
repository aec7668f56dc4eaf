// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the pictures of the links that the studio offers, each as it adds it, after a moment of motion: part_pictures
// FOLDER [ID...]. Other parts are shown by their icons: on a robot they would be small.
#include <cstdio>
#include <set>

#include "core/builder/build_model.hpp"
#include "core/session/simulate.hpp"
#include "render/output/offscreen.hpp"
#include "studio/app/parts/part.hpp"

namespace tendril {
namespace {

constexpr double kMoment = 0.25;  // s
constexpr int kWidth = 256, kHeight = 192;

Snapshot moved(const std::shared_ptr<const Model>& model) {
  Program program(model);
  VecX q = model->q0, u = VecX::Zero(model->nu);
  SimulationRequest request;
  request.duration = kMoment;
  request.every = kMoment / 10;
  request.row = [&](const std::vector<double>& row) { q = Eigen::Map<const VecX>(row.data() + 1, model->nq); };
  simulate(program, request);
  Snapshot shape;
  Data data(*model);
  fillSnapshot(model, data, 0, q, VecX::Zero(model->nv), &u, shape);
  return shape;
}

bool draw(const Part& part, const std::string& file) {
  Document document;
  std::vector<Problem> problems;
  const bool done = document.edit(part.edit({}), problems);
  const std::shared_ptr<const Model> model = buildModel(document.description(), problems);
  for (const Problem& problem : problems) std::fprintf(stderr, "%s: %s\n", part.id, problem.message.c_str());
  if (!done || !model) return false;
  PictureOptions options;
  options.width = kWidth, options.height = kHeight;
  options.backdrop = Backdrop::kNone, options.furniture = false;
  const Snapshot shape = moved(model);
  OffscreenView view(options);
  view.frame({&shape, 1});
  view.draw(shape);
  view.writePng(file);
  return true;
}

}  // namespace
}  // namespace tendril

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: part_pictures FOLDER [ID...]\n"), 2;
  const std::set<std::string> wanted(argv + 2, argv + argc);
  bool good = true;
  for (const tendril::Part& part : tendril::parts())
    if (tendril::isLink(part) && (wanted.empty() || wanted.contains(part.id)))
      good = tendril::draw(part, std::string(argv[1]) + '/' + part.id + ".png") && good;
  return good ? 0 : 1;
}
