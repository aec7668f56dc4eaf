// SPDX-License-Identifier: GPL-3.0-or-later
// Plugins on the command line: robots that use them, and what is said of those that cannot be loaded.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include <test_paths.hpp>
#include "core/plugins/loader.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kExamples = std::string(TENDRIL_BINARY_DIR) + "/plugins/";
const std::string kFaulty = std::string(TENDRIL_BINARY_DIR) + "/tests/plugins/";

const std::string kRod = R"({"format": "tendril", "version": 1, "gravity": [0, 0, -9.81],
  "materials": {"soft": {"density": 1000, "young": 1e5, "relaxation": 0.02}},
  "links": [{"name": "arm", "parent": "world", "joint": {"type": "fixed"}, "body": {"type": "rod", "material": "soft",
    "length": 0.3, "section": {"shape": "circle", "radius": 0.02}, "strain": {
      "bending_y": {"basis": "wavelet", "order": 2}, "bending_z": {"basis": "wavelet", "order": 1},
      "torsion": {"basis": "constant"}}}}],
  "simulation": {"duration": 0.1}})";

std::string volume(const std::string& primitive, const std::string& material, const std::string& family = "composed") {
  return R"({"format": "tendril", "version": 1, "gravity": [0, 0, -9.81],
  "materials": {"rubber": {)" +
         material + R"(, "density": 1000, "relaxation": 0.02}},
  "links": [{"name": "arm", "parent": "world", "joint": {"type": "fixed"}, "body": {"type": "primitives",
    "material": "rubber", "length": 0.1, "family": ")" +
         family + R"(",
    "mesh": {"cylinder": {"radius": 0.02, "tetrahedra": 100}},
    "primitives": [{"type": ")" +
         primitive + R"(", "modes": ["X", "X^2"]}, {"type": "torsion", "modes": ["0.3/L"]}]}}],
  "simulation": {"duration": 0.1}})";
}

const std::string kGent = R"("model": "plugin", "law": "gent", "coefficients": {"mu": 4e4, "jm": "=4*10"})";
const std::string kNeoHookean = R"("model": "neo_hookean", "c1": 2e4)";

TEST(Plugins, GiveRobotsWhoseDerivativesAgree) {
  const TemporaryFolder folder;
  const std::string rod = folder.write("rod.json", kRod), bulge = folder.write("bulge.json", volume("bulge", kGent));
  for (const auto& [plugin, project] : {std::pair{"wavelet", rod}, std::pair{"bulge", bulge}}) {
    const std::string file = kExamples + plugin + ".so";
    const Outcome verified = tendril({"verify", project, "--plugin", file, "--states", "3"});
    EXPECT_EQ(verified.exit, 0) << verified.out << verified.diagnostics;
    const Outcome run = tendril({"--plugin", file, "simulate", project, "--duration", "0.02"});
    EXPECT_EQ(run.exit, 0) << run.diagnostics;
  }
  EXPECT_EQ(tendril({"info", rod, "--json"}).json().find("plugins")->items.at(0).text, "Wavelet");
  EXPECT_EQ(tendril({"info", rod, "--json"}).json().find("degrees_of_freedom")->number, 4 + 2 + 1);
  EXPECT_THAT(tendril({"info", bulge}).out, HasSubstr("\nPlugins\n  Bulge\n"));
  EXPECT_THAT(tendril({"info", bulge}).out, HasSubstr("bulge[1]"));
  EXPECT_TRUE(tendril({"info", example("hybrid-arm"), "--json"}).json().find("plugins")->items.empty());
}

TEST(Plugins, OfAFolderAreLoadedAndFaultyOnesReported) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(kExamples + "wavelet.so", folder.path("wavelet.so"));
  std::filesystem::copy_file(kFaulty + "basis_nan.so", folder.path("basis_nan.so"));
  folder.write("notes.txt", "no plugin");
  setenv("TENDRIL_PLUGINS", ("/nowhere:" + folder.path("")).c_str(), 1);
  const Outcome outcome = tendril({"info", folder.write("rod.json", kRod)});
  unsetenv("TENDRIL_PLUGINS");
  EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
  EXPECT_THAT(outcome.diagnostics, HasSubstr("basis_nan.so: basis \"basis_nan_basis\" of the plugin Faulty basis_nan "
                                             "gives a value that is not finite"));
}

