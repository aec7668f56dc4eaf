// SPDX-License-Identifier: BSD-3-Clause
#include "core/form/row_parts.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace tendril::project {
namespace {

/// 'r' per turning velocity coordinate of a joint, 't' per shifting one.
std::string_view motions(JointType joint) {
  static constexpr std::array<std::string_view, 9> kMotions = {"", "r", "t", "r", "rt", "rr", "ttr", "rrr", "rrrttt"};
  return kMotions[static_cast<std::size_t>(joint)];
}
/// The same of the configuration coordinates; 'q' of a quaternion's.
std::string_view coordinates(JointType joint) {
  if (joint == JointType::kSpherical) return "qqqq";
  return joint == JointType::kFree ? "tttqqqq" : motions(joint);
}

std::string unitOf(char motion, std::string_view unit) {
  const std::size_t comma = unit.find(", ");
  if (motion == 'q') return "";
  return std::string(motion == 'r' ? unit.substr(0, comma) : unit.substr(comma + 2));
}

}  // namespace

std::string rowLabel(const description::FieldInfo& info) {
  if (!info.label.empty()) return std::string(info.label);
  std::string label(info.key);
  std::replace(label.begin(), label.end(), '_', ' ');
  if (!label.empty()) label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
  return label;
}

std::vector<std::string_view> partLabels(std::string_view key, std::size_t count, JointType joint) {
  using Labels = std::vector<std::string_view>;
  static const std::vector<std::pair<std::string_view, Labels>> byKey = {
      {"rpy", {"roll", "pitch", "yaw"}},
      {"quaternion", {"w", "x", "y", "z"}},
      {"inertia", {"xx", "yy", "zz", "xy", "xz", "yz"}},
      {"wrench", {"mx", "my", "mz", "fx", "fy", "fz"}},
      {"reference_strain", {"κx", "κy", "κz", "νx", "νy", "νz"}},
      {"range", {"from", "to"}},
      {"limits", {"from", "to"}},
      {"polygons", {"y", "z"}},
  };
  static const std::vector<std::pair<JointType, std::pair<Labels, Labels>>> byJoint = {
      {JointType::kCylindrical, {{"turn", "shift"}, {"turn", "shift"}}},
      {JointType::kPlanar, {{"x", "y", "θ"}, {"x", "y", "θ"}}},
      {JointType::kSpherical, {{"w", "x", "y", "z"}, {"ωx", "ωy", "ωz"}}},
      {JointType::kFree, {{"x", "y", "z", "qw", "qx", "qy", "qz"}, {"ωx", "ωy", "ωz", "vx", "vy", "vz"}}},
  };
  for (const auto& [type, labels] : byJoint) {
    const Labels& own = key == "q0" ? labels.first : labels.second;
    if (type == joint && (key == "q0" || key == "v0") && own.size() == count) return own;
  }
  for (const auto& [name, labels] : byKey)
    if (name == key && labels.size() == count) return labels;
  if (count == 3 && key != "q0" && key != "v0") return {"x", "y", "z"};
  return {};
}

std::vector<std::string> partUnits(std::string_view unit, JointType joint, std::string_view key, std::size_t count) {
  if (unit.find(", ") == std::string_view::npos) return std::vector<std::string>(count, std::string(unit));
  std::string_view kinds = key == "q0" ? coordinates(joint) : motions(joint);
  if (key == "limits" && joint != JointType::kCylindrical && !kinds.empty())
    return std::vector<std::string>(count, unitOf(kinds.front(), unit));
  if (kinds.size() != count) kinds = count == 6 ? "rrrttt" : "";
  std::vector<std::string> units;
  for (std::size_t i = 0; i < count; ++i)
    units.push_back(i < kinds.size() ? unitOf(kinds[i], unit) : std::string(unit));
  return units;
}

std::string jointUnit(std::string_view unit, JointType joint) {
  const std::string_view kinds = motions(joint);
  if (unit.find(", ") == std::string_view::npos || kinds.empty()) return std::string(unit);
  const bool alike = kinds.find_first_not_of(kinds.front()) == std::string_view::npos;
  return alike ? unitOf(kinds.front(), unit) : std::string(unit);
}

std::vector<description::Number> restCoordinates(JointType joint, std::string_view key) {
  std::vector<description::Number> rest;
  if (key == "v0") rest.assign(motions(joint).size(), description::Number(0));
  if (key != "q0") return rest;
  for (const char kind : coordinates(joint)) {
    const bool first = kind == 'q' && (rest.empty() || coordinates(joint)[rest.size() - 1] != 'q');
    rest.emplace_back(first ? 1.0 : 0.0);
  }
  return rest;
}

}  // namespace tendril::project
