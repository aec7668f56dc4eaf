// SPDX-License-Identifier: GPL-3.0-or-later
// Mass from the shape, asked for in the window.
#include <QAction>
#include <QInputDialog>
#include <QTimer>

#include <cmath>

#include "studio/document/items.hpp"
#include "tests/gui/studio/studio_fixture.hpp"

namespace tendril {
namespace {

constexpr auto kBar = R"({"format": "tendril", "version": 1, "links": [{"name": "bar", "joint": {"type": "revolute"},
  "body": {"type": "rigid", "mass": 3, "inertia": [0.1, 0.1, 0.1, 0, 0, 0],
           "visual": {"cylinder": {"radius": 0.02, "length": 0.4}, "pose": {"position": [0.2, 0, 0]}}}}]})";

class WeighTest : public StudioTest {
 protected:
  const description::RigidBody& bar() {
    return std::get<description::RigidBody>(*window.description().links.front().body);
  }
  QAction& action() { return *window.findChild<QAction*>("weighShape"); }
  /// Chooses the command; when its question is there, `answer` gets it.
  void ask(const std::function<void(QInputDialog&)>& answer) {
    bool asked = false;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &window, [&] {
      auto* question = window.findChild<QInputDialog*>();
      if (!question || !question->isVisible() || std::exchange(asked, true)) return;
      answer(*question);
    });
    look.start(20);
    action().trigger();
    EXPECT_TRUE(asked);
  }
};

TEST_F(WeighTest, ADensityGivesMassCentreInertiaAndTip) {
  open(written("bar.tendril.json", kBar), false);
  EXPECT_FALSE(action().isEnabled()) << "nothing is selected";
  window.selection().select(Target::link(window.description().links.front().id));
  ASSERT_TRUE(action().isEnabled());
  const std::string before = text();
  const double volume = M_PI * 0.02 * 0.02 * 0.4;
  ask([&](QInputDialog& question) {
    EXPECT_NEAR(question.doubleValue(), 3 / volume, 1) << "what the mass means now";
    question.setDoubleValue(2700);
    keepPicture(question.grab(), "weigh-light");
    question.accept();
  });
  EXPECT_NEAR(bar().mass.value, 2700 * volume, 1e-6);
  EXPECT_EQ(bar().tip.position[0].value, 0.4);
  keep("weighed-light");
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), before);
  ask([](QInputDialog& question) { question.reject(); });
  EXPECT_EQ(text(), before);
}

}  // namespace
}  // namespace tendril
