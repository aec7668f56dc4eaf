// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/recording/run_recorder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <ctime>
#include <system_error>
#include <thread>
#include <utility>

#include "core/text/number_text.hpp"
#include "studio/recording/build_version.hpp"
#include "studio/recording/edited_projects.hpp"
#include "studio/recording/state_rows.hpp"

namespace tendril {
namespace {

using namespace hdf5;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kChunkRows = 512, kMostWaiting = 64 << 20;  // bytes

/// There is no room on the disk.
struct NoRoom : FileFailure {
  using FileFailure::FileFailure;
};

/// Room on the disk behind the end of a file, which is made if there is none. NoRoom, and all is as it was.
void reserve(const std::filesystem::path& file, std::size_t bytes) {
  const bool isNew = access(file.c_str(), F_OK) != 0;
  constexpr mode_t kMode = 0666;
  const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kMode);
  if (descriptor < 0)
    throw FileFailure(std::string("cannot be written to; does its folder exist? ") + std::strerror(errno));
  const off_t size = lseek(descriptor, 0, SEEK_END);
  const int error = posix_fallocate(descriptor, size, static_cast<off_t>(bytes));
  const bool full = error == ENOSPC || error == EFBIG || error == EDQUOT;
  if (full) [[maybe_unused]]
    const int longer = ftruncate(descriptor, size);  // what it does not give back is behind the end of the file
  close(descriptor);
  if (!full) return;
  if (isNew) unlink(file.c_str());
  throw NoRoom(error == EFBIG ? "the file may not grow any more (ulimit -f)" : "the disk is full");
}

std::string now() {
  char text[32];
  const std::time_t seconds = std::time(nullptr);
  std::tm utc{};
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &utc));
  return text;
}

std::string absoluteText(const std::filesystem::path& path) {
  return path.empty() ? "" : std::filesystem::absolute(path).lexically_normal().string();
}

void writeOrigin(hid_t file, const RunOrigin& origin) {
  setText(file, "format", "tendril run");
  setNumber(file, "version", 1);
  setText(file, "status", "running");
  setText(file, "build", std::string(buildVersion()));
  setText(file, "started", now());
  setText(file, "project_file", absoluteText(origin.projectFile));
  setText(file, "project_directory", absoluteText(origin.projectDirectory));
  setText(file, "integrator", origin.integrator);
  setNumber(file, "step", origin.step);
  setNumber(file, "every", origin.every);
  setNumber(file, "seed", origin.seed);
  setText(file, "options", origin.options);
  setText(file, "resumed_from", origin.resumed);
  writeText(file, "project", origin.project);
}

void createColumns(hid_t file, const std::vector<RecordedColumn>& columns) {
  const Identifier group = createGroup(file, "signals");
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Identifier data = createGrowing(group.id(), columns[i].name, H5T_NATIVE_DOUBLE, 0, kChunkRows);
    setNumber(data.id(), "column", static_cast<double>(i));
    setText(data.id(), "unit", columns[i].unit);
    setText(data.id(), "description", columns[i].description);
    setText(data.id(), "group", columns[i].group);
  }
}

void writeEvents(hid_t file, std::span<const RunEvent> events) {
  const Identifier group = createGroup(file, "events");
  std::vector<double> t;
  std::vector<std::string> kinds, texts;
  std::vector<std::uint8_t> begins;
  for (const RunEvent& event : events) {
    t.push_back(event.t), begins.push_back(!event.ends);
    kinds.emplace_back(eventKindName(event.kind)), texts.push_back(event.text);
  }
  const auto list = [&](const char* name, hid_t type, const void* values) {
    append(createGrowing(group.id(), name, type, 0, kChunkRows).id(), type, 0, events.size(), 0, values);
  };
  list("t", H5T_NATIVE_DOUBLE, t.data());
  list("begins", H5T_NATIVE_UINT8, begins.data());
  writeTexts(group.id(), "kind", kinds);
  writeTexts(group.id(), "text", texts);
}

}  // namespace

std::vector<RecordedColumn> recordedColumns(const SignalCatalogue& catalogue, const std::vector<std::string>& names) {
  std::vector<RecordedColumn> columns;
  for (const std::string& name : names) {
    const int id = catalogue.find(name);
    if (id < 0) {
      columns.push_back({name, {}, {}, {}});
      continue;
    }
    const Signal& signal = catalogue[id];
    columns.push_back({name, signal.unit, signal.description, signal.group});
  }
  return columns;
}

