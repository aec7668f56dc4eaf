// SPDX-License-Identifier: GPL-3.0-or-later
// The tour: opens a robot where there is none, each step waits for what it asks for, and it can be left at any time.
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSettings>

#include "studio/app/actions/tour_actions.hpp"
#include "studio/app/panels/gallery_page.hpp"
#include "studio/app/startup.hpp"
#include "tests/gui/studio/studio_fixture.hpp"

namespace tendril {
namespace {

class TourTest : public StudioTest {
 protected:
  TourActions& tour() { return *window.findChild<TourActions*>(); }
  void press(const char* name) {
    auto* button = tour().card().findChild<QPushButton*>(name);
    ASSERT_TRUE(button);
    QTest::mouseClick(button, Qt::LeftButton);
  }
  bool reaches(int step) {
    return soon([this, step] { return tour().step() == step; });
  }
};

TEST_F(TourTest, GoesOnWhenWhatItAsksForWasDone) {
  window.resize(1440, 900);
  window.context().actions().trigger("startTour");
  ASSERT_TRUE(reaches(0)) << "it has opened a robot of its own";
  EXPECT_TRUE(tour().card().isVisible());
  ASSERT_TRUE(soon([&] { return running() && time() > 0.2; }));
  keep("tour-pull-light");
  for (const QLabel* label : tour().card().findChildren<QLabel*>())
    EXPECT_TRUE(!label->wordWrap() || label->height() >= label->heightForWidth(label->width())) << "cut text";
  Viewport& view = window.view().viewport();
  const Snapshot& now = window.player().snapshot();
  const Vec3 tip = view.camera().project(now.tipPoses.back().p, view.width(), view.height());
  const QPoint at(static_cast<int>(tip.x()), static_cast<int>(tip.y()));
  QTest::mousePress(&view, Qt::LeftButton, Qt::ControlModifier, at);
  for (int k = 1; k <= 4; ++k) {
    const QPointF to = at + QPointF(6 * k, 4 * k);
    QMouseEvent move(QEvent::MouseMove, to, view.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::ControlModifier);
    QCoreApplication::sendEvent(&view, &move);
  }
  const bool grabbed = view.isGrabbing();
  QTest::mouseRelease(&view, Qt::LeftButton, Qt::ControlModifier, at + QPoint(24, 16));
  if (!grabbed) press("tourNext");  // a thin tip that moved away
  ASSERT_TRUE(reaches(1));
  window.player().pause();
  ASSERT_TRUE(reaches(2));
  keep("tour-select-light");
  window.selection().select(Target::link(window.description().links.front().id));
  ASSERT_TRUE(reaches(3));
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("tour-change-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  press("tourBack");
  EXPECT_EQ(tour().step(), 2);
  press("tourNext");
  press("tourNext");
  EXPECT_EQ(tour().step(), 4);
  press("tourNext");
  EXPECT_EQ(tour().step(), -1);
  EXPECT_FALSE(tour().card().isVisible());
}

TEST_F(TourTest, CanBeEndedAndBegunAgainOverWhatIsOpen) {
  open(copyOf("double-pendulum"), false);
  window.resize(1100, 700);
  window.context().actions().trigger("startTour");
  ASSERT_TRUE(reaches(0));
  EXPECT_TRUE(window.projectPath().contains("double-pendulum")) << "what is open stays";
  EXPECT_TRUE(window.rect().contains(tour().card().geometry()));
  keep("tour-minimum-light");
  press("tourEnd");
  EXPECT_EQ(tour().step(), -1);
  window.player().pause();
  window.selection().select(Target::link(window.description().links.front().id));
  EXPECT_FALSE(tour().card().isVisible()) << "nothing brings it back by itself";
  window.context().actions().trigger("startTour");
  EXPECT_EQ(tour().step(), 0);
}

/// What main() does once the window is shown.
class FirstStartTest : public TourTest {
 protected:
  void SetUp() override {
    QSettings().remove(TourActions::kSeen);
    TourTest::SetUp();
    window.resize(1440, 900);
    handleEvents();
  }
  bool isOffered(const StudioOptions& options = {}) {
    offerTourOnce(window, options);
    return tour().card().isVisible();
  }
  bool isSeen() { return QSettings().value(TourActions::kSeen).toBool(); }
};

TEST_F(FirstStartTest, OffersTheTourUntilItIsSkipped) {
  EXPECT_FALSE(tour().card().isVisible()) << "not by the window itself";
  EXPECT_FALSE(isOffered()) << "only over the gallery";
  window.gallery().show();
  StudioOptions picture;
  picture.screenshot = "window.png";
  EXPECT_FALSE(isOffered(picture));
  ASSERT_TRUE(isOffered());
  EXPECT_TRUE(window.rect().contains(tour().card().geometry()));
  EXPECT_FALSE(isSeen()) << "whoever closes the window now is asked again";
  keep("tour-offer-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("tour-offer-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  press("tourEnd");
  EXPECT_FALSE(tour().card().isVisible());
  EXPECT_TRUE(isSeen());
  EXPECT_FALSE(isOffered()) << "never again";
  window.context().actions().trigger("startTour");
  EXPECT_TRUE(reaches(0)) << "but whenever it is asked for";
}

TEST_F(FirstStartTest, TheOfferBeginsTheTour) {
  window.gallery().show();
  ASSERT_TRUE(isOffered());
  press("tourNext");
  ASSERT_TRUE(reaches(0));
  EXPECT_FALSE(window.gallery().isShown());
  EXPECT_FALSE(isSeen());
  for (int step = 0; step < 5; ++step) press("tourNext");
  EXPECT_EQ(tour().step(), -1);
  EXPECT_TRUE(isSeen());
}

TEST_F(FirstStartTest, WhoOpensSomethingElseSkipsTheOffer) {
  window.gallery().show();
  ASSERT_TRUE(isOffered());
  open(copyOf("double-pendulum"), false);
  EXPECT_FALSE(tour().card().isVisible());
  EXPECT_EQ(tour().step(), -1);
  window.gallery().show();
  EXPECT_FALSE(isOffered());
}

TEST_F(TourTest, IsInTheMenuOfHelp) {
  auto* help = window.findChild<QMenu*>("helpMenu");
  ASSERT_TRUE(help);
  EXPECT_TRUE(window.header().projectMenu().actions().contains(help->menuAction()));
  EXPECT_TRUE(help->actions().contains(window.context().actions().find("startTour")));
}

}  // namespace
}  // namespace tendril
