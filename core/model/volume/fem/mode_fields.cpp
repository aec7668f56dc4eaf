// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/fem/mode_fields.hpp"

namespace tendril {

ModeFields::ModeFields(const TetMesh& mesh, QuadraticMesh quadratic, MatX shapes)
    : mesh_(std::move(quadratic)), shapes_(std::move(shapes)), finder_(mesh) {}

ModeFields::Sample ModeFields::in(int tetrahedron, const Vec3& x) const {
  const Barycentric in = barycentricOf(mesh_, tetrahedron);
  const Vec4 lambda = in.at(x);
  const TenValues values = shapeFunctions(lambda);
  const TenSlopes slopes = shapeGradients(lambda, in);
  const TenNodes& nodes = mesh_.tetrahedra[static_cast<std::size_t>(tetrahedron)];
  Sample out;
  out.u.setZero(3, size()), out.gradient.setZero(9, size());
  for (int i = 0; i < 10; ++i) {
    const auto own = shapes_.middleRows<3>(3 * nodes[static_cast<std::size_t>(i)]);
    out.u += values[i] * own;
    for (int c = 0; c < 3; ++c) out.gradient.middleRows<3>(3 * c) += slopes(i, c) * own;
  }
  return out;
}

ModeFields::Sample ModeFields::at(const Vec3& x) const {
  const TetFinder::Place place = finder_.find(x);
  Sample out = in(place.tetrahedron, place.x);
  for (int c = 0; c < 3; ++c) out.u += (x - place.x)[c] * out.gradient.middleRows<3>(3 * c);
  return out;
}

}  // namespace tendril
