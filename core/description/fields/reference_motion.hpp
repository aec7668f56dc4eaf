// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/fields/pose_motion.hpp"

namespace tendril::description {

/// The only list of references: one struct, one entry here, one builder (build_reference.cpp).
using ReferenceMotionType =
    std::variant<ConstantMotion, PolynomialMotion, HalfCosineMotion, SplineMotion, CircleMotion, HelixMotion,
                 LissajousMotion, TableMotion, ExpressionMotion, PoseTransitionMotion, PoseSplineMotion, PoseMotion>;

/// What a controller is to follow.
struct ReferenceMotion {
  static constexpr std::string_view kMeaning = "What is to be followed";
  static constexpr std::string_view kGuide = "formulas.md#references";

  ReferenceMotionType type;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.choice(self.type, {.key = "type", .meaning = "Kind of motion", .required = true, .label = "Kind"});
  }
};

}  // namespace tendril::description
