// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/volume/map/primitives/backbone_tables.hpp"

namespace tendril {

/// A built-in primitive.
struct PrimitiveType {
  std::string_view name, meaning;
  BackboneRow row;
};

/// One line per primitive, in the order shown to people.
inline constexpr PrimitiveType kPrimitiveTypes[] = {
    {"stretch", "Sections move apart and shrink", BackboneRow::kStretch},
    {"bending_y", "Turns about y", BackboneRow::kBendingY},
    {"bending_z", "Turns about z", BackboneRow::kBendingZ},
    {"torsion", "Sections turn about x", BackboneRow::kTorsion},
    {"shear_y", "Sections slide along y", BackboneRow::kShearY},
    {"shear_z", "Sections slide along z", BackboneRow::kShearZ},
    {"source", "Opens the axis: sections grow from inside", BackboneRow::kSource},
};

}  // namespace tendril
