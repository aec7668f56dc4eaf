// SPDX-License-Identifier: GPL-3.0-or-later
// Handles of fields: in every example, of everything that can be selected. What a handle shows is what the field holds,
// and what it writes is what it shows then.
#include <gtest/gtest.h>

#include <test_paths.hpp>
#include "core/builder/build_model.hpp"
#include "core/math/so3.hpp"
#include "core/model/data.hpp"
#include "core/project/project.hpp"
#include "studio/app/project/examples.hpp"
#include "studio/app/view/handles/field_handle.hpp"

namespace tendril {
namespace {

struct Opened {
  Document document;
  Snapshot snapshot;
};

std::optional<Opened> opened(const std::filesystem::path& path) {
  ReadResult read = readProject(path);
  std::vector<Problem> problems;
  auto model = read.ok() ? buildModel(read.description, problems) : nullptr;
  if (!model) return {};
  Opened out{Document(std::move(read.description), read.text, path.parent_path()), {}};
  Data data(*model);
  fillSnapshot(model, data, 0, model->q0, model->v0, nullptr, out.snapshot);
  return out;
}

std::vector<Target> everythingOf(const Description& description) {
  std::vector<Target> all = targetsOf(description);
  std::erase_if(all, [](const Target& target) { return target.kind == TargetKind::kLink; });
  constexpr std::size_t kLinks = 8;  // further ones are alike
  for (const description::Link& link : std::span(description.links).first(std::min(kLinks, description.links.size())))
    for (const TargetPart part : partsOf(description, link.id)) all.push_back(Target::link(link.id, part));
  return all;
}

/// Another value that its field can take: a little more, or a little less where that is too much.
HandleValue nudged(const Handle& handle) {
  HandleValue value = handle.value;
  if (handle.moves) value.pose.p += Vec3(0.001, -0.002, 0.003);
  if (handle.turns) value.pose.R = expSO3<double>(Vec3(0.1, -0.2, 0.05)) * value.pose.R;
  if (handle.kind == HandleKind::kDirection) value.vector = (value.vector + Vec3(0.1, 0.2, -0.1)).normalized();
  if (handle.kind == HandleKind::kPoint) value.vector += handle.normal ? Vec3(0, 1e-4, 2e-4) : Vec3(1e-4, 2e-4, 3e-4);
  if (handle.kind == HandleKind::kFrame || handle.kind == HandleKind::kPoint || handle.kind == HandleKind::kDirection)
    return value;
  const double by = std::max(1e-4, 0.01 * std::abs(value.number));
  value.number += value.number + by <= handle.maximum ? by : -by;
  return value;
}

double distance(const Handle& handle, const HandleValue& a, const HandleValue& b) {
  if (handle.kind == HandleKind::kFrame) return (a.pose.p - b.pose.p).norm() + (a.pose.R - b.pose.R).norm();
  return (a.vector - b.vector).norm() + std::abs(a.number - b.number);
}

TEST(FieldHandles, WriteWhatTheyShowInEveryExample) {
  int handles = 0, kinds[7] = {};
  for (const Example& example : findExamples()) {
    auto project = opened(example.path.toStdString());
    ASSERT_TRUE(project) << example.path.toStdString();
    for (const Target& target : everythingOf(project->document.description())) {
      const auto now = [&] { return handlesOf(project->document.description(), project->snapshot, target, {}); };
      const std::vector<FieldHandle> first = now();
      for (std::size_t i = 0; i < first.size(); ++i) {
        const Handle& handle = first[i].handle;
        const std::string where = example.title.toStdString() + " · " +
                                  titleOf(project->document.description(), target).toStdString() + " · " +
                                  handle.label.toStdString();
        ++handles, ++kinds[static_cast<int>(handle.kind)];
        const std::string before = project->document.text();
        std::vector<Problem> problems;
        const HandleValue wanted = nudged(handle);
        const FieldValues fields = first[i].fields(wanted);
        EXPECT_FALSE(fields.empty()) << where;
        if (!project->document.setFields(fields, problems)) {
          EXPECT_FALSE(problems.empty()) << where << ": refused without a reason";
          EXPECT_EQ(project->document.text(), before) << where;
          ADD_FAILURE() << where << ": " << problems.front().text();
          continue;
        }
        const std::vector<FieldHandle> second = now();
        ASSERT_EQ(second.size(), first.size()) << where;
        EXPECT_LT(distance(handle, second[i].handle.value, wanted), 1e-9) << where;
        EXPECT_TRUE(project->document.undo()) << where;
        EXPECT_EQ(project->document.text(), before) << where;
      }
    }
  }
  EXPECT_GT(handles, 500);
  for (const int kind : {0, 1, 2, 3, 4}) EXPECT_GT(kinds[kind], 0) << kind;
}

/// Two hinges with stops, the second at an angle.
constexpr auto kArm = R"({"format": "tendril", "version": 1, "links": [
  {"name": "upper", "joint": {"type": "revolute", "axis": [0, 1, 0], "q0": [0.4], "limits": [[-1, 1.5]]},
   "body": {"type": "rigid", "mass": 1, "inertia": [0.1, 0.1, 0.1, 0, 0, 0], "tip": {"position": [0.2, 0, 0]},
            "visual": {"box": [0.2, 0.02, 0.03], "pose": {"position": [0.1, 0, 0]}}}},
  {"name": "lower", "parent": "upper", "pose": {"position": ["=2*0.01", 0, 0]},
   "joint": {"type": "prismatic", "axis": [0, 0, 1], "q0": [0.05], "limits": [[null, 0.1]]},
   "body": {"type": "rigid", "mass": 1, "inertia": [0.1, 0.1, 0.1, 0, 0, 0]}}]})";

