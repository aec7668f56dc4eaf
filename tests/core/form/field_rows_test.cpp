// SPDX-License-Identifier: BSD-3-Clause
#include "core/form/field_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include <test_paths.hpp>
#include "core/builder/build_model.hpp"
#include "core/builder/checks/check.hpp"
#include "tests/core/project/project_text.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril {
namespace {

using testing::HasSubstr;

class FieldRows : public testing::Test {
 protected:
  FieldRow row(const std::string& object, const std::string& path) {
    for (FieldRow& each : fieldRows(description, object))
      if (each.path == path) return each;
    ADD_FAILURE() << "no row " << path;
    return {};
  }
  bool set(const std::string& path, const std::string& json) {
    std::vector<Problem> problems;
    const bool good = setByPath(description, path, json, problems);
    EXPECT_TRUE(good) << path << " = " << json << ": " << (problems.empty() ? "" : problems[0].text());
    return good;
  }

  Description description = readProjectText(test::kHybrid).description;
};

std::vector<std::string> objectPaths(const Description& d) {
  std::vector<std::string> paths = {"", "simulation", "parameters"};
  for (const auto& each : d.links) paths.push_back("links." + each.name);
  for (const auto& each : d.materials.items) paths.push_back("materials." + each.name);
  for (const auto& each : d.actuators) paths.push_back("actuators." + each.name);
  for (const auto& each : d.loads) paths.push_back("loads." + each.name);
  for (const auto& each : d.controllers) paths.push_back("controllers." + each.name);
  return paths;
}

std::vector<Description> projects() {
  std::vector<Description> all = {readProjectText(test::kHybrid).description};
  for (const auto& folder : std::filesystem::directory_iterator(TENDRIL_SOURCE_DIR "/assets/examples"))
    if (folder.is_directory())
      for (const auto& file : std::filesystem::directory_iterator(folder))
        if (file.path().string().ends_with(".tendril.json")) {
          ReadResult read = readProject(file);
          if (read.ok()) all.push_back(std::move(read.description));
        }
  return all;
}

TEST_F(FieldRows, everyRowTakesItsOwnText) {
  int turn = 0;
  for (Description& d : projects()) {
    const std::string text = projectText(d);
    for (const std::string& object : objectPaths(d)) {
      const std::vector<FieldRow> rows = fieldRows(d, object);
      EXPECT_FALSE(rows.empty()) << object;
      std::set<std::string> paths;
      for (const FieldRow& row : rows) {
        EXPECT_FALSE(row.label.empty()) << row.path;
        EXPECT_FALSE(row.meaning.empty()) << row.path;
        EXPECT_TRUE(paths.insert(row.path).second) << row.path << " stands twice";
        if (row.kind == FieldKind::kGroup || row.text.empty() || !row.active) continue;
        if (row.key == "name" && row.path.starts_with("materials.")) continue;  // the key of a map: a rename
        if (kSanitized && ++turn % 32 != 0) continue;
        Description changed = d;
        std::vector<Problem> problems;
        EXPECT_TRUE(setByPath(changed, row.path, row.text, problems))
            << row.path << " = " << row.text << ' ' << problems[0].text();
        EXPECT_EQ(projectText(changed), text) << row.path;
        for (const FieldPart& part : row.parts) {
          if (!row.present) continue;
          EXPECT_TRUE(setByPath(changed, part.path, part.text, problems)) << part.path;
          EXPECT_EQ(projectText(changed), text) << part.path;
        }
      }
      EXPECT_EQ(fieldRows(d, object), rows);
    }
  }
}

TEST_F(FieldRows, numbersAndExpressions) {
  const FieldRow length = row("links.arm", "links.arm.body.length");
  EXPECT_EQ(length.kind, FieldKind::kNumber);
  EXPECT_EQ(length.symbol, "L");
  EXPECT_EQ(length.unit, "m");
  EXPECT_EQ(length.value, 0.5);
  EXPECT_TRUE(length.required);
  EXPECT_TRUE(length.exclusive);
  EXPECT_EQ(length.minimum, 0);
  const FieldRow young = row("materials.silicone", "materials.silicone.young");
  EXPECT_EQ(young.label, "Young's modulus");
  EXPECT_EQ(young.expression, "young");
  EXPECT_EQ(young.value, 1e6);
  EXPECT_EQ(young.text, "\"=young\"");
  EXPECT_EQ(young.source, "[gvs] (D64), rods.md §3");
}

TEST_F(FieldRows, contactsShowTheirResistanceToTurning) {
  description = readProject(TENDRIL_SOURCE_DIR "/assets/examples/contact-in-cylinder/contact-in-cylinder.tendril.json")
                    .description;
  const std::string load = "loads." + description.loads.at(0).name;
  for (const auto& [key, label] : {std::pair<std::string, std::string>{"rolling_friction", "Rolling friction"},
                                   {"spinning_friction", "Spinning friction"}}) {
    const FieldRow length = row(load, load + "." + key);
    EXPECT_EQ(length.label, label);
    EXPECT_EQ(length.unit, "m");
    EXPECT_EQ(length.value, 0.0);
    EXPECT_EQ(length.minimum, 0.0);
    EXPECT_TRUE(length.active);
  }
}

TEST_F(FieldRows, anExpressionWithoutAValueHasNone) {
  set("links.arm.body.length", "\"=nobody\"");
  const FieldRow length = row("links.arm", "links.arm.body.length");
  EXPECT_EQ(length.expression, "nobody");
  EXPECT_FALSE(length.value);
}

TEST_F(FieldRows, measures) {
  const std::string path = "links.arm.body.section.radius";
  const FieldRow radius = row("links.arm", path);
  EXPECT_EQ(radius.kind, FieldKind::kMeasure);
  ASSERT_EQ(radius.parts.size(), 2u);
  EXPECT_EQ(radius.parts[0].value, 0.03);
  EXPECT_EQ(radius.parts[1].expression, "tip_radius");
  EXPECT_EQ(radius.parts[1].value, 0.015);
  ASSERT_EQ(radius.samples.size(), 17u);
  EXPECT_DOUBLE_EQ(radius.samples[8], 0.0225);
  set(path, "\"0.02*(1-X/2)\"");
  const FieldRow formula = row("links.arm", path);
  EXPECT_EQ(formula.expression, "0.02*(1-X/2)");
  EXPECT_TRUE(formula.parts.empty());
  EXPECT_DOUBLE_EQ(formula.samples.back(), 0.01);
}

TEST_F(FieldRows, unitsFollowTheJoint) {
  EXPECT_EQ(row("links.shoulder", "links.shoulder.joint.stiffness").unit, "N·m/rad");
  EXPECT_EQ(row("links.shoulder", "links.shoulder.joint.limits[0]").parts[0].unit, "rad");
  EXPECT_EQ(row("links.shoulder", "links.shoulder.joint.limits[0]").parts[1].text, "null");
  set("links.shoulder.joint.type", "\"prismatic\"");
  EXPECT_EQ(row("links.shoulder", "links.shoulder.joint.stiffness").unit, "N/m");
  EXPECT_EQ(row("links.shoulder", "links.shoulder.joint.q0").parts[0].unit, "m");
}

TEST_F(FieldRows, restCoordinatesStandWhereNoneAreGiven) {
  set("links.base.joint.type", "\"free\"");
  const FieldRow q0 = row("links.base", "links.base.joint.q0");
  ASSERT_EQ(q0.parts.size(), 7u);
  EXPECT_FALSE(q0.present);
  EXPECT_TRUE(q0.isDefault);
  EXPECT_EQ(q0.parts[0].unit, "m");
  EXPECT_EQ(q0.parts[3].value, 1.0);
  EXPECT_EQ(q0.parts[4].value, 0.0);
  const FieldRow v0 = row("links.base", "links.base.joint.v0");
  ASSERT_EQ(v0.parts.size(), 6u);
  EXPECT_EQ(v0.parts[0].unit, "rad/s");
  EXPECT_EQ(v0.parts[5].unit, "m/s");
}

TEST_F(FieldRows, absentAndInactiveFieldsAreListedAsSuch) {
  const FieldRow relaxation = row("materials.silicone", "materials.silicone.relaxation");
  EXPECT_FALSE(relaxation.active);
  EXPECT_FALSE(relaxation.present);
  EXPECT_EQ(relaxation.condition, "only without viscosity");
  const FieldRow shear = row("links.arm", "links.arm.body.strain.shear_y");
  EXPECT_EQ(shear.kind, FieldKind::kGroup);
  EXPECT_TRUE(shear.optional);
  EXPECT_FALSE(shear.present);
  EXPECT_FALSE(row("links.base", "links.base.joint.axis").active);
}

TEST_F(FieldRows, defaultsAndDepths) {
  EXPECT_TRUE(row("simulation", "simulation.rho_inf").isDefault);
  EXPECT_EQ(row("simulation", "simulation.rho_inf").depth, description::Depth::kNumerics);
  set("simulation.rho_inf", "0.5");
  const FieldRow rho = row("simulation", "simulation.rho_inf");
  EXPECT_FALSE(rho.isDefault);
  EXPECT_EQ(rho.defaultText, "0.8");
  EXPECT_EQ(row("links.arm", "links.arm.body.length").depth, description::Depth::kEssential);
  EXPECT_EQ(row("links.shoulder", "links.shoulder.joint.drive.inertia").depth, description::Depth::kAll);
}

TEST_F(FieldRows, choicesAndReferences) {
  const FieldRow shape = row("links.arm", "links.arm.body.section.shape");
  EXPECT_EQ(shape.kind, FieldKind::kChoice);
  EXPECT_EQ(shape.options.size(), 5u);
  EXPECT_EQ(shape.options[1].name, "tube");
  const FieldRow body = row("links.arm", "links.arm.body");
  EXPECT_EQ(body.text, "rod");
  EXPECT_EQ(body.options[0].name, "");
  const FieldRow parent = row("links.arm", "links.arm.parent");
  EXPECT_EQ(parent.kind, FieldKind::kReference);
  EXPECT_EQ(parent.options[0].name, "world");
  EXPECT_EQ(row("links.arm", "links.arm.body.strain.torsion.basis").kind, FieldKind::kEnumeration);
}

TEST_F(FieldRows, parentsThatWouldMakeACircleAreNotOffered) {
  const ReadResult read = readProjectText(R"({"format": "tendril", "version": 1, "links": [{"name": "a"},
    {"name": "b", "parent": "a"}, {"name": "c", "parent": "b"}, {"name": "d", "parent": "a"}, {"name": "e"}]})");
  ASSERT_TRUE(read.ok());
  const auto offered = [&](const std::string& link) {
    std::vector<std::string> names;
    for (const FieldRow& each : fieldRows(read.description, "links." + link))
      if (each.path == "links." + link + ".parent")
        for (const FieldOption& option : each.options) names.push_back(option.name);
    return names;
  };
  EXPECT_THAT(offered("b"), testing::ElementsAre("world", "a", "d", "e"));
  EXPECT_THAT(offered("a"), testing::ElementsAre("world", "e"));
  EXPECT_THAT(offered("c"), testing::ElementsAre("world", "a", "b", "d", "e"));
}

