// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/figure/figure.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <system_error>

#include "core/text/units.hpp"
#include "studio/figure/ticks.hpp"

namespace tendril::figure {
namespace {

constexpr double kPointsPerMm = 72 / 25.4;
constexpr double kSize = 8, kTitle = 9;               // pt
constexpr double kPx = 0.75;                          // pt in a CSS pixel
constexpr double kMargin = 4, kGap = 3, kTick = 2.5;  // pt
constexpr double kLine = 11;                          // pt between lines of text
constexpr double kSample = 14;                        // pt: length of a line in the legend
constexpr double kPanelGap = 9;

struct Ink {
  Color page, text, quiet, axis, grid;
};

Ink inkOf(bool dark) {
  if (dark) return {colorOf("#1C2027"), colorOf("#E6EAF0"), colorOf("#9AA4B2"), colorOf("#9AA4B2"), colorOf("#2F3641")};
  return {colorOf("#FFFFFF"), colorOf("#1B2129"), colorOf("#5B6673"), colorOf("#5B6673"), colorOf("#E7EAEE")};
}

Color mixed(const Color& from, const Color& to, double share) {
  return {from.r + share * (to.r - from.r), from.g + share * (to.g - from.g), from.b + share * (to.b - from.b)};
}

constexpr double kHuge = 1e290, kTiny = 1e-290;  // beyond: not drawn, drawn as zero
constexpr double kFar = 1e5;                     // pt: no coordinate lies further out

std::string superscript(int number) {
  constexpr std::array<const char*, 10> kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number))) out += kDigits[static_cast<std::size_t>(digit - '0')];
  return out;
}

/// Values in a unit with a fitting prefix, or a power of ten where it has none. Angles stay in radians, seconds plain.
DisplayUnit shownUnit(double low, double high, const std::string& unit) {
  const double magnitude = std::max(std::abs(low), std::abs(high));
  if (!(magnitude > kTiny && magnitude < kHuge)) return {unit, 1};
  DisplayUnit shown{unit, 1};
  const bool plain = unit.find("rad") != std::string::npos || unit == "%" || (unit == "s" && magnitude >= 1);
  if (const DisplayUnit prefixed = displayUnit(magnitude, unit); !plain && prefixed.factor > 0) shown = prefixed;
  const double number = magnitude / shown.factor;
  if (number >= 0.01 && number < 1e5) return shown;
  const int power = 3 * static_cast<int>(std::floor(std::log10(number) / 3));
  shown.factor *= std::pow(10, power);
  shown.text = "10" + superscript(power) + (shown.text.empty() ? "" : "\u2009" + shown.text);
  return shown;
}

/// One item of a legend: where its line begins, and its label.
struct LegendItem {
  const Curve* curve;
  double x;
  int row;
};

struct PanelLayout {
  const Panel* panel = nullptr;
  Box plot;
  Ticks ticks;
  DisplayUnit unit;
  std::vector<LegendItem> legend;
  int legendRows = 0;
};

class Drawing {
 public:
  explicit Drawing(const Figure& figure)
      : figure_(figure), ink_(inkOf(figure.dark)), width_(figure.widthMm * kPointsPerMm) {
    xUnit_ = shownUnit(figure.from, figure.to, figure.x.unit);
    measure();
  }

  double width() const { return width_; }
  double height() const { return height_; }

  void draw(Canvas& canvas) const {
    canvas.fill({0, 0, width_ + 1, height_ + 1}, ink_.page);  // pixels cut by the edge too
    if (!figure_.title.empty()) {
      const std::array<TextRun, 1> title = {{{figure_.title, ink_.text}}};
      canvas.text({panels_[0].plot.left, kMargin + kTitle}, title, {.size = kTitle, .bold = true});
    }
    for (const PanelLayout& panel : panels_) drawPanel(canvas, panel);
    drawXLabels(canvas);
  }

