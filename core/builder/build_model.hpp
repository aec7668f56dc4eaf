// SPDX-License-Identifier: BSD-3-Clause
// Description → Model.
#pragma once

#include <memory>
#include <vector>

#include "core/builder/checks/check.hpp"
#include "core/model/model.hpp"

namespace tendril {

/// Checks the description (every problem is reported, warnings too), unless options.checked, and builds the model from
/// it; null if there is an error. Never throws.
std::shared_ptr<const Model> buildModel(const Description& description, std::vector<Problem>& problems,
                                        const BuildOptions& options = {});

}  // namespace tendril
