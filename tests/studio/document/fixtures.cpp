// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/document/fixtures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include <test_paths.hpp>
#include "core/project/project.hpp"

namespace tendril {
namespace {

Document documentOf(ReadResult read) {
  EXPECT_TRUE(read.ok()) << textOf(read.problems);
  return {std::move(read.description), std::move(read.text), read.directory};
}

constexpr const char* kSmall = R"json({
  "format": "tendril", "version": 1, "name": "Small",
  "parameters": {"size": 0.01, "twice": "=2*size"},
  "materials": {"silicone": {"young": 1e6, "density": 1000}},
  "links": [
    {"name": "base", "joint": {"type": "revolute"},
     "body": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1, 0, 0, 0]}},
    {"parent": "base", "name": "arm", "body": {"type": "rod", "material": "silicone", "length": 0.5,
      "section": {"shape": "circle", "radius": ["=twice", "=size"]},
      "strain": {"bending_y": {"basis": "legendre", "order": 2}}}},
    {"name": "hand", "parent": "arm", "body": {"type": "rigid", "mass": 0.1}}],
  "actuators": [
    {"name": "tendon 1", "type": "tendon", "route": [{"link": "arm", "y": "r(X)"}]},
    {"name": "tendon 2", "type": "tendon", "route": [{"link": "arm", "y": "-r(X)"}]},
    {"name": "motor", "type": "joint", "link": "base"}],
  "loads": [{"name": "push", "type": "point_wrench", "link": "hand", "wrench": [0, 0, 0, 0, "sin(t)", 0]}],
  "controllers": [{"name": "waves", "type": "signals", "outputs": {"tendon 1": "1+sin(t)", "motor": "0.1"}}],
  "signals": {"miss": "arm.tip.x - hand.tip.x + 'tendon 1'.tension*size"},
  "variants": {"stiff": {"materials.silicone.young": 2e6, "links.arm.body.length": 0.4}},
  "provenance": {"links.arm.body.length": "measured", "controllers.waves.outputs.tendon 1": "guessed"}
})json";

}  // namespace

std::vector<std::filesystem::path> exampleFiles() {
  std::vector<std::filesystem::path> files;
  const std::filesystem::path root = std::filesystem::path(TENDRIL_SOURCE_DIR) / "assets" / "examples";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
    if (entry.path().string().ends_with(".tendril.json")) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

Document openDocument(const std::filesystem::path& file) {
  return documentOf(readProject(file));
}

Document smallDocument() {
  return documentOf(readProjectText(kSmall));
}

std::string textOf(const std::vector<Problem>& problems) {
  std::string out;
  for (const Problem& problem : problems) out += problem.text() + '\n';
  return out;
}

bool apply(Document& document, const Edit& edit) {
  std::vector<Problem> problems;
  const bool good = document.edit(edit, problems);
  if (!good) std::cerr << edit.name << ": " << textOf(problems);
  return good;
}

}  // namespace tendril
