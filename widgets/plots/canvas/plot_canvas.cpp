// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/plot_canvas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plots/canvas/canvas_layers.hpp"
#include "widgets/plots/canvas/plot_graph.hpp"
#include "widgets/plots/canvas/scaled_ticker.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kLeftMargin = 52, kRightMargin = 46, kTopMargin = 24, kBottomMargin = 20;
constexpr double kPixelsPerTimeTick = 90, kPixelsPerValueTick = 34;
constexpr double kPad = 0.06;           // free space above and below, of the height
constexpr double kLeastHeight = 1e-12;  // what is smaller than this is rounding, not a signal

QFont tickFont() {
  QFont font = AppTheme::numberFont();
  font.setPixelSize(kNumberFontPx - 1);
  return font;
}

/// Longest beginning, else end, that all names share, without the punctuation at the cut.
QString commonPart(const QStringList& names) {
  QString head = names.front(), tail = names.front();
  for (const QString& name : names) {
    qsizetype n = 0;
    while (n < head.size() && n < name.size() && head[n] == name[n]) ++n;
    head.truncate(n);
    n = 0;
    while (n < tail.size() && n < name.size() && tail[tail.size() - 1 - n] == name[name.size() - 1 - n]) ++n;
    tail = tail.last(n);
  }
  // Whole parts only: of arm.tip.vx and arm.tip.vy the common part is arm.tip.
  const auto cut = [](const QString& text, bool fromEnd) {
    const qsizetype at = fromEnd ? std::max(text.lastIndexOf(u'.'), text.lastIndexOf(u'[')) : text.indexOf(u'.');
    return at < 0 ? QString() : fromEnd ? text.first(at) : text.sliced(at + 1);
  };
  if (names.size() == 1) return names.front();
  head = cut(head, true);
  return head.isEmpty() ? cut(tail, false) : head;
}

}  // namespace