TEST_F(FieldRows, placesAreOfferedThatTheLinkHas) {
  const ReadResult read = readProjectText(R"({"format": "tendril", "version": 1,
    "materials": {"m": {"young": 1e5, "density": 1000}, "r": {"model": "neo_hookean", "c1": 1e5, "density": 1000}},
    "links": [{"name": "stone", "body": {"type": "rigid", "mass": 1}},
              {"name": "rod", "parent": "stone", "body": {"type": "rod", "material": "m", "length": 0.1,
               "section": {"shape": "circle", "radius": 0.01}}},
              {"name": "block", "parent": "rod", "at": 0.3,
               "body": {"type": "primitives", "material": "r", "length": 0.1,
                        "mesh": {"cylinder": {"radius": 0.01}},
                        "primitives": [{"type": "stretch", "modes": ["1/L"]}]}},
              {"name": "hair", "parent": "block", "at": [0.05, 0.01, 0]}],
    "loads": [{"name": "push", "type": "point_wrench", "link": "block", "wrench": [0, 0, 0, 0, 0, 1]}]})");
  ASSERT_TRUE(read.ok());
  const auto offered = [&](const std::string& object) {
    std::vector<std::string> names;
    for (const FieldRow& each : fieldRows(read.description, object))
      if (each.path == object + ".at")
        for (const FieldOption& option : each.options) names.push_back(option.name);
    return names;
  };
  EXPECT_THAT(offered("links.stone"), testing::ElementsAre("tip", "base")) << "on the world";
  EXPECT_THAT(offered("links.rod"), testing::ElementsAre("tip", "base"));
  EXPECT_THAT(offered("links.block"), testing::ElementsAre("tip", "base", "along"));
  EXPECT_THAT(offered("links.hair"), testing::ElementsAre("tip", "base", "along", "surface"));
  EXPECT_THAT(offered("loads.push"), testing::ElementsAre("tip", "base", "along", "surface"));
  for (const FieldRow& each : fieldRows(read.description, "links.hair"))
    if (each.path == "links.hair.at") EXPECT_EQ(each.parts.size(), 3u) << "numbers of its own";
}

