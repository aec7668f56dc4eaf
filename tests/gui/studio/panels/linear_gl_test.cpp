// SPDX-License-Identifier: GPL-3.0-or-later
// Linear models in the window: found beside it, shown, answered by steps, written, copied; regulators that close loops.
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>

#include <cmath>
#include <numbers>
#include <thread>

#include "core/equilibria/modes.hpp"
#include "studio/app/panels/linear_panel.hpp"
#include "studio/app/panels/lqr_watch.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/inspector/inspector.hpp"
#include "widgets/slider/log_slider.hpp"

namespace tendril {
namespace {

/// A pole that stands on a cart, pushed by a motor.
QByteArray cartPole(const QByteArray& more = {}) {
  return R"({"format": "tendril", "version": 1, "name": "Cart", "simulation": {"step": 0.005},
    "links": [{"name": "cart", "parent": "world", "joint": {"type": "prismatic", "axis": [1, 0, 0]},
               "body": {"type": "rigid", "mass": 1.5, "com": [0, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0],
                        "visual": {"box": [0.3, 0.2, 0.1]}}},
              {"name": "pole", "parent": "cart", "joint": {"type": "revolute", "axis": [0, 1, 0]},
               "pose": {"rpy": [0, -1.5707963267948966, 0]},
               "body": {"type": "rigid", "mass": 2, "com": [0.6, 0, 0], "inertia": [0, 0, 0, 0, 0, 0],
                        "tip": {"position": [0.6, 0, 0]},
                        "visual": {"cylinder": {"radius": 0.02, "length": 0.6}, "pose": {"position": [0.3, 0, 0]}}}}],
    "actuators": [{"name": "push", "type": "joint", "link": "cart"}])" +
         more + '}';
}

class LinearTest : public StudioTest {
 protected:
  void openCart(const QByteArray& more = {}) {
    open(written(QStringLiteral("cart.tendril.json"), cartPole(more)), false);
  }
  void linearise() {
    window.panels().setWorkspace(Workspace::kAnalyse);
    window.activateWindow();
    QTest::keyClick(&window, Qt::Key_L);
    ASSERT_TRUE(soon([&] { return view().count() > 0; })) << about().toStdString();
  }
  LinearPanel& panel() { return *window.findChild<LinearPanel*>(); }
  LinearView& view() { return panel().view(); }
  QString about() { return window.findChild<QLabel*>("linearAbout")->text(); }
  const Snapshot& now() { return window.player().snapshot(); }
  bool responded() {
    return soon([&] { return !view().plot().curves().empty(); });
  }
  void click(const char* name) { QTest::mouseClick(window.findChild<QWidget*>(name), Qt::LeftButton); }
  /// Both themes, and the smallest window.
  void shoot(const QString& name) {
    window.resize(1440, 900);
    for (const bool dark : {false, true}) {
      AppTheme::instance().setMode(dark ? ThemeMode::kDark : ThemeMode::kLight);
      keep(name + (dark ? "-dark" : "-light"));
    }
    AppTheme::instance().setMode(ThemeMode::kLight);
    window.resize(1100, 700);
    keep(name + "-minimum");
    window.resize(1440, 900);
    untilStill();
  }
  void showSteps() {
    for (QAction* action : view().findChildren<QAction*>())
      if (action->objectName() == u"linearSteps") action->trigger();
  }
};

TEST_F(LinearTest, PolesOfACartPoleAreInListAndMap) {
  openCart();
  linearise();
  EXPECT_TRUE(about().contains("4 states")) << about().toStdString();
  EXPECT_TRUE(about().contains("not stable")) << about().toStdString();
  ASSERT_EQ(view().count(), 4);
  const double rate = std::sqrt(3.5 * 9.81 / (1.5 * 0.6));
  int grows = 0;
  for (const PoleRow& pole : view().map().poles())
    if (pole.fate == PoleFate::kGrows) {
      ++grows;
      EXPECT_NEAR(pole.value.real(), rate, 1e-9);
      EXPECT_TRUE(pole.moves.contains("pole")) << pole.moves.toStdString();
    }
  EXPECT_EQ(grows, 1);
  auto* list = window.findChild<QTreeView*>("poles");
  QTest::mouseClick(&view().map(), Qt::LeftButton, {}, view().map().onScreen(3).toPoint());
  EXPECT_EQ(list->currentIndex().row(), view().map().current());
  shoot("linear-poles");
  ASSERT_TRUE(responded());
  // The tip falls as a cosh: y(t) of the tip's height stays 0 to first order, that along the cart does not.
  showSteps();
  shoot("linear-steps");
}

TEST_F(LinearTest, PolesWithoutDampingAreThoseOfTheModes) {
  QByteArray text = R"({"format": "tendril", "version": 1, "name": "Chain", "links": [)";
  for (int i = 0; i < 3; ++i)
    text += QByteArray(i ? "," : "") + R"({"name": "l)" + QByteArray::number(i) + R"(", "parent": ")" +
            (i ? "l" + QByteArray::number(i - 1) : QByteArray("world")) +
            R"(", "joint": {"type": "revolute", "axis": [0, 1, 0]}, "pose": {"rpy": [0, )" +
            (i ? "0" : "1.5707963267948966") +
            R"(, 0]}, "body": {"type": "rigid", "mass": 1, "com": [0.1, 0, 0], "inertia": [0, 0.001, 0.001, 0, 0, 0],
                "tip": {"position": [0.2, 0, 0]}}})";
  open(written("chain.tendril.json", text + "]}"), false);
  linearise();
  ASSERT_EQ(view().count(), 3);
  Data data(*now().model);
  StaticsProblem problem;
  problem.q = now().model->q0;
  const Modes modes = [&] {
    Modes found;
    std::thread([&] { found = modalAnalysis(*now().model, data, problem, 8); }).join();  // no engine on this thread
    return found;
  }();
  ASSERT_EQ(modes.count(), 3);
  for (int k = 0; k < 3; ++k) {
    const PoleRow& pole = view().map().poles()[static_cast<std::size_t>(k)];
    EXPECT_NEAR(pole.frequency, modes.frequencies[k], 1e-9 * modes.frequencies[k]);
    EXPECT_EQ(pole.fate, PoleFate::kStays);
    EXPECT_FALSE(pole.controllable) << "there is no input";
  }
  EXPECT_TRUE(view().plot().curves().empty());
}

