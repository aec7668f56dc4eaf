// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of a project that may keep a run from ending before its time.
#pragma once

#include <QString>

#include <string>
#include <utility>
#include <vector>

#include "core/description/description.hpp"
#include "core/session/divergence_report.hpp"

namespace tendril {

struct ProposedChange {
  QString text = {}, tip = {};
  std::vector<std::pair<std::string, std::string>> fields = {};  ///< path, value as JSON
};

/// The most promising first; none where nothing fits. `model`: of the description, that of the report.
std::vector<ProposedChange> divergenceCures(const Description& description, const Model& model,
                                            const DivergenceReport& report);
/// What the report says, a sentence or two each.
QStringList divergenceFindings(const Model& model, const DivergenceReport& report);

}  // namespace tendril
