// SPDX-License-Identifier: BSD-3-Clause
// Where F1 leads from a field: to a section of the guide that exists, and that has the formula and its source where the
// field stands for mathematics. What has a symbol says where its formula comes from.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <test_paths.hpp>

#include "core/form/field_rows.hpp"

namespace tendril {
namespace {

using testing::ElementsAre;

/// The kinds of objects whose fields are explained by words alone.
const std::set<std::string> kWords = {"project",
                                      "link",
                                      "visual",
                                      "cylinder",
                                      "mesh",
                                      "mesh, cylinder",
                                      "tube",
                                      "box",
                                      "trimmed_helicoid",
                                      "gripper",
                                      "surface",
                                      "actuator",
                                      "load",
                                      "controller",
                                      "controller `signals`",
                                      "output",
                                      "sensor",
                                      "controller `expression`",
                                      "controller `sequence`",
                                      "phase",
                                      "phase, controller",
                                      "phase, controller `plugin`"};

std::string pageOf(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(TENDRIL_SOURCE_DIR "/assets/guide/" + name).rdbuf();
  return text.str();
}

/// What a heading is called in addresses, of plain letters.
std::string anchorOf(const std::string& heading) {
  std::string out;
  for (const char c : heading)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_')
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (c == ' ')
      out += '-';
  return out;
}

/// The text below a heading up to the next one of its level or above; empty: there is none.
std::string sectionAt(const std::string& address) {
  const std::size_t hash = address.find('#');
  if (hash == std::string::npos) return {};
  std::istringstream lines(pageOf(address.substr(0, hash)));
  std::string section;
  std::size_t within = 0;
  bool code = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) code = !code;
    const std::size_t level = code ? 0 : std::min(line.find_first_not_of('#'), line.size());
    if (level > 0 && within > 0 && level <= within) break;
    if (within > 0) section += line + '\n';
    if (level > 0 && within == 0 && anchorOf(line.substr(std::min(level + 1, line.size()))) == address.substr(hash + 1))
      within = level;
  }
  return section;
}

/// A block of code with an equation.
bool hasFormula(const std::string& section) {
  const std::string fence = "```";
  for (std::size_t begin = section.find(fence); begin != std::string::npos;) {
    const std::size_t end = section.find(fence, begin + fence.size());
    if (end == std::string::npos) return false;
    if (section.substr(begin, end - begin).find('=') != std::string::npos) return true;
    begin = section.find(fence, end + fence.size());
  }
  return false;
}

bool hasSource(const std::string& section) {
  static const std::regex source(
      R"(Sources: [^\n]*(?:\[(?:gvs|kane|lie|higher|vsa)\] (?:\(|§|Table|Alg)|(?:rods|primitives|trees|engine|conventions)\.md §))");
  return std::regex_search(section, source);
}

TEST(FieldGuide, everyFieldLeadsToASectionThatExists) {
  std::set<std::string> missing;
  int fields = 0;
  for (const FieldSection& group : fieldSections())
    for (const FieldRow& row : group.rows) {
      ++fields;
      if (sectionAt(row.guide).empty()) missing.insert(group.title + ": " + row.path + " → " + row.guide);
    }
  EXPECT_THAT(missing, ElementsAre());
  EXPECT_GT(fields, 400);
}

TEST(FieldGuide, whatStandsForMathematicsLeadsToItsFormulaAndSource) {
  std::set<std::string> lacking;
  std::set<std::string> words = kWords;
  for (const FieldSection& group : fieldSections()) {
    ASSERT_FALSE(group.rows.empty()) << group.title;
    if (words.erase(group.title) > 0) continue;
    const bool told = std::any_of(group.rows.begin(), group.rows.end(), [](const FieldRow& row) {
      const std::string section = sectionAt(row.guide);
      return row.level == 0 && hasFormula(section) && hasSource(section);
    });
    if (!told) lacking.insert(group.title);
  }
  EXPECT_THAT(lacking, ElementsAre());
  EXPECT_THAT(words, ElementsAre()) << "there are no such kinds of objects any more";
}

TEST(FieldGuide, whatHasASymbolSaysWhereItsFormulaComesFrom) {
  // Their meaning is all of it, or a law that no page derives.
  const std::set<std::string> plain = {"cable_stiffness", "cable_damping", "integral", "input_weights",
                                       "state_weights"};
  std::set<std::string> lacking;
  int sources = 0;
  for (const FieldSection& group : fieldSections())
    for (const FieldRow& row : group.rows) {
      sources += row.source.empty() ? 0 : 1;
      const bool formula = row.guide.starts_with("formulas.md") && !row.symbol.empty();
      if (row.level > 0 || !formula || !row.source.empty() || plain.contains(row.key)) continue;
      lacking.insert(group.title + ": " + row.path);
    }
  EXPECT_THAT(lacking, ElementsAre());
  EXPECT_GT(sources, 150);
}

/// The nearest of field, object and what holds it says where F1 leads.
TEST(FieldGuide, theNearestSaysTheSection) {
  Description description;
  description::Link& link = description.links.emplace_back();
  link.name = "arm";
  link.joint.type = JointType::kRevolute;
  link.joint.drive = description::ElasticDrive();
  description::RodBody rod;
  rod.single.strain.bendingY.emplace();
  link.body = rod;
  const auto guideOf = [&, rows = fieldRows(description, "links.arm")](const std::string& path) {
    for (const FieldRow& row : rows)
      if (row.path == "links.arm." + path) return row.guide;
    return "no field " + path;
  };
  EXPECT_EQ(guideOf("parent"), "modelling.md#links");
  EXPECT_EQ(guideOf("pose.position"), "formulas.md#frames-and-poses");
  EXPECT_EQ(guideOf("joint.axis"), "formulas.md#joints");
  EXPECT_EQ(guideOf("joint.drive"), "formulas.md#motors-of-joints");
  EXPECT_EQ(guideOf("joint.drive.stiffness"), "formulas.md#motors-of-joints");
  EXPECT_EQ(guideOf("joint.q0"), "formulas.md#joints") << "after the drive's own";
  EXPECT_EQ(guideOf("body"), "formulas.md#strains-of-rods");
  EXPECT_EQ(guideOf("body.strain.bending_y.order"), "formulas.md#strains-of-rods");
  EXPECT_EQ(guideOf("body.section.radius"), "formulas.md#sections-and-stiffness");
  EXPECT_EQ(guideOf("body.magnus"), "formulas.md#steps-along-a-rod");
  EXPECT_EQ(guideOf("body.q0"), "formulas.md#strains-of-rods");
  EXPECT_EQ(guideOf("color"), "modelling.md#links");
}

}  // namespace
}  // namespace tendril
