// SPDX-License-Identifier: GPL-3.0-or-later
// What clicks mean, and how the cursor becomes a pull or a twist. No window.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "widgets/viewport/grab.hpp"
#include "widgets/viewport/pick_target.hpp"

namespace tendril {
namespace {

Model arm() {
  ModelSpec spec;
  for (int i = 0; i < 3; ++i) {  // fixed; on a hinge; on a hinge without a body
    LinkSpec link;
    link.id = static_cast<std::uint64_t>(i) + 1;
    link.name = "link" + std::to_string(i);
    link.parent = i - 1;
    link.joint.type = i == 0 ? JointType::kFixed : JointType::kRevolute;
    link.rigid.mass = i == 2 ? 0 : 1;
    spec.links.push_back(link);
  }
  return Model(std::move(spec));
}

Pick body(int link) {
  return {.kind = PickKind::kBody, .link = link, .input = -1, .point = Vec3::Zero()};
}

using Selected = std::vector<SceneSelection>;

/// What is selected after clicks on one link, one after the other.
std::vector<PickPart> partsDown(const Model& model, int link, int clicks) {
  std::vector<PickPart> parts;
  Selected selected;
  for (int k = 0; k < clicks; ++k) {
    const PickTarget target = PickDescent::click(body(link), selected, model, 0.5);
    EXPECT_EQ(target.link, link);
    selected = {{.link = target.link, .part = target.part, .at = target.at}};
    parts.push_back(target.part);
  }
  return parts;
}

TEST(PickDescent, GoesDownWithEachClickOnTheSameLink) {
  const Model model = arm();
  EXPECT_EQ(partsDown(model, 1, 5),
            (std::vector{PickPart::kLink, PickPart::kJoint, PickPart::kBody, PickPart::kStation, PickPart::kStation}));
  const PickTarget station =
      PickDescent::click(body(1), Selected{{.link = 1, .part = PickPart::kStation, .at = 0.5}}, model, 0.75);
  EXPECT_EQ(station.at, 0.75);  // another place on the body
}

TEST(PickDescent, SkipsWhatALinkDoesNotHave) {
  const Model model = arm();
  EXPECT_EQ(partsDown(model, 0, 3), (std::vector{PickPart::kLink, PickPart::kBody, PickPart::kStation}));
  EXPECT_EQ(partsDown(model, 2, 3), (std::vector{PickPart::kLink, PickPart::kJoint, PickPart::kStation}));
}

TEST(PickDescent, BeginsAnewElsewhere) {
  const Model model = arm();
  const Selected joint = {{.link = 1, .part = PickPart::kJoint, .at = {}}};
  EXPECT_EQ(PickDescent::click(body(0), joint, model, {}).part, PickPart::kLink);
  const Selected two = {joint[0], {.link = 0, .part = PickPart::kLink, .at = {}}};
  EXPECT_EQ(PickDescent::click(body(1), two, model, {}).part, PickPart::kLink);  // of several, this one
  EXPECT_EQ(PickDescent::click(body(1), {}, model, {}).part, PickPart::kLink);
}

TEST(PickDescent, CtrlAddsLinksAndTakesAwayWhatIsSelected) {
  const Selected selected = {{.link = 0, .part = PickPart::kLink, .at = {}},
                             {.link = 1, .part = PickPart::kStation, .at = 0.25}};
  EXPECT_EQ(PickDescent::toggle(body(2), selected).part, PickPart::kLink);
  const PickTarget away = PickDescent::toggle(body(1), selected);
  EXPECT_EQ(away.part, PickPart::kStation);
  EXPECT_EQ(away.at, 0.25);
}

TEST(PickDescent, EscapeLeadsBackTheVeryWay) {
  const Model model = arm();
  for (int link = 0; link < 3; ++link) {
    std::vector<PickPart> down = partsDown(model, link, 4);
    down.erase(std::unique(down.begin(), down.end()), down.end());
    PickTarget target{.kind = PickKind::kBody, .link = link, .part = down.back(), .at = 0.5, .input = -1};
    std::vector<PickPart> up;
    for (; target.link >= 0; target = PickDescent::above(target, model)) up.insert(up.begin(), target.part);
    EXPECT_EQ(up, down) << link;
  }
}

TEST(PickDescent, ClimbsTheSameWay) {
  const Model model = arm();
  PickTarget target{.kind = PickKind::kBody, .link = 1, .part = PickPart::kStation, .at = 0.5, .input = -1};
  for (const PickPart part : {PickPart::kBody, PickPart::kJoint, PickPart::kLink}) {
    target = PickDescent::above(target, model);
    EXPECT_EQ(target.part, part);
    EXPECT_EQ(target.link, 1);
  }
  EXPECT_EQ(PickDescent::above(target, model).link, -1);
}

struct View {
  CameraView camera;
  QSizeF size{800, 600};
  QPointF screen(const Vec3& p) const {
    const Vec3 s = camera.project(p, size.width(), size.height());
    return {s.x(), s.y()};
  }
};

TEST(GrabMotion, PullsParallelToTheScreenThroughThePoint) {
  View view;
  view.camera.distance = 3;
  for (const bool orthographic : {false, true}) {
    view.camera.orthographic = orthographic;
    Grab grab;
    grab.world = Vec3(0.3, -0.2, 0.4);
    const QPointF start = view.screen(grab.world) + QPointF(2, -3);  // the surface is hit a little beside
    const GrabMotion motion(grab, start, view.camera, view.size);
    EXPECT_LE((motion.point(start, view.camera, view.size) - grab.world).norm(), 1e-12);
    const QPointF way(120, -75);
    const Vec3 wanted = motion.point(start + way, view.camera, view.size);
    EXPECT_NEAR((wanted - grab.world).dot(view.camera.direction()), 0, 1e-12);
    const QPointF shown = view.screen(wanted);
    EXPECT_NEAR(shown.x(), view.screen(grab.world).x() + way.x(), 1e-6);
    EXPECT_NEAR(shown.y(), view.screen(grab.world).y() + way.y(), 1e-6);
  }
}

TEST(GrabMotion, TwistsSoThatWhatFacesTheViewerFollowsTheCursor) {
  const View view{};
  Grab grab;
  grab.twist = true;
  for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(0.6, 0, 0.8)}) {
    grab.axis = axis;
    const GrabMotion motion(grab, {400, 300}, view.camera, view.size);
    const Vec3 faces = -0.01 * view.camera.direction();
    const Vec3 moved = axis.cross(faces);  // for a positive angle
    const QPointF on = view.screen(moved) - view.screen(Vec3::Zero());
    const QPointF unit = on / std::hypot(on.x(), on.y());
    EXPECT_GT(motion.angle(QPointF(400, 300) + 40 * unit), 0.2);
    EXPECT_LT(motion.angle(QPointF(400, 300) - 40 * unit), -0.2);
    EXPECT_EQ(motion.angle({400, 300}), 0);
    EXPECT_EQ(motion.angle(QPointF(400, 300) + 1e6 * unit), GrabMotion::kLargestTwist);
  }
  grab.axis = view.camera.direction();  // seen end on: sideways
  EXPECT_GT(GrabMotion(grab, {0, 0}, view.camera, view.size).angle({50, 0}), 0.2);
}

}  // namespace
}  // namespace tendril
