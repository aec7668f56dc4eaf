// SPDX-License-Identifier: BSD-3-Clause
// Surfaces, and robots that touch them.
#pragma once

#include <string>
#include <vector>

#include "core/model/contact/contact_surface.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril::tests {

/// A sphere of triangles: an icosahedron whose faces are cut in four `times` times.
TriangleMesh sphereMesh(double radius, int times);
/// Twelve triangles.
TriangleMesh boxMesh(const Vec3& size);
/// A square of two triangles in z = 0.
TriangleMesh squareMesh(double side);

struct NamedSurface {
  std::string name;
  std::shared_ptr<const ContactSurface> surface;
};
/// One of every kind, about 0.2 m large; endless and finite cylinders.
std::vector<NamedSurface> everySurface();

/// A point of the surface's frame at the given distance from it, at a random place.
Vec3 pointNear(Random& random, const ContactSurface& surface, double distance);

}  // namespace tendril::tests