class ArmHandles : public testing::Test {
 protected:
  ArmHandles() {
    ReadResult read = readProjectText(kArm);
    std::vector<Problem> problems;
    model = buildModel(read.description, problems);
    document = Document(std::move(read.description), read.text, {});
    Data data(*model);
    fillSnapshot(model, data, 0, model->q0, model->v0, nullptr, snapshot);
  }
  std::vector<FieldHandle> of(std::size_t link, TargetPart part) {
    return handlesOf(document.description(), snapshot, Target::link(document.description().links[link].id, part), {});
  }
  static const FieldHandle* labelled(const std::vector<FieldHandle>& handles, const QString& label) {
    for (const FieldHandle& each : handles)
      if (each.handle.label == label) return &each;
    return nullptr;
  }
  Document document;
  std::shared_ptr<const Model> model;
  Snapshot snapshot;
};

TEST_F(ArmHandles, StopsAreWhereTheLinkWouldBeAtThem) {
  const auto handles = of(0, TargetPart::kJoint);
  const FieldHandle* upper = labelled(handles, "Upper stop");
  ASSERT_TRUE(upper);
  // at the angle 1.5 about y the tip, which is along x at 0, points along (cos, 0, −sin)
  const Pose& base = upper->handle.base;
  const Vec3 points = base.R * Vec3(std::cos(1.5), std::sin(1.5), 0);
  EXPECT_LT((points - Vec3(std::cos(1.5), 0, -std::sin(1.5))).norm(), 1e-12);
  EXPECT_EQ(upper->handle.minimum, -1) << "stops do not cross";
  HandleValue value;
  value.number = 0.9;
  std::vector<Problem> problems;
  ASSERT_TRUE(document.setFields(upper->fields(value), problems));
  EXPECT_EQ(document.description().links[0].joint.limits[0][1]->value, 0.9);
  EXPECT_EQ(document.description().links[0].joint.limits[0][0]->value, -1);
}

TEST_F(ArmHandles, AnOpenStopHasNoHandleAndStaysOpen) {
  const auto handles = of(1, TargetPart::kJoint);
  EXPECT_FALSE(labelled(handles, "Lower stop"));
  const FieldHandle* upper = labelled(handles, "Upper stop");
  ASSERT_TRUE(upper);
  HandleValue value;
  value.number = 0.2;
  std::vector<Problem> problems;
  ASSERT_TRUE(document.setFields(upper->fields(value), problems));
  EXPECT_FALSE(document.description().links[1].joint.limits[0][0]);
  EXPECT_EQ(document.description().links[1].joint.limits[0][1]->value, 0.2);
}

TEST_F(ArmHandles, ExpressionsAreNotOverwritten) {
  const auto handles = of(1, TargetPart::kWhole);
  const FieldHandle* frame = labelled(handles, "Joint frame");
  ASSERT_TRUE(frame);
  EXPECT_FALSE(frame->handle.moves) << "its position is a formula";
  EXPECT_TRUE(frame->handle.turns);
}

TEST_F(ArmHandles, SidesStandAtTheFacesOfTheBox) {
  const auto handles = of(0, TargetPart::kWhole);
  const FieldHandle* side = labelled(handles, "Side x");
  ASSERT_TRUE(side);
  const Handle& handle = side->handle;
  const Vec3 face = handle.base.p + handle.scale * handle.value.number * handle.base.R.col(0);
  const Vec3 expected = snapshot.linkPoses[0] * Vec3(0.2, 0, 0);
  EXPECT_LT((face - expected).norm(), 1e-12);
}

