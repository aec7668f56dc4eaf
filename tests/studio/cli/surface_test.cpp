// SPDX-License-Identifier: GPL-3.0-or-later
// A body of what a surface encloses, from the file to the run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/core/model/volume/mesh/surface/surface_samples.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using testing::HasSubstr;
using testing_meshes::boxSurface;
using testing_meshes::stlText;

/// A box with a chamber, in millimetres, that a pressure blows up.
const char* const kProject = R"({"format": "tendril", "version": 1, "gravity": [0, 0, 0],
  "materials": {"rubber": {"density": 1000, "model": "neo_hookean", "c1": 1e5, "relaxation": 0.1}},
  "links": [{"name": "arm", "body": {"type": "primitives", "material": "rubber",
    "mesh": {"surface": {"file": "part.stl", "scale": 0.001, "size": 0.01}},
    "primitives": [{"type": "stretch", "modes": ["1"]}, {"type": "bending_z", "modes": ["1/L"]}]}}],
  "actuators": [{"name": "air", "type": "pressure", "link": "arm", "surface": "cavity"}],
  "controllers": [{"name": "blow", "type": "signals", "outputs": {"air": 1000}}],
  "simulation": {"duration": 0.05, "step": 0.005}})";

TEST(Surfaces, areFilledOnceAndRun) {
  testing_meshes::Surface part = boxSurface({0, -15, -15}, {100, 15, 15}), room = boxSurface({20, -5, -5}, {80, 5, 5});
  room.turn();
  part.add(room);
  const TemporaryFolder folder;
  folder.write("part.stl", stlText(part));
  const std::string project = folder.write("part.tendril.json", kProject);

  const Outcome info = tendril({"info", project, "--json"});
  ASSERT_EQ(info.exit, 0) << info.diagnostics;
  const json::Node mesh = info.json().find("meshes")->items.at(0);
  EXPECT_NEAR(mesh.find("volume")->number, 8.4e-5, 1e-11);
  EXPECT_GT(mesh.find("minimum_quality")->number, 0.02);
  double all = 0;
  for (const json::Node& count : mesh.find("histogram")->items) all += count.number;
  EXPECT_EQ(all, mesh.find("tetrahedra")->number);
  EXPECT_THAT(tendril({"info", project}).out, HasSubstr("share of each tenth of quality"));

  const auto kept = std::filesystem::path(folder.path(".tendril-cache")) / "meshes";
  ASSERT_EQ(std::distance(std::filesystem::directory_iterator(kept), std::filesystem::directory_iterator()), 1);
  const auto file = std::filesystem::directory_iterator(kept)->path();
  const auto written = std::filesystem::last_write_time(file);
  const Outcome run = tendril({"simulate", project, "--json", "--out", folder.path("run.csv")});
  ASSERT_EQ(run.exit, 0) << run.diagnostics;
  EXPECT_EQ(std::filesystem::last_write_time(file), written) << "not filled again";
}

TEST(Surfaces, thatAreOpenAreRefusedAtTheirField) {
  testing_meshes::Surface part = boxSurface({0, -15, -15}, {100, 15, 15});
  part.triangles.resize(10);
  const TemporaryFolder folder;
  folder.write("part.stl", stlText(part));
  const Outcome info = tendril({"info", folder.write("part.tendril.json", kProject)});
  EXPECT_NE(info.exit, 0);
  EXPECT_THAT(info.diagnostics, HasSubstr("links.arm.body.mesh.surface.file: is open: a hole of 4 edges"));
}

}  // namespace
}  // namespace tendril::cli