 private:
  // ---- layout
  void measure() {
    double left = 0;
    for (const Panel& panel : figure_.panels) {
      panels_.push_back(scaled(panel));
      left = std::max(left, labelWidth(panels_.back().ticks));
    }
    left += kMargin + kLine + kTick + kGap + 1;
    const double right = width_ - kMargin - 5;  // half of the last label of x
    if (right - left < 40) throw std::invalid_argument("the figure is too narrow for its axis labels");
    xTicks_ = ticksWithin(figure_.from / xUnit_.factor, figure_.to / xUnit_.factor,
                          static_cast<int>(std::clamp((right - left) / 36, 2.0, 12.0)));
    double fixed = kMargin + (figure_.title.empty() ? 2 : kTitle + kGap + 2);
    for (PanelLayout& panel : panels_) {
      placeLegend(panel, left, right);
      fixed += above(panel);
    }
    fixed += kPanelGap * static_cast<double>(panels_.size() - 1) + kTick + 2 * kLine + kMargin;
    stack(left, right, fixed);
  }
  /// Room that title and legend take above a panel.
  static double above(const PanelLayout& panel) {
    return (panel.legendRows + (panel.panel->title.empty() ? 0 : 1)) * kLine + (panel.legendRows ? 1 : 0);
  }
  /// The widest label, however many ticks there will be room for.
  static double labelWidth(const Ticks& ticks) {
    double widest = 0;
    for (const int count : {2, 3, 4, 6, 8})
      for (const std::string& label : ticksWithin(ticks.low, ticks.high, count).labels)
        widest = std::max(widest, textWidth(label, kSize));
    return widest;
  }
  void stack(double left, double right, double fixed) {
    const auto count = static_cast<double>(panels_.size());
    double each = count == 1 ? 0.6 * (right - left) : 0.36 * (right - left);
    each = std::clamp(each, 55.0, 150.0);
    if (figure_.heightMm > 0) each = (figure_.heightMm * kPointsPerMm - fixed) / count;
    if (each < 20) throw std::invalid_argument("the figure is not high enough for its panels and legends");
    double top = kMargin + (figure_.title.empty() ? 2 : kTitle + kGap + 2);
    for (PanelLayout& panel : panels_) {
      top += above(panel);
      panel.plot = {left, top, right - left, each};
      const Ticks& wide = panel.ticks;
      panel.ticks = ticksWithin(wide.low, wide.high, static_cast<int>(std::clamp(each / 20, 2.0, 6.0)));
      top += each + kPanelGap;
    }
    height_ = top - kPanelGap + kTick + 2 * kLine + kMargin;
  }
  PanelLayout scaled(const Panel& panel) const {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    if (panel.values) low = panel.values->first, high = panel.values->second;
    for (const Curve& curve : panel.curves) {
      if (panel.values) break;
      for (const Point& p : curve.points) {
        if (!(std::abs(p.y) < kHuge) || p.x < figure_.from || p.x > figure_.to) continue;
        const double y = std::abs(p.y) > kTiny ? p.y : 0;
        low = std::min(low, y);
        high = std::max(high, y);
      }
    }
    PanelLayout out;
    out.panel = &panel;
    out.unit = low <= high ? shownUnit(low, high, panel.y.unit) : DisplayUnit{panel.y.unit, 1};
    out.ticks = panel.values ? ticksWithin(low / out.unit.factor, high / out.unit.factor, 5)
                             : ticksAround(low / out.unit.factor, high / out.unit.factor, 5);
    return out;
  }
  /// Above the plot, so that it covers no curve; in as many rows as it needs.
  static void placeLegend(PanelLayout& panel, double left, double right) {
    const std::vector<Curve>& curves = panel.panel->curves;
    std::vector<const Curve*> entries;  // a run that branched is several curves of one name
    for (const Curve& curve : curves)
      if (std::none_of(entries.begin(), entries.end(), [&](const Curve* c) { return c->label == curve.label; }))
        entries.push_back(&curve);
    if (entries.size() < 2) return;
    double x = left;
    panel.legendRows = 1;
    for (const Curve* entry : entries) {
      const Curve& curve = *entry;
      const double wide = kSample + kGap + textWidth(curve.label, kSize);
      if (x > left && x + wide > right) x = left, ++panel.legendRows;
      panel.legend.push_back({&curve, x, panel.legendRows - 1});
      x += wide + 3 * kGap;
    }
  }

