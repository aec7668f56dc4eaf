// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/recording/live_recorder.hpp"

#include <chrono>
#include <cmath>
#include <system_error>
#include <utility>

namespace tendril {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostWaiting = 64 << 20;  // bytes
constexpr auto kLook = std::chrono::milliseconds(50);

/// A run that is replaced keeps its id.
bool isSame(const Run& a, const Run& b) {
  return a.id == b.id && a.history == b.history;
}

/// What happened between two instants of a run.
std::vector<RunEvent> eventsWithin(const Run& run, double from, double to) {
  std::vector<RunEvent> events;
  const std::size_t size = run.events->size();
  for (std::size_t i = 0; i < size; ++i)
    if (const RunEvent& event = (*run.events)[i]; event.t >= from && event.t <= to) events.push_back(event);
  return events;
}

}  // namespace

std::size_t LiveRecorder::Instant::bytes() const {
  return sizeof(Instant) +
         sizeof(double) * static_cast<std::size_t>(state.q.size() + state.v.size() + state.z.size() + u.size());
}

/// The file of one run.
struct LiveRecorder::File {
  File(fs::path name, const Instant& first, const LiveTarget& target)
      : path(std::move(name)),
        run(first.run),
        model(run->parts.back().model),
        rows(run->parts.back()),
        project(target.project ? target.project(model) : std::string()),
        recorder(path, recordedColumns(rows.catalogue(), rows.names()), origin(target), first.state) {}

  RunOrigin origin(const LiveTarget& target) const {
    RunOrigin out = runOrigin(run->parts.back(), project);
    out.projectFile = target.projectFile, out.projectDirectory = target.projectDirectory;
    out.options = "tendril-studio: " + run->name + ", " + std::string(runReasonName(run->reason));
    return out;
  }

  fs::path path;
  std::shared_ptr<const Run> run;
  std::shared_ptr<const Model> model;
  RunRows rows;
  std::string project;
  RunRecorder recorder;
  Clock::time_point begun = Clock::now();
  double from = 0, to = 0, balance = 0;  ///< s, s, %
  std::size_t count = 0;
};

LiveRecorder::LiveRecorder(LiveTarget target) : target_(std::move(target)), thread_([this] { work(); }) {}

LiveRecorder::~LiveRecorder() {
  ended();
  thread_.join();
}

// ---- the session's thread

void LiveRecorder::instant(const std::shared_ptr<const Run>& run, const RecordedInstant& now) {
  std::unique_lock lock(mutex_);
  const auto free = [this] { return bytes_ < kMostWaiting || stop_ || !progress_.failure.empty(); };
  room_.wait(lock, free);
  if (stop_ || !progress_.failure.empty()) return;
  waiting_.push_back({run, now.state, now.u, now.kinetic, now.gravity, now.elastic, now.balance});
  bytes_ += waiting_.back().bytes();
  // Waking a thread costs more than a step of a small robot: it looks by itself.
  if (bytes_ > kMostWaiting / 2) wake_.notify_one();
}

void LiveRecorder::ended() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  room_.notify_all();
}

// ---- any thread

LiveProgress LiveRecorder::progress() const {
  LiveProgress out;
  {
    const std::lock_guard lock(mutex_);
    out = progress_;
  }
  for (const fs::path& file : out.files) {
    std::error_code ignored;
    const std::uintmax_t size = fs::file_size(file, ignored);
    if (!ignored) out.bytes += size;
  }
  return out;
}

// ---- the thread that writes

void LiveRecorder::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait_for(lock, kLook, [this] { return stop_ || bytes_ > kMostWaiting / 2; });
    if (waiting_.empty() && stop_) break;
    if (waiting_.empty()) continue;
    std::deque<Instant> taken;
    taken.swap(waiting_);
    bytes_ = 0;
    lock.unlock();
    room_.notify_all();
    try {
      for (const Instant& now : taken) take(now);
    } catch (const std::exception& error) {
      fail(error.what());
    }
    lock.lock();
    if (!progress_.failure.empty()) waiting_.clear();
  }
  lock.unlock();
  try {
    finishFile();
  } catch (const std::exception& error) {
    fail(error.what());
  }
  lock.lock();
  progress_.ended = true;
}

