// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of soft bodies edited in a real window, while the robot moves.
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>

#include "core/model/body/admissible_set.hpp"
#include "core/session/engine/engine_thread.hpp"
#include "studio/app/context/action_list.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/functions/coefficient_list.hpp"
#include "widgets/primitives/primitive_editor.hpp"
#include "widgets/strains/strain_editor.hpp"

namespace tendril {
namespace {

constexpr const char* kVolume = R"json({
  "format": "tendril", "version": 1, "name": "Soft cylinder", "gravity": [0, 0, -9.81],
  "materials": {"rubber": {"model": "neo_hookean", "density": 960, "c1": 40000, "relaxation": 0.05}},
  "links": [{"name": "arm", "parent": "world", "joint": {"type": "fixed"}, "body": {
    "type": "primitives", "material": "rubber", "length": 0.1,
    "mesh": {"cylinder": {"radius": 0.02, "tetrahedra": 400}},
    "primitives": [{"type": "stretch", "modes": ["X*(1-X)"]}, {"type": "bending_y", "modes": ["1/L", "x/L"]},
                   {"type": "bending_z", "modes": ["1/L", "x/L"]}, {"type": "torsion", "modes": ["X"]}]}}],
  "simulation": {"step": 0.002}
})json";

class ShapeTest : public StudioTest {
 protected:
  const Snapshot& now() { return window.player().snapshot(); }
  Vec3 tip() { return now().tipPoses.back().p; }
  std::size_t steps() { return window.document().document().undoCount(); }
  template <class T>
  T* find(const QString& name) {
    return window.findChild<T*>(name);
  }
  void selectLast() {
    window.selection().select(Target::link(window.description().links.back().id));
    window.view().viewport().setFocus();
    QTest::keyClick(&window, Qt::Key_B);
    ASSERT_TRUE(soon([&] { return window.panels().isPanelVisible("shape"); }));
  }
  void openRod(bool play) {
    open(copyOf("soft-manipulator"), play);
    selectLast();
  }
  /// Its rod with as many Gauss points as orders up to 6 need, so that a change of order changes nothing else.
  void openFineRod(bool play) {
    QFile file(copyOf("soft-manipulator"));
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    QByteArray content = file.readAll();
    ASSERT_TRUE(content.contains("\"quadrature\": 5"));
    content.replace("\"quadrature\": 5", "\"quadrature\": 7");
    file.resize(0);
    file.write(content);
    file.close();
    open(file.fileName(), play);
    selectLast();
  }
  int points() {
    return static_cast<int>(
        std::get<description::RodBody>(*window.description().links.back().body).single.quadrature->value);
  }
  void openVolume(bool play) {
    open(written("volume.tendril.json", kVolume), play);
    selectLast();
  }
  void type(const QString& field, const QString& text, Qt::Key end = Qt::Key_Return) {
    auto* edit = find<QLineEdit>(field);
    ASSERT_TRUE(edit && soon([&] { return edit->isVisible(); })) << field.toStdString();
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, end);
  }
  void choosePreset(const QString& button, const QString& name) {
    auto* presets = find<QPushButton>(button);
    QTest::mouseClick(presets, Qt::LeftButton);
    auto* menu = presets->findChild<QMenu*>();
    ASSERT_TRUE(menu);
    for (QAction* action : menu->actions())
      if (action->text() == name) {
        action->trigger();
        menu->close();
        return;
      }
    menu->close();
    FAIL() << name.toStdString();
  }
  void pause() {
    window.player().pause();
    ASSERT_TRUE(soon([&] { return !running(); }));
  }
  /// Waits until the model that runs has this many coordinates.
  bool runsWith(int coordinates) {
    return soon([&] { return !window.document().isBuilding() && now().model->nv == coordinates; });
  }
  QString problemOf(QWidget* at) {
    for (QLabel* label : at->findChildren<QLabel*>("problem"))
      if (label->isVisible()) return label->text();
    return {};
  }
};

TEST_F(ShapeTest, AnOrderBringsTheGaussPointsThatResolveIt) {
  openRod(false);
  ASSERT_EQ(points(), 5);
  const int size = now().model->nv;
  type("strain:bending_y:order", "6");
  ASSERT_TRUE(runsWith(size + 2));
  EXPECT_EQ(points(), 7);
  EXPECT_EQ(steps(), 1u);
  type("strain:bending_y:order", "4");
  ASSERT_TRUE(runsWith(size));
  EXPECT_EQ(points(), 5);
  EXPECT_EQ(steps(), 0u);
}

