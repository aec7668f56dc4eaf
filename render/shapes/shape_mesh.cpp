// SPDX-License-Identifier: BSD-3-Clause
#include "render/shapes/shape_mesh.hpp"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tendril {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kSharpCosine = 0.766;  // cos 40°
constexpr int kRoundSteps = 3;          // per rounded quarter of a mesh with kRoundSegments
constexpr int kTorusSteps = 12;         // likewise, round the profile

std::uint8_t byteOf(double value) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 1.0) * 255));
}

int segmentsOf(const ShapeMesh& mesh, int given) {
  return given > 0 ? given : mesh.segments;
}

/// `steps` for a mesh with other segments than kRoundSegments, at least `least`.
int scaledSteps(int steps, int segments, int least) {
  return std::clamp(steps * segments / kRoundSegments, least, steps);
}

struct ProfileVertex {
  ProfilePoint at, normal;
};

ProfilePoint segmentNormal(const ProfilePoint& a, const ProfilePoint& b) {
  const double dx = b.x - a.x, dr = b.r - a.r, l = std::max(std::hypot(dx, dr), 1e-300);
  return {-dr / l, dx / l};
}

/// Points with normals; points on sharp edges twice, repeated points once.
std::vector<ProfileVertex> profileVertices(std::span<const ProfilePoint> given) {
  std::vector<ProfilePoint> profile;
  for (const ProfilePoint& p : given) {
    if (profile.empty() || std::hypot(p.x - profile.back().x, p.r - profile.back().r) > 1e-12) profile.push_back(p);
  }
  std::vector<ProfileVertex> out;
  for (size_t i = 0; i < profile.size(); ++i) {
    const bool first = i == 0, last = i + 1 == profile.size();
    const ProfilePoint after = last ? ProfilePoint{} : segmentNormal(profile[i], profile[i + 1]);
    const ProfilePoint before = first ? after : segmentNormal(profile[i - 1], profile[i]);
    const ProfilePoint next = last ? before : after;
    if (before.x * next.x + before.r * next.r < kSharpCosine) {
      out.push_back({profile[i], before});
      out.push_back({profile[i], next});
    } else {
      const double l = std::hypot(before.x + next.x, before.r + next.r);
      out.push_back({profile[i], {(before.x + next.x) / l, (before.r + next.r) / l}});
    }
  }
  return out;
}

/// A quarter circle of radius b around (x, r), from angle a to b (rad, measured from +x towards +r).
void addArc(std::vector<ProfilePoint>& profile, double x, double r, double b, double from, double to, int steps) {
  for (int k = 0; k <= steps; ++k) {
    const double t = from + (to - from) * k / steps;
    profile.push_back({x + b * std::cos(t), std::max(0.0, r + b * std::sin(t))});
  }
}

}  // namespace

int ShapeMesh::addVertex(const Vec3& point, const Vec3& normal, const Color& color) {
  points.push_back(point.cast<float>());
  normals.push_back(normal.cast<float>());
  colors.push_back({byteOf(color.r), byteOf(color.g), byteOf(color.b)});
  return static_cast<int>(points.size()) - 1;
}

void ShapeMesh::addQuad(int a, int b, int c, int d) {
  triangles.push_back({a, b, c});
  triangles.push_back({a, c, d});
}

void ShapeMesh::append(const ShapeMesh& other) {
  const int offset = static_cast<int>(points.size());
  points.insert(points.end(), other.points.begin(), other.points.end());
  normals.insert(normals.end(), other.normals.begin(), other.normals.end());
  colors.insert(colors.end(), other.colors.begin(), other.colors.end());
  for (const auto& t : other.triangles) triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
}

void addLathe(ShapeMesh& mesh, const Pose& pose, std::span<const ProfilePoint> profile, const Color& color, int given) {
  const int segments = segmentsOf(mesh, given);
  const std::vector<ProfileVertex> vertices = profileVertices(profile);
  const int first = static_cast<int>(mesh.points.size()), columns = segments + 1;
  for (const ProfileVertex& v : vertices) {
    for (int k = 0; k < columns; ++k) {
      const double t = 2 * kPi * k / segments, c = std::cos(t), s = std::sin(t);
      mesh.addVertex(pose * Vec3(v.at.x, v.at.r * c, v.at.r * s),
                     pose.R * Vec3(v.normal.x, v.normal.r * c, v.normal.r * s), color);
    }
  }
  for (size_t i = 0; i + 1 < vertices.size(); ++i) {
    const ProfilePoint &a = vertices[i].at, &b = vertices[i + 1].at;
    if (std::hypot(b.x - a.x, b.r - a.r) == 0) continue;
    for (int k = 0; k < segments; ++k) {
      const int p = first + static_cast<int>(i) * columns + k;
      mesh.addQuad(p, p + 1, p + columns + 1, p + columns);
    }
  }
}

void addCylinder(ShapeMesh& mesh, const Pose& pose, double radius, double length, double bevel, const Color& color,
                 int segments) {
  const double h = length / 2, b = std::min({bevel, h, radius});
  std::vector<ProfilePoint> profile = {{-h, 0}};
  const int steps = scaledSteps(kRoundSteps, segmentsOf(mesh, segments), 1);
  addArc(profile, -h + b, radius - b, b, kPi, kPi / 2, steps);
  addArc(profile, h - b, radius - b, b, kPi / 2, 0, steps);
  profile.push_back({h, 0});
  addLathe(mesh, pose, profile, color, segments);
}