void LiveRecorder::take(const Instant& now) {
  const bool goesOn = file_ && !first_ && isSame(*file_->run, *now.run) && now.state.t > file_->to;
  if (goesOn) return write(now);
  const bool moves = first_ && isSame(*first_->run, *now.run) && now.state.t > first_->state.t;
  if (moves) {
    begin(*std::exchange(first_, {}));
    return write(now);
  }
  // A run begins. Its file is made as soon as time passes in it; the very first one at once, so that it is told at once
  // where nothing can be written.
  if (file_ && file_->count > 1) finishFile();
  if (file_) {
    first_ = now;
    return;
  }
  if (progress_.files.empty() && !first_) return begin(now);
  first_ = now;
}

void LiveRecorder::begin(const Instant& first) {
  const fs::path path = file_ ? file_->path : nextFile();
  file_.reset();  // it holds no motion; the new one takes its place
  file_ = std::make_unique<File>(path, first, target_);
  file_->from = first.state.t;
  write(first);
}

void LiveRecorder::write(const Instant& now) {
  File& file = *file_;
  const RunPart& part = now.run->parts.back();
  if (part.model != file.model && target_.project)
    if (std::string text = target_.project(part.model); text != file.project) {
      file.project = std::move(text);
      file.recorder.project(now.state.t, file.project);
    }
  file.model = part.model;
  file.rows.use(part);
  file.recorder.row(file.rows.row({now.state, now.u, now.kinetic, now.gravity, now.elastic, now.balance}));
  file.recorder.state(now.state);
  const double passed = file.count > 0 ? now.state.t - file.to : 0;
  file.run = now.run, file.to = now.state.t, file.balance = now.balance;
  ++file.count;
  const std::lock_guard lock(mutex_);
  progress_.seconds += passed;
  if (file.count == 2) progress_.files.push_back(file.path);
}

void LiveRecorder::finishFile() {
  if (!file_) return;
  std::unique_ptr<File> file = std::move(file_);
  if (file->count < 2) {  // no time has passed: nothing was recorded
    const fs::path path = file->path;
    file.reset();  // what it still writes at its end would make the file again
    std::error_code ignored;
    fs::remove(path, ignored);
    return;
  }
  const std::vector<RunEvent> events = eventsWithin(*file->run, file->from, file->to);
  const bool failed = !events.empty() && events.back().kind == EventKind::kDiverged;
  const double step = file->model->simulation.step;
  file->recorder.finish({.failure = failed ? events.back().text : "",
                         .cancelled = false,
                         .wall = std::chrono::duration<double>(Clock::now() - file->begun).count(),
                         .balance = file->balance,
                         .steps = step > 0 ? std::round((file->to - file->from) / step) : 0,
                         .events = events,
                         .warnings = {}});
}

void LiveRecorder::fail(const std::string& why) {
  file_.reset();
  first_.reset();
  const std::lock_guard lock(mutex_);
  if (progress_.failure.empty()) progress_.failure = why;
  room_.notify_all();
}

/// "run.h5", then the first of "run 2.h5", "run 3.h5" … that is not there.
fs::path LiveRecorder::nextFile() const {
  if (progress_.files.empty()) return target_.file;
  for (std::size_t number = progress_.files.size() + 1;; ++number) {
    fs::path file = target_.file;
    file.replace_filename(target_.file.stem().string() + ' ' + std::to_string(number) +
                          target_.file.extension().string());
    std::error_code ignored;
    if (!fs::exists(file, ignored)) return file;
  }
}

}  // namespace tendril
