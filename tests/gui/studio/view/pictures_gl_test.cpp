// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of links that cannot be drawn, in the window: told where a project has one, refused where one is given.
#include <QAbstractButton>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

#include "tests/gui/studio/panels/inspector_hands.hpp"
#include "widgets/inspector/value_edit.hpp"
#include "widgets/status/problems_popover.hpp"

namespace tendril {
namespace {

constexpr auto kTriangle =
    "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.2 0 0\nvertex 0 0.2 0\nendloop\nendfacet\n"
    "endsolid s\n";
constexpr auto kField = "links.arm.body.visual.mesh";

class PicturesTest : public InspectorHands {
 protected:
  void openWith(const QByteArray& mesh) {
    written("good.stl", kTriangle);
    written("letter.stl", "this is a letter, and no mesh");
    open(written("pictures.tendril.json", R"({"format": "tendril", "version": 1, "name": "pictures", "links": [
      {"name": "arm", "joint": {"type": "revolute"}, "body": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1, 0, 0, 0],
       "visual": {"mesh": ")" + mesh + R"("}}}]})"),
         false);
  }
  QToolButton* problems() { return window.status().findChild<QToolButton*>("problems_button"); }
  QAbstractButton* line(const QString& words) {
    auto* list = window.findChild<ProblemsPopover*>();
    QTest::mouseClick(problems(), Qt::LeftButton);
    if (!soon([&] { return list->isVisible(); })) return nullptr;
    for (auto* each : list->findChildren<QAbstractButton*>())
      if (each->accessibleName().contains(words)) return each;
    return nullptr;
  }
  ValueEdit* shown(const QString& path) {
    window.context().goToField(path);
    ValueEdit* found = nullptr;
    EXPECT_TRUE(soon([&] { return (found = field<ValueEdit>(path)) != nullptr; })) << path.toStdString();
    return found;
  }
};

TEST_F(PicturesTest, AProjectThatHasOneOpensAndSaysWhere) {
  openWith("gone.stl");
  EXPECT_EQ(window.player().snapshot().model->links.size(), 1u) << "the robot is there";
  ASSERT_TRUE(soon([&] { return problems()->text() == "1 problem"; })) << problems()->text().toStdString();
  QAbstractButton* row = line("does not exist");
  ASSERT_TRUE(row);
  const auto labels = row->findChildren<QLabel*>();
  const auto says = [&](const QString& words) {
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* each) { return each->text().contains(words); });
  };
  EXPECT_TRUE(says(kField));
  EXPECT_TRUE(says("Correct the path"));
  keep("picture-problem-light");
  QTest::mouseClick(row, Qt::LeftButton);
  EXPECT_TRUE(soon([&] { return field(kField) != nullptr; })) << "a click leads to its field";
  std::vector<Problem> refused;
  ASSERT_TRUE(window.document().setField(kField, R"("good.stl")", refused));
  EXPECT_TRUE(soon([&] { return problems()->text() == "No problems"; }));
  window.document().undo();
  EXPECT_TRUE(soon([&] { return problems()->text() == "1 problem"; }));
}

TEST_F(PicturesTest, WhatIsTypedOrDroppedIsRefusedAtItsField) {
  openWith("good.stl");
  EXPECT_EQ(problems()->text(), "No problems");
  const std::string start = text();
  ASSERT_TRUE(shown(kField));
  type(kField, "gone.stl");
  ValueEdit* edit = shown(kField);
  ASSERT_TRUE(edit);
  EXPECT_TRUE(errorAt(edit).contains("\"gone.stl\" does not exist; correct the path")) << errorAt(edit).toStdString();
  keep("picture-refused-light");
  EXPECT_EQ(text(), start);
  QTest::keyClick(edit, Qt::Key_Escape);
  EXPECT_TRUE(errorAt(edit).isEmpty());
  Q_EMIT inspector().fileDropped(kField, folder.filePath("letter.stl"));
  edit = shown(kField);
  ASSERT_TRUE(edit);
  EXPECT_TRUE(errorAt(edit).contains("\"letter.stl\" cannot be read")) << errorAt(edit).toStdString();
  EXPECT_EQ(text(), start);
  EXPECT_FALSE(window.document().document().canUndo());
  written("other.stl", kTriangle);
  type(kField, "other.stl");
  EXPECT_NE(text(), start);
  ASSERT_TRUE(settled());
  EXPECT_EQ(problems()->text(), "No problems");
}

}  // namespace
}  // namespace tendril
