// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/handles/handle_picture.hpp"

#include <QLineF>
#include <QPainter>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/theme.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

using Look = HandleStroke::Look;

constexpr double kInner = 16, kPlaneFrom = 24, kPlaneTo = 40;  // px along the axes
constexpr double kEndOn = 0.97;                   // cosine of the angle of sight above which a line is a point
constexpr double kShortest = 14;                  // px: an arrow that points at the viewer is no arrow
constexpr double kDotReach = 10, kLineReach = 7;  // px
constexpr double kLine = 2.2, kLitLine = 3.6, kHalo = 2.4, kHead = 10, kSecondHead = 9, kDot = 5, kLitDot = 7;
constexpr double kTurnPixels = 74;
constexpr int kSegments = 64;

QPointF at(const ViewGeometry& view, const Vec3& point) {
  return view.project(point);
}

/// A ring, or its half that faces the camera where it is not seen face-on.
void addRing(std::vector<HandleStroke>& out, const HandleGrip& grip, const Vec3& center, const Vec3& normal,
             double radius, const ViewGeometry& view) {
  constexpr double kFaceOn = 0.92;
  const Vec3 towards = view.towardsCamera(center), x = normal.unitOrthogonal(), y = normal.cross(x);
  const bool whole = std::abs(towards.dot(normal)) > kFaceOn;
  HandleStroke stroke{.grip = grip, .look = Look::kLine, .points = {}, .axis = grip.axis};
  const auto flush = [&] {
    if (stroke.points.size() > 1) out.push_back(stroke);
    stroke.points.clear();
  };
  for (int i = 0; i <= kSegments; ++i) {
    const double angle = 2 * std::numbers::pi * i / kSegments;
    const Vec3 d = std::cos(angle) * x + std::sin(angle) * y;
    if (!whole && d.dot(towards) < -0.02) {
      flush();
      continue;
    }
    stroke.points << at(view, center + radius * d);
  }
  flush();
}

void addPlane(std::vector<HandleStroke>& out, const HandleGrip& grip, const Vec3& p, const Mat3& axes, double pixel,
              const ViewGeometry& view) {
  if (std::abs(view.towardsCamera(p).dot(axes.col(grip.axis))) < 2 * kEdgeOn) return;
  const Vec3 a = pixel * axes.col((grip.axis + 1) % 3), b = pixel * axes.col((grip.axis + 2) % 3);
  HandleStroke stroke{.grip = grip, .look = Look::kArea, .points = {}, .axis = grip.axis};
  stroke.points << at(view, p + kPlaneFrom * a + kPlaneFrom * b) << at(view, p + kPlaneTo * a + kPlaneFrom * b)
                << at(view, p + kPlaneTo * a + kPlaneTo * b) << at(view, p + kPlaneFrom * a + kPlaneTo * b);
  out.push_back(stroke);
}

void addArrow(std::vector<HandleStroke>& out, const HandleGrip& grip, const Vec3& from, const Vec3& to, int axis,
              const ViewGeometry& view, Look look = Look::kArrow) {
  const QPolygonF points{{at(view, from), at(view, to)}};
  if (QLineF(points[0], points[1]).length() < kShortest) return;
  out.push_back({.grip = grip, .look = look, .points = points, .axis = axis});
}

void addFrame(std::vector<HandleStroke>& out, const Handle& handle, int index, const ViewGeometry& view,
              bool worldAxes) {
  const Pose pose = handle.base * handle.value.pose;
  const Mat3 axes = worldAxes ? Mat3(Mat3::Identity()) : pose.R;
  const double pixel = handle.size * view.metresPerPixel(pose.p);
  if (handle.moves)
    for (int k = 0; k < 3; ++k) addPlane(out, {index, Grip::kPlane, k}, pose.p, axes, pixel, view);
  if (handle.turns)
    for (int k = 0; k < 3; ++k) addRing(out, {index, Grip::kRing, k}, pose.p, axes.col(k), pixel * kRingPixels, view);
  if (!handle.moves) return;
  for (int k = 0; k < 3; ++k)
    addArrow(out, {index, Grip::kAxis, k}, pose.p + kInner * pixel * axes.col(k),
             pose.p + kArrowPixels * pixel * axes.col(k), k, view);
  out.push_back({.grip = {index, Grip::kFree, 0}, .look = Look::kDot, .points = {{at(view, pose.p)}}, .axis = -1});
}

