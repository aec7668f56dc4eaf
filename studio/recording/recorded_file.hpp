// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what RunRecorder wrote, also of a run that goes on or was killed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "studio/recording/run_recorder.hpp"

namespace tendril {

/// Whether a file's name ends as those of recordings do: .h5, .hdf5, of any case.
bool isRecordingName(const std::filesystem::path& file);

/// All rows of a recording.
struct RecordedRun {
  std::vector<RecordedColumn> columns;
  std::vector<std::vector<double>> values;  ///< of each column
  std::string status, failure;              ///< "running", "complete", "failed", "interrupted"; why it failed
  std::string build, integrator;
  double step = 0;  ///< s
};

/// RecordingError: there is no such file, it is none of a run, or damaged.
RecordedRun readRecording(const std::filesystem::path& file);

/// The project that made a recording.
struct RecordedProject {
  std::string text;
  std::filesystem::path directory;  ///< where relative paths start; that of the recording if it is gone
};
/// As it was at `t` (s); empty: in the end, where it was edited while the run went on.
RecordedProject readRecordedProject(const std::filesystem::path& file, std::optional<double> t = {});

/// Where a run may go on.
struct ResumePoint {
  State state;  ///< the last full one at or before the time asked for; without one, the last at all
  std::vector<std::string> columns;  ///< names of all signals of the recording
  std::string integrator;
};
/// RecordingError: there is no such state, or the run had ended before `t`.
ResumePoint resumePoint(const std::filesystem::path& file, std::optional<double> t);

}  // namespace tendril
