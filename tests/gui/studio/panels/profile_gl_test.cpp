// SPDX-License-Identifier: GPL-3.0-or-later
// A table of values along a body, dropped on a field: it becomes a formula, or the field says what is wrong with it.
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

#include <cmath>

#include "core/session/snapshot.hpp"
#include "tests/gui/studio/panels/inspector_hands.hpp"

namespace tendril {
namespace {

class ProfileTest : public InspectorHands {
 protected:
  void SetUp() override {
    InspectorHands::SetUp();
    open(exampleNamed("soft-manipulator"), false);
    window.resize(1440, 900);
    clickInTree(TreeItem::Kind::kLink, "arm");
    showEverything();
    handleEvents();
  }
  /// The row of a field or of its first number.
  QWidget* row(const QString& path) {
    QWidget* edit = field(path);
    if (!edit) edit = field(path + "[0]");
    return edit ? edit->parentWidget() : nullptr;
  }
  void drop(const QString& file, const QString& path) {
    QWidget* target = row(path);
    ASSERT_TRUE(target) << path.toStdString();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(target->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(target, &enter);
    ASSERT_TRUE(enter.isAccepted());
    QDropEvent event(target->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(target, &event);
    handleEvents();
  }
  std::string radius() {
    const auto& rod = std::get<description::RodBody>(*window.description().links[0].body);
    return std::get<description::CircleSection>(rod.single.section.shape).radius.formula;
  }
  QString path = "links.arm.body.section.radius";
};

TEST_F(ProfileTest, ATableOnAFieldBecomesItsFormula) {
  const std::string before = text();
  drop(written("radius.csv", "X;radius (mm)\n0;30\n0,5;22,5\n1;12\n"), path);
  ASSERT_FALSE(radius().empty()) << errorAt(field(path) ? field(path) : field(path + "[0]")).toStdString();
  ASSERT_TRUE(settled());
  const Body& body = *window.player().snapshot().model->links[0].body;
  const SweptPiece& piece = body.sweptPieces().front();
  for (const auto& [s, r] : {std::pair(0.0, 0.03), {0.25, 0.02625}, {0.5, 0.0225}, {1.0, 0.012}})
    EXPECT_NEAR(piece.section.radius(s), r, 1e-9) << s;
  ASSERT_FALSE(window.view().notices().cards().empty());
  EXPECT_TRUE(window.view().notices().cards().front()->notice().title.contains("radius.csv"));
  keep("profile-table-light");
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), before);
}

/// As if it were typed: in the unit that the field shows.
TEST_F(ProfileTest, NumbersWithoutAUnitAreThoseOfTheField) {
  drop(written("plain.csv", "0 20\n300 10\n"), path);
  ASSERT_TRUE(settled());
  const SweptPiece& piece = window.player().snapshot().model->links[0].body->sweptPieces().front();
  EXPECT_NEAR(piece.section.radius(0), 0.02, 1e-9);
  EXPECT_NEAR(piece.section.radius(1), 0.01, 1e-9);
}

TEST_F(ProfileTest, WhatIsWrongWithAFileStandsAtTheField) {
  const std::string before = text();
  const std::pair<const char*, const char*> files[] = {
      {"X,r (mm)\n0,30\n0.5,nan\n1,12\n", "line 3"},       {"X,r (mm)\n0,30\n0.5\n1,12\n", "fill the gap"},
      {"X,r (kg)\n0,30\n1,12\n", "does not fit"},          {"0,30\n1,-12\n", "must be greater than 0"},
      {"X,r (mm)\n0,30\n0.5,20\n0.4,12\n", "must ascend"}, {"", "has no rows"}};
  for (const auto& [content, told] : files) {
    SCOPED_TRACE(content);
    drop(written("bad.csv", content), path);
    EXPECT_EQ(text(), before);
    QWidget* edit = field(path) ? field(path) : field(path + "[0]");
    ASSERT_TRUE(edit);
    EXPECT_TRUE(errorAt(edit).contains(told)) << errorAt(edit).toStdString();
  }
  keep("profile-refused-light");
}

/// Six strains side by side, one column each.
TEST_F(ProfileTest, TheReferenceStrainTakesSixColumns) {
  drop(written("strain.csv", "X,a,b,c,d,e,f\n0,0,1,0,1,0,0\n1,0,2,0,1,0,0\n"), "links.arm.body.reference_strain");
  const auto& rod = std::get<description::RodBody>(*window.description().links[0].body);
  ASSERT_TRUE(settled());
  EXPECT_EQ(rod.single.referenceStrain[1].text, "1 + 1*X");
  EXPECT_EQ(rod.single.referenceStrain[3].value, 1);
}

}  // namespace
}  // namespace tendril
