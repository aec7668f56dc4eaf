// SPDX-License-Identifier: GPL-3.0-or-later
// A file of a shape as a link of its own.
#pragma once

#include <array>

#include "studio/import/robot_import.hpp"

namespace tendril {

/// What a shape becomes.
enum class MeshUse {
  kPicture,  ///< a frame without mass
  kRigid,    ///< a rigid body of 1000 kg/m³
  kVolume,   ///< a soft volume
};
inline constexpr std::array kMeshUses = {MeshUse::kPicture, MeshUse::kRigid, MeshUse::kVolume};

/// Whether a file can be used like that, by its ending: surfaces (stl, obj, ply, glb, …) as all, meshes of tetrahedra
/// (msh, vtu) as volumes; glb and other scenes not as volumes.
bool meshCanBe(const std::filesystem::path& file, MeshUse use);
/// Whether it can be used at all.
bool isShape(const std::filesystem::path& file);

/// A project of one link with that shape. A surface larger than 5 m is taken to be in millimetres, with a note.
ImportedRobot importMesh(const std::filesystem::path& file, MeshUse use, const ImportOptions& options = {});

}  // namespace tendril
