// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/robot_tree.hpp"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

#include "core/description/references.hpp"
#include "tests/support/events.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/tree/robot_panel.hpp"
#include "widgets/tree/tree_delegate.hpp"

namespace tendril {
namespace {

using Kind = TreeItem::Kind;

description::Link link(const std::string& name, const std::string& parent) {
  description::Link link;
  link.name = name;
  link.parent = parent;
  return link;
}

Description project() {
  Description d;
  d.name = "two arms";
  d.links = {link("base", "world"), link("left", "base"), link("right", "base"), link("hand", "right")};
  description::Actuator motor;
  motor.name = "motor";
  motor.type = description::JointActuator{};
  std::get<description::JointActuator>(motor.type).link = "left";
  d.actuators = {motor};
  d.parameters.entries = {{"r", 0.01}, {"L", 0.3}};
  assignIds(d);
  std::vector<Problem> problems;
  resolveReferences(d, problems);
  return d;
}

Description chain(int count) {
  Description d;
  for (int i = 0; i < count; ++i)
    d.links.push_back(link("link " + std::to_string(i), i == 0 ? "world" : "link " + std::to_string(i - 1)));
  assignIds(d);
  std::vector<Problem> problems;
  resolveReferences(d, problems);
  return d;
}

class TreeTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    tree.resize(264, 600);
    tree.setProject(d);
    tree.show();
  }
  TreeItem itemOf(std::size_t i) const {
    return {.kind = Kind::kLink, .id = d.links[i].id, .index = static_cast<int>(i)};
  }
  QString textOf(const TreeItem& item) const { return tree.indexOf(item).data().toString(); }
  QPoint centreOf(const TreeItem& item) const { return tree.visualRect(tree.indexOf(item)).center(); }

  Description d = project();
  RobotTree tree;
};

TEST_F(TreeTest, ParentsStandAboveTheirChildren) {
  EXPECT_EQ(textOf(itemOf(3)), "hand");
  EXPECT_EQ(tree.indexOf(itemOf(3)).parent(), tree.indexOf(itemOf(2)));
  EXPECT_EQ(tree.indexOf(itemOf(1)).parent(), tree.indexOf(itemOf(0)));
  EXPECT_EQ(tree.indexOf(itemOf(0)).parent().data().toString(), "Links");
  EXPECT_TRUE(tree.indexOf({.kind = Kind::kActuator, .id = d.actuators[0].id}).isValid());
  EXPECT_TRUE(tree.indexOf({.kind = Kind::kParameter, .index = 1}).isValid());
  EXPECT_TRUE(tree.indexOf({.kind = Kind::kSimulation}).isValid());
}

TEST_F(TreeTest, AClickSelectsAndTells) {
  QSignalSpy chosen(&tree, &RobotTree::selectionChosen);
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, centreOf(itemOf(2)));
  ASSERT_FALSE(chosen.isEmpty());
  ASSERT_EQ(tree.selected().size(), 1u);
  EXPECT_EQ(tree.selected()[0].id, d.links[2].id);
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, Qt::ControlModifier, centreOf(itemOf(3)));
  ASSERT_EQ(tree.selected().size(), 2u);
  EXPECT_EQ(tree.selected().back().id, d.links[3].id);
}

TEST_F(TreeTest, SelectingFromOutsideIsSilent) {
  QSignalSpy chosen(&tree, &RobotTree::selectionChosen);
  tree.select({itemOf(1)});
  EXPECT_EQ(tree.selected()[0].id, d.links[1].id);
  tree.select({});
  EXPECT_TRUE(tree.selected().empty());
  EXPECT_TRUE(chosen.isEmpty());
}

TEST_F(TreeTest, ARebuiltProjectKeepsSelectionAndFolds) {
  QSignalSpy chosen(&tree, &RobotTree::selectionChosen);
  tree.select({itemOf(1)});
  tree.collapse(tree.indexOf(itemOf(2)));
  d.links[1].name = "port";
  tree.setProject(d);
  EXPECT_EQ(textOf(itemOf(1)), "port");
  ASSERT_EQ(tree.selected().size(), 1u);
  EXPECT_EQ(tree.selected()[0].id, d.links[1].id);
  EXPECT_FALSE(tree.isExpanded(tree.indexOf(itemOf(2))));
  EXPECT_TRUE(chosen.isEmpty());
}

