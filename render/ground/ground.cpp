// SPDX-License-Identifier: BSD-3-Clause
#include "render/ground/ground.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkShaderProperty.h>
#include <vtkTexture.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "render/ground/grid_lines.hpp"
#include "render/shading.hpp"

namespace tendril {
namespace {

constexpr double kCellPixels = 50;
constexpr double kCatcherReach = 1.6;      // of the shadow map's side, where light may be hidden
constexpr double kCatcherStrength = 1.15;  // of the theme's shadow: all of the key and much of the sky are gone at once
constexpr double kPoolReach = 0.75;        // of the camera's distance
constexpr Color kPoolColor = hexColor(0xC4D0E0);
constexpr Color kShadowColor = hexColor(0x10141C);
constexpr int kPoolOrder = 7, kShadowOrder = 6,
              kGridOrder = 5;  // tenths of depth: one is drawn over the other, nothing is cut

std::uint8_t shadeByte(double value) {
  return static_cast<std::uint8_t>(std::lround(255 * value));
}

/// Gives all fragments of an actor the same depth.
void flatten(vtkActor& actor, int order) {
  const std::string depth = "//VTK::Depth::Impl\n  gl_FragDepth = 0." + std::to_string(order) + ";\n";
  actor.GetShaderProperty()->AddFragmentShaderReplacement("//VTK::Depth::Impl", true, depth, false);
}

void makeQuad(vtkPolyData& mesh) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToFloat();
  points->SetNumberOfPoints(4);
  vtkNew<vtkFloatArray> coordinates;
  coordinates->SetName("TextureCoordinates");
  coordinates->SetNumberOfComponents(2);
  for (int k = 0; k < 4; ++k) coordinates->InsertNextTuple2(k == 1 || k == 2, k > 1);
  vtkNew<vtkCellArray> cells;
  cells->InsertNextCell({0, 1, 2, 3});
  mesh.SetPoints(points);
  mesh.SetPolys(cells);
  mesh.GetPointData()->SetTCoords(coordinates);
}

void setSquare(vtkPolyData& mesh, double x, double y, double side) {
  vtkPoints* points = mesh.GetPoints();
  for (int k = 0; k < 4; ++k) points->SetPoint(k, x + (k == 1 || k == 2 ? side : 0), y + (k > 1 ? side : 0), 0);
  points->Modified();
}

/// A square floor around a point of the world that fades out at `reach`.
void layFloor(vtkActor& actor, vtkPolyData& mesh, const CameraView& view, const Vec3& centre, double reach) {
  setSquare(mesh, -reach, -reach, 2 * reach);
  actor.SetPosition(centre.x(), centre.y(), centre.z());
  const Vec3 from = centre - view.position();
  setFloorReach(actor, Vec3(from.dot(view.right()), from.dot(view.up()), -from.dot(view.direction())), reach);
}

}  // namespace