TEST(Plugins, ThatAreFaultyEndTheCommand) {
  for (const auto& [file, hint] : {std::pair{kFaulty + "wrong_version.so", "version 2.1 of the plugin interface"},
                                   std::pair{kFaulty + "no_entry.so", "no function tendril_plugin"},
                                   std::pair{std::string("/nowhere/a.so"), "no such file"}}) {
    const Outcome outcome = tendril({"info", example("hybrid-arm"), "--plugin", file});
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.diagnostics, HasSubstr(hint));
  }
}

TEST(Plugins, ThatAreMissingAreToldByTheNamesThatNeedThem) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& text) {
    const Outcome outcome = tendril({"info", folder.write("a.json", text)});
    EXPECT_EQ(outcome.exit, 3) << text;
    return outcome.diagnostics;
  };
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  const char* missing = "a plugin that adds it may not be loaded";
  EXPECT_THAT(refusal(replaced(kRod, "\"wavelet\"", "\"haar\"")),
              AllOf(HasSubstr("links.arm.body.strain.bending_y.basis"), HasSubstr("legendre"), HasSubstr(missing)));
  EXPECT_THAT(refusal(volume("pinch", kNeoHookean)),
              AllOf(HasSubstr("links.arm.body.primitives[0].type"), HasSubstr("torsion"), HasSubstr(missing)));
  EXPECT_THAT(refusal(volume("torsion", replaced(kGent, "\"gent\"", "\"ogden\""))),
              AllOf(HasSubstr("materials.rubber.law"), HasSubstr(missing)));
  ASSERT_TRUE(loadPlugin(kExamples + "bulge.so").loaded());
  ASSERT_TRUE(loadPlugin(kExamples + "wavelet.so").loaded());
  EXPECT_THAT(
      refusal(volume("bulge", kNeoHookean, "backbone")),
      AllOf(HasSubstr("primitives[0].type"), HasSubstr("of the plugin Bulge"), HasSubstr("family to composed")));
  EXPECT_THAT(refusal(volume("bulge", replaced(kGent, "\"jm\"", "\"j\""))),
              AllOf(HasSubstr("materials.rubber.coefficients.j"), HasSubstr("known: mu (Pa), jm")));
  EXPECT_THAT(refusal(volume("bulge", replaced(kGent, "4e4", "-1"))),
              AllOf(HasSubstr("materials.rubber.coefficients.mu"), HasSubstr("must be from")));
  EXPECT_THAT(refusal(replaced(kRod, "\"order\": 2", "\"order\": 5")), HasSubstr("must be from 0 to 4, not 5"));
}

TEST(Plugins, ThatFailWhileRunningEndTheMotionByName) {
  const TemporaryFolder folder;
  const auto failure = [&](const std::string& text) {
    const Outcome outcome = tendril({"simulate", folder.write("late.json", text), "--plugin", kFaulty + "late.so",
                                     "--set", "links.arm.body.v0=[8, 4, 0]", "--set", "simulation.duration=0.2"});
    EXPECT_EQ(outcome.exit, 4) << outcome.out << outcome.diagnostics;
    return outcome.diagnostics;
  };
  EXPECT_THAT(failure(volume("late_primitive", R"("model": "neo_hookean", "c1": 1)")),
              AllOf(HasSubstr("the primitive late_primitive of the plugin Faulty late reports error 1"),
                    HasSubstr("(m is more than it can bear) (m = 0.6")));
  EXPECT_THAT(failure(volume("stretch", R"("model": "plugin", "law": "late_law", "coefficients": {"c1": 1})")),
              AllOf(HasSubstr("the law late_law of the plugin Faulty late"), HasSubstr("I1 is more than it can bear")));
}

}  // namespace
}  // namespace tendril::cli
