// SPDX-License-Identifier: GPL-3.0-or-later
// Tendons, chambers and loads that are selected, seen in the view through the robot, in every workspace.
#include <vtkActor.h>
#include <vtkPolyData.h>

#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/hud/force_legend.hpp"

namespace tendril {
namespace {

class SelectionSeenTest : public StudioTest {
 protected:
  void openIn(Workspace workspace, const QString& path) {
    open(path, false);
    window.resize(1440, 900);
    window.panels().setWorkspace(workspace);
    viewport().frameAll(false);
    untilStill();
  }
  void selectActuator(std::size_t i = 0) {
    window.selection().select(Target::object(TargetKind::kActuator, window.description().actuators[i].id));
  }
  void selectLoad(std::size_t i = 0) {
    window.selection().select(Target::object(TargetKind::kLoad, window.description().loads[i].id));
  }
  const Snapshot& now() { return window.player().snapshot(); }
  Viewport& viewport() { return window.view().viewport(); }
  const SelectionMarks& marks() { return viewport().scene()->marks(); }

  /// How many of these points of the world have the selection's colour in the picture.
  std::size_t accentedOf(std::span<const Vec3> points) {
    const QImage picture = viewport().grabImage(viewport().size());
    const QColor accent = AppTheme::instance().color(Token::kAccent);
    std::size_t count = 0;
    for (const Vec3& point : points) {
      const Vec3 at = viewport().camera().project(point, viewport().width(), viewport().height());
      bool found = false;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const QPoint place(static_cast<int>(std::lround(at.x())) + dx, static_cast<int>(std::lround(at.y())) + dy);
          if (!picture.rect().contains(place)) continue;
          const QColor color = picture.pixelColor(place);
          found =
              found || (std::abs(color.red() - accent.red()) < 70 && std::abs(color.green() - accent.green()) < 70 &&
                        std::abs(color.blue() - accent.blue()) < 70);
        }
      count += found ? 1 : 0;
    }
    return count;
  }
  std::vector<Vec3> routeOf(int actuator) {
    std::vector<Vec3> points;
    for (const TendonLine& line : now().tendonLines)
      for (int i = 0; line.actuator == actuator && i < line.count; ++i)
        points.push_back(now().tendonPoints[static_cast<std::size_t>(line.first + i)]);
    return points;
  }
  /// A chamber in a gripper of silicone; `surface`: its wall.
  QString gripper(const QString& name, const QByteArray& surface) {
    return written(name + ".tendril.json", R"json({"format": "tendril", "version": 1, "name": "Gripper",
      "gravity": [0, 0, 0],
      "materials": {"m": {"density": 1000, "model": "neo_hookean", "c1": 1e5, "relaxation": 0.05}},
      "links": [{"name": "arm", "pose": {"position": [0, 0, 0.1]}, "body": {"type": "primitives", "material": "m",
        "length": 0.08, "mesh": {"gripper": {"radius": 0.03, "inner": 0.02, "cap": 0.01, "tetrahedra": 1500}},
        "primitives": [{"type": "stretch", "modes": ["X"]}]}}],
      "actuators": [{"name": "air", "type": "pressure", "link": "arm", "surface": )json" +
                                               surface + "}]}");
  }
};

TEST_F(SelectionSeenTest, ATendonShowsItsRouteWhileItMoves) {
  openIn(Workspace::kRun, exampleNamed("tendon-arm-3-segments"));
  const std::vector<Vec3> before = routeOf(0);
  ASSERT_GT(before.size(), 10u);
  EXPECT_LT(accentedOf(before), before.size() / 4);
  selectActuator();
  ASSERT_TRUE(soon([&] { return marks().lineActor()->GetVisibility() != 0; }));
  EXPECT_GT(accentedOf(before), before.size() * 9 / 10) << "through the body, too";
  keep("selected-tendon-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  EXPECT_GT(accentedOf(before), before.size() * 9 / 10);
  keep("selected-tendon-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 0.5; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  untilStill();
  const std::vector<Vec3> after = routeOf(0);
  EXPECT_GT((after.back() - before.back()).norm(), 1e-3) << "it has moved";
  EXPECT_GT(accentedOf(after), after.size() * 9 / 10);
  window.selection().clear();
  untilStill();
  EXPECT_FALSE(marks().lineActor()->GetVisibility());
  EXPECT_LT(accentedOf(after), after.size() / 4);
}

TEST_F(SelectionSeenTest, AChamberShowsItsBore) {
  openIn(Workspace::kAnalyse, exampleNamed("inflating-tube"));
  EXPECT_TRUE(now().chambers.empty()) << "nobody has asked";
  selectActuator();
  ASSERT_TRUE(soon([&] { return !now().chambers.empty(); }));
  untilStill();
  EXPECT_TRUE(marks().wallActor()->GetVisibility());
  EXPECT_GT(marks().walls()->GetNumberOfPolys(), 100);
  keep("selected-bore-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("selected-bore-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  window.selection().clear();
  ASSERT_TRUE(soon([&] { return now().chambers.empty(); })) << "and nobody asks any more";
  EXPECT_FALSE(marks().wallActor()->GetVisibility());
}

TEST_F(SelectionSeenTest, AChamberShowsItsMarkedSurfaceOrItsFaces) {
  vtkIdType marked = 0;
  const std::pair<const char*, const char*> surfaces[] = {
      {"marked", R"("bore")"}, {"around", R"({"around": [[0.045, 0.0195, 0], [0.07, 0.008, 0]]})"}};
  for (const auto& [name, surface] : surfaces) {
    SCOPED_TRACE(name);
    openIn(Workspace::kRun, gripper(name, surface));
    selectActuator();
    ASSERT_TRUE(soon([&] { return !now().chambers.empty() && marks().wallActor()->GetVisibility() != 0; }));
    double bounds[6];
    marks().walls()->GetBounds(bounds);
    EXPECT_NEAR(bounds[1], 0.07, 1e-5) << "to the cap";
    EXPECT_NEAR(bounds[3], 0.02, 1e-3);
    if (marked == 0) marked = marks().walls()->GetNumberOfPolys();
    EXPECT_EQ(marks().walls()->GetNumberOfPolys(), marked) << "both mean the same faces";
  }
  keep("selected-wall-light");
}

TEST_F(SelectionSeenTest, AChamberOfARodShowsItsLine) {
  openIn(Workspace::kRun, written("rod.tendril.json", R"({"format": "tendril", "version": 1, "name": "Rod",
    "gravity": [0, 0, 0], "materials": {"m": {"young": 1e6, "poisson": 0.5, "density": 1000, "viscosity": 1e3}},
    "links": [{"name": "soft", "pose": {"position": [0, 0, 0.2]},
      "body": {"type": "rod", "material": "m", "length": 0.3, "section": {"shape": "circle", "radius": 0.02},
               "strain": {"bending_y": {"basis": "legendre", "order": 1}}}}],
    "actuators": [{"name": "air", "type": "pressure", "link": "soft", "area": 1e-4, "z": 0.01, "from": 0.25}]})"));
  selectActuator();
  ASSERT_TRUE(soon([&] { return now().chambers.size() == 1 && marks().lineActor()->GetVisibility() != 0; }));
  const std::vector<Vec3> line = now().chambers[0].points;
  EXPECT_NEAR(line.front().x(), 0.075, 1e-6);
  EXPECT_NEAR(line.front().z(), 0.21, 1e-6);
  untilStill();
  EXPECT_GT(accentedOf(line), line.size() * 9 / 10);
  keep("selected-chamber-line-light");
}

TEST_F(SelectionSeenTest, AWrenchShowsItsArrowsOfNow) {
  openIn(Workspace::kRun, exampleNamed("parallel-platform"));
  EXPECT_TRUE(now().wrenches.empty());
  window.player().play();
  ASSERT_TRUE(soon([&] { return time() > 0.6; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  selectLoad();
  ASSERT_TRUE(soon([&] { return now().wrenches.size() == 1; })) << "also while it stands still";
  const WrenchState wrench = now().wrenches[0];
  EXPECT_NEAR(wrench.moment.x(), 0.02 * std::sin(2 * M_PI * now().t / 4), 1e-9) << "a formula, at this instant";
  untilStill();
  EXPECT_GT(viewport().scene()->forceScale().torque, 0);
  EXPECT_TRUE(marks().lineActor()->GetVisibility()) << "where it acts";
  EXPECT_TRUE(soon([&] { return window.view().forceLegend().isVisible(); })) << "what its length means";
  double bounds[6];
  viewport().scene()->arrows().mesh()->GetBounds(bounds);
  EXPECT_GT(bounds[1] - bounds[0], 0);
  keep("selected-wrench-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("selected-wrench-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  window.selection().clear();
  ASSERT_TRUE(soon([&] { return now().wrenches.empty(); }));
  EXPECT_EQ(viewport().scene()->forceScale().torque, 0);
}

TEST_F(SelectionSeenTest, AnEditedRobotKeepsWhatIsSelected) {
  openIn(Workspace::kBuild, exampleNamed("inflating-tube"));
  selectActuator();
  const auto girth = [&] {  // across the ring at the base: points 0 and 16 of 32
    return now().chambers.empty() ? 0 : (now().chambers[0].points[0] - now().chambers[0].points[16]).norm();
  };
  ASSERT_TRUE(soon([&] { return std::abs(girth() - 0.026) < 1e-6; })) << girth();
  std::vector<Problem> problems;
  ASSERT_TRUE(window.document().setFields({{"actuators.air.surface.cylinder.radius", "0.012"}}, problems));
  EXPECT_TRUE(soon([&] { return std::abs(girth() - 0.024) < 1e-6; })) << girth();
  ASSERT_TRUE(soon([&] { return viewport().scene()->model() == now().model; }));
  EXPECT_TRUE(soon([&] { return marks().wallActor()->GetVisibility() != 0; })) << "it is still selected";
  window.document().undo();
  ASSERT_TRUE(settled());
}

}  // namespace
}  // namespace tendril
