// SPDX-License-Identifier: GPL-3.0-or-later
// Rods, arcs and volumes that are bent until they fold: the margin beside them, and a problem while they do.
#include <QAbstractButton>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

#include "core/model/body/admissible_set.hpp"
#include "core/model/body/folding.hpp"
#include "core/session/engine/engine_thread.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/functions/margin_gauge.hpp"
#include "widgets/inspector/inspector.hpp"
#include "widgets/status/problems_popover.hpp"

namespace tendril {
namespace {

/// A rod that folds at 30 rad over its length and creeps back within a second; an arc that folds at 15 rad.
QByteArray soft(const char* q0) {
  return QByteArray(R"({"format": "tendril", "version": 1, "name": "bent", "gravity": [0, 0, 0],
    "materials": {"foam": {"density": 300, "young": 1e5, "poisson": 0.45, "relaxation": 0.5}},
    "links": [
      {"name": "rod", "parent": "world", "body": {"type": "rod", "material": "foam", "length": 0.3,
       "section": {"shape": "circle", "radius": 0.01}, "strain": {"bending_z": {"basis": "legendre", "order": 0}},
       "q0": )") +
         q0 + R"(}},
      {"name": "arc", "parent": "world", "pose": {"position": [0, 0, 0.3]},
       "body": {"type": "constant_curvature", "material": "foam", "length": 0.3, "radius": 0.02}}],
    "simulation": {"step": 0.002}})";
}

class FoldingTest : public StudioTest {
 protected:
  const Snapshot& now() { return window.player().snapshot(); }
  QToolButton* problems() { return window.status().findChild<QToolButton*>("problems_button"); }
  bool tells(const QString& text) {
    return soon([&] { return problems()->text() == text; });
  }
  void select(std::size_t link) { window.selection().select(Target::link(window.description().links[link].id)); }
  void bend(const VecX& q) { window.player().setConfiguration(q, VecX::Zero(now().v.size())); }
  QString live() {
    auto* label = window.findChild<QLabel*>("inspector-live");
    return label && label->isVisible() ? label->text() : QString();
  }
  /// The line among the problems that says this.
  QAbstractButton* line(const QString& words) {
    auto* list = window.findChild<ProblemsPopover*>();
    if (!list->isVisible()) QTest::mouseClick(problems(), Qt::LeftButton);
    if (!soon([&] { return list->isVisible(); })) return nullptr;
    for (auto* each : list->findChildren<QAbstractButton*>())
      if (each->accessibleName().contains(words)) return each;
    return nullptr;
  }
  static bool says(const QWidget* row, const QString& words) {
    const auto labels = row->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* each) { return each->text().contains(words); });
  }
};

TEST_F(FoldingTest, AProblemComesWithTheBendAndGoesWithIt) {
  open(written("bent.tendril.json", soft("[0]")), false);
  EXPECT_EQ(problems()->text(), "No problems");
  select(0);
  window.view().viewport().setFocus();
  QTest::keyClick(&window, Qt::Key_B);
  ASSERT_TRUE(soon([&] { return window.panels().isPanelVisible("shape"); }));
  auto* gauge = window.findChild<MarginGauge*>("marginGauge");
  ASSERT_TRUE(gauge && soon([&] { return gauge->isVisible(); }));
  EXPECT_TRUE(soon([&] { return gauge->marginText().startsWith('1') && live().startsWith("margin to folding 1"); }))
      << gauge->marginText().toStdString() << " / " << live().toStdString();
  bend(Vec2(15, 0));
  EXPECT_TRUE(soon([&] { return gauge->marginText().startsWith("0.50") && live().contains("0.50"); }));
  EXPECT_EQ(problems()->text(), "No problems");
  bend(Vec2(36, 0));
  ASSERT_TRUE(tells("1 problem")) << problems()->text().toStdString();
  EXPECT_TRUE(soon([&] { return gauge->marginText().startsWith("−0.20") && live().contains("−0.20"); }))
      << gauge->marginText().toStdString() << " / " << live().toStdString();
  QAbstractButton* row = line("folds a section over the centre of curvature");
  ASSERT_TRUE(row);
  EXPECT_TRUE(says(row, "links.rod.body"));
  EXPECT_TRUE(says(row, "Bend it less"));
  keep("folding-light");
  select(1);
  QTest::mouseClick(row, Qt::LeftButton);  // goes to the body
  EXPECT_TRUE(soon([&] { return window.selection().current()->id == window.description().links[0].id; }));
  bend(Vec2(0, 0));
  EXPECT_TRUE(tells("No problems"));
  EXPECT_EQ(engineViolations(), 0u) << lastEngineViolation();
}