TEST_F(TreeTest, RenamingTellsAndChangesNothing) {
  QSignalSpy renamed(&tree, &RobotTree::renameRequested);
  tree.rename(itemOf(1));
  auto* field = tree.findChild<QLineEdit*>("rename");
  ASSERT_TRUE(field);
  field->selectAll();
  QTest::keyClicks(field, "port");
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_TRUE(QTest::qWaitFor([&] { return renamed.size() == 1; }));
  EXPECT_EQ(renamed[0][1].toString(), "port");
  EXPECT_EQ(textOf(itemOf(1)), "left");
}

TEST_F(TreeTest, AnEmptyOrEqualNameIsNoNews) {
  QSignalSpy renamed(&tree, &RobotTree::renameRequested);
  for (const char* name : {"", "   ", "left"}) {
    tree.rename(itemOf(1));
    auto* field = tree.findChild<QLineEdit*>("rename");
    ASSERT_TRUE(field);
    field->setText(name);
    QTest::keyClick(field, Qt::Key_Return);
    handleEvents();
  }
  EXPECT_TRUE(renamed.isEmpty());
}

TEST_F(TreeTest, DeleteAndReturnTell) {
  QSignalSpy removed(&tree, &RobotTree::removeRequested), activated(&tree, &RobotTree::activatedItem);
  tree.select({itemOf(3)});
  QTest::keyClick(&tree, Qt::Key_Return);
  QTest::keyClick(&tree, Qt::Key_Delete);
  EXPECT_EQ(activated.size(), 1);
  EXPECT_EQ(removed.size(), 1);
  tree.select({});
  QTest::keyClick(&tree, Qt::Key_Delete);
  EXPECT_EQ(removed.size(), 1);
}

TEST_F(TreeTest, TheEyeHidesALink) {
  tree.setHideable(true);
  QSignalSpy visibility(&tree, &RobotTree::visibilityRequested);
  const QPoint eye = TreeDelegate::eyeRect(tree.visualRect(tree.indexOf(itemOf(2)))).center();
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, eye);
  ASSERT_EQ(visibility.size(), 1);
  EXPECT_EQ(visibility[0][0].toULongLong(), d.links[2].id);
  EXPECT_FALSE(visibility[0][1].toBool());
  tree.setHidden({d.links[2].id});
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, eye);
  EXPECT_TRUE(visibility.back()[1].toBool());
}

TEST_F(TreeTest, TheFilterKeepsWhatIsFoundAndItsParents) {
  tree.setFilter("han");
  const auto shown = [&](const TreeItem& item) {
    const QModelIndex index = tree.indexOf(item);
    return !tree.isRowHidden(index.row(), index.parent());
  };
  EXPECT_TRUE(shown(itemOf(3)));
  EXPECT_TRUE(shown(itemOf(2)));
  EXPECT_FALSE(shown(itemOf(1)));
  tree.setFilter({});
  EXPECT_TRUE(shown(itemOf(1)));
}

TEST(TreeRows, ALongChainStaysReadable) {
  const std::vector<TreeRow> rows = treeRows(chain(100));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    int depth = 0;
    for (int above = rows[i].parent; above >= 0; above = rows[static_cast<std::size_t>(above)].parent) ++depth;
    EXPECT_LE(depth, kDeepestIndentation + 1);
    EXPECT_LT(rows[i].parent, static_cast<int>(i));
  }
}

TEST(TreeRows, EmptyAndBrokenProjectsHaveRowsToo) {
  EXPECT_EQ(treeRows(Description()).size(), 2u);  // project and simulation
  Description d;
  d.links = {link("a", "nobody"), link("", "a")};
  assignIds(d);
  EXPECT_EQ(treeRows(d).size(), 5u);
}

TEST(RobotPanel, TypingFilters) {
  AppTheme::instance().install();
  RobotPanel panel;
  panel.tree().setProject(project());
  panel.show();
  QTest::keyClicks(&panel.filterField(), "motor");
  const QModelIndex first = panel.tree().model()->index(0, 0);
  EXPECT_TRUE(panel.tree().isRowHidden(first.row(), first.parent()));
}

}  // namespace
}  // namespace tendril
