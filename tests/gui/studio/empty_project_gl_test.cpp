// SPDX-License-Identifier: GPL-3.0-or-later
// A project with nothing in it says what to do next, until something is there.
#include <QFileDialog>
#include <QMenu>
#include <QMimeData>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <array>

#include "studio/app/panels/parts/parts_panel.hpp"
#include "studio/app/parts/part_adder.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "tests/support/mouse_drag.hpp"
#include "widgets/gallery/empty_project.hpp"
#include "widgets/gallery/gallery.hpp"
#include "widgets/parts/parts_view.hpp"

namespace tendril {
namespace {

constexpr std::array kTiles = {"first:rod", "first:revolute", "first:base"};

class EmptyProjectTest : public StudioTest {
 protected:
  void begin() {
    window.resize(1440, 900);
    handleEvents();
    newProject();
    untilStill();
  }
  void newProject() {
    QTest::keyClick(&window, Qt::Key_N, Qt::ControlModifier);
    ASSERT_TRUE(soon([&] { return window.document().isOpen() && window.projectPath().isEmpty(); }));
    ASSERT_TRUE(settled());
    ASSERT_TRUE(soon([&] { return panel().isVisible() && now().model && now().model->links.empty(); }));
  }
  void undo() { QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier); }
  EmptyProject& panel() { return *window.findChild<EmptyProject*>(); }
  QAbstractButton* tile(const char* name) { return panel().findChild<QAbstractButton*>(name); }
  Viewport& viewport() { return window.view().viewport(); }
  const Snapshot& now() { return window.player().snapshot(); }
  const Description& project() { return window.description(); }
  bool shows(std::size_t links) {
    return soon([&] { return viewport().scene() && viewport().scene()->model()->links.size() == links; });
  }
  /// All of the robot is in the picture.
  bool isFramed() {
    const QRect free = viewport().rect();
    return std::ranges::all_of(viewport().scene()->outline(), [&](const Vec3& point) {
      const Vec3 at = viewport().camera().project(point, free.width(), free.height());
      return free.contains(QPoint(qRound(at.x()), qRound(at.y())));
    });
  }
};

TEST_F(EmptyProjectTest, SaysWhatToDoNext) {
  EXPECT_FALSE(panel().isVisible()) << "nothing is open";
  begin();
  for (const char* name : kTiles) EXPECT_TRUE(tile(name) && tile(name)->isVisible()) << name;
  EXPECT_TRUE(tile("first:file")->isVisible());
  keep("empty-project-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("empty-project-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  for (const QSize& size : {QSize(1440, 900), QSize(1100, 700)}) {
    window.resize(size);
    untilStill();
    const QRect inside = panel().contentsRect().translated(panel().pos());
    EXPECT_TRUE(window.view().contentsRect().contains(inside)) << size.width();
    EXPECT_LE(inside.bottom(), window.transport().geometry().top() + FloatingPanel::kShadow) << size.width();
  }
  keep("empty-project-minimum-light");
}

TEST_F(EmptyProjectTest, ATileAddsABodyAndAnUndoBringsTheTilesBack) {
  begin();
  const std::string empty = text();
  for (const char* name : kTiles) {
    SCOPED_TRACE(name);
    QTest::mouseClick(tile(name), Qt::LeftButton);
    ASSERT_EQ(project().links.size(), 1u);
    EXPECT_FALSE(panel().isVisible());
    EXPECT_EQ(window.document().document().undoCount(), 1u);
    EXPECT_EQ(window.selection().current()->id, project().links[0].id);
    EXPECT_EQ(project().loads.size(), project().links[0].joint.type == JointType::kFree ? 1u : 0u) << "a floor";
    ASSERT_TRUE(shows(1));
    untilStill();
    EXPECT_TRUE(isFramed());
    undo();
    EXPECT_TRUE(panel().isVisible());
    EXPECT_EQ(text(), empty);
    ASSERT_TRUE(settled());
    ASSERT_TRUE(shows(0));
  }
}

TEST_F(EmptyProjectTest, GoesWithTheProject) {
  begin();
  open(exampleNamed("double-pendulum"), false);
  EXPECT_FALSE(panel().isVisible());
  newProject();
  newProject();
  EXPECT_TRUE(panel().isVisible());
  EXPECT_FALSE(window.findChild<Gallery*>()->isVisible());
}

TEST_F(EmptyProjectTest, TheFirstFloatingBaseFallsOntoASolidFloorHoweverItIsAdded) {
  begin();
  window.panels().showPanel("parts");
  handleEvents();
  PartsView& parts = window.findChild<PartsPanel*>()->view();
  QTest::mouseClick(parts.card("base"), Qt::LeftButton);
  ASSERT_EQ(project().loads.size(), 1u);
  EXPECT_EQ(std::get<description::Contact>(project().loads[0].type).pose.position[2].value, 0);
  EXPECT_EQ(window.document().document().undoCount(), 1u);
  EXPECT_TRUE(window.findChild<QToolButton*>("solidFloorButton")->isChecked());
  ASSERT_EQ(window.selection().current()->kind, TargetKind::kLink) << "what was asked for, not its contact";
  const std::string added = window.document().document().text();
  QTest::mouseClick(parts.card("revolute"), Qt::LeftButton);
  ASSERT_EQ(project().links.size(), 2u);
  EXPECT_EQ(project().links[1].parent.name, project().links[0].name);
  EXPECT_EQ(project().loads.size(), 2u);
  undo();
  undo();
  EXPECT_TRUE(project().links.empty() && project().loads.empty());
  window.document().newProject(LinkTemplate::kFloatingBase);
  EXPECT_EQ(window.document().document().text(), added) << "as a new project that begins with one";

  newProject();
  window.findChild<PartAdder*>()->add(*partOf("base"), {.position = Vec3(0, 0, -0.3)});
  ASSERT_EQ(project().loads.size(), 1u);
  EXPECT_LT(std::get<description::Contact>(project().loads[0].type).pose.position[2].value, -0.3) << "below it";
}

TEST_F(EmptyProjectTest, PartsAreDraggedOverTheTilesIntoTheView) {
  begin();
  window.panels().showPanel("parts");
  untilStill();
  PartCard& card = *window.findChild<PartsPanel*>()->view().card("rod");
  const QPoint middle = panel().mapTo(&window, panel().rect().center());
  ASSERT_TRUE(dragByMouse(card, card.rect().center(), card.mapFrom(&window, middle)));
  ASSERT_TRUE(soon([&] { return project().links.size() == 1; }));
  EXPECT_FALSE(panel().isVisible());
  ASSERT_TRUE(settled());
}

TEST_F(EmptyProjectTest, FilesAreDroppedOrChosen) {
  begin();
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(assetsFolder() + "/robots/ur10e/ur10e.urdf")});
  const QPoint at = panel().mapTo(&window, tile("first:file")->geometry().center());
  const auto zone = [&] { return tile("first:file")->grab().toImage(); };
  const QImage quiet = zone();
  const auto hover = [&] {
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&window, &enter);
    EXPECT_TRUE(enter.isAccepted());
  };
  hover();
  EXPECT_NE(zone(), quiet) << "it shows that it can be dropped here";
  keep("empty-project-hover-light");
  QDragLeaveEvent leave;
  QApplication::sendEvent(&window, &leave);
  EXPECT_EQ(zone(), quiet);

  QTest::mouseClick(tile("first:file"), Qt::LeftButton);
  auto* dialog = window.findChild<QFileDialog*>("importDialog");
  ASSERT_TRUE(dialog && soon([&] { return dialog->isVisible(); }));
  dialog->reject();
  handleEvents();

  hover();
  QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(&window, &drop);
  auto* menu = window.findChild<QMenu*>("importMenu");
  ASSERT_TRUE(menu && soon([&] { return menu->isVisible(); }));
  menu->findChild<QAction*>("addToWorld")->trigger();
  menu->close();
  EXPECT_GT(project().links.size(), 5u);
  EXPECT_FALSE(panel().isVisible());
  ASSERT_TRUE(settled());
}

}  // namespace
}  // namespace tendril
