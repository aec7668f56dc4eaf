// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/contact/contact_surface.hpp"

namespace tendril {

/// A surface of one colour with a name.
struct Surface {
  std::string name;
  Vec3 color;  ///< sRGB, 0…1
  TriangleMesh mesh;
  std::vector<Vec3> normals;  ///< unit, per vertex; empty: none
};

enum class SurfaceFormat {
  kStl,  ///< binary; no names and colours
  kObj,  ///< with a .mtl of the same name beside it
  kGlb   ///< y is up there: a turn of all from z to y comes with it
};

/// A colour by amount of light, 0…1: what glTF has instead of sRGB.
Vec3 linearLight(const Vec3& sRgb);

/// Writes surfaces, m. std::runtime_error that says why it fails.
void writeSurfaces(const std::vector<Surface>& surfaces, SurfaceFormat format, const std::filesystem::path& file);

}  // namespace tendril
