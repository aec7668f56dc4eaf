// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/composer/view_drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/text/number_text.hpp"
#include "core/text/units.hpp"
#include "render/color_map.hpp"
#include "studio/composer/line_picture.hpp"

namespace tendril::composer {
namespace {

using figure::Anchor;
using figure::Box;
using figure::Canvas;
using figure::inkOf;
using figure::kPointsPerMm;
using figure::kTextSize;
using figure::Point;
using figure::Stroke;
using figure::TextRun;

constexpr double kEdge = 4;      // pt between the box and what is drawn in its corners
constexpr double kTrail = 0.9;   // pt
constexpr double kBarWidth = 6;  // pt, of a scale of colours
constexpr int kBarSteps = 64;
constexpr double kLongestArrow = 28, kArrowHead = 4, kSecondHead = 2.5, kArrowLine = 11;  // pt, of a scale of arrows
constexpr double kDimensionEnd = 3;  // pt, half of the stroke at an end

int pixelsOf(double mm, double dpi) {
  return std::clamp(static_cast<int>(std::lround(mm / 25.4 * dpi)), 8, 16000);
}

/// 1, 2 or 5 times a power of ten, not above `most`.
double roundLength(double most) {
  const double power = std::pow(10, std::floor(std::log10(most)));
  for (const double factor : {5.0, 2.0})
    if (factor * power <= most) return factor * power;
  return power;
}

void write(Canvas& canvas, Point at, const std::string& text, bool dark, Anchor anchor) {
  const std::array<TextRun, 1> run = {{{text, inkOf(dark).text}}};
  canvas.text(at, run, {.anchor = anchor});
}

}  // namespace

ViewDrawing::ViewDrawing(const ViewSpec& spec, const RecordedRobot& robot, double widthMm, double heightMm,
                         const FigureSpec& page, const PictureProgress& progress)
    : spec_(spec), dark_(page.dark) {
  for (const std::string& text : spec_.trails) track(robot, text);
  for (const PointLabel& label : spec_.labels) track(robot, label.at);
  for (const Dimension& dimension : spec_.dimensions) track(robot, dimension.from), track(robot, dimension.to);
  const double own = spec_.inset ? 0.5 : 1;  // of the progress
  picture_ = robotPicture(spec_, robot, pixelsOf(widthMm, page.dpi), pixelsOf(heightMm, page.dpi), dark_,
                          [&](double done) { return !progress || progress(own * done); });
  if (!spec_.inset) return;
  const double share = spec_.inset->insetWidth;
  inset_ =
      std::make_unique<const ViewDrawing>(*spec_.inset, robot, share * widthMm, share * heightMm, page,
                                          [&](double done) { return !progress || progress(own + (1 - own) * done); });
}

const PointTrack& ViewDrawing::track(const RecordedRobot& robot, const std::string& text) {
  for (const auto& known : tracks_)
    if (known->text() == text) return *known;
  return *tracks_.emplace_back(std::make_unique<const PointTrack>(robot, text));
}

const PointTrack& ViewDrawing::track(const std::string& text) const {
  return **std::find_if(tracks_.begin(), tracks_.end(), [&](const auto& each) { return each->text() == text; });
}

Point ViewDrawing::placed(const Vec3& point, const Box& box) const {
  const figure::Pixels& pixels = picture_.pixels;
  const Vec3 at = picture_.camera.project(point, pixels.width, pixels.height);
  if (!(at.z() > 0)) return {std::nan(""), std::nan("")};  // behind the camera
  return {box.left + box.width * at.x() / pixels.width, box.top + box.height * at.y() / pixels.height};
}

Vec3 ViewDrawing::pointAt(const std::string& text, const std::optional<double>& time) const {
  return track(text).atTime(time.value_or(picture_.times.back()));
}

std::pair<double, double> ViewDrawing::stretch() const {
  const double first = picture_.times.size() > 1 ? picture_.times.front() : spec_.from.value_or(-1e300);
  return {first, picture_.times.back()};
}

void ViewDrawing::draw(Canvas& canvas, const Box& box) const {
  drawRobot(canvas, box);
  drawTrails(canvas, box);
  drawDimensions(canvas, box);
  drawLabels(canvas, box);
  if (spec_.scaleBar) drawScaleBar(canvas, box);
  drawColorBar(canvas, box);
  drawArrowKey(canvas, box);
  if (inset_) drawInset(canvas, box);
}

void ViewDrawing::drawRobot(Canvas& canvas, const Box& box) const {
  const figure::Pixels& pixels = picture_.pixels;
  if (!pixels.rgba.empty()) canvas.image(box, pixels);
  for (const PoseLines& pose : picture_.lines)
    drawLines(canvas, box, pose.lines, pixels.width, pixels.height,
              {.hidden = spec_.hiddenLines, .dark = dark_, .opacity = pose.opacity});
}

void ViewDrawing::drawTrails(Canvas& canvas, const Box& box) const {
  const auto [from, to] = stretch();
  for (std::size_t i = 0; i < spec_.trails.size(); ++i) {
    const PointTrack& points = track(spec_.trails[i]);
    std::vector<Point> line;
    for (std::size_t row = 0; row < points.size(); ++row) {
      if (points.time(row) < from - 1e-9 || points.time(row) > to + 1e-9) continue;
      const Point at = placed(points.at(row), box);
      // Nearer than print can show.
      if (!line.empty() && std::hypot(at.x - line.back().x, at.y - line.back().y) < 0.1) continue;
      line.push_back(at);
    }
    canvas.curve(line, {figure::hueOf(static_cast<int>(i), dark_), kTrail, false, "trail"}, box);
  }
}

void ViewDrawing::drawLabels(Canvas& canvas, const Box& box) const {
  const Stroke leader{inkOf(dark_).quiet, 0.5, false, "leader"};
  for (const PointLabel& label : spec_.labels) {
    const Point at = placed(pointAt(label.at, label.time), box);
    if (!std::isfinite(at.x)) continue;
    const double dx = label.dx * kPointsPerMm, dy = -label.dy * kPointsPerMm;
    // No text leaves the panel upwards, where the caption stands.
    const Point end{at.x + dx, std::max(at.y + dy, box.top + kTextSize)};
    if (std::hypot(dx, dy) > 4 * kPointsPerMm) canvas.line(at, end, leader);
    const double gap = dx < 0 ? -1.5 : 1.5;
    write(canvas, {end.x + gap, end.y + 0.35 * kTextSize}, label.text, dark_, dx < 0 ? Anchor::kEnd : Anchor::kStart);
  }
}

void ViewDrawing::drawDimensions(Canvas& canvas, const Box& box) const {
  const Stroke stroke{inkOf(dark_).text, 0.6, false, "dimension"};
  for (const Dimension& dimension : spec_.dimensions) {
    const Vec3 a = pointAt(dimension.from, dimension.time), b = pointAt(dimension.to, dimension.time);
    const Point from = placed(a, box), to = placed(b, box);
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (!(length > 0)) continue;
    const double nx = -(to.y - from.y) / length * kDimensionEnd, ny = (to.x - from.x) / length * kDimensionEnd;
    canvas.line(from, to, stroke);
    for (const Point& end : {from, to}) canvas.line({end.x - nx, end.y - ny}, {end.x + nx, end.y + ny}, stroke);
    const bool left = nx < 0;
    const Point middle{(from.x + to.x) / 2 + (left ? 1 : -1) * 1.3 * nx,
                       (from.y + to.y) / 2 + (left ? 1 : -1) * 1.3 * ny};
    const std::string text = dimension.text.empty() ? fieldQuantity((b - a).norm(), "m", 3) : dimension.text;
    write(canvas, {middle.x, middle.y + 0.35 * kTextSize}, text, dark_, Anchor::kEnd);
  }
}

/// Of a length in the plane of the pivot; what is nearer looks larger.
void ViewDrawing::drawScaleBar(Canvas& canvas, const Box& box) const {
  const double metresPerPoint =
      picture_.camera.metresPerPixel(picture_.pixels.height) * picture_.pixels.height / box.height;
  const double length = roundLength(0.3 * box.width * metresPerPoint), wide = length / metresPerPoint;
  const Point left{box.left + kEdge, box.bottom() - kEdge}, right{left.x + wide, left.y};
  canvas.line(left, right, {inkOf(dark_).text, 1.2, false, "scale"});
  write(canvas, {left.x + wide / 2, left.y - 3}, fieldQuantity(length, "m"), dark_, Anchor::kMiddle);
}

/// For each kind of arrow one of a round force, as long as it is in the plane of the pivot, and what it stands for.
void ViewDrawing::drawArrowKey(Canvas& canvas, const Box& box) const {
  const double pointsPerMetre =
      box.height / (picture_.camera.metresPerPixel(picture_.pixels.height) * picture_.pixels.height);
  double y = box.top + kEdge + 0.5 * kTextSize;
  for (const ArrowKind& kind : picture_.arrowKinds) {
    const double whole = kind.torque ? picture_.arrows.torque : picture_.arrows.force;
    const double perUnit = whole > 0 ? picture_.arrows.length / whole * pointsPerMetre : 0;
    if (!(perUnit > 0) || !std::isfinite(perUnit)) continue;
    const double value = roundDown(kLongestArrow / perUnit), left = box.left + kEdge, tip = left + value * perUnit;
    const figure::Color color{kind.color.r, kind.color.g, kind.color.b};
    const double head = std::min(kArrowHead, 0.5 * value * perUnit);
    canvas.line({left, y}, {tip - head, y}, {color, 1, false, "arrow"});
    for (const double back : {0.0, kSecondHead}) {
      if (back > 0 && !kind.torque) break;
      const std::array<Point, 3> corners = {
          {{tip - back, y}, {tip - back - head, y - 0.4 * head}, {tip - back - head, y + 0.4 * head}}};
      canvas.area(corners, color, 1, box);
    }
    write(canvas, {left + kLongestArrow + 3, y + 0.35 * kTextSize},
          fieldQuantity(value, kind.torque ? "N·m" : "N", 2) + "  " + std::string(kind.name), dark_, Anchor::kStart);
    y += kArrowLine;
  }
}

void ViewDrawing::drawColorBar(Canvas& canvas, const Box& box) const {
  if (picture_.colors.field == SurfaceField::kNone) return;
  const ScaleTexts texts = scaleTexts(picture_.colors);
  double widest = 0;
  for (const std::string& tick : texts.ticks) widest = std::max(widest, figure::textWidth(tick, kTextSize));
  const double height = 0.5 * box.height, step = height / kBarSteps;
  const Box bar{box.right() - kEdge - widest - 3 - kBarWidth, box.top + 2 * kEdge + kTextSize, kBarWidth, height};
  for (int k = 0; k < kBarSteps; ++k) {
    const Color color = colorAt(colorMapOf(picture_.colors.field), (k + 0.5) / kBarSteps);
    // Half a step more, so that no light shows between two of them.
    canvas.fill({bar.left, bar.bottom() - (k + 1) * step, bar.width, k == 0 ? step : 1.5 * step},
                {color.r, color.g, color.b});
  }
  for (std::size_t i = 0; i < texts.ticks.size(); ++i) {
    const double share =
        texts.ticks.size() < 2 ? 0 : static_cast<double>(i) / static_cast<double>(texts.ticks.size() - 1);
    write(canvas, {bar.right() + 3, bar.bottom() - share * height + 0.35 * kTextSize}, texts.ticks[i], dark_,
          Anchor::kStart);
  }
  const std::string title = texts.unit.empty() ? texts.title : texts.title + " (" + texts.unit + ")";
  write(canvas, {box.right() - kEdge, bar.top - kEdge}, title, dark_, Anchor::kEnd);
}

void ViewDrawing::drawInset(Canvas& canvas, const Box& box) const {
  const ViewSpec& spec = *spec_.inset;
  const bool top = spec.insetPlace.starts_with("top"), left = spec.insetPlace.ends_with("left");
  Box at{0, 0, spec.insetWidth * box.width, spec.insetWidth * box.height};
  at.left = left ? box.left : box.right() - at.width;
  at.top = top ? box.top : box.bottom() - at.height;
  canvas.fill(at, inkOf(dark_).page);
  inset_->draw(canvas, at);
  const Stroke frame{inkOf(dark_).axis, 0.6, false, "frame"};
  const Point corners[] = {{at.left, at.top}, {at.right(), at.top}, {at.right(), at.bottom()}, {at.left, at.bottom()}};
  for (int k = 0; k < 4; ++k) canvas.line(corners[k], corners[(k + 1) % 4], frame);
}

std::string ViewDrawing::table() const {
  if (tracks_.empty()) return {};
  std::string out = "t [s]";
  for (const auto& each : tracks_)
    for (const char* part : {".x", ".y", ".z"}) out += ",\"" + each->text() + part + " [m]\"";
  out += '\n';
  const auto [from, to] = stretch();
  for (std::size_t row = 0; row < tracks_.front()->size(); ++row) {
    const double t = tracks_.front()->time(row);
    if (t < from - 1e-9 || t > to + 1e-9) continue;
    out += numberText(t);
    for (const auto& each : tracks_)
      for (int i = 0; i < 3; ++i) out += ',' + numberText(each->at(row)[i]);
    out += '\n';
  }
  return out;
}

std::vector<std::string> ViewDrawing::problems() const {
  std::vector<std::string> out = picture_.problems;
  if (inset_)
    for (std::string& problem : inset_->problems()) out.push_back(std::move(problem));
  return out;
}

}  // namespace tendril::composer