TEST_F(FieldRows, entriesAreCalledByWhatTheyAre) {
  const ReadResult read = readProjectText(R"({"format": "tendril", "version": 1,
    "materials": {"m": {"model": "neo_hookean", "c1": 1e5, "density": 1000}},
    "links": [{"name": "v", "body": {"type": "primitives", "material": "m", "length": 0.1,
                "mesh": {"cylinder": {"radius": 0.01}},
                "primitives": [{"type": "stretch", "modes": ["1/L"]}, {"type": "bending_y", "modes": ["1/L", "x/L"]}]}},
              {"name": "r", "body": {"type": "rigid", "mass": 1}}],
    "actuators": [{"name": "t", "type": "tendon", "route": [{"link": "v", "y": 0.005}]}],
    "loads": [{"name": "c", "type": "contact", "between": ["r", "world"], "surface": "plane",
               "spheres": [{"radius": 0.01}, {"radius": 0.02}]}]})");
  ASSERT_TRUE(read.ok()) << read.problems[0].text();
  const auto label = [&](const std::string& object, const std::string& path) {
    for (const FieldRow& each : fieldRows(read.description, object))
      if (each.path == object + path) return each.label;
    return std::string("no row");
  };
  EXPECT_EQ(label("links.v", ".body.primitives[0]"), "stretch");
  EXPECT_EQ(label("links.v", ".body.primitives[1]"), "bending_y");
  EXPECT_EQ(label("links.v", ".body.primitives[1].modes[1]"), "2") << "numbers and formulas have places";
  EXPECT_EQ(label("actuators.t", ".route[0]"), "v");
  EXPECT_EQ(label("loads.c", ".spheres[1]"), "Sphere 2");
}

