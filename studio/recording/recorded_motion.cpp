// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/recording/recorded_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/model/model.hpp"
#include "core/session/simulate.hpp"
#include "studio/recording/recorded_access.hpp"
#include "studio/recording/state_rows.hpp"

namespace tendril {
namespace {

using namespace hdf5;

constexpr std::size_t kAtOnce = 4096;  // rows

/// The columns of recordHeader() in pieces of rows.
class Rows {
 public:
  Rows(hid_t file, const Model& model) : group_(H5Gopen2(file, "signals", H5P_DEFAULT), H5Gclose, "has no signals") {
    const std::vector<std::string> names = recordHeader(model);
    const auto needed = static_cast<std::size_t>(1 + model.nq + model.nv);
    for (std::size_t c = 0; c < names.size(); ++c) {
      const bool there = exists(group_.id(), names[c]);
      if (!there && c < needed) throw FileFailure("has no " + names[c] + ", so it is of another robot");
      data_.push_back(there ? openData(group_.id(), names[c]) : Identifier());
    }
    values_.resize(names.size());
  }

  /// Reads rows [from, to).
  void read(std::size_t from, std::size_t to) {
    for (std::size_t c = 0; c < data_.size(); ++c) {
      values_[c].assign(to - from, c < inputs() ? 0 : std::numeric_limits<double>::quiet_NaN());
      if (data_[c].id() >= 0) hdf5::read(data_[c].id(), H5T_NATIVE_DOUBLE, from, to, 0, values_[c].data());
    }
  }
  std::size_t columns() const { return data_.size(); }
  /// Of row r of the piece.
  void copy(std::size_t r, std::vector<double>& out) const {
    for (std::size_t c = 0; c < values_.size(); ++c) out[c] = values_[c][r];
  }

 private:
  std::size_t inputs() const { return data_.size() - 4; }  // what is missing of them is 0; energies are no numbers

  Identifier group_;
  std::vector<Identifier> data_;
  std::vector<std::vector<double>> values_;
};

std::shared_ptr<History> readHistory(hid_t file, const Model& model, std::uint64_t generation, std::size_t mostBytes) {
  const std::size_t rows = recordedRows(file);
  if (rows == 0) throw FileFailure("holds no rows yet");
  Rows table(file, model);
  StateMemories memories(file);
  const std::shared_ptr<const StateLayout> layout = memories.layout();
  const std::size_t width = table.columns() + (layout ? 1 + static_cast<std::size_t>(layout->size) : 0);
  const std::size_t most = std::max<std::size_t>(1, mostBytes / (width * sizeof(double)));
  const std::size_t stride = (rows + most - 1) / most;
  constexpr std::size_t kChunk = 256;  // histories grow by whole ones
  auto history = std::make_shared<History>(generation, model.nq, model.nv, model.nu,
                                           (rows / stride + 2 * kChunk) * width * sizeof(double), layout);
  using Map = Eigen::Map<const VecX>;
  std::vector<double> row(table.columns());
  const std::vector<double>& states = memories.times();
  std::size_t state = 0;
  for (std::size_t from = 0; from < rows; from += kAtOnce) {
    const std::size_t to = std::min(from + kAtOnce, rows);
    table.read(from, to);
    for (std::size_t r = (stride - from % stride) % stride; from + r < to; r += stride) {
      table.copy(r, row);
      const double* q = row.data() + 1;
      const double* v = q + model.nq;
      const double* u = v + model.nv;
      const double* e = u + model.nu;
      if (history->size() > 0 && !(row[0] > history->time(history->size() - 1)))
        throw FileFailure("is damaged: its times do not ascend");
      while (state < states.size() && states[state] < row[0]) ++state;
      const VecX z = state < states.size() && states[state] == row[0] ? memories.read(state) : VecX();
      history->append(row[0], Map(q, model.nq), Map(v, model.nv), Map(u, model.nu), {e[0], e[1], e[2]}, e[3], z);
    }
  }
  return history;
}

/// A list of texts.
std::vector<std::string> readTexts(hid_t parent, const std::string& name) {
  const Identifier data = openData(parent, name);
  const Identifier type(H5Dget_type(data.id()), H5Tclose, "is damaged");
  std::vector<std::string> out(rowsOf(data.id()));
  if (out.empty() || H5Tis_variable_str(type.id()) <= 0) return {};
  std::vector<char*> texts(out.size(), nullptr);
  check(H5Dread(data.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()), "is damaged");
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (texts[i]) out[i] = texts[i];
    H5free_memory(texts[i]);
  }
  return out;
}

EventKind kindNamed(const std::string& name) {
  for (int kind = 0; kind <= static_cast<int>(EventKind::kNote); ++kind)
    if (eventKindName(static_cast<EventKind>(kind)) == name) return static_cast<EventKind>(kind);
  return EventKind::kNote;
}

std::shared_ptr<const EventLog> readEvents(hid_t file) {
  auto log = std::make_shared<EventLog>();
  if (!exists(file, "events")) return log;
  const Identifier group(H5Gopen2(file, "events", H5P_DEFAULT), H5Gclose, "has no events");
  const std::vector<std::string> kinds = readTexts(group.id(), "kind"), texts = readTexts(group.id(), "text");
  std::vector<double> t(kinds.size());
  std::vector<std::uint8_t> begins(kinds.size());
  read(openData(group.id(), "t").id(), H5T_NATIVE_DOUBLE, 0, t.size(), 0, t.data());
  read(openData(group.id(), "begins").id(), H5T_NATIVE_UINT8, 0, begins.size(), 0, begins.data());
  for (std::size_t i = 0; i < std::min(kinds.size(), texts.size()); ++i)
    log->append({.t = t[i], .kind = kindNamed(kinds[i]), .text = texts[i], .ends = begins[i] == 0});
  return log;
}

}  // namespace

Run readMotion(const std::filesystem::path& file, const std::shared_ptr<const Model>& model, std::uint64_t generation,
               std::size_t mostBytes) {
  return withRecording(file, [&](hid_t opened) {
    Run run;
    run.name = file.filename().string();
    run.reason = RunReason::kRecording;
    run.history = readHistory(opened, *model, generation, mostBytes);
    run.events = readEvents(opened);
    run.start = run.history->time(0);
    run.started = std::chrono::system_clock::now();
    run.parts = {{run.start, generation, model, model->gravity, false}};
    return run;
  });
}

std::string recordedEnding(const std::filesystem::path& file) {
  return withRecording(file, [](hid_t opened) -> std::string {
    const std::string status = textOf(opened, "status"), failure = textOf(opened, "failure");
    if (status == "failed") return failure.empty() ? "It failed." : "It failed: " + failure;
    if (status == "running") return "It still goes on, or its program was killed: what is there is whole.";
    return {};
  });
}

}  // namespace tendril
