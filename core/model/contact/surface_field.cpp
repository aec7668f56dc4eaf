// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/contact/surface_field.hpp"

#include <algorithm>
#include <array>

namespace tendril {
namespace {

constexpr std::array<SurfaceFieldInfo, 6> kFields{{
    {.field = SurfaceField::kDisplacement,
     .key = "displacement",
     .name = "Displacement",
     .symbol = "|p − x|",
     .unit = "m",
     .meaning = "How far the material has moved against the frame at the body's base.",
     .rest = 0,
     .twoSided = false,
     .least = 1e-6},
    {.field = SurfaceField::kEnergyDensity,
     .key = "energy_density",
     .name = "Energy density",
     .symbol = "W",
     .unit = "J/m³",
     .meaning = "Elastic energy per volume.",
     .rest = 0,
     .twoSided = false,
     .least = 1e-3},
    {.field = SurfaceField::kVonMises,
     .key = "von_mises",
     .name = "von Mises stress",
     .symbol = "σ_v",
     .unit = "Pa",
     .meaning = "√(3/2 s:s), s the deviator of the elastic Cauchy stress: no pressure is needed to know it.",
     .rest = 0,
     .twoSided = false,
     .least = 1},
    {.field = SurfaceField::kStretch,
     .key = "stretch",
     .name = "Largest stretch",
     .symbol = "λ₁",
     .unit = "",
     .meaning = "By how much the most stretched fibre has become longer: largest singular value of F.",
     .rest = 1,
     .twoSided = false,
     .least = 1e-3},
    {.field = SurfaceField::kVolumeRatio,
     .key = "det_f",
     .name = "Volume ratio",
     .symbol = "det F",
     .unit = "",
     .meaning = "Volume of the deformed material per undeformed volume: 1 where the volume is kept.",
     .rest = 1,
     .twoSided = true,
     .least = 1e-3},
    {.field = SurfaceField::kCurvature,
     .key = "curvature",
     .name = "Curvature",
     .symbol = "κ",
     .unit = "1/m",
     .meaning = "Of the centre line of a rod: one over the radius of the circle that fits it.",
     .rest = 0,
     .twoSided = false,
     .least = 1e-2},
}};

}  // namespace

std::span<const SurfaceFieldInfo> surfaceFields() {
  return kFields;
}

const SurfaceFieldInfo& surfaceFieldInfo(SurfaceField field) {
  return *std::find_if(kFields.begin(), kFields.end(), [field](const SurfaceFieldInfo& i) { return i.field == field; });
}

const SurfaceFieldInfo* findSurfaceField(std::string_view key) {
  const auto found =
      std::find_if(kFields.begin(), kFields.end(), [key](const SurfaceFieldInfo& i) { return i.key == key; });
  return found == kFields.end() ? nullptr : &*found;
}

}  // namespace tendril
