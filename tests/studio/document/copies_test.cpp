// SPDX-License-Identifier: GPL-3.0-or-later
// Mirror images move as images do, of every joint and body; arrays stand where they should.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/builder/build_model.hpp"
#include "core/constraints/inputs_provider.hpp"
#include "core/math/so3.hpp"
#include "core/model/data.hpp"
#include "core/model/kinematics.hpp"
#include "core/project/project.hpp"
#include "core/session/simulate.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/copies/solid_floor.hpp"
#include "studio/document/edits/edits.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

constexpr const char* kHead = R"({"format": "tendril", "version": 1, "parameters": {"size": 0.02},
  "simulation": {"integrator": "runge_kutta_4", "step": 0.0002, "duration": 0.05},
  "materials": {"soft": {"young": 2e5, "poisson": 0.5, "density": 1000, "viscosity": 500},
                "rubber": {"model": "neo_hookean", "c1": 5e4, "density": 1000, "relaxation": 0.01},
                "foam": {"young": 2e5, "poisson": 0.4, "density": 1000, "relaxation": 0.01}},
  "links": [)";

/// A rigid body without any symmetry.
constexpr const char* kLump =
    R"("body": {"type": "rigid", "mass": 0.4, "com": [0.03, 0.02, "=size/2"], "inertia": [4e-4, 5e-4, 6e-4, 5e-5, -6e-5, 7e-5],
        "tip": {"position": [0.1, 0.02, -0.03], "rpy": [0.3, "=0.1+size", -0.2]}})";
constexpr const char* kRootPose = R"("pose": {"position": [0.1, 0.2, "=0.5-size"], "rpy": [0.4, -0.3, "=size+0.7"]})";

std::string document(const std::string& links, const std::string& rest = "") {
  return kHead + links + "]" + rest + "}";
}

std::shared_ptr<const Model> built(const Document& document) {
  std::vector<Problem> problems;
  auto model = buildModel(document.description(), problems);
  for (const Problem& problem : problems) EXPECT_FALSE(problem.isError()) << problem.text();
  return model;
}

/// The same numbers for the originals and for their copies, which come after them.
class Twice : public InputsProvider {
 public:
  void evaluate(double t, VecXMut u, VecXMut tau) const override {
    tau.setZero();
    const Eigen::Index half = u.size() / 2;
    for (Eigen::Index i = 0; i < half; ++i)
      u[i] = u[i + half] = 0.3 + 0.1 * static_cast<double>(i) + 0.2 * std::sin(40 * t);
  }
};

struct Motion {
  std::shared_ptr<const Model> model;
  std::vector<Pose> first, last;  ///< tips, at the start and at the end
};

std::vector<Pose> tipsAt(const Model& model, const VecX& q, const VecX& v) {
  Data data(model);
  kinematics(model, data, q, v);
  std::vector<Pose> tips;
  for (int i = 0; i < static_cast<int>(model.links.size()); ++i) {
    const auto [frame, offset] = model.place(i, 0);
    tips.push_back(worldPose(data, frame) * offset);
  }
  return tips;
}

Motion moved(const Document& document) {
  Motion out;
  out.model = built(document);
  if (!out.model) return out;
  Program program(out.model);
  const Twice inputs;
  SimulationRequest request;
  request.inputs = &inputs;
  const SimulationResult run = simulate(program, request);
  EXPECT_FALSE(run.failure) << run.failure->message();
  out.first = tipsAt(*out.model, out.model->q0, out.model->v0);
  out.last = tipsAt(*out.model, run.final.q, run.final.v);
  return out;
}

/// Mirrors the first link across all three planes in turn, and compares the motion of everything with its image.
void expectImages(const std::string& links, const std::string& rest, double tolerance) {
  for (int normal = 0; normal < 3; ++normal) {
    // gravity lies in the plane
    const std::string gravity = normal == 2 ? R"(, "gravity": [3, -9, 0])" : R"(, "gravity": [0, 0, -9.81])";
    ReadResult read = readProjectText(document(links, gravity + rest));
    ASSERT_TRUE(read.ok()) << read.problems.front().text();
    Document project(std::move(read.description), read.text, {});
    const std::size_t count = project.description().links.size();
    ASSERT_TRUE(apply(project, edits::mirror(project.description(), project.description().links[0].id, normal)));
    ASSERT_EQ(project.description().links.size(), 2 * count);
    ASSERT_TRUE(project.undo());
    ASSERT_TRUE(project.redo());
    const Motion motion = moved(project);
    ASSERT_TRUE(motion.model);
    Mat3 M = Mat3::Identity(), N = Mat3::Identity();
    M(normal, normal) = -1, N(1, 1) = -1;
    double way = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& name = project.description().links[i].name;
      const int a = motion.model->linkIndex(name),
                b = motion.model->linkIndex(project.description().links[i + count].name);
      ASSERT_TRUE(a >= 0 && b >= 0);
      for (const auto* tips : {&motion.first, &motion.last}) {
        const Pose &one = (*tips)[static_cast<std::size_t>(a)], &other = (*tips)[static_cast<std::size_t>(b)];
        EXPECT_LT((M * one.p - other.p).norm(), tolerance) << name << " across " << normal;
        EXPECT_LT((M * one.R * N - other.R).norm(), 10 * tolerance) << name << " across " << normal;
      }
      way += (motion.last[static_cast<std::size_t>(a)].p - motion.first[static_cast<std::size_t>(a)].p).norm();
    }
    EXPECT_GT(way, 1e-3) << "it moves";
  }
}