  // ---- drawing
  double xOf(const PanelLayout& p, double shown) const {
    return p.plot.left + p.plot.width * (shown - xTicks_.low) / (xTicks_.high - xTicks_.low);
  }
  static double yOf(const PanelLayout& p, double shown) {
    return p.plot.bottom() - p.plot.height * (shown - p.ticks.low) / (p.ticks.high - p.ticks.low);
  }
  void drawPanel(Canvas& canvas, const PanelLayout& p) const {
    const Stroke grid{ink_.grid, 0.5, false, "grid"}, axis{ink_.axis, 0.6, false, "axis"};
    for (const double x : xTicks_.places) canvas.line({xOf(p, x), p.plot.top}, {xOf(p, x), p.plot.bottom()}, grid);
    for (const double y : p.ticks.places) canvas.line({p.plot.left, yOf(p, y)}, {p.plot.right(), yOf(p, y)}, grid);
    // What happened lies on top.
    for (const CurveRole role : {CurveRole::kOtherRun, CurveRole::kReference, CurveRole::kActual})
      for (const Curve& curve : p.panel->curves)
        if (curve.role == role) drawCurve(canvas, p, curve);
    canvas.line({p.plot.left, p.plot.top}, {p.plot.left, p.plot.bottom()}, axis);
    canvas.line({p.plot.left, p.plot.bottom()}, {p.plot.right(), p.plot.bottom()}, axis);
    drawYLabels(canvas, p, axis);
    drawLegend(canvas, p);
    if (p.panel->title.empty()) return;
    const std::array<TextRun, 1> title = {{{p.panel->title, ink_.text}}};
    canvas.text({p.plot.left, p.plot.top - 4 - kLine * p.legendRows}, title, {.bold = true});
  }
  Stroke strokeOf(const Curve& curve) const {
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
  void drawCurve(Canvas& canvas, const PanelLayout& p, const Curve& curve) const {
    std::vector<Point> points;
    points.reserve(curve.points.size());
    for (const Point& at : curve.points) {
      const double y = std::abs(at.y) < kHuge ? yOf(p, at.y / p.unit.factor) : std::nan("");
      points.push_back(
          {std::clamp(xOf(p, at.x / xUnit_.factor), -kFar, kFar), std::isnan(y) ? y : std::clamp(y, -kFar, kFar)});
    }
    const Box clip{p.plot.left, p.plot.top - 1, p.plot.width, p.plot.height + 2};
    canvas.curve(points, strokeOf(curve), clip);
  }
  void drawYLabels(Canvas& canvas, const PanelLayout& p, const Stroke& axis) const {
    for (std::size_t i = 0; i < p.ticks.places.size(); ++i) {
      const double y = yOf(p, p.ticks.places[i]);
      canvas.line({p.plot.left - kTick, y}, {p.plot.left, y}, axis);
      const std::array<TextRun, 1> label = {{{p.ticks.labels[i], ink_.quiet}}};
      canvas.text({p.plot.left - kTick - kGap, y + 0.35 * kSize}, label, {.anchor = Anchor::kEnd});
    }
    const std::vector<TextRun> name = axisTitle(fitted(p.panel->y.name, p.unit.text, p.plot.height), p.unit.text);
    canvas.text({kMargin + kSize, p.plot.top + p.plot.height / 2}, name, {.anchor = Anchor::kMiddle, .upwards = true});
  }
  /// A name that is too long for its axis ends in an ellipsis.
  static std::string fitted(std::string name, const std::string& unit, double room) {
    room -= unit.empty() ? 0 : textWidth(" " + unit, kSize);
    if (textWidth(name, kSize) <= room) return name;
    while (!name.empty() && textWidth(name + "…", kSize) > room) {
      name.pop_back();
      while (!name.empty() && (static_cast<unsigned char>(name.back()) & 0xC0) == 0x80) name.pop_back();
      if (!name.empty() && static_cast<unsigned char>(name.back()) >= 0xC0) name.pop_back();
    }
    return name + "…";
  }
  std::vector<TextRun> axisTitle(const std::string& name, const std::string& unit) const {
    std::vector<TextRun> runs = {{name, ink_.text}};
    if (!unit.empty()) runs.push_back({(name.empty() ? "" : "\u2009") + std::string("(") + unit + ")", ink_.quiet});
    return runs;
  }
  void drawLegend(Canvas& canvas, const PanelLayout& p) const {
    for (const LegendItem& item : p.legend) {
      const double base = p.plot.top - 4 - kLine * (p.legendRows - 1 - item.row);
      Stroke sample = strokeOf(*item.curve);
      sample.name = "sample";
      canvas.line({item.x, base - 0.35 * kSize}, {item.x + kSample, base - 0.35 * kSize}, sample);
      const std::array<TextRun, 1> label = {{{item.curve->label, ink_.text}}};
      canvas.text({item.x + kSample + kGap, base}, label, {});
    }
  }
  void drawXLabels(Canvas& canvas) const {
    const PanelLayout& p = panels_.back();
    const double base = p.plot.bottom() + kTick + kSize + 1;
    for (std::size_t i = 0; i < xTicks_.places.size(); ++i) {
      const double x = xOf(p, xTicks_.places[i]);
      canvas.line({x, p.plot.bottom()}, {x, p.plot.bottom() + kTick}, {ink_.axis, 0.6, false, "axis"});
      const std::array<TextRun, 1> label = {{{xTicks_.labels[i], ink_.quiet}}};
      canvas.text({x, base}, label, {.anchor = Anchor::kMiddle});
    }
    canvas.text({p.plot.left + p.plot.width / 2, base + kLine}, axisTitle(figure_.x.name, xUnit_.text),
                {.anchor = Anchor::kMiddle});
  }

  const Figure& figure_;
  Ink ink_;
  double width_, height_ = 0;
  DisplayUnit xUnit_;
  Ticks xTicks_;
  std::vector<PanelLayout> panels_;
};

void checkFigure(const Figure& figure) {
  if (figure.panels.empty()) throw std::invalid_argument("the figure has no curves");
  const double farthest = std::max(std::abs(figure.from), std::abs(figure.to)), span = figure.to - figure.from;
  if (!(span > 1e-9 * farthest && span > 1e-100 && span < 1e100))
    throw std::invalid_argument("the figure shows no stretch of time");
  for (const double size : {figure.widthMm, figure.heightMm, figure.dpi})
    if (!std::isfinite(size) || size < 0 || size > 2000)
      throw std::invalid_argument("the figure's size must be between 0 and 2000");
}

}  // namespace

