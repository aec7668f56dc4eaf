// SPDX-License-Identifier: BSD-3-Clause
// Shapes that are filled with tetrahedra.
#pragma once

#include <functional>
#include <string>
#include <variant>

#include "core/model/volume/mesh/mesh_check.hpp"
#include "core/model/volume/mesh/recipes/surface_recipe.hpp"

namespace tendril {

// Every shape stands along x from 0 to its length, its axis on the x axis. Measures in metres.

struct CylinderShape {
  double radius = 0;
};

/// Open at both ends.
struct TubeShape {
  double radius = 0, inner = 0;
};

struct BoxShape {
  double height = 0, width = 0;  ///< full sides along y and z
};

/// Ribs of both hands, that cross and join each other everywhere, or only those that turn about x as they go forward
/// (right) or against it (left).
enum class RibHand { kBoth, kRight, kLeft };

/// Ribs around a bore: `strips` helicoids of each hand, at equal distances, between the inner and the outer radius.
/// They are `thickness` thick along x.
struct HelicoidShape {
  double radius = 0, inner = 0;
  double pitch = 0;  ///< way along x of one turn; of both hands adapted a little, so that crossings meet both ends
  double thickness = 0;
  int strips = 0;
  double ring = 0;  ///< height of the closed ring at each end, part of the length; 0: none
  RibHand hand = RibHand::kBoth;
};

/// A tube whose bore is closed at the tip by a cap of that thickness; 0: open.
struct GripperShape {
  double radius = 0, inner = 0, cap = 0;
};

/// What to make.
struct MeshRecipe {
  std::variant<CylinderShape, TubeShape, BoxShape, HelicoidShape, GripperShape> shape;
  double length = 0;
  int tetrahedra = 0;  ///< wanted number
};

/// Throws std::runtime_error that says which measure cannot be, and why.
void checkRecipe(const MeshRecipe& recipe);

/// The recipe in words and exact numbers, one line: equal if and only if the recipes are.
std::string recipeText(const MeshRecipe& recipe);

/// Volume of the shape itself (m³); the adaptation of a helicoid's pitch does not change it.
double recipeVolume(const MeshRecipe& recipe);

/// A mesh of layers, made here: as symmetric as the shape, the same everywhere, in milliseconds. Marked are `base`
/// (x = 0), `tip`, `side` (the outer surface), `bore` if there is one (with the inner face of a cap) and, of the
/// helicoid, `ribs` (their flanks). The polygons that stand for circles have the same area, so that the volume is
/// exact. The number of tetrahedra is within 15 % of the wanted, or as near as the shape permits, with a note. Throws
/// std::runtime_error as checkRecipe.
LoadedTetMesh layeredMesh(const MeshRecipe& recipe);

/// Adds a note if a mesh has more than 15 % more or fewer tetrahedra than wanted.
void noteCount(const MeshRecipe& recipe, LoadedTetMesh& made);

/// A program from outside that makes unstructured meshes, injected by who runs the engine.
class MeshGenerator {
 public:
  MeshGenerator() = default;
  virtual ~MeshGenerator() = default;
  MeshGenerator(const MeshGenerator&) = delete;
  MeshGenerator& operator=(const MeshGenerator&) = delete;

  /// A mesh with the surfaces that layeredMesh marks, about as many tetrahedra as wanted. May take seconds; asks
  /// `cancelled` several times a second, if it is given, and then gives up. Throws std::runtime_error that says what
  /// went wrong and what to do. Thread-safe.
  virtual LoadedTetMesh generate(const MeshRecipe& recipe, const std::function<bool()>& cancelled) const = 0;
  /// The same of what a surface encloses, marked by markBoundary.
  virtual LoadedTetMesh fill(const SurfaceRecipe& recipe, const std::function<bool()>& cancelled) const = 0;
};

}  // namespace tendril
