// SPDX-License-Identifier: GPL-3.0-or-later
// The strain-basis editor: what it shows of a rod, what it says a hand wants.
#include <gtest/gtest.h>

#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include "core/description/bodies/rod.hpp"
#include "tests/render/robots.hpp"
#include "tests/support/events.hpp"
#include "widgets/format.hpp"
#include "widgets/strains/strain_editor.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

description::StrainMode mode(const std::string& basis, double order) {
  description::StrainMode out;
  out.basis = basis;
  out.order = order;
  return out;
}

description::RodDivision arm() {
  description::RodDivision division;
  division.length = 0.5;
  division.strain.bendingY = mode("legendre", 2);
  division.strain.stretch = mode("fem_linear", 4);
  division.strain.torsion.emplace();
  division.strain.torsion->basis = "custom";
  for (const char* text : {"1", "sin(pi*X)"}) division.strain.torsion->functions.emplace_back().text = text;
  return division;
}

TEST(StrainSet, CountsAndDrawsTheFunctions) {
  const StrainSet set = strainSet(Description(), arm());
  EXPECT_EQ(set.coordinates, 2 + 3 + 5);
  EXPECT_EQ(set.length, 0.5);
  const StrainValue& bending = set.strains[1];
  EXPECT_EQ(bending.key, "bending_y");
  EXPECT_EQ(bending.symbol, "κy");
  EXPECT_TRUE(bending.on);
  ASSERT_EQ(bending.curves.size(), 3u);
  EXPECT_NEAR(bending.curves[2].front(), 1, 1e-14);  // P₂(−1)
  EXPECT_NEAR(bending.curves[2][kCurvePoints / 2], -0.5, 1e-14);
  EXPECT_EQ(bending.order, "2");
  EXPECT_EQ(set.strains[0].functions, QStringList({"1", "sin(pi*X)"}));
  EXPECT_FALSE(set.strains[0].hasOrder);
  EXPECT_EQ(set.strains[3].knots, (std::vector<double>{0.25, 0.5, 0.75}));
  EXPECT_EQ(set.strains[3].orderName, "elements");
  EXPECT_EQ(set.strains[3].reference, "1");
  EXPECT_FALSE(set.strains[4].on);
}

TEST(StrainSet, BadFunctionsAreJustNotDrawn) {
  description::RodDivision division = arm();
  division.strain.torsion->functions[1].text = "sin(";
  division.strain.bendingY->order = 1e9;
  division.strain.stretch->basis = "nothing";
  const StrainSet set = strainSet(Description(), division);
  EXPECT_TRUE(set.strains[1].curves.empty());
  EXPECT_TRUE(set.strains[3].curves.empty());
}

class StrainEditorTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    editor.resize(320, 700);
    show(arm());
    editor.show();
    handleEvents();
  }
  void show(const description::RodDivision& division, int index = 0, int count = 1) {
    editor.setRod("arm", index, count, strainSet(description, division));
  }
  template <class T>
  T* find(const QString& name) {
    return editor.findChild<T*>(name);
  }
  QString problem(int strain) {
    for (QLabel* label : editor.row(strain).findChildren<QLabel*>("problem"))
      if (label->parentWidget() == &editor.row(strain)) return label->isVisible() ? label->text() : QString();
    return {};
  }
  Description description;
  StrainEditor editor{[this](const QString& text) { return checkFunction(description, text, 0.5); },
                      {{"Planar", "bends"}, {"Full", "all"}}};
};

TEST_F(StrainEditorTest, ShowsWhatIsOnAndCounts) {
  EXPECT_TRUE(find<Switch>("strain:bending_y:on")->isChecked());
  EXPECT_FALSE(find<Switch>("strain:shear_y:on")->isChecked());
  EXPECT_EQ(find<ChoiceField>("strain:stretch:basis")->current(), "fem_linear");
  EXPECT_FALSE(find<QWidget>("strain:shear_y:basis")->isVisible());
  EXPECT_FALSE(find<QWidget>("strain:torsion:order")->isVisible());
  EXPECT_TRUE(find<QLabel>("strains:count")->text().startsWith("10 "));
  EXPECT_FALSE(find<QWidget>("strains:division")->isVisible());
}

TEST_F(StrainEditorTest, SwitchesAndFamiliesAreSaid) {
  QSignalSpy switched(&editor, &StrainEditor::switched), basis(&editor, &StrainEditor::basisChosen);
  QTest::mouseClick(find<Switch>("strain:shear_z:on"), Qt::LeftButton);
  ASSERT_EQ(switched.size(), 1);
  EXPECT_EQ(switched[0][0].toInt(), 5);
  EXPECT_TRUE(switched[0][1].toBool());
  auto* family = find<ChoiceField>("strain:bending_y:basis");
  family->setFocus();
  QTest::keyClick(family, Qt::Key_Down);
  ASSERT_EQ(basis.size(), 1);
  EXPECT_EQ(basis[0][0].toInt(), 1);
  EXPECT_EQ(basis[0][1].toString(), "chebyshev");
}

