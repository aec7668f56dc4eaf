// SPDX-License-Identifier: GPL-3.0-or-later
// A run as a history: read from a table, or simulated now.
#pragma once

#include <filesystem>
#include <memory>

#include "core/session/recording/history.hpp"
#include "studio/cli/commands.hpp"

namespace tendril::cli {

/// The run in a table or recording of `tendril simulate`. Error (bad file) if it is none of this model: a column of t,
/// q or v is missing, or times do not ascend; and where a row has no number of t, q, v or u. Columns of inputs that are
/// missing are zero, those of energies and of signals of controllers no numbers.
std::shared_ptr<const History> recordedRun(const std::filesystem::path& file, const Model& model);

/// The run of the model's own simulation settings, with a progress bar. Error (a run that failed) if it diverges.
std::shared_ptr<const History> simulatedRun(const std::shared_ptr<const Model>& model, const Streams& streams);

}  // namespace tendril::cli