std::string root(const std::string& joint) {
  return std::string(R"({"name": "root", )") + kRootPose + R"(, "joint": )" + joint + ", " + kLump + "}";
}

TEST(Mirror, JointsMoveAsTheirImages) {
  const std::vector<std::string> joints = {
      R"({"type": "revolute", "axis": [0.2, 0.5, "=1-size"], "q0": [0.4], "v0": [3], "limits": [[-0.2, 0.45]]})",
      R"({"type": "prismatic", "axis": [0.2, 0.5, 1], "q0": [0.04], "v0": [1], "limits": [[null, 0.05]], "stiffness": 20})",
      R"({"type": "helical", "axis": [0.2, -0.5, 1], "pitch": "=size/2", "q0": [0.4], "v0": [2]})",
      R"({"type": "cylindrical", "axis": [0.2, 0.5, 1], "q0": [0.4, 0.03], "v0": [2, 0.5], "limits": [[-0.5, 0.45], [-0.02, 0.04]]})",
      R"({"type": "universal", "axis": [0.2, 0.5, 0], "axis2": [0, 0, 1], "q0": [0.4, -0.3], "v0": [2, 1]})",
      R"({"type": "planar", "q0": [0.02, 0.03, 0.5], "v0": [0.3, 0.4, 2], "stiffness": [10, 10, 1]})",
      R"({"type": "spherical", "q0": [0.1, 0.7, -0.5, 0.5], "v0": [1, 2, 3], "stiffness": 0.1})",
      R"({"type": "free", "q0": [0.1, 0.2, 0.3, 0.1, 0.7, -0.5, 0.5], "v0": [1, 2, 3, 0.4, 0.5, 0.6]})"};
  for (const std::string& joint : joints) {
    SCOPED_TRACE(joint);
    // a second link with the same joint, so that none is the first
    const std::string second = std::string(R"(, {"name": "second", "parent": "root", "pose": {"position": [0, 0.02, 0],
      "quaternion": [0.5, 0.5, "=-size*25", 0.5]}, "joint": )") +
                               joint + ", " + kLump + "}";
    expectImages(root(joint) + second, "", 1e-9);
  }
}

TEST(Mirror, MotorsDrivesLoadsAndLoopsGoAlong) {
  const std::string hinge = R"({"type": "revolute", "axis": [0, 1, 0.3], "q0": [0.2], "damping": 0.01})";
  const std::string ball = R"({"type": "spherical", "damping": 0.01})";
  const std::string links = root(hinge) + R"(, {"name": "b", "parent": "root", "joint": )" + ball + ", " + kLump + "}" +
                            R"(, {"name": "c", "parent": "root", "pose": {"position": [0, 0.1, 0]}, "joint": )" + ball +
                            ", " + kLump + "}" +
                            R"(, {"name": "d", "parent": "b", "joint": {"type": "revolute", "axis": [0, 1, 0.3],
                            "drive": {"type": "elastic", "stiffness": 50, "motor_inertia": 0.01, "deflection": 0.01}}, )" +
                            kLump + "}";
  const std::string rest = R"(, "actuators": [
      {"name": "m", "type": "joint", "link": "root"}, {"name": "n", "type": "joint", "link": "d"},
      {"name": "cable", "type": "tendon", "route": [{"link": "root", "points": [[0, 0.02, 0.01], [0.05, "=size", 0]]},
                                                    {"link": "b", "points": [[0.01, -0.02, 0.03]]}]},
      {"name": "air", "type": "propellers", "link": "c", "rotors": [
        {"position": [0.1, 0.05, 0.02], "tilt": [0.3, -0.2], "spin": 1, "thrust": 1e-5, "drag": 2e-7},
        {"position": [-0.1, 0.05, 0.02], "tilt": [0.1, 0.2], "spin": -1, "thrust": 1e-5, "drag": 3e-7}]},
      {"name": "ring", "type": "propellers", "link": "b", "arms": 3, "radius": 0.1, "height": 0.02, "phase": 0.3,
       "alpha": 0.4, "beta": 0.1, "thrust": 1e-5, "drag": 3e-7}],
    "loads": [{"name": "push", "type": "point_wrench", "link": "b", "frame": "body",
               "wrench": [0.01, 0.02, "0.03*t + 0.03", 0.4, -0.5, 0.6]
}],
    "loops": [{"name": "tie", "type": "spherical", "a": {"link": "b"},
               "b": {"link": "c", "at": "base", "pose": {"position": [0.1, -0.08, -0.03]}}, "stabilization": 0.02}])";
  expectImages(links, rest, 1e-8);
}

