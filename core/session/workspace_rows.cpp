// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/workspace_rows.hpp"

#include <span>

#include "core/session/simulate.hpp"

namespace tendril {

std::vector<std::string> workspaceHeader(const Model& model) {
  const std::vector<std::string> record = recordHeader(model);
  const std::span all(record);
  const auto nq = static_cast<std::size_t>(model.nq), nv = static_cast<std::size_t>(model.nv);
  std::vector<std::string> names = {"x", "y", "z"};
  const auto append = [&names](std::span<const std::string> more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  append(all.subspan(1 + nq + nv, static_cast<std::size_t>(model.nu)));
  names.insert(names.end(),
               {"mobility", "mobility_1", "mobility_2", "mobility_3", "range_margin", "folding_margin", "stable"});
  append(all.subspan(1, nq));
  return names;
}

std::vector<double> workspaceRow(const SampledWorkspace& workspace, const WorkspacePoint& point) {
  std::vector<double> row;
  const auto append = [&row](const auto& values) { row.insert(row.end(), values.begin(), values.end()); };
  append(point.position), append(point.u);
  row.push_back(workspace.leastMobility(point));
  append(point.mobility);
  row.insert(row.end(), {point.rangeMargin, point.foldingMargin, point.stable ? 1.0 : 0.0});
  append(point.q);
  return row;
}

}  // namespace tendril
