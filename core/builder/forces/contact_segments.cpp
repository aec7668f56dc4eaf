// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/forces/contact_segments.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "core/builder/forces/contact_balls.hpp"

namespace tendril {
namespace {

using Kind = SurfaceShape::Kind;
using Segments = std::vector<SegmentSpec>;

constexpr double kEndless = 50;              // m: half of what is endless
constexpr double kRounded = 0.1;             // radius of edges, of the least half side
constexpr double kMeshRounded = 0.02;        // of meshes, of their least extent
constexpr double kLeast = 15, kBeyond = 20;  // degrees: between the faces of an edge; outside them it still touches
constexpr int kRim = 12;

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}

/// An edge between faces with these outward normals, in the frame of its ends.
SegmentSpec edge(const BallSpec& from, const BallSpec& to, const Vec3& left, const Vec3& right, double reach) {
  SegmentSpec out;
  out.ends = {from, to};
  out.outward = (left + right).normalized();
  const double half = std::acos(std::clamp(out.outward.dot(left), -1.0, 1.0));
  out.leastCosine = std::cos(half + radians(kBeyond));
  out.reach = reach;
  return out;
}

SegmentSpec axis(double from, double to, double radius, const Pose& pose, BallSpec ball) {
  SegmentSpec out;
  ball.radius = radius;
  for (std::size_t i = 0; i < 2; ++i) {
    ball.centre = pose * Vec3(0, 0, i ? to : from);
    out.ends[i] = ball;
  }
  return out;
}

void addBoxEdges(const Vec3& size, const Pose& pose, BallSpec ball, Segments& out) {
  ball.radius = kRounded * size.minCoeff() / 2;
  const Vec3 inner = size / 2 - Vec3::Constant(ball.radius);
  for (int along = 0; along < 3; ++along)
    for (int k = 0; k < 4; ++k) {
      const int i = (along + 1) % 3, j = (along + 2) % 3;
      Vec3 left = Vec3::Zero(), right = Vec3::Zero();
      left[i] = k & 1 ? 1 : -1, right[j] = k & 2 ? 1 : -1;
      Vec3 centre = inner.cwiseProduct(left + right);
      std::array<BallSpec, 2> ends{ball, ball};
      for (std::size_t e = 0; e < 2; ++e) {
        centre[along] = e ? inner[along] : -inner[along];
        ends[e].centre = pose * centre;
      }
      out.push_back(edge(ends[0], ends[1], pose.R * left, pose.R * right, size.minCoeff() / 2));
    }
}

/// Chords of both rims, rounded as the balls are that stand for them.
void addRims(double radius, double length, const Pose& pose, BallSpec ball, Segments& out) {
  const double least = std::min(radius, length / 2);
  ball.radius = kRounded * least;
  for (const double end : {-1.0, 1.0})
    for (int i = 0; i < kRim; ++i) {
      std::array<BallSpec, 2> ends{ball, ball};
      const auto spoke = [&](double k) {
        const double angle = 2 * std::numbers::pi * k / kRim;
        return Vec3(std::cos(angle), std::sin(angle), 0);
      };
      for (std::size_t e = 0; e < 2; ++e)
        ends[e].centre = pose * Vec3((radius - ball.radius) * spoke(i + static_cast<double>(e)) +
                                     Vec3(0, 0, end * (length / 2 - ball.radius)));
      out.push_back(edge(ends[0], ends[1], pose.R * spoke(i + 0.5), pose.R * Vec3(0, 0, end), least));
    }
}

void addCylinder(const SurfaceShape& shape, const Pose& pose, const BallSpec& ball, Segments& out) {
  if (!std::isfinite(shape.length)) return out.push_back(axis(-kEndless, kEndless, shape.radius, pose, ball));
  const double end = shape.length / 2 - kRounded * std::min(shape.radius, shape.length / 2);
  out.push_back(axis(-end, end, shape.radius, pose, ball));
  addRims(shape.radius, shape.length, pose, ball, out);
}

/// The triangles at an edge of a mesh.
struct Neighbours {
  std::vector<Vec3> normals;
  Vec3 first, second;  ///< as the first triangle goes round
};

/// Convex edges; what is flat or goes inwards touches nothing that its neighbours do not.
void addMeshEdges(const TriangleMesh& mesh, const Vec3& extent, const Pose& pose, BallSpec ball, Segments& out) {
  std::map<std::pair<int, int>, Neighbours> edges;
  for (const std::array<int, 3>& t : mesh.triangles) {
    const auto at = [&](std::size_t i) { return mesh.vertices[static_cast<std::size_t>(t[i % 3])]; };
    const Vec3 normal = (at(1) - at(0)).cross(at(2) - at(0)).normalized();
    for (std::size_t i = 0; i < 3; ++i) {
      Neighbours& found = edges[std::minmax(t[i], t[(i + 1) % 3])];
      if (found.normals.empty()) found.first = at(i), found.second = at(i + 1);
      found.normals.push_back(normal);
    }
  }
  const double radius = kMeshRounded * extent.minCoeff();
  for (const auto& [key, found] : edges) {
    SegmentSpec spec;
    std::array<BallSpec, 2> ends{ball, ball};
    Vec3 inward = Vec3::Zero();
    if (found.normals.size() == 2) {
      const Vec3 &left = found.normals[0], &right = found.normals[1];
      const double cosine = left.dot(right);
      const bool convex = left.cross(right).dot(found.second - found.first) > 0;
      if (!convex || cosine > std::cos(radians(kLeast)) || cosine < -0.9) continue;
      inward = -radius * (left + right) / (1 + cosine);
      spec = edge(ball, ball, pose.R * left, pose.R * right, extent.minCoeff() / 4);
    }
    ball.radius = ends[0].radius = ends[1].radius = found.normals.size() == 2 ? radius : 0;
    ends[0].centre = pose * Vec3(found.first + inward), ends[1].centre = pose * Vec3(found.second + inward);
    spec.ends = ends;
    out.push_back(spec);
  }
}

}  // namespace

