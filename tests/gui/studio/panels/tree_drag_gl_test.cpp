// SPDX-License-Identifier: GPL-3.0-or-later
// Links dragged in the tree of the window by the mouse.
#include <algorithm>

#include "tests/gui/studio/studio_fixture.hpp"
#include "tests/support/mouse_drag.hpp"
#include "widgets/tree/robot_tree.hpp"

namespace tendril {
namespace {

class TreeDragTest : public StudioTest {
 protected:
  const description::Link& link(const std::string& name) {
    const auto& links = window.description().links;
    return *std::find_if(links.begin(), links.end(), [&](const auto& each) { return each.name == name; });
  }
  QPoint centreOf(const std::string& name) {
    RobotTree& tree = window.tree();
    return tree.visualRect(tree.indexOf({.kind = TreeItem::Kind::kLink, .id = link(name).id})).center();
  }
  void dragOnto(const std::string& name, const std::string& parent) {
    ASSERT_TRUE(dragByMouse(*window.tree().viewport(), centreOf(name), centreOf(parent)));
  }
  std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const auto& each : window.description().links) names.push_back(each.name);
    return names;
  }
};

TEST_F(TreeDragTest, ReparentingByDragIsUndoneAndRedone) {
  open(copyOf("five-bar"), false);
  const std::vector<std::string> all = names();
  ASSERT_GE(all.size(), 3u);
  const std::string before = text();
  const std::string child = all.back();
  const std::string parent = all[link(child).parent.name == all[0] ? 1 : 0];
  for (int round = 0; round < 3; ++round) {
    dragOnto(child, parent);
    ASSERT_EQ(link(child).parent.name, parent);
    EXPECT_EQ(names().size(), all.size());
    EXPECT_FALSE(centreOf(child).isNull());
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(text(), before);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(link(child).parent.name, parent);
    QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(text(), before);
  }
  ASSERT_TRUE(settled());
}

TEST_F(TreeDragTest, ADraggedLinkStaysWhereItIsUnlessTheNoticeIsPressed) {
  open(copyOf("double-pendulum"), false);
  const std::string before = text();
  const auto placeOf = [&](const std::string& name) {
    const Snapshot& now = window.player().snapshot();
    for (std::size_t i = 0; i < now.model->links.size(); ++i)
      if (now.model->links[i].name == name) return now.linkPoses[i];
    return Pose{};
  };
  const Pose place = placeOf("weight");
  dragOnto("weight", "stand");
  ASSERT_EQ(link("weight").parent.name, "stand");
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return window.player().snapshot().model->links.back().name == "weight"; }));
  EXPECT_LT((placeOf("weight").p - place.p).norm(), 1e-9);
  EXPECT_LT((placeOf("weight").R - place.R).norm(), 1e-9);
  keep("reparent-light");
  ASSERT_FALSE(window.view().notices().cards().empty());
  const Notice& notice = window.view().notices().cards().front()->notice();
  EXPECT_TRUE(notice.title.contains("weight"));
  ASSERT_EQ(notice.actions.size(), 1);
  notice.actions.front()->trigger();
  EXPECT_EQ(link("weight").parent.name, "stand");
  EXPECT_EQ(link("weight").pose.position[0].value, 0) << "its pose is what it was on the old parent";
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), before) << "one step";
}

TEST_F(TreeDragTest, ALinkDroppedOnItsOwnChildStaysWhereItIs) {
  open(copyOf("hybrid-arm"), false);
  const std::string before = text();
  const std::vector<std::string> all = names();
  dragOnto(all[0], all[1]);
  EXPECT_EQ(text(), before);
  for (const std::string& each : all) EXPECT_FALSE(centreOf(each).isNull()) << each;
}

TEST_F(TreeDragTest, WhileTheRobotRuns) {
  open(copyOf("double-pendulum"), true);
  const std::string before = text();
  const std::vector<std::string> all = names();
  ASSERT_GE(all.size(), 2u);
  const std::string child = all.back();
  dragOnto(child, link(child).parent.name);
  EXPECT_EQ(text(), before);
  RobotTree& tree = window.tree();
  const QModelIndex heading = tree.indexOf({.kind = TreeItem::Kind::kLink, .id = link(all[0]).id}).parent();
  ASSERT_TRUE(dragByMouse(*tree.viewport(), centreOf(child), tree.visualRect(heading).center()));
  EXPECT_EQ(link(child).parent.name, "world");
  ASSERT_TRUE(settled());
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), before);
  ASSERT_TRUE(settled());
  EXPECT_TRUE(running());
}

}  // namespace
}  // namespace tendril