void addCapsule(ShapeMesh& mesh, const Pose& pose, double radius, double length, const Color& color, int segments) {
  std::vector<ProfilePoint> profile;
  const int steps = segmentsOf(mesh, segments) / 4;
  for (int side = -1; side <= 1; side += 2) {
    for (int k = 0; k <= steps; ++k) {
      const double t = kPi / 2 * (side < 0 ? 2 - static_cast<double>(k) / steps : 1 - static_cast<double>(k) / steps);
      profile.push_back({side * length / 2 + radius * std::cos(t), radius * std::sin(t)});
    }
  }
  profile.front().r = profile.back().r = 0;
  addLathe(mesh, pose, profile, color, segments);
}

void addSphere(ShapeMesh& mesh, const Pose& pose, double radius, const Color& color, int segments) {
  addCapsule(mesh, pose, radius, 0, color, segments);
}

void addBox(ShapeMesh& mesh, const Pose& pose, const Vec3& size, double bevel, const Color& color) {
  const double b = std::min(bevel, 0.5 * size.minCoeff());
  const Vec3 inner = 0.5 * size - Vec3::Constant(b);
  // A sphere whose octants are pulled apart: each meridian and parallel on a coordinate plane is there twice.
  const int perQuarter = scaledSteps(kRoundSteps, mesh.segments, 1), columns = 4 * (perQuarter + 1) + 1;
  const int first = static_cast<int>(mesh.points.size());
  for (int half = 0; half < 2; ++half) {
    for (int i = 0; i <= perQuarter; ++i) {
      const double latitude = -kPi / 2 + kPi / 2 * (half + static_cast<double>(i) / perQuarter);
      for (int column = 0; column < columns; ++column) {
        const int quarter = (column / (perQuarter + 1)) % 4, j = column % (perQuarter + 1);
        const double longitude = kPi / 2 * (quarter + static_cast<double>(j) / perQuarter);
        const Vec3 n(std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                     std::sin(latitude));
        const Vec3 sign(quarter == 0 || quarter == 3 ? 1 : -1, quarter < 2 ? 1 : -1, half ? 1 : -1);
        mesh.addVertex(pose * (sign.cwiseProduct(inner) + b * n), pose.R * n, color);
      }
    }
  }
  const int rows = 2 * (perQuarter + 1);
  for (int i = 0; i + 1 < rows; ++i) {
    for (int k = 0; k + 1 < columns; ++k) {
      const int p = first + i * columns + k;
      mesh.addQuad(p, p + 1, p + columns + 1, p + columns);
    }
  }
  // The poles are rectangles here, not points.
  const auto corner = [&](int row, int quarter) { return first + row * columns + quarter * (perQuarter + 1); };
  mesh.addQuad(corner(0, 3), corner(0, 2), corner(0, 1), corner(0, 0));
  mesh.addQuad(corner(rows - 1, 0), corner(rows - 1, 1), corner(rows - 1, 2), corner(rows - 1, 3));
}

void addTorus(ShapeMesh& mesh, const Pose& pose, double radius, double thickness, const Color& color) {
  std::vector<ProfilePoint> profile;
  const int steps = scaledSteps(kTorusSteps, mesh.segments, 6);
  for (int k = 0; k <= steps; ++k) {
    const double t = -kPi / 2 - 2 * kPi * k / steps;
    profile.push_back({thickness / 2 * std::cos(t), radius + thickness / 2 * std::sin(t)});
  }
  addLathe(mesh, pose, profile, color);
}

void addArrow(ShapeMesh& mesh, const Pose& pose, double length, double radius, const Color& color) {
  const double head = std::min(0.32 * length, 5 * radius);
  const ProfilePoint profile[] = {
      {0, 0}, {0, radius}, {length - head, radius}, {length - head, 2.4 * radius}, {length, 0}};
  addLathe(mesh, pose, profile, color, 20);
}

Pose poseAlong(const Vec3& p, const Vec3& x) {
  Pose pose;
  pose.p = p;
  if (x.norm() < 1e-12) return pose;
  const Vec3 ex = x.normalized();
  const Vec3 help = std::abs(ex.z()) < 0.9 ? Vec3::UnitZ() : Vec3::UnitX();
  const Vec3 ey = help.cross(ex).normalized();
  pose.R << ex, ey, ex.cross(ey);
  return pose;
}

vtkSmartPointer<vtkPolyData> toPolyData(const ShapeMesh& mesh, vtkCellArray* known) {
  auto data = vtkSmartPointer<vtkPolyData>::New();
  vtkNew<vtkPoints> points;
  points->SetDataTypeToFloat();
  points->SetNumberOfPoints(static_cast<vtkIdType>(mesh.points.size()));
  vtkNew<vtkFloatArray> normals;
  normals->SetName("Normals");
  normals->SetNumberOfComponents(3);
  normals->SetNumberOfTuples(points->GetNumberOfPoints());
  vtkNew<vtkUnsignedCharArray> colors;
  colors->SetName("Colors");
  colors->SetNumberOfComponents(3);
  colors->SetNumberOfTuples(points->GetNumberOfPoints());
  for (size_t i = 0; i < mesh.points.size(); ++i) {
    const auto id = static_cast<vtkIdType>(i);
    points->SetPoint(id, mesh.points[i].data());
    normals->SetTypedTuple(id, mesh.normals[i].data());
    colors->SetTypedTuple(id, mesh.colors[i].data());
  }
  data->SetPoints(points);
  vtkNew<vtkCellArray> cells;
  if (!known)
    for (const auto& t : mesh.triangles) cells->InsertNextCell({t[0], t[1], t[2]});
  data->SetPolys(known ? known : cells.Get());
  data->GetPointData()->SetNormals(normals);
  data->GetPointData()->SetScalars(colors);
  return data;
}

}  // namespace tendril
