// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/figure_overlay.hpp"

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

QString toQt(const std::string& text) {
  return QString::fromStdString(text);
}

const Scheme& scheme() {
  return AppTheme::instance().scheme();
}

}  // namespace

AxisScale figureScale(const figure::Axis& axis, double lower, double upper) {
  if (axis.shown) return {1 / axis.shown->factor, toQt(axis.shown->text)};
  return axis.logarithmic ? AxisScale{1, toQt(axis.unit)} : axisScale(lower, upper, toQt(axis.unit));
}

CurveKind curveKind(figure::CurveRole role) {
  if (role == figure::CurveRole::kReference) return CurveKind::kReference;
  return role == figure::CurveRole::kOtherRun ? CurveKind::kOtherRun : CurveKind::kActual;
}

void FigureCanvas::Overlay::draw(QCPPainter* painter) {
  if (!canvas_.problem_.isEmpty()) return drawProblem(painter);
  if (!canvas_.figure_) return;
  drawCaptions(painter);
  drawDots(painter);
  if (canvas_.drag_ == Drag::kBox) drawBox(painter);
  drawTables(painter);
  if (canvas_.hasFocus() && !canvas_.parts_.empty()) {
    painter->setPen(QPen(scheme().accent, 1));
    painter->setBrush(Qt::NoBrush);
    QRect all = canvas_.parts_.front().rect->rect();
    for (const Part& part : canvas_.parts_) all |= part.rect->rect();
    painter->drawRect(QRectF(all).adjusted(-0.5, -0.5, 0.5, 0.5));
  }
}

void FigureCanvas::Overlay::drawProblem(QCPPainter* painter) const {
  painter->setFont(AppTheme::secondaryFont());
  painter->setPen(scheme().secondary);
  painter->drawText(canvas_.rect().adjusted(24, 8, -24, -8), Qt::AlignCenter | Qt::TextWordWrap, canvas_.problem_);
}

void FigureCanvas::Overlay::drawCaptions(QCPPainter* painter) const {
  const QFont font = AppTheme::secondaryFont();
  const auto caption = [&](const figure::Axis& axis, const QCPAxis* on, double baseline, bool fromRight) {
    const QString unit = figureScale(axis, on->range().lower, on->range().upper).unit;
    const QRect rect = on->axisRect()->rect();
    const QString name =
        QFontMetricsF(font).elidedText(toQt(axis.name), Qt::ElideRight, 0.5 * rect.width() + (fromRight ? 0 : 30));
    const double width = textAdvance(font, name) + (unit.isEmpty() ? 0 : 3 + textAdvance(font, unit));
    double x = fromRight ? canvas_.width() - 8 - width : 8;
    x = putText(painter, x, baseline, font, scheme().text, name);
    putText(painter, name.isEmpty() ? x : x + 3, baseline, font, scheme().secondary, unit);
  };
  const auto& panels = canvas_.figure_->panels;
  for (std::size_t i = 0; i < canvas_.parts_.size(); ++i) {
    QCPAxisRect* rect = canvas_.parts_[i].rect;
    const double above = rect->rect().top() - 11;
    caption(panels[i].y, rect->axis(QCPAxis::atLeft), above, false);
    if (panels[i].right) caption(*panels[i].right, rect->axis(QCPAxis::atRight), above, true);
  }
  QCPAxisRect* last = canvas_.parts_.back().rect;
  const QString unit = figureScale(canvas_.figure_->x, last->axis(QCPAxis::atBottom)->range().lower,
                                   last->axis(QCPAxis::atBottom)->range().upper)
                           .unit;
  const QString name = toQt(canvas_.figure_->x.name);
  const double width = textAdvance(font, name) + (unit.isEmpty() ? 0 : 3 + textAdvance(font, unit));
  const double baseline = canvas_.height() - 5;
  double x = last->rect().center().x() - width / 2;
  x = putText(painter, x, baseline, font, scheme().text, name);
  putText(painter, x + 3, baseline, font, scheme().secondary, unit);
}

QPointF FigureCanvas::Overlay::placed(std::size_t panel, bool right, double x, double y) const {
  QCPAxisRect* rect = canvas_.parts_[panel].rect;
  return {rect->axis(QCPAxis::atBottom)->coordToPixel(x),
          rect->axis(right ? QCPAxis::atRight : QCPAxis::atLeft)->coordToPixel(y)};
}

void FigureCanvas::Overlay::drawDots(QCPPainter* painter) const {
  for (const FigureDot& dot : canvas_.dots_) {
    if (dot.panel >= static_cast<int>(canvas_.parts_.size())) continue;
    const QPointF at = placed(static_cast<std::size_t>(dot.panel), dot.right, dot.x, dot.y);
    if (!canvas_.parts_[static_cast<std::size_t>(dot.panel)].rect->rect().adjusted(-4, -4, 4, 4).contains(at.toPoint()))
      continue;
    const QColor color = curveColor(dot.hue, scheme());
    painter->setPen(QPen(dot.hollow ? color : scheme().panel, 1.5));
    painter->setBrush(dot.hollow ? scheme().panel : color);
    painter->drawEllipse(at, dot.hollow ? 4 : 4.5, dot.hollow ? 4 : 4.5);
  }
}

void FigureCanvas::Overlay::drawBox(QCPPainter* painter) const {
  QColor fill = scheme().accent;
  fill.setAlphaF(0.12f);
  painter->setPen(QPen(scheme().accent, 1));
  painter->setBrush(fill);
  painter->drawRect(QRectF(canvas_.pressedAt_, canvas_.lastAt_).normalized());
}

void FigureCanvas::Overlay::drawTables(QCPPainter* painter) const {
  const QRect rect = canvas_.parts_.front().rect->rect(), around = canvas_.rect();
  if (!canvas_.table_.empty())
    return drawReadout(painter, canvas_.table_, QPointF(rect.right() - 6, rect.top() + 6), true,
                       QRect(0, 0, 2 * rect.width(), rect.height()), around);
  if (!canvas_.pointer_ || canvas_.drag_ != Drag::kNone) return;
  const auto found = canvas_.nearest(*canvas_.pointer_);
  if (!found) return;
  const figure::Panel& panel = canvas_.figure_->panels[found->panel];
  const figure::Curve& curve = *found->curve;
  const QPointF at = placed(found->panel, curve.right, found->point.x, found->point.y);
  painter->setPen(QPen(scheme().panel, 1.5));
  painter->setBrush(curveColor(curve.hue, scheme()));
  painter->drawEllipse(at, 3.5, 3.5);
  const auto cell = [](const figure::Axis& axis, double value) {
    if (!axis.shown) return readoutCell(value, toQt(axis.unit));
    return ReadoutCell{readoutCell(value / axis.shown->factor, QString()).number, toQt(axis.shown->text)};
  };
  const figure::Axis& y = curve.right && panel.right ? *panel.right : panel.y;
  const std::vector<ReadoutRow> rows = {
      {std::nullopt, toQt(canvas_.figure_->x.name).left(18), {cell(canvas_.figure_->x, found->point.x)}},
      {curvePen(curve.hue, curveKind(curve.role), scheme(), curve.run), toQt(curve.label), {cell(y, found->point.y)}}};
  const bool left = at.x() > rect.center().x();
  drawReadout(painter, rows, at + QPointF(left ? -12 : 12, 8), left, QRect(0, 0, 2 * rect.width(), rect.height()),
              around);
}

}  // namespace tendril
