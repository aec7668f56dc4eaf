// SPDX-License-Identifier: GPL-3.0-or-later
// Derivatives by any number of a project.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/model/model.hpp"

namespace tendril::cli {

/// A number of a project that may be varied.
struct Parameter {
  std::string path;
  double value = 0;
  std::function<std::shared_ptr<const Model>(double)> build;  ///< the robot with another value; null if there is none
};

/// dF/dp at `value` by Ridders' extrapolation of central differences (one-sided where one side is not allowed): exact
/// to rounding for polynomials such as masses and radii, about twelve digits for smooth functions. The step is a share
/// of the value; where its differences are no more than roundings of F (a value that is zero but for rounding), steps
/// from 1 down to 1e-9 in SI units are tried, and the estimate that is most consistent with its neighbours is taken.
/// `evaluate` gives F at a value, false where there is none. Empty if no step works.
std::optional<VecX> differentiateByParameter(const std::function<bool(double, VecX&)>& evaluate, double value);

}  // namespace tendril::cli
