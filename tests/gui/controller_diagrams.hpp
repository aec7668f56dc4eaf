// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of controllers that a diagram says best: how what they lead goes to its reference over time.
#pragma once

#include <QImage>
#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <string>

#include "render/theme.hpp"
#include "tests/gui/picture_shapes.hpp"

namespace tendril {

/// Draws on 256 × 192 pixels, y down.
class Diagram {
 public:
  using Curve = std::function<double(double)>;  ///< of time 0…1; 0 at the axis, 1 at the top

  Diagram() : image_(256, 192, QImage::Format_ARGB32), painter_(&image_) {
    image_.fill(Qt::transparent);
    painter_.setRenderHint(QPainter::Antialiasing);
  }

  static QColor of(const Color& color) { return QColor::fromRgbF(float(color.r), float(color.g), float(color.b)); }

  void stroke(const QPainterPath& path, const QColor& color, double width, bool dashed = false) {
    QPen pen(color, width, Qt::SolidLine, dashed ? Qt::FlatCap : Qt::RoundCap, Qt::RoundJoin);
    if (dashed) pen.setDashPattern({2.2, 1.6});
    painter_.strokePath(path, pen);
  }
  void line(double x0, double y0, double x1, double y1, const QColor& color, double width) {
    QPainterPath path({x0, y0});
    path.lineTo(x1, y1);
    stroke(path, color, width);
  }
  void axes() {
    line(30, 18, 30, 166, of(kSurfaceColor), 5);
    line(30, 166, 238, 166, of(kSurfaceColor), 5);
  }
  void curve(const Curve& value, const QColor& color, double width, bool dashed = false) {
    QPainterPath path;
    for (int i = 0; i <= 160; ++i) {
      const double t = i / 160.0;
      const QPointF at(38 + 194 * t, 160 - 128 * value(t));
      i == 0 ? path.moveTo(at) : path.lineTo(at);
    }
    stroke(path, color, width, dashed);
  }
  /// An arrow of this length, downwards where it is positive.
  void arrow(double x, double y, double length, const QColor& color) {
    const double sign = length > 0 ? 1 : -1;
    line(x, y, x, y + length - sign * 10, color, 6);
    QPainterPath head({x, y + length});
    head.lineTo(x - 10, y + length - sign * 15);
    head.lineTo(x + 10, y + length - sign * 15);
    head.closeSubpath();
    fill(head, color);
  }
  void box(const QRectF& rect, const QColor& color) {
    QPainterPath path;
    path.addRoundedRect(rect, 9, 9);
    fill(path, color);
  }
  void fill(const QPainterPath& path, const QColor& color) { painter_.fillPath(path, color); }
  bool save(const QString& file) {
    painter_.end();
    return image_.save(file);
  }

