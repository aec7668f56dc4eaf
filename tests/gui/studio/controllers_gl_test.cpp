// SPDX-License-Identifier: GPL-3.0-or-later
// Controllers in the window: added, tuned while the robot moves, plotted, clipped, failing.
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScreen>
#include <QToolButton>

#include <chrono>
#include <iterator>

#include "core/text/number_text.hpp"
#include "studio/app/context/plots.hpp"
#include "studio/app/panels/plots/plots_panel.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/inputs/input_row.hpp"
#include "widgets/inspector/inspector.hpp"
#include "widgets/slider/log_slider.hpp"

namespace tendril {
namespace {

/// Two arms on hinges with a motor each.
QByteArray arms(const QByteArray& more = {}, const QByteArray& range = {}) {
  const auto link = [](const QByteArray& name, const QByteArray& before) {
    return R"({"name":")" + name + R"(",)" + before +
           R"("joint":{"type":"revolute","axis":[0,1,0],"damping":0.005},"body":{"type":"rigid","mass":0.17,
              "com":[0.1,0,0],"inertia":[2e-5,6e-4,6e-4,0,0,0],"tip":{"position":[0.2,0,0]},
              "visual":{"cylinder":{"radius":0.015,"length":0.2},"pose":{"position":[0.1,0,0]}}}})";
  };
  const auto motor = [&](const QByteArray& name, const QByteArray& of) {
    return R"({"name":")" + name + R"(","type":"joint","link":")" + of + R"("})";
  };
  QByteArray actuators = motor("shoulder", "upper") + ',' + motor("elbow", "lower");
  if (!range.isEmpty()) actuators.replace(R"("type":"joint")", R"("range":)" + range + R"(,"type":"joint")");
  return R"({"format":"tendril","version":1,"name":"Arms","links":[)" +
         link("upper", R"("pose":{"position":[0,0,0.5]},)") + ',' + link("lower", R"("parent":"upper",)") +
         R"(],"actuators":[)" + actuators + ']' + more + '}';
}

class ControllersTest : public StudioTest {
 protected:
  void openArms(const QByteArray& more = {}, const QByteArray& range = {}) {
    open(written(QStringLiteral("arms.tendril.json"), arms(more, range)), false);
  }
  /// As the menus and the palette do.
  void add(const QString& type) {
    const std::size_t before = window.description().controllers.size();
    QAction* action = window.context().actions().find("addController:" + type);
    ASSERT_TRUE(action && action->isEnabled()) << type.toStdString();
    action->trigger();
    ASSERT_TRUE(soon([&] { return window.description().controllers.size() == before + 1; }));
    ASSERT_TRUE(settled());
    ASSERT_TRUE(soon([&] { return !now().model->controllers.empty() || type == "signals"; }));
  }
  /// A program that arrives in the moment of the click puts the robot back to its start: then it is played again.
  void runTo(double t) {
    const auto there = [&] {
      if (window.player().state() == RunState::kReady) window.player().play();
      return time() > t || window.player().state() == RunState::kDiverged;
    };
    window.player().play();
    ASSERT_TRUE(soon(there)) << runStateName(window.player().state()) << " at " << time() << ", real time factor "
                             << now().realTimeFactor;
  }
  const Snapshot& now() { return window.player().snapshot(); }
  Inspector& inspector() { return *window.findChild<Inspector*>(); }
  template <class T>
  T* field(const QString& name) {
    return window.findChild<T*>(name);
  }
  description::TrackingController tracking() {
    return std::visit(
        [](const auto& type) {
          if constexpr (requires { type.gains; }) return static_cast<description::TrackingController>(type);
          return description::TrackingController();
        },
        window.description().controllers.back().type);
  }
};

TEST_F(ControllersTest, AreAddedByMenusAndPaletteAsOneStepAndHoldTheRobot) {
  openArms();
  const std::string before = text();
  for (const char* type : {"computed_torque", "pid", "pd_cancellation", "partial_feedback_linearization"}) {
    SCOPED_TRACE(type);
    add(QString::fromLatin1(type));
    ASSERT_TRUE(window.selection().current());
    EXPECT_EQ(window.selection().current()->kind, TargetKind::kController);
    const VecX start = now().q;
    runTo(1.5);
    EXPECT_EQ(window.player().state(), RunState::kRunning) << now().failure;
    EXPECT_LT((now().q - start).norm(), type == std::string_view("pid") ? 1 : 0.02);
    window.player().pause();
    window.player().reset();
    window.document().undo();
    EXPECT_EQ(text(), before);
    ASSERT_TRUE(settled());
    ASSERT_TRUE(soon([&] { return now().model->controllers.empty() && now().t == 0; }));
  }
}

