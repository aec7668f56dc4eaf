// SPDX-License-Identifier: BSD-3-Clause
#include "render/shapes/ribbons.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tendril {
namespace {

constexpr double kNear = 0.02;  // points nearer to the camera are left out, in its distances

std::uint8_t byteOf(double value) {
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
}

}  // namespace

void Ribbons::writeTo(vtkPolyData& mesh, vtkActor& actor) const {
  vtkNew<vtkPoints> vertices;
  vertices->SetDataTypeToFloat();
  vertices->SetNumberOfPoints(static_cast<vtkIdType>(points.size()));
  vtkNew<vtkUnsignedCharArray> shades;
  shades->SetNumberOfComponents(4);
  shades->SetNumberOfTuples(vertices->GetNumberOfPoints());
  for (std::size_t i = 0; i < points.size(); ++i) {
    vertices->SetPoint(static_cast<vtkIdType>(i), points[i].data());
    shades->SetTypedTuple(static_cast<vtkIdType>(i), colors[i].data());
  }
  vtkNew<vtkCellArray> cells;
  for (const auto& t : triangles) cells->InsertNextCell({t[0], t[1], t[2]});
  mesh.SetPoints(vertices);
  mesh.SetPolys(cells);
  mesh.GetPointData()->SetScalars(shades);
  actor.SetPosition(origin.x(), origin.y(), origin.z());
}

RibbonBuilder::RibbonBuilder(const CameraView& view, double pictureHeight, Ribbons& out)
    : view_(view),
      position_(view.position()),
      forward_(view.direction()),
      out_(out),
      pixel_(view.metresPerPixel(pictureHeight)) {}

/// Three vertices across the line: clear, full, clear.
void RibbonBuilder::add(const Vec3& point, const Vec3& along, const RibbonStyle& style) {
  const double depth = view_.orthographic ? view_.distance : (point - position_).dot(forward_);
  if (!(depth >= kNear * view_.distance)) return begin();
  const Vec3 toward = view_.orthographic ? forward_ : Vec3(point - position_);
  const Vec3 across = along.cross(toward).normalized() * (style.halfWidth * pixel_ * depth / view_.distance);
  const int first = static_cast<int>(out_.points.size());
  for (int side = -1; side <= 1; ++side) {
    out_.points.push_back((point - out_.origin + side * across).cast<float>());
    out_.colors.push_back({byteOf(style.color.r), byteOf(style.color.g), byteOf(style.color.b),
                           side == 0 ? byteOf(style.opacity) : std::uint8_t{0}});
  }
  if (std::exchange(joined_, true)) {
    for (int k = 0; k < 2; ++k) {
      const int a = first - 3 + k, b = first + k;
      out_.triangles.push_back({a, a + 1, b + 1});
      out_.triangles.push_back({a, b + 1, b});
    }
  }
}

void RibbonBuilder::addSegment(const Vec3& a, const Vec3& b, const RibbonStyle& style) {
  const Vec3 along = (b - a).normalized();
  begin();
  add(a, along, style);
  add(b, along, style);
}

}  // namespace tendril