TEST(Mirror, SoftBodiesBendAsTheirImages) {
  const std::string fixed = std::string(R"({"name": "root", )") + kRootPose;
  const std::string rod = R"(, "body": {"type": "rod", "divisions": [
      {"material": "soft", "length": 0.1, "section": {"shape": "rectangle", "height": 0.02, "width": 0.03},
       "strain": {"torsion": {"basis": "legendre", "order": 1}, "bending_y": {"basis": "legendre", "order": 1},
                  "bending_z": {"basis": "monomial", "order": 1}, "stretch": {"basis": "constant"},
                  "shear_y": {"basis": "constant"}, "shear_z": {"basis": "constant"}},
       "reference_strain": [0.5, "1+X", -2, 1, 0.01, 0.02], "q0": [0.3, -0.2, 0.5, 0.4, -0.6, 0.2, 0.01, 0.02, 0.03]},
      {"material": "soft", "length": 0.1, "pose": {"rpy": [0.1, 0.2, 0.3]},
       "section": {"shape": "profile", "polygons": [[[-0.01, -0.01], [0.015, -0.01], [0.002, 0.012]]]},
       "strain": {"bending_z": {"basis": "legendre", "order": 1}}, "q0": [2, 1], "v0": [1, -2]}]}})";
  const std::string arc =
      R"(, {"name": "arc", "parent": "root", "body": {"type": "constant_curvature", "material": "soft",
      "length": 0.1, "radius": 0.01, "planar": false, "elongation": true, "q0": [0.3, 0.4, 0.01], "v0": [1, 2, 0.1]}},
    {"name": "flat", "parent": "arc", "body": {"type": "constant_curvature", "material": "soft",
      "length": 0.1, "radius": 0.01, "q0": [0.3], "v0": [1]}})";
  const std::string rest = R"(, "actuators": [
      {"name": "t", "type": "tendon", "route": [{"link": "root", "division": 0, "y": "0.008 - 0.004*X",
                    "z" : 0.005
},
                                                {"link": "arc", "y": 0.004, "z": "=size/10"}]
},
      {"name": "p", "type": "pressure", "link": "arc", "area": 1e-5, "y": "=size/5", "z": 0.001}])";
  expectImages(fixed + rod + arc, rest, 1e-8);
}

TEST(Mirror, VolumesDeformAsTheirImages) {
  const std::string fixed = std::string(R"({"name": "root", )") + kRootPose;
  const std::string links = fixed + R"(, "body": {"type": "primitives", "material": "rubber", "length": 0.1,
      "mesh": {"box": {"height": 0.02, "width": 0.03, "tetrahedra": 300}},
      "primitives": [{"type": "bending_y", "modes": ["1/L", "x/L^2"]}, {"type": "bending_z", "modes": ["1/L"]},
                     {"type": "torsion", "modes": ["1/L"]}, {"type": "stretch", "modes": ["x/L"]},
                     {"type": "shear_y", "modes": ["X"]}, {"type": "shear_z", "modes": ["X"]}],
      "q0": [0.2, 0.1, -0.3, 0.4, 0.05, 0.1, -0.1]}},
    {"name": "ribs", "parent": "root", "body": {"type": "primitives", "material": "rubber", "length": 0.1,
      "mesh": {"trimmed_helicoid": {"radius": 0.02, "inner": 0.012, "pitch": 0.05, "thickness": 0.004, "hands": "right", "ring": 0.005,
                                    "tetrahedra": 400}},
      "primitives": [{"type": "bending_z", "modes": ["1/L"]}, {"type": "torsion", "modes": ["1/L"]}], "q0": [0.2, 0.3]}},
    {"name": "foam", "parent": "root", "body": {"type": "fem", "material": "foam", "length": 0.05,
      "mesh": {"cylinder": {"radius": 0.01, "tetrahedra": 200}}, "modes": 4}})";
  expectImages(links, "", 1e-6);
}

