// SPDX-License-Identifier: BSD-3-Clause
// A workspace as a table, for the command line and the window alike.
#pragma once

#include <string>
#include <vector>

#include "core/control/inverse_statics/workspace.hpp"

namespace tendril {

/// Columns: x, y, z (m), the inputs as recordHeader() names them, mobility (the least, m), mobility_1 … mobility_3,
/// range_margin, folding_margin, stable (1 or 0), the coordinates.
std::vector<std::string> workspaceHeader(const Model& model);
/// The row of one point of the workspace.
std::vector<double> workspaceRow(const SampledWorkspace& workspace, const WorkspacePoint& point);

}  // namespace tendril
