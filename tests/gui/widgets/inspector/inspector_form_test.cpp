// SPDX-License-Identifier: GPL-3.0-or-later
// What is more than a field: pictures, several objects, sources, files; and the form as a whole.
#include "tests/gui/widgets/inspector/inspector_fixture.hpp"

#include <QDir>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>

#include "widgets/inspector/choice_field.hpp"
#include "widgets/inspector/profile_picture.hpp"
#include "widgets/inspector/section_picture.hpp"
#include "widgets/slider/log_slider.hpp"

namespace tendril {
namespace {

using description::Depth;

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

TEST_F(InspectorTest, FieldsStayWhenTheirValuesChange) {
  open("hybrid-arm", "links.waist");
  form.setDepth(Depth::kNumerics);
  ValueEdit* mass = field("links.waist.body.mass");
  ASSERT_TRUE(mass);
  const QList<QWidget*> fields = form.findChildren<QWidget*>();
  std::vector<Problem> problems;
  for (int i = 0; i < 50; ++i) {  // as fast as the robot moves: nothing is made anew
    ASSERT_TRUE(setByPath(project, "links.waist.body.mass", std::to_string(0.4 + 0.001 * i), problems));
    form.setRows(fieldRows(project, object));
    ASSERT_DOUBLE_EQ(mass->text().toDouble(), 0.4 + 0.001 * i);
  }
  EXPECT_EQ(form.findChildren<QWidget*>(), fields);
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

TEST_F(InspectorTest, GainsHaveSlidersOfPowersOfTen) {
  std::vector<Problem> problems;
  ASSERT_TRUE(setByPath(project, "controllers", R"([{"name":"pd","type":"pd","outputs":["tendon 1","tendon 2"],
      "reference":{"type":"constant"},"gains":{"proportional":[20,50],"derivative":3}}])",
                        problems));
  object = "controllers.pd";
  show();
  auto* one = form.findChild<LogSlider*>("slider:controllers.pd.gains.derivative");
  auto* second = form.findChild<LogSlider*>("slider:controllers.pd.gains.proportional[1]");
  ASSERT_TRUE(one && second);
  EXPECT_NEAR(second->valueAt(second->value()), 50, 1);
  EXPECT_FALSE(form.findChild<LogSlider*>("slider:controllers.pd.reference.value"));
  QSignalSpy finished(&form, &Inspector::editFinished);
  one->setSliderDown(true);
  one->setValue(one->value() + LogSlider::kPerDecade);
  one->setValue(one->value() + LogSlider::kPerDecade);
  one->setSliderDown(false);
  ASSERT_EQ(edits.size(), 2);
  EXPECT_EQ(edits[1], "controllers.pd.gains.derivative=302");
  EXPECT_EQ(keys[0], keys[1]) << "one step";
  EXPECT_FALSE(keys[0].isEmpty());
  EXPECT_EQ(finished.count(), 1);
  second->setValue(second->value() + LogSlider::kPerDecade);
  EXPECT_TRUE(edits.back().startsWith("controllers.pd.gains.proportional[1]=")) << edits.back().toStdString();
}

TEST_F(InspectorTest, AListOfNamesOffersThoseThatItLacks) {
  std::vector<Problem> problems;
  ASSERT_TRUE(setByPath(project, "controllers", R"([{"name":"pd","type":"pd","outputs":["tendon 1"],
      "reference":{"type":"constant"},"gains":{}}])",
                        problems));
  for (const FieldRow& row : fieldRows(project, "controllers.pd")) {
    if (row.path != "controllers.pd.outputs") continue;
    ASSERT_EQ(row.options.size(), project.actuators.size() - 1);
    EXPECT_EQ(withEntry(project, row, row.options[0].name), "[\"tendon 1\",\"" + row.options[0].name + "\"]");
  }
}

}  // namespace
}  // namespace tendril
