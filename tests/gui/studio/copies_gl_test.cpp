// SPDX-License-Identifier: GPL-3.0-or-later
// Mirror images, arrays and loops by hand, and the list of steps.
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include <set>

#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/tree/array_dialog.hpp"

namespace tendril {
namespace {

/// A floating base with one arm of two links, a motor in each.
constexpr auto kRobot = R"({"format": "tendril", "version": 1, "name": "Copies", "gravity": [0, 0, 0], "links": [
    {"name": "base", "pose": {"position": [0, 0, 0.3]}, "joint": {"type": "free"},
     "body": {"type": "rigid", "mass": 2, "inertia": [0.01, 0.01, 0.01, 0, 0, 0], "visual": {"box": [0.1, 0.1, 0.04]}}},
    {"name": "upper", "parent": "base", "pose": {"position": [0, 0.06, 0], "rpy": [0, 0, 1.2]},
     "joint": {"type": "revolute", "axis": [0, 1, 0], "q0": [0.3], "damping": 0.1},
     "body": {"type": "rigid", "mass": 0.2, "inertia": [1e-3, 1e-3, 1e-3, 0, 0, 0], "tip": {"position": [0.12, 0, 0]},
              "visual": {"capsule": {"radius": 0.012, "length": 0.12}, "pose": {"position": [0.06, 0, 0]}}}},
    {"name": "lower", "parent": "upper", "joint": {"type": "revolute", "axis": [0, 1, 0], "q0": [-0.6], "damping": 0.1},
     "body": {"type": "rigid", "mass": 0.1, "inertia": [1e-3, 1e-3, 1e-3, 0, 0, 0], "tip": {"position": [0.1, 0, 0]},
              "visual": {"capsule": {"radius": 0.01, "length": 0.1}, "pose": {"position": [0.05, 0, 0]}}}}],
  "actuators": [{"name": "m", "type": "joint", "link": "upper"}, {"name": "n", "type": "joint", "link": "lower"}]})";

class CopiesTest : public StudioTest {
 protected:
  void openRobot() {
    open(written("copies.tendril.json", kRobot), false);
    window.resize(1440, 900);
  }
  void select(std::size_t link) { window.selection().select(Target::link(links()[link].id)); }
  const std::vector<description::Link>& links() { return window.description().links; }
  void trigger(const char* name) {
    QAction* action = window.context().actions().find(name);
    ASSERT_TRUE(action && action->isEnabled()) << name;
    action->trigger();
  }
};

TEST_F(CopiesTest, TheOtherSideIsAMirrorImage) {
  openRobot();
  select(1);
  trigger("mirror-y");
  ASSERT_EQ(links().size(), 5u);
  EXPECT_EQ(window.description().actuators.size(), 4u) << "motors come along";
  EXPECT_EQ(links()[3].pose.position[1].value, -0.06);
  EXPECT_EQ(window.document().document().undoCount(), 1u);
  ASSERT_TRUE(window.selection().current());
  EXPECT_EQ(window.selection().current()->id, links()[3].id) << "what was made is selected";
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return window.player().snapshot().tipPoses.size() == 5; }));
  const auto& tips = window.player().snapshot().tipPoses;
  EXPECT_LT((tips[4].p - Vec3(tips[2].p.x(), -tips[2].p.y(), tips[2].p.z())).norm(), 1e-12);
  window.selection().clear();
  keep("mirrored-light");
}