TEST_F(LinearTest, SoftRobotsAreLinearisedAtTheEquilibriumAndAtAnInstant) {
  open(exampleNamed("soft-manipulator"), true);
  ASSERT_TRUE(soon([&] { return time() > 0.5; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  const Snapshot before = now();
  linearise();
  EXPECT_TRUE(window.findChild<QLabel*>("linearWarning")->text().isEmpty());
  EXPECT_TRUE(view().map().isLogarithmic()) << "its poles span decades";
  ASSERT_TRUE(responded());
  shoot("linear-soft-poles");
  showSteps();
  shoot("linear-soft-steps");
  auto* where = window.findChild<QComboBox*>("linearWhere");
  where->setCurrentIndex(1);
  Q_EMIT where->activated(1);
  ASSERT_TRUE(soon([&] { return window.findChild<QLabel*>("linearWarning")->text().contains("no equilibrium"); }));
  EXPECT_EQ(now().q, before.q) << "the run is not touched";
  click("copyLinear");
  const QString command = QApplication::clipboard()->text();
  EXPECT_TRUE(command.startsWith("tendril linearize ")) << command.toStdString();
  EXPECT_TRUE(command.contains("--state <(echo '{\"t\": ")) << command.toStdString();
}

TEST_F(LinearTest, ResponsesFollowTicksAndTheWheel) {
  openCart();
  linearise();
  showSteps();
  ASSERT_TRUE(responded());
  auto* outputs = window.findChild<QTreeView*>("stepOutputs");
  for (int i = 0; i < outputs->model()->rowCount(); ++i)
    outputs->model()->setData(outputs->model()->index(i, 0), i == 0 ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
  ASSERT_TRUE(soon([&] { return view().plot().curves().size() == 1; }));
  const TimeCurve curve = view().plot().curves()[0];
  EXPECT_EQ(curve.name, "cart.q[0]");
  EXPECT_EQ(curve.unit, "m/N");
  // x'' = u/M − g m/M θ, θ'' = w² θ − u/(M l): x(t) by hand.
  const double T = view().plot().duration(), M = 1.5, m = 2, l = 0.6, g = 9.81, w = std::sqrt((M + m) * g / (M * l));
  const double theta = -1 / (M * l),
               x = T * T / 2 / M - m * g / M * theta / (w * w) * ((std::cosh(w * T) - 1) / (w * w) - T * T / 2);
  EXPECT_NEAR(std::abs(curve.y.back()), std::abs(x), 1e-9 * std::abs(x));
  Q_EMIT view().plot().durationScaled(0.5);
  EXPECT_TRUE(soon([&] { return std::abs(view().plot().duration() - 0.5 * T) < 1e-9; }));
}

TEST_F(LinearTest, IsWrittenForOtherProgramsAndCopiedAsACommand) {
  openCart();
  linearise();
  click("copyLinear");
  EXPECT_TRUE(QApplication::clipboard()->text().startsWith("tendril linearize "));
  EXPECT_FALSE(QApplication::clipboard()->text().contains("--state"));
  for (const char* ending : {"npz", "json", "csv"}) {
    click("exportLinear");
    auto* dialog = window.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    const QString file = folder.filePath(QStringLiteral("model.") + ending);
    Q_EMIT dialog->fileSelected(file);
    dialog->reject();
    delete dialog;
    EXPECT_TRUE(soon([&] { return QFile::exists(file); })) << ending;
  }
  QFile json(folder.filePath("model.json"));
  ASSERT_TRUE(json.open(QIODevice::ReadOnly));
  EXPECT_TRUE(json.readAll().contains("\"controllable_rank\": 4"));
}

TEST_F(LinearTest, WhatCannotBeLinearisedSaysWhyAndCancelGivesUp) {
  open(written("still.tendril.json", R"({"format": "tendril", "version": 1, "name": "Still", "links": [{"name": "rock",
      "parent": "world", "joint": {"type": "fixed"}, "body": {"type": "rigid", "mass": 1, "com": [0, 0, 0],
      "inertia": [1, 1, 1, 0, 0, 0]}}]})"),
       false);
  window.panels().setWorkspace(Workspace::kAnalyse);
  window.panels().showPanel("linear");
  const QString before = about();
  click("linearize");
  ASSERT_TRUE(soon([&] { return about() != before; }));
  EXPECT_EQ(view().count(), 0);
  keep("linear-failed-light");
  open(exampleNamed("soft-manipulator"), false);
  click("linearize");
  click("linearize");  // cancels
  EXPECT_TRUE(window.findChild<QPushButton*>("linearize")->text() == u"Linearise");
  EXPECT_TRUE(staysSo([&] { return view().count() == 0; }, 500));
}

// ---- regulators

constexpr const char* kRegulator = R"(, "controllers": [{"name": "lqr", "type": "lqr", "outputs": ["push"]}])";

TEST_F(LinearTest, ARegulatorIsAddedHoldsThePoleAndShowsItsGains) {
  openCart();
  QAction* add = window.context().actions().find("addController:lqr");
  ASSERT_TRUE(add && add->isEnabled()) << add->toolTip().toStdString();
  add->trigger();
  ASSERT_TRUE(soon([&] { return window.description().controllers.size() == 1; }));
  ASSERT_TRUE(settled());
  window.panels().setWorkspace(Workspace::kBuild);
  const auto told = [&](const QString& what) {
    for (const QLabel* label : window.findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(what)) return true;
    return false;
  };
  EXPECT_TRUE(soon([&] { return told("closed loop: slowest poles"); }));
  EXPECT_TRUE(told("push: gains"));
  shoot("lqr-inspector");
  // Put aside, it comes back.
  ASSERT_TRUE(soon([&] { return now().model && now().model->controllers.size() == 1; }));
  VecX q = now().model->q0;
  q[1] = 0.15;
  window.player().setConfiguration(q, VecX::Zero(2));
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 8 || window.player().state() == RunState::kDiverged; }));
  EXPECT_EQ(window.player().state(), RunState::kRunning) << now().failure;
  EXPECT_LT(now().q.norm(), 0.02);
  // A weight turned while it runs is other gains.
  auto* slider = window.findChild<LogSlider*>("slider:controllers.lqr.position_weights");
  ASSERT_TRUE(slider);
  const std::uint64_t generation = now().generation;
  slider->setSliderDown(true);
  slider->setValue(slider->value() + 100);
  ASSERT_TRUE(soon([&] { return now().generation != generation; }));
  slider->setSliderDown(false);
  const double t = time();
  ASSERT_TRUE(soon([&] { return time() > t + 0.2; }));
  EXPECT_EQ(window.player().state(), RunState::kRunning);
}

