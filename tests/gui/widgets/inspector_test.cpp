// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/inspector.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDragEnterEvent>
#include <QElapsedTimer>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <filesystem>

#include "core/project/project.hpp"
#include "widgets/inspector/choice_field.hpp"
#include "widgets/inspector/profile_picture.hpp"
#include "widgets/inspector/row_base.hpp"
#include "widgets/inspector/scrub_label.hpp"
#include "widgets/inspector/section_picture.hpp"
#include "widgets/inspector/value_edit.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

using description::Depth;

/// A form over a real project; edits that the reader accepts are made, others are told at the field.
class InspectorTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    AppTheme::instance().setMode(ThemeMode::kLight);
    open("soft-manipulator", "links.arm");
    form.resize(320, 700);
    form.show();
    form.activateWindow();
    QApplication::setActiveWindow(&form);
    QObject::connect(&form, &Inspector::edited, &form,
                     [this](const QString& path, const QString& json, const QString& key) {
                       edits << path + u'=' + json;
                       keys << key;
                       std::vector<Problem> problems;
                       if (setByPath(project, path.toStdString(), json.toStdString(), problems))
                         show();
                       else
                         form.setError(path, QString::fromStdString(problems[0].message));
                     });
  }
  void open(const std::string& example, const std::string& path) {
    ReadResult read =
        readProject(std::string(TENDRIL_SOURCE_DIR "/assets/examples/") + example + '/' + example + ".tendril.json");
    ASSERT_TRUE(read.ok());
    project = read.description;
    object = path;
    show();
  }
  void show() {
    form.setParameters(parameterValues(project));
    form.setRows(fieldRows(project, object));
  }
  template <class T = ValueEdit>
  T* field(const QString& path) {
    auto* found = form.findChild<T*>(QStringLiteral("field:") + path);
    EXPECT_TRUE(found) << path.toStdString();
    return found;
  }
  /// Types into a field as a person does.
  void type(const QString& path, const QString& text, Qt::Key end = Qt::Key_Return) {
    ValueEdit* edit = field(path);
    ASSERT_TRUE(edit);
    edit->setFocus(Qt::MouseFocusReason);
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    const bool ascii = std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 128; });
    if (ascii)
      QTest::keyClicks(edit, text);
    else
      edit->insert(text);  // as an input method does
    QTest::keyClick(edit, end);
  }
  QString errorAt(const QString& path) { return dynamic_cast<RowBase*>(field(path)->parentWidget())->error(); }

  Description project;
  std::string object;
  QStringList edits, keys;
  Inspector form;
};

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

TEST_F(InspectorTest, TheSectionCanBeGrabbed) {
  auto* picture = form.findChild<SectionPicture*>();
  ASSERT_TRUE(picture);
  std::vector<Problem> problems;
  ASSERT_TRUE(setByPath(project, "links.arm.body.section.radius", "[0.03, 0.015]", problems));
  show();
  const QPointF base = picture->handleAt("radius", 0);
  ASSERT_FALSE(base.isNull());
  QTest::mouseMove(picture, base.toPoint());
  QTest::mousePress(picture, Qt::LeftButton, {}, base.toPoint());
  QTest::mouseMove(picture, base.toPoint() + QPoint(0, 21));
  QTest::mouseRelease(picture, Qt::LeftButton, {}, base.toPoint() + QPoint(0, 21));
  ASSERT_FALSE(edits.isEmpty());
  EXPECT_TRUE(edits.back().startsWith("links.arm.body.section.radius[0]=0.015")) << edits.back().toStdString();
}