TEST_F(FieldRows, ofParts) {
  const std::vector<FieldRow> joint = fieldRows(description, "links[1].joint");
  ASSERT_FALSE(joint.empty());
  EXPECT_EQ(joint[0].path, "links.shoulder.joint");
  EXPECT_EQ(joint[0].level, 0);
  EXPECT_EQ(joint[1].level, 1);
  EXPECT_EQ(fieldRows(description, "links.shoulder").front().path, "links.shoulder.name");
  for (const char* nothing :
       {"links", "links.nobody", "links[9]", "links[", "[", "nonsense.x", "links.arm.joint.nonsense"})
    EXPECT_TRUE(fieldRows(description, nothing).empty()) << nothing;
}

TEST_F(FieldRows, listsAndMapsChangeAsWholes) {
  const std::string route = "actuators.tendon 1.route";
  const FieldRow list = row("actuators.tendon 1", route);
  EXPECT_EQ(list.kind, FieldKind::kList);
  set(route, withEntry(description, list));
  EXPECT_EQ(std::get<description::TendonActuator>(description.actuators[0].type).route.size(), 3u);
  set(route, withoutEntry(row("actuators.tendon 1", route), 0));
  set(route, withMovedEntry(row("actuators.tendon 1", route), 1, 0));
  EXPECT_EQ(std::get<description::TendonActuator>(description.actuators[0].type).route.size(), 2u);
  const FieldRow parameters = row("parameters", "parameters");
  EXPECT_EQ(parameters.kind, FieldKind::kMap);
  set("parameters", withEntry(description, parameters, "new"));
  EXPECT_EQ(description.parameters.entries.back().first, "new");
  EXPECT_EQ(withEntry(description, parameters, "k"), "");  // there is one
  set("parameters", withRenamedEntry(row("parameters", "parameters"), 3, "newer"));
  EXPECT_EQ(description.parameters.entries.back().first, "newer");
  EXPECT_EQ(withoutEntry(list, 99), "");
  EXPECT_EQ(withEntry(description, row("", "name")), "");
}

