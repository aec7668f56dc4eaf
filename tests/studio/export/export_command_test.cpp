// SPDX-License-Identifier: GPL-3.0-or-later
// tendril export: what it writes, says and refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <sstream>

#include <test_paths.hpp>
#include "core/project/json_tree.hpp"
#include "studio/cli/commands.hpp"
#include "studio/export/shapes/shape_export.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril::cli {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct Outcome {
  int exit;
  std::string out, diagnostics;
};

Outcome tendrilExport(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "export");
  std::ostringstream out, diagnostics;
  const int exit = run(arguments, {out, diagnostics}, {.shapes = {exportShape, exportShapeSeries}});
  return {exit, out.str(), diagnostics.str()};
}

std::string exampleFile(const std::string& name) {
  return std::string(TENDRIL_SOURCE_DIR) + "/assets/examples/" + name + "/" + name + ".tendril.json";
}

TEST(ExportCommand, WritesEveryFormatByItsEnding) {
  const TemporaryFolder folder;
  for (const char* name : {"r.urdf", "r.xml", "r.STL", "r.obj", "r.glb", "r.vtu"}) {
    const Outcome told = tendrilExport({exampleFile("soft-manipulator"), folder.path(name), "--soft-links", "4"});
    const bool shape = std::string(name) != "r.urdf" && std::string(name) != "r.xml";
    if (shape) {
      EXPECT_EQ(told.exit, 2) << "--soft-links is not for shapes";
      const Outcome again = tendrilExport({exampleFile("soft-manipulator"), folder.path(name)});
      EXPECT_EQ(again.exit, 0) << name << again.diagnostics;
    } else {
      EXPECT_EQ(told.exit, 0) << name << told.diagnostics;
    }
    EXPECT_TRUE(std::filesystem::exists(folder.path(name))) << name;
  }
  EXPECT_EQ(tendrilExport({exampleFile("double-pendulum"), folder.path("r.robot"), "--format", "urdf"}).exit, 0);
}

TEST(ExportCommand, AnswersInJson) {
  const TemporaryFolder folder;
  const Outcome told = tendrilExport({exampleFile("four-bar"), folder.path("r.urdf"), "--json"});
  ASSERT_EQ(told.exit, 0) << told.diagnostics;
  std::vector<Problem> problems;
  const json::Node answer = json::parse(told.out, problems);
  EXPECT_EQ(answer.find("format")->text, "urdf");
  EXPECT_EQ(answer.find("files")->items.size(), 1u);
  EXPECT_GE(answer.find("notes")->items.size(), 1u);
}

/// A rod that sags: what is exported at the equilibrium hangs lower than at the start.
TEST(ExportCommand, TakesTheShapeWhereItIsAskedTo) {
  const TemporaryFolder folder;
  const std::string project = folder.write("rod.tendril.json", R"({"format":"tendril","version":1,"name":"rod",
    "materials":{"rubber":{"density":1000,"young":1e5,"poisson":0.5,"viscosity":10}},
    "links":[{"name":"rod","parent":"world","joint":{"type":"fixed"},"body":{"type":"rod","material":"rubber",
      "length":0.3,"section":{"shape":"circle","radius":0.01},"strain":{"bending_y":{"basis":"constant"},
      "bending_z":{"basis":"constant"}}}}]})");
  const std::string state = folder.write("state.json", R"({"q":[-0.5,0]})");
  /// Least and largest height.
  const auto heights = [&](const std::string& file, std::vector<std::string> options) {
    options.insert(options.begin(), {project, folder.path(file)});
    const Outcome told = tendrilExport(options);
    EXPECT_EQ(told.exit, 0) << told.diagnostics;
    std::pair<double, double> out(1e9, -1e9);
    for (const Vec3& vertex : readMesh(folder.path(file), 1).vertices)
      out = {std::min(out.first, vertex.z()), std::max(out.second, vertex.z())};
    return out;
  };
  EXPECT_NEAR(heights("start.stl", {}).first, -0.01, 1e-4);
  const double rest = heights("rest.stl", {"--at", "equilibrium"}).first;
  EXPECT_LT(rest, -0.05);
  EXPECT_NEAR(heights("state.stl", {"--state", state}).second, 0.6 * (1 - std::cos(0.5)) + 0.01 * std::cos(0.5), 1e-3);
  EXPECT_LT(heights("set.stl", {"--set", "links.rod.body.length=0.5", "--at", "equilibrium"}).first, rest);
}