TEST_F(InspectorTest, SeveralObjectsShowWhatTheyShare) {
  description::Link leg = project.links.back();
  leg.name = "leg";
  project.links.push_back(leg);
  std::vector<Problem> problems;
  ASSERT_TRUE(setByPath(project, "links.leg.body.length", "0.2", problems));
  ASSERT_TRUE(setByPath(project, "links.leg.body.section.shape", "\"circle\"", problems));
  const std::vector<std::string> both = {"links." + project.links.front().name, "links.leg"};
  form.setRows(commonRows(project, both));
  ValueEdit* length = field("links.leg.body.length");
  EXPECT_EQ(length->text(), "");
  EXPECT_EQ(length->placeholderText(), "mixed");
  // Looking at it, stepping and leaving it empty change nothing.
  length->setFocus(Qt::MouseFocusReason);
  QTest::keyClick(length, Qt::Key_Up);
  QTest::keyClicks(length, "1");
  QTest::keyClick(length, Qt::Key_Backspace);
  QTest::keyClick(length, Qt::Key_Return);
  EXPECT_TRUE(edits.isEmpty()) << edits.join(u' ').toStdString();
  QTest::keyClicks(length, "25 cm");
  QTest::keyClick(length, Qt::Key_Return);
  EXPECT_EQ(edits, QStringList{"links.leg.body.length=0.25"});
  ASSERT_TRUE(setByPath(project, both[0] + ".body.length", "0.25", problems));
  form.setRows(commonRows(project, both));
  length = field("links.leg.body.length");
  EXPECT_EQ(length->placeholderText(), "");
  EXPECT_EQ(length->text(), "250");
}

TEST_F(InspectorTest, AMixedChoiceIsNoneOfItsOptions) {
  description::Link leg = project.links.back();
  leg.name = "leg";
  project.links.push_back(leg);
  std::vector<Problem> problems;
  ASSERT_TRUE(setByPath(project, "links.leg.joint.type", "\"spherical\"", problems));
  form.setRows(commonRows(project, {"links." + project.links.front().name, "links.leg"}));
  auto* kind = field<ChoiceField>("links.leg.joint.type");
  ASSERT_TRUE(kind);
  EXPECT_EQ(kind->text(), "mixed");
  QSignalSpy chosen(&form, &Inspector::choiceRequested);
  kind->setFocus();
  QTest::keyClick(kind, Qt::Key_Down);
  EXPECT_EQ(chosen.count(), 0);  // there is nothing below “mixed”
  ASSERT_TRUE(setByPath(project, "links.leg.joint.type", "\"fixed\"", problems));
  form.setRows(commonRows(project, {"links." + project.links.front().name, "links.leg"}));
  EXPECT_EQ(field<ChoiceField>("links.leg.joint.type")->text(), "fixed");
}

TEST_F(InspectorTest, CornersOfAProfileCanBeGrabbed) {
  std::vector<Problem> problems;
  ASSERT_TRUE(setByPath(project, "links.arm.body.section",
                        R"({"shape":"profile","polygons":[[[-0.01,-0.02],[0.01,-0.02],[0.01,0.02],[-0.01,0.02]]]})",
                        problems));
  show();
  auto* picture = form.findChild<ProfilePicture*>();
  ASSERT_TRUE(picture && picture->isVisible());
  const QPointF corner = picture->cornerAt(0, 2), opposite = picture->cornerAt(0, 0);
  ASSERT_FALSE(corner.isNull());
  EXPECT_GT(corner.x(), opposite.x());  // z to the right
  EXPECT_LT(corner.y(), opposite.y());  // y up
  const double scale = (corner.x() - opposite.x()) / 0.04;
  QTest::mousePress(picture, Qt::LeftButton, {}, corner.toPoint());
  QTest::mouseMove(picture, corner.toPoint() + QPoint(-7, -3));
  QTest::mouseMove(picture, corner.toPoint() + QPoint(-20, -10));
  QTest::mouseRelease(picture, Qt::LeftButton, {}, corner.toPoint() + QPoint(-20, -10));
  ASSERT_GE(edits.size(), 2);
  EXPECT_EQ(keys.front(), keys.back());  // one gesture, one step of undo
  EXPECT_FALSE(keys.front().isEmpty());
  for (const FieldRow& row : fieldRows(project, "links.arm")) {
    if (row.path == "links.arm.body.section.polygons[0][2]") {
      EXPECT_NEAR(*row.parts[0].value, 0.01 + 10 / scale, 1.5 / scale);
      EXPECT_NEAR(*row.parts[1].value, 0.02 - 20 / scale, 1.5 / scale);
    }
  }
  // The picture follows what is typed.
  ASSERT_TRUE(setByPath(project, "links.arm.body.section.polygons[0][2]", "[0.01, 0.04]", problems));
  show();
  EXPECT_GT(picture->cornerAt(0, 2).x(), picture->cornerAt(0, 1).x());
  ASSERT_TRUE(setByPath(project, "links.arm.body.section", R"({"shape":"circle","radius":0.01})", problems));
  show();
  EXPECT_FALSE(picture->isVisible());
}

