// SPDX-License-Identifier: GPL-3.0-or-later
// Inverse runs in the window.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTreeView>

#include "studio/app/panels/inverse_panel.hpp"
#include "tests/gui/studio/studio_fixture.hpp"

namespace tendril {
namespace {

/// A mass of 2 kg on a slide with a spring of 3 N/m.
const QByteArray kSlide = R"({"format": "tendril", "version": 1, "name": "Slide", "gravity": [0, 0, 0],
    "links": [{"name": "cart", "joint": {"type": "prismatic", "axis": [1, 0, 0], "stiffness": 3},
               "body": {"type": "rigid", "mass": 2, "inertia": [0.1, 0.1, 0.1, 0, 0, 0]}}]})";

class InverseTest : public StudioTest {
 protected:
  InverseView& view() { return window.findChild<InversePanel*>()->view(); }
  QString about() { return window.findChild<QLabel*>("inverseAbout")->text(); }
  QComboBox& quantity() { return *window.findChild<QComboBox*>("inverseQuantity"); }
  QTreeView& rows() { return *window.findChild<QTreeView*>("inverseRows"); }
  void look() {
    window.panels().setWorkspace(Workspace::kAnalyse);
    window.panels().showPanel("inverse");
  }
  void compute() { QTest::mouseClick(window.findChild<QWidget*>("inverseRun"), Qt::LeftButton); }
  bool found() { return about().contains("instants"); }
};

TEST_F(InverseTest, AFileOnASlideGivesMassTimesAcceleration) {
  open(written("slide.tendril.json", kSlide), false);
  look();
  compute();
  ASSERT_TRUE(soon([&] { return about().contains("no controller of this project says how joints move"); }))
      << about().toStdString();
  view().addMotionFile(written("motion.json", R"({"joints": {"cart": {"type": "expression", "value": "t*t*t"}},
      "from": 1, "to": 3, "step": 0.1})"));
  compute();
  ASSERT_TRUE(soon([&] { return found(); })) << about().toStdString();
  EXPECT_TRUE(about().startsWith(u"21 instants from 1.00\u2009s to 3.00\u2009s")) << about().toStdString();
  EXPECT_EQ(quantity().currentText(), "Forces");
  ASSERT_EQ(view().plot().curves().size(), 1U);
  const TimeCurve& force = view().plot().curves()[0];
  EXPECT_EQ(force.unit, "N");
  EXPECT_NEAR(force.y.front(), 12, 1e-12);
  EXPECT_NEAR(force.y.back(), 36, 1e-12);
  quantity().setCurrentText("Forces, derivative 1");
  EXPECT_EQ(view().plot().curves()[0].unit, "N/s");
  EXPECT_NEAR(view().plot().curves()[0].y.back(), 12, 1e-12);
  quantity().setCurrentText("Forces");
  window.findChild<QCheckBox*>("inverseFull")->setChecked(true);
  window.findChild<QSpinBox*>("inverseOrder")->setValue(0);
  compute();
  ASSERT_TRUE(soon([&] { return found() && view().plot().curves()[0].y.back() > 40; }));
  EXPECT_NEAR(view().plot().curves()[0].y.back(), 36 + 3 * 27, 1e-11);
  QTest::mouseClick(window.findChild<QWidget*>("inverseCopy"), Qt::LeftButton);
  const QString line = QApplication::clipboard()->text();
  EXPECT_TRUE(line.contains("--reference") && line.endsWith("--order 0 --full --out inverse.csv"))
      << line.toStdString();
}

TEST_F(InverseTest, ControllersOfAFlyingRobotAndMotorsOfSprings) {
  open(exampleNamed("aerial-manipulator"), false);
  look();
  compute();
  ASSERT_TRUE(soon([&] { return found(); })) << about().toStdString();
  EXPECT_EQ(view().plot().curves().size(), 6U);
  EXPECT_EQ(rows().model()->rowCount(), 12);
  for (const bool dark : {false, true}) {
    AppTheme::instance().setMode(dark ? ThemeMode::kDark : ThemeMode::kLight);
    keep(QStringLiteral("inverse-flight") + (dark ? "-dark" : "-light"));
  }
  AppTheme::instance().setMode(ThemeMode::kLight);
  rows().setCurrentIndex(rows().model()->index(0, 0));
  QTest::keyClick(&rows(), Qt::Key_Return);
  EXPECT_EQ(view().plot().curves().size(), 5U);

  open(exampleNamed("variable-stiffness-3r"), false);
  EXPECT_FALSE(rows().isVisible());
  compute();
  ASSERT_TRUE(soon([&] { return found(); })) << about().toStdString();
  quantity().setCurrentText("Torques of motors");
  EXPECT_EQ(rows().model()->rowCount(), 6);
  keep("inverse-motors");
}

TEST_F(InverseTest, SaysWhyThereIsNone) {
  open(exampleNamed("four-bar"), false);
  look();
  view().addMotionFile(written("motion.json", R"({"joints": {"crank": {"type": "circel"}}})"));
  compute();
  ASSERT_TRUE(soon([&] { return about().startsWith("There is none: "); })) << about().toStdString();
  EXPECT_FALSE(rows().isVisible());
  view().addMotionFile("/nowhere/at-all.json");
  compute();
  ASSERT_TRUE(soon([&] { return about().contains("cannot be read"); })) << about().toStdString();
}

}  // namespace
}  // namespace tendril
