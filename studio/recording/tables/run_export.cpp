// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/recording/tables/run_export.hpp"

#include <system_error>

#include "studio/recording/recorded_file.hpp"
#include "studio/recording/tables/run_arrays.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBetweenTold = 64;  // records

/// Calls take(row, state) for every record; false: cancelled.
template <class Take>
bool eachRow(const Run& run, RunRows& rows, const ExportWatch& watch, const Take& take) {
  const History& history = *run.history;
  const std::size_t size = history.size();
  for (std::size_t i = 0; i < size; ++i) {
    const History::Record record = history.record(i);
    State state;
    state.t = record.t, state.q = record.q, state.v = record.v;
    if (record.z.size() > 0) state.z = record.z, state.layout = history.layout();
    const VecX u = record.u;
    rows.use(run.partAt(record.t));
    take(rows.row({state, u, record.kinetic, record.gravity, record.elastic, record.balance}), state);
    if (i % kBetweenTold != 0) continue;
    if (watch.cancelled && *watch.cancelled) return false;
    if (watch.progress) watch.progress(static_cast<double>(i) / static_cast<double>(size));
  }
  return true;
}

bool writeRecording(const fs::path& file, const Run& run, RunRows& rows, const RunOrigin& origin,
                    const ExportWatch& watch) {
  State first;
  first.q = run.history->record(0).q, first.v = run.history->record(0).v;
  RunRecorder recorder(file, recordedColumns(rows.catalogue(), rows.names()), origin, first);
  const bool whole = eachRow(run, rows, watch, [&](std::span<const double> row, const State& state) {
    recorder.row(row);
    recorder.state(state);
  });
  if (!whole) return false;
  std::vector<RunEvent> events;
  for (std::size_t i = 0; i < run.events->size(); ++i) events.push_back((*run.events)[i]);
  RunEnd end;
  end.balance = run.history->record(run.history->size() - 1).balance;
  end.events = events;
  if (!events.empty() && events.back().kind == EventKind::kDiverged) end.failure = events.back().text;
  recorder.finish(end);
  return true;
}

}  // namespace

bool writeRun(const fs::path& file, const Run& run, const RunOrigin& origin, const ExportWatch& watch) {
  if (!run.history || run.history->size() == 0) throw RecordingError(file.string() + ": the run has no records");
  RunRows rows(run.partAt(run.history->time(0)));
  if (isRecordingName(file)) {
    if (writeRecording(file, run, rows, origin, watch)) return true;
    std::error_code ignored;
    fs::remove(file, ignored);
    return false;
  }
  std::vector<std::vector<double>> values(rows.names().size());
  const bool whole = eachRow(run, rows, watch, [&](std::span<const double> row, const State&) {
    for (std::size_t c = 0; c < row.size(); ++c) values[c].push_back(row[c]);
  });
  if (whole)
    writeRunTable(file, recordedColumns(rows.catalogue(), rows.names()), values, TableHeadings::kNamesAndUnits);
  return whole;
}

}  // namespace tendril