TEST(ExportCommand, SaysWhatItCannotDo) {
  const TemporaryFolder folder;
  const std::string rigid = exampleFile("double-pendulum");
  const auto told = [&](std::vector<std::string> arguments, int exit) {
    const Outcome outcome = tendrilExport(std::move(arguments));
    EXPECT_EQ(outcome.exit, exit) << outcome.diagnostics;
    return outcome.diagnostics;
  };
  EXPECT_THAT(told({rigid, folder.path("r.step")}, 2), AllOf(HasSubstr("no known format"), HasSubstr("urdf (.urdf)")));
  EXPECT_THAT(told({rigid, folder.path("r.urdf"), "--format", "step"}, 2), HasSubstr("no known format"));
  EXPECT_THAT(told({rigid, folder.path("r.urdf"), "--at", "equilibrium"}, 2), HasSubstr("leave them out"));
  EXPECT_THAT(told({rigid, folder.path("no/r.urdf")}, 3), HasSubstr("there is no folder"));
  EXPECT_THAT(told({rigid, "/proc/r.urdf"}, 3), HasSubstr("cannot be written"));
  EXPECT_THAT(told({rigid, folder.path().string() + ".urdf/r.urdf"}, 3), HasSubstr("there is no folder"));
  folder.write("r.urdf", "mine");
  EXPECT_THAT(told({rigid, folder.path("r.urdf")}, 3), HasSubstr("is there already"));
  told({rigid, folder.path("r.urdf"), "--force"}, 0);
  EXPECT_THAT(told({exampleFile("soft-manipulator"), folder.path("s.urdf")}, 3), HasSubstr("this format has no soft"));
  EXPECT_THAT(told({exampleFile("inflating-tube"), folder.path("s.urdf"), "--soft-links", "5"}, 3),
              HasSubstr("cannot become chains"));
  const std::string empty = folder.write("e.tendril.json", R"({"format":"tendril","version":1,"name":"e","links":[]})");
  EXPECT_THAT(told({empty, folder.path("e.urdf")}, 3), HasSubstr("no links"));
  EXPECT_THAT(told({empty, folder.path("e.glb")}, 3), HasSubstr("no links"));
}

/// Files that cannot grow, as on a full disk: nothing is left, and it is said.
TEST(ExportCommand, LeavesNothingHalfWritten) {
  const TemporaryFolder folder;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit{300, before.rlim_max};
  std::vector<Outcome> all;
  setrlimit(RLIMIT_FSIZE, &limit);
  for (const char* name : {"r.xml", "r.glb", "r.obj", "r.stl", "r.vtu"})
    all.push_back(tendrilExport(
        {exampleFile(name == std::string("r.xml") ? "double-pendulum" : "soft-manipulator"), folder.path(name)}));
  setrlimit(RLIMIT_FSIZE, &before);
  for (const Outcome& told : all) {
    EXPECT_EQ(told.exit, 3);
    EXPECT_THAT(told.diagnostics, HasSubstr("cannot be written"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

/// More links come closer: the error that is told falls by four where their number doubles.
TEST(ExportCommand, TellsTheErrorOfChains) {
  const TemporaryFolder folder;
  const auto error = [&](const char* count) {
    const Outcome told =
        tendrilExport({exampleFile("soft-manipulator"), folder.path("r.xml"), "--force", "--soft-links", count});
    EXPECT_EQ(told.exit, 0) << told.diagnostics;
    const std::size_t at = told.diagnostics.find("Hz (");
    EXPECT_NE(at, std::string::npos) << told.diagnostics;
    return std::abs(std::stod(told.diagnostics.substr(at + 4)));
  };
  const double five = error("5"), ten = error("10");
  EXPECT_LT(ten, five / 2.5);
  EXPECT_LT(ten, 1) << "per cent";
}

}  // namespace
}  // namespace tendril::cli