/// Bodies are mirrored across their own xz plane.
TEST(Mirror, CollisionShapesGoToTheOtherSide) {
  ReadResult read = readProjectText(document(R"({"name": "a", "body": {"type": "rigid", "mass": 1,
      "inertia": [1, 1, 1, 0, 0, 0], "collision": [{"sphere": 0.1, "pose": {"position": [0.1, 0.2, 0.3]}}]}})"));
  ASSERT_TRUE(read.ok());
  Document project(std::move(read.description), read.text, {});
  ASSERT_TRUE(apply(project, edits::mirror(project.description(), project.description().links[0].id, 0)));
  const auto& body = std::get<description::RigidBody>(*project.description().links.at(1).body);
  ASSERT_EQ(body.collision.size(), 1u);
  const description::Number3& at = body.collision[0].pose.position;
  EXPECT_EQ(Vec3(at[0].value, at[1].value, at[2].value), Vec3(0.1, -0.2, 0.3));
}

TEST(Mirror, WhatHasNoImageIsRefused) {
  const auto refusal = [](const std::string& links, const std::string& rest = "") {
    ReadResult read = readProjectText(document(links, rest));
    EXPECT_TRUE(read.ok()) << read.problems.front().text();
    Document project(std::move(read.description), read.text, {});
    const std::string before = project.text();
    std::vector<Problem> problems;
    EXPECT_FALSE(project.edit(edits::mirror(project.description(), project.description().links[0].id, 1), problems));
    EXPECT_EQ(project.text(), before);
    return textOf(problems);
  };
  EXPECT_NE(refusal(R"({"name": "e", "body": {"type": "expression", "material": "foam", "length": 0.1,
      "mesh": {"cylinder": {"radius": 0.01, "tetrahedra": 200}}, "coordinates": ["a"], "position": ["x", "y+a*X^2", "z"]}})")
                .find("formulas"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"name": "v", "body": {"type": "primitives", "material": "rubber", "length": 0.1,
      "mesh": {"cylinder": {"radius": 0.01, "tetrahedra": 200}}, "primitives": [{"type": "stretch", "modes": ["X"]}]}},
      {"name": "on", "parent": "v", "at": [0.05, 0.01, 0]})")
                .find("surface"),
            std::string::npos);
  EXPECT_NE(refusal(root(R"({"type": "free"})"),
                    R"(, "loops": [{"name": "l", "type": "spherical", "a": {"link": "root"}, "b": {"link": "world"}}])")
                .find("world"),
            std::string::npos);
}

TEST(Arrays, StandInRowsAndRings) {
  ReadResult read = readProjectText(document(root(R"({"type": "revolute"})")));
  Document project(std::move(read.description), read.text, {});
  const ObjectId link = project.description().links[0].id;
  const auto model = built(project);
  const std::vector<Pose> alone = tipsAt(*model, model->q0, model->v0);
  ASSERT_TRUE(apply(project, edits::array(project.description(), link, {.count = 4, .step = Vec3(0.1, 0, -0.2)})));
  auto many = built(project);
  std::vector<Pose> tips = tipsAt(*many, many->q0, many->v0);
  ASSERT_EQ(tips.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_LT((tips[i].p - alone[0].p - static_cast<double>(i) * Vec3(0.1, 0, -0.2)).norm(), 1e-12);
    EXPECT_LT((tips[i].R - alone[0].R).norm(), 1e-12);
  }
  ASSERT_TRUE(project.undo());
  const double third = 2 * std::numbers::pi / 3;
  ASSERT_TRUE(apply(project, edits::array(project.description(), link, {.count = 2, .turn = Vec3(0, 0, third)})));
  many = built(project);
  tips = tipsAt(*many, many->q0, many->v0);
  ASSERT_EQ(tips.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const Mat3 R = expSO3<double>(Vec3(0, 0, third * static_cast<double>(i)));
    EXPECT_LT((tips[i].p - R * alone[0].p).norm(), 1e-12);
    EXPECT_LT((tips[i].R - R * alone[0].R).norm(), 1e-12);
  }
  std::vector<Problem> problems;
  EXPECT_FALSE(project.edit(edits::array(project.description(), link, {.count = 0}), problems));
  EXPECT_FALSE(problems.empty());
}

