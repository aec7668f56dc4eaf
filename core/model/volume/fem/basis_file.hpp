// SPDX-License-Identifier: BSD-3-Clause
// Displacement fields from a file.
#pragma once

#include <string>
#include <string_view>

#include "core/model/volume/fem/quadratic_mesh.hpp"

namespace tendril {

/// Fields on the nodes of a mesh, 3 per node × fields, from lines of numbers between commas, blanks or semicolons:
/// where a node is (x, y, z, m), then its displacement in each field. A node belongs to the line within 1e-6 of the
/// size of the mesh; what lies in the middle of an edge and has no line takes the mean of its ends. Lines that begin
/// with # and a first line of names are skipped. Throws std::runtime_error naming the line or the node that is wrong.
MatX parseBasis(std::string_view text, const QuadraticMesh& mesh);
/// Throws std::runtime_error if the file cannot be read, too.
MatX readBasis(const std::string& file, const QuadraticMesh& mesh);

}  // namespace tendril