TEST_F(CopiesTest, DuplicateSelectsTheCopy) {
  openRobot();
  std::set<description::ObjectId> before;
  for (const description::Link& link : links()) before.insert(link.id);
  select(1);
  window.view().viewport().setFocus();
  QTest::keyClick(&window.view().viewport(), Qt::Key_D, Qt::ControlModifier);
  ASSERT_GT(links().size(), before.size());
  ASSERT_TRUE(window.selection().current());
  const Target copy = *window.selection().current();
  EXPECT_EQ(copy.kind, TargetKind::kLink);
  EXPECT_FALSE(before.contains(copy.id)) << "the first one is still selected";
  EXPECT_EQ(titleOf(window.description(), copy), "upper 2");
  ASSERT_TRUE(settled());
  EXPECT_EQ(window.selection().current()->id, copy.id);
  const description::ObjectId motor = window.description().actuators.front().id;
  const std::size_t motors = window.description().actuators.size();
  window.selection().select(Target::object(TargetKind::kActuator, motor));
  trigger("duplicate");
  ASSERT_EQ(window.description().actuators.size(), motors + 1);
  EXPECT_EQ(window.selection().current()->kind, TargetKind::kActuator);
  EXPECT_NE(window.selection().current()->id, motor);
  QTest::keyClick(&window.view().viewport(), Qt::Key_Z, Qt::ControlModifier);
  QTest::keyClick(&window.view().viewport(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(links().size(), before.size()) << "a step each";
}

TEST_F(CopiesTest, AnArrayIsAskedFor) {
  openRobot();
  select(1);
  QTimer::singleShot(0, [this] {
    auto* dialog = window.findChild<ArrayDialog*>();
    ASSERT_TRUE(dialog);
    auto* step = dialog->findChild<QLineEdit*>("arrayStepx");
    auto* done = dialog->findChild<QPushButton*>("arrayDone");
    step->setText("far");
    EXPECT_FALSE(done->isEnabled());
    EXPECT_FALSE(step->toolTip().isEmpty());
    dialog->findChild<QComboBox*>("arrayKind")->setCurrentIndex(1);
    EXPECT_TRUE(done->isEnabled());
    EXPECT_TRUE(dialog->findChild<QLabel*>("arrayAbout")->text().contains("90"));
    keepPicture(dialog->grab(), "array-dialog-light");
    QTest::mouseClick(done, Qt::LeftButton);
  });
  trigger("arrayLink");
  ASSERT_EQ(links().size(), 9u) << "three copies of two links";
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return window.player().snapshot().tipPoses.size() == 9; }));
  const auto& tips = window.player().snapshot().tipPoses;
  const Pose base = window.player().snapshot().linkPoses[0];
  for (const std::size_t k : {3u, 5u, 7u})
    EXPECT_NEAR((base.inverse() * tips[k].p).norm(), (base.inverse() * tips[1].p).norm(), 1e-12);
  window.selection().clear();
  keep("array-light");
}

TEST_F(CopiesTest, StepsAreListedAndOneClickAway) {
  openRobot();
  select(1);
  const std::string start = text();
  trigger("mirror-x");
  trigger("mirror-y");
  select(0);
  std::vector<Problem> problems;
  ASSERT_TRUE(window.document().setField("links.base.body.mass", "3", problems));
  ASSERT_EQ(window.document().document().undoCount(), 3u);
  trigger("showHistory");
  auto* menu = window.findChild<QMenu*>("history");
  ASSERT_TRUE(menu && menu->isVisible());
  ASSERT_EQ(menu->actions().size(), 4);
  EXPECT_TRUE(menu->actions().front()->isChecked());
  EXPECT_TRUE(menu->actions()[1]->text().contains("Mirror"));
  keepPicture(menu->grab(), "history-light");
  menu->actions().back()->trigger();
  menu->close();
  EXPECT_EQ(text(), start);
  EXPECT_EQ(window.document().document().undoCount(), 0u);
  trigger("showHistory");
  menu->actions()[1]->trigger();
  menu->close();
  EXPECT_EQ(window.document().document().undoCount(), 2u) << "forth again";
}

TEST_F(CopiesTest, ALoopOfTipsThatAreApartSaysSo) {
  openRobot();
  select(1);
  trigger("mirror-y");
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return window.player().snapshot().tipPoses.size() == 5; }));
  window.selection().set({Target::link(links()[2].id), Target::link(links()[4].id)});
  auto* add = window.findChild<QToolButton*>("addButton");
  QAction* loop = nullptr;
  for (QAction* each : window.findChildren<QAction*>())
    if (each->text() == "Loop") loop = each;
  ASSERT_TRUE(loop) << (add != nullptr);
  loop->trigger();
  ASSERT_EQ(window.description().loops.size(), 1u);
  EXPECT_EQ(window.description().loops[0].type, JointType::kSpherical) << "the hinges are not parallel";
  keep("loop-apart-light");
}

}  // namespace
}  // namespace tendril
