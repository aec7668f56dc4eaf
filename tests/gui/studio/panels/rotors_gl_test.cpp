// SPDX-License-Identifier: GPL-3.0-or-later
// Rotors in the inspector: what they reach, thrusts as bars, which stand at an end of their range.
#include <limits>

#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/inspector/rotor_picture.hpp"

namespace tendril {
namespace {

class RotorsTest : public StudioTest {
 protected:
  RotorPicture& picture() { return *window.findChild<RotorPicture*>("rotorPicture"); }
  int saturated() {
    int count = 0;
    for (Eigen::Index k = 0; k < picture().rotors().matrix.cols(); ++k) count += picture().isSaturated(k);
    return count;
  }
};

TEST_F(RotorsTest, AreBarsInTheInspector) {
  open(exampleNamed("aerial-manipulator"), false);
  EXPECT_FALSE(picture().isVisible());
  window.selection().select(
      Target::object(TargetKind::kActuator, window.document().description().actuators.front().id));
  ASSERT_TRUE(soon([&] { return picture().isVisible(); }));
  EXPECT_EQ(picture().rotors().matrix.cols(), 6);
  EXPECT_EQ(picture().rotors().rank, 6);
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 0.5 && picture().rotors().thrust.minCoeff() > 0.1; }));
  window.player().pause();
  EXPECT_EQ(saturated(), 0);
  for (const bool dark : {false, true}) {
    AppTheme::instance().setMode(dark ? ThemeMode::kDark : ThemeMode::kLight);
    keep(QStringLiteral("rotors") + (dark ? "-dark" : "-light"));
  }
  AppTheme::instance().setMode(ThemeMode::kLight);
  // the pull at 12 s drives some to their ends
  window.player().setSpeed(std::numeric_limits<double>::infinity());
  window.player().stopAt(12.1);
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 12.09 && !running(); }));
  ASSERT_TRUE(soon([&] { return saturated() > 0; }));
  keep("rotors-saturated");
  window.selection().clear();
  ASSERT_TRUE(soon([&] { return !picture().isVisible(); }));
}

}  // namespace
}  // namespace tendril
