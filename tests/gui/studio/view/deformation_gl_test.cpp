// SPDX-License-Identifier: GPL-3.0-or-later
// Soft bodies of tetrahedra in the window: colours of their deformation, cut open, picked, as wires, beside their
// ghost.
#include <QAction>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <cmath>

#include "studio/app/actions/command_actions.hpp"
#include "studio/app/view/deformation_actions.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/deformation/deformation_popover.hpp"
#include "widgets/hud/color_bar.hpp"

namespace tendril {
namespace {

class DeformationTest : public StudioTest {
 protected:
  void openArm(bool play = false, const QByteArray& more = {}) {
    open(written("arm.tendril.json", R"({"format": "tendril", "version": 1, "name": "arm", "gravity": [0, 0, -9.81],
      "materials": {"rubber": {"model": "neo_hookean", "density": 1000, "c1": 6e4, "relaxation": 0.03}},
      "links": [{"name": "arm", "parent": "world", "pose": {"position": [0, 0, 0.35]}, "joint": {"type": "fixed"},
        "body": {"type": "primitives", "material": "rubber", "length": 0.3,
          "mesh": {"cylinder": {"radius": 0.025, "tetrahedra": 1500}}, "q0": [0.9, 0.5],
          "primitives": [{"type": "torsion", "modes": ["1/L"]}, {"type": "bending_z", "modes": ["1/L"]}]}}])" +
                                         more + "}"),
         play);
    untilStill();
  }
  Viewport& viewport() { return window.view().viewport(); }
  ColorBar& bar() { return window.view().colorBar(); }
  const Deformation& shown() { return window.player().snapshot().deformation; }
  QAction* action(const QString& name) {
    auto* found = window.findChild<QAction*>(name);
    EXPECT_NE(found, nullptr) << name.toStdString();
    return found;
  }
  void press(Qt::Key key) {
    QTest::keyClick(&window, key);
    untilStill();
  }
  /// Pixels of the view that are clearly more `one` than `other` (0 red, 1 green, 2 blue).
  int count(int one, int other) {
    const QImage image = viewport().grabImage({720, 450}, Backdrop::kNone);
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QRgb c = image.pixel(x, y);
        const int channels[] = {qRed(c), qGreen(c), qBlue(c)};
        found += channels[one] > channels[other] + 40;
      }
    return found;
  }
};