/// A screw on a slide that turns, a universal joint on it, and a loop of two axes back to the world.
constexpr auto kMachine = R"json({"format": "tendril", "version": 1, "links": [
  {"name": "sleeve", "joint": {"type": "cylindrical", "axis": [0, 0, 2], "q0": [0.3, 0.05],
                               "limits": [[-1, 1.5], [0, 0.2]]},
   "body": {"type": "rigid", "mass": 1, "inertia": [0.1, 0.1, 0.1, 0, 0, 0], "tip": {"position": [0.2, 0, 0]}}},
  {"name": "screw", "parent": "sleeve",
   "joint": {"type": "helical", "axis": [1, 0, 0], "pitch": 0.01, "limits": [[null, 6]]},
   "body": {"type": "rigid", "mass": 1, "inertia": [0.1, 0.1, 0.1, 0, 0, 0], "tip": {"position": [0, 0.1, 0]}}},
  {"name": "cross", "parent": "screw",
   "joint": {"type": "universal", "axis": [0, 0, 1], "axis2": [0, 1, 0], "q0": [0.5, 0.2]},
   "body": {"type": "rigid", "mass": 1, "inertia": [0.1, 0.1, 0.1, 0, 0, 0], "tip": {"position": [0.1, 0, 0]}}}],
  "loops": [{"name": "back", "type": "universal", "axis": [0, 1, 0], "axis2": [0, 0, 1],
             "a": {"link": "cross"}, "b": {"link": "world", "pose": {"position": [0.4, 0, 0]}}}],
  "loads": [{"name": "push", "type": "point_wrench", "link": "cross", "at": "tip", "frame": "body",
             "wrench": [0, 0.3, 0, 0, 0, 0]},
            {"name": "wave", "type": "point_wrench", "link": "cross", "wrench": [0, 0, "sin(t)", 1, 2, 3]}]})json";

class MachineHandles : public testing::Test {
 protected:
  MachineHandles() {
    ReadResult read = readProjectText(kMachine);
    std::vector<Problem> problems;
    model = buildModel(read.description, problems);
    EXPECT_TRUE(model) << (problems.empty() ? "" : problems.front().text());
    document = Document(std::move(read.description), read.text, {});
    Data data(*model);
    // as it is put together: the loop is closed by the run
    VecX q = VecX::Zero(model->nq);
    q << 0.3, 0.05, 0, 0.5, 0.2;
    fillSnapshot(model, data, 0, q, VecX::Zero(model->nv), nullptr, snapshot);
  }
  const Description& description() { return document.description(); }
  std::vector<FieldHandle> of(const Target& target) { return handlesOf(description(), snapshot, target, {}); }
  std::vector<FieldHandle> ofJoint(std::size_t link) {
    return of(Target::link(description().links[link].id, TargetPart::kJoint));
  }
  std::vector<FieldHandle> ofLoad(std::size_t load) {
    return of(Target::object(TargetKind::kLoad, description().loads[load].id));
  }
  static const FieldHandle* labelled(const std::vector<FieldHandle>& handles, const QString& label) {
    for (const FieldHandle& each : handles)
      if (each.handle.label == label) return &each;
    return nullptr;
  }
  void set(const FieldHandle& handle, const HandleValue& value) {
    std::vector<Problem> problems;
    EXPECT_TRUE(document.setFields(handle.fields(value), problems))
        << (problems.empty() ? "" : problems.front().text());
    Description checked = description();
    EXPECT_TRUE(buildModel(checked, problems)) << (problems.empty() ? "" : problems.front().text());
  }
  static Vec3 vectorOf(const description::Number3& value) { return {value[0].value, value[1].value, value[2].value}; }
  Document document;
  std::shared_ptr<const Model> model;
  Snapshot snapshot;
};

TEST_F(MachineHandles, EachCoordinateOfASleeveHasItsStops) {
  const auto handles = ofJoint(0);
  const FieldHandle* upper = labelled(handles, "Upper stop (angle)");
  ASSERT_TRUE(upper);
  EXPECT_EQ(upper->handle.kind, HandleKind::kTurn);
  const Vec3 points = upper->handle.base.R * Vec3(std::cos(1.5), std::sin(1.5), 0);
  EXPECT_LT((points - Vec3(std::cos(1.5), std::sin(1.5), 0)).norm(), 1e-12) << "where the link would point";
  const FieldHandle* end = labelled(handles, "Upper stop (displacement)");
  ASSERT_TRUE(end);
  EXPECT_EQ(end->handle.kind, HandleKind::kSlide);
  EXPECT_EQ(end->handle.unit, "m");
  EXPECT_EQ(end->handle.minimum, 0) << "stops do not cross";
  EXPECT_LT((end->handle.base * Vec3(0.2, 0, 0) - Vec3(0, 0, 0.2)).norm(), 1e-12);
  HandleValue value;
  value.number = 0.12;
  set(*end, value);
  const auto& limits = description().links[0].joint.limits;
  EXPECT_EQ(limits[1][1]->value, 0.12);
  EXPECT_EQ(limits[1][0]->value, 0);
  EXPECT_EQ(limits[0][1]->value, 1.5) << "those of the angle stay";
}

