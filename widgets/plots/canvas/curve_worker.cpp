// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/curve_worker.hpp"

#include <QMetaObject>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

namespace tendril {
namespace {

using figure::SignalCurve;

bool isOther(const SignalCurve& curve) {
  return curve.role == figure::CurveRole::kOtherRun;
}

/// One table of what is shown, in the order of time, where a run and its past are several: spectra and histograms see
/// them as one signal. Curves of other runs stay as they are.
void join(figure::PlotCurves& curves) {
  std::vector<std::pair<double, const SignalHistory*>> spans;  // where they begin
  for (const SignalCurve& curve : curves.curves)
    if (!isOther(curve) && std::none_of(spans.begin(), spans.end(), [&](const auto& span) {
          return span.first == curve.from && span.second == curve.table.get();
        }))
      spans.emplace_back(curve.from, curve.table.get());
  if (spans.size() < 2) return;
  std::sort(spans.begin(), spans.end());
  std::vector<SignalCurve> joined, others, along;
  std::map<std::string, int> columns;
  std::size_t rows = 0;
  for (const auto& [from, table] : spans) rows += table->size();
  const auto columnOf = [&](const SignalCurve& curve) {
    return columns.emplace(curve.name, static_cast<int>(columns.size())).first->second;
  };
  for (const auto* list : {&curves.curves, &curves.along})
    for (const SignalCurve& curve : *list)
      if (!isOther(curve)) columnOf(curve);
  const auto table = std::make_shared<SignalHistory>(static_cast<int>(columns.size()), rows);
  std::vector<double> values(columns.size());
  double last = -std::numeric_limits<double>::infinity();
  for (const auto& [from, source] : spans) {
    double to = 0;
    std::vector<std::pair<int, int>> copies;  // column there, here
    for (const auto* list : {&curves.curves, &curves.along})
      for (const SignalCurve& curve : *list)
        if (!isOther(curve) && curve.table.get() == source && curve.from == from)
          copies.emplace_back(curve.column, columnOf(curve)), to = curve.to;
    for (std::size_t row = 0; row < source->size(); ++row) {
      const double t = source->time(row);
      if (t < from || t > to || !(t > last)) continue;
      std::fill(values.begin(), values.end(), std::numeric_limits<double>::quiet_NaN());
      for (const auto& [there, here] : copies) values[static_cast<std::size_t>(here)] = source->value(there, row);
      table->append(last = t, values);
    }
  }
  const auto move = [&](SignalCurve curve) {
    curve.column = columnOf(curve), curve.table = table;
    curve.from = -std::numeric_limits<double>::infinity(), curve.to = -curve.from;
    return curve;
  };
  std::map<std::string, int> known;
  for (const SignalCurve& curve : curves.curves)
    if (!isOther(curve) && known.emplace(curve.name, static_cast<int>(joined.size())).second)
      joined.push_back(move(curve));
  // References follow the joined curve of their signal, and all curves have their x anew.
  for (SignalCurve& curve : joined)
    if (curve.actual >= 0) {
      const auto at = known.find(curves.curves[static_cast<std::size_t>(curve.actual)].name);
      curve.actual = at == known.end() ? -1 : at->second;
    }
  for (const SignalCurve& curve : curves.curves)
    if (isOther(curve)) others.push_back(curve);
  for (SignalCurve& curve : joined)
    if (!curves.along.empty()) {
      along.push_back(move(curves.along[static_cast<std::size_t>(curve.along)]));
      curve.along = static_cast<int>(along.size()) - 1;
    }
  for (SignalCurve& curve : others)
    if (!curves.along.empty()) {
      along.push_back(curves.along[static_cast<std::size_t>(curve.along)]);
      curve.along = static_cast<int>(along.size()) - 1;
    }
  joined.insert(joined.end(), others.begin(), others.end());
  curves.curves = std::move(joined), curves.along = std::move(along);
}

}  // namespace

CurveAnswer thinnedOut(const CurveRequest& request) {
  CurveAnswer answer{request.plot, request.curve, {}, {}};
  if (!request.table || request.column < 0 || request.table->size() == 0) return answer;
  const SignalHistory& table = *request.table;
  decimate(table, request.column, request.from, request.to, std::max(2, request.pixels), answer.points);
  // Only what lies inside the window may stretch the axis; find() gives the row before, which may lie outside.
  std::size_t first = table.find(request.visibleFrom), last = table.find(request.visibleTo);
  if (table.time(first) < request.visibleFrom && first < last) ++first;
  answer.range = table.range(request.column, first, last + 1);
  if (request.statistics)
    answer.statistics =
        figure::statisticsOf(table, request.column, request.statistics->first, request.statistics->second);
  if (!request.band.empty() && (request.band != "rms" || request.actual)) {
    const figure::SignalCurve reference{
        .name = {}, .unit = {}, .label = {}, .table = request.table, .column = request.column},
        actual{.name = {}, .unit = {}, .label = {}, .table = request.actual, .column = request.actualColumn};
    answer.bandHalf = figure::bandHalf(request.band, reference, &actual, request.visibleFrom, request.visibleTo);
    if (!answer.range.empty()) {
      answer.range.include(answer.range.low - answer.bandHalf);
      answer.range.include(answer.range.high + answer.bandHalf);
    }
  }
  return answer;
}

FigureRequest joined(FigureRequest request) {
  join(request.curves);
  return request;
}

FigureAnswer drawnFigure(const FigureRequest& request) {
  FigureAnswer answer{request.plot, nullptr, {}};
  figure::PlotCurves curves = request.curves;
  join(curves);
  if (request.statistics)
    for (const SignalCurve& curve : curves.curves)
      answer.statistics.push_back({curve.label.empty() ? curve.name : curve.label, curve.unit, curve.hue, curve.run,
                                   curve.role,
                                   figure::statisticsOf(*curve.table, curve.column, std::max(curves.from, curve.from),
                                                        std::min(curves.to, curve.to))});
  try {
    answer.figure = std::make_shared<const figure::Figure>(figure::plotFigure(request.spec, curves));
  } catch (const std::invalid_argument& error) {
    answer.problem = QString::fromUtf8(error.what());
  }
  return answer;
}

CurveWorker::CurveWorker(QObject* parent)
    : QObject(parent), thread_([this](const std::stop_token& stop) { work(stop); }) {}

CurveWorker::~CurveWorker() {
  thread_.request_stop();
  thread_.join();
}

void CurveWorker::ask(std::vector<CurveRequest> requests, std::vector<FigureRequest> figures) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(std::move(requests), std::move(figures));
  }
  wake_.notify_one();
}

bool CurveWorker::idle() const {
  const std::lock_guard lock(mutex_);
  return !busy_ && !waiting_;
}

void CurveWorker::work(const std::stop_token& stop) {
  while (true) {
    std::pair<std::vector<CurveRequest>, std::vector<FigureRequest>> asked;
    {
      std::unique_lock lock(mutex_);
      if (!wake_.wait(lock, stop, [this] { return waiting_.has_value(); })) return;
      asked = std::move(*waiting_);
      waiting_.reset();
      busy_ = true;
    }
    std::vector<CurveAnswer> answers;
    std::vector<FigureAnswer> figures;
    for (const CurveRequest& request : asked.first) answers.push_back(thinnedOut(request));
    for (const FigureRequest& request : asked.second) figures.push_back(drawnFigure(request));
    QMetaObject::invokeMethod(
        this,
        [this, answers = std::move(answers), figures = std::move(figures)] {
          {
            const std::lock_guard lock(mutex_);
            busy_ = false;
          }
          Q_EMIT answered(answers, figures);
        },
        Qt::QueuedConnection);
  }
}

}  // namespace tendril
