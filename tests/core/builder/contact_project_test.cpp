// SPDX-License-Identifier: BSD-3-Clause
// Contacts and objects in projects: what is built from them, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/builder/build_model.hpp"
#include "core/model/kinematics.hpp"
#include "core/project/project.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

const std::string kRod =
    R"({"name": "arm", "body": {"type": "rod", "material": "rubber", "length": 0.5, "quadrature": 10,
        "section": {"shape": "circle", "radius": [0.03, 0.015]},
        "strain": {"bending_y": {"basis": "legendre", "order": 2}, "bending_z": {"basis": "legendre", "order": 2}}}})";
const std::string kBrick =
    R"({"name": "brick", "pose": {"position": [0, 0, 2]}, "joint": {"type": "prismatic"},
        "body": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1, 0, 0, 0], "visual": {"box": [0.2, 0.3, 0.4]}}})";
const std::string kObjects =
    R"([{"name": "ball", "shape": {"sphere": 0.1}, "mass": 2, "pose": {"position": [0, 0, 5]}, "v0": [0, 0, 1, 2, 0, 0]},
        {"name": "pill", "shape": {"capsule": {"radius": 0.1, "length": 0.4}}, "mass": 1, "pose": {"position": [3, 0, 5]}},
        {"name": "disc", "shape": {"cylinder": {"radius": 0.2, "length": 0.1}}, "mass": 1, "pose": {"position": [6, 0, 5]}}])";

std::string project(const std::string& load, const std::string& objects = kObjects) {
  return R"({"format": "tendril", "version": 1, "materials": {"rubber": {"density": 1000, "young": 1e6, "poisson": 0.5},
                 "jelly": {"density": 1000, "model": "neo_hookean", "c1": 1e5}},
    "links": [)" +
         kRod + "," + kBrick + R"(], "objects": )" + objects + R"(, "loads": [{"name": "touch", "type": "contact", )" +
         load + "}]}";
}

struct Built {
  std::shared_ptr<const Model> model;
  std::string problems;
};

Built built(const std::string& text, const std::filesystem::path& directory = {}) {
  const ReadResult read = readProjectText(text, directory);
  std::vector<Problem> problems = read.problems;
  Built out;
  if (read.ok()) out.model = buildModel(read.description, problems, {.directory = directory});
  for (const Problem& problem : problems) out.problems += problem.text() + '\n';
  return out;
}

TEST(ContactProject, ARodTouchesWithAllItsStations) {
  const Built b = built(project(R"("between": ["arm", "world"], "surface": "cylinder_inside", "radius": 0.15,
                                   "axis": [2, 0, 0])"));
  ASSERT_TRUE(b.model) << b.problems;
  ASSERT_EQ(b.model->contacts.size(), 1U);
  const Contact& contact = b.model->contacts[0];
  ASSERT_EQ(contact.a.size(), 12U);
  EXPECT_DOUBLE_EQ(contact.a.front().radius, 0.03);
  EXPECT_DOUBLE_EQ(contact.a.back().radius, 0.015);
  EXPECT_DOUBLE_EQ(contact.a.back().along, 0.5);
  EXPECT_EQ(contact.surfaceFrame, 0);
  EXPECT_LT((contact.surfaceOffset.R * Vec3::UnitZ() - Vec3::UnitX()).norm(), 1e-15);
}

TEST(ContactProject, FrictionSticksWhereTheLoadSaysSo) {
  const std::string floor = R"("between": ["ball", "world"], "surface": "plane", "friction": 0.5)";
  const auto law = [&](const std::string& more) {
    const Built b = built(project(floor + more));
    return b.model ? b.model->contacts.at(0).law : ContactLaw{};
  };
  EXPECT_FALSE(law("").sticks());
  EXPECT_EQ(built(project(floor)).model->anchorSize, 0);
  const ContactLaw hertz = law(R"(, "stick": true)");
  EXPECT_TRUE(hertz.sticks());
  EXPECT_NEAR(hertz.stickStiffness, 1.5e5 * std::sqrt(1e-3), 1e-9 * 1e5) << "the slope at a depth of 1 mm";
  EXPECT_DOUBLE_EQ(law(R"(, "stick": true, "stiffness": 3e4, "exponent": 1)").stickStiffness, 3e4);
  EXPECT_DOUBLE_EQ(law(R"(, "stick": true, "stick_stiffness": 7e3)").stickStiffness, 7e3);
  EXPECT_GT(built(project(floor + R"(, "stick": true)")).model->anchorSize, 0);
  const std::string smooth = R"("between": ["ball", "world"], "surface": "plane", "stick": true)";
  EXPECT_EQ(built(project(smooth)).model->anchorSize, 0) << "what is smooth holds nothing";
  EXPECT_NE(built(project(floor + R"(, "stick": true, "stick_stiffness": 0)")).problems.find("stick_stiffness"),
            std::string::npos);
  EXPECT_NE(built(project(floor + R"(, "stick_stiffness": 10)")).problems.find("only with stick"), std::string::npos);
}

TEST(ContactProject, ResistsTurningWhereTheLoadSaysSo) {
  const std::string floor = R"("between": ["ball", "world"], "surface": "plane")";
  const Built without = built(project(floor));
  ASSERT_TRUE(without.model) << without.problems;
  EXPECT_FALSE(without.model->contacts.at(0).law.resistsTurning());
  const Built with = built(project(floor + R"(, "rolling_friction": 0.002, "spinning_friction": "=0.1/20")"));
  ASSERT_TRUE(with.model) << with.problems;
  EXPECT_TRUE(with.model->contacts.at(0).law.resistsTurning());
  EXPECT_DOUBLE_EQ(with.model->contacts.at(0).law.rollingFriction, 0.002);
  EXPECT_DOUBLE_EQ(with.model->contacts.at(0).law.spinningFriction, 0.005);
}

const std::string kBlock =
    R"({"name": "block", "pose": {"position": [0, 0, 9]}, "body": {"type": "primitives", "material": "jelly",
        "length": 0.1, "mesh": {"box": {"height": 0.02, "width": 0.03, "tetrahedra": 200}},
        "primitives": [{"type": "bending_z", "modes": ["1/L"]}]}})";

