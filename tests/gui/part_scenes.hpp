// SPDX-License-Identifier: GPL-3.0-or-later
// What the pictures of parts show: the part on a small robot that suits it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "studio/document/edits/link_templates.hpp"
#include "tests/gui/picture_shapes.hpp"

namespace tendril {

/// A part on a robot, as a picture shows it.
struct PartScene {
  using Fields = std::vector<std::pair<std::string, std::string>>;

  std::vector<LinkTemplate> links = {};  ///< on the world; the part goes onto the first, or joins the first two
  Fields before = {}, after = {};        ///< set before and after the part is added (Document::setFields)
  double moment = 0;                     ///< s that pass before the picture is taken
  double input = 0;                      ///< of every actuator
  double azimuth = -35, elevation = 25;  ///< of the camera, degrees
  bool isFlying = false;                 ///< the first link has propellers besides
  bool marked = false;                   ///< the part is drawn as it is when it is selected
  bool surfaces = false;                 ///< what bodies touch is drawn as the studio does
  std::function<void(const Snapshot& snapshot, PictureShapes& shapes)> shapes = {};
  std::vector<Vec3> seen = {};  ///< what the picture must hold besides the robot and the shapes, m
};

namespace scenes {

inline constexpr double kPi = std::numbers::pi;

/// A rod that lies along x, thicker than usual, without weight.
inline PartScene::Fields thickRod() {
  return {{"gravity", "[0, 0, 0]"},
          {"links.rod.body.length", "0.24"},
          {"links.rod.body.section.radius", "[0.02, 0.015]"},
          {"links.rod.pose", R"({"position": [0, 0, 0], "rpy": [1.5707963267948966, 0, 0]})"}};
}

inline PartScene tendon() {
  return {.links = {LinkTemplate::kRod}, .before = thickRod(), .moment = 0.6, .input = 8, .marked = true};
}

inline PartScene spool() {
  PartScene scene = tendon();
  scene.input = 0.02;
  scene.shapes = [](const Snapshot& snapshot, PictureShapes& shapes) {
    const Vec3 begin = snapshot.tendonPoints.front(), drum = begin + Vec3(-0.085, 0, -0.026);
    const Pose across = poseAlong(drum, Vec3::UnitY());
    addCylinder(shapes.lit, across, 0.026, 0.05, 0.002, kJointColor);
    for (const double side : {-0.025, 0.025})
      addCylinder(shapes.lit, poseAlong(drum + Vec3(0, side, 0), Vec3::UnitY()), 0.036, 0.006, 0.002, kRigidColor);
    for (int turn = -3; turn <= 3; ++turn)
      addTorus(shapes.lit, poseAlong(drum + Vec3(0, 0.006 * turn, 0), Vec3::UnitY()), 0.026, 0.003, kPartColor);
    const Vec3 cable[] = {drum + Vec3(0, 0, 0.026), begin};
    addLine(shapes.lit, cable, 0.003, kPartColor);
  };
  return scene;
}

inline PartScene chamber() {
  return {.links = {LinkTemplate::kRod},
          .before = thickRod(),
          .moment = 0.6,
          .input = 1e5,
          .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) {
            if (!snapshot.chambers.empty())
              addLine(shapes.through, snapshot.chambers.front().points, 0.007, kPartColor);
          }};
}

inline PartScene motor() {
  return {.links = {LinkTemplate::kRevoluteArm},
          .before = {{"links.arm.joint.q0", "[0.5]"}},
          .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) {
            addTurn(shapes.lit, snapshot.linkPoses[0].p - Vec3(0, 0.03, 0), 0.075, -3.6, -0.3, 0.006, kPartColor);
          }};
}

inline PartScene drive() {
  return {.links = {LinkTemplate::kRevoluteArm},
          .before = {{"links.arm.joint.q0", "[0.5]"}},
          .azimuth = -20,
          .elevation = 12,
          .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) {
            constexpr double kRadius = 0.11, kStep = 0.25;
            const Vec3 centre = snapshot.linkPoses[0].p - Vec3(0, 0.03, 0);
            addLine(shapes.lit, arcAroundY(centre, kRadius, -0.75, 1.75), 0.005, kPartColor);
            for (int i = 0; i <= 10; ++i) {
              const double angle = -0.75 + kStep * i;
              const Vec3 tick[] = {aroundY(centre, kRadius, angle),
                                   aroundY(centre, kRadius + (i % 5 ? 0.013 : 0.024), angle)};
              addLine(shapes.lit, tick, 0.0035, kPartColor);
            }
            addHead(shapes.lit, aroundY(centre, 0.06, 0.5), aroundY(centre, 1, 0.5) - centre, 0.045, 0.016, kPartColor);
          }};
}

