// SPDX-License-Identifier: GPL-3.0-or-later
// Mass from the shape, asked for in the window.
#include <QAction>
#include <QInputDialog>
#include <QLabel>
#include <QTimer>

#include <algorithm>
#include <cmath>

#include "studio/app/view/handles/handle_controller.hpp"
#include "studio/document/items.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/handles/handle_layer.hpp"

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

/// A handle of a side is dragged: the block is as dense as before, and one step goes back.
TEST_F(WeighTest, ABlockThatIsDraggedLargerGetsHeavier) {
  window.document().newProject(LinkTemplate::kRigid);
  ASSERT_TRUE(settled() && soon([&] { return window.view().viewport().scene() != nullptr; }));
  window.resize(1440, 900);
  window.panels().setWorkspace(Workspace::kBuild);
  window.selection().select(Target::link(window.description().links.front().id));
  untilStill();
  const std::string before = text();
  const double mass = bar().mass.value, side = (*bar().visual->box)[2].value;
  auto& handles = *window.findChild<HandleController*>();
  const auto& all = handles.layer().handles();
  const auto z = std::find_if(all.begin(), all.end(), [](const Handle& each) { return each.label == "Side z"; });
  ASSERT_NE(z, all.end());
  const auto from = handles.layer().onScreen({static_cast<int>(z - all.begin()), Grip::kValue, 0});
  ASSERT_TRUE(from);
  Viewport& viewport = window.view().viewport();
  QTest::mouseMove(&viewport, from->toPoint());
  QTest::mousePress(&viewport, Qt::LeftButton, {}, from->toPoint());
  for (int k = 1; k <= 5; ++k) {
    const QPointF at = *from - QPointF(0, 8 * k);
    QMouseEvent move(QEvent::MouseMove, at, viewport.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&viewport, &move);
  }
  QTest::mouseRelease(&viewport, Qt::LeftButton, {}, from->toPoint() - QPoint(0, 40));
  const double now = (*bar().visual->box)[2].value;
  ASSERT_GT(now, 1.2 * side);
  EXPECT_NEAR(bar().mass.value, mass * now / side, 1e-6 * mass);
  EXPECT_EQ(window.document().document().undoCount(), 1u);
  ASSERT_TRUE(settled());
  keep("resized-light");
  QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), before);
}

/// Mass, centre and stiffness stand below the title and follow what is typed.
TEST_F(WeighTest, WhatFollowsFromTheFieldsIsToldAsOneEdits) {
  open(written("bar.tendril.json", kBar), false);
  window.selection().select(Target::link(window.description().links.front().id));
  auto* told = window.findChild<QLabel*>("inspector-derived");
  ASSERT_TRUE(told && soon([&] { return told->isVisible(); }));
  EXPECT_TRUE(told->text().contains("mass 3 kg") || told->text().contains(QString("mass 3%1kg").arg(QChar(0x2009))))
      << told->text().toStdString();
  EXPECT_TRUE(told->text().contains("density of its shape"));
  open(exampleNamed("soft-manipulator"), false);
  window.selection().select(Target::link(window.description().links.front().id));
  ASSERT_TRUE(soon([&] { return told->text().contains("first frequency"); })) << told->text().toStdString();
  EXPECT_TRUE(told->text().contains("bending stiffness EI"));
  keep("derived-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("derived-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  const QString before = told->text();
  std::vector<Problem> problems;
  ASSERT_TRUE(window.document().setField("materials.silicone.young", "2e6", problems));
  EXPECT_TRUE(soon([&] { return told->text() != before && told->text().contains("EA"); }));
}

}  // namespace
}  // namespace tendril
