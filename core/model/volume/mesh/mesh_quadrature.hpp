// SPDX-License-Identifier: BSD-3-Clause
// Points and weights that stand for the volume of a mesh.
#pragma once

#include <span>
#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

struct MeshPoint {
  Vec3 position;    ///< undeformed, m
  double weight;    ///< m³, positive
  int tetrahedron;  ///< in which it lies
};

/// One point per tetrahedron (its centroid; exact for linear functions) or four (exact for quadratic ones), in the
/// order of the tetrahedra. Throws std::invalid_argument for another number.
std::vector<MeshPoint> meshQuadrature(const TetMesh& mesh, int pointsPerTetrahedron);

/// Few points that integrate like many.
struct FittedQuadrature {
  std::vector<MeshPoint> points;  ///< some of the given ones, with other weights
  int moments = 0;                ///< polynomials whose integrals agree
  int forwardDegree = 0;          ///< highest power of x among them
  int sectionDegree = 0;          ///< highest total power of y and z among them
  double error = 0;               ///< largest difference of their integrals from those of the given points, see below
  double nextError = 0;  ///< the same for the polynomials one step beyond, which are not fitted: what fitting leaves
};

/// Fewest points that fittedQuadrature gives: so many are needed for mass, centre of mass and inertia.
inline constexpr int kFewestFittedPoints = 20;

/// At most `count` of the given points, with positive weights that give the same integrals of all polynomials
/// x^i y^j z^k with i + s (j + k) ≤ D, as high as `count` allows; s = 1, 2 or 3, the more slender the points lie the
/// more, so that x gets the higher degree. Such rules exist by Tchakaloff's theorem; they are found by halving (means
/// of groups of points are thinned out along null vectors of their moments, surviving groups go on), in time linear in
/// the number of points. With positive weights the error of any other integrand is at most twice the volume times its
/// distance from these polynomials. Errors are those of products of Legendre polynomials on the box of the points,
/// whose largest value is 1, divided by the volume. Given points are returned if they are not more than `count`.
/// Deterministic. Throws std::invalid_argument if count < kFewestFittedPoints, or a weight is not positive and finite.
FittedQuadrature fittedQuadrature(std::span<const MeshPoint> points, int count);

}  // namespace tendril