TEST_F(FieldRows, aVisualTakesAnotherShapeOfTheSameSize) {
  const std::string path = "links.base.body.visual";
  for (const char* shape : {"sphere", "cylinder", "capsule", "box"}) {
    set(path, withOption(description, row("links.base", path), shape));
    EXPECT_EQ(row("links.base", path).text, shape);
    EXPECT_FALSE(hasErrors(checkFields(description)));
  }
  EXPECT_EQ(withOption(description, row("links.base", path), ""), "null");
  EXPECT_EQ(withOption(description, row("links.base", path), "pyramid"), "");
}

TEST_F(FieldRows, collisionShapesBeginAsThePicture) {
  const std::string path = "links.base.body.collision";
  set("links.base.body.visual", R"({"sphere": 0.2})");
  set(path, withEntry(description, row("links.base", path)));
  set(path, withEntry(description, row("links.base", path)));
  const std::string second = path + "[1]";
  EXPECT_EQ(row("links.base", second).text, "sphere");
  EXPECT_TRUE(isShape(row("links.base", second)));
  EXPECT_FALSE(isShape(row("links.base", path)));
  set(second, withOption(description, row("links.base", second), "box"));
  const auto& body = std::get<description::RigidBody>(*description.links[0].body);
  ASSERT_EQ(body.collision.size(), 2u);
  EXPECT_TRUE(body.collision[0].sphere);
  ASSERT_TRUE(body.collision[1].box);
  EXPECT_EQ((*body.collision[1].box)[0].value, 0.4) << "as large as the ball was";
  std::get<description::RigidBody>(*description.links[0].body).visual.reset();
  set(path, "[]");
  set(path, withEntry(description, row("links.base", path)));
  EXPECT_TRUE(std::get<description::RigidBody>(*description.links[0].body).collision.at(0).box);
  EXPECT_FALSE(hasErrors(checkFields(description)));
}

TEST_F(FieldRows, originsComeFromTheProvenance) {
  description.provenance.entries = {{"materials", "a book"}, {"materials.silicone.young", "a paper"}};
  EXPECT_EQ(row("materials.silicone", "materials.silicone.young").origin, "a paper");
  EXPECT_EQ(row("materials.silicone", "materials.silicone.density").origin, "a book");
  EXPECT_TRUE(row("materials.silicone", "materials.silicone.young").originHere);
  EXPECT_FALSE(row("materials.silicone", "materials.silicone.density").originHere);
}

TEST_F(FieldRows, theProjectShowsItsSignalsVariantsAndSources) {
  description.signals.entries = {{"miss", "arm.tip.x - 1"}};
  EXPECT_EQ(row("", "signals.miss").text, "\"arm.tip.x - 1\"");
  EXPECT_EQ(row("", "provenance.links.arm.body.length").text, "\"our proposal\"");
  const FieldRow soft = row("", "variants.soft");
  EXPECT_EQ(soft.kind, FieldKind::kMap);
  EXPECT_EQ(soft.depth, description::Depth::kAll);
  set("signals", withEntry(description, row("", "signals"), "more"));
  EXPECT_EQ(description.signals.entries.back().second, "t");
  set("variants.soft", withoutEntry(row("", "variants.soft"), 0));
  ASSERT_EQ(description.variants.entries[0].second.entries.size(), 1u);
  set("provenance", withoutEntry(row("", "provenance"), 0));
  EXPECT_TRUE(description.provenance.entries.empty());
}

TEST_F(FieldRows, filesAreFiles) {
  set("links.base.body.visual", R"({"mesh":"base.stl"})");
  EXPECT_EQ(row("links.base", "links.base.body.visual.mesh").kind, FieldKind::kFile);
  set("controllers.pulls.outputs.motor", R"({"table":"motor.csv","column":"1"})");
  EXPECT_EQ(row("controllers.pulls", "controllers.pulls.outputs.motor.table").kind, FieldKind::kFile);
}

TEST_F(FieldRows, parametersWithTheirValues) {
  const auto values = parameterValues(description);
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[1], (std::pair<std::string, double>{"young", 1e6}));
}

TEST_F(FieldRows, theTableNamesEveryField) {
  const std::string table = fieldTable();
  for (const char* line : {"| `young` | Young's modulus (E) | Pa | required | > 0 | [gvs] (D64), rods.md §3 |",
                           "## body `rod`", "| `rho_inf` |", "`0.8`", "## visual", "| `capsule` |", "## load `contact`",
                           "## loop", "## model `neo_hookean`", "## primitive", "## mesh, cylinder", "| `pitch` |"})
    EXPECT_THAT(table, HasSubstr(line));
}

}  // namespace
}  // namespace tendril
