// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of rods in the window: colours, what is under the cursor, the plot of a point; where the mass is; surfaces
// within volumes and cuts across any direction.
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <cmath>

#include "studio/app/actions/command_actions.hpp"
#include "studio/app/context/plots.hpp"
#include "studio/app/view/cut_handle.hpp"
#include "studio/app/view/deformation_actions.hpp"
#include "studio/app/view/field_pointer.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/deformation/deformation_popover.hpp"
#include "widgets/handles/handle_layer.hpp"
#include "widgets/hud/color_bar.hpp"
#include "widgets/hud/probe_label.hpp"
#include "widgets/plots/plot_card.hpp"

namespace tendril {
namespace {

class RodFieldsTest : public StudioTest {
 protected:
  void openRod() {
    open(written("rod.tendril.json", R"({"format": "tendril", "version": 1, "name": "rod", "gravity": [0, 0, -9.81],
      "materials": {"silicone": {"model": "linear", "density": 1070, "young": 4e5, "poisson": 0.45, "relaxation": 0.05}},
      "links": [{"name": "arm", "parent": "world", "pose": {"position": [0, 0, 0.4]}, "joint": {"type": "fixed"},
        "body": {"type": "rod", "material": "silicone", "length": 0.4, "section": {"shape": "circle", "radius": 0.015},
          "q0": [0.9, 0.7, 0.4, -0.5],
          "strain": {"bending_y": {"basis": "legendre", "order": 1},
                     "bending_z": {"basis": "legendre", "order": 1}}}}]})"),
         false);
    untilStill();
  }
  Viewport& viewport() { return window.view().viewport(); }
  ColorBar& bar() { return window.view().colorBar(); }
  const Snapshot& shown() { return window.player().snapshot(); }
  QAction* action(const QString& name) {
    auto* found = window.findChild<QAction*>(name);
    EXPECT_NE(found, nullptr) << name.toStdString();
    return found;
  }
  void press(Qt::Key key) {
    QTest::keyClick(&window, key);
    untilStill();
  }
  /// Where a section of the rod is on the screen.
  QPoint sectionOnScreen(std::size_t section) {
    const Vec3 p = viewport().camera().project(shown().sections[section].p, viewport().width(), viewport().height());
    return QPointF(p.x(), p.y()).toPoint();
  }
};

TEST_F(RodFieldsTest, TheValueStandsBesideTheCursorAndIsPlotted) {
  openRod();
  auto* label = window.findChild<ProbeLabel*>("fieldProbe");
  ASSERT_NE(label, nullptr);
  const std::size_t middle = shown().sections.size() / 2;
  QTest::mouseMove(&viewport(), sectionOnScreen(middle));
  untilStill();
  EXPECT_FALSE(label->isVisible());  // nothing is coloured
  action("field-bending_moment")->trigger();
  ASSERT_TRUE(soon([&] { return bar().isVisible() && !shown().deformation.sectionValues.empty(); }));
  EXPECT_TRUE(bar().unit().endsWith("N·m")) << bar().unit().toStdString();
  untilStill();
  QTest::mouseMove(&viewport(), sectionOnScreen(middle) + QPoint(60, 60));
  QTest::mouseMove(&viewport(), sectionOnScreen(middle));
  ASSERT_TRUE(soon([&] { return label->isVisible(); }));
  const auto& reading = window.findChild<FieldPointer*>()->reading();
  ASSERT_TRUE(reading && reading->at);
  const std::vector<double>& values = shown().deformation.sectionValues;
  EXPECT_NEAR(reading->value, values[middle], 0.15 * values[middle]);
  EXPECT_TRUE(label->where().startsWith("arm · 0.")) << label->where().toStdString();
  EXPECT_TRUE(label->text().endsWith("N·m")) << label->text().toStdString();
  keep("fields-rod-light");
  QTest::mouseClick(&viewport(), Qt::RightButton, {}, sectionOnScreen(middle));
  auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  ASSERT_NE(menu, nullptr);
  ASSERT_TRUE(menu->actions().contains(action("plotThisPoint")));
  keep("fields-rod-menu-light");
  menu->setActiveAction(action("plotThisPoint"));
  QTest::keyClick(menu, Qt::Key_Return);
  ASSERT_TRUE(soon([&] {
    const PlotCard* card = window.context().plots()->current();
    return card && std::ranges::any_of(card->canvas().curves(), [](const PlotCurve& curve) {
             return curve.name.startsWith("arm.bending_moment[0.");
           });
  }));
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("fields-rod-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  press(Qt::Key_V);
  QTest::mouseMove(&viewport(), sectionOnScreen(middle) + QPoint(3, 0));
  EXPECT_TRUE(soon([&] { return !label->isVisible(); }));
}

TEST_F(RodFieldsTest, ForcesThatNoStrainCarriesAreSaid) {
  openRod();
  action("field-axial_force")->trigger();
  untilStill();
  EXPECT_FALSE(bar().isVisible());
  window.findChild<QToolButton*>("deformation-button")->click();
  const auto* message = window.findChild<QLabel*>("deformation_message");
  EXPECT_TRUE(soon([&] { return message->text().contains("strain"); })) << message->text().toStdString();
}

TEST_F(RodFieldsTest, EndsFollowTheInstantAndPercentiles) {
  openRod();
  auto* actions = window.findChild<DeformationActions*>();
  DeformationChoice choice{.field = SurfaceField::kBendingMoment, .rule = {.kind = RangeKind::kInstant}};
  actions->choose(choice);
  ASSERT_TRUE(soon([&] { return bar().isVisible(); }));
  const auto [least, most] = std::ranges::minmax(shown().deformation.sectionValues);
  EXPECT_LE(bar().colors().low, least);
  EXPECT_GE(bar().colors().high, most);
  EXPECT_NEAR(bar().colors().high - bar().colors().low, most - least, 0.2 * (most - least));
  choice.rule = {RangeKind::kPercentile, 20, 80};
  actions->choose(choice);
  EXPECT_TRUE(soon([&] { return bar().colors().low > least && bar().colors().high < most; }));
  EXPECT_NE(window.document().document().studio("deformation").find("percentiles"), std::string::npos);
}

TEST_F(RodFieldsTest, WhereTheMassIsIsShown) {
  open(exampleNamed("ur10e-soft-gripper"), false);
  untilStill();
  EXPECT_TRUE(shown().masses.empty());
  for (const char* name : {"overlay-mass_centres", "overlay-inertias"}) action(name)->trigger();
  ASSERT_TRUE(soon([&] { return !shown().masses.empty(); }));
  keep("inertia-links-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("inertia-links-dark");
  action("overlay-inertias")->trigger();
  action("overlay-robot_inertia")->trigger();
  keep("inertia-robot-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  for (const char* name : {"overlay-mass_centres", "overlay-robot_inertia"}) action(name)->trigger();
  EXPECT_TRUE(soon([&] { return shown().masses.empty(); }));
}

TEST_F(RodFieldsTest, VolumesAreCutAcrossAnyDirectionAndLookedInto) {
  open(written("arm.tendril.json", R"({"format": "tendril", "version": 1, "name": "arm",
    "materials": {"rubber": {"model": "neo_hookean", "density": 1000, "c1": 6e4}},
    "links": [{"name": "arm", "parent": "world", "pose": {"position": [0, 0, 0.35]}, "joint": {"type": "fixed"},
      "body": {"type": "primitives", "material": "rubber", "length": 0.3,
        "mesh": {"cylinder": {"radius": 0.025, "tetrahedra": 3000}}, "q0": [0.9, 0.5],
        "primitives": [{"type": "torsion", "modes": ["1/L"]}, {"type": "bending_z", "modes": ["1/L"]}]}}]})"),
       false);
  untilStill();
  auto* actions = window.findChild<DeformationActions*>();
  DeformationChoice choice{.field = SurfaceField::kVonMises, .cutting = true};
  choice.plane = {.axis = CutPlane::kTilted, .at = 0.36, .flipped = true, .direction = Vec3(0.6, 0, 0.8)};
  actions->choose(choice);
  ASSERT_TRUE(soon([&] { return bar().isVisible() && !shown().deformation.insideValues.empty(); }));
  EXPECT_EQ(*viewport().deformationLook().cut, choice.plane);
  window.findChild<QToolButton*>("deformation-button")->click();
  auto* popover = window.findChild<DeformationPopover*>("deformation");
  ASSERT_TRUE(soon([&] { return popover->isVisible(); }));
  Q_EMIT popover->facingRequested();
  const Vec3 sight = (viewport().camera().pivot - viewport().camera().position()).normalized();
  EXPECT_GT(viewport().deformationLook().cut->direction.dot(sight), 0.999);
  keep("cut-tilted-light");
  popover->hide();
  // By hand: along its own axis it moves, about the others it tilts.
  HandleLayer& layer = window.findChild<CutHandle*>()->layer();
  ASSERT_EQ(layer.handles().size(), 1U);
  actions->choose(choice);  // not straight at the camera, so that its axis has a length on the screen
  untilStill();
  const auto drag = [&](const HandleGrip& grip, QPoint by) {
    const auto at = layer.onScreen(grip);
    ASSERT_TRUE(at);
    QTest::mouseMove(&viewport(), at->toPoint());
    QTest::mousePress(&viewport(), Qt::LeftButton, {}, at->toPoint());
    QTest::mouseMove(&viewport(), at->toPoint() + by / 2);
    QTest::mouseMove(&viewport(), at->toPoint() + by);
    QTest::mouseRelease(&viewport(), Qt::LeftButton, {}, at->toPoint() + by);
    untilStill();
  };
  keep("cut-handle-light");
  drag({.handle = 0, .grip = Grip::kAxis, .axis = 0}, {24, -24});
  const CutPlane moved = *viewport().deformationLook().cut;
  EXPECT_NE(moved.at, choice.plane.at);
  EXPECT_NEAR((moved.direction - choice.plane.direction).norm(), 0, 1e-9);
  drag({.handle = 0, .grip = Grip::kRing, .axis = 1}, {18, 18});
  const CutPlane turned = *viewport().deformationLook().cut;
  EXPECT_GT((turned.direction - moved.direction).norm(), 0.01);
  EXPECT_NEAR(turned.direction.norm(), 1, 1e-12);
  choice.cutting = false, choice.leveled = true;
  choice.level = (bar().colors().low + bar().colors().high) / 2;
  actions->choose(choice);
  untilStill();
  EXPECT_EQ(viewport().deformationLook().levels, std::vector{choice.level});
  keep("iso-surface-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("iso-surface-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  const QString command = window.findChild<CommandActions*>()->renderCommand();
  EXPECT_TRUE(command.contains(" --field von_mises ") && command.contains(" --iso ")) << command.toStdString();
}

}  // namespace
}  // namespace tendril
