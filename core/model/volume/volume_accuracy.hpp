// SPDX-License-Identifier: BSD-3-Clause
// What the points of a volume cost in accuracy.
#pragma once

#include "core/model/volume/volume.hpp"

namespace tendril {

struct VolumeAccuracy {
  double error = 0;     ///< of the elastic energy, relative: the largest over the shapes that were tried
  int coordinate = -1;  ///< along which the shape with it lies; −1: along several
};

/// Elastic energy by the volume's points against a finer rule, in the shapes that each coordinate makes alone and in
/// two random ones, up to strains of about 0.2 inside the admissible set. The finer rule is four points per tetrahedron
/// where the volume has one, or fitted ones; and those of its eight parts where it has four. Of large meshes a random
/// choice of tetrahedra is looked at. Deterministic. Tens of milliseconds, kept for a
/// mesh that is still in use: from any thread. Zero without a mesh or a law.
VolumeAccuracy volumeAccuracy(const Volume& volume);

}  // namespace tendril
