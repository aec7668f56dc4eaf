// SPDX-License-Identifier: GPL-3.0-or-later
// The primitive editor: cards in the order of composition, carried by mouse and keys; the gauge of the volume.
#include <gtest/gtest.h>

#include <QLabel>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

#include "core/catalogue/catalogue.hpp"
#include "core/description/bodies/volume.hpp"
#include "tests/support/events.hpp"
#include "widgets/primitives/primitive_editor.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

description::VolumeBody body() {
  description::VolumeBody out;
  const std::pair<const char*, std::vector<const char*>> stack[] = {
      {"stretch", {"X*(1-X)"}}, {"bending_z", {"1/L", "x/L"}}, {"torsion", {"X"}}};
  for (const auto& [type, modes] : stack) {
    description::Primitive& primitive = out.primitives.emplace_back();
    primitive.type = type;
    for (const char* mode : modes) primitive.modes.emplace_back().text = mode;
  }
  return out;
}

TEST(PrimitiveStack, NumbersCoordinatesInFileOrder) {
  const PrimitiveStack stack = primitiveStack(Description(), body(), 0.1);
  EXPECT_EQ(stack.coordinates(), 4);
  EXPECT_EQ(stack.firstCoordinate(2), 3);
  EXPECT_EQ(stack.family, "backbone");
  EXPECT_EQ(stack.primitives[1].type, "bending_z");
  EXPECT_NEAR(stack.primitives[1].modes[0].curve.front(), 10, 1e-12);  // 1/L
  EXPECT_EQ(stack.types.size(), Catalogue::ofProcess().names(OfferKind::kPrimitive).size());
  for (const FieldOption& type : stack.types) EXPECT_FALSE(type.meaning.empty()) << type.name;
}

class PrimitiveEditorTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    editor.resize(340, 900);
    show(body());
    editor.show();
    handleEvents();
  }
  void show(const description::VolumeBody& body) { editor.setStack("arm", primitiveStack(description, body, 0.1)); }
  template <class T>
  T* find(const QString& name) {
    return editor.findChild<T*>(name);
  }
  /// Carries the grip of a card to a height on the screen.
  void carry(int card, const QPoint& to, bool drop = true) {
    CardGrip& grip = editor.card(card).grip();
    const auto send = [&](QEvent::Type type, const QPoint& global, Qt::MouseButton button, Qt::MouseButtons held) {
      QMouseEvent event(type, grip.mapFromGlobal(global), global, button, held, Qt::NoModifier);
      QApplication::sendEvent(&grip, &event);
    };
    const QPoint from = grip.mapToGlobal(grip.rect().center());
    send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
    send(QEvent::MouseMove, (from + to) / 2, Qt::NoButton, Qt::LeftButton);
    send(QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton);
    if (drop) send(QEvent::MouseButtonRelease, to, Qt::LeftButton, {});
  }
  QPoint under(int card) {
    const PrimitiveCard& below = editor.card(card);
    return below.mapToGlobal(below.rect().bottomLeft() + QPoint(20, -2));
  }
  Description description;
  PrimitiveEditor editor{[this](const QString& text) { return checkFunction(description, text, 0.1); },
                         {{"Planar", "bends"}}};
};

TEST_F(PrimitiveEditorTest, ShowsTheStack) {
  ASSERT_EQ(editor.cardCount(), 3);
  EXPECT_EQ(find<ChoiceField>("primitive:1:type")->current(), "bending_z");
  EXPECT_EQ(find<QLineEdit>("primitive:1:mode:1")->text(), "x/L");
  EXPECT_TRUE(find<QLabel>("primitives:count")->text().startsWith("4 "));
  description::VolumeBody one = body();
  one.primitives.resize(1);
  show(one);
  EXPECT_EQ(editor.cardCount(), 1);
  EXPECT_FALSE(find<QWidget>("primitive:0:remove")->isEnabled());
  show({});
  EXPECT_EQ(editor.cardCount(), 0);
}

TEST_F(PrimitiveEditorTest, CardsAreCarriedWithTheMouse) {
  QSignalSpy moved(&editor, &PrimitiveEditor::moved);
  carry(0, under(2));
  ASSERT_EQ(moved.size(), 1);
  EXPECT_EQ(moved[0][0].toInt(), 0);
  EXPECT_EQ(moved[0][1].toInt(), 2);
  carry(2, editor.card(1).mapToGlobal(QPoint(20, 2)));
  ASSERT_EQ(moved.size(), 2);
  EXPECT_EQ(moved[1][0].toInt(), 2);
  EXPECT_EQ(moved[1][1].toInt(), 1);
  carry(1, editor.card(1).mapToGlobal(QPoint(20, 30)));  // where it is
  EXPECT_EQ(moved.size(), 2);
}

TEST_F(PrimitiveEditorTest, EscapePutsACarriedCardBack) {
  QSignalSpy moved(&editor, &PrimitiveEditor::moved);
  carry(0, under(2), false);
  QTest::keyClick(&editor.card(0).grip(), Qt::Key_Escape);
  QTest::mouseRelease(&editor.card(0).grip(), Qt::LeftButton);
  EXPECT_TRUE(moved.isEmpty());
}

