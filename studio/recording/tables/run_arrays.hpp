// SPDX-License-Identifier: GPL-3.0-or-later
// A run as arrays of NumPy and MATLAB, and as a table.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "studio/recording/run_recorder.hpp"

namespace tendril {

/// NumPy's .npz: an array per signal under its name, and `names`, `units`, `descriptions`. `values`: of each column.
/// RecordingError.
void writeNpz(const std::filesystem::path& file, std::span<const RecordedColumn> columns,
              const std::vector<std::vector<double>>& values);

/// MATLAB's .mat, version 5 (SciPy and Octave read it, too): `values`, a row per instant and a column per signal, and
/// cells `names`, `units`, `descriptions`; `t`, if there is a signal of that name. RecordingError.
void writeMat(const std::filesystem::path& file, std::span<const RecordedColumn> columns,
              const std::vector<std::vector<double>>& values);

/// What the headings of a .csv say: "arm.q[0]", as all commands know it, or "arm.q[0] [rad]".
enum class TableHeadings { kNames, kNamesAndUnits };

/// By the file's ending: .csv, .npz or .mat. RecordingError, for another ending, too.
void writeRunTable(const std::filesystem::path& file, std::span<const RecordedColumn> columns,
                   const std::vector<std::vector<double>>& values, TableHeadings headings = TableHeadings::kNames);

}  // namespace tendril
