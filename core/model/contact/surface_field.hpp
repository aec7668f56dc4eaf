// SPDX-License-Identifier: BSD-3-Clause
// What colours can show of how a body is deformed and loaded: one list for volumes and for rods.
#pragma once

#include <span>
#include <string_view>

namespace tendril {

enum class SurfaceField {
  kNone,
  kDisplacement,
  kStretch,
  // of volumes
  kEnergyDensity,
  kVonMises,
  kVolumeRatio,
  // of bodies with sections, in their axes
  kCurvature,
  kTorsion,
  kBendingY,
  kBendingZ,
  kExtension,
  kShear,
  kAxialForce,
  kShearForce,
  kTorque,
  kBendingMoment,
  kMomentY,
  kMomentZ,
  kLineEnergy,
  kContactLoad,
};

struct SurfaceFieldInfo {
  SurfaceField field;
  std::string_view key;      ///< in files and on the command line
  std::string_view name;     ///< for people, as a title
  std::string_view symbol;   ///< of formulas
  std::string_view unit;     ///< empty: none
  std::string_view meaning;  ///< one sentence
  double rest;               ///< value of what is not deformed
  bool twoSided;             ///< may lie on both sides of `rest`, else only above it
  double least;              ///< smallest departure from `rest` that is worth a scale of its own
  bool ofVolumes, ofLines;   ///< which bodies have it: those of tetrahedra, those with sections
};

/// All fields but kNone, in the order in which they are offered.
std::span<const SurfaceFieldInfo> surfaceFields();
/// Of a field that is not kNone.
const SurfaceFieldInfo& surfaceFieldInfo(SurfaceField field);
/// The field with that key, or null.
const SurfaceFieldInfo* findSurfaceField(std::string_view key);

}  // namespace tendril