TEST_F(ShapeTest, ChangingOrdersKeepsTheShape) {
  openFineRod(true);
  ASSERT_TRUE(soon([&] { return time() > 0.4; }));
  pause();
  const Vec3 before = tip();
  const double t = time();
  const int size = now().model->nv;
  type("strain:bending_y:order", "6");
  ASSERT_TRUE(runsWith(size + 2));
  EXPECT_LT((tip() - before).norm(), 1e-6);
  EXPECT_EQ(time(), t);
  QTest::keyClick(find<QLineEdit>("strain:bending_y:order"), Qt::Key_Down);
  EXPECT_EQ(steps(), 1u);
  QTest::keyClick(find<QLineEdit>("strain:bending_y:order"), Qt::Key_Down);
  ASSERT_TRUE(runsWith(size));
  EXPECT_LT((tip() - before).norm(), 1e-6);  // back in the space that it came from
  EXPECT_EQ(steps(), 0u);                    // one field, changed in a row, and back
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > t + 0.1; }));
  type("strain:bending_z:order", "3");  // while it moves
  ASSERT_TRUE(runsWith(size - 1));
  const double later = time();
  EXPECT_GE(later, t);
  EXPECT_TRUE(soon([&] { return time() > later + 0.1; }));
  EXPECT_EQ(window.player().state(), RunState::kRunning);
  keep("shape-rod-light");
  EXPECT_EQ(steps(), 1u);
  window.document().undo();
  EXPECT_TRUE(runsWith(size));
  EXPECT_EQ(steps(), 0u);
}

TEST_F(ShapeTest, ASliderBendsTheRodAndHoldsTheTime) {
  openRod(true);
  ASSERT_TRUE(soon([&] { return time() > 0.1; }));
  auto* list = find<StrainEditor>("strains")->row(2).findChild<CoefficientList*>();
  const int coordinate = list->entries().front().q;
  const Vec3 before = tip();
  list->slider(0).slider().setValue(SliderScale::kSteps * 9 / 10);
  ASSERT_TRUE(soon([&] { return !running() && std::abs(now().q[coordinate] - 0.8) < 1e-9; }));
  EXPECT_GT((tip() - before).norm(), 0.01);
  EXPECT_EQ(steps(), 0u);
  EXPECT_EQ(engineViolations(), 0u) << lastEngineViolation();
}

TEST_F(ShapeTest, NonsenseIsExplainedAndChangesNothing) {
  openRod(false);
  const std::string before = text();
  StrainRow& row = find<StrainEditor>("strains")->row(1);
  for (const char* nonsense : {"999", "-3", "abc", "1.5", "=nothing", "1e99", "=sin("}) {
    type("strain:bending_y:order", nonsense);
    EXPECT_FALSE(problemOf(&row).isEmpty()) << nonsense;
    EXPECT_EQ(text(), before) << nonsense;
    QTest::keyClick(find<QLineEdit>("strain:bending_y:order"), Qt::Key_Escape);
    EXPECT_TRUE(problemOf(&row).isEmpty()) << nonsense;
  }
  type("strain:bending_y:reference", "sin(");
  EXPECT_FALSE(problemOf(&row).isEmpty());
  EXPECT_EQ(text(), before);
  QTest::keyClick(find<QLineEdit>("strain:bending_y:reference"), Qt::Key_Escape);
  EXPECT_EQ(steps(), 0u);
}

TEST_F(ShapeTest, EverythingOffStands) {
  openRod(true);
  const std::string before = text();
  for (const char* key : {"torsion", "bending_y", "bending_z", "stretch", "shear_y", "shear_z"})
    QTest::mouseClick(find<QWidget>(QStringLiteral("strain:%1:on").arg(key)), Qt::LeftButton);
  ASSERT_TRUE(runsWith(0));
  EXPECT_TRUE(find<QLabel>("strains:count")->text().startsWith("0 "));
  keep("shape-rod-off");
  EXPECT_EQ(steps(), 6u);
  while (steps() > 0) window.document().undo();
  EXPECT_EQ(text(), before);
  ASSERT_TRUE(runsWith(24));
}

TEST_F(ShapeTest, PresetsAndFormulasAreOneStepEach) {
  openRod(false);
  choosePreset("strains:presets", "Planar");
  ASSERT_TRUE(runsWith(5));
  EXPECT_EQ(steps(), 1u);
  auto* family = find<ChoiceField>("strain:bending_z:basis");
  family->setFocus();
  for (int k = 0; k < 20 && family->current() != "custom"; ++k) QTest::keyClick(family, Qt::Key_Down);
  ASSERT_TRUE(runsWith(5));
  type("strain:bending_z:function:1", "sin(pi*X)");
  ASSERT_TRUE(settled());
  EXPECT_NE(text().find("sin(pi*X)"), std::string::npos);
  type("strain:bending_z:function:0", "sin(pi*");
  EXPECT_EQ(text().find("sin(pi*\""), std::string::npos);
  keep("shape-rod-custom");
  choosePreset("strains:presets", "Piecewise constant");
  ASSERT_TRUE(runsWith(6));
  keep("shape-rod-piecewise");
}

