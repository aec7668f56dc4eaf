// SPDX-License-Identifier: BSD-3-Clause
// Numbers over time: formulas of t and tables.
#pragma once

#include "core/description/fields/field.hpp"

namespace tendril::description {

enum class TableInterpolation { kLinear, kCubic };
constexpr std::array<std::string_view, 2> enumNames(TableInterpolation) {
  return {"linear", "cubic"};
}

/// A signal from a column of a CSV file whose first column is the time.
struct TableSignal {
  static constexpr std::string_view kMeaning = "Column of a CSV file over its first column, the time";
  static constexpr std::string_view kGuide = "modelling.md#controllers";

  std::string table;
  std::string column = "1";
  TableInterpolation interpolation = TableInterpolation::kLinear;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.table, {.key = "table",
                         .meaning = "CSV file, relative to the project",
                         .required = true,
                         .file = true,
                         .label = "File"});
    v.field(self.column, {.key = "column", .meaning = "Name of the column, or its number as text; 0 is the time"});
    v.field(self.interpolation, {.key = "interpolation", .meaning = "Between rows; held before and after the table"});
  }
};

/// One formula of t, one per input, or a table.
using SignalSource = Either<OneOrMany<Formula>, TableSignal>;

}  // namespace tendril::description