TEST_F(MachineHandles, AScrewStopsAtAnAngle) {
  const auto handles = ofJoint(1);
  EXPECT_FALSE(labelled(handles, "Lower stop")) << "it is open";
  const FieldHandle* upper = labelled(handles, "Upper stop");
  ASSERT_TRUE(upper);
  EXPECT_EQ(upper->handle.unit, "rad");
  const Vec3 axis(std::cos(0.3), std::sin(0.3), 0);
  EXPECT_LT((upper->handle.base.R.col(2) - axis).norm(), 1e-12);
}

TEST_F(MachineHandles, TheSecondAxisTurnsAboutTheFirst) {
  const auto handles = ofJoint(2);
  const FieldHandle* second = labelled(handles, "Second axis");
  ASSERT_TRUE(second);
  EXPECT_NEAR(second->handle.value.number, M_PI / 2, 1e-12);
  // it stands where the first turn has carried it
  const auto shown = [](const Handle& handle) {
    return Vec3(handle.base.R * Vec3(std::cos(handle.value.number), std::sin(handle.value.number), 0));
  };
  const double turned = 0.3 + 0.5;
  EXPECT_LT((shown(second->handle) - Vec3(-std::sin(turned), std::cos(turned), 0)).norm(), 1e-12);
  HandleValue value;
  value.number = M_PI / 6;
  set(*second, value);
  EXPECT_LT((vectorOf(description().links[2].joint.axis2) - Vec3(std::cos(M_PI / 6), 0.5, 0)).norm(), 1e-11);
}

TEST_F(MachineHandles, TheFirstAxisTakesTheSecondAlong) {
  const auto handles = ofJoint(2);
  const FieldHandle* axis = labelled(handles, "Axis");
  ASSERT_TRUE(axis);
  HandleValue value;
  value.vector = Vec3(0, 0.6, 0.8);
  set(*axis, value);  // which would be refused if they were not orthogonal any more
  EXPECT_EQ(vectorOf(description().links[2].joint.axis), value.vector);
  EXPECT_LT((vectorOf(description().links[2].joint.axis2) - Vec3(0, 0.8, -0.6)).norm(), 1e-11);
  value.vector = Vec3(0, 0.8, -0.6);
  set(*labelled(ofJoint(2), "Axis"), value);
  EXPECT_NEAR(vectorOf(description().links[2].joint.axis2).dot(value.vector), 0, 1e-11)
      << "along the second: any other";
}

TEST_F(MachineHandles, AxesOfLoopsAreInTheFramesOfTheirSides) {
  const Target loop = Target::object(TargetKind::kLoop, description().loops[0].id);
  const auto handles = of(loop);
  EXPECT_TRUE(labelled(handles, "Side a"));
  EXPECT_TRUE(labelled(handles, "Side b"));
  const FieldHandle *axis = labelled(handles, "Axis"), *second = labelled(handles, "Second axis");
  ASSERT_TRUE(axis && second);
  EXPECT_LT((axis->handle.base.p - Vec3(0.4, 0, 0)).norm(), 1e-12) << "side b";
  EXPECT_LT((second->handle.base.p - snapshot.tipPoses[2].p).norm(), 1e-12) << "side a";
  HandleValue value;
  value.vector = Vec3(0.6, 0.8, 0);
  std::vector<Problem> problems;
  ASSERT_TRUE(document.setFields(axis->fields(value), problems));
  EXPECT_EQ(vectorOf(description().loops[0].axis), value.vector);
  EXPECT_NEAR(vectorOf(description().loops[0].axis2).z(), 1, 1e-11);
}

