// SPDX-License-Identifier: GPL-3.0-or-later
// A run as a file of HDF5 that grows while the run goes on and is whole at every instant.
//
//   rows                   how many rows are there; what data sets have beyond them is unfinished
//   signals/<name>         a list of numbers per signal, signals/t among them; unit, description, group, column
//   state/t, q, v, z, …    full states: what a run resumes from (state_rows.hpp)
//   project                text of the project, with every change of the command line
//   edits/t, end, text     the project as it was edited while the run went on (edited_projects.hpp)
//   events/t, kind, begins, text
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/constraints/state.hpp"
#include "core/session/recording/event_log.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "studio/recording/recording_error.hpp"

namespace tendril {

/// One signal of a recording.
struct RecordedColumn {
  std::string name, unit, description, group;
};

/// What names mean to the robot: units and descriptions of its catalogue, empty for names that are not there.
std::vector<RecordedColumn> recordedColumns(const SignalCatalogue& catalogue, const std::vector<std::string>& names);

/// Where a run comes from.
struct RunOrigin {
  std::string project;                     ///< text of the project
  std::filesystem::path projectFile;       ///< it was read from
  std::filesystem::path projectDirectory;  ///< where relative paths of the project start
  std::string integrator;
  double step = 0, every = 0;  ///< s
  double seed = 0;             ///< of all noise
  std::string options;         ///< of the command line
  std::string resumed;         ///< state that it goes on from: "run.h5@1.5"; empty: none
};

/// How a run ended.
struct RunEnd {
  std::string failure;     ///< why it ended early; empty: it did not
  bool cancelled = false;  ///< by the user
  double wall = 0;         ///< s
  double balance = 0;      ///< % of what flowed
  double steps = 0;        ///< that were asked for
  std::span<const RunEvent> events = {};
  std::span<const std::string> warnings = {};
};

/// Takes rows and writes them on a thread of its own, at least every `interval` seconds, so that a program that is
/// killed loses no more than that. Between two such moments the file is closed: any program may read it. Space on the
/// disk is reserved before it is written to, so that a full disk leaves the file as it was. At most 64 MB wait in
/// memory; then row() waits for the disk.
class RunRecorder {
 public:
  /// Replaces the file if there is one. The first column is t. `first`: a state of the sizes of all that will come.
  /// RecordingError.
  RunRecorder(std::filesystem::path file, std::vector<RecordedColumn> columns, const RunOrigin& origin,
              const State& first, double interval = 1);
  /// Writes what is left, without complaints; a run that did not finish() says so.
  ~RunRecorder();
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  /// One number per column. RecordingError: an earlier row could not be written.
  void row(std::span<const double> values);
  /// A full state, at an instant of which there is a row.
  void state(const State& state);
  /// The project from `t` (s) on, where it was edited while the run goes on. Of several between two moments of writing
  /// the last one is kept.
  void project(double t, std::string text);
  /// Writes what is left, and how the run ended. RecordingError.
  void finish(const RunEnd& end);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace tendril