TEST_F(InspectorTest, SourcesStandBelowTheFieldsWhenAllIsShown) {
  project.provenance.entries = {{"links.arm.body.length", "paper: simulation 1"}, {"links.arm.body", "our proposal"}};
  show();
  auto* row = dynamic_cast<RowBase*>(field("links.arm.body.length")->parentWidget());
  ASSERT_TRUE(row);
  const int lean = row->height();
  form.setDepth(Depth::kAll);
  EXPECT_GT(row->height(), lean + 8);
  auto* other = dynamic_cast<RowBase*>(field<ChoiceField>("links.arm.body.material")->parentWidget());
  ASSERT_TRUE(other);
  EXPECT_EQ(other->height(), lean);  // it is said once, where it is given
  EXPECT_EQ(QString::fromStdString(other->row().origin), "our proposal");
  project.provenance.entries.clear();
  show();
  EXPECT_EQ(dynamic_cast<RowBase*>(field("links.arm.body.length")->parentWidget())->height(), lean);
}

TEST_F(InspectorTest, AFieldThatIsASignalOffersToPlotIt) {
  form.setSignalOf(
      [](const QString& path) { return path.endsWith(u".length") ? QStringLiteral("arm.tip.z") : QString(); });
  QSignalSpy pinned(&form, &Inspector::pinRequested);
  auto* row = dynamic_cast<RowBase*>(field("links.arm.body.length")->parentWidget());
  const QPoint pin(6, row->height() / 2);
  QTest::mouseClick(row, Qt::LeftButton, {}, pin);
  EXPECT_EQ(pinned.count(), 0);  // nothing is to be seen there yet
  QEnterEvent enter(pin, pin, row->mapToGlobal(QPointF(pin)));
  QApplication::sendEvent(row, &enter);
  QTest::mouseClick(row, Qt::LeftButton, {}, pin);
  ASSERT_EQ(pinned.count(), 1);
  EXPECT_EQ(pinned[0][0].toString(), "links.arm.body.length");
  auto* other = dynamic_cast<RowBase*>(field<ChoiceField>("links.arm.body.material")->parentWidget());
  QApplication::sendEvent(other, &enter);
  QTest::mouseClick(other, Qt::LeftButton, {}, pin);
  EXPECT_EQ(pinned.count(), 1);
}

