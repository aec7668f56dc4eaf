// SPDX-License-Identifier: GPL-3.0-or-later
// What pushes and drives, made in the window: contacts, objects, water, chambers, cables, drives; each runs.
#include <QMenu>
#include <QSlider>
#include <QTreeView>

#include "studio/app/panels/tree/tree_panel.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/hud/force_legend.hpp"
#include "widgets/status/status_bar.hpp"

namespace tendril {
namespace {

class ThingsTest : public StudioTest {
 protected:
  /// Chooses an entry of the add menu, as a user does.
  void add(const QString& entry) {
    for (QMenu* menu : window.findChildren<QMenu*>())
      for (QAction* action : menu->actions())
        if (action->text() == entry) {
          Q_EMIT menu->aboutToShow();
          ASSERT_TRUE(action->isEnabled()) << entry.toStdString();
          return action->trigger();
        }
    FAIL() << "no entry " << entry.toStdString();
  }
  void selectFirst(bool soft) {
    for (const description::Link& link : window.description().links)
      if ((link.body && std::holds_alternative<description::RodBody>(*link.body)) == soft)
        return window.selection().select(Target::link(link.id));
  }
  void runs(double seconds = 0.3) {
    ASSERT_TRUE(settled());
    window.player().play();
    ASSERT_TRUE(soon([&] { return (running() && time() > seconds) || window.player().state() == RunState::kDiverged; }))
        << runStateName(window.player().state()) << " at " << time();
    EXPECT_EQ(window.player().state(), RunState::kRunning)
        << runStateName(window.player().state()) << time() << window.player().snapshot().failure;
  }
  Viewport& viewport() { return window.view().viewport(); }
  const Snapshot& now() { return window.player().snapshot(); }
};

TEST_F(ThingsTest, AnObjectLiesOnItsFloorAndPressesOnIt) {
  open(exampleNamed("soft-manipulator"), false);
  const std::size_t links = now().linkPoses.size();
  add("Box on the floor");
  ASSERT_EQ(window.description().objects.size(), 1u);
  ASSERT_TRUE(window.selection().current());
  runs();
  ASSERT_EQ(now().linkPoses.size(), links + 1);
  ASSERT_TRUE(soon([&] { return !now().contacts.empty(); }));
  double up = 0;
  ASSERT_TRUE(soon([&] {
    up = 0;
    for (const ContactPoint& point : now().contacts) up += point.force.z();
    return std::abs(up - 0.1 * 9.81) < 0.05;  // its weight
  })) << up;
  EXPECT_TRUE(soon([&] { return window.view().forceLegend().isVisible(); }));
  keep("object-light");
  // A picture of it alone says so itself: an arrow of the contacts' colour in the upper left corner.
  const QImage picture = window.view().viewport().grabImage({720, 450});
  int green = 0;
  for (int y = 0; y < 60; ++y)
    for (int x = 0; x < 130; ++x) {
      const QColor color = picture.pixelColor(x, y);
      green += color.green() - color.red() > 60;
    }
  EXPECT_GT(green, 40);
  picture.save(QStringLiteral("screenshots/object-picture.png"));
  const QRect row = window.tree().visualRect(
      window.tree().indexOf({.kind = TreeItem::Kind::kObject, .id = window.description().objects[0].id}));
  EXPECT_FALSE(row.isEmpty());
  while (window.document().document().canUndo()) window.document().undo();
  ASSERT_TRUE(settled());
  EXPECT_TRUE(window.description().objects.empty());
}

TEST_F(ThingsTest, AContactIsPickedByItsSurfaceAndHidden) {
  open(exampleNamed("soft-manipulator"), false);
  selectFirst(true);
  add("Contact with the floor");
  ASSERT_EQ(window.description().loads.size(), 1u);
  ASSERT_TRUE(settled());
  const auto picked = [&] {
    for (int x = 40; x < viewport().width(); x += 30)
      for (int y = 60; y < viewport().height() - 120; y += 30)
        if (viewport().pickAt(QPointF(x, y)).kind == PickKind::kContact) return QPoint(x, y);
    return QPoint(-1, -1);
  };
  untilStill();
  const QPoint at = picked();
  ASSERT_GE(at.x(), 0);
  window.selection().clear();
  QTest::mouseClick(&viewport(), Qt::LeftButton, {}, at);
  ASSERT_TRUE(soon([&] { return !window.selection().isEmpty(); }));
  EXPECT_EQ(window.selection().current()->kind, TargetKind::kLoad);
  keep("contact-light");
  QTest::keyClick(&window, Qt::Key_H);
  EXPECT_TRUE(soon([&] { return picked().x() < 0; }));
  runs();
}

TEST_F(ThingsTest, WaterChambersAndCablesRun) {
  for (const char* entry : {"Water around the robot", "Pressure chamber", "Cable on a spool"}) {
    SCOPED_TRACE(entry);
    open(exampleNamed("soft-manipulator"), false);
    selectFirst(true);
    const std::string before = text();
    add(entry);
    EXPECT_NE(text(), before);
    runs();
    keep(QStringLiteral("added-") + QString(entry).section(u' ', 0, 0).toLower() + "-light");
    while (window.document().document().canUndo()) window.document().undo();  // or it asks to be saved
  }
}

TEST_F(ThingsTest, ADriveFollowsItsSliderLive) {
  open(exampleNamed("double-pendulum"), false);
  for (const description::Link& link : window.description().links)
    if (link.joint.type == JointType::kRevolute) {
      window.selection().select(Target::link(link.id));
      break;
    }
  add("Drive by position");
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return now().model->prescribedJoints.size() == 1; }));
  window.panels().showPanel("inputs");
  untilStill();
  auto* row = window.findChild<QWidget*>(QStringLiteral("input:") + QString::fromStdString(now().model->inputName(
                                                                        now().model->prescribedJoints[0].input)));
  ASSERT_NE(row, nullptr);
  auto* slider = row->findChild<QSlider*>();
  ASSERT_NE(slider, nullptr);
  runs(0.1);
  const int place = now().model->prescribedJoints[0].q;
  slider->setValue(3 * slider->maximum() / 4);  // a quarter of the way round, as with keys
  const double wanted = 3.141592653589793 / 2;
  EXPECT_TRUE(soon([&] { return std::abs(now().q[place] - wanted) < 0.02; })) << now().q[place];
  EXPECT_EQ(window.player().state(), RunState::kRunning) << now().failure;
  keep("drive-slider-light");
}

}  // namespace
}  // namespace tendril
