// SPDX-License-Identifier: BSD-3-Clause
// include_rules: the arrows between folders never turn round (README.md of the root), proved on every source.
#include "tests/architecture/include_rules.hpp"
#include <test_paths.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace tendril::architecture {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = std::filesystem;

std::vector<std::pair<std::string, std::string>> allSources() {
  std::vector<std::pair<std::string, std::string>> sources;
  const fs::path root = TENDRIL_SOURCE_DIR;
  for (const char* folder : {"core", "render", "widgets", "studio", "plugins", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string path = fs::relative(entry.path(), root).generic_string();
      if (!entry.is_regular_file() || !isSource(path)) continue;
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      sources.emplace_back(path, text.str());
    }
  }
  return sources;
}

TEST(IncludeRules, holdInEverySource) {
  const auto sources = allSources();
  ASSERT_GT(sources.size(), 50u) << "the sources were not found";
  std::string problems;
  for (const auto& [path, text] : sources)
    for (const std::string& problem : checkSource(path, text)) problems += problem + "\n";
  for (const std::string& problem : checkTogether(sources)) problems += problem + "\n";
  EXPECT_TRUE(problems.empty()) << problems;
}

TEST(IncludeRules, foldersOfTheProgramFormNoCycle) {
  std::vector<std::pair<std::string, std::string>> sources;
  for (auto& source : allSources())
    if (!source.first.starts_with("tests/")) sources.push_back(std::move(source));
  const FolderGraph graph = folderGraph(sources);
  for (const auto& [folder, targets] : graph) {
    std::cout << folder << " ->";
    for (const std::string& target : targets) std::cout << ' ' << target;
    std::cout << '\n';
  }
  EXPECT_THAT(cycleIn(graph), IsEmpty());
}

TEST(IncludeRules, foldersAreTakenInAtAGlance) {
  std::vector<std::string> paths;
  const fs::path root = TENDRIL_SOURCE_DIR;
  for (const char* folder : {"core", "render", "widgets", "studio"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.is_regular_file()) paths.push_back(fs::relative(entry.path(), root).generic_string());
  ASSERT_GT(paths.size(), 500u) << "the files were not found";
  EXPECT_THAT(crowdedFolders(paths), IsEmpty());
}

TEST(IncludeRules, aCrowdedFolderIsToldWithWhereToCutIt) {
  std::vector<std::string> paths = {"core/math/README.md", "core/text/a.cpp"};
  for (int i = 0; i < 30; ++i)
    paths.push_back("core/math/" + std::string(i < 12 ? "pose_" : "") + std::to_string(i) + ".cpp");
  EXPECT_THAT(crowdedFolders(paths), IsEmpty());
  paths.emplace_back("core/math/one.cpp");
  EXPECT_THAT(crowdedFolders(paths),
              ElementsAre(testing::AllOf(HasSubstr("core/math has 31 files"), HasSubstr("12 begin with \"pose\""))));
}

TEST(IncludeRules, aCycleIsFound) {
  const std::string include = "#include \"core/";
  const FolderGraph graph = folderGraph({{"core/math/a.hpp", include + "text/b.hpp\"\n"},
                                         {"core/text/b.hpp", include + "model/c.hpp\"\n" + include + "text/d.hpp\"\n"},
                                         {"core/model/c.hpp", include + "text/d.hpp\"\n"}});
  EXPECT_THAT(cycleIn(graph), ElementsAre("core/text", "core/model", "core/text"));
  EXPECT_THAT(cycleIn({{"core/math", {}}, {"core/text", {"core/math"}}}), IsEmpty());
}

TEST(IncludeRules, everyQuotedIncludeExists) {
  for (const auto& [path, text] : allSources()) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("#include \"") || line.ends_with(".moc\"")) continue;
      const std::string name = line.substr(10, line.find('"', 10) - 10);
      EXPECT_TRUE(fs::exists(fs::path(TENDRIL_SOURCE_DIR) / name)) << path << " includes " << name;
    }
  }
}