TEST_F(ControllersTest, KindsThatDoNotFitAreGreyAndSayWhy) {
  open(exampleNamed("soft-manipulator"), false);
  const auto kind = [&](const char* type) {
    return window.context().actions().find(QStringLiteral("addController:") + type);
  };
  EXPECT_FALSE(kind("computed_torque")->isEnabled());
  EXPECT_FALSE(kind("computed_torque")->toolTip().isEmpty());
  QMenu* kinds = nullptr;
  for (QMenu* menu : window.findChildren<QMenu*>())
    if (menu->title() == u"Controllers") kinds = menu;
  ASSERT_TRUE(kinds);
  EXPECT_TRUE(kinds->toolTipsVisible());
  Q_EMIT kinds->aboutToShow();
  ASSERT_EQ(kinds->actions().size(), std::ssize(edits::controllerOffers(window.description(), nullptr)));
  EXPECT_FALSE(kinds->actions()[4]->isEnabled());
  EXPECT_EQ(kinds->actions()[4]->toolTip(), kind("computed_torque")->toolTip());
  kinds->popup(window.mapToGlobal(QPoint(260, 120)));
  ASSERT_TRUE(soon([&] { return kinds->isVisible(); }));
  untilStill();
  keepPicture(window.screen()->grabWindow(0), "controller-menu-light");  // menus are windows of their own
  kinds->close();
  const description::Actuator& first = window.description().actuators.front();
  window.selection().select(Target::object(TargetKind::kActuator, first.id));
  EXPECT_TRUE(kind("pd")->isEnabled()) << kind("pd")->toolTip().toStdString();
  EXPECT_TRUE(kind("inverse_statics")->isEnabled()) << kind("inverse_statics")->toolTip().toStdString();
  EXPECT_TRUE(kind("pd")->toolTip().contains(QString::fromStdString(first.name)));
}

TEST_F(ControllersTest, AGainTurnedWhileItRunsReachesTheMotion) {
  openArms();
  add("pd");
  window.panels().setWorkspace(Workspace::kBuild);
  keep("controller-inspector-light");
  const auto* slider = field<LogSlider>("slider:controllers.pd.gains.proportional[0]");
  ASSERT_TRUE(slider);
  runTo(0.5);
  const double given = tracking().gains.proportional.values[0].values[0].value;
  const std::size_t steps = window.document().document().undoCount();
  const double began = time();
  auto* hand = const_cast<LogSlider*>(slider);
  hand->setSliderDown(true);
  double slowest = 0;
  for (const int by : {20, 40, 60}) {
    const std::uint64_t before = now().generation;
    const auto start = std::chrono::steady_clock::now();
    hand->setValue(hand->place(given) + by);
    ASSERT_TRUE(soon([&] { return now().generation != before; }));
    slowest = std::max(slowest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  hand->setSliderDown(false);
  RecordProperty("slowest_ms", static_cast<int>(1000 * slowest));
  std::printf("a gain reaches the motion within %.0f ms\n", 1000 * slowest);
  EXPECT_NEAR(tracking().gains.proportional.values[0].values[0].value, given * std::pow(10, 0.6), 0.05 * given);
  EXPECT_EQ(window.document().document().undoCount(), steps + 1) << "one step";
  EXPECT_GE(time(), began);
  const double t = time();
  ASSERT_TRUE(soon([&] { return time() > t + 0.2; }));
  EXPECT_EQ(window.player().state(), RunState::kRunning);
  EXPECT_TRUE(settled());
}

TEST_F(ControllersTest, TheInspectorChangesKindOutputsAndReference) {
  openArms();
  add("pid");
  Inspector& form = inspector();
  Q_EMIT form.choiceRequested("controllers.pid.reference.type", "half_cosine");
  EXPECT_TRUE(std::holds_alternative<description::HalfCosineMotion>(tracking().reference.type));
  Q_EMIT form.choiceRequested("controllers.pid.type", "pd");
  ASSERT_TRUE(soon(
      [&] { return std::holds_alternative<description::PdController>(window.description().controllers.back().type); }));
  EXPECT_TRUE(std::holds_alternative<description::HalfCosineMotion>(tracking().reference.type));
  Q_EMIT form.edited("controllers.pid.outputs", R"(["elbow"])", {});
  ASSERT_TRUE(soon([&] { return tracking().outputs.size() == 1; }));
  EXPECT_EQ(tracking().gains.proportional.values.size(), 1u);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return now().model->controllers[0]->outputs.size() == 1; }));
  Q_EMIT form.entryRequested("controllers.pid.outputs", "shoulder");
  ASSERT_TRUE(soon([&] { return tracking().outputs.size() == 2; }));
  Q_EMIT form.choiceRequested("controllers.pid.reference.type", "circle");
  EXPECT_FALSE(std::holds_alternative<description::CircleMotion>(tracking().reference.type));  // two coordinates
  ASSERT_TRUE(settled());
  keep("controller-refused-light");
}