void addTurn(std::vector<HandleStroke>& out, const Handle& handle, int index, const ViewGeometry& view) {
  const Vec3 p = handle.base.p, x = handle.base.R.col(0), y = handle.base.R.col(1);
  const double radius = kTurnPixels * handle.size * view.metresPerPixel(p), end = handle.value.number;
  HandleStroke arc{.grip = {}, .look = Look::kGuide, .points = {}, .axis = -1};
  const double shown = std::clamp(end, -2 * std::numbers::pi, 2 * std::numbers::pi);
  for (int i = 0; i <= kSegments; ++i) {
    const double angle = shown * i / kSegments;
    arc.points << at(view, p + radius * (std::cos(angle) * x + std::sin(angle) * y));
  }
  out.push_back(arc);
  const Vec3 there = p + radius * (std::cos(end) * x + std::sin(end) * y);
  out.push_back({.grip = {}, .look = Look::kGuide, .points = {{at(view, p), at(view, there)}}, .axis = -1});
  out.push_back({.grip = {index, Grip::kValue, 0}, .look = Look::kDiamond, .points = {{at(view, there)}}, .axis = -1});
}

void addValue(std::vector<HandleStroke>& out, const Handle& handle, int index, const ViewGeometry& view) {
  const HandleGrip grip{index, Grip::kValue, 0};
  const Vec3 from = handle.base.p;
  switch (handle.kind) {
    case HandleKind::kFrame:
      return;
    case HandleKind::kTurn:
      return addTurn(out, handle, index, view);
    case HandleKind::kSlide: {
      if (std::abs(view.towardsCamera(from).dot(handle.base.R.col(0))) > kEndOn) return;  // no drag means anything
      const Vec3 to = from + handle.scale * handle.value.number * handle.base.R.col(0);
      out.push_back({.grip = {}, .look = Look::kGuide, .points = {{at(view, from), at(view, to)}}, .axis = -1});
      out.push_back({.grip = grip, .look = Look::kDiamond, .points = {{at(view, to)}}, .axis = -1});
      return;
    }
    case HandleKind::kAlong: {
      HandleStroke curve{.grip = {}, .look = Look::kGuide, .points = {}, .axis = -1};
      for (const Vec3& point : handle.curve) curve.points << at(view, point);
      out.push_back(curve);
      const Vec3 place = pointAt(handle, handle.value.number);
      out.push_back({.grip = grip, .look = Look::kDiamond, .points = {{at(view, place)}}, .axis = -1});
      return;
    }
    case HandleKind::kSurface:
      out.push_back({.grip = grip, .look = Look::kDiamond, .points = {{at(view, pointOnSurface(handle))}}, .axis = -1});
      return;
    case HandleKind::kPoint: {
      const Vec3 to = handle.base * Vec3(handle.scale * handle.value.vector);
      QPointF end = at(view, to);
      if (handle.arrow) addArrow(out, grip, from, to, -1, view, handle.twoHeads ? Look::kTwoHeads : Look::kArrow);
      if (handle.arrow && handle.value.vector.isZero(0)) end.rx() += handle.aside;
      out.push_back({.grip = grip, .look = Look::kDot, .points = {{end}}, .axis = -1});
      return;
    }
    case HandleKind::kDirection: {
      const Vec3 to =
          from + kArrowPixels * handle.size * view.metresPerPixel(from) * (handle.base.R * handle.value.vector);
      addArrow(out, grip, from, to, -1, view);
      out.push_back({.grip = grip, .look = Look::kDot, .points = {{at(view, to)}}, .axis = -1});
      return;
    }
  }
}

double distanceTo(const QPolygonF& line, const QPointF& at) {
  double best = HUGE_VAL;
  for (qsizetype i = 0; i + 1 < line.size(); ++i) {
    const QPointF along = line[i + 1] - line[i];
    const double length = QPointF::dotProduct(along, along);
    const double share = length > 0 ? std::clamp(QPointF::dotProduct(at - line[i], along) / length, 0.0, 1.0) : 0;
    best = std::min(best, QLineF(at, line[i] + share * along).length());
  }
  return best;
}

QColor colorOf(int axis) {
  if (axis < 0) return AppTheme::instance().color(Token::kAccent);
  const Color& color = kAxisColors[static_cast<std::size_t>(axis)];
  return QColor::fromRgbF(static_cast<float>(color.r), static_cast<float>(color.g), static_cast<float>(color.b));
}