TEST_F(ShapeTest, WhatToSelectIsSaid) {
  open(exampleNamed("hybrid-arm"), false);
  window.selection().clear();
  QTest::keyClick(&window, Qt::Key_B);
  ASSERT_TRUE(soon([&] { return window.panels().isPanelOpen("shape"); }));
  window.selection().select(Target::link(window.description().links.front().id));
  auto* hint = find<QLabel>("shape:hint");
  EXPECT_TRUE(soon([&] { return hint->isVisible(); }));
  keep("shape-hint");
  auto* choose = find<QAbstractButton>("shape:choose");
  ASSERT_TRUE(choose);
  QTest::mouseClick(choose, Qt::LeftButton);
  EXPECT_TRUE(soon([&] { return !hint->isVisible(); }));
  EXPECT_TRUE(find<QAction>("shapeAction")->property(kInObjectMenu).toBool());
  window.selection().clear();
  EXPECT_FALSE(find<QAction>("shapeAction")->property(kInObjectMenu).toBool());
}

TEST_F(ShapeTest, PrimitivesAreEditedWhileTheyMove) {
  openVolume(true);
  ASSERT_TRUE(soon([&] { return time() > 0.05; }));
  auto* editor = find<PrimitiveEditor>("primitives");
  ASSERT_EQ(editor->cardCount(), 4);
  EXPECT_TRUE(soon([&] { return editor->gauge().volumeText().startsWith("1 ±"); }));
  const double t = time();
  type("primitive:1:mode:1", "x^2/L^2");
  ASSERT_TRUE(settled());
  EXPECT_TRUE(soon([&] { return time() > t + 0.02; }));
  EXPECT_EQ(window.player().state(), RunState::kRunning);
  EXPECT_EQ(steps(), 1u);
  keep("shape-volume-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("shape-volume-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  QTest::mouseClick(find<QWidget>("primitive:1:add"), Qt::LeftButton);
  ASSERT_TRUE(runsWith(7));
  type("primitive:1:mode:2", "X/0");
  EXPECT_FALSE(problemOf(&editor->card(1)).isEmpty());
  EXPECT_EQ(steps(), 2u);
  EXPECT_EQ(engineViolations(), 0u) << lastEngineViolation();
}

TEST_F(ShapeTest, CarryingACardKeepsTheShapeOfABackbone) {
  openVolume(true);
  ASSERT_TRUE(soon([&] { return time() > 0.05; }));
  pause();
  const Vec3 before = tip();
  auto* editor = find<PrimitiveEditor>("primitives");
  CardGrip& grip = editor->card(0).grip();
  grip.setFocus();
  QTest::keyClick(&grip, Qt::Key_Down);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return now().model->links.back().body->coordinateInfo(0).name == "bending_y[0]"; }));
  EXPECT_LT((tip() - before).norm(), 1e-9);
  EXPECT_EQ(steps(), 1u);
  EXPECT_EQ(find<QWidget>("primitive:1:grip"), window.focusWidget());
}

TEST_F(ShapeTest, AHandStopsBeforeTheBodyFolds) {
  openVolume(false);
  auto* editor = find<PrimitiveEditor>("primitives");
  ASSERT_TRUE(soon([&] { return editor->gauge().volumeText().startsWith("1 ±"); }));
  for (const int card : {1, 2}) {
    auto* list = editor->card(card).findChild<CoefficientList*>();
    list->slider(0).slider().setValue(SliderScale::kSteps);
    untilStill();
  }
  ASSERT_TRUE(soon([&] { return now().q.norm() > 1; }));
  untilStill();
  const auto* body = dynamic_cast<const AdmissibleSet*>(now().model->links.back().body.get());
  ASSERT_TRUE(body);
  EXPECT_GT(body->admissibleMargin(now().q), 0.04);
  auto* remark = find<QLabel>("primitives:remark");
  EXPECT_TRUE(remark->isVisible());
  EXPECT_TRUE(remark->text().contains("folds")) << remark->text().toStdString();
  keep("shape-volume-edge");
}

TEST_F(ShapeTest, PresetsOfThePapersAndASourceWithoutABore) {
  openVolume(false);
  choosePreset("primitives:presets", "Table 4: soft arm");
  ASSERT_TRUE(runsWith(8));
  EXPECT_EQ(steps(), 1u);
  choosePreset("primitives:presets", "Table 4, composed");
  ASSERT_TRUE(runsWith(8));
  keep("shape-volume-composed");
  choosePreset("primitives:presets", "Table 5: gripper");  // the cylinder has no bore: the old robot runs on
  auto* problem = find<QLabel>("primitives:problem");
  EXPECT_TRUE(soon([&] { return problem->isVisible() || steps() == 2u; }));
  keep("shape-volume-no-bore");
  EXPECT_TRUE(problem->text().contains("bore")) << problem->text().toStdString();
  if (steps() > 2u) window.document().undo();
  EXPECT_TRUE(soon([&] { return !window.document().isBuilding(); }));
}

}  // namespace
}  // namespace tendril
