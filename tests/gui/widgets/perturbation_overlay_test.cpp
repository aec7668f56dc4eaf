// SPDX-License-Identifier: GPL-3.0-or-later
// Where words stand beside what is held: never under what lies over the view.
#include <gtest/gtest.h>

#include "widgets/viewport/perturbation_overlay.hpp"

namespace tendril {
namespace {

constexpr int kWidth = 800, kHeight = 600, kRight = 200, kBottom = 120;

class PerturbationOverlayTest : public testing::Test {
 protected:
  PerturbationOverlayTest() {
    view_.resize(kWidth, kHeight);
    overlay_.setCovered(kRight, kBottom);
  }
  QRectF free() const { return {0, 0, kWidth - kRight, kHeight - kBottom}; }

  QWidget view_;
  PerturbationOverlay overlay_{&view_};
};

TEST_F(PerturbationOverlayTest, AHintStandsBesideItsPoint) {
  const QPointF point(300, 200);
  overlay_.showHint(point, "Ctrl-drag me");
  const QRectF box = overlay_.textBox();
  EXPECT_GT(box.left(), point.x());
  EXPECT_LT(box.left(), point.x() + 40);
  EXPECT_NEAR(box.center().y(), point.y(), 1);
}

TEST_F(PerturbationOverlayTest, WordsKeepOutOfWhatIsCovered) {
  for (const QPointF point :
       {QPointF(300, 470), QPointF(300, 590), QPointF(590, 200), QPointF(790, 590), QPointF(0, 0)}) {
    overlay_.showHint(point, "Ctrl-drag me");
    EXPECT_TRUE(free().contains(overlay_.textBox())) << point.x() << ' ' << point.y();
    overlay_.showPull(point, point, "3.2 N");
    EXPECT_TRUE(free().contains(overlay_.textBox())) << point.x() << ' ' << point.y();
  }
}

}  // namespace
}  // namespace tendril
