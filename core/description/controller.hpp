// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/description/field.hpp"

namespace tendril::description {

enum class TableInterpolation { kLinear, kCubic };
constexpr std::array<std::string_view, 2> enumNames(TableInterpolation) {
  return {"linear", "cubic"};
}

/// A signal from a column of a CSV file whose first column is the time.
struct TableSignal {
  static constexpr std::string_view kMeaning = "Column of a CSV file over its first column, the time";

  std::string table;
  std::string column = "1";
  TableInterpolation interpolation = TableInterpolation::kLinear;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.table,
            {.key = "table", .meaning = "CSV file, relative to the project", .required = true, .label = "File"});
    v.field(self.column, {.key = "column", .meaning = "Name of the column, or its number as text; 0 is the time"});
    v.field(self.interpolation, {.key = "interpolation", .meaning = "Between rows; held before and after the table"});
  }
};

/// One formula of t, one per input, or a table.
using SignalSource = Either<OneOrMany<Formula>, TableSignal>;

/// Inputs as given functions of time.
struct SignalsController {
  static constexpr std::string_view kType = "signals";
  static constexpr std::string_view kMeaning = "Inputs as functions of time";

  OrderedMap<ActuatorRef, SignalSource> outputs;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.outputs, {.key = "outputs",
                           .meaning = "Per actuator: an expression of t (or one per input), or a table",
                           .required = true,
                           .variables = "t"});
  }
};

/// The only list of controllers: a controller is one struct and one entry here.
using ControllerType = std::variant<SignalsController>;

struct Controller {
  static constexpr std::string_view kMeaning = "Something that computes inputs";

  ObjectId id = 0;
  std::string name;
  ControllerType type;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.name, {.key = "name", .meaning = "Unique name", .required = true});
    v.choice(self.type, {.key = "type", .meaning = "Kind of controller", .required = true, .label = "Kind"});
  }
};

}  // namespace tendril::description
