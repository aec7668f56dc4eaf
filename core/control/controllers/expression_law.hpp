// SPDX-License-Identifier: BSD-3-Clause
// Laws that are written as formulas.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/control/measured_formulas.hpp"
#include "core/model/controller.hpp"

namespace tendril {

/// Demands what formulas of the measured motion say, one per output. It is sampled, because derivatives of most
/// signals are not known.
std::shared_ptr<Controller> makeExpressionLaw(std::string name, std::vector<int> outputs,
                                              std::shared_ptr<const MeasuredFormulas> formulas);

/// Demands functions of the time (s), one per output, for the phases of a sequence.
std::shared_ptr<Controller> makeTimeLaw(std::string name, std::vector<int> outputs,
                                        std::vector<std::function<double(double)>> functions);

}  // namespace tendril
