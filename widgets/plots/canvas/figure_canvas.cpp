// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/figure_canvas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plots/canvas/curve_style.hpp"
#include "widgets/plots/canvas/figure_overlay.hpp"
#include "widgets/plots/canvas/scaled_ticker.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kPad = 0.06, kNear = 24;  // of the height; px
constexpr int kLeft = 52, kRight = 14, kTop = 24, kBottom = 22, kBetween = 4;

QVector<double> shares(const std::vector<figure::Point>& points, double figure::Point::*part) {
  QVector<double> out;
  out.reserve(static_cast<qsizetype>(points.size()));
  for (const figure::Point& point : points) out << point.*part;
  return out;
}

/// What values need, with room around; of positive ones alone where the axis has powers of ten.
class Extent {
 public:
  explicit Extent(bool powers) : powers_(powers) {}
  void include(double value) {
    if (!std::isfinite(value) || (powers_ && !(value > 0))) return;
    low_ = std::min(low_, value), high_ = std::max(high_, value);
  }
  QCPRange range() const {
    if (low_ > high_) return powers_ ? QCPRange(0.1, 10) : QCPRange(-1, 1);
    if (powers_) {
      const double room = std::pow(std::max(high_ / low_, 2.0), kPad);
      return {low_ / room, high_ * room};
    }
    const double size = std::max(std::abs(low_), std::abs(high_));
    double height = high_ - low_;
    if (!(height > 1e-9 * size)) height = size > 0 ? 0.2 * size : 2;
    return {low_ - kPad * height, high_ + kPad * height};
  }

 private:
  bool powers_;
  double low_ = std::numeric_limits<double>::infinity(), high_ = -std::numeric_limits<double>::infinity();
};

}  // namespace