 private:
  QImage image_;
  QPainter painter_;
};

namespace diagrams {

inline const QColor kReference = Diagram::of(kReferenceColor), kResult = Diagram::of(kPartColor),
                    kOther = Diagram::of(kSurfaceColor);
inline constexpr double kStep = 0.72;  // height of a reference that rests

inline double rest(double) {
  return kStep;
}
/// Of a mass that is pulled to 1 by a spring of so many rad per unit of time, with this share of critical damping.
inline double settling(double t, double rate, double damping) {
  const double ringing = rate * std::sqrt(1 - damping * damping);
  return 1 - std::exp(-damping * rate * t) * (std::cos(ringing * t) + damping * rate / ringing * std::sin(ringing * t));
}

inline void followRest(Diagram& diagram, const Diagram::Curve& result) {
  diagram.axes();
  diagram.curve(result, kResult, 9);
  diagram.curve(rest, kReference, 5, true);
}
inline void pid(Diagram& diagram) {
  followRest(diagram, [](double t) { return kStep * settling(t, 16, 0.4); });
}
/// What it holds against leaves it beside its reference.
inline void pd(Diagram& diagram) {
  followRest(diagram, [](double t) { return 0.74 * kStep * settling(t, 16, 0.75); });
}
inline void cancellation(Diagram& diagram) {
  followRest(diagram, [](double t) { return kStep * settling(t, 14, 0.9); });
  diagram.arrow(150, 104, 46, kOther);
  diagram.arrow(186, 150, -46, kResult);
}
inline void computedTorque(Diagram& diagram) {
  const auto wanted = [](double t) { return 0.5 + 0.38 * std::sin(2 * std::numbers::pi * (t - 0.12)); };
  diagram.axes();
  diagram.curve([&](double t) { return wanted(t) + (0.62 - wanted(0)) * std::exp(-7 * t); }, kResult, 9);
  diagram.curve(wanted, kReference, 5, true);
}
/// A bent law goes in, a straight one comes out.
inline void linearization(Diagram& diagram) {
  diagram.axes();
  diagram.curve([](double t) { return 0.95 * t + 0.2 * std::sin(2.6 * std::numbers::pi * t); }, kOther, 6);
  diagram.curve([](double t) { return 0.95 * t; }, kResult, 8);
}
inline void signalsOfTime(Diagram& diagram) {
  diagram.axes();
  diagram.curve([](double t) { return 0.5 + 0.4 * std::sin(4 * std::numbers::pi * t); }, kResult, 8);
}
/// A small f of x.
inline void formulas(Diagram& diagram) {
  QPainterPath f({98, 34});
  f.cubicTo(84, 14, 62, 26, 58, 58);
  f.lineTo(44, 146);
  f.cubicTo(40, 172, 24, 178, 14, 164);
  diagram.stroke(f, kResult, 11);
  diagram.line(34, 82, 88, 82, kResult, 10);
  QPainterPath left({136, 46}), right({222, 46});
  left.cubicTo(108, 76, 108, 128, 136, 158);
  right.cubicTo(250, 76, 250, 128, 222, 158);
  diagram.stroke(left, kOther, 9), diagram.stroke(right, kOther, 9);
  diagram.line(156, 76, 202, 130, kReference, 10);
  diagram.line(202, 76, 156, 130, kReference, 10);
}
/// Phases that follow each other.
inline void sequence(Diagram& diagram) {
  const QColor colors[] = {kOther, kResult, kReference};
  for (int i = 0; i < 3; ++i) {
    const double x = 14 + 80 * i, y = 34 + 38 * i;
    diagram.box({x, y, 68, 34}, colors[i]);
    if (i < 2) diagram.line(x + 74, y + 17, x + 114, y + 17, kOther, 5), diagram.arrow(x + 114, y + 17, 20, kOther);
  }
  diagram.line(14, 166, 242, 166, kOther, 5);
}
/// A plug on its cable.
inline void plugin(Diagram& diagram) {
  QPainterPath body({76, 72}), cable({128, 138});
  body.lineTo(180, 72), body.lineTo(180, 96);
  body.cubicTo(180, 128, 158, 142, 128, 142), body.cubicTo(98, 142, 76, 128, 76, 96);
  body.closeSubpath();
  cable.cubicTo(128, 176, 176, 184, 232, 166);
  diagram.stroke(cable, kOther, 10);
  diagram.line(104, 66, 104, 28, kOther, 13), diagram.line(152, 66, 152, 28, kOther, 13);
  diagram.fill(body, kResult);
}

}  // namespace diagrams

/// Writes the diagram of "controller_" and a kind of controller; false: there is none.
inline bool drawDiagram(const std::string& id, const QString& file) {
  static const std::map<std::string, void (*)(Diagram&)> kDiagrams = {
      {"controller_signals", diagrams::signalsOfTime},
      {"controller_pid", diagrams::pid},
      {"controller_pd", diagrams::pd},
      {"controller_pd_cancellation", diagrams::cancellation},
      {"controller_computed_torque", diagrams::computedTorque},
      {"controller_partial_feedback_linearization", diagrams::linearization},
      {"controller_expression", diagrams::formulas},
      {"controller_sequence", diagrams::sequence},
      {"controller_plugin", diagrams::plugin}};
  const auto found = kDiagrams.find(id);
  if (found == kDiagrams.end()) return false;
  Diagram diagram;
  found->second(diagram);
  return diagram.save(file);
}

}  // namespace tendril