void paintHead(QPainter& painter, const QLineF& line, const QColor& color) {
  const double length = line.length();
  if (!(length > 0)) return;
  const QPointF along = (line.p2() - line.p1()) / length, across(-along.y(), along.x());
  painter.setBrush(color);
  painter.drawPolygon(
      QPolygonF{{line.p2() + 0.5 * kHead * along, line.p2() - 0.6 * kHead * along + 0.45 * kHead * across,
                 line.p2() - 0.6 * kHead * along - 0.45 * kHead * across}});
}

/// Light or dark around it, so that it stands out from any body.
void paintMark(QPainter& painter, const HandleStroke& stroke, bool lit) {
  const QPointF& center = stroke.points.front();
  const double radius = lit ? kLitDot : kDot;
  painter.setPen(QPen(AppTheme::instance().color(Token::kPanel), 1.8));
  painter.setBrush(colorOf(stroke.axis));
  if (stroke.look == Look::kDot) return painter.drawEllipse(center, radius, radius);
  const double reach = 1.3 * radius;
  painter.drawPolygon(QPolygonF{{center + QPointF(reach, 0), center + QPointF(0, reach), center - QPointF(reach, 0),
                                 center - QPointF(0, reach)}});
}

void paintStroke(QPainter& painter, const HandleStroke& stroke, bool lit) {
  const QColor color = colorOf(stroke.axis);
  QColor halo = AppTheme::instance().color(Token::kPanel);
  halo.setAlphaF(0.7F);
  switch (stroke.look) {
    case Look::kDot:
    case Look::kDiamond:
      return paintMark(painter, stroke, lit);
    case Look::kArea: {
      QColor fill = color;
      fill.setAlphaF(lit ? 0.75F : 0.35F);
      painter.setPen(QPen(color, lit ? 2 : 1));
      painter.setBrush(fill);
      painter.drawPolygon(stroke.points);
      return;
    }
    case Look::kGuide:
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(halo, 3));
      painter.drawPolyline(stroke.points);
      painter.setPen(QPen(color, 1.2, Qt::DashLine));
      painter.drawPolyline(stroke.points);
      return;
    case Look::kLine:
    case Look::kArrow:
    case Look::kTwoHeads: {
      const double width = lit ? kLitLine : kLine;
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(halo, width + kHalo, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      painter.drawPolyline(stroke.points);
      painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      painter.drawPolyline(stroke.points);
      if (stroke.look == Look::kLine) return;
      QLineF shaft(stroke.points.front(), stroke.points.back());
      paintHead(painter, shaft, color);
      shaft.setLength(shaft.length() - kSecondHead);
      if (stroke.look == Look::kTwoHeads) paintHead(painter, shaft, color);
      return;
    }
  }
}

}  // namespace

std::vector<HandleStroke> strokesOf(const Handle& handle, int index, const ViewGeometry& view, bool worldAxes) {
  std::vector<HandleStroke> out;
  const bool frame = handle.kind == HandleKind::kFrame;
  if (!view.isSeen(frame ? Vec3(handle.base * handle.value.pose.p) : handle.base.p)) return out;
  if (frame)
    addFrame(out, handle, index, view, worldAxes);
  else
    addValue(out, handle, index, view);
  return out;
}

HandleGrip gripAt(const std::vector<HandleStroke>& strokes, const QPointF& at) {
  HandleGrip found;
  double best = HUGE_VAL;
  constexpr double kNextRank = 1000;
  for (const HandleStroke& stroke : strokes) {
    if (stroke.grip.grip == Grip::kNone || stroke.points.isEmpty()) continue;
    const bool mark = stroke.look == Look::kDot || stroke.look == Look::kDiamond;
    const bool area = stroke.look == Look::kArea;
    const double distance = mark   ? QLineF(at, stroke.points.front()).length()
                            : area ? (stroke.points.containsPoint(at, Qt::OddEvenFill) ? 0 : HUGE_VAL)
                                   : distanceTo(stroke.points, at);
    if (!(distance <= (mark ? kDotReach : kLineReach))) continue;
    const double rank = distance + (mark ? 0 : area ? 2 * kNextRank : kNextRank);
    if (rank < best) best = rank, found = stroke.grip;
  }
  return found;
}

void paintStrokes(QPainter& painter, const std::vector<HandleStroke>& strokes, const HandleGrip& lit) {
  for (const HandleStroke& stroke : strokes)
    if (stroke.grip != lit || lit.grip == Grip::kNone) paintStroke(painter, stroke, false);
  for (const HandleStroke& stroke : strokes)
    if (stroke.grip == lit && lit.grip != Grip::kNone) paintStroke(painter, stroke, true);
}

}  // namespace tendril