TEST_F(DeformationTest, AFieldColoursTheBodyAndTheBarSaysInWhichUnit) {
  openArm();
  EXPECT_TRUE(shown().surfaceValues.empty());  // nothing is computed that nobody sees
  EXPECT_FALSE(bar().isVisible());
  const int orange = count(0, 2);
  EXPECT_GT(orange, 1000);
  action("field-von_mises")->trigger();
  ASSERT_TRUE(soon([&] { return bar().isVisible(); }));
  EXPECT_EQ(bar().unit(), "kPa");
  EXPECT_EQ(bar().title(), "von Mises stress");
  const double most = *std::ranges::max_element(shown().surfaceValues);
  EXPECT_GE(bar().colors().high, most);
  EXPECT_LE(bar().colors().high, 1.6 * most);
  EXPECT_GT(count(1, 2) + count(2, 1), orange / 2);  // green and yellow, violet and blue
  keep("field-von-mises-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("field-von-mises-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  press(Qt::Key_V);
  EXPECT_TRUE(soon([&] { return !bar().isVisible() && shown().surfaceValues.empty(); }));
  EXPECT_GT(count(0, 2), orange / 2);
  press(Qt::Key_V);
  EXPECT_TRUE(soon([&] { return bar().isVisible(); }));
  EXPECT_FALSE(window.document().isDirty());
  EXPECT_NE(window.document().document().studio("deformation").find("von_mises"), std::string::npos);
}

TEST_F(DeformationTest, TheScaleStandsStillAndRecordedInstantsHaveTheirColours) {
  openArm(true);
  action("field-energy_density")->trigger();
  ASSERT_TRUE(soon([&] { return time() > 0.1 && bar().isVisible(); }));
  EXPECT_TRUE(bar().unit().endsWith("J/m³")) << bar().unit().toStdString();
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  const FieldColors before = bar().colors();
  window.player().seek(0.0);
  ASSERT_TRUE(soon([&] { return window.player().snapshot().replaying && time() < 0.01; }));
  EXPECT_EQ(shown().surfaceValues.size(), window.player().snapshot().surfacePoints.size());
  const double most = *std::ranges::max_element(shown().surfaceValues);
  EXPECT_GE(bar().colors().high, std::max(before.high, most));
  window.findChild<DeformationPopover*>("deformation")->resetRequested();
  EXPECT_GE(bar().colors().high, most);
  EXPECT_LE(bar().colors().high, 1.6 * most);
}

TEST_F(DeformationTest, ACutOpensTheBodyAndIsPicked) {
  openArm();
  action("field-von_mises")->trigger();
  ASSERT_TRUE(soon([&] { return bar().isVisible(); }));
  const int before = count(2, 1);
  press(Qt::Key_C);
  ASSERT_TRUE(soon([&] { return !shown().insidePoints.empty(); }));
  EXPECT_EQ(shown().insideValues.size(), shown().insidePoints.size());
  EXPECT_GT(count(2, 1), before + 100);  // violet: no stress near the axis
  keep("cut-light");
  untilStill();  // the view has its own size again
  const Vec3 on = viewport().camera().project(Vec3(0.1, 0, 0.35), viewport().width(), viewport().height());
  EXPECT_EQ(viewport().pickAt({on.x(), on.y()}).link, 0);
  press(Qt::Key_W);
  press(Qt::Key_G);
  keep("cut-edges-ghost-light");
  press(Qt::Key_C);
  EXPECT_TRUE(soon([&] { return shown().insidePoints.empty(); }));
}

TEST_F(DeformationTest, TheProjectRemembersItAndThePopoverShowsIt) {
  openArm(false, R"(, "studio": {"deformation": {"field": "displacement", "ends": [0, 0.2],
                                 "cut": {"axis": "z", "at": 0.35, "on": true}}})");
  ASSERT_TRUE(soon([&] { return bar().isVisible(); }));
  EXPECT_EQ(bar().colors(), (FieldColors{SurfaceField::kDisplacement, 0, 0.2}));
  EXPECT_EQ(bar().unit(), "mm");
  ASSERT_TRUE(viewport().deformationLook().cut);
  EXPECT_EQ(viewport().deformationLook().cut->axis, 2);
  window.findChild<QToolButton*>("deformation-button")->click();
  auto* popover = window.findChild<DeformationPopover*>("deformation");
  ASSERT_TRUE(soon([&] { return popover->isVisible(); }));
  EXPECT_EQ(popover->choice().field, SurfaceField::kDisplacement);
  keep("deformation-popover-light");
  const QString command = window.findChild<CommandActions*>()->renderCommand();
  EXPECT_TRUE(command.contains(" --field displacement --range 0,0.2 --cut z=0.35 ")) << command.toStdString();
  popover->axisChosen(1);  // the side of the camera is taken away: it looks at the cut
  EXPECT_EQ(viewport().deformationLook().cut->axis, 1);
  EXPECT_EQ(viewport().deformationLook().cut->flipped, viewport().camera().position().y() < 0);
  open(exampleNamed("pendulum"), false);
  EXPECT_TRUE(soon([&] { return !bar().isVisible(); }));
  EXPECT_FALSE(viewport().deformationLook().cut);
}

TEST_F(DeformationTest, RobotsWithoutTetrahedraSaySo) {
  open(exampleNamed("pendulum"), true);
  press(Qt::Key_V);
  press(Qt::Key_C);
  untilStill();
  EXPECT_FALSE(bar().isVisible());
  window.findChild<QToolButton*>("deformation-button")->click();
  const auto* message = window.findChild<QLabel*>("deformation_message");
  ASSERT_NE(message, nullptr);
  EXPECT_TRUE(soon([&] { return message->text().contains("primitives"); }));
}

TEST(DeformationMemory, IsReadBackAndForgivesNonsense) {
  const DeformationChoice choice{.field = SurfaceField::kStretch,
                                 .ends = std::pair(1.0, 1.5),
                                 .cutting = true,
                                 .plane = {.axis = 2, .at = 0.125, .flipped = false}};
  EXPECT_EQ(deformationOf(deformationText(choice).toStdString()), choice);
  DeformationChoice other{.field = SurfaceField::kBendingMoment, .rule = {RangeKind::kPercentile, 5, 95}};
  other.cutting = true;
  other.plane = {.axis = CutPlane::kTilted, .at = 0.1, .direction = Vec3(1, 2, 3).normalized()};
  EXPECT_EQ(deformationOf(deformationText(other).toStdString()), other);
  other.rule = {.kind = RangeKind::kInstant};
  EXPECT_EQ(deformationOf(deformationText(other).toStdString()), other);
  EXPECT_EQ(deformationText({}), "");
  for (const char* text : {"", "[]", "{\"field\": 3}", "{\"field\": \"beauty\"}", "{\"ends\": [2, 1]}",
                           "{\"ends\": [1]}", "{\"follow\": 3}", "{\"percentiles\": [50, 200]}",
                           "{\"cut\": {\"across\": [0, 0, 0]}}", "{\"cut\": {\"axis\": \"xy\"}}", "{\"cut\": 7}"})
    EXPECT_EQ(deformationOf(text), DeformationChoice{}) << text;
}

}  // namespace
}  // namespace tendril
