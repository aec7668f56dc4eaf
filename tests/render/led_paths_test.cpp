// SPDX-License-Identifier: BSD-3-Clause
// Where controllers lead the robot: paths of references, traces, and both in a picture.
#include "render/glyphs/led_paths.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "render/output/offscreen.hpp"
#include "tests/render/robots.hpp"

namespace tendril {
namespace {

using Motion = std::function<Vec3(double)>;

/// Demands nothing and says where it leads the tip.
class Leader : public Controller {
 public:
  Leader(Motion motion, LedFrame frame) : Controller("leader", {}), motion_(std::move(motion)), frame_(frame) {}
  const std::vector<ControllerSignal>& signals() const override { return none_; }
  std::unique_ptr<Workspace> makeWorkspace(const Model&) const override { return nullptr; }
  void update(Workspace&, const Measurement&, ControllerOutput) const override {}
  std::optional<LedFrame> led() const override { return frame_; }
  Pose wantedFrame(double t) const override { return {Mat3::Identity(), motion_(t)}; }

 private:
  Motion motion_;
  LedFrame frame_;
  std::vector<ControllerSignal> none_;
};

/// A rod whose tip is led so for 10 s.
std::shared_ptr<const Model> led(Motion motion, LedFrame frame = {}) {
  ModelSpec spec;
  LinkSpec arm = test::link("arm", kWorld);
  arm.pose.p = Vec3(0, 0, 0.4);
  arm.body = test::bendingRod(0.5, test::round(0.03, 0.015));
  spec.links.push_back(std::move(arm));
  spec.controllers.push_back([=](const Model&) { return std::make_shared<Leader>(motion, frame); });
  spec.simulation.duration = 10;
  return std::make_shared<const Model>(std::move(spec));
}

Motion circle(double period) {
  return [=](double t) {
    const double angle = 2 * std::numbers::pi * t / period;
    return Vec3(0.5, 0.15 * std::cos(angle), 0.4 + 0.15 * std::sin(angle));
  };
}

Snapshot at(const std::shared_ptr<const Model>& model, double t, double bend = 0) {
  Data data(*model);
  Snapshot out;
  fillSnapshot(model, data, t, VecX::Constant(model->nq, bend), VecX::Zero(model->nv), nullptr, out);
  return out;
}

TEST(LedPaths, ShowAPathOnceRound) {
  for (const double period : {2.0, 3.0, 4.999, 7.0, 30.0}) {
    const auto model = led(circle(period));
    const LedPaths paths(*model, {});
    const std::vector<Vec3>& path = paths.path(0);
    double length = 0;
    for (std::size_t i = 1; i < path.size(); ++i) length += (path[i] - path[i - 1]).norm();
    const double once = 2 * std::numbers::pi * 0.15;
    // what does not come round twice within the run is drawn as far as it goes
    EXPECT_NEAR(length, once * (period <= 5 ? 1 : 10 / period), 0.02 * once) << period;
    for (const Vec3& p : path) EXPECT_NEAR((p - Vec3(0.5, 0, 0.4)).norm(), 0.15, 1e-12);
  }
}

TEST(LedPaths, HaveNoPathWhereNothingMovesOrCanBeDrawn) {
  const Motion rests = [](double) { return Vec3(0.4, 0.1, 0.2); };
  EXPECT_TRUE(LedPaths(*led(rests), {}).path(0).empty());
  const Motion broken = [](double) { return Vec3::Constant(std::nan("")).eval(); };
  EXPECT_TRUE(LedPaths(*led(broken), {}).path(0).empty());
  EXPECT_TRUE(LedPaths(*led(circle(2), {0, 0, false, true}), {}).path(0).empty());  // turns alone are led
}

TEST(LedPaths, TraceWhereTheFrameHasBeenLately) {
  const auto model = led(circle(2));
  LedPaths paths(*model, {});
  for (int k = 0; k <= 100; ++k) paths.update(at(model, 0.1 * k, 0.01 * k));
  const std::vector<Vec3> trace = paths.trace(0);
  EXPECT_NEAR(static_cast<double>(trace.size()), LedPaths::kTrace / 0.1 + 1, 1);
  EXPECT_LE((trace.back() - at(model, 10, 1.0).tipPoses[0].p).norm(), 1e-15);
  EXPECT_LE((trace.front() - at(model, 6, 0.6).tipPoses[0].p).norm(), 0.02);
  paths.update(at(model, 10, 0.5));  // posed by hand: the same instant has one place
  EXPECT_EQ(paths.trace(0).size(), trace.size());
  EXPECT_LE((paths.trace(0).back() - at(model, 10, 0.5).tipPoses[0].p).norm(), 1e-15);
  paths.update(at(model, 3));
  EXPECT_EQ(paths.trace(0).size(), 1u);
}

TEST(LedPaths, AreInThePicture) {
  PictureOptions options;
  options.width = 640, options.height = 400;
  options.furniture = false;
  const auto pixelsLike = [&](const std::shared_ptr<const Model>& model, const Color& color, double bend) {
    OffscreenView view(options);
    view.frame(std::vector{at(model, 0)});
    for (int k = 0; k <= 20; ++k) view.draw(at(model, 0.1 * k, bend * k / 20));
    const std::vector<std::uint8_t> bytes = view.pixels();
    int count = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 4)
      count += std::abs(bytes[i] - 255 * color.r) + std::abs(bytes[i + 1] - 255 * color.g) +
                   std::abs(bytes[i + 2] - 255 * color.b) <
               60;
    return count;
  };
  const Motion rests = [](double) { return Vec3(0.4, 0.1, 0.5); };
  const int moving = pixelsLike(led(circle(2)), kReferenceColor, 0);
  const int resting = pixelsLike(led(rests), kReferenceColor, 0);
  EXPECT_GT(resting, 10);  // the cross alone
  EXPECT_GT(moving, resting + 100);
  EXPECT_EQ(pixelsLike(test::rodWithTendons(), kReferenceColor, 0), 0);
  EXPECT_GT(pixelsLike(led(rests), kTraceColor, 1.5), 5);  // thin, and fading
  EXPECT_EQ(pixelsLike(led(rests), kTraceColor, 0), 0);
}

}  // namespace
}  // namespace tendril