TEST_F(FoldingTest, OfAnArcItStandsInTheInspector) {
  open(written("bent.tendril.json", soft("[0]")), false);
  window.panels().setWorkspace(Workspace::kBuild);
  select(1);
  EXPECT_TRUE(soon([&] { return live().startsWith("margin to folding 1"); })) << live().toStdString();
  bend(Vec2(0, -18));
  EXPECT_TRUE(soon([&] { return live().contains("−0.20"); })) << live().toStdString();
  ASSERT_TRUE(tells("1 problem"));
  QAbstractButton* row = line("folds a section over the centre of curvature");
  ASSERT_TRUE(row);
  EXPECT_TRUE(says(row, "links.arc.body"));
  bend(Vec2(0, -7.5));
  EXPECT_TRUE(tells("No problems"));
  EXPECT_TRUE(soon([&] { return live().contains("0.50"); })) << live().toStdString();
}

/// What the project begins with is told when it is opened; what the run does, as long as it does.
TEST_F(FoldingTest, AStartThatIsBentTooFarIsToldAndARunUnbendsIt) {
  open(written("bent.tendril.json", soft("[45]")), false);
  ASSERT_TRUE(tells("2 problems")) << problems()->text().toStdString();
  QAbstractButton* row = line("Begins bent too far");
  ASSERT_TRUE(row);
  EXPECT_TRUE(says(row, "links.rod.body.q0"));
  window.player().play();
  EXPECT_TRUE(tells("1 problem")) << problems()->text().toStdString();
  EXPECT_TRUE(running());
  window.player().reset();
  EXPECT_TRUE(tells("2 problems")) << problems()->text().toStdString();
  std::vector<Problem> refused;
  ASSERT_TRUE(window.document().setField("links.rod.body.q0", "[5]", refused));
  EXPECT_TRUE(tells("No problems")) << problems()->text().toStdString();
}

TEST_F(FoldingTest, AVolumeThatFoldsIsAProblem) {
  open(written("volume.tendril.json", R"json({"format": "tendril", "version": 1, "name": "volume", "gravity": [0, 0, 0],
    "materials": {"rubber": {"model": "neo_hookean", "density": 960, "c1": 40000, "relaxation": 0.05}},
    "links": [{"name": "arm", "body": {"type": "primitives", "material": "rubber", "length": 0.1, "quadrature": 4,
      "mesh": {"cylinder": {"radius": 0.02, "tetrahedra": 400}},
      "primitives": [{"type": "bending_z", "modes": ["1/L"]}]}}]})json"),
       false);
  const QString before = problems()->text();
  const Body& body = *now().model->links[0].body;
  double low = 0, high = 10;  // folded
  for (int k = 0; k < 40; ++k) {
    const double middle = (low + high) / 2;
    (foldingOf(body, VecX::Constant(1, middle)).margin > kFoldingEdge / 2 ? low : high) = middle;
  }
  const VecX near = VecX::Constant(1, low);
  ASSERT_GT(dynamic_cast<const AdmissibleSet&>(body).admissibleMargin(near), 0) << "it can be computed";
  bend(near);
  ASSERT_TRUE(soon([&] { return problems()->text() != before; }));
  EXPECT_TRUE(line("folds a section"));
  bend(near / 2);
  EXPECT_TRUE(tells(before));
}

}  // namespace
}  // namespace tendril
