// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/checks/points_estimate.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/builder/parts/volume_points.hpp"
#include "core/model/rod/rod.hpp"
#include "core/model/rod/rod_accuracy.hpp"
#include "core/model/volume/volume_accuracy.hpp"

namespace tendril {
namespace {

using Rule = PointsEstimate::Rule;
constexpr int kMostFitted = 5000;  // as files allow

std::vector<PointsEstimate> estimatesOf(const Rod& rod) {
  std::vector<PointsEstimate> out;
  for (int i = 0; i < rod.divisionCount(); ++i) {
    const RodDivision& division = rod.division(i);
    if (division.columns == 0) continue;
    const RodAccuracy accuracy = rodAccuracy(division, rod.magnus());
    out.push_back({Rule::kGauss, i, division.gauss, accuracy.points, accuracy.offered, accuracy.then});
  }
  return out;
}

/// Error of the energy of a volume with other points.
double errorWith(const Volume& volume, std::vector<VolumePoint> points) {
  VolumeSpec spec;
  spec.map = volume.sharedMap();
  spec.coordinates.resize(static_cast<std::size_t>(volume.size()));
  spec.points = std::move(points);
  spec.density = 1;
  spec.law = {std::shared_ptr<const void>(), volume.law()};  // which `volume` keeps meanwhile
  spec.mesh = volume.sharedMesh();
  return volumeAccuracy(Volume(std::move(spec))).error;
}

PointsEstimate ofTheMesh(const Volume& volume, int perTetrahedron) {
  const auto mesh = volume.sharedMesh();
  const auto error = [&](int count) { return errorWith(volume, volumePoints(mesh, count, 0)); };
  PointsEstimate out{.rule = Rule::kPerTetrahedron, .points = perTetrahedron};
  out.error = error(perTetrahedron);
  if (perTetrahedron >= 4 || !out.isTold()) return out;
  out.offered = 4, out.then = error(4);
  return out;
}

PointsEstimate ofFitted(const Volume& volume, int perTetrahedron) {
  const auto mesh = volume.sharedMesh();
  PointsEstimate out{.rule = Rule::kFitted, .points = static_cast<int>(volume.points().size())};
  out.error = volumeAccuracy(volume).error;
  const auto all = perTetrahedron * static_cast<int>(mesh->tetrahedra.size());
  for (int count = 2 * out.points; out.isTold() && count <= std::min(kMostFitted, all - 1); count *= 2) {
    const double error = errorWith(volume, volumePoints(mesh, perTetrahedron, count));
    if (error > kToldEnergyError) continue;
    out.offered = count, out.then = error;
    break;
  }
  return out;
}

std::vector<PointsEstimate> estimatesOf(const Volume& volume, int perTetrahedron) {
  if (!volume.mesh() || !volume.law() || volume.size() == 0) return {};
  std::vector<PointsEstimate> out = {ofTheMesh(volume, perTetrahedron)};
  const std::size_t tetrahedra = volume.mesh()->tetrahedra.size();
  if (volume.points().size() != static_cast<std::size_t>(perTetrahedron) * tetrahedra)
    out.push_back(ofFitted(volume, perTetrahedron));
  return out;
}

}  // namespace

std::vector<PointsEstimate> estimatePoints(const Body& body, int perTetrahedron) {
  if (const auto* rod = dynamic_cast<const Rod*>(&body)) return estimatesOf(*rod);
  if (const auto* volume = dynamic_cast<const Volume*>(&body)) return estimatesOf(*volume, perTetrahedron);
  return {};
}

}  // namespace tendril
