// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/figure/drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tendril::figure {
namespace {

constexpr double kTitle = 9;                          // pt
constexpr double kPx = 0.75;                          // pt in a CSS pixel
constexpr double kMargin = 4, kGap = 3, kTick = 2.5;  // pt
constexpr double kSample = 14;                        // pt: length of a line in the legend
constexpr double kPanelGap = 9;
constexpr double kFar = 1e5;  // pt: no coordinate lies further out

Color mixed(const Color& from, const Color& to, double share) {
  return {from.r + share * (to.r - from.r), from.g + share * (to.g - from.g), from.b + share * (to.b - from.b)};
}

/// A name that is too long for its axis ends in an ellipsis.
std::string fitted(std::string name, const std::string& unit, double room) {
  room -= unit.empty() ? 0 : textWidth(" (" + unit + ")", kTextSize);
  if (textWidth(name, kTextSize) <= room) return name;
  while (!name.empty() && textWidth(name + "…", kTextSize) > room) {
    name.pop_back();
    while (!name.empty() && (static_cast<unsigned char>(name.back()) & 0xC0) == 0x80) name.pop_back();
    if (!name.empty() && static_cast<unsigned char>(name.back()) >= 0xC0) name.pop_back();
  }
  return name + "…";
}

/// Lowest and highest of what an axis is to show.
struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void include(double value, bool logarithmic) {
    if (!(std::abs(value) < kHugeValue) || (logarithmic && !(value > 0))) return;
    if (std::abs(value) <= kTinyValue) value = 0;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

Extent extentOf(const Figure& figure, const Panel& panel, bool right) {
  Extent extent;
  const bool logarithmic = right ? panel.right->logarithmic : panel.y.logarithmic;
  const auto include = [&](const std::vector<Point>& points) {
    for (const Point& p : points)
      if (p.x >= figure.from && p.x <= figure.to) extent.include(p.y, logarithmic);
  };
  for (const Curve& curve : panel.curves)
    if (curve.right == right) include(curve.points);
  if (!right)
    for (const Band& band : panel.bands) include(band.low), include(band.high);
  return extent;
}

}  // namespace

Drawing::Drawing(const Figure& figure, Point corner)
    : figure_(figure),
      corner_(corner),
      ink_(inkOf(figure.dark)),
      width_(figure.widthMm * kPointsPerMm),
      x_(AxisScale::within(figure.from, figure.to, figure.x, 6)) {
  measure();
}

void Drawing::draw(Canvas& canvas) const {
  if (!figure_.title.empty()) {
    const PanelLayout& first = panels_.front();
    const std::array<TextRun, 1> title = {{{figure_.title, ink_.text}}};
    canvas.text({first.plot.left, first.plot.top - above(first) - kGap - 2}, title, {.size = kTitle, .bold = true});
  }
  for (const PanelLayout& panel : panels_) drawPanel(canvas, panel);
  drawXLabels(canvas, panels_.back());
}

// ---- layout

void Drawing::measure() {
  double left = 0;
  for (const Panel& panel : figure_.panels) {
    panels_.push_back(scaled(panel));
    left = std::max(left, panels_.back().left.labelWidth());
  }
  left += kMargin + kTextLine + kTick + kGap + 1;
  leftRoom_ = left, rightRoom_ = roomOnTheRight();
  left += corner_.x;
  const double right = corner_.x + width_ - rightRoom_;
  if (right - left < 40) throw std::invalid_argument("the figure is too narrow for its axis labels");
  x_.setCount(static_cast<int>(std::clamp((right - left) / 36, 2.0, 12.0)));
  double fixed = kMargin + (figure_.title.empty() ? 2 : kTitle + kGap + 2);
  for (PanelLayout& panel : panels_) {
    placeLegend(panel, left, right);
    fixed += above(panel);
  }
  fixed += kPanelGap * static_cast<double>(panels_.size() - 1) + kTick + 2 * kTextLine + kMargin;
  stack(left, right, fixed);
}

/// For numbers and name of the right axis, or half of the last number of x.
double Drawing::roomOnTheRight() const {
  double room = kMargin + 5;
  for (const std::string& label : x_.labels()) room = std::max(room, kMargin + textWidth(label, kTextSize) / 2);
  for (const PanelLayout& panel : panels_)
    if (panel.panel->right) room = std::max(room, panel.right.labelWidth() + kMargin + kTextLine + kTick + kGap + 1);
  return room;
}

/// Room that title and legend take above a panel.
double Drawing::above(const PanelLayout& panel) {
  return (panel.legendRows + (panel.panel->title.empty() ? 0 : 1)) * kTextLine + (panel.legendRows ? 1 : 0);
}

void Drawing::stack(double left, double right, double fixed) {
  const auto count = static_cast<double>(panels_.size());
  double each = count == 1 ? 0.6 * (right - left) : 0.36 * (right - left);
  each = std::clamp(each, 55.0, 150.0);
  if (figure_.heightMm > 0) each = (figure_.heightMm * kPointsPerMm - fixed) / count;
  if (each < 20) throw std::invalid_argument("the figure is not high enough for its panels and legends");
  double top = corner_.y + kMargin + (figure_.title.empty() ? 2 : kTitle + kGap + 2);
  for (PanelLayout& panel : panels_) {
    top += above(panel);
    panel.plot = {left, top, right - left, each};
    const auto ticks = static_cast<int>(std::clamp(each / 20, 2.0, 6.0));
    panel.left.setCount(ticks);
    if (panel.panel->right) panel.right.setCount(ticks);
    top += each + kPanelGap;
  }
  height_ = top - corner_.y - kPanelGap + kTick + 2 * kTextLine + kMargin;
}

Drawing::PanelLayout Drawing::scaled(const Panel& panel) const {
  PanelLayout out;
  out.panel = &panel;
  const Extent left = extentOf(figure_, panel, false);
  out.left = panel.values ? AxisScale::within(panel.values->first, panel.values->second, panel.y, 5)
                          : AxisScale::around(left.low, left.high, panel.y, 5);
  if (panel.right) {
    const Extent right = extentOf(figure_, panel, true);
    out.right = AxisScale::around(right.low, right.high, *panel.right, 5);
  }
  return out;
}

/// Above the plot, so that it covers no curve; in as many rows as it needs.
void Drawing::placeLegend(PanelLayout& panel, double left, double right) {
  const std::vector<Curve>& curves = panel.panel->curves;
  std::vector<const Curve*> entries;  // a run that branched is several curves of one name
  for (const Curve& curve : curves)
    if (std::none_of(entries.begin(), entries.end(), [&](const Curve* c) { return c->label == curve.label; }))
      entries.push_back(&curve);
  if (entries.size() < 2) return;
  double x = left;
  panel.legendRows = 1;
  for (const Curve* entry : entries) {
    const double wide = kSample + kGap + textWidth(entry->label, kTextSize);
    if (x > left && x + wide > right) x = left, ++panel.legendRows;
    panel.legend.push_back({entry, x, panel.legendRows - 1});
    x += wide + 3 * kGap;
  }
}

// ---- drawing

void Drawing::drawPanel(Canvas& canvas, const PanelLayout& p) const {
  const Stroke grid{ink_.grid, 0.5, false, "grid"}, axis{ink_.axis, 0.6, false, "axis"};
  for (std::size_t i = 0; i < x_.labels().size(); ++i) {
    const double x = xOf(p, x_.shareOfTick(i));
    canvas.line({x, p.plot.top}, {x, p.plot.bottom()}, grid);
  }
  for (std::size_t i = 0; i < p.left.labels().size(); ++i) {
    const double y = yOf(p, p.left.shareOfTick(i));
    canvas.line({p.plot.left, y}, {p.plot.right(), y}, grid);
  }
  drawBands(canvas, p);
  // What happened lies on top.
  for (const CurveRole role : {CurveRole::kOtherRun, CurveRole::kReference, CurveRole::kActual})
    for (const Curve& curve : p.panel->curves)
      if (curve.role == role) drawCurve(canvas, p, curve);
  canvas.line({p.plot.left, p.plot.top}, {p.plot.left, p.plot.bottom()}, axis);
  canvas.line({p.plot.left, p.plot.bottom()}, {p.plot.right(), p.plot.bottom()}, axis);
  drawValues(canvas, p, false);
  if (p.panel->right) {
    canvas.line({p.plot.right(), p.plot.top}, {p.plot.right(), p.plot.bottom()}, axis);
    drawValues(canvas, p, true);
  }
  drawLegend(canvas, p);
  if (p.panel->title.empty()) return;
  const std::array<TextRun, 1> title = {{{p.panel->title, ink_.text}}};
  canvas.text({p.plot.left, p.plot.top - 4 - kTextLine * p.legendRows}, title, {.bold = true});
}

std::vector<Point> Drawing::placed(const PanelLayout& p, const std::vector<Point>& points,
                                   const AxisScale& scale) const {
  std::vector<Point> out;
  out.reserve(points.size());
  for (const Point& at : points) {
    const double x = xOf(p, x_.shareOf(at.x)), y = yOf(p, scale.shareOf(at.y));
    const double inside = std::isnan(y) ? y : std::clamp(y, -kFar, kFar);
    out.push_back({std::isnan(x) ? x : std::clamp(x, -kFar, kFar), inside});
  }
  return out;
}

void Drawing::drawBands(Canvas& canvas, const PanelLayout& p) const {
  for (const Band& band : p.panel->bands) {
    std::vector<Point> outline = placed(p, band.low, p.left), back = placed(p, band.high, p.left);
    outline.insert(outline.end(), back.rbegin(), back.rend());
    const auto unknown = [](const Point& at) { return std::isnan(at.x) || std::isnan(at.y); };
    std::erase_if(outline, unknown);
    canvas.area(outline, hueOf(band.hue, figure_.dark), 0.22, p.plot);
  }
}

Stroke Drawing::strokeOf(const Curve& curve) const {
  const Color hue = hueOf(curve.hue, figure_.dark);
  switch (curve.role) {
    case CurveRole::kReference:
      return {hue, 1 * kPx, true, "curve reference"};
    case CurveRole::kOtherRun:
      return {mixed(ink_.page, hue, 0.6), 1.25 * kPx, curve.run % 2 == 1, "curve other"};
    case CurveRole::kActual:
      break;
  }
  return {hue, 1.75 * kPx, false, "curve"};
}

void Drawing::drawCurve(Canvas& canvas, const PanelLayout& p, const Curve& curve) const {
  const Box clip{p.plot.left, p.plot.top - 1, p.plot.width, p.plot.height + 2};
  canvas.curve(placed(p, curve.points, curve.right ? p.right : p.left), strokeOf(curve), clip);
}

/// Numbers, ticks and name of the axis on one side.
void Drawing::drawValues(Canvas& canvas, const PanelLayout& p, bool right) const {
  const AxisScale& scale = right ? p.right : p.left;
  const double at = right ? p.plot.right() : p.plot.left, out = right ? 1 : -1;
  const Stroke axis{ink_.axis, 0.6, false, "axis"};
  for (std::size_t i = 0; i < scale.labels().size(); ++i) {
    const double y = yOf(p, scale.shareOfTick(i));
    canvas.line({at, y}, {at + out * kTick, y}, axis);
    const std::array<TextRun, 1> label = {{{scale.labels()[i], ink_.quiet}}};
    canvas.text({at + out * (kTick + kGap), y + 0.35 * kTextSize}, label,
                {.anchor = right ? Anchor::kStart : Anchor::kEnd});
  }
  const std::string& full = right ? p.panel->right->name : p.panel->y.name;
  const std::vector<TextRun> name = axisTitle(fitted(full, scale.unit(), p.plot.height), scale.unit());
  const double x = right ? at + rightRoom_ - kMargin - 0.3 * kTextSize : at - leftRoom_ + kMargin + kTextSize;
  canvas.text({x, p.plot.top + p.plot.height / 2}, name, {.anchor = Anchor::kMiddle, .upwards = true});
}

std::vector<TextRun> Drawing::axisTitle(const std::string& name, const std::string& unit) const {
  std::vector<TextRun> runs = {{name, ink_.text}};
  if (!unit.empty()) runs.push_back({(name.empty() ? "" : "\u2009") + std::string("(") + unit + ")", ink_.quiet});
  return runs;
}

void Drawing::drawLegend(Canvas& canvas, const PanelLayout& p) const {
  for (const LegendItem& item : p.legend) {
    const double base = p.plot.top - 4 - kTextLine * (p.legendRows - 1 - item.row);
    Stroke sample = strokeOf(*item.curve);
    sample.name = "sample";
    canvas.line({item.x, base - 0.35 * kTextSize}, {item.x + kSample, base - 0.35 * kTextSize}, sample);
    const std::array<TextRun, 1> label = {{{item.curve->label, ink_.text}}};
    canvas.text({item.x + kSample + kGap, base}, label, {});
  }
}

void Drawing::drawXLabels(Canvas& canvas, const PanelLayout& p) const {
  const double base = p.plot.bottom() + kTick + kTextSize + 1;
  for (std::size_t i = 0; i < x_.labels().size(); ++i) {
    const double x = xOf(p, x_.shareOfTick(i));
    canvas.line({x, p.plot.bottom()}, {x, p.plot.bottom() + kTick}, {ink_.axis, 0.6, false, "axis"});
    const std::array<TextRun, 1> label = {{{x_.labels()[i], ink_.quiet}}};
    canvas.text({x, base}, label, {.anchor = Anchor::kMiddle});
  }
  canvas.text({p.plot.left + p.plot.width / 2, base + kTextLine}, axisTitle(figure_.x.name, x_.unit()),
              {.anchor = Anchor::kMiddle});
}

}  // namespace tendril::figure