struct RunRecorder::Work {
  Work(std::filesystem::path path, std::vector<RecordedColumn> all, double seconds)
      : file(std::move(path)), columns(std::move(all)), interval(seconds) {}

  /// What the thread does.
  void loop() {
    std::unique_lock lock(mutex);
    while (!stop && failure.empty()) {
      wake.wait_for(lock, interval, [&] { return stop || waiting > kMostWaiting / 2; });
      write(lock);
    }
  }

  /// Writes what waits; others may add more meanwhile.
  void write(std::unique_lock<std::mutex>& lock) {
    if (values.empty()) return;
    std::vector<double> block;
    std::vector<State> full;
    block.swap(values), full.swap(states);
    edit = std::exchange(edited, {});
    waiting = 0;
    lock.unlock();
    std::string problem;
    try {
      append(block, full);
    } catch (const std::exception& error) {
      problem = error.what();
    }
    lock.lock();
    if (!problem.empty()) failure = problem;
    room.notify_all();
  }

  /// Space for so many rows more: the chunks that they begin, and what says where chunks are.
  std::size_t spaceFor(std::size_t count) const {
    constexpr std::size_t kChunk = kChunkRows * sizeof(double), kIndex = 1024, kStates = 1 << 18;
    const auto chunks = [](std::size_t n) { return (n + kChunkRows - 1) / kChunkRows; };
    const std::size_t all = chunks(written + count), fresh = all - chunks(written);
    const auto index = kIndex + static_cast<std::size_t>(256 * std::sqrt(static_cast<double>(all)));
    return columns.size() * fresh * (kChunk + index) + 2 * (rows.bytes() + edit.text.size()) + kStates;
  }

  /// All rows, with the states of their instants; where there is no room for all of them, as many as there is.
  void append(const std::vector<double>& block, const std::vector<State>& full) {
    const std::size_t width = columns.size(), count = block.size() / width;
    auto state = full.begin();
    for (std::size_t at = 0, step = count; at < count;) {
      step = std::min(step, count - at);
      const std::span<const double> part(&block[at * width], step * width);
      const double end = part[(step - 1) * width];
      const auto after = std::find_if(state, full.end(), [end](const State& each) { return each.t > end; });
      const StateRows before = rows;
      std::for_each(state, after, [this](const State& each) { rows.add(each); });
      try {
        appendPart(part);
        at += step, state = after;
      } catch (const NoRoom&) {
        if (step == 1) throw;
        rows = before;
        step /= 2;  // again, with half of them
      }
      rows.clear();
    }
  }

  void appendPart(std::span<const double> part) {
    const Lock library;
    const std::size_t width = columns.size(), count = part.size() / width;
    reserve(file, spaceFor(count));
    Identifier opened = openFile(file, Access::kAppend);
    const Identifier group(H5Gopen2(opened.id(), "signals", H5P_DEFAULT), H5Gclose, "cannot be written to any more");
    std::vector<double> column(count);
    for (std::size_t c = 0; c < width; ++c) {
      for (std::size_t r = 0; r < count; ++r) column[r] = part[r * width + c];
      hdf5::append(openData(group.id(), columns[c].name).id(), H5T_NATIVE_DOUBLE, written, count, 0, column.data());
    }
    rows.write(opened.id());
    edits.write(opened.id(), edit);
    check(H5Fflush(opened.id(), H5F_SCOPE_GLOBAL), "cannot be written");
    written += count;
    last = part[(count - 1) * width];
    const auto all = static_cast<std::int64_t>(written);
    writeScalar(opened.id(), "rows", H5T_NATIVE_INT64, &all);
    rows.commit(opened.id());
    edits.commit(opened.id());
    edit = {};
    opened.close("cannot be written");
  }

  void end(const RunEnd& how, const char* status) {
    const Lock library;
    constexpr std::size_t kEvent = 512;
    reserve(file, (1 << 17) + kEvent * how.events.size());
    Identifier opened = openFile(file, Access::kChange);
    const hid_t id = opened.id();
    setText(id, "failure", how.failure);
    setNumber(id, "wall", how.wall);
    setNumber(id, "balance", how.balance);
    setNumber(id, "steps", how.steps);
    std::string warnings;
    for (const std::string& warning : how.warnings) warnings += warning + '\n';
    setText(id, "warnings", warnings);
    if (!how.events.empty()) writeEvents(id, how.events);
    setText(id, "status", status);
    opened.close("cannot be written");
  }

