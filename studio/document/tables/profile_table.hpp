// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of values along a body (a radius, a strain), and the formulas of X that stand for them in projects.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tendril {

struct ProfileColumn {
  std::string name;  ///< of the header, without unit; may be empty
  std::string unit;  ///< as the header has it, "mm"; empty: none is given
  std::vector<double> values;
};

/// Rows of a place along a body and what is there.
struct ProfileTable {
  std::vector<double> places;          ///< 0…1 over the body, ascending, at least two
  bool lengths = false;                ///< the file has lengths, which were divided by the last one
  std::vector<ProfileColumn> columns;  ///< at least one
};

/// Reads a table of text: the first column is the place, from 0 to 1, in per cent, or a length whose last one is the
/// tip. One header line, with units as "radius (mm)", if its first cell is no number; "#" begins a comment. Columns are
/// parted by tabs, semicolons, commas or blanks; decimal commas are read where they do not part columns.
/// std::runtime_error that says file, line, what is wrong and what to do.
ProfileTable readProfile(const std::filesystem::path& file);

/// A formula of X that goes through the values on straight lines and is constant beyond them.
struct ProfileFormula {
  std::string text;
  std::size_t kept = 0;  ///< rows that it goes through
  double error = 0;      ///< largest distance from the others
};

/// Takes as few rows as keep all of them within a ten-thousandth of the largest difference, and not more than a field
/// can hold. Places and values as in ProfileTable.
ProfileFormula profileFormula(const std::vector<double>& places, const std::vector<double>& values);

}  // namespace tendril
