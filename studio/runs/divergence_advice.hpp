// SPDX-License-Identifier: GPL-3.0-or-later
// Why a run ended before its time, in sentences, and changes of the project that may keep it from that.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/description/description.hpp"
#include "core/session/divergence_report.hpp"

namespace tendril {

struct ProposedChange {
  std::string text = {}, tip = {};
  std::vector<std::pair<std::string, std::string>> fields = {};  ///< path, value as JSON
};

/// The most promising first; none where nothing fits. `model`: of the description, that of the report.
std::vector<ProposedChange> divergenceCures(const Description& description, const Model& model,
                                            const DivergenceReport& report);
/// What the report says, a sentence or two each.
std::vector<std::string> divergenceFindings(const Model& model, const DivergenceReport& report);

}  // namespace tendril