TEST_F(LinearTest, TheLoopIsClosedByARegulator) {
  openCart(kRegulator);
  linearise();
  auto* loop = window.findChild<QComboBox*>("linearLoop");
  ASSERT_TRUE(loop->isVisible());
  loop->setCurrentIndex(1);
  Q_EMIT loop->activated(1);
  ASSERT_TRUE(soon([&] { return about().contains(": stable"); })) << about().toStdString();
  for (const PoleRow& pole : view().map().poles()) EXPECT_EQ(pole.fate, PoleFate::kDecays);
  shoot("linear-closed");
}

TEST_F(LinearTest, ARegulatorThatCannotHoldSaysWhyAtItself) {
  openCart(kRegulator);
  std::string known;
  const QObject listener;
  QObject::connect(&window.document(), &DocumentHost::problemsChanged, &listener,
                   [&](const std::vector<Problem>& all) { known = all.empty() ? std::string() : all.front().text(); });
  std::vector<Problem> problems;
  ASSERT_TRUE(window.document().setField("links.cart.joint.axis", "[0, 1, 0]", problems));
  window.panels().setWorkspace(Workspace::kBuild);
  window.selection().select(Target::object(TargetKind::kController, window.description().controllers.front().id));
  ASSERT_TRUE(soon([&] { return window.findChild<LqrWatch*>()->failure().startsWith("cannot be stabilised"); }))
      << "the cart slides across the pole's plane: " << known;
  keep("lqr-failed-light");
}

}  // namespace
}  // namespace tendril