void addSurfaceSegments(const ContactSurface& surface, const Pose& pose, const BallSpec& ball, Segments& out) {
  const SurfaceShape& shape = surface.shape();
  switch (shape.kind) {
    case Kind::kBox:
      return addBoxEdges(shape.size, pose, ball, out);
    case Kind::kCylinder:
      return addCylinder(shape, pose, ball, out);
    case Kind::kCapsule:
      return out.push_back(axis(-shape.length / 2, shape.length / 2, shape.radius, pose, ball));
    case Kind::kMesh:
      return addMeshEdges(*surface.triangles(), shape.size, pose, ball, out);
    case Kind::kPlane:
    case Kind::kSphere:
    case Kind::kCylinderInside:
      break;
  }
}

void addSurfacePoints(const ContactSurface& surface, const Pose& pose, const BallSpec& ball,
                      std::vector<BallSpec>& out) {
  const SurfaceShape& shape = surface.shape();
  if (shape.kind == Kind::kSphere || shape.kind == Kind::kBox) return addSurfaceBalls(shape, pose, ball, out);
  if (shape.kind == Kind::kMesh) return addMeshBalls(*surface.triangles(), pose, ball, out);
  if (shape.kind != Kind::kCapsule) return;
  for (const BallSpec& end : axis(-shape.length / 2, shape.length / 2, shape.radius, pose, ball).ends)
    out.push_back(end);
}

Segments chainOf(const std::vector<BallSpec>& balls) {
  Segments out;
  for (std::size_t i = 0; i + 1 < balls.size(); ++i) {
    SegmentSpec spec;
    spec.ends = {balls[i], balls[i + 1]};
    if (balls[i + 1].along > balls[i].along) out.push_back(spec);
  }
  return out;
}

}  // namespace tendril