TEST_F(StrainEditorTest, OrdersAreTypedAndStepped) {
  QSignalSpy typed(&editor, &StrainEditor::orderTyped);
  auto* order = find<QLineEdit>("strain:bending_y:order");
  QObject::connect(&editor, &StrainEditor::orderTyped, &editor, [this](int strain, const QString& text) {
    if (text == "999") editor.setProblem(strain, "must be at most 200");
  });
  order->setFocus();
  QTest::keyClick(order, Qt::Key_Up);
  ASSERT_EQ(typed.size(), 1);
  EXPECT_EQ(typed[0][1].toString(), "3");
  order->selectAll();
  QTest::keyClicks(order, "999");
  QTest::keyClick(order, Qt::Key_Return);
  ASSERT_EQ(typed.size(), 2);
  EXPECT_EQ(typed[1][1].toString(), "999");
  EXPECT_EQ(order->text(), "999");  // it stays until it is mended
  EXPECT_EQ(problem(1), "must be at most 200");
  QTest::keyClick(order, Qt::Key_Escape);
  EXPECT_EQ(problem(1), QString());
  EXPECT_EQ(order->text(), "2");
  QTest::keyClick(order, Qt::Key_Down, Qt::ControlModifier);
  EXPECT_EQ(typed.back()[1].toString(), "0");  // never below
}

TEST_F(StrainEditorTest, CustomFunctionsAreEditedAsAList) {
  QSignalSpy edited(&editor, &StrainEditor::functionsEdited);
  auto* field = find<QLineEdit>("strain:torsion:function:1");
  ASSERT_TRUE(field && field->isVisible());
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "cos(pi*X");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_TRUE(edited.isEmpty());
  QTest::keyClicks(field, ")");
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_EQ(edited.size(), 1);
  EXPECT_EQ(edited[0][0].toInt(), 0);
  EXPECT_EQ(edited[0][1].toStringList(), QStringList({"1", "cos(pi*X)"}));
}

TEST_F(StrainEditorTest, SlidersComeWithTheModelAndTheSumFollows) {
  const double open = std::numeric_limits<double>::infinity();
  std::vector<PoseEntry> entries;
  for (int k = 0; k < 3; ++k)
    entries.push_back({.link = "arm",
                       .name = QStringLiteral("bending_y[%1]").arg(k),
                       .unit = "rad",
                       .lower = -open,
                       .upper = open,
                       .q = 2 + k});
  editor.setEntries(entries);
  VecX q = VecX::Zero(10);
  q[3] = 0.5;
  editor.setConfiguration(q);
  const std::vector<double> sum = editor.row(1).plot().sum();
  ASSERT_EQ(sum.size(), static_cast<std::size_t>(kCurvePoints));
  EXPECT_NEAR(sum.front(), -0.5, 1e-14);  // P₁ runs from −1 to 1
  EXPECT_NEAR(sum.back(), 0.5, 1e-14);
  QSignalSpy moved(&editor, &StrainEditor::coefficientMoved);
  auto* lists = editor.row(1).findChild<CoefficientList*>();
  lists->slider(2).slider().setValue(0);
  ASSERT_EQ(moved.size(), 1);
  EXPECT_EQ(moved[0][0].toInt(), 4);
}

TEST_F(StrainEditorTest, DivisionsAndPresetsAreChosen) {
  show(arm(), 1, 3);
  auto* division = find<ChoiceField>("strains:division");
  EXPECT_TRUE(division->isVisible());
  QSignalSpy chosen(&editor, &StrainEditor::divisionChosen), preset(&editor, &StrainEditor::presetChosen);
  division->setFocus();
  QTest::keyClick(division, Qt::Key_Down);
  ASSERT_EQ(chosen.size(), 1);
  EXPECT_EQ(chosen[0][0].toInt(), 2);
  auto* button = find<QPushButton>("strains:presets");
  QTest::mouseClick(button, Qt::LeftButton);
  auto* menu = button->findChild<QMenu*>();
  ASSERT_TRUE(menu);
  menu->actions().back()->trigger();
  menu->close();
  ASSERT_EQ(preset.size(), 1);
  EXPECT_EQ(preset[0][0].toString(), "Full");
}

TEST_F(StrainEditorTest, AllOffAndVeryManyAndEveryWidthStand) {
  show(description::RodDivision());
  EXPECT_TRUE(find<QLabel>("strains:count")->text().startsWith("0 "));
  description::RodDivision many;
  many.length = 1;
  many.strain.shearZ = mode("legendre", 60);
  show(many);
  for (const int width : {200, 320, 700, 1200}) {
    editor.resize(width, 400);
    EXPECT_FALSE(editor.grab().isNull());
  }
}

TEST_F(StrainEditorTest, TheMarginToFoldingStandsAboveTheStrains) {
  MarginGauge& gauge = editor.gauge();
  EXPECT_TRUE(gauge.isVisible());
  EXPECT_EQ(gauge.marginText(), "–") << "nothing is known yet";
  gauge.setMargin(1, 0, {1, 1, 1});
  EXPECT_EQ(gauge.marginText(), formatNumber(1, 3)) << "no place where nothing is bent";
  gauge.setMargin(-0.25, 0.5, {0.9, -0.25, 0.8});
  EXPECT_EQ(gauge.marginText(), "−0.250 at X = 0.50");
  EXPECT_TRUE(gauge.accessibleName().contains("−0.250"));
  EXPECT_EQ(gauge.height(), gauge.sizeHint().height());
  // Its strip shows where: calm, outside, calm.
  const QImage picture = gauge.grab().toImage();
  const auto colourAt = [&](double share) {
    const double room = gauge.width() - 24;
    return QColor(picture.pixel(QPointF(12 + share * room, 24).toPoint() * picture.devicePixelRatio()));
  };
  EXPECT_EQ(colourAt(0.5), marginColor(-0.25));
  EXPECT_EQ(colourAt(0.2), marginColor(0.9));
  EXPECT_NE(marginColor(-0.25), marginColor(0.9));
  gauge.clear();
  EXPECT_EQ(gauge.marginText(), "–");
}

}  // namespace
}  // namespace tendril