/// The checker on one include line in an otherwise good file.
std::vector<std::string> checkInclude(const std::string& path, const std::string& include) {
  const bool gpl = path.starts_with("widgets") || path.starts_with("studio");
  const std::string licence = gpl ? "GPL-3.0-or-later" : "BSD-3-Clause";
  return checkSource(path, "// SPDX-License-Identifier: " + licence + "\n#include " + include + "\n");
}

struct Sample {
  const char *path, *include;
};
std::ostream& operator<<(std::ostream& out, const Sample& s) {
  return out << s.path << " includes " << s.include;
}

class Forbidden : public testing::TestWithParam<Sample> {};

TEST_P(Forbidden, isReported) {
  EXPECT_THAT(checkInclude(GetParam().path, GetParam().include), ElementsAre(HasSubstr(":2: ")));
}

INSTANTIATE_TEST_SUITE_P(
    Samples, Forbidden,
    testing::Values(
        Sample{"core/math/a.hpp", "\"core/model/body/body.hpp\""},
        Sample{"core/model/a.cpp", "\"core/dynamics/dynamics.hpp\""},
        Sample{"core/model/a.cpp", "\"core/project/reader.hpp\""},
        Sample{"core/dynamics/a.cpp", "\"core/constraints/state.hpp\""},
        Sample{"core/dynamics/contact/a.hpp", "\"core/dynamics/dynamics.hpp\""},
        Sample{"core/dynamics/a.cpp", "\"core/dynamics/hybrid/hybrid.hpp\""},
        Sample{"core/control/a.cpp", "\"core/control/controllers/pid.hpp\""},
        Sample{"core/control/linear/a.cpp", "\"core/control/controllers/lqr.hpp\""},
        Sample{"core/control/controllers/a.cpp", "\"core/control/inverse_statics/workspace.hpp\""},
        Sample{"core/model/volume/mesh/a.cpp", "\"core/model/volume/mesh/files/mesh_reader.hpp\""},
        Sample{"core/model/volume/mesh/surface/a.cpp", "\"core/model/volume/mesh/recipes/mesh_recipe.hpp\""},
        Sample{"core/builder/a.cpp", "\"core/builder/bodies/rod_section.hpp\""},
        Sample{"core/builder/bodies/a.cpp", "\"core/builder/forces/soft_shape.hpp\""},
        Sample{"core/session/a.cpp", "\"core/session/live/session.hpp\""},
        Sample{"core/integrators/a.cpp", "\"core/session/session.hpp\""},
        Sample{"core/constraints/a.cpp", "\"core/integrators/integrator.hpp\""},
        Sample{"core/model/a.cpp", "\"core/model/rod/rod.hpp\""},
        Sample{"core/model/rod/a.cpp", "\"core/model/model.hpp\""},
        Sample{"core/model/a.cpp", "\"core/description/link.hpp\""},
        Sample{"core/math/a.cpp", "\"core/text/units.hpp\""},
        Sample{"core/project/a.cpp", "\"core/dynamics/dynamics.hpp\""},
        Sample{"core/session/a.cpp", "\"core/project/reader.hpp\""},
        Sample{"core/session/a.cpp", "\"render/scene.hpp\""}, Sample{"core/session/a.cpp", "<vtkActor.h>"},
        Sample{"core/math/a.cpp", "<QString>"}, Sample{"core/math/a.cpp", "<QtCore/QString>"},
        Sample{"core/math/a.cpp", "\"pose.hpp\""}, Sample{"core/project/a.hpp", "<nlohmann/json.hpp>"},
        Sample{"studio/cli/a.hpp", "<CLI/CLI.hpp>"}, Sample{"widgets/a.hpp", "<spdlog/spdlog.h>"},
        Sample{"core/model/a.hpp", "<assimp/scene.h>"}, Sample{"render/a.cpp", "<assimp/scene.h>"},
        Sample{"render/a.cpp", "\"core/model/rod/rod.hpp\""},
        Sample{"render/a.cpp", "\"core/model/volume/volume.hpp\""},
        Sample{"render/a.cpp", "\"core/builder/builder.hpp\""},
        Sample{"render/a.cpp", "\"render/shapes/shape_mesh.hpp\""},
        Sample{"render/shapes/a.cpp", "\"render/scene/stage.hpp\""},
        Sample{"render/scene/a.cpp", "\"render/output/offscreen.hpp\""}, Sample{"render/a.cpp", "<QWidget>"},
        Sample{"render/a.cpp", "\"widgets/viewport.hpp\""}, Sample{"widgets/a.cpp", "\"studio/app/window.hpp\""},
        Sample{"studio/cli/a.cpp", "\"widgets/viewport.hpp\""}, Sample{"studio/cli/a.cpp", "<QWidget>"},
        Sample{"studio/cli/a.cpp", "\"studio/app/window.hpp\""}, Sample{"studio/document/a.cpp", "<QString>"},
        Sample{"studio/document/a.cpp", "\"studio/app/window.hpp\""},
        Sample{"studio/figure/a.cpp", "\"studio/document/document.hpp\""},
        Sample{"studio/app/panels/a.cpp", "\"studio/app/main_window.hpp\""},
        Sample{"studio/app/panels/a.cpp", "\"studio/app/actions/edit_actions.hpp\""},
        Sample{"studio/app/actions/a.cpp", "\"studio/app/main_window.hpp\""},
        Sample{"studio/app/actions/a.cpp", "\"studio/app/panels/tree_panel.hpp\""},
        Sample{"studio/app/view/a.cpp", "\"studio/app/panels/tree_panel.hpp\""},
        Sample{"studio/app/context/a.hpp", "\"studio/app/view/picture_saver.hpp\""},
        Sample{"studio/app/project/a.hpp", "\"studio/app/context/studio_context.hpp\""},
        Sample{"plugins/sdk/a.h", "\"core/math/pose.hpp\""},
        Sample{"tests/core/math/a.cpp", "\"widgets/viewport.hpp\""},
        Sample{"core/model/a.cpp", "\"tests/support/helper.hpp\""}, Sample{"core/model/a.cpp", "  <QString>"}));