constexpr auto kBars = R"({"format": "tendril", "version": 1, "links": [
  {"name": "base", "joint": {"type": "free"}, "body": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1, 0, 0, 0],
    "visual": {"box": [0.1, 0.1, 0.1]}}},
  {"name": "bar", "parent": "base", "joint": {"type": "revolute"}, "body": {"type": "rigid", "mass": 1,
    "inertia": [1, 1, 1, 0, 0, 0], "visual": {"cylinder": {"radius": 0.02, "length": 0.4}}}},
  {"name": "hand", "parent": "bar", "pose": {"position": [0.1, 0, 0]}}]})";

/// One and a half widths further each time; what hangs on the copy keeps its place there.
TEST(Duplicates, AreSetBesideWhatTheyWereMadeOf) {
  ReadResult read = readProjectText(kBars);
  Document document(std::move(read.description), read.text, {});
  const std::string before = document.text();
  std::vector<Problem> problems;
  const ItemRef bar = *edits::find(document.description(), ItemKind::kLink, "bar");
  for (int k = 0; k < 2; ++k) ASSERT_TRUE(document.edit(edits::duplicate(document.description(), {bar}), problems));
  const auto& links = document.description().links;
  ASSERT_EQ(links.size(), 7u);
  std::vector<double> places;
  for (const description::Link& link : links) {
    if (link.parent.name == "base") places.push_back(link.pose.position[1].value);
    if (link.parent.name.starts_with("bar")) {
      EXPECT_EQ(link.pose.position[1].value, 0) << link.name;
    }
  }
  std::ranges::sort(places);
  ASSERT_EQ(places.size(), 3u);
  EXPECT_NEAR(places[1], 0.06, 1e-12);
  EXPECT_NEAR(places[2], 0.12, 1e-12);
  document.undo(), document.undo();
  EXPECT_EQ(document.text(), before);
}

TEST(SolidFloors, AreTouchedByAllThatHasAShape) {
  ReadResult read = readProjectText(kBars);
  Document document(std::move(read.description), read.text, {});
  const std::string before = document.text();
  std::vector<Problem> problems;
  EXPECT_FALSE(edits::hasSolidFloor(document.description()));
  ASSERT_TRUE(document.edit(edits::makeFloorSolid(-0.3), problems));
  ASSERT_EQ(document.description().loads.size(), 2u) << "the hand is a frame";
  ASSERT_TRUE(document.edit(edits::makeFloorSolid(7), problems));
  EXPECT_EQ(document.description().loads.size(), 2u) << "they touch one already";
  ASSERT_TRUE(document.edit(edits::onSolidFloor(edits::addLink(LinkTemplate::kRod, 0)), problems));
  ASSERT_EQ(document.description().loads.size(), 3u);
  for (const description::Load& load : document.description().loads)
    EXPECT_EQ(std::get<description::Contact>(load.type).pose.position[2].value, -0.3) << load.name;
  ASSERT_TRUE(document.edit(edits::removeFloor(), problems));
  EXPECT_TRUE(document.description().loads.empty());
  ASSERT_TRUE(document.edit(edits::onSolidFloor(edits::addLink(LinkTemplate::kRigid, 0)), problems));
  EXPECT_TRUE(document.description().loads.empty()) << "there is no floor to touch";
  while (document.canUndo()) document.undo();
  EXPECT_EQ(document.text(), before);
}

TEST(SolidFloors, AreThereForTheFirstBodyThatFloats) {
  Document document;
  std::vector<Problem> problems;
  const auto add = [&](LinkTemplate kind) {
    return document.edit(edits::onFirstFloor(edits::onSolidFloor(edits::addLink(kind, 0)), -0.1), problems);
  };
  const std::string empty = document.text();
  ASSERT_TRUE(add(LinkTemplate::kFloatingBase));
  ASSERT_EQ(document.description().loads.size(), 1u);
  EXPECT_EQ(std::get<description::Contact>(document.description().loads[0].type).pose.position[2].value, -0.1);
  EXPECT_EQ(document.undoCount(), 1u);
  ASSERT_TRUE(add(LinkTemplate::kRod));
  EXPECT_EQ(document.description().loads.size(), 2u) << "what follows touches it, too";
  document.undo(), document.undo();
  EXPECT_EQ(document.text(), empty);

  ASSERT_TRUE(add(LinkTemplate::kRod));
  EXPECT_TRUE(document.description().loads.empty()) << "it is held";
  ASSERT_TRUE(add(LinkTemplate::kFloatingBase));
  EXPECT_TRUE(document.description().loads.empty()) << "it is not the first";
}

}  // namespace
}  // namespace tendril
