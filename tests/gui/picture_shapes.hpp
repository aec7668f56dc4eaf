// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures of parts show besides the robot: floors, water, arrows that turn.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/shapes/shape_mesh.hpp"

namespace tendril {

/// The colour of the part itself: it is seen on the cards of both themes.
inline constexpr Color kPartColor = mix(kLightTheme.accent, kDarkTheme.accent, 0.3);

/// Meshes in the world, m: lit, shown through bodies, and of glass.
struct PictureShapes {
  ShapeMesh lit, through, glass;
};

/// A round line through points, its ends round.
inline void addLine(ShapeMesh& mesh, std::span<const Vec3> points, double radius, const Color& color) {
  constexpr int kSides = 16;
  Vec3 across = Vec3::Zero();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 way = (points[std::min(i + 1, points.size() - 1)] - points[i == 0 ? 0 : i - 1]).normalized();
    const Vec3 carried = across - across.dot(way) * way;  // from ring to ring without a twist
    across = carried.norm() > 1e-6 ? carried.normalized() : way.unitOrthogonal();
    const int ring = static_cast<int>(mesh.points.size());
    for (int k = 0; k < kSides; ++k) {
      const double angle = 2 * std::numbers::pi * k / kSides;
      const Vec3 out = std::cos(angle) * across + std::sin(angle) * way.cross(across);
      mesh.addVertex(points[i] + radius * out, out, color);
    }
    for (int k = 0; i > 0 && k < kSides; ++k) {
      const int next = (k + 1) % kSides;
      mesh.addQuad(ring - kSides + k, ring - kSides + next, ring + next, ring + k);
    }
  }
  for (const Vec3& end : {points.front(), points.back()})
    addSphere(mesh, Pose{Mat3::Identity(), end}, radius, color, kSides);
}

/// A cone from its base at `at` to its tip.
inline void addHead(ShapeMesh& mesh, const Vec3& at, const Vec3& way, double length, double radius,
                    const Color& color) {
  const ProfilePoint profile[] = {{0, 0}, {0, radius}, {length, 0}};
  addLathe(mesh, poseAlong(at, way), profile, color);
}

/// A point on a circle about the y axis of the world; the angle (rad) is that of a hinge about y from x.
inline Vec3 aroundY(const Vec3& centre, double radius, double angle) {
  return centre + radius * Vec3(std::cos(angle), 0, -std::sin(angle));
}

/// Part of a circle about y.
inline std::vector<Vec3> arcAroundY(const Vec3& centre, double radius, double from, double to) {
  constexpr int kPieces = 40;
  std::vector<Vec3> points;
  for (int i = 0; i <= kPieces; ++i) points.push_back(aroundY(centre, radius, from + (to - from) * i / kPieces));
  return points;
}

/// An arrow that turns about y, its head at the angle `to`.
inline void addTurn(ShapeMesh& mesh, const Vec3& centre, double radius, double from, double to, double thickness,
                    const Color& color) {
  const double head = 4.5 * thickness, sign = to > from ? 1 : -1;
  const std::vector<Vec3> points = arcAroundY(centre, radius, from, to - sign * head / radius);
  addLine(mesh, points, thickness, color);
  addHead(mesh, points.back(), aroundY(centre, radius, to) - points.back(), head * 1.2, 2.6 * thickness, color);
}

/// A level slab whose top is at `z`, with an edge of the part's colour where that is what it shows.
inline void addFloor(PictureShapes& shapes, const Vec3& centre, double sizeX, double sizeY, bool isPart) {
  constexpr double kThick = 0.008;
  const Vec3 middle = centre - Vec3(0, 0, kThick / 2);
  addBox(shapes.lit, Pose{Mat3::Identity(), middle}, {sizeX, sizeY, kThick}, 0.002, kSurfaceColor);
  if (!isPart) return;
  const double x = sizeX / 2, y = sizeY / 2;
  const Vec3 edge[] = {middle + Vec3(-x, -y, 0), middle + Vec3(x, -y, 0), middle + Vec3(x, y, 0),
                       middle + Vec3(-x, y, 0), middle + Vec3(-x, -y, 0)};
  for (std::size_t i = 0; i < 4; ++i) addLine(shapes.lit, std::span(edge).subspan(i, 2), 0.6 * kThick, kPartColor);
}

/// Dots where something touches.
inline void addTouches(PictureShapes& shapes, const Snapshot& snapshot, double radius) {
  for (const ContactPoint& contact : snapshot.contacts)
    addSphere(shapes.through, Pose{Mat3::Identity(), contact.point}, radius, kContactColor, 16);
}

/// Dashes along a path that somebody is to follow.
inline void addDashes(ShapeMesh& mesh, std::span<const Vec3> points, double radius) {
  constexpr std::size_t kDash = 3, kGap = 2;  // points
  for (std::size_t i = 0; i + kDash < points.size(); i += kDash + kGap)
    addLine(mesh, points.subspan(i, kDash + 1), radius, kReferenceColor);
}

/// A closed path around a centre in the plane of two half axes.
inline std::vector<Vec3> ellipse(const Vec3& centre, const Vec3& a, const Vec3& b) {
  constexpr int kPieces = 60;
  std::vector<Vec3> points;
  for (int i = 0; i <= kPieces; ++i) {
    const double angle = 2 * std::numbers::pi * i / kPieces;
    points.push_back(centre + std::cos(angle) * a + std::sin(angle) * b);
  }
  return points;
}

/// Water with waves on it: a pane in front of the origin, crests before and behind it; half sides.
inline void addWater(PictureShapes& shapes, const Vec3& half, double wave) {
  constexpr int kPieces = 48;
  const Vec3 normal(0, -1, 0);
  for (const double y : {-half.y(), half.y()}) {
    std::vector<Vec3> crest;
    for (int i = 0; i <= kPieces; ++i) {
      const double share = static_cast<double>(i) / kPieces;
      crest.emplace_back(half.x() * (2 * share - 1), y, half.z() + wave * std::sin(6 * std::numbers::pi * share));
    }
    addLine(shapes.lit, crest, 0.0035, kPartColor);
    if (y > 0) continue;
    for (std::size_t i = 0; i + 1 < crest.size(); ++i) {
      const int first = shapes.glass.addVertex(crest[i], normal, kPartColor);
      shapes.glass.addVertex({crest[i].x(), y, -half.z()}, normal, kPartColor);
      shapes.glass.addVertex({crest[i + 1].x(), y, -half.z()}, normal, kPartColor);
      shapes.glass.addVertex(crest[i + 1], normal, kPartColor);
      shapes.glass.addQuad(first, first + 1, first + 2, first + 3);
    }
  }
}

}  // namespace tendril
