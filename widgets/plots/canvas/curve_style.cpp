// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/curve_style.hpp"

#include <array>

namespace tendril {
namespace {

constexpr double kLeastContrast = 2.2;  // against the panel: yellow on white has 1.3, blue on dark 2.9

/// Towards the text's colour until the hue stands out from the panel.
QColor readable(const QColor& hue, const Scheme& scheme) {
  QColor color = hue;
  for (double amount = 0.1; contrast(color, scheme.panel) < kLeastContrast && amount < 1; amount += 0.1)
    color = mixed(hue, scheme.text, amount);
  return color;
}

}  // namespace

QColor curveColor(int index, const Scheme& scheme) {
  // Strongest first: blue, vermillion, green, orange, purple, sky; black and yellow, weak on one ground each, last.
  static constexpr std::array<const char*, kCurveColors> kHues = {"#0072B2", "#D55E00", "#009E73", "#E69F00",
                                                                  "#CC79A7", "#56B4E9", "",        "#F0E442"};
  const int at = ((index % kCurveColors) + kCurveColors) % kCurveColors;
  const char* hue = kHues[static_cast<std::size_t>(at)];
  if (!*hue) return scheme.text;
  const bool dark = contrast(scheme.panel, Qt::white) > contrast(scheme.panel, Qt::black);
  // On dark ground the deep hues glow less than the others; a little white evens them.
  const QColor color(QLatin1String{hue});
  return readable(dark && (at == 0 || at == 2) ? mixed(color, Qt::white, 0.25) : color, scheme);
}

QPen curvePen(int index, CurveKind kind, const Scheme& scheme, int run) {
  const QColor color = curveColor(index, scheme);
  switch (kind) {
    case CurveKind::kReference: {
      QPen pen(color, 1);
      pen.setDashPattern({5, 3});
      return pen;
    }
    case CurveKind::kOtherRun: {
      QPen pen(mixed(scheme.panel, color, 0.6), 1.25);
      pen.setCapStyle(Qt::FlatCap);
      const std::array<QList<qreal>, 4> dashes = {{{}, {7, 3}, {2, 2}, {8, 2.5, 2, 2.5}}};
      const QList<qreal>& own = dashes[static_cast<std::size_t>(run) % dashes.size()];
      if (!own.isEmpty()) pen.setDashPattern(own);
      return pen;
    }
    case CurveKind::kActual:
      break;
  }
  QPen pen(color, 1.75);
  pen.setCapStyle(Qt::FlatCap);
  pen.setJoinStyle(Qt::BevelJoin);  // round ones take twice the time and cannot be seen
  return pen;
}

}  // namespace tendril
