// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/axes_gizmo.hpp"

#include <vtkActor.h>
#include <vtkCamera.h>
#include <vtkPolyData.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkTextActor.h>
#include <vtkTextProperty.h>

#include <algorithm>

#include "render/scene/interface_text.hpp"
#include "render/shading.hpp"
#include "render/shapes/shape_mesh.hpp"

namespace tendril {
namespace {

constexpr double kPixels = 96;  // side of the corner
constexpr double kMargin = 6;
constexpr double kReach = 1.5;  // half height of the corner in lengths of an axis

}  // namespace

AxesGizmo::AxesGizmo() {
  ShapeMesh mesh;
  for (int k = 0; k < 3; ++k) addArrow(mesh, poseAlong(Vec3::Zero(), Vec3::Unit(k)), 1, 0.05, kAxisColors[k]);
  addSphere(mesh, Pose{}, 0.09, hexColor(0x9AA4B2));
  arrows_ = makeActor(toPolyData(mesh));
  useRig(*arrows_);
  renderer_->AddActor(arrows_);
  renderer_->InteractiveOff();
  renderer_->SetPreserveColorBuffer(true);
  for (int k = 0; k < 3; ++k) {
    letters_[k]->SetInput(k == 0 ? "X" : k == 1 ? "Y" : "Z");
    vtkTextProperty* text = letters_[k]->GetTextProperty();
    text->SetBold(false);
    text->SetJustificationToCentered();
    text->SetVerticalJustificationToCentered();
    text->SetColor(kAxisColors[k].r, kAxisColors[k].g, kAxisColors[k].b);
    useInterfaceFont(*text);
    renderer_->AddActor2D(letters_[k]);
  }
}

AxesGizmo::~AxesGizmo() = default;

void AxesGizmo::attach(vtkRenderWindow* window, int layer) {
  renderer_->SetLayer(layer);
  window->AddRenderer(renderer_);
}

void AxesGizmo::detach(vtkRenderWindow* window) {
  window->RemoveRenderer(renderer_);
}

void AxesGizmo::setVisible(bool visible) {
  renderer_->SetDraw(visible);
}

void AxesGizmo::prepare(const CameraView& view, const Theme& theme, int width, int height, double pixelRatio,
                        double bottom) {
  const double side = kPixels * pixelRatio, x = kMargin * pixelRatio, y = kMargin * pixelRatio + bottom;
  renderer_->SetViewport(x / width, y / height, std::min(1.0, (x + side) / width), std::min(1.0, (y + side) / height));
  vtkCamera* camera = renderer_->GetActiveCamera();
  const Vec3 from = -5 * view.direction(), up = view.up();
  camera->ParallelProjectionOn();
  camera->SetParallelScale(kReach);
  camera->SetFocalPoint(0, 0, 0);
  camera->SetPosition(from.x(), from.y(), from.z());
  camera->SetViewUp(up.x(), up.y(), up.z());
  camera->SetClippingRange(1, 10);
  setRig(*arrows_, lightRig(view, theme));
  for (int k = 0; k < 3; ++k) {
    const Vec3 tip = 1.32 * Vec3::Unit(k);
    letters_[k]->SetPosition(side / 2 * (1 + tip.dot(view.right()) / kReach), side / 2 * (1 + tip.dot(up) / kReach));
    letters_[k]->GetTextProperty()->SetFontSize(static_cast<int>(11 * pixelRatio));
  }
}

}  // namespace tendril
