// SPDX-License-Identifier: GPL-3.0-or-later
// The bar of colours, and the popover that chooses them.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

#include <cmath>

#include "widgets/deformation/deformation_popover.hpp"
#include "widgets/hud/color_bar.hpp"
#include "widgets/inspector/value_edit.hpp"

namespace tendril {
namespace {

TEST(ColorBar, SaysFieldUnitAndNumbers) {
  QWidget parent;
  parent.resize(400, 400);
  parent.show();
  ColorBar bar(&parent);
  EXPECT_FALSE(bar.isVisible());
  bar.setColors({SurfaceField::kVonMises, 0, 2e4});
  EXPECT_TRUE(bar.isVisible());
  EXPECT_EQ(bar.title(), "von Mises stress");
  EXPECT_EQ(bar.unit(), "kPa");
  EXPECT_EQ(bar.ticks(), (QStringList{"0", "5", "10", "15", "20"}));
  EXPECT_TRUE(bar.accessibleName().contains("kPa"));
  EXPECT_FALSE(bar.grab().isNull());
  bar.setColors({SurfaceField::kVolumeRatio, 0.9, 1.1});
  EXPECT_EQ(bar.unit(), "");
  EXPECT_EQ(bar.ticks().at(2), "1.00");
}

TEST(ColorBar, IsHiddenWithoutAFieldOrAScale) {
  QWidget parent;
  parent.show();
  ColorBar bar(&parent);
  for (const auto& [low, high] : {std::pair(0.0, 0.0), {2.0, 1.0}, {0.0, std::nan("")}, {-INFINITY, 1.0}}) {
    bar.setColors({SurfaceField::kDisplacement, 0, 1});
    EXPECT_TRUE(bar.isVisible());
    bar.setColors({SurfaceField::kDisplacement, low, high});
    EXPECT_FALSE(bar.isVisible()) << low << ' ' << high;
  }
  bar.setColors({SurfaceField::kNone, 0, 1});
  EXPECT_FALSE(bar.isVisible());
}

class DeformationPopoverTest : public testing::Test {
 protected:
  DeformationPopoverTest() {
    window.resize(600, 600);
    window.show();
    QObject::connect(&popover, &DeformationPopover::chosen, &window, [this] { popover.setColors(colors()); });
    popover.setReach({-0.1, -0.05, 0.2}, {0.3, 0.05, 0.4});
    popover.openCentred();
  }
  FieldColors colors() const {
    const auto ends = popover.choice().ends.value_or(std::pair(0.0, 3e4));
    return {popover.choice().field, ends.first, ends.second};
  }
  template <class T>
  T* part(const char* name) {
    T* found = popover.findChild<T*>(QLatin1String(name));
    EXPECT_NE(found, nullptr) << name;
    return found;
  }
  void pick(const QString& name) {
    auto* fields = part<QComboBox>("deformation_field");
    fields->setCurrentIndex(fields->findText(name));
    Q_EMIT fields->activated(fields->currentIndex());
  }
  void follow(const QString& name) {
    auto* ends = part<QComboBox>("deformation_ends");
    ends->setCurrentIndex(ends->findText(name));
    Q_EMIT ends->activated(ends->currentIndex());
  }
  void type(const char* name, const QString& text) {
    auto* edit = part<ValueEdit>(name);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
  }