class Permitted : public testing::TestWithParam<Sample> {};

TEST_P(Permitted, isNot) {
  EXPECT_THAT(checkInclude(GetParam().path, GetParam().include), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Samples, Permitted,
    testing::Values(Sample{"core/session/a.cpp", "\"core/math/pose.hpp\""}, Sample{"core/math/a.hpp", "<Eigen/Core>"},
                    Sample{"core/project/a.cpp", "<nlohmann/json.hpp>"}, Sample{"core/model/a.cpp", "<assimp/scene.h>"},
                    Sample{"render/a.hpp", "<vtkActor.h>"},
                    Sample{"render/scene/a.cpp", "\"core/session/snapshot.hpp\""},
                    Sample{"render/shapes/a.cpp", "\"core/model/body/swept_piece.hpp\""},
                    Sample{"widgets/a.cpp", "<QWidget>"}, Sample{"widgets/a.cpp", "<qcustomplot.h>"},
                    Sample{"widgets/a.cpp", "\"a.moc\""}, Sample{"studio/app/a.cpp", "\"widgets/viewport.hpp\""},
                    Sample{"studio/cli/pictures/a.cpp", "\"render/scene.hpp\""},
                    Sample{"studio/cli/a.cpp", "\"studio/figure/figure.hpp\""},
                    Sample{"studio/app/a.cpp", "\"studio/document/document.hpp\""},
                    Sample{"studio/app/a.cpp", "\"studio/app/panels/tree_panel.hpp\""},
                    Sample{"studio/app/panels/a.cpp", "\"studio/app/view/picture_saver.hpp\""},
                    Sample{"studio/app/actions/a.cpp", "\"studio/app/context/studio_context.hpp\""},
                    Sample{"core/math/a.cpp", "<queue>"}));

TEST(IncludeRules, wantTheLicenceOfTheFolder) {
  EXPECT_THAT(checkSource("core/math/a.hpp", "#pragma once\n"), ElementsAre(HasSubstr("licence")));
  EXPECT_THAT(checkSource("core/math/a.hpp", "// SPDX-License-Identifier: GPL-3.0-or-later\n"),
              ElementsAre(HasSubstr("licence")));
  EXPECT_THAT(checkSource("widgets/a.hpp", "// SPDX-License-Identifier: BSD-3-Clause\n"),
              ElementsAre(HasSubstr("licence")));
  EXPECT_THAT(checkSource("core/math/a.hpp", ""), ElementsAre(HasSubstr("licence")));
  EXPECT_THAT(checkSource("tests/run.sh", "#!/bin/bash\n# SPDX-License-Identifier: BSD-3-Clause\n"), IsEmpty());
}

TEST(IncludeRules, limitTheLength) {
  std::string text = "// SPDX-License-Identifier: BSD-3-Clause\n";
  for (int i = 1; i < 499; ++i) text += "\n";
  EXPECT_THAT(checkSource("core/math/a.hpp", text), IsEmpty());
  EXPECT_THAT(checkSource("core/math/a.hpp", text + "\n"), ElementsAre(HasSubstr("split")));
}

TEST(IncludeRules, wantFinishedWork) {
  const std::string text =
      "// SPDX-License-Identifier: BSD-3-Clause\n// TO"
      "DO later\n";
  EXPECT_THAT(checkSource("core/math/a.hpp", text), ElementsAre(HasSubstr("finish")));
}

TEST(IncludeRules, wantReasonsWhereAToolIsSilenced) {
  const std::string licence = "// SPDX-License-Identifier: BSD-3-Clause\n", lint = "int a;  // NO",
                    format = "// clang-format ";
  const auto problems = [&](const std::string& text) { return checkSource("core/math/a.hpp", licence + text); };
  for (const char* bare : {"LINT", "LINT: numbers", "LINT(bugprone-x)", "LINTNEXTLINE", "LINTBEGIN(bugprone-x)"})
    EXPECT_THAT(problems(lint + bare + "\n"), ElementsAre(HasSubstr("name the check"))) << bare;
  for (const char* good : {"LINT(bugprone-x): why", "LINTNEXTLINE(bugprone-x): why", "LINTEND(bugprone-x)"})
    EXPECT_THAT(problems(lint + good + "\n"), IsEmpty()) << good;
  EXPECT_THAT(problems("\n" + format + "off\n" + format + "on\n"), ElementsAre(HasSubstr("line above")));
  EXPECT_THAT(problems("// A table.\n" + format + "off\n" + format + "on\n"), IsEmpty());
}

TEST(IncludeRules, wantFoldersOfTheirOwnForTests) {
  const std::string text =
      "// SPDX-License-Identifier: BSD-3-Clause\nauto folder = fs::temp_directory"
      "_path();\n";
  EXPECT_THAT(checkSource("tests/core/math/a_test.cpp", text), ElementsAre(HasSubstr("TemporaryFolder")));
  EXPECT_THAT(checkSource("core/math/a.cpp", text), IsEmpty());
}

TEST(IncludeRules, knowEveryFolder) {
  EXPECT_THAT(checkSource("extras/a.hpp", "// SPDX-License-Identifier: BSD-3-Clause\n"),
              ElementsAre(HasSubstr("no rule")));
}

TEST(IncludeRules, permitOneReaderAndOneWriterOfMeshes) {
  const std::string text = "#include <assimp/scene.h>\n";
  EXPECT_THAT(checkTogether({{"core/model/a.cpp", text}, {"studio/export/b.cpp", text}}), IsEmpty());
  EXPECT_EQ(checkTogether({{"studio/export/a.cpp", text}, {"studio/export/b.cpp", text}}).size(), 2u);
  EXPECT_THAT(checkTogether({{"core/model/a.cpp", text}, {"core/model/b.cpp", ""}}), IsEmpty());
  EXPECT_EQ(checkTogether({{"core/model/a.cpp", text}, {"core/model/b.cpp", text}}).size(), 2u);
}

}  // namespace
}  // namespace tendril::architecture
