// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/recording/edited_projects.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tendril {
namespace {

using namespace hdf5;

constexpr std::size_t kList = 64, kBytes = 1 << 14;

Identifier openEdits(hid_t file) {
  return {H5Gopen2(file, "edits", H5P_DEFAULT), H5Gclose, "has no edits"};
}

}  // namespace

void EditedProjects::create(hid_t file) {
  const Identifier group = createGroup(file, "edits");
  createGrowing(group.id(), "t", H5T_NATIVE_DOUBLE, 0, kList);
  createGrowing(group.id(), "end", H5T_NATIVE_INT64, 0, kList);
  createGrowing(group.id(), "text", H5T_NATIVE_UINT8, 0, kBytes);
  const std::int64_t none = 0;
  writeScalar(group.id(), "rows", H5T_NATIVE_INT64, &none);
}

void EditedProjects::write(hid_t file, const ProjectEdit& edit) {
  if (edit.text.empty()) return;
  const Identifier group = openEdits(file);
  const auto row = static_cast<std::size_t>(written_), at = static_cast<std::size_t>(bytes_);
  const std::int64_t end = bytes_ + static_cast<std::int64_t>(edit.text.size());
  append(openData(group.id(), "text").id(), H5T_NATIVE_UINT8, at, edit.text.size(), 0, edit.text.data());
  append(openData(group.id(), "end").id(), H5T_NATIVE_INT64, row, 1, 0, &end);
  append(openData(group.id(), "t").id(), H5T_NATIVE_DOUBLE, row, 1, 0, &edit.t);
  ++written_, bytes_ = end;
}

void EditedProjects::commit(hid_t file) const {
  if (written_ > 0) writeScalar(openEdits(file).id(), "rows", H5T_NATIVE_INT64, &written_);
}

std::string editedProject(hid_t file, std::optional<double> t) {
  if (!exists(file, "edits")) return {};
  const Identifier group = openEdits(file);
  std::int64_t rows = 0;
  check(H5Dread(openData(group.id(), "rows").id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &rows),
        "is damaged");
  const auto count = static_cast<std::size_t>(std::max<std::int64_t>(0, rows));
  std::vector<double> times(count);
  std::vector<std::int64_t> ends(count);
  read(openData(group.id(), "t").id(), H5T_NATIVE_DOUBLE, 0, count, 0, times.data());
  read(openData(group.id(), "end").id(), H5T_NATIVE_INT64, 0, count, 0, ends.data());
  const auto after = t ? std::upper_bound(times.begin(), times.end(), *t) : times.end();
  if (after == times.begin()) return {};
  const auto last = static_cast<std::size_t>(after - times.begin()) - 1;
  const std::int64_t begin = last == 0 ? 0 : ends[last - 1];
  if (begin < 0 || ends[last] < begin) throw FileFailure("is damaged");
  std::string text(static_cast<std::size_t>(ends[last] - begin), '\0');
  read(openData(group.id(), "text").id(), H5T_NATIVE_UINT8, static_cast<std::size_t>(begin),
       static_cast<std::size_t>(ends[last]), 0, text.data());
  return text;
}

}  // namespace tendril