FigureCanvas::FigureCanvas(QWidget* parent) : QCustomPlot(parent), aligned_(new QCPMarginGroup(this)) {
  plotLayout()->clear();
  plotLayout()->setRowSpacing(kBetween);
  addLayer(QStringLiteral("bands"), layer(QStringLiteral("main")), QCustomPlot::limBelow);
  addLayer(QStringLiteral("marks"));
  layer(QStringLiteral("main"))->setMode(QCPLayer::lmBuffered);
  layer(QStringLiteral("marks"))->setMode(QCPLayer::lmBuffered);
  overlay_ = new Overlay(*this);
  overlay_->setLayer(QStringLiteral("marks"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setNoAntialiasingOnDrag(false);
  setAccessibleName(tr("Plot"));
  setCursor(Qt::CrossCursor);
  connect(&AppTheme::instance(), &AppTheme::changed, this, &FigureCanvas::applyScheme);
  applyScheme();
}

FigureCanvas::~FigureCanvas() = default;

void FigureCanvas::setProblem(const QString& problem) {
  if (problem == problem_) return;
  problem_ = problem;
  build();
}

void FigureCanvas::setFigure(std::shared_ptr<const figure::Figure> figure) {
  problem_.clear();
  std::vector<std::pair<QCPRange, QCPRange>> before;
  for (const Part& part : parts_)
    before.emplace_back(part.rect->axis(QCPAxis::atBottom)->range(), part.rect->axis(QCPAxis::atLeft)->range());
  const bool same = figure_ && figure && figure_->panels.size() == figure->panels.size() &&
                    figure_->x.unit == figure->x.unit && figure_->x.logarithmic == figure->x.logarithmic &&
                    figure_->x.name == figure->x.name;
  figure_ = std::move(figure);
  const bool keep = !fitted_ && same;
  build();
  if (!keep) return;
  fitted_ = false;
  for (std::size_t i = 0; i < parts_.size() && i < before.size(); ++i) {
    parts_[i].rect->axis(QCPAxis::atBottom)->setRange(before[i].first);
    parts_[i].rect->axis(QCPAxis::atLeft)->setRange(before[i].second);
  }
}

void FigureCanvas::setDots(std::vector<FigureDot> dots) {
  dots_ = std::move(dots);
  if (isVisible()) overlay_->layer()->replot();
}

void FigureCanvas::setTable(std::vector<ReadoutRow> rows) {
  table_ = std::move(rows);
  if (isVisible()) overlay_->layer()->replot();
}

void FigureCanvas::build() {
  dragged_ = nullptr;
  drag_ = Drag::kNone;
  clearPlottables();
  plotLayout()->clear();
  parts_.clear();
  if (figure_ && problem_.isEmpty()) {
    for (std::size_t i = 0; i < figure_->panels.size(); ++i)
      addPart(figure_->panels[i], i + 1 == figure_->panels.size());
  }
  applyScheme();
  countTicks();
  fit();
}

QSharedPointer<QCPAxisTicker> FigureCanvas::tickerOf(const figure::Axis& axis, QCPAxis* on) const {
  const auto choose = [axis](double lower, double upper) { return figureScale(axis, lower, upper); };
  QSharedPointer<QCPAxisTicker> ticker;
  if (axis.logarithmic)
    ticker.reset(new PowerTicker(choose));
  else
    ticker.reset(new ScaledTicker(choose, axis.leastStep));
  on->setScaleType(axis.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  on->setTicker(ticker);
  return ticker;
}

void FigureCanvas::addPart(const figure::Panel& panel, bool last) {
  auto* rect = new QCPAxisRect(this, true);
  plotLayout()->addElement(plotLayout()->rowCount(), 0, rect);
  const auto beside = QCP::MarginSides(QCP::msLeft) | QCP::msRight;
  rect->setAutoMargins(beside);
  const QMargins margins(kLeft, kTop, panel.right ? kLeft : kRight, last ? kBottom + 16 : kBottom);
  rect->setMinimumMargins(margins);
  rect->setMargins(margins);
  rect->setMarginGroup(beside, aligned_);
  rect->axis(QCPAxis::atTop)->setVisible(false);
  QCPAxis* right = rect->axis(QCPAxis::atRight);
  right->setVisible(panel.right.has_value());
  right->grid()->setVisible(false);
  for (const QCPAxis::AxisType type : {QCPAxis::atBottom, QCPAxis::atLeft, QCPAxis::atRight}) {
    QCPAxis* axis = rect->axis(type);
    axis->setTickLength(0);
    axis->setTickPen(Qt::NoPen);
    axis->setSubTicks(false);
    axis->setTickLabelPadding(6);
    QFont font = AppTheme::numberFont();
    font.setPixelSize(kNumberFontPx - 1);
    axis->setTickLabelFont(font);
    axis->setLayer(QStringLiteral("axes"));
    axis->grid()->setLayer(QStringLiteral("grid"));
  }
  rect->axis(QCPAxis::atLeft)->setBasePen(Qt::NoPen);
  right->setBasePen(Qt::NoPen);
  Part part{rect, tickerOf(figure_->x, rect->axis(QCPAxis::atBottom)), tickerOf(panel.y, rect->axis(QCPAxis::atLeft)),
            tickerOf(panel.right.value_or(panel.y), right)};
  parts_.push_back(std::move(part));
}

void FigureCanvas::addCurves(const figure::Panel& panel, const Part& part) {
  QCPAxis* x = part.rect->axis(QCPAxis::atBottom);
  const Scheme& scheme = AppTheme::instance().scheme();
  const auto add = [&](const std::vector<figure::Point>& points, QCPAxis* y, const QString& on) {
    auto* curve = new QCPCurve(x, y);  // the plot owns it
    curve->setData(shares(points, &figure::Point::x), shares(points, &figure::Point::y));
    curve->setLayer(on);
    curve->removeFromLegend();
    return curve;
  };
  for (const figure::Band& band : panel.bands) {
    // Down along the lower edge and back along the upper one.
    std::vector<figure::Point> around = band.high;
    around.insert(around.end(), band.low.rbegin(), band.low.rend());
    std::erase_if(around, [](const figure::Point& p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
    QCPCurve* area = add(around, part.rect->axis(QCPAxis::atLeft), QStringLiteral("bands"));
    QColor fill = curveColor(band.hue, scheme);
    fill.setAlphaF(0.16f);
    area->setPen(Qt::NoPen);
    area->setBrush(fill);
  }
  for (auto curve = panel.curves.rbegin(); curve != panel.curves.rend(); ++curve) {
    QCPAxis* y = part.rect->axis(curve->right ? QCPAxis::atRight : QCPAxis::atLeft);
    add(curve->points, y, QStringLiteral("main"))
        ->setPen(curvePen(curve->hue, curveKind(curve->role), scheme, curve->run));
  }
}

void FigureCanvas::fit() {
  fitted_ = true;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const figure::Panel& panel = figure_->panels[i];
    parts_[i].rect->axis(QCPAxis::atBottom)->setRange(figure_->from, figure_->to);
    Extent left(panel.y.logarithmic), right(panel.right && panel.right->logarithmic);
    for (const figure::Curve& curve : panel.curves)
      for (const figure::Point& point : curve.points) (curve.right ? right : left).include(point.y);
    for (const figure::Band& band : panel.bands)
      for (const auto* edge : {&band.low, &band.high})
        for (const figure::Point& point : *edge) left.include(point.y);
    const QCPRange range = panel.values ? QCPRange(panel.values->first, panel.values->second) : left.range();
    parts_[i].rect->axis(QCPAxis::atLeft)->setRange(range);
    parts_[i].rect->axis(QCPAxis::atRight)->setRange(panel.right ? right.range() : range);
  }
  replot(rpQueuedReplot);
}

void FigureCanvas::applyScheme() {
  const Scheme& now = AppTheme::instance().scheme();
  setBackground(QBrush(now.panel));
  const QColor grid = mixed(now.panel, now.hairline, 0.65);
  for (const Part& part : parts_) {
    for (const QCPAxis::AxisType type : {QCPAxis::atBottom, QCPAxis::atLeft, QCPAxis::atRight}) {
      QCPAxis* axis = part.rect->axis(type);
      axis->setTickLabelColor(now.secondary);
      axis->grid()->setPen(QPen(grid, 1));
      axis->grid()->setZeroLinePen(QPen(mixed(now.hairline, now.secondary, 0.35), 1));
    }
    part.rect->axis(QCPAxis::atBottom)->setBasePen(QPen(now.hairline, 1));
  }
  if (figure_ && !parts_.empty()) {
    clearPlottables();
    for (std::size_t i = 0; i < parts_.size(); ++i) addCurves(figure_->panels[i], parts_[i]);
  }
  replot(rpQueuedReplot);
}

void FigureCanvas::countTicks() {
  const int panels = std::max<int>(1, static_cast<int>(parts_.size()));
  for (const Part& part : parts_) {
    part.x->setTickCount(std::max(2, (width() - 90) / 90));
    for (const auto& ticker : {part.left, part.right})
      ticker->setTickCount(std::max(2, (height() - 40) / (34 * panels)));
  }
}

const FigureCanvas::Part* FigureCanvas::partAt(const QPointF& at) const {
  const Part* best = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const Part& part : parts_) {
    const QRect rect = part.rect->rect();
    const double off = at.y() < rect.top() ? rect.top() - at.y() : std::max(0.0, at.y() - rect.bottom());
    if (off < least) least = off, best = &part;
  }
  return best;
}

std::optional<FigureCanvas::Found> FigureCanvas::nearest(const QPointF& at) const {
  std::optional<Found> best;
  if (!figure_ || parts_.empty()) return best;
  double least = kNear * kNear;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    QCPAxisRect* rect = parts_[i].rect;
    if (!rect->rect().contains(at.toPoint())) continue;
    const QCPAxis* x = rect->axis(QCPAxis::atBottom);
    for (const figure::Curve& curve : figure_->panels[i].curves) {
      const QCPAxis* y = rect->axis(curve.right ? QCPAxis::atRight : QCPAxis::atLeft);
      for (const figure::Point& point : curve.points) {
        const double dx = x->coordToPixel(point.x) - at.x(), dy = y->coordToPixel(point.y) - at.y();
        const double off = dx * dx + dy * dy;
        if (!(off < least)) continue;
        least = off;
        best = Found{&curve, i, point};
      }
    }
  }
  return best;
}

}  // namespace tendril