double gridCell(const CameraView& view, double pictureHeight) {
  const double wanted = kCellPixels * view.metresPerPixel(pictureHeight);
  const double decade = std::pow(10, std::floor(std::log10(wanted)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= wanted * 0.999) return factor * decade;
  return 10 * decade;
}

std::string lengthText(double metres) {
  struct Unit {
    double size;
    const char* name;
  };
  for (const Unit& unit : {Unit{1e3, "km"}, Unit{1, "m"}, Unit{1e-2, "cm"}, Unit{1e-3, "mm"}, Unit{1e-6, "µm"}}) {
    if (metres < 0.999 * unit.size && unit.size > 1e-6) continue;
    char text[32];
    std::snprintf(text, sizeof(text), "%g\u2009%s", std::round(metres / unit.size * 100) / 100, unit.name);
    return text;
  }
  return {};
}

Ground::Ground() {
  makeQuad(*shadowMesh_);
  grid_ = makeActor(gridMesh_);
  shadowActor_ = makeActor(shadowMesh_);
  for (vtkActor* actor : {grid_.Get(), shadowActor_.Get()}) {
    actor->PickableOff();
    actor->ForceOpaqueOn();  // blended in the order of drawing, without an extra pass
    actor->GetProperty()->LightingOff();
  }
  flatten(*shadowActor_, kShadowOrder);
  flatten(*grid_, kGridOrder);

  shadowImage_->SetDimensions(ShadowMap::kSize, ShadowMap::kSize, 1);
  shadowImage_->AllocateScalars(VTK_UNSIGNED_CHAR, 4);
  shadowTexture_->SetInputData(shadowImage_);
  shadowTexture_->InterpolateOn();
  shadowTexture_->RepeatOff();
  shadowTexture_->EdgeClampOn();
  shadowTexture_->SetColorModeToDirectScalars();
  shadowActor_->SetTexture(shadowTexture_);
  shadowActor_->VisibilityOff();

  makeQuad(*catcherMesh_);
  catcher_ = makeActor(catcherMesh_);
  useShadowCatcher(*catcher_);
  makeQuad(*poolMesh_);
  pool_ = makeActor(poolMesh_);
  useLightPool(*pool_);
  pool_->GetProperty()->SetColor(kPoolColor.r, kPoolColor.g, kPoolColor.b);
  for (vtkActor* actor : {catcher_.Get(), pool_.Get()}) {
    actor->PickableOff();
    actor->ForceOpaqueOn();
    actor->VisibilityOff();
  }
  catcher_->GetProperty()->SetColor(kShadowColor.r, kShadowColor.g, kShadowColor.b);
  flatten(*pool_, kPoolOrder);
  flatten(*catcher_, kShadowOrder);
  setTheme(theme_);
}

Ground::~Ground() = default;

void Ground::addTo(vtkRenderer* renderer) {
  renderer->AddActor(pool_);
  renderer->AddActor(shadowActor_);
  renderer->AddActor(catcher_);
  renderer->AddActor(grid_);
}

void Ground::setTheme(const Theme& theme) {
  theme_ = theme;
}

void Ground::setVisible(bool visible) {
  visible_ = visible;
}

void Ground::setShadow(std::span<const ShadowCaster> casters) {
  hasShadow_ = shadow_.compute(casters, height_);
  const std::uint8_t shade[] = {shadeByte(kShadowColor.r), shadeByte(kShadowColor.g), shadeByte(kShadowColor.b)};
  auto* pixel = static_cast<std::uint8_t*>(shadowImage_->GetScalarPointer());
  for (std::uint8_t opacity : shadow_.opacity()) {
    pixel[0] = shade[0], pixel[1] = shade[1], pixel[2] = shade[2];
    pixel[3] = static_cast<std::uint8_t>(opacity * theme_.shadow);
    pixel += 4;
  }
  shadowImage_->Modified();
}

void Ground::prepare(const CameraView& view, double pictureHeight) {
  const double cell = gridCell(view, pictureHeight);
  cell_ = cell;
  grid_->SetVisibility(visible_ && hasGrid_);
  shadowActor_->SetVisibility(visible_ && hasShadow_ && !litByRig_);
  catcher_->SetVisibility(visible_ && hasShadow_ && litByRig_);
  pool_->SetVisibility(visible_ && theme_.pool > 0);
  if (!visible_) return;
  updateGrid(view, pictureHeight);
  if (theme_.pool > 0) {
    pool_->GetProperty()->SetOpacity(theme_.pool);
    layFloor(*pool_, *poolMesh_, view, Vec3(view.pivot.x(), view.pivot.y(), height_), kPoolReach * view.distance);
  }
  if (hasShadow_) updateShadow();
}

void Ground::setRig(const CameraView& view, const LightRig& rig) {
  litByRig_ = rig.occlusion != nullptr;
  if (!litByRig_ || !hasShadow_) return;
  const double reach = kCatcherReach * shadow_.side();
  const Eigen::Vector2d middle = shadow_.corner() + Eigen::Vector2d::Constant(shadow_.side() / 2);
  catcher_->GetProperty()->SetOpacity(std::min(1.0, kCatcherStrength * theme_.shadow));
  layFloor(*catcher_, *catcherMesh_, view, Vec3(middle.x(), middle.y(), height_), reach);
  tendril::setRig(*catcher_, rig);
}

void Ground::updateGrid(const CameraView& view, double pictureHeight) {
  const GridKey key = {view.pivot,        view.distance, view.azimuth,  view.elevation,    view.fieldOfView,
                       view.orthographic, height_,       pictureHeight, theme_.gridOpacity};
  if (key == gridKey_) return;
  gridKey_ = key;
  gridLines(view, cell_, height_, pictureHeight, theme_).writeTo(*gridMesh_, *grid_);
}

void Ground::updateShadow() {
  setSquare(*shadowMesh_, 0, 0, shadow_.side());
  shadowActor_->SetPosition(shadow_.corner().x(), shadow_.corner().y(), height_);
}

}  // namespace tendril