inline PartScene propellers() {
  return {.links = {LinkTemplate::kFloatingBase},
          .input = 6,
          .seen = {{-0.25, -0.25, 0.5}, {0.25, -0.25, 0.5}, {-0.25, 0.25, 0.5}, {0.25, 0.25, 0.5}}};
}

inline PartScene load() {
  return {.links = {LinkTemplate::kRod},
          .before = thickRod(),
          .after = {{"loads.push.wrench", "[0, 0, 0, 0, 0, -1]"}},
          .moment = 0.6,
          .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) {
            for (const WrenchState& wrench : snapshot.wrenches)
              addArrow(shapes.lit, poseAlong(wrench.at, wrench.force), 0.11, 0.006, kPartColor);
          }};
}

inline PartScene fluid() {
  return {.links = {LinkTemplate::kRod},
          .before = {{"gravity", "[0, 0, 0]"},
                     {"links.rod.body.section.radius", "[0.018, 0.008]"},
                     {"links.rod.joint", R"({"type": "free"})"},
                     {"links.rod.body.q0", "[0, 0, 0, 0.3, 1.6, 0, -3, 0, 0, 0, 0]"},
                     {"links.rod.pose", R"({"position": [-0.13, 0, 0]})"}},
          .azimuth = -12,
          .elevation = 14,
          .shapes = [](const Snapshot&, PictureShapes& shapes) {
            addWater(shapes, {0.18, 0.06, 0.09}, 0.012);
          }};
}

inline PartScene loop() {
  return {.links = {LinkTemplate::kRevoluteArm, LinkTemplate::kRevoluteArm},
          .before = {{"links.arm.joint.q0", "[-1.0471975511965976]"},
                     {"links.arm.pose", R"({"position": [-0.1, 0, 0]})"},
                     {"links.arm 2.joint.q0", "[-2.0943951023931953]"},
                     {"links.arm 2.pose", R"({"position": [0.1, 0, 0]})"}},
          .azimuth = -20,
          .elevation = 15,
          .marked = true};
}

inline PartScene object() {
  return {.marked = true, .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) {
            const Vec3 at = snapshot.linkPoses.back().p;
            addFloor(shapes, {at.x(), at.y(), 0}, 0.15, 0.13, false);
          }};
}

inline PartScene floor() {
  return {.links = {LinkTemplate::kRod},
          .before = {{"links.rod.body.section.radius", "[0.014, 0.01]"},
                     {"links.rod.pose", R"({"position": [0, 0, 0.1]})"}},
          .moment = 1,
          .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) {
            addFloor(shapes, {0.17, 0, 0}, 0.3, 0.18, true);
            addTouches(shapes, snapshot, 0.008);
          }};
}

inline PartScene two() {
  return {.links = {LinkTemplate::kRod, LinkTemplate::kRod},
          .before = {{"links.rod.body.section.radius", "[0.018, 0.014]"},
                     {"links.rod 2.body.section.radius", "[0.018, 0.014]"},
                     {"links.rod.body.length", "0.2"},
                     {"links.rod 2.body.length", "0.2"},
                     {"links.rod.body.q0", "[0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0]"},
                     {"links.rod 2.body.q0", "[0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]"},
                     {"links.rod.pose", R"({"position": [-0.1, 0, 0], "rpy": [0, 1.5707963267948966, 0]})"},
                     {"links.rod 2.pose", R"({"position": [0.1, 0, 0], "rpy": [0, 1.5707963267948966, 0]})"}},
          .azimuth = -15,
          .elevation = 10,
          .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) { addTouches(shapes, snapshot, 0.009); }};
}

inline PartScene self() {
  return {.links = {LinkTemplate::kRod},
          .before = {{"links.rod.body.length", "0.6"},
                     {"links.rod.body.section.radius", "0.014"},
                     {"links.rod.body.q0", "[0.5, 0, 0, 0, 0, 0, 0, -8.6, 0, 0, 0]"},
                     {"links.rod.pose", R"({"position": [0, 0, 0]})"}},
          .azimuth = -50,
          .elevation = 30,
          .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) { addTouches(shapes, snapshot, 0.007); }};
}

