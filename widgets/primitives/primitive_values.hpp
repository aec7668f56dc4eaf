// SPDX-License-Identifier: GPL-3.0-or-later
// The primitives of a volume, as the primitive editor shows them.
#pragma once

#include <QString>

#include <vector>

#include "core/description/description.hpp"
#include "core/form/field_rows.hpp"

namespace tendril {

/// A function that one coordinate weights.
struct ModeValue {
  QString text;
  std::vector<double> curve;  ///< kCurvePoints values; empty where it has problems

  bool operator==(const ModeValue&) const = default;
};

struct PrimitiveValue {
  QString type;  ///< as files have it: "bending_y"
  std::vector<ModeValue> modes;

  bool operator==(const PrimitiveValue&) const = default;
};

struct PrimitiveStack {
  QString family;
  std::vector<PrimitiveValue> primitives;
  std::vector<FieldOption> types;  ///< that there are, those of plugins included

  int coordinates() const;
  /// The coordinate of the first mode of a primitive.
  int firstCoordinate(int primitive) const;
};

/// `length`: of the body, m; modes are drawn with it.
PrimitiveStack primitiveStack(const Description& description, const description::VolumeBody& body, double length);

}  // namespace tendril
