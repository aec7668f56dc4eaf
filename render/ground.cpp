// SPDX-License-Identifier: BSD-3-Clause
#include "render/ground.hpp"

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
#include <vtkUniforms.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "render/shading.hpp"

namespace tendril {
namespace {

constexpr double kCellPixels = 40;
constexpr int kMajor = 5;              // cells per major line
constexpr double kFadeDistance = 3.2;  // in distances of the camera
constexpr double kShadowGap = 2e-4;    // between shadow and grid, in distances of the camera

constexpr const char* kVertexDeclaration = R"(
out vec2 gridMC;
)";
constexpr const char* kVertex = "//VTK::PositionVC::Impl\n  gridMC = vertexMC.xy;\n";
// Lines of constant width on the screen, smoothed by the derivatives of the coordinates; gridWorld is the place of the
// world's origin on the mesh. VTK declares uniforms that are set as custom ones (gridSize, gridFade, …) itself.
constexpr const char* kFragmentDeclaration = R"(
in vec2 gridMC;
float gridLine(vec2 at, vec2 step, float width) {
  vec2 off = abs(fract(at - 0.5) - 0.5) / max(step, vec2(1e-9));
  vec2 line = clamp(width - off, 0.0, 1.0) * clamp(1.5 - 2.0 * step, 0.0, 1.0);
  return max(line.x, line.y);
}
)";
constexpr const char* kFragment = R"(
  vec2 gridAt = gridMC / gridSize;
  vec2 gridStep = fwidth(gridAt);
  float gridFar = 1.0 - smoothstep(0.25, 1.0, length(gridMC) / gridFade);
  float gridFine = gridLine(gridAt, gridStep, 0.9) * 0.42 * gridMinor;
  float gridCoarse = gridLine(gridAt / 5.0, gridStep / 5.0, 1.0);
  vec2 gridAxis = clamp(1.5 - abs(gridMC - gridWorld) / max(fwidth(gridMC), vec2(1e-9)), 0.0, 1.0);
  vec3 gridColor = diffuseColor;
  float gridAlpha = max(gridFine, gridCoarse) * gridOpacity;
  if (gridAxis.y > 0.0) { gridColor = mix(gridColor, vec3(0.85, 0.33, 0.31), gridAxis.y); gridAlpha = max(gridAlpha, 0.75 * gridAxis.y); }
  if (gridAxis.x > 0.0) { gridColor = mix(gridColor, vec3(0.30, 0.62, 0.36), gridAxis.x); gridAlpha = max(gridAlpha, 0.75 * gridAxis.x); }
  gl_FragData[0] = vec4(gridColor, gridAlpha * gridFar);
)";

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
  makeQuad(*gridMesh_);
  makeQuad(*shadowMesh_);
  grid_ = makeActor(gridMesh_);
  shadowActor_ = makeActor(shadowMesh_);
  for (vtkActor* actor : {grid_.Get(), shadowActor_.Get()}) {
    actor->PickableOff();
    actor->ForceOpaqueOn();  // blended in the order of drawing, without an extra pass
    actor->GetProperty()->LightingOff();
  }
  vtkShaderProperty* shader = grid_->GetShaderProperty();
  shader->AddVertexShaderReplacement("//VTK::PositionVC::Dec", true,
                                     std::string("//VTK::PositionVC::Dec\n") + kVertexDeclaration, false);
  shader->AddVertexShaderReplacement("//VTK::PositionVC::Impl", true, kVertex, false);
  shader->AddFragmentShaderReplacement("//VTK::PositionVC::Dec", true,
                                       std::string("//VTK::PositionVC::Dec\n") + kFragmentDeclaration, false);
  shader->AddFragmentShaderReplacement("//VTK::Light::Impl", true, kFragment, false);

  shadowImage_->SetDimensions(ShadowMap::kSize, ShadowMap::kSize, 1);
  shadowImage_->AllocateScalars(VTK_UNSIGNED_CHAR, 4);
  shadowTexture_->SetInputData(shadowImage_);
  shadowTexture_->InterpolateOn();
  shadowTexture_->RepeatOff();
  shadowTexture_->EdgeClampOn();
  shadowTexture_->SetColorModeToDirectScalars();
  shadowActor_->SetTexture(shadowTexture_);
  shadowActor_->VisibilityOff();
  setTheme(theme_);
}

Ground::~Ground() = default;

void Ground::addTo(vtkRenderer* renderer) {
  renderer->AddActor(shadowActor_);
  renderer->AddActor(grid_);
}

void Ground::setTheme(const Theme& theme) {
  theme_ = theme;
  grid_->GetProperty()->SetColor(theme.grid.r, theme.grid.g, theme.grid.b);
}

void Ground::setVisible(bool visible) {
  visible_ = visible;
}

void Ground::setShadow(std::span<const ShadowCaster> casters) {
  hasShadow_ = shadow_.compute(casters, height_);
  auto* pixel = static_cast<std::uint8_t*>(shadowImage_->GetScalarPointer());
  for (std::uint8_t opacity : shadow_.opacity()) {
    pixel[0] = 16, pixel[1] = 20, pixel[2] = 28;
    pixel[3] = static_cast<std::uint8_t>(opacity * theme_.shadow);
    pixel += 4;
  }
  shadowImage_->Modified();
}

void Ground::prepare(const CameraView& view, double pictureHeight) {
  const double cell = gridCell(view, pictureHeight);
  cell_ = cell;
  grid_->SetVisibility(visible_);
  shadowActor_->SetVisibility(visible_ && hasShadow_);
  if (!visible_) return;
  updateGrid(view);
  if (hasShadow_) updateShadow(view);
}

void Ground::updateGrid(const CameraView& view) {
  const double major = kMajor * cell_, fade = kFadeDistance * std::max(view.distance, 1e-6);
  const double x = std::round(view.pivot.x() / major) * major, y = std::round(view.pivot.y() / major) * major;
  setSquare(*gridMesh_, -1.1 * fade, -1.1 * fade, 2.2 * fade);
  grid_->SetPosition(x, y, height_);
  vtkUniforms* uniforms = grid_->GetShaderProperty()->GetFragmentCustomUniforms();
  uniforms->SetUniformf("gridSize", static_cast<float>(cell_));
  uniforms->SetUniformf("gridFade", static_cast<float>(fade));
  uniforms->SetUniformf("gridOpacity", static_cast<float>(theme_.gridOpacity));
  uniforms->SetUniformf("gridMinor", 1.0F);
  const float world[2] = {static_cast<float>(-x), static_cast<float>(-y)};
  uniforms->SetUniform2f("gridWorld", world);
}

void Ground::updateShadow(const CameraView& view) {
  const double gap = kShadowGap * view.distance * (view.position().z() >= height_ ? -1 : 1);
  setSquare(*shadowMesh_, 0, 0, shadow_.side());
  shadowActor_->SetPosition(shadow_.corner().x(), shadow_.corner().y(), height_ + gap);
}

}  // namespace tendril