TEST_F(InspectorTest, FilesAreChosenOrDropped) {
  std::vector<Problem> problems;
  form.setDepth(Depth::kAll);
  open("hybrid-arm", "links.waist");
  ASSERT_TRUE(setByPath(project, "links.waist.body.visual", R"({"mesh":"waist.stl"})", problems)) << problems[0].text();
  show();
  auto* mesh = field("links.waist.body.visual.mesh");
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->text(), "waist.stl");
  QSignalSpy asked(&form, &Inspector::fileRequested), dropped(&form, &Inspector::fileDropped);
  auto* button = form.findChild<QToolButton*>("button:links.waist.body.visual.mesh");
  ASSERT_TRUE(button);
  button->click();
  EXPECT_EQ(asked.count(), 1);
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile("/tmp/a b.stl")});
  QDragEnterEvent over(QPoint(80, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(mesh->parentWidget(), &over);
  ASSERT_TRUE(over.isAccepted());
  QDropEvent drop(QPointF(80, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(mesh->parentWidget(), &drop);
  ASSERT_EQ(dropped.count(), 1);
  EXPECT_EQ(dropped[0][1].toString(), "/tmp/a b.stl");
  data.setUrls({QUrl("https://example.org/a.stl")});
  QDropEvent foreign(QPointF(80, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(mesh->parentWidget(), &foreign);
  EXPECT_EQ(dropped.count(), 1);
  EXPECT_FALSE(mesh->acceptDrops());  // else the address would become text
}

TEST_F(InspectorTest, EverythingIsReachedByTab) {
  field("links.arm.name")->setFocus();
  QSet<QString> seen;
  for (int i = 0; i < 80; ++i) {
    if (QWidget* focus = QApplication::focusWidget()) seen.insert(focus->objectName());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
  }
  for (const char* path :
       {"links.arm.parent", "links.arm.pose.rpy[1]", "links.arm.body.length", "links.arm.body.section.shape",
        "links.arm.body.strain.torsion", "links.arm.body.strain.shear_z.order"})
    EXPECT_TRUE(seen.contains(QStringLiteral("field:") + path)) << path;
}

TEST_F(InspectorTest, EveryFieldHasANameForScreenReaders) {
  form.setDepth(Depth::kNumerics);
  for (QWidget* each : form.findChildren<QWidget*>())
    if (each->focusPolicy() & Qt::TabFocus && each->isVisible()) {
      EXPECT_FALSE(each->accessibleName().isEmpty() && each->toolTip().isEmpty())
          << each->objectName().toStdString() << each->metaObject()->className();
    }
}

TEST_F(InspectorTest, SixtyRowsUpdateQuickly) {
  open("hybrid-arm", "links.waist");
  form.setDepth(Depth::kNumerics);
  std::vector<Problem> problems;
  QElapsedTimer timer;
  qint64 rows = 0, update = 0;
  constexpr int kTimes = 50;
  for (int i = 0; i < kTimes; ++i) {
    ASSERT_TRUE(setByPath(project, "links.waist.body.mass", std::to_string(0.4 + 0.001 * i), problems));
    timer.start();
    std::vector<FieldRow> next = fieldRows(project, object);
    rows += timer.nsecsElapsed();
    timer.start();
    form.setRows(std::move(next));
    update += timer.nsecsElapsed();
  }
  RecordProperty("rows_us", static_cast<int>(rows / kTimes / 1000));
  RecordProperty("update_us", static_cast<int>(update / kTimes / 1000));
  std::printf("%zu rows: made in %lld us, shown in %lld us\n", form.rows().size(),
              static_cast<long long>(rows / kTimes / 1000), static_cast<long long>(update / kTimes / 1000));
}

/// Pictures of the forms of all objects, for people to look at: TENDRIL_PICTURES=folder.
TEST_F(InspectorTest, EveryObjectHasAForm) {
  const QString folder = qEnvironmentVariable("TENDRIL_PICTURES");
  for (const char* example : {"soft-manipulator", "hybrid-arm", "floating-star", "spinning-pendulum"}) {
    open(example, "");
    std::vector<std::string> objects = {"", "simulation"};
    for (const auto& each : project.links) objects.push_back("links." + each.name);
    for (const auto& each : project.materials.items) objects.push_back("materials." + each.name);
    for (const auto& each : project.actuators) objects.push_back("actuators." + each.name);
    for (const auto& each : project.loads) objects.push_back("loads." + each.name);
    for (const auto& each : project.controllers) objects.push_back("controllers." + each.name);
    for (const std::string& each : objects)
      for (const bool dark : folder.isEmpty() ? std::vector<bool>{false} : std::vector<bool>{false, true})
        for (const Depth depth : {Depth::kEssential, Depth::kNumerics}) {
          AppTheme::instance().setMode(dark ? ThemeMode::kDark : ThemeMode::kLight);
          object = each;
          form.setTitle(QString::fromStdString(each.empty() ? project.name : each.substr(each.find('.') + 1)), "Object",
                        "link-soft");
          form.setDepth(depth);
          show();
          EXPECT_FALSE(form.rows().empty()) << each;
          if (folder.isEmpty()) continue;
          const auto* scroll = form.findChild<QScrollArea*>();
          form.resize(320, form.height() - scroll->height() + scroll->widget()->height() + 8);
          const QPixmap picture = form.grab();
          EXPECT_FALSE(picture.isNull());
          const QString name = QStringLiteral("%1-%2-%3-%4.png")
                                   .arg(example, QString::fromStdString(each).replace(u'.', u'_').replace(u' ', u'_'),
                                        dark ? "dark" : "light")
                                   .arg(static_cast<int>(depth));
          EXPECT_TRUE(picture.save(QDir(folder).filePath(name)));
        }
  }
}

}  // namespace
}  // namespace tendril
