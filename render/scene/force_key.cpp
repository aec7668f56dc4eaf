// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/force_key.hpp"

#include <vtkActor2D.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper2D.h>
#include <vtkRenderer.h>
#include <vtkTextActor.h>
#include <vtkTextProperty.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>

#include "core/text/units.hpp"
#include "render/scene/stage.hpp"

namespace tendril {
namespace {

constexpr double kLeft = 24, kTop = 24, kLine = 22, kLongestArrow = 88, kGap = 10, kFont = 12;  // px
constexpr double kShaft = 1.25, kHeadLength = 9, kHeadWidth = 4.5, kSecondHead = 8;             // px

/// Triangles of one colour in device pixels.
struct Flat {
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> cells;
  vtkNew<vtkUnsignedCharArray> colors;

  Flat() { colors->SetNumberOfComponents(3); }
  void add(std::initializer_list<std::array<double, 2>> corners, const Color& color) {
    cells->InsertNextCell(static_cast<int>(corners.size()));
    for (const auto& [x, y] : corners) cells->InsertCellPoint(points->InsertNextPoint(x, y, 0));
    colors->InsertNextTuple3(std::round(255 * color.r), std::round(255 * color.g), std::round(255 * color.b));
  }
  void addArrow(double x, double y, double length, double ratio, const Color& color) {
    const double head = std::min(kHeadLength * ratio, 0.5 * length), neck = x + length - head;
    const double half = kShaft * ratio, wide = kHeadWidth * ratio;
    add({{x, y - half}, {neck, y - half}, {neck, y + half}, {x, y + half}}, color);
    add({{neck, y - wide}, {x + length, y}, {neck, y + wide}}, color);
  }
};

}  // namespace

ForceKey::ForceKey() {
  vtkNew<vtkPolyDataMapper2D> mapper;
  mapper->SetInputData(arrows_);
  actor_->SetMapper(mapper);
  for (const auto& label : labels_) {
    vtkTextProperty* text = label->GetTextProperty();
    text->SetJustificationToLeft();
    text->SetVerticalJustificationToCentered();
    if (interfaceFont().empty()) continue;
    text->SetFontFamily(VTK_FONT_FILE);
    text->SetFontFile(interfaceFont().c_str());
  }
}

ForceKey::~ForceKey() = default;

void ForceKey::addTo(vtkRenderer* renderer) const {
  renderer->AddActor2D(actor_);
  for (const auto& label : labels_) renderer->AddActor2D(label);
}

void ForceKey::place(std::size_t line, const std::string& text, double x, double y, const Theme& theme,
                     double pixelRatio) {
  vtkTextActor& label = *labels_[line];
  label.SetVisibility(true);
  label.SetInput(text.c_str());
  label.GetTextProperty()->SetFontSize(static_cast<int>(kFont * pixelRatio));
  label.GetTextProperty()->SetColor(theme.text.r, theme.text.g, theme.text.b);
  label.SetPosition(x, y);
}

double ForceKey::height(const std::vector<ArrowKind>& kinds, const ForceScale& scale) {
  const auto drawn = std::ranges::count_if(
      kinds, [&](const ArrowKind& kind) { return (kind.torque ? scale.torque : scale.force) > 0; });
  return drawn > 0 ? kTop + kLine * static_cast<double>(drawn + 1) : 0;
}

void ForceKey::prepare(const ForceScale& scale, const CameraView& view, const Theme& theme, int height,
                       double pixelRatio) {
  for (const auto& label : labels_) label->SetVisibility(false);
  Flat flat;
  std::size_t line = 0;
  double longest = 0;
  ForceScale shown{.length = scale.length};
  const double left = kLeft * pixelRatio, pixelsPerMetre = 1 / view.metresPerPixel(height);
  for (const ArrowKind& kind : kinds_) {
    const double whole = kind.torque ? scale.torque : scale.force;
    const double perUnit = whole > 0 ? scale.length / whole * pixelsPerMetre : 0;
    if (!(perUnit > 0) || !std::isfinite(perUnit) || line + 1 >= kLines) continue;
    (kind.torque ? shown.torque : shown.force) = whole;
    const double value = roundDown(kLongestArrow * pixelRatio / perUnit), long_ = value * perUnit;
    const double y = height - (kTop + kLine * (static_cast<double>(line) + 0.5)) * pixelRatio;
    flat.addArrow(left, y, long_, pixelRatio, kind.color);
    if (kind.torque) flat.addArrow(left, y, long_ - kSecondHead * pixelRatio, pixelRatio, kind.color);
    longest = std::max(longest, long_);
    place(line++, fieldQuantity(value, kind.torque ? "N·m" : "N", 2) + "   " + std::string(kind.name), left, y, theme,
          pixelRatio);
  }
  for (std::size_t k = 0; k < line; ++k)
    labels_[k]->SetPosition(left + longest + kGap * pixelRatio, labels_[k]->GetPosition()[1]);
  if (line > 0)
    place(line, scaleText(shown), left, height - (kTop + kLine * (static_cast<double>(line) + 0.5)) * pixelRatio, theme,
          pixelRatio);
  arrows_->SetPoints(flat.points);
  arrows_->SetPolys(flat.cells);
  arrows_->GetCellData()->SetScalars(flat.colors);
  actor_->SetVisibility(line > 0);
}

std::vector<std::string> ForceKey::lines() const {
  std::vector<std::string> out;
  for (const auto& label : labels_)
    if (label->GetVisibility()) out.emplace_back(label->GetInput());
  return out;
}

}  // namespace tendril
