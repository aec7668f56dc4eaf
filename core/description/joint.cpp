// SPDX-License-Identifier: BSD-3-Clause
#include "core/description/joint.hpp"

#include <string>

namespace tendril {

std::vector<std::string_view> enumNames(JointType) {
  std::vector<std::string_view> names;
  for (const JointType type : JointType::all()) names.push_back(type->name());
  return names;
}

}  // namespace tendril

namespace tendril::description {
namespace {

/// "a, b or c"
std::string listOf(const std::vector<std::string_view>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? " or " : ", ";
    out += names[i];
  }
  return out;
}

std::string conditionOf(bool JointParameters::*parameter) {
  std::vector<std::string_view> with, without;
  for (const JointType type : JointType::all())
    (type->parameters().*parameter ? with : without).push_back(type->name());
  return (with.size() <= without.size() ? "only for " + listOf(with) : "not for " + listOf(without)) + " joints";
}

}  // namespace

std::string_view jointsWith(bool JointParameters::*parameter) {
  static const std::string axis = conditionOf(&JointParameters::axis), axis2 = conditionOf(&JointParameters::axis2),
                           pitch = conditionOf(&JointParameters::pitch), limits = conditionOf(&JointParameters::limits);
  if (parameter == &JointParameters::axis) return axis;
  if (parameter == &JointParameters::axis2) return axis2;
  return parameter == &JointParameters::pitch ? pitch : limits;
}

}  // namespace tendril::description
