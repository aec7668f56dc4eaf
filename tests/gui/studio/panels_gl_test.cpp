// SPDX-License-Identifier: GPL-3.0-or-later
// Every panel beside a moving robot, in both themes: pictures for a person to look at, and that each panel is there.
#include "tests/gui/studio/studio_fixture.hpp"

namespace tendril {
namespace {

struct Scene {
  const char* name;
  Workspace workspace;
  const char* panel;  ///< in front
};

class PanelsTest : public StudioTest, public testing::WithParamInterface<Scene> {};

TEST_P(PanelsTest, IsShownInBothThemes) {
  const auto& [name, workspace, panel] = GetParam();
  open(exampleNamed("soft-manipulator"), true);
  window.panels().setWorkspace(workspace);
  window.selection().select(Target::link(window.player().snapshot().model->links[0].id));
  window.panels().showPanel(panel);
  ASSERT_TRUE(QTest::qWaitFor([&] { return time() > 2; }, kPatience));
  EXPECT_TRUE(window.panels().isPanelVisible(panel));
  for (const ThemeMode mode : {ThemeMode::kLight, ThemeMode::kDark}) {
    AppTheme::instance().setMode(mode);
    QTest::qWait(400);
    keep(QString(name) + (mode == ThemeMode::kLight ? "-light" : "-dark"));
  }
}

INSTANTIATE_TEST_SUITE_P(Panels, PanelsTest,
                         testing::Values(Scene{"panel-inspector", Workspace::kBuild, "inspector"},
                                         Scene{"panel-tree", Workspace::kBuild, "tree"},
                                         Scene{"panel-plots", Workspace::kRun, "plots"},
                                         Scene{"panel-inputs", Workspace::kAnalyse, "inputs"},
                                         Scene{"panel-pose", Workspace::kAnalyse, "pose"}),
                         [](const auto& info) { return std::string(info.param.panel); });

}  // namespace
}  // namespace tendril