Built builtWithBlock(const std::string& load) {
  std::string text = project(load);
  text.insert(text.find(kBrick), kBlock + ",");
  return built(text);
}

/// The block 0.1 m × 0.02 m × 0.03 m, 1 cm from the axis to its nearest side.
bool fitsInBlock(const ContactBall& ball) {
  return ball.radius <= 1.01 * std::min({0.01, ball.along, 0.1 - ball.along}) + 1e-12;
}

TEST(ContactProject, TetrahedraTouchWithTheirSurface) {
  const Built b = builtWithBlock(R"("between": ["block", "world"], "surface": "plane")");
  ASSERT_TRUE(b.model) << b.problems;
  ASSERT_EQ(b.model->contacts.size(), 1U);
  Data data(*b.model);
  kinematics(*b.model, data, b.model->q0, b.model->v0);
  Eigen::AlignedBox3d extent;
  std::size_t points = 0;
  for (const ContactBall& ball : b.model->contacts[0].a) {
    if (ball.radius > 0) {
      EXPECT_TRUE(fitsInBlock(ball)) << ball.along;
      continue;
    }
    ++points;
    extent.extend(worldPose(data, ball.frame) * ball.centre);
  }
  EXPECT_GT(points, 30U);
  EXPECT_EQ(b.model->contacts[0].a.size() - points, b.model->links[1].body->slices().size());
  EXPECT_LT((extent.min() - Vec3(0, -0.01, 8.985)).norm(), 1e-12);
  EXPECT_LT((extent.max() - Vec3(0.1, 0.01, 9.015)).norm(), 1e-12);
}

TEST(ContactProject, TetrahedraTouchSoftBodiesWithTheirSurface) {
  const auto points = [](const Contact& contact) {
    return std::ranges::count_if(contact.a, [](const ContactBall& ball) { return ball.radius == 0; });
  };
  for (const bool first : {true, false}) {
    const Built b = builtWithBlock(first ? R"("between": ["block", "arm"])" : R"("between": ["arm", "block"])");
    ASSERT_TRUE(b.model) << b.problems;
    ASSERT_EQ(b.model->contacts.size(), first ? 1U : 2U);
    const Contact& within = b.model->contacts.front();
    EXPECT_EQ(within.segments[first ? 0 : 1].size() + 1, b.model->links[1].body->slices().size());
    EXPECT_TRUE(std::ranges::all_of(first ? within.a : within.b, fitsInBlock));
    const Contact& surface = b.model->contacts.back();
    EXPECT_EQ(surface.swapped, !first);
    EXPECT_EQ(surface.linkA, 1);
    EXPECT_GT(points(surface), 30);
    EXPECT_EQ(surface.b.size(), 12U);
    EXPECT_EQ(surface.segments[1].size(), 11U);
  }
  const Built self = builtWithBlock(R"("between": ["block", "block"])");
  ASSERT_TRUE(self.model) << self.problems;
  EXPECT_EQ(points(self.model->contacts[0]), 0);
}

