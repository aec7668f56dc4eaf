// SPDX-License-Identifier: BSD-3-Clause
// Tables of numbers as text (CSV): lines, cells, headings with units. All readers of tables share it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tendril {

/// A line without carriage return; the first one of a file also without byte order mark.
std::string_view tableLine(std::string_view line, bool first);

/// What separates the cells: tab, ';' or ','. The one that divides the heading and the row below it into as many cells,
/// else the one that occurs most in the heading. `row`: empty if there is none.
char tableSeparator(std::string_view heading, std::string_view row);

/// The cells of a line, without blanks at their ends. A cell in double quotes may hold separators, and quotes as "".
/// The separator ' ' stands for any number of blanks and tabs. `cells` is overwritten.
void splitTableLine(std::string_view line, char separator, std::vector<std::string>& cells);

/// The number of a cell with a decimal point: NaN where it is empty or "nan"; nothing where it is no number.
std::optional<double> tableNumber(std::string_view cell);
/// What is wrong with a cell that is no number, and what to do: "\"0,5\" has a decimal comma; write 0.5".
std::string tableNumberProblem(std::string_view cell);

/// The heading of a column, taken apart.
struct TableHeading {
  std::string name;
  std::string unit;   ///< the SI unit of it, or the text as it stands where that is no unit; empty: none
  double factor = 1;  ///< SI value = number × factor
};
/// "time [s]", "radius (mm)": square brackets behind a blank at the end hold the unit; round ones only if what they
/// hold is a unit, as they may belong to a formula.
TableHeading tableHeading(std::string_view cell);

}  // namespace tendril
