// SPDX-License-Identifier: GPL-3.0-or-later
// A run of a session, which is there as a whole, as a file.
#pragma once

#include <atomic>
#include <functional>

#include "studio/recording/run_rows.hpp"

namespace tendril {

/// What an export is told, and asks, on the way.
struct ExportWatch {
  std::function<void(double)> progress = {};     ///< 0…1, now and then
  const std::atomic<bool>* cancelled = nullptr;  ///< true: it stops, and leaves nothing
};

/// Writes the records of a run with all signals of recordings: .h5 as a recording from which runs go on, .csv (its
/// headings with units), .npz and .mat as tables. `origin`: of a recording, as runOrigin() with where the project lies.
/// False: it was cancelled. RecordingError: the file cannot be written, or the ending is none of these.
bool writeRun(const std::filesystem::path& file, const Run& run, const RunOrigin& origin,
              const ExportWatch& watch = {});

}  // namespace tendril