PlotCanvas::PlotCanvas(QWidget* parent) : QCustomPlot(parent) {
  layOut();
  const auto choice = [this](int axis) {
    return [this, axis](double lower, double upper) { return chosenScale(axis, lower, upper); };
  };
  timeTicker_.reset(new ScaledTicker(choice(0)));
  leftTicker_.reset(new ScaledTicker(choice(1)));
  rightTicker_.reset(new ScaledTicker(choice(2)));
  for (int axis = 0; axis < 3; ++axis) powerTickers_[axis].reset(new PowerTicker(choice(axis)));
  xAxis->setTicker(timeTicker_);
  yAxis->setTicker(leftTicker_);
  yAxis2->setTicker(rightTicker_);
  xAxis->setRange(0, 10);
  yAxis->setRange(-1, 1);
  yAxis2->setRange(-1, 1);
  captions_ = new CanvasCaptions(*this);
  addLayer(QStringLiteral("bands"), layer(QStringLiteral("main")), QCustomPlot::limBelow);
  addLayer(QStringLiteral("marks"));
  layer(QStringLiteral("marks"))->setMode(QCPLayer::lmBuffered);
  overlay_ = new CanvasOverlay(*this);
  overlay_->setLayer(QStringLiteral("marks"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setNoAntialiasingOnDrag(false);
  setAccessibleName(tr("Plot"));
  connect(&AppTheme::instance(), &AppTheme::changed, this, &PlotCanvas::applyScheme);
  applyScheme();
}

PlotCanvas::~PlotCanvas() = default;

void PlotCanvas::layOut() {
  plotLayout()->setMargins({});
  QCPAxisRect* rect = axisRect();
  rect->setAutoMargins({QCP::msLeft, QCP::msRight});
  rect->setMinimumMargins({kLeftMargin, kTopMargin, kRightMargin, kBottomMargin});
  rect->setMargins({kLeftMargin, kTopMargin, kRightMargin, kBottomMargin});
  xAxis2->setVisible(false);
  layer(QStringLiteral("main"))->setMode(QCPLayer::lmBuffered);
  for (QCPAxis* axis : {xAxis, yAxis, yAxis2}) {
    axis->setTickLength(0);
    axis->setTickPen(Qt::NoPen);
    axis->setSubTicks(false);
    axis->setTickLabelPadding(6);
    axis->setTickLabelFont(tickFont());
  }
  yAxis->setBasePen(Qt::NoPen);
  yAxis2->setBasePen(Qt::NoPen);
  yAxis2->grid()->setVisible(false);
  yAxis2->setVisible(false);
}

const Scheme& PlotCanvas::scheme() const {
  return AppTheme::instance().scheme();
}

void PlotCanvas::setRightRoom(bool on) {
  const int right = on ? kLeftMargin : kRightMargin;
  if (axisRect()->minimumMargins().right() == right) return;
  axisRect()->setMinimumMargins({kLeftMargin, kTopMargin, right, kBottomMargin});
  replot(rpQueuedReplot);
}

void PlotCanvas::applyScheme() {
  const Scheme& now = scheme();
  setBackground(QBrush(now.panel));
  const QColor grid = mixed(now.panel, now.hairline, 0.65);
  for (QCPAxis* axis : {xAxis, yAxis, yAxis2}) {
    axis->setTickLabelColor(now.secondary);
    axis->grid()->setPen(QPen(grid, 1));
    axis->grid()->setZeroLinePen(Qt::NoPen);
  }
  yAxis->grid()->setZeroLinePen(QPen(mixed(now.hairline, now.secondary, 0.35), 1));
  xAxis->setBasePen(QPen(now.hairline, 1));
  for (const PlotCurve& curve : curves_)
    if (const auto at = graphs_.find(curve.id); at != graphs_.end()) styleGraph(at->second, curve);
  replot(rpQueuedReplot);
}

AxisScale PlotCanvas::chosenScale(int axis, double lower, double upper) const {
  const std::optional<DisplayUnit>& asked = axis == 0 ? look_.xUnit : look_.units[axis - 1];
  if (asked) return {1 / asked->factor, QString::fromStdString(asked->text)};
  const bool powers = axis == 0 ? look_.logX : look_.logY;
  const QString unit = axis == 0 ? QStringLiteral("s") : unitOf(axis == 1 ? Side::kLeft : Side::kRight);
  if (powers || unit.contains(u',')) return {1, unit};  // powers of ten stand at the ticks already
  return axis == 0 ? timeScale(lower, upper) : axisScale(lower, upper, unit);
}

void PlotCanvas::setLook(const CanvasLook& look) {
  if (look == look_) return;
  const bool anew = look.logX != look_.logX || look.logY != look_.logY || look.band != look_.band ||
                    look.statistics != look_.statistics;
  look_ = look;
  const auto kind = [this](QCPAxis* axis, bool powers, int index, const QSharedPointer<ScaledTicker>& usual) {
    if (powers)
      axis->setTicker(powerTickers_[index]);
    else
      axis->setTicker(usual);
    axis->setScaleType(powers ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  };
  kind(xAxis, look.logX, 0, timeTicker_);
  kind(yAxis, look.logY, 1, leftTicker_);
  kind(yAxis2, look.logY, 2, rightTicker_);
  xAxis->setRange(wantedTimes_.first, wantedTimes_.second);
  if (look.band.empty())
    while (!bands_.empty()) dropBand(bands_.begin()->first);
  if (!look.statistics) statistics_.clear();
  if (anew) Q_EMIT viewChanged();
  replot(rpQueuedReplot);
}

std::pair<double, double> PlotCanvas::statisticsRange() const {
  const auto& [a, b] = marks_.cursors;
  if (a && b && *a != *b) return std::minmax(*a, *b);
  return timeRange();
}

std::optional<figure::SignalStatistics> PlotCanvas::statisticsOf(const QString& id) const {
  const auto at = statistics_.find(id);
  return at == statistics_.end() ? std::nullopt : std::optional(at->second);
}

void PlotCanvas::dropBand(const QString& id) {
  const auto at = bands_.find(id);
  if (at == bands_.end()) return;
  removeGraph(at->second.second);  // first, since it is filled down to the other one
  removeGraph(at->second.first);
  bands_.erase(at);
}

/// A pale area about a reference, as wide as the answer says.
void PlotCanvas::showBand(const PlotCurve& curve, const CurveAnswer& answer) {
  if (look_.band.empty() || curve.kind != CurveKind::kReference || !(answer.bandHalf > 0)) return dropBand(curve.id);
  auto& [low, high] = bands_[curve.id];
  if (!low) {
    for (QCPGraph** graph : {&low, &high}) {
      *graph = new QCPGraph(xAxis, yAxis);  // the plot owns it
      (*graph)->setAdaptiveSampling(false);
      (*graph)->removeFromLegend();
      (*graph)->setPen(Qt::NoPen);
      (*graph)->setLayer(QStringLiteral("bands"));
    }
    high->setChannelFillGraph(low);
  }
  QColor fill = curveColor(curve.color, scheme());
  fill.setAlphaF(0.16f);
  high->setBrush(fill);
  for (const auto& [graph, sign] : {std::pair(low, -1.0), std::pair(high, 1.0)}) {
    graph->setVisible(curve.visible);
    graph->setValueAxis(axisOf(sideOf(curve)));
    QVector<QCPGraphData> points;
    for (const CurvePoint& point : answer.points)
      if (point.t >= curve.from && point.t <= curve.to && std::isfinite(point.value))
        points.push_back({point.t, point.value + sign * answer.bandHalf});
    graph->data()->set(points, true);
  }
}

void PlotCanvas::styleGraph(QCPGraph* graph, const PlotCurve& curve) const {
  graph->setPen(curvePen(curve.color, curve.kind, scheme(), curve.run));
  graph->setVisible(curve.visible);
  graph->setValueAxis(axisOf(sideOf(curve)));
  graph->setLayer(QStringLiteral("main"));
}

void PlotCanvas::setCurves(std::vector<PlotCurve> curves) {
  curves_ = std::move(curves);
  assignAxes();
  std::map<QString, QCPGraph*> kept;
  // The first curve of the legend lies on top, and what is shown above older runs.
  for (auto curve = curves_.rbegin(); curve != curves_.rend(); ++curve) {
    QCPGraph*& graph = kept[curve->id];
    if (const auto old = graphs_.find(curve->id); old != graphs_.end()) {
      graph = old->second;
      graphs_.erase(old);
    } else if (!graph) {
      graph = new PlotGraph(xAxis, yAxis);  // the plot owns it
      graph->setAdaptiveSampling(false);    // points come thinned out already
      graph->removeFromLegend();
    }
    styleGraph(graph, *curve);
  }
  for (const auto& [id, graph] : graphs_) {
    ranges_.erase(id);
    statistics_.erase(id);
    dropBand(id);
    removeGraph(graph);
  }
  graphs_ = std::move(kept);
  for (const CurveKind kind : {CurveKind::kOtherRun, CurveKind::kReference, CurveKind::kActual})
    for (auto curve = curves_.rbegin(); curve != curves_.rend(); ++curve)
      if (curve->kind == kind) graphs_[curve->id]->setLayer(layer(QStringLiteral("main")));
  Q_EMIT viewChanged();
}

void PlotCanvas::assignAxes() {
  leftUnits_.clear();
  rightUnits_.clear();
  for (const PlotCurve& curve : curves_) {
    if (!curve.visible) continue;
    if (leftUnits_.isEmpty())
      leftUnits_ << curve.unit;
    else if (!leftUnits_.contains(curve.unit) && !rightUnits_.contains(curve.unit))
      rightUnits_ << curve.unit;
  }
  yAxis2->setVisible(!rightUnits_.isEmpty());
}

PlotCanvas::Side PlotCanvas::sideOf(const PlotCurve& curve) const {
  return rightUnits_.contains(curve.unit) ? Side::kRight : Side::kLeft;
}

QString PlotCanvas::unitOf(Side side) const {
  QStringList units = side == Side::kLeft ? leftUnits_ : rightUnits_;
  if (units.size() > 1) units.removeAll(QString());
  return units.join(QStringLiteral(", "));
}

AxisScale PlotCanvas::scaleOf(Side side) const {
  if (look_.logY) return powerTickers_[side == Side::kLeft ? 1 : 2]->scale();
  return (side == Side::kLeft ? leftTicker_ : rightTicker_)->scale();
}

QString PlotCanvas::captionOf(Side side) const {
  const QString& title = look_.yTitles[side == Side::kLeft ? 0 : 1];
  if (!title.isEmpty()) return title;
  QStringList names;
  for (const PlotCurve& curve : curves_)
    if (curve.visible && sideOf(curve) == side && !names.contains(curve.shown())) names << curve.shown();
  return names.isEmpty() ? QString() : commonPart(names);
}

std::vector<CurveRequest> PlotCanvas::requests(int plot) const {
  const auto [from, to] = timeRange();
  // A quarter more on either side, so that panning shows no empty margin before new points come.
  const double spare = (to - from) / 4;
  const int pixels = static_cast<int>(1.5 * std::max(16, axisRect()->width()) * std::min(devicePixelRatioF(), 2.0));
  std::vector<CurveRequest> all;
  for (const PlotCurve& curve : curves_) {
    if (!curve.visible || !curve.table) continue;
    CurveRequest request{plot, curve.id, curve.table, curve.column, 0, 0, 0, 0, pixels};
    request.from = std::max(from - spare, curve.from);
    request.to = std::min(to + spare, curve.to);
    request.visibleFrom = std::max(from, curve.from);
    request.visibleTo = std::min(to, curve.to);
    if (!look_.band.empty() && curve.kind == CurveKind::kReference) {
      const auto actual =
          std::find_if(curves_.begin(), curves_.end(), [&](const PlotCurve& each) { return each.id == curve.actual; });
      request.band = look_.band;
      if (actual != curves_.end()) request.actual = actual->table, request.actualColumn = actual->column;
    }
    if (look_.statistics) {
      // The thinned out part may be shorter than what is between the cursors.
      request.statistics = statisticsRange();
      request.statistics->first = std::max(request.statistics->first, curve.from);
      request.statistics->second = std::min(request.statistics->second, curve.to);
    }
    if (request.from <= request.to) all.push_back(std::move(request));
  }
  return all;
}

void PlotCanvas::take(const CurveAnswer& answer) {
  const auto at = graphs_.find(answer.curve);
  const auto curve = std::find_if(curves_.begin(), curves_.end(),
                                  [&](const PlotCurve& candidate) { return candidate.id == answer.curve; });
  if (at == graphs_.end() || curve == curves_.end()) return;
  QVector<QCPGraphData> points;
  points.reserve(static_cast<qsizetype>(answer.points.size()));
  SignalHistory::Range positive;
  for (const CurvePoint& point : answer.points) {
    if (point.t < curve->from || point.t > curve->to) continue;
    const bool drawn = std::isfinite(point.value) && (!look_.logY || point.value > 0);
    if (look_.logX && !(point.t > 0)) continue;
    if (drawn) positive.include(point.value);
    points.push_back({point.t, drawn ? point.value : std::numeric_limits<double>::quiet_NaN()});
  }
  at->second->data()->set(points, true);
  ranges_[answer.curve] = look_.logY ? positive : answer.range;
  if (answer.statistics && look_.statistics) statistics_[answer.curve] = *answer.statistics;
  showBand(*curve, answer);
}

void PlotCanvas::refresh() {
  if (autoY_) fitAuto();
  replot(rpQueuedRefresh);
}

double PlotCanvas::valueAt(const PlotCurve& curve, double t) {
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  if (!curve.table || curve.column < 0 || t < curve.from || t > curve.to) return kNothing;
  const std::size_t rows = curve.table->size();
  if (rows == 0 || t < curve.table->time(0) || t > curve.table->time(rows - 1)) return kNothing;
  const std::size_t row = std::min(curve.table->find(t), rows - 1);
  const double value = curve.table->value(curve.column, row);
  if (row + 1 >= rows) return value;
  const double t0 = curve.table->time(row), t1 = curve.table->time(row + 1);
  if (!(t1 > t0) || t == t0) return value;
  return value + (curve.table->value(curve.column, row + 1) - value) * (t - t0) / (t1 - t0);
}

void PlotCanvas::setTimeRange(double from, double to) {
  const std::pair wanted(from, to);
  if (!QCPRange::validRange(from, to) || wanted == wantedTimes_) return;
  wantedTimes_ = wanted;
  xAxis->setRange(from, to);
  Q_EMIT viewChanged();
  replot(rpQueuedReplot);
}

void PlotCanvas::setAutoY(bool on) {
  autoY_ = on;
  if (!on) return;
  const bool calm = std::exchange(calm_, false);
  fitAuto();
  calm_ = calm;
  Q_EMIT viewChanged();
  replot(rpQueuedReplot);
}

void PlotCanvas::setYRange(Side side, double lower, double upper) {
  if (!QCPRange::validRange(lower, upper) || upper - lower < kLeastHeight) return;
  autoY_ = false;
  axisOf(side)->setRange(lower, upper);
  replot(rpQueuedReplot);
}

std::pair<double, double> PlotCanvas::yRange(Side side) const {
  const QCPRange range = axisOf(side)->range();
  return {range.lower, range.upper};
}

SignalHistory::Range PlotCanvas::rangeOf(Side side) const {
  SignalHistory::Range all;
  for (const PlotCurve& curve : curves_) {
    const auto range = ranges_.find(curve.id);
    if (!curve.visible || sideOf(curve) != side || range == ranges_.end() || range->second.empty()) continue;
    all.include(range->second.low);
    all.include(range->second.high);
  }
  return all;
}

void PlotCanvas::fitAuto() {
  for (const Side side : {Side::kLeft, Side::kRight}) {
    SignalHistory::Range need = rangeOf(side);
    if (need.empty()) continue;
    if (look_.logY) {
      const double room = std::pow(std::max(need.high / need.low, 2.0), kPad);
      axisOf(side)->setRange(need.low / room, need.high * room);
      continue;
    }
    const double size = std::max(std::abs(need.low), std::abs(need.high));
    double height = need.high - need.low;
    if (!(height > 1e-9 * size) || height < kLeastHeight) {
      // A constant stands in the middle of a range that does not make noise of its rounding.
      height = size > kLeastHeight ? 0.2 * size : 2;
      const double middle = (need.low + need.high) / 2;
      need = {middle - height / 2, middle + height / 2};
    }
    const QCPRange range(need.low - kPad * height, need.high + kPad * height);
    const QCPRange old = axisOf(side)->range();
    if (calm_ && old.contains(need.low) && old.contains(need.high) && height > 0.6 * old.size()) continue;
    if (QCPRange::validRange(range)) axisOf(side)->setRange(range);
  }
}

void PlotCanvas::setMarks(const PlotMarks& marks) {
  if (marks == marks_) return;
  const bool other =
      look_.statistics && (marks.cursors[0] != marks_.cursors[0] || marks.cursors[1] != marks_.cursors[1]);
  marks_ = marks;
  if (other) Q_EMIT viewChanged();
  replotOverlay();
}

void PlotCanvas::replotOverlay() {
  if (isVisible()) overlay_->layer()->replot();
}

void PlotCanvas::setTool(Tool tool) {
  tool_ = tool;
  setCursor(tool == Tool::kScrub ? Qt::SplitHCursor : Qt::CrossCursor);
}

void PlotCanvas::countTicks(const QSize& size) {
  const int times = std::max(2, static_cast<int>((size.width() - 90) / kPixelsPerTimeTick));
  timeTicker_->setTickCount(times);
  const int values = std::max(2, static_cast<int>((size.height() - 40) / kPixelsPerValueTick));
  powerTickers_[0]->setTickCount(times);
  for (const int axis : {1, 2}) powerTickers_[axis]->setTickCount(values);
  leftTicker_->setTickCount(values);
  rightTicker_->setTickCount(values);
}

void PlotCanvas::resizeEvent(QResizeEvent* event) {
  countTicks(event->size());
  QCustomPlot::resizeEvent(event);
  Q_EMIT viewChanged();
}

}  // namespace tendril
