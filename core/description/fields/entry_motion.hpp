// SPDX-License-Identifier: BSD-3-Clause
// What numbers do over time.
#pragma once

#include "core/description/fields/signal_source.hpp"

namespace tendril::description {

/// A value for all entries or one per entry.
using EntryNumbers = OneOrMany<Number>;

struct ConstantMotion {
  static constexpr std::string_view kType = "constant";
  static constexpr std::string_view kMeaning = "Stays where it is";
  static constexpr std::string_view kGuide = "formulas.md#references";

  EntryNumbers value = Number(0.0);

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.value, {.key = "value", .meaning = "One for all coordinates, or one per coordinate"});
  }
};

/// From rest to rest; what polynomials and cosines share.
struct Transition {
  EntryNumbers from = Number(0.0), to = Number(0.0);
  Number start, duration = 1.0;

  template <class Self, class V>
  static void describeTransition(Self& self, V& v) {
    v.field(self.from, {.key = "from", .meaning = "Before the start; one for all coordinates, or one per coordinate"});
    v.field(self.to, {.key = "to", .meaning = "Behind the end, likewise", .required = true});
    v.field(self.start, {.key = "start", .meaning = "When it sets out", .unit = "s"});
    v.field(self.duration,
            {.key = "duration", .meaning = "How long it takes", .unit = "s", .minimum = 0, .exclusive = true});
  }
};

struct PolynomialMotion : Transition {
  static constexpr std::string_view kType = "polynomial";
  static constexpr std::string_view kMeaning = "From rest to rest by a polynomial";
  static constexpr std::string_view kGuide = "formulas.md#references";

  Number degree = 5.0;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    Transition::describeTransition(self, v);
    v.field(self.degree, {.key = "degree",
                          .meaning = "3: continuous velocity, 5: acceleration, 7: jerk, 9: snap; odd",
                          .minimum = 3,
                          .maximum = 15,
                          .integer = true});
  }
};

struct HalfCosineMotion : Transition {
  static constexpr std::string_view kType = "half_cosine";
  static constexpr std::string_view kMeaning = "From rest to rest along half a period of a cosine";
  static constexpr std::string_view kGuide = "formulas.md#references";

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    Transition::describeTransition(self, v);
  }
};

enum class SplineEnds { kFree, kRest, kPeriodic };
constexpr std::array<std::string_view, 3> enumNames(SplineEnds) {
  return {"free", "rest", "periodic"};
}

struct SplineMotion {
  static constexpr std::string_view kType = "spline";
  static constexpr std::string_view kMeaning = "Through points at given times, with four continuous derivatives";
  static constexpr std::string_view kGuide = "formulas.md#references";

  std::vector<Number> times;
  std::vector<EntryNumbers> points;
  SplineEnds ends = SplineEnds::kFree;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.times,
            {.key = "times", .meaning = "When it passes the points, ascending", .unit = "s", .required = true});
    v.field(self.points, {.key = "points",
                          .meaning = "Per time: one number for all coordinates, or one per coordinate",
                          .required = true});
    v.field(self.ends, {.key = "ends", .meaning = "At the first and last point: free, at rest, or periodic"});
  }
};

struct CircleMotion {
  static constexpr std::string_view kType = "circle";
  static constexpr std::string_view kMeaning = "Round and round on a circle; three coordinates";
  static constexpr std::string_view kGuide = "formulas.md#references";

  Number3 center = {0.0, 0.0, 0.0};
  Number radius = 0.1;
  Number3 normal = {0.0, 0.0, 1.0};
  Number period = 1.0, phase;

  template <class Self, class V>
  static void describeCircle(Self& self, V& v) {
    v.field(self.center, {.key = "center", .meaning = "Its centre", .unit = "m"});
    v.field(self.radius, {.key = "radius", .meaning = "Its radius", .unit = "m", .minimum = 0, .exclusive = true});
    v.field(self.normal, {.key = "normal", .meaning = "Across its plane; from its tip it turns to the left"});
    v.field(self.period, {.key = "period", .meaning = "Once round; negative: the other way", .unit = "s"});
    v.field(self.phase, {.key = "phase",
                         .meaning = "Angle at t = 0 from x (from y where the normal is x), in its plane",
                         .unit = "rad"});
  }
  template <class Self, class V>
  static void describe(Self& self, V& v) {
    describeCircle(self, v);
  }
};

struct HelixMotion : CircleMotion {
  static constexpr std::string_view kType = "helix";
  static constexpr std::string_view kMeaning = "On a circle that moves along its normal; three coordinates";
  static constexpr std::string_view kGuide = "formulas.md#references";

  Number pitch = 0.1;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    CircleMotion::describeCircle(self, v);
    v.field(self.pitch, {.key = "pitch", .meaning = "Way along the normal per turn", .unit = "m"});
  }
};

struct LissajousMotion {
  static constexpr std::string_view kType = "lissajous";
  static constexpr std::string_view kMeaning = "A sine per coordinate";
  static constexpr std::string_view kGuide = "formulas.md#references";

  EntryNumbers center = Number(0.0), amplitude = Number(1.0), frequency = Number(1.0), phase = Number(0.0);

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    constexpr std::string_view kEach = "one for all coordinates, or one per coordinate";
    v.field(self.center, {.key = "center", .meaning = kEach});
    v.field(self.amplitude, {.key = "amplitude", .meaning = kEach});
    v.field(self.frequency, {.key = "frequency", .meaning = kEach, .unit = "Hz"});
    v.field(self.phase, {.key = "phase", .meaning = kEach, .unit = "rad"});
  }
};

struct TableMotion {
  static constexpr std::string_view kType = "table";
  static constexpr std::string_view kMeaning = "Columns of a CSV file over its first column, the time";
  static constexpr std::string_view kGuide = "formulas.md#references";

  std::string table;
  std::vector<std::string> columns;
  TableInterpolation interpolation = TableInterpolation::kCubic;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.table, {.key = "table",
                         .meaning = "CSV file, relative to the project",
                         .required = true,
                         .file = true,
                         .label = "File"});
    v.field(self.columns, {.key = "columns",
                           .meaning = "Per coordinate: name of the column, or its number as text; absent: 1, 2, …"});
    v.field(self.interpolation, {.key = "interpolation", .meaning = "Between rows; held before and after the table"});
  }
};

struct ExpressionMotion {
  static constexpr std::string_view kType = "expression";
  static constexpr std::string_view kMeaning = "Formulas of t, which are differentiated";
  static constexpr std::string_view kGuide = "formulas.md#references";

  OneOrMany<Formula> value;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.value, {.key = "value",
                         .meaning = "One for all coordinates, or one per coordinate",
                         .required = true,
                         .variables = "t"});
  }
};

/// The kinds whose entries are numbers of any meaning.
using EntryMotionType = std::variant<ConstantMotion, PolynomialMotion, HalfCosineMotion, SplineMotion, CircleMotion,
                                     HelixMotion, LissajousMotion, TableMotion, ExpressionMotion>;

/// Three numbers over time, a part of a pose.
struct EntryMotion {
  static constexpr std::string_view kMeaning = "Three numbers over time";
  static constexpr std::string_view kGuide = "formulas.md#references";

  EntryMotionType type;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.choice(self.type, {.key = "type", .meaning = "Kind of motion", .required = true, .label = "Kind"});
  }
};

}  // namespace tendril::description