TEST_F(PrimitiveEditorTest, KeysMoveACardAndTheFocusGoesAlong) {
  QSignalSpy moved(&editor, &PrimitiveEditor::moved);
  editor.card(1).grip().setFocus();
  QTest::keyClick(&editor.card(1).grip(), Qt::Key_Down);
  ASSERT_EQ(moved.size(), 1);
  EXPECT_EQ(moved[0][1].toInt(), 2);
  QTest::keyClick(&editor.card(2).grip(), Qt::Key_Down);  // it is the last
  EXPECT_EQ(moved.size(), 1);
}

TEST_F(PrimitiveEditorTest, ModesAreTypedAddedAndTakenAway) {
  QSignalSpy edited(&editor, &PrimitiveEditor::modeEdited), added(&editor, &PrimitiveEditor::modeAdded),
      removed(&editor, &PrimitiveEditor::modeRemoved);
  auto* field = find<QLineEdit>("primitive:1:mode:0");
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "2/L");
  QTest::keyClick(field, Qt::Key_Return);
  ASSERT_EQ(edited.size(), 1);
  EXPECT_EQ(edited[0][0].toInt(), 1);
  EXPECT_EQ(edited[0][2].toString(), "2/L");
  QTest::mouseClick(find<QWidget>("primitive:0:add"), Qt::LeftButton);
  ASSERT_EQ(added.size(), 1);
  description::VolumeBody more = body();
  more.primitives[0].modes.emplace_back().text = "X";
  show(more);
  EXPECT_EQ(editor.focusWidget(), find<QLineEdit>("primitive:0:mode:1"));  // the new one is what is typed next
  for (QToolButton* button : editor.card(0).mode(0).findChildren<QToolButton*>()) button->click();
  ASSERT_EQ(removed.size(), 1);
}

TEST_F(PrimitiveEditorTest, SlidersHaveTheBoundsTheyAreGiven) {
  std::vector<PoseEntry> entries;
  for (int k = 0; k < 4; ++k)
    entries.push_back({.link = "arm", .name = QString::number(k), .unit = "", .lower = -0.2, .upper = 0.4, .q = k});
  editor.setEntries(entries);
  QSignalSpy moved(&editor, &PrimitiveEditor::coefficientMoved);
  editor.card(2).findChild<CoefficientList*>()->slider(0).slider().setValue(SliderScale::kSteps);
  ASSERT_EQ(moved.size(), 1);
  EXPECT_EQ(moved[0][0].toInt(), 3);
  EXPECT_NEAR(moved[0][1].toDouble(), 0.4, 1e-12);
  // A number beyond them becomes the bound, and that is said.
  ValueSlider& slider = editor.card(2).findChild<CoefficientList*>()->slider(0);
  QSignalSpy refused(&slider, &ValueSlider::refused);
  for (const auto& [text, taken, says] :
       {std::tuple{"3", 0.4, "most"}, std::tuple{"-1", -0.2, "least"}, std::tuple{"0.1", 0.1, ""}}) {
    slider.number().setFocus();
    slider.number().selectAll();
    QTest::keyClicks(&slider.number(), text);
    QTest::keyClick(&slider.number(), Qt::Key_Return);
    EXPECT_NEAR(slider.value(), taken, 1e-12) << text;
    const QString why = refused.back()[0].toString();
    EXPECT_EQ(why.isEmpty(), *says == 0) << why.toStdString();
    EXPECT_TRUE(why.contains(says)) << why.toStdString();
  }
  entries.pop_back();  // the model of before: no slider rather than a wrong one
  editor.setEntries(entries);
  EXPECT_TRUE(editor.card(2).findChild<CoefficientList*>()->entries().empty());
}

TEST(VolumeGauge, SaysNumbersAndColoursThem) {
  AppTheme::instance().install();
  VolumeGauge gauge;
  EXPECT_EQ(gauge.volumeText(), "–");
  VolumeReport report;
  report.least = 1 - 3e-15, report.most = 1 + 1e-15, report.margin = 0.25, report.at = 0.437;
  report.marginAlong = {1, 0.25}, report.determinantAlong = {1, 1};
  gauge.setReport(report);
  EXPECT_TRUE(gauge.volumeText().startsWith("1 ± 3")) << gauge.volumeText().toStdString();
  EXPECT_TRUE(gauge.marginText().contains("X = 0.44")) << gauge.marginText().toStdString();
  report.least = std::nan(""), report.margin = std::nan("");
  gauge.setReport(report);
  EXPECT_EQ(gauge.volumeText(), "not defined");
  EXPECT_TRUE(gauge.marginText().startsWith("outside"));
  gauge.resize(200, 90);
  EXPECT_FALSE(gauge.grab().isNull());
  const Scheme& scheme = AppTheme::instance().scheme();
  EXPECT_EQ(marginColor(1), scheme.good);
  EXPECT_EQ(marginColor(0), scheme.error);
  EXPECT_EQ(marginColor(std::nan("")), scheme.error);
  EXPECT_EQ(determinantColor(1), determinantColor(1 + 1e-14));
  EXPECT_NE(determinantColor(1 + 1e-7), determinantColor(1 - 1e-7));
}

}  // namespace
}  // namespace tendril
