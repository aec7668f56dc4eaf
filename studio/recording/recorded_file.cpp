// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/recording/recorded_file.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "core/text/number_text.hpp"
#include "studio/recording/edited_projects.hpp"
#include "studio/recording/recorded_access.hpp"
#include "studio/recording/state_rows.hpp"

namespace tendril {
namespace {

using namespace hdf5;
namespace fs = std::filesystem;

/// Signals by their columns.
std::vector<std::pair<double, std::string>> namesIn(hid_t group) {
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* into) -> herr_t {
    static_cast<std::vector<std::string>*>(into)->emplace_back(name);
    return 0;
  };
  check(H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add, &names), "is damaged");
  std::vector<std::pair<double, std::string>> order;
  for (std::string& name : names) {
    const double column = numberOf(openData(group, name).id(), "column");
    order.emplace_back(column, std::move(name));
  }
  std::sort(order.begin(), order.end());
  return order;
}

/// The time of the last row; −∞ where there is none.
double lastTime(hid_t group, std::size_t rows) {
  double t = -std::numeric_limits<double>::infinity();
  if (rows > 0) read(openData(group, "t").id(), H5T_NATIVE_DOUBLE, rows - 1, rows, 0, &t);
  return t;
}

RecordedRun readAll(hid_t file) {
  RecordedRun run;
  run.status = textOf(file, "status"), run.failure = textOf(file, "failure");
  run.build = textOf(file, "build"), run.integrator = textOf(file, "integrator");
  run.step = numberOf(file, "step");
  const Identifier group(H5Gopen2(file, "signals", H5P_DEFAULT), H5Gclose, "has no signals");
  const std::size_t rows = recordedRows(file);
  for (const auto& [column, name] : namesIn(group.id())) {
    const Identifier data = openData(group.id(), name);
    run.columns.push_back(
        {name, textOf(data.id(), "unit"), textOf(data.id(), "description"), textOf(data.id(), "group")});
    if (rowsOf(data.id()) < rows) throw FileFailure("is damaged: " + name + " is shorter than the others");
    std::vector<double>& values = run.values.emplace_back(rows);
    read(data.id(), H5T_NATIVE_DOUBLE, 0, rows, 0, values.data());
  }
  return run;
}

}  // namespace

std::size_t recordedRows(hid_t file) {
  std::int64_t rows = 0;
  check(H5Dread(openData(file, "rows").id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &rows), "is damaged");
  return static_cast<std::size_t>(std::max<std::int64_t>(0, rows));
}

bool isRecordingName(const fs::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return ending == ".h5" || ending == ".hdf5";
}

RecordedRun readRecording(const fs::path& file) {
  return withRecording(file, readAll);
}

RecordedProject readRecordedProject(const fs::path& file, std::optional<double> t) {
  return withRecording(file, [&](hid_t opened) {
    RecordedProject project{editedProject(opened, t), textOf(opened, "project_directory")};
    if (project.text.empty()) project.text = readText(opened, "project");
    std::error_code ignored;
    if (!fs::is_directory(project.directory, ignored)) project.directory = fs::absolute(file).parent_path();
    return project;
  });
}

ResumePoint resumePoint(const fs::path& file, std::optional<double> t) {
  return withRecording(file, [&](hid_t opened) {
    const Identifier group(H5Gopen2(opened, "signals", H5P_DEFAULT), H5Gclose, "has no signals");
    const std::vector<double> times = stateTimes(opened);
    if (times.empty()) throw FileFailure("holds no state that a run could begin from");
    if (!t) t = times.back();
    const double slack = 1e-9 * std::max(1.0, std::abs(*t));  // times are sums of steps
    const auto after = std::upper_bound(times.begin(), times.end(), *t + slack);
    const double end = std::max(times.back(), lastTime(group.id(), recordedRows(opened)));
    if (after == times.begin() || *t > end + slack)
      throw FileFailure("the run goes from " + numberText(times.front()) + " s to " + numberText(end) +
                        " s; t = " + numberText(*t) + " s is not part of it");
    ResumePoint point{readState(opened, static_cast<std::size_t>(after - times.begin()) - 1), {}, {}};
    for (const auto& [column, name] : namesIn(group.id())) point.columns.push_back(name);
    point.integrator = textOf(opened, "integrator");
    return point;
  });
}

}  // namespace tendril
