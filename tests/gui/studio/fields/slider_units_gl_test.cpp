// SPDX-License-Identifier: GPL-3.0-or-later
// Sliders of the window show and take lengths in the unit of the project, and span what their signals reach.
#include <QSignalSpy>

#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/inputs/input_row.hpp"
#include "widgets/pose/pose_row.hpp"

namespace tendril {
namespace {

/// A cart on a spring, a lift that is driven by position, an arm on it with a motor of 10 mN·m.
QByteArray machine() {
  const auto link = [](const QByteArray& name, const QByteArray& joint) {
    return R"({"name":")" + name + R"(",)" + joint + R"(,"body":{"type":"rigid","mass":0.1,"com":[0.05,0,0],
              "inertia":[2e-5,6e-5,6e-5,0,0,0],"tip":{"position":[0.1,0,0]}}})";
  };
  return R"({"format":"tendril","version":1,"name":"Machine","links":[)" +
         link("cart", R"("joint":{"type":"prismatic","axis":[1,0,0],"stiffness":30,"damping":1})") + ',' +
         link("lift", R"("parent":"world","joint":{"type":"prismatic","axis":[0,0,1]})") + ',' +
         link("arm", R"("parent":"lift","joint":{"type":"revolute","axis":[1,0,0],"damping":0.01})") +
         R"json(],"actuators":[{"name":"drive","type":"joint","link":"lift","mode":"position"},
              {"name":"motor","type":"joint","link":"arm"}],
            "controllers":[{"name":"wave","type":"signals","outputs":{"motor":"0.01*sin(2*pi*t)"}}]})json";
}

class SliderUnitsTest : public StudioTest {
 protected:
  const Snapshot& now() { return window.player().snapshot(); }
  static void type(ValueSlider& slider, const QString& text) {
    QTest::mouseDClick(&slider.number(), Qt::LeftButton, {}, slider.number().rect().center());
    QTest::keyClick(&slider.number(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&slider.number(), text);
    QTest::keyClick(&slider.number(), Qt::Key_Return);
  }
};

TEST_F(SliderUnitsTest, LengthsAreThoseOfTheProjectAndFollowItLive) {
  open(written(QStringLiteral("machine.tendril.json"), machine()), false);
  window.panels().showPanel("pose");
  auto* cart = window.findChild<PoseRow*>("pose:cart.displacement");
  ASSERT_TRUE(cart && soon([&] { return cart->isVisible(); }));
  EXPECT_EQ(cart->slider().number().text(), QStringLiteral("0\u2009m")) << "rigid links";
  window.context().actions().trigger("lengthUnit");
  EXPECT_TRUE(soon([&] { return cart->slider().number().text() == QStringLiteral("0\u2009mm"); }));
  type(cart->slider(), "100");
  EXPECT_TRUE(soon([&] { return std::abs(now().q[0] - 0.1) < 1e-12; })) << now().q[0];
  window.panels().showPanel("inputs");
  auto* drive = window.findChild<InputRow*>("input:drive");
  ASSERT_TRUE(drive && soon([&] { return drive->isVisible(); }));
  EXPECT_TRUE(drive->slider().number().text().endsWith(QStringLiteral("mm")));
  QSignalSpy held(drive, &InputRow::held);
  type(drive->slider(), "50");
  ASSERT_EQ(held.size(), 1);
  EXPECT_DOUBLE_EQ(held[0][0].toDouble(), 0.05);
  window.document().undo();
  EXPECT_TRUE(soon([&] { return cart->slider().number().text().endsWith(QStringLiteral("\u2009m")); }));
}

TEST_F(SliderUnitsTest, AnInputWithoutARangeSpansItsSignal) {
  open(written(QStringLiteral("machine.tendril.json"), machine()), false);
  window.panels().showPanel("inputs");
  auto* motor = window.findChild<InputRow*>("input:motor");
  ASSERT_TRUE(motor && soon([&] { return motor->isVisible(); }));
  EXPECT_NEAR(motor->slider().scale().high(), 0.01, 1e-12);
  EXPECT_TRUE(motor->slider().number().text().endsWith(QStringLiteral("mN·m")));
  std::vector<Problem> problems;
  ASSERT_TRUE(window.document().setField("controllers.wave.outputs.motor", "\"0.3*sin(2*pi*t)\"", problems));
  EXPECT_TRUE(soon([&] { return std::abs(motor->slider().scale().high() - 0.5) < 1e-12; }));
  type(motor->slider(), QStringLiteral("3"));
  EXPECT_DOUBLE_EQ(motor->slider().value(), 0.003) << "500 mN·m is what it spans";
}

}  // namespace
}  // namespace tendril
