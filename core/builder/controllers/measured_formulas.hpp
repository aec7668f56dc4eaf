// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/builder/build_context.hpp"
#include "core/control/measured_formulas.hpp"

namespace tendril {

/// A formula, and the path that problems with it get.
struct PlacedFormula {
  description::Formula formula;
  std::string path;
};

/// Formulas of measured signals of a model that is being built, of t, of the named parameters and of the computed
/// signals of the project. Null, with a problem at the path of each that is none: a name that the robot does not have,
/// a number that cannot be measured, rate(), a vector, signals that are computed from themselves.
std::shared_ptr<const MeasuredFormulas> measuredFormulas(const std::vector<PlacedFormula>& formulas, const Model& model,
                                                         BuildContext& context);
/// As many as there are inputs; one alone is for all.
std::shared_ptr<const MeasuredFormulas> measuredFormulas(const description::OneOrMany<description::Formula>& formulas,
                                                         int inputs, const Model& model, BuildContext& context,
                                                         const std::string& path);

}  // namespace tendril