  void halt() {
    {
      const std::lock_guard lock(mutex);
      stop = true;
    }
    wake.notify_all();
    if (thread.joinable()) thread.join();
  }

  [[noreturn]] void complain() const {
    std::string text = file.string() + ": " + failure + ". ";
    text += written > 0 ? "The run is recorded up to t = " + numberText(last) + " s; make room and go on from there."
                        : "Nothing of the run is recorded; make room.";
    throw RecordingError(text);
  }

  std::filesystem::path file;
  std::vector<RecordedColumn> columns;
  std::chrono::duration<double> interval;
  std::thread thread;
  std::mutex mutex;  ///< of what follows
  std::condition_variable wake, room;
  std::vector<double> values;  ///< rows that wait
  std::vector<State> states;
  ProjectEdit edited;
  std::size_t waiting = 0;  ///< bytes
  bool stop = false;
  std::string failure;
  // of the thread that writes
  StateRows rows;
  EditedProjects edits;
  ProjectEdit edit;  ///< to be written
  std::size_t written = 0;
  double last = 0;
  bool ended = false;
};

RunRecorder::RunRecorder(std::filesystem::path file, std::vector<RecordedColumn> columns, const RunOrigin& origin,
                         const State& first, double interval)
    : work_(std::make_unique<Work>(std::move(file), std::move(columns), interval)) {
  try {
    const Lock library;
    constexpr std::size_t kColumn = 2048, kRest = 1 << 16;
    reserve(work_->file, work_->columns.size() * kColumn + origin.project.size() + kRest);
    Identifier made = createFile(work_->file);
    writeOrigin(made.id(), origin);
    createColumns(made.id(), work_->columns);
    EditedProjects::create(made.id());
    StateRows::create(made.id(), static_cast<int>(first.q.size()), static_cast<int>(first.v.size()));
    const std::int64_t none = 0;
    writeScalar(made.id(), "rows", H5T_NATIVE_INT64, &none);
    made.close("cannot be written; is the disk full?");
  } catch (const FileFailure& failure) {
    throw RecordingError(work_->file.string() + ": " + failure.what());
  }
  work_->thread = std::thread([work = work_.get()] { work->loop(); });
}

RunRecorder::~RunRecorder() {
  if (work_->ended) return;
  work_->halt();
  try {
    std::unique_lock lock(work_->mutex);
    if (work_->failure.empty()) work_->write(lock);
    if (work_->failure.empty()) work_->end({}, "interrupted");
  } catch (const std::exception&) {  // nobody is there to hear it; what was written before is whole
    work_->ended = true;
  }
}

void RunRecorder::row(std::span<const double> values) {
  std::unique_lock lock(work_->mutex);
  work_->room.wait(lock, [&] { return work_->waiting < kMostWaiting || !work_->failure.empty(); });
  if (!work_->failure.empty()) work_->complain();
  work_->values.insert(work_->values.end(), values.begin(), values.end());
  work_->waiting += values.size_bytes();
  if (work_->waiting > kMostWaiting / 2) work_->wake.notify_all();
}

void RunRecorder::state(const State& state) {
  const std::lock_guard lock(work_->mutex);
  work_->states.push_back(state);
  work_->waiting += sizeof(double) * static_cast<std::size_t>(state.q.size() + state.v.size() + state.z.size());
}

void RunRecorder::project(double t, std::string text) {
  const std::lock_guard lock(work_->mutex);
  work_->edited = {t, std::move(text)};
}

void RunRecorder::finish(const RunEnd& end) {
  work_->halt();
  work_->ended = true;
  std::unique_lock lock(work_->mutex);
  if (work_->failure.empty()) work_->write(lock);
  if (!work_->failure.empty()) work_->complain();
  try {
    work_->end(end, end.cancelled ? "interrupted" : end.failure.empty() ? "complete" : "failed");
  } catch (const FileFailure& failure) {
    work_->failure = failure.what();
    work_->complain();
  }
}

}  // namespace tendril
