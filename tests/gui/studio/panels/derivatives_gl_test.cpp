// SPDX-License-Identifier: GPL-3.0-or-later
// Derivatives by time in the window, and robots with motors behind springs.
#include <QClipboard>
#include <QLabel>
#include <QSpinBox>
#include <QTreeView>

#include <cmath>

#include "studio/app/panels/derivatives_panel.hpp"
#include "tests/gui/studio/studio_fixture.hpp"

namespace tendril {
namespace {

/// A pendulum of 1 m that begins at a right angle: q̈ = −g sin q.
const QByteArray kPendulum = R"({"format": "tendril", "version": 1, "name": "Pendulum", "simulation": {"step": 0.005},
    "links": [{"name": "rod", "parent": "world", "pose": {"rpy": [0, 1.5707963267948966, 0]},
               "joint": {"type": "revolute", "axis": [0, 1, 0], "q0": [-1.5707963267948966], "v0": [0.5]},
               "body": {"type": "rigid", "mass": 2, "com": [1, 0, 0], "inertia": [0, 0, 0, 0, 0, 0],
                        "tip": {"position": [1, 0, 0]}}}]})";

class DerivativesTest : public StudioTest {
 protected:
  DerivativesView& view() { return window.findChild<DerivativesPanel*>()->view(); }
  QString about() { return window.findChild<QLabel*>("derivativesAbout")->text(); }
  void look() {
    window.panels().setWorkspace(Workspace::kAnalyse);
    window.panels().showPanel("derivatives");
  }
  std::vector<double> row(int i) {
    const auto& values = view().table().values;
    return i < static_cast<int>(values.size()) ? values[static_cast<std::size_t>(i)] : std::vector<double>();
  }
};

TEST_F(DerivativesTest, ArePlainForAPendulum) {
  open(written("pendulum.tendril.json", kPendulum), false);
  look();
  ASSERT_TRUE(soon([&] { return row(0).size() == 4; })) << about().toStdString();
  window.findChild<QSpinBox*>("derivativesOrder")->setValue(3);
  ASSERT_TRUE(soon([&] { return row(0).size() == 5; })) << about().toStdString();
  // Horizontal: q̈ = g cos x with x from there, so x‴ = −g sin x x' = 0, x⁗ = −g (cos x x'² + sin x x'') = −g v².
  const std::vector<double> found = row(0);
  EXPECT_NEAR(found[0], 0.5, 1e-12);
  EXPECT_NEAR(std::abs(found[1]), 9.81, 1e-9);
  EXPECT_NEAR(found[2], 0, 1e-9);
  EXPECT_NEAR(found[3] / found[1], -0.25, 1e-9);
  QTest::mouseClick(window.findChild<QWidget*>("derivativesCopy"), Qt::LeftButton);
  const QStringList lines = QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
  ASSERT_EQ(lines.size(), 2);
  EXPECT_EQ(lines[0], "coordinate\tunit\tv\tv.d1\tv.d2\tv.d3\tv.d4");
  EXPECT_TRUE(lines[1].startsWith("rod.q[0]\trad/s\t0.5\t")) << lines[1].toStdString();
  keep("derivatives-pendulum");
}

TEST_F(DerivativesTest, FollowTheRunAndSayWhyThereAreNone) {
  open(written("pendulum.tendril.json", kPendulum), false);
  look();
  ASSERT_TRUE(soon([&] { return row(0).size() == 4; }));
  window.player().play();
  ASSERT_TRUE(soon([&] { return std::abs(row(0)[0] - 0.5) > 0.5; }));
  window.player().pause();
  open(exampleNamed("four-bar"), false);
  ASSERT_TRUE(soon([&] { return about().contains("closes this robot"); })) << about().toStdString();
  EXPECT_FALSE(window.findChild<QTreeView*>("derivatives")->isVisible());
}

TEST_F(DerivativesTest, MotorsBehindSpringsAreSeen) {
  open(exampleNamed("variable-stiffness-3r"), false);
  look();
  ASSERT_TRUE(soon([&] { return view().table().rows.size() == 9; })) << about().toStdString();
  EXPECT_EQ(view().table().rows[3].first, "link1.motor[0]");
  for (const bool dark : {false, true}) {
    AppTheme::instance().setMode(dark ? ThemeMode::kDark : ThemeMode::kLight);
    keep(QStringLiteral("derivatives-motors") + (dark ? "-dark" : "-light"));
  }
  AppTheme::instance().setMode(ThemeMode::kLight);
  window.panels().setWorkspace(Workspace::kRun);
  window.player().play();
  ASSERT_TRUE(soon([&] { return window.player().snapshot().t > 3; }));
  window.player().pause();
  untilStill();
  keep("motors-behind-springs");
  for (const char* other : {"elastic-arm", "variable-stiffness-7r", "aerial-tree"}) {
    open(exampleNamed(other), false);
    keep(QString("example-") + other);
  }
}

}  // namespace
}  // namespace tendril