TEST_F(ControllersTest, OneClickPlotsWhatItFollowsWhatIsLeftAndWhatItDemands) {
  openArms({}, "[-0.6, 0.6]");
  add("pid");
  const std::uint64_t before = now().generation;
  Q_EMIT inspector().choiceRequested("controllers.pid.reference.type", "lissajous");
  ASSERT_TRUE(soon([&] { return now().generation != before; }));
  window.panels().setWorkspace(Workspace::kRun);
  window.context().selection().select(window.selection().current().value());
  runTo(0.2);
  auto* plots = window.findChild<PlotsPanel*>();
  ASSERT_TRUE(plots);
  auto* button = field<QToolButton>("inspector-action");
  ASSERT_TRUE(button);
  button->click();
  std::vector<PlotCard*> cards = plots->board().cards();
  EXPECT_EQ(cards.size(), 3u) << "in place of the usual plots, which nobody has arranged";
  QStringList titles;
  for (const PlotCard* card : cards) titles << card->shownTitle();
  for (const char* what : {"pid: tracking", "pid: error", "pid: inputs"})
    EXPECT_TRUE(titles.contains(QString::fromLatin1(what))) << what;
  button->click();
  EXPECT_EQ(plots->board().cards().size(), cards.size()) << "they are there already";
  runTo(2);
  window.player().pause();
  ASSERT_TRUE(soon([&] { return plots->board().settled(); }));
  keep("controller-plots-light");
}

TEST_F(ControllersTest, WhatIsClippedIsAmberAndATickOnTheTimeline) {
  openArms({}, "[-0.2, 0.2]");
  add("computed_torque");
  window.panels().setWorkspace(Workspace::kRun);
  window.panels().showPanel("inputs");
  runTo(1);
  ASSERT_TRUE(soon([&] { return now().inputs[0].lost != 0; }));
  const auto* row = field<InputRow>("input:shoulder");
  ASSERT_TRUE(row);
  const auto* number = row->findChild<QLineEdit*>();
  EXPECT_TRUE(soon([&] { return !number->styleSheet().isEmpty(); }));
  EXPECT_TRUE(number->toolTip().contains(u"more than the range allows"));
  window.player().pause();
  const auto run = findRun(*now().runs, now().run);
  bool told = false;
  for (std::size_t i = 0; i < run->events->size(); ++i)
    told = told || ((*run->events)[i].kind == EventKind::kSaturation &&
                    (*run->events)[i].text.starts_with("computed torque: shoulder"));
  EXPECT_TRUE(told);
  keep("controller-clipped-light");
}

TEST_F(ControllersTest, AFailingControllerPausesAtTheLastGoodStateAndSaysWhy) {
  // Both joints cannot be moved one by one by motors that are fastened to the same one.
  QByteArray project = arms(
      R"(,"controllers":[{"name":"both","type":"partial_feedback_linearization","outputs":["shoulder","elbow"],
          "reference":{"type":"constant"},"gains":{"proportional":100,"derivative":20}}])");
  project.replace(R"("link":"lower")", R"("link":"upper")");
  open(written(QStringLiteral("alike.tendril.json"), project), true);
  ASSERT_TRUE(soon([&] { return window.player().state() == RunState::kDiverged; }));
  EXPECT_NE(now().failure.find("Controller \"both\""), std::string::npos) << now().failure;
  EXPECT_NE(now().failure.find("AᵀM⁻¹A is singular in shoulder and elbow"), std::string::npos) << now().failure;
  EXPECT_TRUE(now().q.allFinite());
  const auto shown = [&] {
    for (const QLabel* label : window.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(u"both")) return true;
    return false;
  };
  EXPECT_TRUE(soon(shown)) << "the window says it";
  keep("controller-failed-light");
}

}  // namespace
}  // namespace tendril