/// Several contacts share the stations of a surface.
TEST(ContactProject, ASurfaceHasItsStationsOnce) {
  const std::string plane = R"("between": ["block", "world"], "surface": "plane")";
  const Built one = builtWithBlock(plane),
              two = builtWithBlock(plane + R"(}, {"name": "more", "type": "contact", "between": ["block", "ball"])");
  ASSERT_TRUE(one.model && two.model) << one.problems << two.problems;
  EXPECT_EQ(one.model->frameCount, two.model->frameCount);
}

TEST(ContactProject, AVolumeMayNotStartBeyondItsMiddle) {
  for (const char* height : {"8.99", "9.005"}) {
    const Built b =
        builtWithBlock(R"("between": ["block", "world"], "surface": "plane", "pose": {"position": [0, 0, )" +
                       std::string(height) + "]}");
    EXPECT_EQ(b.problems.find("starts") != std::string::npos, height[0] == '9') << b.problems;
  }
}

TEST(ContactProject, ObjectsAreFreeLinksWithTheInertiaOfTheirShape) {
  const Built b = built(project(R"("between": ["ball", "world"], "surface": "plane")"));
  ASSERT_TRUE(b.model) << b.problems;
  ASSERT_EQ(b.model->links.size(), 5U);
  const Link& ball = b.model->links[2];
  EXPECT_EQ(ball.name, "ball");
  EXPECT_EQ(ball.joint.type, JointType::kFree);
  EXPECT_EQ(ball.visuals.size(), 1U);
  EXPECT_LT((ball.rigid.inertia - 0.4 * 2 * 0.01 * Mat3::Identity()).norm(), 1e-15);
  EXPECT_EQ(b.model->q0.segment<3>(ball.qJoint), Vec3(0, 0, 5));
  EXPECT_EQ(b.model->v0[ball.vJoint + 3], 2);
  const Mat3& disc = b.model->links[4].rigid.inertia;
  EXPECT_NEAR(disc(0, 0), 0.5 * 0.04, 1e-15);
  EXPECT_NEAR(disc(1, 1), (3 * 0.04 + 0.01) / 12, 1e-15);
  // a capsule without a middle is a ball
  const Built round = built(project(
      R"("between": ["pill", "world"], "surface": "plane")",
      R"([{"name": "pill", "shape": {"capsule": {"radius": 0.1, "length": 0}}, "mass": 1, "pose": {"position": [0, 0, 3]}}])"));
  ASSERT_TRUE(round.model) << round.problems;
  EXPECT_LT((round.model->links[2].rigid.inertia - 0.004 * Mat3::Identity()).norm(), 1e-15);
}

TEST(ContactProject, BodiesTouchAsTheyAre) {
  struct Case {
    const char *between, *spheres;
    std::size_t contacts, balls;
    bool swapped, surface;
    std::size_t segments = 0, others = 0, points = 0;  ///< of the last contact
  };
  for (const Case& c :
       {Case{R"(["ball", "pill"])", "", 1, 1, false, true},
        Case{R"(["arm", "ball"])", "", 2, 12, false, true, 11, 0, 1},
        Case{R"(["ball", "arm"])", "", 2, 12, true, true, 11, 0, 1}, Case{R"(["brick", "ball"])", "", 1, 1, true, true},
        Case{R"(["ball", "brick"])", "", 1, 1, false, true},
        Case{R"(["brick", "disc"])", "", 3, 8, false, true, 12, 25},
        Case{R"(["arm", "arm"])", "", 1, 12, false, false, 11},
        Case{R"(["brick", "arm"])", R"(, "spheres": [{"position": [0, 0, 1], "radius": 0.2}])", 1, 1, false, false, 0,
             11}}) {
    SCOPED_TRACE(c.between);
    const Built b = built(project(std::string("\"between\": ") + c.between + c.spheres));
    ASSERT_TRUE(b.model) << b.problems;
    ASSERT_EQ(b.model->contacts.size(), c.contacts);
    EXPECT_EQ(b.model->contacts[0].a.size(), c.balls);
    EXPECT_EQ(b.model->contacts[0].swapped, c.swapped);
    EXPECT_EQ(b.model->contacts[0].surface != nullptr, c.surface);
    const Contact& last = b.model->contacts.back();
    EXPECT_EQ(last.segments[0].size(), c.segments);
    EXPECT_EQ(last.segments[1].size(), c.others);
    if (c.contacts > 1) {
      EXPECT_EQ(last.b.size(), c.points);
    }
  }
}