inline PartScene ball() {
  return {.links = {LinkTemplate::kRod},
          .before = {{"links.rod.body.section.radius", "[0.014, 0.01]"},
                     {"links.rod.pose", R"({"position": [0, 0, 0.17]})"}},
          .after = {{"loads.obstacle.pose.position", "[0.15, 0, 0.07]"}, {"loads.obstacle.radius", "0.07"}},
          .moment = 0.6,
          .marked = true,
          .surfaces = true,
          .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) { addTouches(shapes, snapshot, 0.008); },
          .seen = {{0.08, -0.07, 0}, {0.22, 0.07, 0}}};
}

inline PartScene box() {
  PartScene scene = ball();
  scene.after = {{"loads.obstacle.pose.position", "[0.13, 0, 0.06]"}, {"loads.obstacle.size", "[0.1, 0.14, 0.12]"}};
  return scene;
}

inline PartScene post() {
  return {.links = {LinkTemplate::kRod},
          .before = {{"links.rod.body.section.radius", "[0.016, 0.012]"},
                     {"links.rod.body.length", "0.34"},
                     {"links.rod.body.q0", "[0, 0, 0, 0, 0, 0, 0, 5.1, 0, 0, 0]"},
                     {"links.rod.pose", R"({"position": [0, 0, 0]})"}},
          .after = {{"loads.obstacle.pose.position", "[0, 0.066, 0]"}, {"loads.obstacle.length", "0.2"}},
          .elevation = 30,
          .marked = true,
          .surfaces = true,
          .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) { addTouches(shapes, snapshot, 0.008); },
          .seen = {{0, 0.12, 0.1}, {0, 0.12, -0.1}, {0, 0.02, 0.1}, {0, 0.02, -0.1}}};
}

inline PartScene tube() {
  return {
      .links = {LinkTemplate::kRod},
      .before = {{"links.rod.body.section.radius", "[0.013, 0.01]"}, {"links.rod.pose", R"({"position": [0, 0, 0]})"}},
      .after = {{"loads.obstacle.radius", "0.035"},
                {"loads.obstacle.length", "0.22"},
                {"loads.obstacle.pose.position", "[0.16, 0, 0]"}},
      .moment = 0.8,
      .marked = true,
      .surfaces = true,
      .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) { addTouches(shapes, snapshot, 0.008); },
      .seen = {{0.05, 0, 0.035}, {0.27, 0, -0.035}}};
}

/// An arm of two hinges that follows a path.
inline PartScene lead() {
  return {.links = {LinkTemplate::kRevoluteArm, LinkTemplate::kRevoluteArm},
          .before = {{"links.arm.joint.q0", "[-1.0]"},
                     {"links.arm 2.parent", "\"arm\""},
                     {"links.arm 2.pose", "{}"},
                     {"links.arm 2.joint.q0", "[1.3]"}},
          .azimuth = -20,
          .elevation = 14,
          .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) {
            const Vec3 tip = snapshot.tipPoses.back().p;
            addDashes(shapes.lit, ellipse(tip + Vec3(0, 0, 0.055), {0.09, 0, 0}, {0, 0, 0.055}), 0.004);
            addSphere(shapes.through, Pose{Mat3::Identity(), tip}, 0.012, kPartColor);
          }};
}

/// A soft arm that follows a path.
inline PartScene leadSoft() {
  PartScene scene = tendon();
  scene.before.emplace_back("links.rod.body.q0", "[0, 0, 0, 0, 0, 0, 0, 0.7, 0, 0, 0]");
  scene.moment = 0, scene.marked = false;
  scene.shapes = [](const Snapshot& snapshot, PictureShapes& shapes) {
    const Vec3 tip = snapshot.tipPoses.back().p;
    addDashes(shapes.lit, ellipse(tip + Vec3(0, 0, -0.05), {0.03, 0, 0}, {0, 0, 0.05}), 0.004);
    addSphere(shapes.through, Pose{Mat3::Identity(), tip}, 0.011, kPartColor);
  };
  return scene;
}

