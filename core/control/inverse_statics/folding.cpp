// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/inverse_statics/folding.hpp"

#include <algorithm>
#include <cmath>

#include "core/math/se3.hpp"
#include "core/model/body/surface_carrier.hpp"
#include "core/model/contact/surface_field.hpp"

namespace tendril {
namespace {

constexpr double kSamePlace = 1e-9;  // of the length: where two divisions meet

/// Radius of the section at `at` (0…1) of a body of these slices, m.
double radiusAt(const std::vector<BodySlice>& slices, double length, double at) {
  double passed = 0;
  for (const BodySlice& slice : slices) {
    passed += slice.length;
    if (at * length <= passed) return slice.radius;
  }
  return slices.back().radius;
}

/// Curvature of the line from one frame to the next, 1/m; 0 where they are nearer than `least` (m): at one place.
double curvatureOf(const Pose& a, const Pose& b, double least) {
  const Vec6 twist = logSE3<double>(a.inverse() * b);
  const Vec3 w = twist.head<3>(), v = twist.tail<3>();
  return v.norm() > least ? w.cross(v).norm() / v.squaredNorm() : 0;
}

double marginOfLine(const Body& body, const std::vector<Pose>& sections) {
  const std::vector<BodySlice> slices = body.slices();
  if (slices.empty() || sections.size() < 2) return 1;
  double length = 0, margin = 1;
  for (const BodySlice& slice : slices) length += slice.length;
  const auto pieces = static_cast<double>(sections.size() - 1);
  for (std::size_t i = 0; i + 1 < sections.size(); ++i) {
    const double radius = radiusAt(slices, length, (static_cast<double>(i) + 0.5) / pieces);
    margin = std::min(margin, 1 - radius * curvatureOf(sections[i], sections[i + 1], kSamePlace * length));
  }
  return margin;
}

double marginOfMesh(const SurfaceCarrier& carrier, BodyData& data) {
  std::vector<double> ratios(carrier.surface().vertices.size());
  carrier.fieldValues(data, SurfaceField::kVolumeRatio, ratios, {});
  double margin = 1;
  for (const double ratio : ratios)
    if (std::isfinite(ratio)) margin = std::min(margin, ratio);
  return margin;
}

}  // namespace

double foldingMargin(const Model& model, Data& data) {
  sections(model, data);
  double margin = 1;
  for (const int i : model.deformable) {
    const auto index = static_cast<std::size_t>(i);
    const Body& body = *model.links[index].body;
    const SurfaceCarrier* carrier = surfaceCarrierOf(&body);
    margin = std::min(margin, carrier ? marginOfMesh(*carrier, *data.bodies[index])
                                      : marginOfLine(body, data.bodies[index]->sections));
  }
  return margin;
}

}  // namespace tendril
