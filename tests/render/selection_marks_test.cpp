// SPDX-License-Identifier: BSD-3-Clause
// What is selected of what acts: routes, chambers, wrenches, seen through the robot.
#include <gtest/gtest.h>
#include <vtkActor.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkRenderWindow.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "render/output/display_server.hpp"
#include "render/scene/stage.hpp"
#include "tests/render/robots.hpp"

namespace tendril {
namespace {

/// A wall of two triangles on the tip, beside a line that nothing draws.
class Wall : public TendonPiece {
 public:
  double length(const VecXRef&) const override { return 1e-6; }
  void addGradient(const VecXRef&, VecXMut) const override {}
  void addHessian(const VecXRef&, double, MatXMut) const override {}
  void addGradientSeries(const MatX&, MatX&) const override {}
  void path(const BodyData&, std::vector<Vec3>& points) const override { points.clear(); }
  std::span<const std::array<int, 3>> wall() const override { return triangles_; }
  void wallPoints(const BodyData&, std::vector<Vec3>& points) const override {
    points = {{0.3, 0.01, -0.01}, {0.3, -0.01, -0.01}, {0.4, -0.01, 0.01}, {0.4, 0.01, 0.01}};
  }

 private:
  std::vector<std::array<int, 3>> triangles_ = {{0, 1, 2}, {0, 2, 3}};
};

/// The rod with two tendons beside it, a third through its middle, a chamber with a wall, one that is a line, and a
/// push at its tip.
std::shared_ptr<const Model> actedOn() {
  ModelSpec spec;
  LinkSpec arm = test::link("arm", kWorld);
  arm.pose.p = Vec3(0, 0, 0.4);
  arm.body = test::bendingRod(0.5, test::round(0.03, 0.015));
  spec.links.push_back(std::move(arm));
  const auto line = [](double y, double weight) { return [=](double) { return RoutePoint{y, 0, 0, 0, weight}; }; };
  spec.actuators.emplace_back([line](const Model& built) {
    std::vector<Tendon::BodyPiece> pieces;
    pieces.push_back({0, built.links[0].body->makeTendonPiece(line(0.005, 1), 0, 0.9)});
    return std::make_unique<Tendon>("cable", std::move(pieces), std::vector<Tendon::Segment>{}, true);
  });
  spec.actuators.emplace_back(
      [](const Model&) { return std::make_unique<PressureChamber>("wall", 0, std::make_unique<Wall>()); });
  spec.actuators.emplace_back([line](const Model& built) {
    return std::make_unique<PressureChamber>("line", 0,
                                             built.links[0].body->makeTendonPiece(line(-0.005, 1e-4), 0.2, 0.8));
  });
  const auto wrench = [](double t) { return (Vec6() << 0, 0, 0, 0, 0, t).finished(); };
  spec.loads = {{"push", 0, 0, std::make_shared<PointWrench>(PointWrench::Frame::kWorld, wrench)}};
  return std::make_shared<const Model>(std::move(spec));
}

class SelectionMarksTest : public testing::Test {
 protected:
  static constexpr int kWidth = 640, kHeight = 400;
  static constexpr int kNear = 70, kFar = 100;  // of 255: the accent, softened at its edges, and what is not
  using Rgb = std::array<int, 3>;

  SelectionMarksTest() {
    window_->SetOffScreenRendering(1);
    window_->SetSize(kWidth, kHeight);
    stage_.attach(window_);
    stage_.setFurniture(false);  // its blue axis would count as accent
    stage_.setRobot(std::make_shared<RobotScene>(model_));
    stage_.setSize(kWidth, kHeight);
    show(VecX::Zero(1));
    stage_.camera() = stage_.framed();
    render();
  }
  ~SelectionMarksTest() override { stage_.detach(); }
  void show(const VecX& q, bool locates = true) {
    Data data(*model_);
    now_.locates = locates;
    const VecX u = VecX::Zero(model_->nu);
    fillSnapshot(model_, data, 2, q, VecX::Zero(1), &u, now_);
    stage_.update(now_);
  }
  void render() {
    stage_.prepare(kWidth, kHeight, 1);
    window_->Render();
  }
  std::vector<Rgb> pixels() {
    unsigned char* bytes = window_->GetPixelData(0, 0, kWidth - 1, kHeight - 1, 0, 0);
    std::vector<Rgb> out(kWidth * kHeight);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = {bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2]};
    delete[] bytes;
    return out;
  }
  /// How far a pixel at a point of the world, or one beside it, is from the accent.
  int fromAccent(const Vec3& point) {
    const Vec3 at = stage_.camera().project(point, kWidth, kHeight);
    const Color& accent = stage_.theme().accent;
    const std::vector<Rgb> all = pixels();
    int best = 255;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const int x = static_cast<int>(std::lround(at.x())) + dx;
        const int y = kHeight - 1 - (static_cast<int>(std::lround(at.y())) + dy);  // rows from below
        if (x < 0 || y < 0 || x >= kWidth || y >= kHeight) continue;
        const Rgb& c = all[static_cast<std::size_t>(y * kWidth + x)];
        best = std::min(best, std::max({std::abs(c[0] - static_cast<int>(255 * accent.r)),
                                        std::abs(c[1] - static_cast<int>(255 * accent.g)),
                                        std::abs(c[2] - static_cast<int>(255 * accent.b))}));
      }
    return best;
  }
  void select(SceneSelection selection) {
    stage_.select(std::vector{std::move(selection)});
    render();
  }
  const SelectionMarks& marks() { return stage_.robot()->marks(); }

