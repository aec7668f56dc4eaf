// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/field_reading.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/dynamics/fields/field_probe.hpp"
#include "core/math/triangle.hpp"
#include "core/model/body/surface_carrier.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "render/scene/material_point.hpp"

namespace tendril {
namespace {

constexpr double kOutside = 1e-3;  // share beyond a face that still counts as inside

/// Nodes of one volume as a snapshot has them: vertices, then what lies inside (if the snapshot tells).
struct Nodes {
  std::span<const Vec3> surface, inside;
  std::span<const double> surfaceValues, insideValues;

  const Vec3& point(int node) const {
    const auto k = static_cast<std::size_t>(node);
    return k < surface.size() ? surface[k] : inside[k - surface.size()];
  }
  double value(int node) const {
    const auto k = static_cast<std::size_t>(node);
    return k < surfaceValues.size() ? surfaceValues[k] : insideValues[k - surfaceValues.size()];
  }
  bool has(int node) const { return node < std::ssize(surface) + std::ssize(inside); }
};

Nodes nodesOf(const Snapshot& snapshot, std::size_t link, const SurfaceMesh& mesh) {
  const Deformation& now = snapshot.deformation;
  Nodes out;
  const auto first = static_cast<std::size_t>(snapshot.firstSurfacePoint[link]);
  out.surface = std::span(snapshot.surfacePoints).subspan(first, mesh.vertices.size());
  out.surfaceValues = std::span(now.surfaceValues).subspan(first, mesh.vertices.size());
  if (now.insidePoints.empty() || now.insideValues.size() != now.insidePoints.size()) return out;
  const auto within = static_cast<std::size_t>(now.firstInsidePoint[link]);
  out.inside = std::span(now.insidePoints).subspan(within, mesh.inside.size());
  out.insideValues = std::span(now.insideValues).subspan(within, mesh.inside.size());
  return out;
}

template <std::size_t N>
void weigh(const std::array<int, N>& corners, const std::array<double, N>& shares, const Nodes& nodes,
           FieldReading& out) {
  out.value = 0;
  for (std::size_t k = 0; k < N; ++k)
    if (shares[k] != 0) out.value += shares[k] * nodes.value(corners[k]);
  out.node = corners[static_cast<std::size_t>(std::ranges::max_element(shares) - shares.begin())];
}

/// The tetrahedron that holds the place; false if none does, or the snapshot does not tell of the inside.
bool readInside(const SurfaceMesh& mesh, const Nodes& nodes, const Vec3& world, FieldReading& out) {
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    const std::array<int, 4>& corners = mesh.tetrahedra[i];
    if (!std::ranges::all_of(corners, [&nodes](int node) { return nodes.has(node); })) continue;
    Mat3 edges;
    for (int k = 0; k < 3; ++k)
      edges.col(k) = nodes.point(corners[static_cast<std::size_t>(k) + 1]) - nodes.point(corners[0]);
    const Vec3 shares = edges.partialPivLu().solve(world - nodes.point(corners[0]));
    const double first = 1 - shares.sum();
    if (!(first >= -kOutside && shares.minCoeff() >= -kOutside)) continue;
    out.tetrahedron = static_cast<int>(i);
    weigh<4>(corners, {first, shares[0], shares[1], shares[2]}, nodes, out);
    return true;
  }
  return false;
}

/// The tetrahedron behind a triangle of the surface.
int tetrahedronOf(const SurfaceMesh& mesh, const std::array<int, 3>& triangle) {
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i)
    if (std::ranges::all_of(triangle, [&](int node) { return std::ranges::count(mesh.tetrahedra[i], node) > 0; }))
      return static_cast<int>(i);
  return -1;
}

void readSurface(const SurfaceMesh& mesh, const Nodes& nodes, const Vec3& world, FieldReading& out) {
  double best = HUGE_VAL;
  const std::array<int, 3>* nearest = nullptr;
  Vec3 found = Vec3::Zero();
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    const Vec3 &a = nodes.point(triangle[0]), &b = nodes.point(triangle[1]), &c = nodes.point(triangle[2]);
    const Vec3 shares = nearestShares(world, a, b, c);
    const double distance = (shares[0] * a + shares[1] * b + shares[2] * c - world).squaredNorm();
    if (distance < best) best = distance, nearest = &triangle, found = shares;
  }
  out.value = std::nan("");
  if (!nearest) return;
  weigh<3>(*nearest, {found[0], found[1], found[2]}, nodes, out);
  out.tetrahedron = tetrahedronOf(mesh, *nearest);
}

}  // namespace

std::optional<FieldReading> readField(const Snapshot& snapshot, int link, const Vec3& world) {
  const Deformation& now = snapshot.deformation;
  const auto index = static_cast<std::size_t>(link);
  if (!snapshot.model || now.field == SurfaceField::kNone || link < 0 || index >= snapshot.model->links.size())
    return {};
  const Body* body = snapshot.model->links[index].body.get();
  if (!body || !world.allFinite()) return {};
  FieldReading out{.field = now.field, .link = link, .at = {}};
  if (const SurfaceCarrier* carrier = body->surfaceCarrier()) {
    if (now.surfaceValues.size() != snapshot.surfacePoints.size() || now.surfaceValues.empty()) return {};
    const Nodes nodes = nodesOf(snapshot, index, carrier->surface());
    const bool deep = !nodes.inside.empty() && readInside(carrier->surface(), nodes, world, out);
    if (!deep) readSurface(carrier->surface(), nodes, world, out);
  } else {
    const auto first = static_cast<std::size_t>(snapshot.firstSection[index]);
    const std::size_t count = static_cast<std::size_t>(snapshot.firstSection[index + 1]) - first;
    if (now.sectionValues.size() != snapshot.sections.size() || count == 0) return {};
    out.at = materialPointAt(snapshot, link, world).at;
    out.value =
        valueAt(sectionPositions(*body, count), std::span(now.sectionValues).subspan(first, count), out.at.value_or(0));
  }
  if (!std::isfinite(out.value)) return {};
  return out;
}

std::string signalOf(const Snapshot& snapshot, const FieldReading& reading) {
  const Link& link = snapshot.model->links[static_cast<std::size_t>(reading.link)];
  const double at = reading.at ? std::round(*reading.at * 1000) / 1000 : reading.node;
  return fieldSignal(link.name, surfaceFieldInfo(reading.field).key, at);
}

}  // namespace tendril
