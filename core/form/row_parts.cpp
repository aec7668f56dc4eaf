// SPDX-License-Identifier: BSD-3-Clause
#include "core/form/row_parts.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace tendril::project {
namespace {

using Infos = std::span<const CoordinateInfo>;

/// The joint's coordinates that an entry of a list belongs to.
Infos coordinatesOf(JointType joint, std::string_view key) {
  return key == "q0" ? joint->positionInfo() : joint->velocityInfo();
}

/// Of "rad, m", or of "N·m/rad, N/m", what belongs to an angle or to a length.
std::string partUnit(Quantity quantity, std::string_view unit) {
  if (quantity == Quantity::kQuaternion) return "";
  const std::size_t comma = unit.find(", ");
  return std::string(quantity == Quantity::kAngle ? unit.substr(0, comma) : unit.substr(comma + 2));
}

}  // namespace

std::string rowLabel(const description::FieldInfo& info) {
  if (!info.label.empty()) return std::string(info.label);
  std::string label(info.key);
  std::replace(label.begin(), label.end(), '_', ' ');
  if (!label.empty()) label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
  return label;
}

std::string singular(std::string_view key) {
  const bool plural = key.size() > 2 && key.back() == 's' &&
                      std::string_view("siu").find(key[key.size() - 2]) == std::string_view::npos;
  return std::string(key.substr(0, key.size() - (plural ? 1 : 0)));
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
  if (key == "q0" || key == "v0") {
    Labels own;
    for (const CoordinateInfo& info : coordinatesOf(joint, key))
      if (!info.label.empty()) own.push_back(info.label);
    return own.size() == count ? own : Labels();
  }
  for (const auto& [name, labels] : byKey)
    if (name == key && labels.size() == count) return labels;
  const bool list = key == "times" || key == "inputs" || key == "input_weights";  // as many as there are
  if (count == 3 && !list) return {"x", "y", "z"};
  return {};
}

std::vector<std::string> partUnits(std::string_view unit, JointType joint, std::string_view key, std::size_t count) {
  if (unit.find(", ") == std::string_view::npos) return std::vector<std::string>(count, std::string(unit));
  const Infos infos = coordinatesOf(joint, key);
  std::vector<std::string> units;
  if (infos.size() == count || (key == "limits" && infos.size() == 1)) {  // limits: from, to of one coordinate
    for (std::size_t i = 0; i < count; ++i) units.push_back(partUnit(infos[infos.size() == 1 ? 0 : i].quantity, unit));
  } else if (count == 6) {  // a twist or wrench
    for (std::size_t i = 0; i < 6; ++i) units.push_back(partUnit(i < 3 ? Quantity::kAngle : Quantity::kLength, unit));
  } else {
    units.assign(count, std::string(unit));
  }
  return units;
}

std::string jointUnit(std::string_view unit, JointType joint) {
  const Infos infos = joint->velocityInfo();
  if (unit.find(", ") == std::string_view::npos || infos.empty()) return std::string(unit);
  const Quantity first = infos.front().quantity;
  const bool alike = std::ranges::all_of(infos, [first](const CoordinateInfo& i) { return i.quantity == first; });
  return alike ? partUnit(first, unit) : std::string(unit);
}

std::vector<description::Number> restCoordinates(JointType joint, std::string_view key) {
  std::vector<description::Number> rest;
  if (key == "v0") rest.assign(joint->velocityInfo().size(), description::Number(0));
  if (key != "q0") return rest;
  for (const double entry : joint->neutral()) rest.emplace_back(entry);
  return rest;
}

}  // namespace tendril::project
