// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/recording/state_rows.hpp"

#include <algorithm>
#include <sstream>

namespace tendril {
namespace {

using namespace hdf5;

constexpr std::size_t kChunkBytes = 1 << 15;

std::size_t chunkRows(std::size_t width) {
  return std::max<std::size_t>(1, kChunkBytes / (sizeof(double) * std::max<std::size_t>(1, width)));
}

std::string lineOf(const StateLayout* layout) {
  std::string line;
  if (layout)
    for (const StateBlock& block : layout->blocks)
      line += (line.empty() ? "" : "\t") + block.name + '\t' + std::to_string(block.size);
  return line;
}

std::shared_ptr<const StateLayout> layoutOf(const std::string& line) {
  auto layout = std::make_shared<StateLayout>();
  std::istringstream stream(line);
  for (std::string name, size; std::getline(stream, name, '\t') && std::getline(stream, size, '\t');)
    layout->add(name, std::stoi(size));
  return layout;
}

void appendTo(hid_t group, const char* name, hid_t type, std::size_t from, std::size_t rows, std::size_t width,
              const void* values) {
  append(openData(group, name).id(), type, from, rows, width, values);
}

Identifier openStates(hid_t file) {
  return {H5Gopen2(file, "state", H5P_DEFAULT), H5Gclose, "has no states"};
}

std::size_t stateCount(hid_t group) {
  std::int64_t rows = 0;
  check(H5Dread(openData(group, "rows").id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &rows), "is damaged");
  return static_cast<std::size_t>(std::max<std::int64_t>(0, rows));
}

template <class T>
T entry(hid_t group, const char* name, hid_t type, std::size_t index) {
  T value{};
  read(openData(group, name).id(), type, index, index + 1, 0, &value);
  return value;
}

VecX rowAt(hid_t group, const char* name, std::size_t index) {
  if (!exists(group, name)) return {};
  const Identifier data = openData(group, name);
  const Identifier space(H5Dget_space(data.id()), H5Sclose, "there is no memory");
  if (H5Sget_simple_extent_ndims(space.id()) != 2) throw FileFailure("is no recording of a run");
  hsize_t size[2] = {0, 0};
  check(H5Sget_simple_extent_dims(space.id(), size, nullptr), "is damaged");
  VecX row(static_cast<Eigen::Index>(size[1]));
  read(data.id(), H5T_NATIVE_DOUBLE, index, index + 1, size[1], row.data());
  return row;
}

std::string allLayouts(hid_t group) {
  const Identifier data = openData(group, "layouts");
  std::string text(rowsOf(data.id()), '\0');
  read(data.id(), H5T_NATIVE_UINT8, 0, text.size(), 0, text.data());
  return text;
}

}  // namespace

void StateRows::add(const State& state) {
  nq_ = static_cast<std::size_t>(state.q.size()), nv_ = static_cast<std::size_t>(state.v.size());
  t_.push_back(state.t);
  q_.insert(q_.end(), state.q.begin(), state.q.end());
  v_.insert(v_.end(), state.v.begin(), state.v.end());
  z_.insert(z_.end(), state.z.begin(), state.z.end());
  zAll_ += state.z.size();
  ends_.push_back(zAll_);
  const std::string line = lineOf(state.layout.get());
  const auto known = std::find(layouts_.begin(), layouts_.end(), line);
  layout_.push_back(static_cast<std::int32_t>(known - layouts_.begin()));
  if (known != layouts_.end()) return;
  layouts_.push_back(line);
  newLayouts_ += line + '\n';
}

std::size_t StateRows::bytes() const {
  return sizeof(double) * (2 * t_.size() + q_.size() + v_.size() + z_.size()) + newLayouts_.size();
}

void StateRows::clear() {
  t_.clear(), q_.clear(), v_.clear(), z_.clear(), ends_.clear(), layout_.clear(), newLayouts_.clear();
}

void StateRows::create(hid_t file, int nq, int nv) {
  const Identifier group = createGroup(file, "state");
  constexpr std::size_t kList = 512;
  const auto q = static_cast<std::size_t>(nq), v = static_cast<std::size_t>(nv);
  createGrowing(group.id(), "t", H5T_NATIVE_DOUBLE, 0, kList);
  if (q > 0) createGrowing(group.id(), "q", H5T_NATIVE_DOUBLE, q, chunkRows(q));
  if (v > 0) createGrowing(group.id(), "v", H5T_NATIVE_DOUBLE, v, chunkRows(v));
  createGrowing(group.id(), "z", H5T_NATIVE_DOUBLE, 0, chunkRows(1));
  createGrowing(group.id(), "z_end", H5T_NATIVE_INT64, 0, kList);
  createGrowing(group.id(), "layout", H5T_NATIVE_INT32, 0, kList);
  createGrowing(group.id(), "layouts", H5T_NATIVE_UINT8, 0, kList);
  const std::int64_t none = 0;
  writeScalar(group.id(), "rows", H5T_NATIVE_INT64, &none);
}

void StateRows::write(hid_t file) {
  if (empty()) return;
  const Identifier group = openStates(file);
  const auto from = static_cast<std::size_t>(written_);
  const std::size_t rows = t_.size();
  appendTo(group.id(), "t", H5T_NATIVE_DOUBLE, from, rows, 0, t_.data());
  if (nq_ > 0) appendTo(group.id(), "q", H5T_NATIVE_DOUBLE, from, rows, nq_, q_.data());
  if (nv_ > 0) appendTo(group.id(), "v", H5T_NATIVE_DOUBLE, from, rows, nv_, v_.data());
  appendTo(group.id(), "z", H5T_NATIVE_DOUBLE, static_cast<std::size_t>(zWritten_), z_.size(), 0, z_.data());
  appendTo(group.id(), "z_end", H5T_NATIVE_INT64, from, rows, 0, ends_.data());
  appendTo(group.id(), "layout", H5T_NATIVE_INT32, from, rows, 0, layout_.data());
  appendTo(group.id(), "layouts", H5T_NATIVE_UINT8, static_cast<std::size_t>(layoutsWritten_), newLayouts_.size(), 0,
           newLayouts_.data());
  written_ += static_cast<std::int64_t>(rows), zWritten_ += static_cast<std::int64_t>(z_.size());
  layoutsWritten_ += static_cast<std::int64_t>(newLayouts_.size());
}

void StateRows::commit(hid_t file) const {
  writeScalar(openStates(file).id(), "rows", H5T_NATIVE_INT64, &written_);
}

StateMemories::StateMemories(hid_t file) : group_(openStates(file)), t_(stateTimes(file)) {
  ends_.resize(t_.size()), layouts_.resize(t_.size());
  if (t_.empty()) return;
  hdf5::read(openData(group_.id(), "z_end").id(), H5T_NATIVE_INT64, 0, t_.size(), 0, ends_.data());
  hdf5::read(openData(group_.id(), "layout").id(), H5T_NATIVE_INT32, 0, t_.size(), 0, layouts_.data());
  if (!std::is_sorted(ends_.begin(), ends_.end()) || ends_.front() < 0) throw FileFailure("is damaged");
  auto first = readState(file, 0).layout;
  if (first && first->size > 0) first_ = std::move(first);
}

VecX StateMemories::read(std::size_t index) {
  if (!first_ || layouts_[index] != layouts_.front()) return {};
  const auto begin = [this](std::size_t i) { return i == 0 ? 0 : static_cast<std::size_t>(ends_[i - 1]); };
  if (index < from_ || index >= to_) {
    from_ = index, to_ = std::min(index + kAtOnce, t_.size());
    piece_.resize(begin(to_) - begin(from_));
    hdf5::read(openData(group_.id(), "z").id(), H5T_NATIVE_DOUBLE, begin(from_), begin(to_), 0, piece_.data());
  }
  const std::size_t size = begin(index + 1) - begin(index);
  if (static_cast<int>(size) != first_->size) return {};
  return Eigen::Map<const VecX>(piece_.data() + (begin(index) - begin(from_)), first_->size);
}

std::vector<double> stateTimes(hid_t file) {
  const Identifier group = openStates(file);
  std::vector<double> times(stateCount(group.id()));
  read(openData(group.id(), "t").id(), H5T_NATIVE_DOUBLE, 0, times.size(), 0, times.data());
  return times;
}

State readState(hid_t file, std::size_t index) {
  const Identifier group = openStates(file);
  State state;
  state.t = entry<double>(group.id(), "t", H5T_NATIVE_DOUBLE, index);
  state.q = rowAt(group.id(), "q", index);
  state.v = rowAt(group.id(), "v", index);
  const auto end = static_cast<std::size_t>(entry<std::int64_t>(group.id(), "z_end", H5T_NATIVE_INT64, index));
  const std::size_t begin =
      index == 0 ? 0 : static_cast<std::size_t>(entry<std::int64_t>(group.id(), "z_end", H5T_NATIVE_INT64, index - 1));
  if (begin > end) throw FileFailure("is damaged");
  state.z.resize(static_cast<Eigen::Index>(end - begin));
  read(openData(group.id(), "z").id(), H5T_NATIVE_DOUBLE, begin, end, 0, state.z.data());
  std::istringstream lines(allLayouts(group.id()));
  std::string line;
  for (auto k = entry<std::int32_t>(group.id(), "layout", H5T_NATIVE_INT32, index); k >= 0; --k)
    if (!std::getline(lines, line)) throw FileFailure("is damaged");
  state.layout = layoutOf(line);
  if (state.layout->size != state.z.size()) throw FileFailure("is damaged");
  return state;
}

}  // namespace tendril
