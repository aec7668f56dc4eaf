// SPDX-License-Identifier: GPL-3.0-or-later
// Fields under hands: typing, dragging labels, choices, lists.
#include "tests/gui/widgets/inspector/inspector_fixture.hpp"

#include <QClipboard>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

#include "widgets/inspector/choice_field.hpp"
#include "widgets/inspector/scrub_label.hpp"

namespace tendril {
namespace {

using description::Depth;

TEST_F(InspectorTest, TakesNumbersWithUnits) {
  type("links.arm.body.length", "45 cm");
  EXPECT_EQ(edits, QStringList{"links.arm.body.length=0.45"});
  type("links.arm.body.length", "300");  // in the unit that is shown
  EXPECT_EQ(edits.back(), "links.arm.body.length=0.3");
  form.setRows(fieldRows(project, "materials.silicone"));
  object = "materials.silicone";
  type("materials.silicone.young", "0,5 MPa", Qt::Key_Tab);
  EXPECT_EQ(edits.back(), "materials.silicone.young=5e+05");
  type("materials.silicone.young", "=1e6*2");
  EXPECT_EQ(edits.back(), "materials.silicone.young=\"=1e6*2\"");
}

TEST_F(InspectorTest, ShowsNumbersShortAndEditsThemInFull) {
  ValueEdit* length = field("links.arm.body.length");
  EXPECT_EQ(length->text(), "500");
  type("links.arm.body.length", "123.456789 mm");
  EXPECT_EQ(length->text(), "123.456789");
  field("links.arm.name")->setFocus();
  EXPECT_EQ(length->text(), "123.5");
}

TEST_F(InspectorTest, RefusesNonsenseAtTheFieldAndTellsNobody) {
  for (const char* text : {"abc", "nan", "1e400", "", "3 kg", "-1", "0", "🙂", "5 furlongs"}) {
    type("links.arm.body.length", QString::fromUtf8(text));
    EXPECT_TRUE(edits.isEmpty()) << text;
    EXPECT_FALSE(errorAt("links.arm.body.length").isEmpty()) << text;
    EXPECT_TRUE(field("links.arm.body.length")->isWrong()) << text;
    QTest::keyClick(field("links.arm.body.length"), Qt::Key_Escape);
    EXPECT_TRUE(errorAt("links.arm.body.length").isEmpty()) << text;
    EXPECT_EQ(field("links.arm.body.length")->text(), "500") << text;
  }
}

TEST_F(InspectorTest, APastedParagraphIsAnErrorAndNoFreeze) {
  for (const QString& text :
       {QString(1'000'000, u'7'), QStringLiteral("Lorem ipsum\ndolor sit amet\n").repeated(2000)}) {
    for (const char* path : {"links.arm.body.length", "links.arm.pose.position[0]"}) {
      ValueEdit* edit = field(path);
      QApplication::clipboard()->setText(text);
      edit->setFocus();
      edit->selectAll();
      edit->paste();
      QTest::keyClick(edit, Qt::Key_Return);
      EXPECT_TRUE(edit->isWrong());
      EXPECT_LT(errorAt(path).size(), 300);
      QTest::keyClick(edit, Qt::Key_Escape);
    }
  }
  EXPECT_TRUE(edits.isEmpty());
}

TEST_F(InspectorTest, EscapeAndLeavingWithoutTypingChangeNothing) {
  ValueEdit* length = field("links.arm.body.length");
  length->setFocus();
  QTest::keyClicks(length, "9");
  QTest::keyClick(length, Qt::Key_Escape);
  field("links.arm.name")->setFocus();
  length->setFocus();
  field("links.arm.name")->setFocus();
  EXPECT_TRUE(edits.isEmpty());
  EXPECT_EQ(length->text(), "500");
}

TEST_F(InspectorTest, ARefusalFromOutsideStaysAtTheFieldUntilTheValueChanges) {
  type("links.arm.body.length", "=nobody_knows(");
  form.setError("links.arm.body.length", "unknown name");
  EXPECT_EQ(errorAt("links.arm.body.length"), "unknown name");
  type("links.arm.body.length", "0.4 m");
  EXPECT_EQ(errorAt("links.arm.body.length"), "");
  form.setError("links.arm.body", "the whole body");  // of a group
  form.clearErrors();
}

TEST_F(InspectorTest, DraggingTheLabelIsOneGesture) {
  ScrubLabel* label = nullptr;
  for (auto* each : form.findChildren<ScrubLabel*>())
    if (each->accessibleName() == "Length") label = each;
  ASSERT_TRUE(label);
  QSignalSpy finished(&form, &Inspector::editFinished);
  const QPoint start(10, 14);
  QTest::mousePress(label, Qt::LeftButton, {}, start);
  for (int x = 14; x <= 50; x += 4) QTest::mouseMove(label, QPoint(x, 14));
  QTest::mouseRelease(label, Qt::LeftButton, {}, QPoint(50, 14));
  ASSERT_GE(edits.size(), 2);
  EXPECT_EQ(QSet<QString>(keys.begin(), keys.end()).size(), 1);
  EXPECT_FALSE(keys[0].isEmpty());
  EXPECT_EQ(edits.back(), "links.arm.body.length=0.6");  // 40 px are ten steps of 10 mm
  EXPECT_EQ(finished.count(), 1);
}

TEST_F(InspectorTest, ArrowKeysAndWheelStep) {
  ValueEdit* length = field("links.arm.body.length");
  length->setFocus();
  QTest::keyClick(length, Qt::Key_Up);
  EXPECT_EQ(edits.back(), "links.arm.body.length=0.51");
  QTest::keyClick(length, Qt::Key_Up, Qt::ShiftModifier);
  EXPECT_EQ(edits.back(), "links.arm.body.length=0.511");
  QTest::keyClick(length, Qt::Key_Down, Qt::ControlModifier);
  EXPECT_EQ(edits.back(), "links.arm.body.length=0.41");
  EXPECT_EQ(QSet<QString>(keys.begin(), keys.end()).size(), 1);
  QSignalSpy finished(&form, &Inspector::editFinished);
  field("links.arm.name")->setFocus();
  EXPECT_EQ(finished.count(), 1);
  for (int i = 0; i < 100; ++i) QTest::keyClick(length, Qt::Key_Down);
  EXPECT_GT(project.links[0].id, 0u);
  EXPECT_TRUE(errorAt("links.arm.body.length").isEmpty());  // never below its bound
}

TEST_F(InspectorTest, PartsOfVectorsAndPoses) {
  type("links.arm.pose.position[2]", "70 cm");
  EXPECT_EQ(edits.back(), "links.arm.pose.position[2]=0.7");
  EXPECT_EQ(field("links.arm.pose.rpy[1]")->text(), "90");
  type("links.arm.pose.rpy[1]", "45");
  EXPECT_EQ(edits.back(), "links.arm.pose.rpy[1]=0.7853981633974483");
}

TEST_F(InspectorTest, AnAbsentVectorIsSetAsAWhole) {
  open("hybrid-arm", "links.waist");
  type("links.waist.joint.q0", "30 deg");
  EXPECT_EQ(edits.back(), "links.waist.joint.q0=[0.5235987755982988]");
}

TEST_F(InspectorTest, MeasuresTaper) {
  ValueEdit* tip = field("links.arm.body.section.radius[1]");
  EXPECT_EQ(tip->text(), "15") << "the unit stands behind the name";
  tip->setFocus();
  EXPECT_EQ(tip->text(), "=tip_radius");
  auto* taper = form.findChild<QToolButton*>("button:links.arm.body.section.radius");
  ASSERT_TRUE(taper);
  taper->click();
  EXPECT_EQ(edits.back(), "links.arm.body.section.radius=\"=base_radius\"");
  taper = form.findChild<QToolButton*>("button:links.arm.body.section.radius");
  taper->click();
  EXPECT_EQ(edits.back(), "links.arm.body.section.radius=[\"=base_radius\",\"=base_radius\"]");
  type("links.arm.body.section.radius[0]", "0.03*(1-X)");  // no expression of X within a pair
  EXPECT_TRUE(field("links.arm.body.section.radius[0]")->isWrong());
}

TEST_F(InspectorTest, StrainsAreOneLine) {
  auto* torsion = field<Switch>("links.arm.body.strain.torsion");
  ValueEdit* order = field("links.arm.body.strain.torsion.order");
  EXPECT_TRUE(torsion->isChecked());
  EXPECT_EQ(order->text(), "4");
  order->setFocus();
  QTest::keyClick(order, Qt::Key_Down);
  EXPECT_EQ(edits.back(), "links.arm.body.strain.torsion.order=3");
  type("links.arm.body.strain.torsion.order", "2.5");
  EXPECT_TRUE(field("links.arm.body.strain.torsion.order")->isWrong());
  QSignalSpy reset(&form, &Inspector::resetRequested);
  torsion->click();
  EXPECT_EQ(reset.count(), 1);
}

TEST_F(InspectorTest, ChoicesAskForAnotherKind) {
  QSignalSpy choices(&form, &Inspector::choiceRequested);
  auto* shape = field<ChoiceField>("links.arm.body.section.shape");
  shape->setFocus();
  QTest::keyClick(shape, Qt::Key_Down);
  ASSERT_EQ(choices.count(), 1);
  EXPECT_EQ(choices[0][1].toString(), "tube");
  QTest::keyClick(shape, Qt::Key_Return);
  auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  ASSERT_TRUE(menu);
  EXPECT_EQ(menu->actions().size(), 5);
  menu->close();
}

TEST_F(InspectorTest, ReferencesCanBeFollowed) {
  QSignalSpy go(&form, &Inspector::referenceActivated);
  form.findChild<QToolButton*>("button:links.arm.body.material")->click();
  ASSERT_EQ(go.count(), 1);
  EXPECT_EQ(go[0][1].toString(), "silicone");
}

TEST_F(InspectorTest, EntriesOfListsComeAndGo) {
  open("soft-manipulator", "actuators.tendon 1");
  QSignalSpy wanted(&form, &Inspector::entryRequested);
  form.findChild<QToolButton*>("add:actuators.tendon 1.route")->click();
  EXPECT_EQ(wanted.count(), 1);
  form.findChild<QToolButton*>("remove:actuators.tendon 1.route[0]")->click();
  EXPECT_EQ(edits.back(), "actuators.tendon 1.route=[]");
}

TEST_F(InspectorTest, UpdatesInPlace) {
  form.setDepth(Depth::kNumerics);
  form.resize(320, 300);
  ValueEdit* length = field("links.arm.body.length");
  auto* scroll = form.findChild<QScrollArea*>();
  scroll->verticalScrollBar()->setValue(60);
  length->setFocus();
  QTest::keyClicks(length, "12");  // is being typed
  const int before = scroll->verticalScrollBar()->value();
  std::vector<Problem> problems;
  ASSERT_TRUE(setByPath(project, "links.arm.body.length", "0.7", problems));
  ASSERT_TRUE(setByPath(project, "links.arm.pose.position[2]", "0.9", problems));
  show();
  EXPECT_EQ(field("links.arm.body.length"), length);
  EXPECT_EQ(length->text(), "12");
  EXPECT_EQ(scroll->verticalScrollBar()->value(), before);
  EXPECT_EQ(field("links.arm.pose.position[2]")->text(), "900");
}

TEST_F(InspectorTest, KeepsTheFocusWhenFieldsComeAndGo) {
  ValueEdit* length = field("links.arm.body.length");
  length->setFocus();
  std::vector<Problem> problems;
  ASSERT_TRUE(
      setByPath(project, "links.arm.body.strain.torsion", "{\"basis\":\"custom\",\"functions\":[\"1\"]}", problems));
  show();
  EXPECT_EQ(QApplication::focusWidget(), field("links.arm.body.length"));
  EXPECT_TRUE(field("links.arm.body.strain.torsion.functions[0]"));
}

TEST_F(InspectorTest, FiltersAndDepths) {
  EXPECT_FALSE(form.findChild<ValueEdit*>("field:links.arm.body.quadrature"));
  form.setDepth(Depth::kNumerics);
  EXPECT_TRUE(field("links.arm.body.quadrature")->isVisible());
  form.setFilter("gauss");
  EXPECT_TRUE(field("links.arm.body.quadrature")->isVisible());
  EXPECT_FALSE(field("links.arm.body.length")->isVisible());
  form.setFilter("no such thing");
  EXPECT_FALSE(field("links.arm.body.length")->isVisible());
  form.setFilter("");
  EXPECT_TRUE(field("links.arm.body.length")->isVisible());
}

TEST_F(InspectorTest, ANoteStandsBelowItsFieldAndItsCureIsAnEdit) {
  const QString path = "links.arm.body.quadrature";
  form.setDepth(Depth::kNumerics);
  auto* row = dynamic_cast<RowBase*>(field(path)->parentWidget());
  const int alone = row->height();
  const FieldNote note{"Tip of bent shapes: error 0.6 % of the length", true, "Use 9", "9",
                       "Brings the error to 0.1 %"};
  form.setNotes({{path, note}, {"links.arm.body.nothing", note}});
  EXPECT_GE(row->height(), alone + 14);
  auto* cure = form.findChild<QToolButton*>("cure:" + path);
  ASSERT_TRUE(cure && cure->isVisible());
  EXPECT_EQ(cure->text(), "Use 9");
  EXPECT_EQ(cure->toolTip(), "Brings the error to 0.1 %");
  EXPECT_TRUE(row->rect().contains(cure->geometry()));
  EXPECT_GE(cure->y(), field(path)->geometry().bottom());
  QTest::mouseClick(cure, Qt::LeftButton);
  EXPECT_EQ(edits.back(), path + "=9");
  EXPECT_EQ(keys.back(), "");  // a step of its own
  EXPECT_EQ(field(path)->text(), "9");

  form.setNotes({{path, {.text = "Tip of bent shapes: error 0.1 % of the length"}}});
  EXPECT_FALSE(cure->isVisible());
  EXPECT_GT(row->height(), alone);
  form.setError(path, "must be positive");  // both are told
  const int both = row->height();
  EXPECT_GT(both, alone + 28);
  form.setNotes({});
  EXPECT_LT(row->height(), both);
  form.setError(path, {});
  EXPECT_EQ(row->height(), alone);
}

TEST_F(InspectorTest, NotesWaitForTheirFields) {
  const QString path = "links.arm.body.quadrature";
  form.setNotes({{path, {.text = "good", .cure = "Use 9", .json = "9"}}});
  EXPECT_FALSE(form.findChild<QToolButton*>("cure:" + path));
  form.setDepth(Depth::kNumerics);
  ASSERT_TRUE(form.findChild<QToolButton*>("cure:" + path));
  EXPECT_TRUE(form.findChild<QToolButton*>("cure:" + path)->isVisible());
}

TEST_F(InspectorTest, GoesToAField) {
  EXPECT_TRUE(form.showField("links.arm.body.quadrature"));
  EXPECT_EQ(form.depth(), Depth::kNumerics);
  EXPECT_EQ(QApplication::focusWidget(), field("links.arm.body.quadrature"));
  EXPECT_TRUE(form.showField("links.arm.body.section.radius[1]"));
  EXPECT_EQ(QApplication::focusWidget(), field("links.arm.body.section.radius[1]"));
  EXPECT_TRUE(form.showField("links.arm.body.strain.torsion.order"));
  EXPECT_EQ(QApplication::focusWidget(), field("links.arm.body.strain.torsion.order"));
  EXPECT_FALSE(form.showField("links.nobody.name"));
}

}  // namespace
}  // namespace tendril