/// Two balls below a brick: these touch, on both sides of a contact, and the brick is what is seen.
TEST(ContactProject, CollisionShapesTakeThePlaceOfThePicture) {
  const auto withBalls = [](std::string text) {
    const std::string visual = R"("visual": {"box")";
    return text.insert(text.find(visual), R"("collision": [{"sphere": 0.05, "pose": {"position": [0, 0, -0.3]}},
                                                           {"sphere": 0.07}], )");
  };
  const Built floor = built(withBalls(project(R"("between": ["brick", "world"], "surface": "plane")")));
  ASSERT_TRUE(floor.model) << floor.problems;
  EXPECT_EQ(floor.problems, "");
  const Link& brick = floor.model->links[static_cast<std::size_t>(floor.model->linkIndex("brick"))];
  ASSERT_EQ(brick.visuals.size(), 1U);
  EXPECT_EQ(brick.visuals[0].shape, Visual::Shape::kBox);
  EXPECT_EQ(brick.contactShapes().size(), 2U);
  ASSERT_EQ(floor.model->contacts.size(), 1U);
  ASSERT_EQ(floor.model->contacts[0].a.size(), 2U);
  EXPECT_DOUBLE_EQ(floor.model->contacts[0].a[0].radius, 0.05);
  EXPECT_DOUBLE_EQ(floor.model->contacts[0].a[0].centre.z(), -0.3);
  EXPECT_DOUBLE_EQ(floor.model->contacts[0].a[1].radius, 0.07);
  const Built ball = built(withBalls(project(R"("between": ["ball", "brick"])")));
  ASSERT_TRUE(ball.model) << ball.problems;
  EXPECT_EQ(ball.model->contacts.size(), 2U) << "one for each shape that the ball touches";
  std::string two = project(R"("between": ["brick", "world"], "surface": "plane")");
  two.insert(two.find(R"("visual": {"box")"), R"("collision": [{"sphere": 0.05, "box": [1, 1, 1]}], )");
  EXPECT_NE(built(two).problems.find("links.brick.body.collision[0]: has 2 shapes"), std::string::npos)
      << built(two).problems;
}

TEST(ContactProject, RoundTripKeepsEverything) {
  const std::string text = project(R"("between": ["arm", "pill"], "surface": "box", "size": [1, 2, 3], "stiffness": 3e4,
      "exponent": 1, "damping": 0.5, "friction": 0.4, "friction_speed": 0.01, "pose": {"position": [9, 9, 9]})");
  const ReadResult read = readProjectText(text);
  ASSERT_TRUE(read.ok());
  const std::string once = projectText(read.description);
  const ReadResult again = readProjectText(once);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(projectText(again.description), once);
  ASSERT_EQ(again.description.objects.size(), 3U);
  const auto& contact = std::get<description::Contact>(again.description.loads[0].type);
  EXPECT_EQ(contact.between[1].id, again.description.objects[1].id);
  EXPECT_EQ(contact.friction.value, 0.4);
  for (const char* key : {"size", "friction_speed", "objects", "capsule", "v0"})
    EXPECT_NE(once.find(key), std::string::npos) << key;
}