/// An arm that stands on its hinge.
inline PartScene hold() {
  return {.links = {LinkTemplate::kRevoluteArm},
          .before = {{"links.arm.joint.q0", "[-1.75]"}},
          .azimuth = -15,
          .elevation = 12,
          .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) {
            const Vec3 centre = snapshot.linkPoses[0].p - Vec3(0, 0.03, 0);
            const Vec3 upright[] = {centre, centre + Vec3(0, 0, 0.23)};
            addTurn(shapes.lit, centre, 0.15, -2.5, -1.95, 0.005, kPartColor);
            addTurn(shapes.lit, centre, 0.15, -0.65, -1.2, 0.005, kPartColor);
            addLine(shapes.lit, upright, 0.003, kReferenceColor);
          }};
}

/// A floating base on its way.
inline PartScene moveBase() {
  return {.links = {LinkTemplate::kFloatingBase},
          .before = {{"links.base.pose", R"({"position": [0, 0, 0.5], "rpy": [0, -0.3, 0]})"}},
          .shapes = [](const Snapshot& snapshot, PictureShapes& shapes) {
            const Vec3 from = snapshot.linkPoses[0].p + Vec3(0.1, 0, 0.05);
            std::vector<Vec3> path;
            for (int i = 0; i <= 24; ++i) {
              const double way = i / 24.0;
              path.push_back(from + Vec3(0.26 * way, 0, 0.05 * way + 0.12 * way * way));
            }
            addDashes(shapes.lit, path, 0.006);
            addHead(shapes.lit, path.back(), {1, 0, 1.1}, 0.05, 0.02, kReferenceColor);
          }};
}

/// A multirotor on its way.
inline PartScene fly() {
  PartScene scene = moveBase();
  scene.isFlying = true, scene.input = 6;
  scene.seen = {{-0.3, -0.3, 0.4}, {0.3, 0.3, 0.5}};
  return scene;
}

/// An arm that a motor turns through a spiral spring, and where its stiffness is chosen, a second one against it.
inline PartScene springs(bool two) {
  return {.links = {LinkTemplate::kRevoluteArm},
          .before = {{"links.arm.joint.q0", "[0.5]"}},
          .azimuth = -20,
          .elevation = 12,
          .shapes = [two](const Snapshot& snapshot, PictureShapes& shapes) {
            const Vec3 centre = snapshot.linkPoses[0].p - Vec3(0, 0.03, 0);
            std::vector<Vec3> spiral;
            for (int i = 0; i <= 120; ++i)
              spiral.push_back(aroundY(centre, 0.018 + 0.034 * i / 120, 0.5 - 0.1309 * (120 - i)));
            addLine(shapes.lit, spiral, 0.0045, kMotorHandColor);
            addTurn(shapes.lit, centre, 0.085, -2.4, -0.3, 0.005, kPartColor);
            if (two) addTurn(shapes.lit, centre, 0.085, 3.0, 1.2, 0.005, kPartColor);
          }};
}

}  // namespace scenes

/// The scene of a part; of a link or joint itself, which needs no robot: null.
inline const PartScene* sceneOf(std::string_view id) {
  static const std::map<std::string_view, PartScene> kScenes = {
      {"tendon", scenes::tendon()},
      {"spool", scenes::spool()},
      {"chamber", scenes::chamber()},
      {"motor", scenes::motor()},
      {"drive", scenes::drive()},
      {"propellers", scenes::propellers()},
      {"load", scenes::load()},
      {"fluid", scenes::fluid()},
      {"loop", scenes::loop()},
      {"object_box", scenes::object()},
      {"object_ball", scenes::object()},
      {"object_cylinder", scenes::object()},
      {"contact", scenes::floor()},
      {"contact_two", scenes::two()},
      {"contact_self", scenes::self()},
      {"contact_ball", scenes::ball()},
      {"contact_box", scenes::box()},
      {"contact_post", scenes::post()},
      {"contact_tube", scenes::tube()},
      {"controller_task_space", scenes::lead()},
      {"controller_inverse_statics", scenes::leadSoft()},
      {"controller_lqr", scenes::hold()},
      {"controller_pose_tracking", scenes::moveBase()},
      {"controller_geometric_tracking", scenes::fly()},
      {"controller_elastic_joints", scenes::springs(false)},
      {"controller_variable_stiffness", scenes::springs(true)}};
  const auto found = kScenes.find(id);
  return found == kScenes.end() ? nullptr : &found->second;
}

}  // namespace tendril
