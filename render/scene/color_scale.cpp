// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/color_scale.hpp"

#include <vtkActor2D.h>
#include <vtkCellArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper2D.h>
#include <vtkRenderer.h>
#include <vtkTextActor.h>
#include <vtkTextProperty.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>

#include "render/scene/interface_text.hpp"

namespace tendril {
namespace {

constexpr int kBands = 64;
constexpr double kLeft = 24, kWidth = 12, kHeight = 170, kGap = 8, kFont = 12;  // px

}  // namespace

ColorScale::ColorScale() {
  vtkNew<vtkPolyDataMapper2D> mapper;
  mapper->SetInputData(bar_);
  actor_->SetMapper(mapper);
  const auto prepareText = [](vtkTextActor& actor) {
    vtkTextProperty* text = actor.GetTextProperty();
    text->SetJustificationToLeft();
    text->SetVerticalJustificationToCentered();
    useInterfaceFont(*text);
  };
  prepareText(*title_);
  for (const auto& tick : ticks_) prepareText(*tick);
  setColors({});
}

ColorScale::~ColorScale() = default;

void ColorScale::addTo(vtkRenderer* renderer) const {
  renderer->AddActor2D(actor_);
  renderer->AddActor2D(title_);
  for (const auto& tick : ticks_) renderer->AddActor2D(tick);
}

void ColorScale::setColors(const FieldColors& colors) {
  colors_ = colors;
  const bool shown = colors.field != SurfaceField::kNone;
  actor_->SetVisibility(shown);
  title_->SetVisibility(shown);
  for (const auto& tick : ticks_) tick->SetVisibility(shown);
  if (!shown) return;
  const ScaleTexts texts = scaleTexts(colors);
  title_->SetInput((texts.title + (texts.unit.empty() ? "" : "  " + texts.unit)).c_str());
  for (std::size_t k = 0; k < ticks_.size(); ++k) ticks_[k]->SetInput(texts.ticks[k].c_str());
  paint();
}

/// Bands of colour; prepare() says how large they are.
void ColorScale::paint() {
  vtkNew<vtkUnsignedCharArray> shades;
  shades->SetNumberOfComponents(3);
  for (int k = 0; k <= kBands; ++k) {
    const Color color = colorAt(colorMapOf(colors_.field), static_cast<double>(k) / kBands);
    for (int side = 0; side < 2; ++side)
      shades->InsertNextTuple3(std::round(255 * color.r), std::round(255 * color.g), std::round(255 * color.b));
  }
  vtkNew<vtkCellArray> cells;
  for (vtkIdType k = 0; k < kBands; ++k) cells->InsertNextCell({2 * k, 2 * k + 1, 2 * k + 3, 2 * k + 2});
  vtkNew<vtkPoints> points;
  points->SetNumberOfPoints(2 * (kBands + 1));
  bar_->SetPoints(points);
  bar_->SetPolys(cells);
  bar_->GetPointData()->SetScalars(shades);
}

void ColorScale::prepare(const Theme& theme, int height, double pixelRatio) const {
  if (!actor_->GetVisibility()) return;
  const double tall = std::min(kHeight * pixelRatio, 0.6 * height), wide = kWidth * pixelRatio;
  const double left = kLeft * pixelRatio, bottom = (height - tall) / 2;
  for (vtkIdType k = 0; k <= kBands; ++k)
    for (vtkIdType side = 0; side < 2; ++side)
      bar_->GetPoints()->SetPoint(2 * k + side, static_cast<double>(side) * wide,
                                  tall * static_cast<double>(k) / kBands, 0);
  bar_->GetPoints()->Modified();
  actor_->SetPosition(left, bottom);
  const auto place = [&](vtkTextActor& actor, double x, double y) {
    vtkTextProperty* text = actor.GetTextProperty();
    text->SetFontSize(static_cast<int>(kFont * pixelRatio));
    text->SetColor(theme.text.r, theme.text.g, theme.text.b);
    actor.SetPosition(x, y);
  };
  place(*title_, left, bottom + tall + 2.2 * kFont * pixelRatio);
  for (std::size_t k = 0; k < ticks_.size(); ++k)
    place(*ticks_[k], left + wide + kGap * pixelRatio,
          bottom + tall * static_cast<double>(k) / static_cast<double>(ticks_.size() - 1));
}

}  // namespace tendril