Format formatOf(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (ending == ".svg") return Format::kSvg;
  if (ending == ".pdf") return Format::kPdf;
  if (ending == ".png") return Format::kPng;
  throw std::invalid_argument(file.string() + ": figures are written as .svg, .pdf or .png");
}

double heightOf(const Figure& figure) {
  checkFigure(figure);
  return Drawing(figure).height() / kPointsPerMm;
}

void writeFigure(const Figure& figure, const std::filesystem::path& file) {
  writeFigure(figure, file, formatOf(file));
}

void writeFigure(const Figure& figure, const std::filesystem::path& file, Format format) {
  checkFigure(figure);
  const Drawing drawing(figure);
  const std::filesystem::path part = file.string() + ".part" + std::to_string(getpid());
  try {
    const auto canvas = makeCanvas(format, part, drawing.width(), drawing.height(), figure.dpi, figure.title);
    drawing.draw(*canvas);
    canvas->finish();
    std::filesystem::rename(part, file);
  } catch (const std::exception&) {
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    throw std::runtime_error(file.string() + ": cannot be written; does its folder exist, is the disk full?");
  }
}

Color hueOf(int index, bool dark) {
  // Okabe–Ito, strongest first; black and yellow, weak on one ground each, last.
  static constexpr std::array<const char*, 8> kLight = {"#0072B2", "#D55E00", "#009E73", "#E69F00",
                                                        "#CC79A7", "#56B4E9", "#000000", "#B8AC1B"};
  static constexpr std::array<const char*, 8> kDark = {"#4095C5", "#D55E00", "#40B696", "#E69F00",
                                                       "#CC79A7", "#56B4E9", "#E6EAF0", "#F0E442"};
  const auto at = static_cast<std::size_t>(((index % 8) + 8) % 8);
  return colorOf((dark ? kDark : kLight)[at]);
}

}  // namespace tendril::figure