  QWidget window;
  DeformationPopover popover{&window};
};

TEST_F(DeformationPopoverTest, ChoosesAFieldAndTypedEndsOfItsColours) {
  auto* low = part<ValueEdit>("deformation_low");
  EXPECT_FALSE(low->isVisible());
  pick("von Mises stress");
  EXPECT_EQ(popover.choice().field, SurfaceField::kVonMises);
  EXPECT_FALSE(popover.choice().ends);
  EXPECT_TRUE(low->isVisible());
  type("deformation_high", "45 kPa");
  ASSERT_TRUE(popover.choice().ends);
  EXPECT_DOUBLE_EQ(popover.choice().ends->second, 45e3);
  EXPECT_DOUBLE_EQ(popover.choice().ends->first, 0);
  EXPECT_EQ(part<QComboBox>("deformation_ends")->currentText(), "Typed");
  type("deformation_low", "5");  // in the unit that is shown
  EXPECT_DOUBLE_EQ(popover.choice().ends->first, 5e3);
  follow("Grow with the run");
  EXPECT_FALSE(popover.choice().ends);
  type("deformation_high", "45 kPa");
  pick("Displacement");
  EXPECT_FALSE(popover.choice().ends);  // they were pascals
}

TEST_F(DeformationPopoverTest, SaysWhatIsWrongWithAnEnd) {
  pick("von Mises stress");
  const DeformationChoice before = popover.choice();
  for (const char* text : {"-3 kPa", "0", "5 mm", "much", "=stiff"}) {
    type("deformation_high", QLatin1String(text));
    EXPECT_EQ(popover.choice(), before) << text;
    EXPECT_TRUE(part<ValueEdit>("deformation_high")->isWrong()) << text;
    EXPECT_TRUE(part<QLabel>("deformation_message")->isVisible()) << text;
    EXPECT_FALSE(part<QLabel>("deformation_message")->text().isEmpty()) << text;
  }
  QTest::keyClick(part<ValueEdit>("deformation_high"), Qt::Key_Escape);
}

TEST_F(DeformationPopoverTest, EndsFollowTheRunTheInstantOrPercentiles) {
  pick("Bending moment");
  EXPECT_EQ(popover.choice().rule.kind, RangeKind::kRunning);
  EXPECT_FALSE(part<ValueEdit>("deformation_below")->isVisible());
  EXPECT_TRUE(part<QPushButton>("deformation_reset")->isEnabled());
  follow("Fit this instant");
  EXPECT_EQ(popover.choice().rule.kind, RangeKind::kInstant);
  EXPECT_FALSE(part<QPushButton>("deformation_reset")->isEnabled());
  follow("Percentiles of this instant");
  EXPECT_EQ(popover.choice().rule, (RangeRule{RangeKind::kPercentile, 2, 98}));
  EXPECT_TRUE(part<ValueEdit>("deformation_below")->isVisible());
  type("deformation_below", "5");
  type("deformation_above", "90 %");
  EXPECT_NEAR(popover.choice().rule.below, 5, 1e-12);
  EXPECT_NEAR(popover.choice().rule.above, 90, 1e-12);
  const DeformationChoice before = popover.choice();
  for (const char* text : {"95", "-1", "many", "3 mm"}) {
    type("deformation_below", QLatin1String(text));
    EXPECT_EQ(popover.choice(), before) << text;
    EXPECT_TRUE(part<ValueEdit>("deformation_below")->isWrong()) << text;
  }
}

TEST_F(DeformationPopoverTest, ASurfaceOfOneValueIsChosenWithinTheScale) {
  EXPECT_FALSE(part<QCheckBox>("deformation_leveled")->isVisible());
  pick("Bending moment");  // of rods, which have no inside
  EXPECT_FALSE(part<QCheckBox>("deformation_leveled")->isVisible());
  pick("von Mises stress");
  part<QCheckBox>("deformation_leveled")->click();
  EXPECT_TRUE(popover.choice().leveled);
  EXPECT_NEAR(popover.choice().level, 1.5e4, 1e-9);
  part<QSlider>("deformation_level_slider")->setValue(200);
  EXPECT_NEAR(popover.choice().level, 6e3, 1e-9);
  type("deformation_level", "12");  // in the unit that is shown
  EXPECT_NEAR(popover.choice().level, 1.2e4, 1e-9);
  type("deformation_level", "3 mm");
  EXPECT_TRUE(part<ValueEdit>("deformation_level")->isWrong());
  EXPECT_NEAR(popover.choice().level, 1.2e4, 1e-9);
  pick("Displacement");
  EXPECT_FALSE(popover.choice().leveled);  // it was a stress
}

TEST_F(DeformationPopoverTest, APlaneLiesAcrossAnyDirection) {
  EXPECT_FALSE(part<ValueEdit>("deformation_direction")->isVisible());
  DeformationChoice tilted = popover.choice();
  tilted.plane.axis = CutPlane::kTilted, tilted.plane.direction = Vec3(0.6, 0, 0.8);
  popover.setChoice(tilted);
  EXPECT_TRUE(part<ValueEdit>("deformation_direction")->isVisible());
  type("deformation_direction", "1, 0; -1");
  EXPECT_TRUE(popover.choice().cutting);
  EXPECT_NEAR((popover.choice().plane.direction - Vec3(1, 0, -1).normalized()).norm(), 0, 1e-12);
  auto* slider = part<QSlider>("deformation_slider");
  slider->setValue(slider->maximum());  // the farthest corner along it: x = 0.3, z = 0.2
  EXPECT_NEAR(popover.choice().plane.at, (0.3 - 0.2) / std::sqrt(2), 1e-12);
  const DeformationChoice before = popover.choice();
  for (const char* text : {"0, 0, 0", "1, 2", "up", "1, 2, 3, 4", "nan, 0, 1"}) {
    type("deformation_direction", QLatin1String(text));
    EXPECT_EQ(popover.choice(), before) << text;
    EXPECT_TRUE(part<ValueEdit>("deformation_direction")->isWrong()) << text;
  }
  QSignalSpy facing(&popover, &DeformationPopover::facingRequested);
  part<QPushButton>("deformation_facing")->click();
  EXPECT_EQ(facing.count(), 1);
}

TEST_F(DeformationPopoverTest, ASliderMovesThePlaneWithinTheBody) {
  QSignalSpy chosen(&popover, &DeformationPopover::chosen);
  auto* slider = part<QSlider>("deformation_slider");
  slider->setValue(slider->maximum());
  EXPECT_TRUE(popover.choice().cutting);
  EXPECT_NEAR(popover.choice().plane.at, 0.05, 1e-12);  // y
  EXPECT_EQ(chosen.count(), 1);
  type("deformation_place", "-12.5 mm");
  EXPECT_NEAR(popover.choice().plane.at, -0.0125, 1e-15);
  EXPECT_NEAR(slider->value(), 375, 1);
  EXPECT_EQ(chosen.count(), 2);
  const bool flipped = popover.choice().plane.flipped;
  part<QCheckBox>("deformation_flipped")->click();
  EXPECT_NE(popover.choice().plane.flipped, flipped);
  type("deformation_place", "here");
  EXPECT_NEAR(popover.choice().plane.at, -0.0125, 1e-15);
  EXPECT_TRUE(part<ValueEdit>("deformation_place")->isWrong());
  part<QCheckBox>("deformation_cut")->click();
  EXPECT_FALSE(popover.choice().cutting);
}

}  // namespace
}  // namespace tendril