  std::unique_ptr<PrivateDisplay> display_ = PrivateDisplay::ifNeeded();
  std::shared_ptr<const Model> model_ = actedOn();
  Snapshot now_;
  vtkNew<vtkRenderWindow> window_;
  Stage stage_;
};

TEST_F(SelectionMarksTest, ARouteIsSeenThroughItsBodyAndFollowsIt) {
  for (const Theme& theme : {kLightTheme, kDarkTheme}) {
    stage_.setTheme(theme);
    show(VecX::Zero(1));
    stage_.select(std::vector<SceneSelection>{});
    render();
    const Vec3 inside(0.25, 0.005, 0.4);
    const std::vector<Rgb> without = pixels();
    EXPECT_GT(fromAccent(inside), kFar);
    select({.at = {}, .actuator = 0});
    EXPECT_LT(fromAccent(inside), kNear) << "in front of the body that it lies in";
    show(VecX::Constant(1, 1.5));
    render();
    const int first = now_.tendonLines.at(0).first + now_.tendonLines[0].count / 2;
    EXPECT_LT(fromAccent(now_.tendonPoints[static_cast<std::size_t>(first)]), kNear) << "it has moved with the rod";
    show(VecX::Zero(1));
    stage_.select(std::vector<SceneSelection>{});
    render();
    EXPECT_EQ(pixels(), without);
  }
}

TEST_F(SelectionMarksTest, NothingIsDrawnWhileNothingIsSelected) {
  EXPECT_FALSE(marks().lineActor()->GetVisibility());
  EXPECT_FALSE(marks().wallActor()->GetVisibility());
  EXPECT_EQ(marks().lines()->GetNumberOfPoints(), 0);
  select({.link = 0, .at = {}});
  EXPECT_EQ(marks().lines()->GetNumberOfPoints(), 0) << "links have outlines";
  EXPECT_FALSE(marks().lineActor()->GetVisibility());
}

TEST_F(SelectionMarksTest, AChamberShowsItsWallOrItsLine) {
  select({.at = {}, .actuator = 1});
  EXPECT_EQ(marks().walls()->GetNumberOfPolys(), 2);
  EXPECT_TRUE(marks().wallActor()->GetVisibility());
  double bounds[6];
  marks().walls()->GetBounds(bounds);
  EXPECT_NEAR(bounds[0], 0.3, 1e-6);
  EXPECT_NEAR(bounds[5], 0.41, 1e-6);
  select({.at = {}, .actuator = 2});
  EXPECT_EQ(marks().walls()->GetNumberOfPolys(), 0);
  EXPECT_FALSE(marks().wallActor()->GetVisibility());
  EXPECT_LT(fromAccent({0.25, -0.005, 0.4}), kNear);
  EXPECT_GT(fromAccent({0.05, -0.005, 0.4}), kFar) << "it begins at 0.2 of the rod";
  show(VecX::Zero(1), false);
  render();
  EXPECT_FALSE(marks().lineActor()->GetVisibility()) << "a snapshot that does not tell of it";
}

TEST_F(SelectionMarksTest, AWrenchShowsItsPlaceAndItsForceOfNow) {
  select({.at = {}, .load = 0});
  EXPECT_GT(marks().lines()->GetNumberOfPoints(), 20) << "a ring";
  EXPECT_EQ(stage_.robot()->forceScale().force, 2) << "2 N at 2 s";
  double bounds[6];
  stage_.robot()->arrows().mesh()->GetBounds(bounds);
  EXPECT_NEAR(bounds[5], 0.4 + stage_.robot()->forceScale().length, 1e-6);
  stage_.select(-1);
  EXPECT_EQ(stage_.robot()->forceScale().force, 0);
}

TEST_F(SelectionMarksTest, WhatTheRobotHasNotIsNotSelected) {
  select({.at = {}, .actuator = 3});
  EXPECT_TRUE(stage_.robot()->selection().empty());
  select({.at = {}, .load = 1});
  EXPECT_TRUE(stage_.robot()->selection().empty());
}

}  // namespace
}  // namespace tendril
