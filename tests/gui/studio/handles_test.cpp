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
      const auto now = [&] { return handlesOf(project->document.description(), project->snapshot, target, 0.05); };
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
    return handlesOf(document.description(), snapshot, Target::link(document.description().links[link].id, part), 0.05);
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

TEST_F(ArmHandles, WhatIsNotInTheModelYetHasNone) {
  Snapshot empty;
  const Target upper = Target::link(document.description().links[0].id, TargetPart::kBody);
  EXPECT_TRUE(handlesOf(document.description(), empty, upper, 0.05).empty());
}

}  // namespace
}  // namespace tendril
