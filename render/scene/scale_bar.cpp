// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/scale_bar.hpp"

#include <vtkActor2D.h>
#include <vtkCellArray.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper2D.h>
#include <vtkProperty2D.h>
#include <vtkRenderer.h>
#include <vtkTextActor.h>
#include <vtkTextProperty.h>

#include <array>
#include <cmath>

#include "render/ground/ground.hpp"
#include "render/scene/interface_text.hpp"

namespace tendril {
namespace {

constexpr double kLongest = 150, kTick = 7, kThickness = 2, kGap = 5, kFont = 12;  // px

}  // namespace

double scaleBarLength(const CameraView& view, double pictureHeight, double pixels) {
  const double longest = pixels * view.metresPerPixel(pictureHeight);
  const double decade = std::pow(10, std::floor(std::log10(longest)));
  for (const double factor : {5.0, 2.0})
    if (factor * decade <= longest * 1.001) return factor * decade;
  return decade;
}

ScaleBar::ScaleBar() {
  vtkNew<vtkPolyDataMapper2D> mapper;
  mapper->SetInputData(line_);
  actor_->SetMapper(mapper);
  vtkNew<vtkPoints> points;
  points->SetNumberOfPoints(12);
  vtkNew<vtkCellArray> cells;  // the line and its ticks
  for (vtkIdType k = 0; k < 12; k += 4) cells->InsertNextCell({k, k + 1, k + 2, k + 3});
  line_->SetPoints(points);
  line_->SetPolys(cells);
  vtkTextProperty* text = label_->GetTextProperty();
  text->SetJustificationToCentered();
  text->SetVerticalJustificationToBottom();
  useInterfaceFont(*text);
}

ScaleBar::~ScaleBar() = default;

void ScaleBar::addTo(vtkRenderer* renderer) const {
  renderer->AddActor2D(actor_);
  renderer->AddActor2D(label_);
}

void ScaleBar::setVisible(bool visible) {
  actor_->SetVisibility(visible);
  label_->SetVisibility(visible);
}

void ScaleBar::prepare(const CameraView& view, const Theme& theme, int height, double right, double bottom,
                       double pixelRatio) {
  if (!actor_->GetVisibility()) return;
  const double length = scaleBarLength(view, height, kLongest * pixelRatio);
  const double wide = length / view.metresPerPixel(height);
  const double tick = kTick * pixelRatio, thick = kThickness * pixelRatio;
  const auto place = [this](vtkIdType first, double x0, double y0, double x1, double y1) {
    const std::array<std::array<double, 2>, 4> corners = {{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}};
    for (vtkIdType k = 0; k < 4; ++k)
      line_->GetPoints()->SetPoint(first + k, corners[static_cast<std::size_t>(k)][0],
                                   corners[static_cast<std::size_t>(k)][1], 0);
  };
  place(0, 0, (tick - thick) / 2, wide, (tick + thick) / 2);
  place(4, 0, 0, thick, tick);
  place(8, wide - thick, 0, wide, tick);
  line_->GetPoints()->Modified();
  actor_->GetProperty()->SetColor(theme.text.r, theme.text.g, theme.text.b);
  actor_->SetPosition(right - wide, bottom);
  label_->SetInput(lengthText(length).c_str());
  label_->GetTextProperty()->SetColor(theme.text.r, theme.text.g, theme.text.b);
  label_->GetTextProperty()->SetFontSize(static_cast<int>(kFont * pixelRatio));
  label_->SetPosition(right - wide / 2, bottom + tick + kGap * pixelRatio);
}

}  // namespace tendril