TEST_F(MachineHandles, AMomentIsASecondArrow) {
  const auto handles = ofLoad(0);
  const FieldHandle *force = labelled(handles, "Force"), *moment = labelled(handles, "Moment");
  ASSERT_TRUE(force && moment);
  EXPECT_EQ(moment->handle.unit, QStringLiteral("N·m"));
  EXPECT_TRUE(moment->handle.twoHeads);
  EXPECT_FALSE(force->handle.twoHeads);
  EXPECT_EQ(moment->handle.scale, ArrowLengths().torque);
  EXPECT_LT((moment->handle.base.p - snapshot.tipPoses[2].p).norm(), 1e-12);
  EXPECT_LT((moment->handle.base.R - snapshot.tipPoses[2].R).norm(), 1e-12) << "it follows the body";
  EXPECT_NE(force->handle.aside, moment->handle.aside) << "neither hides the other while it is 0";
  HandleValue value;
  value.vector = Vec3(0.1, 0, -0.2);
  set(*moment, value);
  const auto& wrench = std::get<description::PointWrench>(description().loads[0].type).wrench;
  EXPECT_EQ(wrench[0].value, 0.1);
  EXPECT_EQ(wrench[1].value, 0);
  EXPECT_EQ(wrench[2].value, -0.2);
  EXPECT_EQ(wrench[3].value, 0) << "the force stays";
  const auto wave = ofLoad(1);
  EXPECT_TRUE(labelled(wave, "Force"));
  EXPECT_FALSE(labelled(wave, "Moment")) << "one of its entries is a formula";
}

/// A body of this mesh, as built.
std::optional<Opened> meshed(const std::string& mesh) {
  ReadResult read = readProjectText(R"({"format": "tendril", "version": 1,
      "materials": {"m": {"density": 1000, "model": "neo_hookean", "c1": 1e5}},
      "links": [{"name": "arm", "pose": {"position": [0, 0, 0.1]}, "body": {"type": "primitives", "material": "m",
        "length": 0.08, "mesh": )" + mesh +
                                    R"(, "primitives": [{"type": "stretch", "modes": ["X"]}]}}]})");
  std::vector<Problem> problems;
  const auto model = buildModel(read.description, problems);
  if (!model) return {};
  Opened out{Document(std::move(read.description), read.text, {}), {}};
  Data data(*model);
  fillSnapshot(model, data, 0, model->q0, model->v0, nullptr, out.snapshot);
  return out;
}

/// Labels with where each handle's value is, world, and what is written of another one.
void expectMeasures(const std::string& mesh, const std::vector<std::pair<const char*, Vec3>>& wanted) {
  const auto opened = meshed(mesh);
  ASSERT_TRUE(opened) << mesh;
  const Target body = Target::link(opened->document.description().links[0].id, TargetPart::kBody);
  const auto handles = handlesOf(opened->document.description(), opened->snapshot, body, {});
  EXPECT_EQ(handles.size(), wanted.size());
  for (const auto& [label, place] : wanted) {
    const auto found = std::find_if(handles.begin(), handles.end(),
                                    [&](const FieldHandle& each) { return each.handle.label == label; });
    ASSERT_NE(found, handles.end()) << label;
    const Handle& handle = found->handle;
    const Vec3 shown = handle.base * Vec3(handle.scale * handle.value.number, 0, 0);
    EXPECT_LT((shown - place).norm(), 1e-9) << label << " at " << shown.transpose();
  }
}

TEST(MeshHandles, AHelicoidHasThoseOfItsRibs) {
  expectMeasures(
      R"({"trimmed_helicoid": {"radius": 0.02, "inner": 0.012, "pitch": 0.04, "thickness": 0.003, "ring": 0.005}})",
      {{"Length", {0.08, 0, 0.1}},
       {"Outer radius", {0.04, 0, 0.12}},
       {"Inner radius", {0.04, 0.012, 0.1}},
       {"End rings", {0.005, 0.02, 0.1}},
       {"Pitch", {0.045, 0.02, 0.1}},
       {"Thickness of a rib", {0.0415, 0.02, 0.1}}});
}

TEST(MeshHandles, AGripperHasThatOfItsCap) {
  expectMeasures(R"({"gripper": {"radius": 0.03, "inner": 0.02, "cap": 0.01}})",
                 {{"Length", {0.08, 0, 0.1}},
                  {"Outer radius", {0.04, 0, 0.13}},
                  {"Inner radius", {0.04, 0.02, 0.1}},
                  {"Thickness of the cap", {0.07, 0.03, 0.1}}});
}

TEST_F(ArmHandles, WhatIsNotInTheModelYetHasNone) {
  Snapshot empty;
  const Target upper = Target::link(document.description().links[0].id, TargetPart::kBody);
  EXPECT_TRUE(handlesOf(document.description(), empty, upper, {}).empty());
}

}  // namespace
}  // namespace tendril
