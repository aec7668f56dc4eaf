// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown of a link whose joint's frame is dragged, before the robot with it is built, is what that robot shows.
#include <gtest/gtest.h>

#include <test_paths.hpp>
#include "core/builder/build_model.hpp"
#include "core/math/so3.hpp"
#include "core/model/data.hpp"
#include "core/project/project.hpp"
#include "studio/app/project/examples.hpp"
#include "studio/app/view/handles/drag_preview.hpp"
#include "studio/document/edits/geometry/placement.hpp"
#include "studio/mesher/project_meshes.hpp"

namespace tendril {
namespace {

namespace desc = description;

class DragPreviewTest : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const Model> build(const Description& description) {
    std::vector<Problem> problems;
    const BuildOptions options{.directory = directory_, .meshes = projectMeshGenerator(directory_), .live = true};
    return buildModel(description, problems, options);
  }
  /// Everything that is seen at q.
  static Snapshot shown(const std::shared_ptr<const Model>& model, const VecX& q) {
    Snapshot out;
    out.weighs = out.locates = true;
    out.deformation.inside = true;
    Data data(*model);
    fillSnapshot(model, data, 0, q, VecX::Zero(model->nv), nullptr, out);
    return out;
  }

  std::filesystem::path directory_;
};

double distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) most = std::max(most, (a[i] - b[i]).norm());
  return most;
}

double distance(const std::vector<Pose>& a, const std::vector<Pose>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    most = std::max(most, (a[i].p - b[i].p).norm() + (a[i].R - b[i].R).norm());
  return most;
}

void expectSame(const Snapshot& a, const Snapshot& b) {
  constexpr double kSame = 1e-9;
  EXPECT_LT(distance(a.linkPoses, b.linkPoses), kSame);
  EXPECT_LT(distance(a.tipPoses, b.tipPoses), kSame);
  EXPECT_LT(distance(a.sections, b.sections), kSame);
  EXPECT_LT(distance(a.surfacePoints, b.surfacePoints), kSame);
  EXPECT_LT(distance(a.deformation.insidePoints, b.deformation.insidePoints), kSame);
  EXPECT_LT(distance(a.tendonPoints, b.tendonPoints), kSame);
  ASSERT_EQ(a.rotors.size(), b.rotors.size());
  for (std::size_t i = 0; i < a.rotors.size(); ++i) {
    EXPECT_LT((a.rotors[i].at - b.rotors[i].at).norm() + (a.rotors[i].root - b.rotors[i].root).norm(), kSame);
    EXPECT_LT((a.rotors[i].axis - b.rotors[i].axis).norm(), kSame);
  }
  ASSERT_EQ(a.chambers.size(), b.chambers.size());
  for (std::size_t i = 0; i < a.chambers.size(); ++i)
    EXPECT_LT(distance(a.chambers[i].points, b.chambers[i].points), kSame);
  ASSERT_EQ(a.masses.size(), b.masses.size());
  for (std::size_t i = 0; i < a.masses.size(); ++i) {
    EXPECT_LT((a.masses[i].centre - b.masses[i].centre).norm(), kSame);
    EXPECT_LT((a.masses[i].inertia - b.masses[i].inertia).norm(), kSame * (1 + a.masses[i].inertia.norm()));
  }
}

TEST_P(DragPreviewTest, IsWhatTheRobotThatIsBuiltShows) {
  const std::string path =
      std::string(TENDRIL_SOURCE_DIR "/assets/examples/") + GetParam() + "/" + GetParam() + ".tendril.json";
  directory_ = std::filesystem::path(path).parent_path();
  ReadResult read = readProject(path);
  ASSERT_TRUE(read.ok());
  const auto before = build(read.description);
  ASSERT_TRUE(before);
  VecX q = before->q0;
  for (const Link& link : before->links) q.segment(link.qBody, link.nBody).array() += 1e-3;  // as a run leaves it
  int tried = 0;
  for (std::size_t i = 0; i < read.description.links.size();
       i += std::max<std::size_t>(1, read.description.links.size() / 4)) {
    Description edited = read.description;
    desc::Link& link = edited.links[i];
    ASSERT_EQ(before->links[i].id, link.id);
    Pose wanted = before->links[i].pose;
    wanted.p += Vec3(0.01, -0.02, 0.03);
    wanted.R = wanted.R * expSO3<double>(Vec3(0.2, -0.1, 0.3));
    link.pose = edits::described(wanted);
    Snapshot ahead = shown(before, q);
    EXPECT_FALSE(motionAhead(read.description, ahead, link.id)) << "nothing is dragged";
    const auto motion = motionAhead(edited, ahead, link.id);
    ASSERT_TRUE(motion) << link.name;
    moveSubtree(edited, link.id, *motion, ahead);
    const auto after = build(edited);
    if (!after) continue;  // loops that cannot be closed any more
    SCOPED_TRACE(link.name);
    EXPECT_GT((ahead.linkPoses[i].p - shown(before, q).linkPoses[i].p).norm(), 1e-3);
    expectSame(ahead, shown(after, q));
    EXPECT_FALSE(motionAhead(edited, shown(after, q), link.id)) << "it is there now";
    ++tried;
  }
  EXPECT_GT(tried, 0);
  desc::Link& last = read.description.links.back();
  if (last.parent.id == 0) return;
  last.parent = {};
  EXPECT_FALSE(motionAhead(read.description, shown(before, q), last.id)) << "it hangs elsewhere by now";
}

INSTANTIATE_TEST_SUITE_P(Examples, DragPreviewTest,
                         testing::Values("helicoid-pulling", "tendon-arm-3-segments", "hybrid-arm", "inflating-tube",
                                         "mixed-chain", "aerial-tree", "egg-finger", "fem-and-formulas",
                                         "soft-quadrotor", "double-pendulum"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(DragPreview, OfWhatIsNotThereNothingMoves) {
  EXPECT_FALSE(motionAhead({}, {}, 7));
  Snapshot empty;
  moveSubtree({}, 7, Pose{Mat3::Identity(), Vec3::UnitX()}, empty);
  EXPECT_TRUE(empty.linkPoses.empty());
}

}  // namespace
}  // namespace tendril
