// SPDX-License-Identifier: BSD-3-Clause
// Scenes of a robot that was edited keep the drawings of links that look as before.
#include <gtest/gtest.h>
#include <vtkActor.h>
#include <vtkNew.h>
#include <vtkRenderWindow.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "render/output/display_server.hpp"
#include "render/scene/stage.hpp"
#include "tests/core/model/volume/volume_models.hpp"
#include "tests/render/robots.hpp"

namespace tendril {
namespace {

/// What is edited.
struct Robot {
  double height = 0.4, rod = 0.3;
  bool red = false;
  int tetrahedra = 300;
  bool swapped = false;  ///< the volume comes first
};

/// An arm with a rod, and a volume beside it.
std::shared_ptr<const Model> build(const Robot& robot) {
  ModelSpec model;
  LinkSpec shoulder = test::link("shoulder", kWorld, JointType::kRevolute);
  shoulder.id = 1;
  shoulder.pose.p = Vec3(0, 0, robot.height);
  shoulder.rigid.mass = 1;
  shoulder.rigidTip.p = Vec3(0.3, 0, 0);
  if (robot.red) shoulder.color = {0.9, 0.1, 0.1};
  LinkSpec rod = test::link("rod", robot.swapped ? 1 : 0);
  rod.id = 2;
  rod.body = test::bendingRod(robot.rod, test::round(0.02, 0.01));
  LinkSpec volume = test::link("volume", kWorld);
  volume.id = 3;
  volume.pose.p = Vec3(0, 0.2, 0.3);
  volume.body = tests::meshedVolume({{BackboneRow::kTorsion, {"1/L"}}}, false,
                                    std::make_shared<PolynomialLaw>(1e5, 0, 0, 0), robot.tetrahedra);
  if (robot.swapped)
    model.links = {volume, shoulder, rod};
  else
    model.links = {shoulder, rod, volume};
  return std::make_shared<Model>(std::move(model));
}

Snapshot bentIn(const std::shared_ptr<const Model>& model) {
  Data data(*model);
  Snapshot snapshot;
  snapshot.deformation.field = SurfaceField::kDisplacement, snapshot.deformation.inside = true;
  const VecX q = VecX::Constant(model->nq, 0.3), v = VecX::Zero(model->nv), u = VecX::Zero(model->nu);
  fillSnapshot(model, data, 0, q, v, &u, snapshot);
  return snapshot;
}

std::vector<bool> keptBodies(const Robot& before, const Robot& after) {
  const RobotScene a(build(before)), b(build(after), &a);
  std::vector<bool> kept;
  for (int i = 0; i < 3; ++i) kept.push_back(b.bodyActor(i) == a.bodyActor(i));
  return kept;
}

TEST(SharedScene, KeepsTheLinksThatLookAsBefore) {
  EXPECT_EQ(keptBodies({}, {}), (std::vector{true, true, true}));
  EXPECT_EQ(keptBodies({}, {.height = 0.5}), (std::vector{true, true, true})) << "it moves as a whole";
  EXPECT_EQ(keptBodies({}, {.red = true}), (std::vector{false, true, true}));
  EXPECT_EQ(keptBodies({}, {.rod = 0.31})[1], false);
  EXPECT_EQ(keptBodies({}, {.rod = 0.31})[2], true);
  EXPECT_EQ(keptBodies({}, {.tetrahedra = 500})[2], false);
  EXPECT_EQ(keptBodies({}, {.tetrahedra = 500})[1], true);
}

TEST(SharedScene, FindsLinksByWhatTheyAreNotWhereTheyStand) {
  const RobotScene a(build({})), b(build({.swapped = true}), &a);
  EXPECT_EQ(b.bodyActor(0), a.bodyActor(2));
  EXPECT_EQ(b.bodyActor(1), a.bodyActor(0));
  EXPECT_EQ(b.bodyActor(2), a.bodyActor(1));
}

class SharedSceneInThePicture : public testing::Test {
 protected:
  SharedSceneInThePicture() {
    window_->SetOffScreenRendering(1);
    window_->SetSize(kWidth, kHeight);
    stage_.attach(window_);
    stage_.setSize(kWidth, kHeight);
  }
  ~SharedSceneInThePicture() override { stage_.detach(); }
  std::vector<unsigned char> show(const std::shared_ptr<RobotScene>& scene) {
    stage_.setRobot(scene);
    return draw();
  }
  std::vector<unsigned char> draw() {
    stage_.update(bentIn(stage_.robot()->model()));
    stage_.prepare(kWidth, kHeight, 1);
    window_->Render();
    unsigned char* bytes = window_->GetPixelData(0, 0, kWidth - 1, kHeight - 1, 0, 0);
    std::vector<unsigned char> out(bytes, bytes + 3 * kWidth * kHeight);
    delete[] bytes;
    return out;
  }
  static constexpr int kWidth = 480, kHeight = 300;
  std::unique_ptr<PrivateDisplay> display_ = PrivateDisplay::ifNeeded();
  vtkNew<vtkRenderWindow> window_;
  Stage stage_;
};

TEST_F(SharedSceneInThePicture, LooksAsANewOneWhateverItWasBefore) {
  const auto fresh = std::make_shared<RobotScene>(build({.height = 0.5}));
  stage_.setRobot(fresh);
  stage_.update(bentIn(fresh->model()));
  stage_.camera() = stage_.framed();
  const auto wanted = show(fresh);

  const auto first = std::make_shared<RobotScene>(build({}));
  const auto plain = show(first);
  DeformationLook look;
  look.colors = {.field = SurfaceField::kDisplacement, .low = 0, .high = 0.1};
  look.cut = CutPlane{.axis = 1, .at = 0.2};
  first->setDeformationLook(look);
  first->setTints({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  first->setHidden({true, false, false});
  first->select(1, {1, 0.5, 0});
  EXPECT_NE(draw(), plain);

  const auto edited = std::make_shared<RobotScene>(build({.height = 0.5}), first.get());
  ASSERT_EQ(edited->bodyActor(0), first->bodyActor(0));
  EXPECT_EQ(show(edited), wanted);

  // And back again, as the one of before says, but for tints, which come with what finds them.
  first->setTints({});
  const auto back = show(first);
  first->setHidden({});
  first->setDeformationLook({});
  first->select(-1, {});
  EXPECT_NE(back, draw());
  EXPECT_EQ(draw(), plain);
}

}  // namespace
}  // namespace tendril
