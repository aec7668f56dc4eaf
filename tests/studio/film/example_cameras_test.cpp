// SPDX-License-Identifier: GPL-3.0-or-later
// An example brings its own camera, from where all of its motion is seen: the camera of the window does not follow.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <test_paths.hpp>
#include "core/project/project.hpp"
#include "render/scene/robot_scene.hpp"
#include "studio/cli/pictures/render_look.hpp"
#include "studio/runs/variant_run.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

constexpr double kWidth = 856, kHeight = 812;                // px, of the view at 1440 × 900 in Build
constexpr CoveredEdges kCovered{.bottom = 100.0 / kHeight};  // by the transport and the timeline
constexpr double kLongest = 3;                               // s of each run
constexpr int kShapes = 60;

std::vector<fs::path> examples() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(TENDRIL_SOURCE_DIR "/assets/examples"))
    if (entry.path().string().ends_with(".tendril.json")) found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

/// Points around the robot at instants all over its run.
std::vector<Vec3> sweptBy(Description description, const fs::path& folder) {
  description.simulation.duration = std::min(description.simulation.duration.value, kLongest);
  const VariantRun run = runVariant(description, folder, "", [](double) {});
  EXPECT_TRUE(run.history) << run.failure;
  if (!run.history) return {};
  RobotScene scene(run.model);
  Data data(*run.model);
  std::vector<Vec3> points;
  const auto count = run.history->size();
  for (int k = 0; k < kShapes; ++k) {
    const History::Record record = run.history->record((count - 1) * static_cast<std::size_t>(k) / (kShapes - 1));
    Snapshot shape;
    const VecX u = record.u;
    fillSnapshot(run.model, data, record.t, record.q, record.v, &u, shape);
    if (!scene.update(shape)) continue;
    const std::vector<Vec3> outline = scene.outline();
    points.insert(points.end(), outline.begin(), outline.end());
  }
  return points;
}

/// The largest distance from the middle of what is free, 1 at its edge.
double farthest(const CameraView& camera, const std::vector<Vec3>& points) {
  double far = 0;
  for (const Vec3& point : points) {
    const Vec3 seen = camera.project(point, kWidth, kHeight);
    const double free = kHeight * (1 - kCovered.bottom);
    far = std::max({far, std::abs(seen.x() / (kWidth / 2) - 1), std::abs(seen.y() / (free / 2) - 1)});
  }
  return far;
}

std::string textOf(const CameraView& camera) {
  char text[200];
  std::snprintf(text, sizeof text,
                R"("camera": {"pivot": [%.3g, %.3g, %.3g], "distance": %.3g, "azimuth": %.4g, "elevation": %.4g})",
                camera.pivot.x(), camera.pivot.y(), camera.pivot.z(), camera.distance, camera.azimuth,
                camera.elevation);
  return text;
}

/// Whether a run takes a moment: with rods and rigid links alone.
bool isQuick(const Description& description) {
  return std::ranges::none_of(description.links, [](const description::Link& link) {
    return link.body && !std::holds_alternative<description::RigidBody>(*link.body) &&
           !std::holds_alternative<description::RodBody>(*link.body);
  });
}

TEST(ExampleCameras, SeeAllThatTheRobotsSweep) {
  int seen = 0;
  for (const fs::path& file : examples()) {
    SCOPED_TRACE(file.filename().string());
    const ReadResult read = readProject(file);
    const auto own = cli::projectCamera(read.description);
    EXPECT_TRUE(own) << "it has no camera";
    if (!own || !isQuick(read.description)) continue;
    ++seen;
    const std::vector<Vec3> points = sweptBy(read.description, file.parent_path());
    ASSERT_FALSE(points.empty());
    CameraView proposed;
    proposed.frame(points, kWidth / kHeight, 1.15, kCovered);
    const double far = farthest(*own, points);
    EXPECT_LT(far, 1.05) << "its camera does not see all of its motion. This one does: " << textOf(proposed);
    EXPECT_GT(far, 0.2) << "its camera is too far away. This one is not: " << textOf(proposed);
  }
  EXPECT_GT(seen, 3);
}

}  // namespace
}  // namespace tendril