TEST(ContactProject, BadInputIsRefusedWithWhatAndWhere) {
  const std::string plane = R"(, "surface": "plane")";
  for (const auto& [load, expected] :
       {std::pair<std::string, std::string>{R"("between": ["arm", "world"], "surface": "torus")", "torus"},
        {R"("between": ["arm", "world"], "surface": "sphere")", "loads.touch.radius: is missing or 0"},
        {R"("between": ["arm", "world"], "surface": "box")", "loads.touch.size: is missing"},
        {R"("between": ["arm", "world"], "surface": "capsule", "radius": 1)", "loads.touch.length: is missing"},
        {R"("between": ["arm", "world"], "surface": "plane", "axis": [0, 0, 0])", "axis: has length 0"},
        {R"("between": ["arm", "world"], "surface": "mesh")", "loads.touch.file: is missing"},
        {R"("between": ["arm", "world"], "surface": "mesh", "file": "no.stl")", "there is no file \"no.stl\""},
        {R"("between": ["arm", "world"])", "the world has no shape"},
        {R"("between": ["world", "arm"])" + plane, "the world has no balls"},
        {R"("between": ["arm"])" + plane, "list of 2"},
        {R"("between": ["arm", "bal"])", "did you mean \"ball\"?"},
        {R"("between": ["ball", "ball"])", "names \"ball\" twice"},
        {R"("between": ["arm", "arm"])" + plane, "names \"arm\" twice"},
        {R"("between": ["arm", "ball"], "spheres": [{"radius": 1}])", "touches with its sections"},
        {R"("between": ["ball", "world"], "stiffness": -1)" + plane, "loads.touch.stiffness: is -1"},
        {R"("between": ["ball", "world"], "stiffness": "=0/0")" + plane, "loads.touch.stiffness"},
        {R"("between": ["ball", "world"], "exponent": 0.5)" + plane, "loads.touch.exponent: is 0.5"},
        {R"("between": ["ball", "world"], "friction": -0.1)" + plane, "loads.touch.friction"},
        {R"("between": ["ball", "world"], "friction_speed": 0)" + plane, "loads.touch.friction_speed"},
        {R"("between": ["ball", "world"], "rolling_friction": -1e-3)" + plane,
         "loads.touch.rolling_friction: is -0.001; must be at least 0"},
        {R"("between": ["ball", "world"], "rolling_friction": "=0/0")" + plane,
         "loads.touch.rolling_friction: =0/0 is nan"},
        {R"("between": ["ball", "world"], "spinning_friction": -2)" + plane, "loads.touch.spinning_friction: is -2"},
        {R"("between": ["ball", "world"], "spinning_friction": "=1/0")" + plane,
         "loads.touch.spinning_friction: =1/0 is inf"},
        {R"("between": ["ball", "world"], "radius": 1)" + plane, "loads.touch.radius"},
        {R"("between": ["ball", "world"], "pose": {"position": [0, 0, 5.03]})" + plane,
         "“ball” starts 0.13 m deep in world"}}) {
    const Built b = built(project(load));
    EXPECT_FALSE(b.model) << load;
    EXPECT_NE(b.problems.find(expected), std::string::npos) << load << "\n" << b.problems;
  }
}

TEST(ContactProject, BadObjectsAreRefused) {
  const std::string load = R"("between": ["arm", "world"], "surface": "plane", "pose": {"position": [0, 0, -1]})";
  for (const auto& [object, expected] :
       {std::pair<std::string, std::string>{R"({"name": "arm", "mass": 1, "shape": {"sphere": 1}})",
                                            "a link has the name"},
        {R"({"name": "x", "mass": 0, "shape": {"sphere": 1}})", "objects.x.mass"},
        {R"({"name": "x", "mass": 1, "shape": {}})", "has 0 shapes"},
        {R"({"name": "x", "mass": 1, "shape": {"sphere": 1, "box": [1, 1, 1]}})", "has 2 shapes"},
        {R"({"name": "x", "mass": 1, "shape": {"sphere": 1}, "color": "red"})", "is no colour"},
        {R"({"name": "world", "mass": 1, "shape": {"sphere": 1}})", "is taken"}}) {
    const Built b = built(project(load, "[" + object + "]"));
    EXPECT_FALSE(b.model) << object;
    EXPECT_NE(b.problems.find(expected), std::string::npos) << object << "\n" << b.problems;
  }
}

TEST(ContactProject, MeshesAreReadAndEmptyOnesRefused) {
  const TemporaryFolder folder;
  folder.write("floor.obj", "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n");
  folder.write("empty.obj", "# nothing\n");
  folder.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
  const auto load = [](const std::string& file) {
    return project(R"("between": ["ball", "world"], "surface": "mesh", "scale": 2, "file": ")" + file + '"');
  };
  const Built good = built(load("floor.obj"), folder.path());
  ASSERT_TRUE(good.model) << good.problems;
  SurfacePoint at;
  ASSERT_TRUE(good.model->contacts.at(0).surface->near(Vec3(1.5, 0.3, 0.25), 1, at));
  EXPECT_DOUBLE_EQ(at.distance, 0.25);
  EXPECT_EQ(at.normal, Vec3::UnitZ());
  for (const char* file : {"empty.obj", "flat.obj"}) {
    const Built bad = built(load(file), folder.path());
    EXPECT_FALSE(bad.model) << file;
    EXPECT_NE(bad.problems.find("loads.touch.file: the mesh"), std::string::npos) << bad.problems;
  }
}

}  // namespace
}  // namespace tendril
