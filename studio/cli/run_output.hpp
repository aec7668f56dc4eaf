// SPDX-License-Identifier: GPL-3.0-or-later
// Where `tendril simulate --out` puts a run.
#pragma once

#include <memory>

#include "core/session/simulate.hpp"
#include "studio/cli/commands.hpp"

namespace tendril::cli {

/// Error (wrong command line) unless the file's ending is one that runs are written as, or there is none.
void checkRunFile(const std::filesystem::path& out);

/// A file that takes the rows of a run.
class RunOutput {
 public:
  virtual ~RunOutput() = default;
  /// Writes what is left, with how the run ended. Error (a run that failed) where the disk is full.
  virtual void finish(const SimulationResult& result) = 0;
};

/// Opens the file of options.out, by its ending, and lets the request write to it; null: none was asked for. It must
/// outlive the run. Error (wrong command line) where the run is read from it, (a run that failed) where it cannot be
/// written.
std::unique_ptr<RunOutput> openRunOutput(const SimulateOptions& options, const Project& project, const Model& model,
                                         SimulationRequest& request);

}  // namespace tendril::cli
