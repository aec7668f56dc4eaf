// SPDX-License-Identifier: GPL-3.0-or-later
// What a plot shows besides its signals: its kind, axes, texts; as JSON; plots that are not over time.
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "widgets/plots/plot_card.hpp"

namespace tendril {
namespace {

using json::Node;

QString toQt(const std::string& text) {
  return QString::fromStdString(text);
}

QJsonObject objectOf(const Node& node) {
  return QJsonDocument::fromJson(QByteArray::fromStdString(json::writeCompact(node))).object();
}

Node nodeOf(const QJsonObject& object) {
  std::vector<Problem> ignored;  // Qt has parsed it before
  return json::parse(QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString(), ignored);
}

/// The keys that PlotSpec has in a file.
const std::vector<std::string>& specKeys() {
  static const std::vector<std::string> keys = [] {
    const Node nothing = Node::object();
    json::ObjectReader reader(nothing, "");
    figure::PlotSpec spec;
    figure::readPlotSpec(reader, spec);
    return reader.known();
  }();
  return keys;
}

/// Texts of a list of texts or of objects with a name, or of one text; what is neither is empty.
QList<QJsonValue> entriesOf(const QJsonValue& value) {
  QList<QJsonValue> out;
  if (value.isString()) out << value;
  for (const QJsonValue entry : value.toArray()) out << entry;
  return out;
}

QString textOf(const QJsonValue& entry) {
  return entry.isObject() ? entry["name"].toString() : entry.toString();
}

}  // namespace

// ---- what is seen

QStringList PlotCard::labelled() const {
  QStringList out;
  for (const bool asked : {false, true})
    for (const Item& item : items_)
      if (item.asked == asked) out << item.text;
  return out;
}

QStringList PlotCard::labels() const {
  QStringList out;
  for (const QString& text : labelled()) out << find(text)->label;
  return out;
}

figure::PlotSpec PlotCard::spec() const {
  figure::PlotSpec out = spec_;
  out.title = title_->text().toStdString();
  std::vector<const Item*> actual, asked;
  for (const Item& item : items_) {
    if (!item.visible || !item.facts.problem.isEmpty()) continue;
    const Item* of = item.facts.actual.isEmpty() ? nullptr : find(item.facts.actual);
    const bool reference = item.facts.kind == CurveKind::kReference && of && of->visible;
    (reference ? asked : actual).push_back(&item);
  }
  // Signals that have a reference stand first, in the order of the references.
  const auto place = [&](const Item* item) {
    const auto at =
        std::find_if(asked.begin(), asked.end(), [&](const Item* r) { return r->facts.actual == item->text; });
    return at - asked.begin();
  };
  std::stable_sort(actual.begin(), actual.end(), [&](const Item* a, const Item* b) { return place(a) < place(b); });
  std::vector<std::string> along;
  bool labelled = false;
  const auto indexOf = [&](const Item* item) {
    std::size_t before = 0;
    for (const Item& each : items_) {
      if (&each == item) break;
      before += each.asked ? 0 : 1;
    }
    return before;
  };
  for (const Item* item : actual) {
    out.signals.push_back(item->text.toStdString());
    if (spec_.x.size() > 1 && indexOf(item) < spec_.x.size()) along.push_back(spec_.x[indexOf(item)]);
  }
  for (const Item* item : asked) out.references.push_back(item->text.toStdString());
  for (const auto* list : {&actual, &asked})
    for (const Item* item : *list) {
      labelled = labelled || !item->label.isEmpty();
      out.labels.push_back(item->label.toStdString());
    }
  if (!labelled) out.labels.clear();
  if (spec_.x.size() > 1) out.x = std::move(along);
  return out;
}

std::vector<std::string> PlotCard::units() const {
  std::vector<std::string> out;
  for (const Item& item : items_)
    if (item.visible && std::find(out.begin(), out.end(), item.facts.unit.toStdString()) == out.end())
      out.push_back(item.facts.unit.toStdString());
  return out;
}

figure::PlotSpec PlotCard::drawable() const {
  figure::PlotSpec out = spec();
  out.rightAxis = out.rightAxis && units().size() == 2;
  if (out.references.empty()) out.band.clear();
  return out;
}

void PlotCard::setSpec(const figure::PlotSpec& spec) {
  const QStringList texts = labelled();
  const bool overTime = spec_.overTime();
  const std::vector<std::string> alongBefore = spec_.x;
  spec_ = spec;
  spec_.signals.clear(), spec_.references.clear(), spec_.labels.clear(), spec_.title.clear();
  for (qsizetype i = 0; i < texts.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    find(texts[i])->label = at < spec.labels.size() ? toQt(spec.labels[at]) : QString();
  }
  title_->setText(toQt(spec.title));
  drawn_.clear();
  if (spec_.overTime() != overTime || spec_.x != alongBefore) Q_EMIT wantsChanged();
  rebuild();
  Q_EMIT changed();
}

void PlotCard::setStatistics(bool on) {
  if (statistics_ == on) return;
  statistics_ = on;
  drawn_.clear();
  applyLook();
  Q_EMIT changed();
}

QWidget* PlotCard::shownCanvas() const {
  return overTime() ? static_cast<QWidget*>(canvas_) : figure_;
}

QStringList PlotCard::wanted() const {
  QStringList out = signalTexts();
  for (const std::string& text : spec_.x)
    if (!out.contains(toQt(text))) out << toQt(text);
  return out;
}

void PlotCard::applyLook() {
  canvas_->setVisible(overTime());
  figure_->setVisible(!overTime());
  CanvasLook look;
  look.logX = spec_.logX, look.logY = spec_.logY, look.band = spec_.band, look.statistics = statistics_;
  look.xTitle = toQt(spec_.xTitle);
  const std::vector<std::string> units = this->units();
  unitProblem_.clear();
  const auto unit = [this](const std::string& text, const figure::Axis& axis) -> std::optional<DisplayUnit> {
    if (text.empty()) return std::nullopt;
    try {
      return figure::shownUnit(text, axis);
    } catch (const std::invalid_argument& error) {
      unitProblem_ = QString::fromUtf8(error.what());
      return std::nullopt;
    }
  };
  if (overTime()) look.xUnit = unit(spec_.xUnit, {"time", "s"});
  for (std::size_t side = 0; side < 2; ++side) {
    if (side < spec_.yTitles.size()) look.yTitles[side] = toQt(spec_.yTitles[side]);
    if (side < spec_.units.size() && side < units.size() && overTime())
      look.units[side] = unit(spec_.units[side], {look.yTitles[side].toStdString(), units[side]});
  }
  canvas_->setLook(look);
  if (!overTime()) Q_EMIT canvas_->viewChanged();  // the board asks for figures, too
}

// ---- plots that are not over time

std::optional<figure::SignalCurve> PlotCard::signalCurve(const QString& text, const PlotSpan& span) const {
  const PlotColumn column = source_->column(span.run, text);
  if (!column.table || column.column < 0 || column.table->size() == 0) return std::nullopt;
  figure::SignalCurve curve{
      .name = text.toStdString(), .unit = {}, .label = {}, .table = column.table, .column = column.column};
  if (const Item* item = find(text)) {
    curve.unit = item->facts.unit.toStdString(), curve.label = item->label.toStdString();
    curve.hue = colorOf(*item);
  } else {
    curve.unit = factsOf({text}).unit.toStdString();
  }
  curve.from = span.from;
  curve.to = frozen_ ? std::min(span.to, *frozen_) : span.to;
  return curve;
}

FigureRequest PlotCard::wholeFigure(const PlotMarks& marks) const {
  FigureRequest request{.plot = id_, .spec = drawable(), .curves = {}, .statistics = statistics_};
  const auto others = otherRuns();
  double begin = std::numeric_limits<double>::infinity(), end = -begin;
  bool still = false;
  for (const PlotSpan& span : source_->spans()) {
    if (span.still && spec_.x.empty() && spec_.perRun.empty()) continue;
    const std::size_t firstAlong = request.curves.along.size();
    for (const std::string& text : spec_.x)
      if (auto along = signalCurve(toQt(text), span)) request.curves.along.push_back(std::move(*along));
    const std::size_t alongs = request.curves.along.size() - firstAlong;
    if (alongs != spec_.x.size()) continue;  // not sampled yet
    const std::size_t first = request.curves.curves.size();
    std::size_t index = 0;
    for (const Item& item : items_) {
      const std::size_t own = item.asked ? 0 : index++;
      auto curve = item.visible && item.facts.problem.isEmpty() ? signalCurve(item.text, span) : std::nullopt;
      if (!curve) continue;
      if (item.facts.kind == CurveKind::kReference) curve->role = figure::CurveRole::kReference;
      if (!span.shown) {
        curve->role = figure::CurveRole::kOtherRun;
        curve->run =
            static_cast<int>(std::find(others.begin(), others.end(), std::pair(span.run, span.name)) - others.begin());
        curve->whole = span.still;
        still = still || span.still;
        curve->label = (curve->label.empty() ? curve->name : curve->label) + " · " + span.name.toStdString();
        // A run counts as a whole, also where what is shown branched off it.
        if (!spec_.perRun.empty()) curve->from = -std::numeric_limits<double>::infinity();
      }
      if (span.shown || (!spec_.perRun.empty() && !span.still)) {
        begin = std::min(begin, std::max(curve->from, curve->table->time(0)));
        end = std::max(end, std::min(curve->to, curve->table->time(curve->table->size() - 1)));
      }
      curve->along = static_cast<int>(firstAlong + (alongs > 1 ? std::min(own, alongs - 1) : 0));
      request.curves.curves.push_back(std::move(*curve));
    }
    for (std::size_t i = first; i < request.curves.curves.size(); ++i) {
      const Item* item = find(toQt(request.curves.curves[i].name));
      for (std::size_t k = first; item && k < request.curves.curves.size(); ++k)
        if (toQt(request.curves.curves[k].name) == item->facts.actual)
          request.curves.curves[i].actual = static_cast<int>(k);
    }
  }
  std::optional<double> from = spec_.from, to = spec_.to;
  if (const auto& [a, b] = marks.cursors; !from && !to && a && b && *a != *b) std::tie(from, to) = std::minmax(*a, *b);
  request.curves.from = from.value_or(begin), request.curves.to = to.value_or(end);
  if (still && !(request.curves.from < request.curves.to)) {
    // Nothing has moved yet: equilibria alone are drawn, and the one instant that there is.
    if (!std::isfinite(request.curves.from)) request.curves.from = 0;
    request.curves.to = request.curves.from + 1;
  }
  for (figure::SignalCurve& along : request.curves.along)
    along.whole = std::any_of(request.curves.curves.begin(), request.curves.curves.end(),
                              [&](const auto& curve) { return curve.whole && curve.table == along.table; });
  return request;
}

std::optional<FigureRequest> PlotCard::figureRequest(const PlotMarks& marks) {
  FigureRequest request = wholeFigure(marks);
  QByteArray key = QByteArray::fromStdString(json::writeCompact(figure::writePlotSpec(request.spec)));
  key += QByteArray::number(request.curves.from, 'g', 17) + ' ' + QByteArray::number(request.curves.to, 'g', 17);
  for (const figure::SignalCurve& curve : request.curves.curves)
    key += ' ' + QByteArray::number(reinterpret_cast<qulonglong>(curve.table.get())) + ' ' +
           QByteArray::number(static_cast<qulonglong>(curve.table->size())) + ' ' + QByteArray::number(curve.hue);
  if (key == drawn_) return std::nullopt;
  drawn_ = key;
  if (request.curves.curves.empty() || !(request.curves.from < request.curves.to)) {
    figure_->setProblem(items_.empty() ? tr("No signals yet: press A, or drag some here.")
                                       : tr("Nothing is recorded yet."));
    return std::nullopt;
  }
  return request;
}

void PlotCard::takeFigure(const FigureAnswer& answer) {
  if (overTime()) return;
  if (!answer.figure) return figure_->setProblem(answer.problem);
  figure_->setFigure(answer.figure);
  if (statistics_) {
    std::vector<ReadoutRow> rows{statisticsHead()};
    for (const FigureAnswer::Numbers& of : answer.statistics)
      rows.push_back({curvePen(of.hue,
                               of.role == figure::CurveRole::kReference  ? CurveKind::kReference
                               : of.role == figure::CurveRole::kOtherRun ? CurveKind::kOtherRun
                                                                         : CurveKind::kActual,
                               canvas_->scheme(), of.run),
                      toQt(of.label), statisticsCells(of.of, toQt(of.unit))});
    figure_->setTable(std::move(rows));
  }
  showDots();
}

void PlotCard::setMarks(const PlotMarks& marks) {
  const bool cursors = marks.cursors[0] != marks_.cursors[0] || marks.cursors[1] != marks_.cursors[1];
  const bool same = marks.shown == marks_.shown && !cursors;
  marks_ = marks;
  if (same || overTime()) return;
  showDots();
  if (cursors) Q_EMIT canvas_->viewChanged();
}

/// Of the run that is shown and its past; NaN where it has none.
double PlotCard::shownValue(const QString& text, double t) const {
  for (const PlotSpan& span : source_->spans()) {
    if (!span.shown) continue;
    const PlotColumn column = source_->column(span.run, text);
    PlotCurve curve;
    curve.table = column.table, curve.column = column.column, curve.from = span.from, curve.to = span.to;
    if (const double value = PlotCanvas::valueAt(curve, t); std::isfinite(value)) return value;
  }
  return std::nan("");
}

/// Where the curves of a plot along another signal are at the shown time and at the cursors.
void PlotCard::showDots() {
  std::vector<FigureDot> dots;
  const auto& figure = figure_->shown();
  const auto mark = [&](double t, bool hollow) {
    std::size_t index = 0;
    for (const Item& item : items_) {
      const std::size_t own = item.asked ? 0 : index++;
      if (!item.visible || item.facts.kind == CurveKind::kReference) continue;
      const double y = shownValue(item.text, t), x = shownValue(toQt(spec_.x[std::min(own, spec_.x.size() - 1)]), t);
      if (!std::isfinite(x) || !std::isfinite(y)) continue;
      for (std::size_t p = 0; p < figure->panels.size(); ++p)
        for (const figure::Curve& curve : figure->panels[p].curves)
          if (curve.hue == colorOf(item) && curve.role == figure::CurveRole::kActual)
            dots.push_back({static_cast<int>(p), curve.right, x, y, curve.hue, hollow});
    }
  };
  if (!spec_.x.empty() && figure) {
    for (const auto& cursor : marks_.cursors)
      if (cursor) mark(*cursor, true);
    if (marks_.shown) mark(*marks_.shown, false);
  }
  figure_->setDots(std::move(dots));
  if (!statistics_) figure_->setTable(cursorRows());
}

/// Along another signal: it and the curves at both cursors, and what lies between.
std::vector<ReadoutRow> PlotCard::cursorRows() const {
  const auto& [a, b] = marks_.cursors;
  if (spec_.x.empty() || !a || !b) return {};
  std::vector<ReadoutRow> rows;
  const auto add = [&](const QString& text, const QString& label, const QString& unit, std::optional<QPen> pen) {
    std::vector<double> values;
    for (const double t : {*a, *b}) values.push_back(shownValue(text, t));
    values.push_back(values[1] - values[0]);
    ReadoutRow row{std::move(pen), label, readoutCells(values, unit)};
    row.cells.back().number.prepend(QStringLiteral("Δ "));
    rows.push_back(std::move(row));
  };
  ReadoutRow head{std::nullopt, QStringLiteral("t"), {}};
  for (const double t : {*a, *b, *b - *a}) head.cells.push_back(readoutCell(t, QStringLiteral("s")));
  rows.push_back(std::move(head));
  for (const std::string& text : spec_.x) add(toQt(text), toQt(text), factsOf({toQt(text)}).unit, std::nullopt);
  for (const Item& item : items_)
    if (item.visible)
      add(item.text, item.label.isEmpty() ? item.text : item.label, item.facts.unit,
          curvePen(colorOf(item), item.facts.kind, canvas_->scheme()));
  return rows;
}

FigurePlot PlotCard::exported() const {
  FigurePlot out = figurePlot(*canvas_, title_->text());
  out.spec = drawable();
  if (overTime()) return out;
  out.figure = wholeFigure(marks_);
  for (const std::string& text : spec_.x)  // tables have what stands along x, too
    if (const QString name = toQt(text); !find(name)) {
      Item item{name};
      item.facts = factsOf(item);
      addCurves(item, out.curves);
    }
  return out;
}

QStringList PlotCard::signalNames() const {
  QStringList out;
  if (const auto catalogue = source_->catalogue())
    for (const Signal& signal : catalogue->signals())
      if (signal.width == 1) out << toQt(signal.name);
  return out;
}

// ---- as JSON

QJsonObject PlotCard::state() const {
  QJsonArray hidden, colors;
  bool usual = true;
  for (const QString& text : labelled()) {
    const Item* item = find(text);
    if (!item->visible) hidden.append(text);
    usual = usual && item->color == static_cast<int>(colors.size()) % kCurveColors;
    colors.append(item->color);
  }
  QJsonObject state = kept_;
  const QJsonObject spec = objectOf(figure::writePlotSpec(spec_));
  for (auto at = spec.begin(); at != spec.end(); ++at) state[at.key()] = at.value();
  state["title"] = title_->text();
  QJsonArray lists[2];
  for (const Item& item : items_) {
    QJsonObject stored = item.stored;
    if (!stored.isEmpty()) stored["name"] = item.text;
    lists[item.asked ? 1 : 0].append(stored.isEmpty() ? QJsonValue(item.text) : QJsonValue(stored));
  }
  state["signals"] = lists[0];
  if (!lists[1].isEmpty()) state["references"] = lists[1];
  const QStringList names = labels();
  if (std::any_of(names.begin(), names.end(), [](const QString& label) { return !label.isEmpty(); }))
    state["labels"] = QJsonArray::fromStringList(names);
  if (!hidden.isEmpty()) state["hidden"] = hidden;
  if (!usual) state["colors"] = colors;
  if (statistics_) state["statistics"] = true;
  if (!canvas_->autoY()) {
    const auto [low, high] = canvas_->yRange(PlotCanvas::Side::kLeft);
    state["range"] = QJsonArray{low, high};
    if (canvas_->yAxis2->visible()) {
      const auto [lowRight, highRight] = canvas_->yRange(PlotCanvas::Side::kRight);
      state["range_right"] = QJsonArray{lowRight, highRight};
    }
  }
  return state;
}

/// Key by key, so that one which is of no use costs none of the others; it stays in the project as it is.
void PlotCard::readSpec(const QJsonObject& state) {
  kept_ = state;
  for (const char* key : {"title", "signals", "references", "labels", "hidden", "colors", "statistics", "range",
                          "range_right", "row", "size"})
    kept_.remove(QLatin1String(key));
  const Node all = nodeOf(state);
  for (std::size_t i = 0; i < all.keys.size(); ++i) {
    const std::string& key = all.keys[i];
    if (std::find(specKeys().begin(), specKeys().end(), key) == specKeys().end()) continue;
    Node one = Node::object();
    one.add(key, all.items[i]);
    try {
      figure::readPlotSpec(one, spec_);
      kept_.remove(toQt(key));
    } catch (const std::invalid_argument&) {
      continue;
    }
  }
  spec_.signals.clear(), spec_.references.clear(), spec_.labels.clear(), spec_.title.clear();
}

void PlotCard::restore(const QJsonObject& state) {
  readSpec(state);
  title_->setText(state["title"].toString());
  QList<QJsonValue> entries = entriesOf(state["signals"]);
  const qsizetype plain = entries.size();
  entries << entriesOf(state["references"]);
  const QList<QJsonValue> labels = entriesOf(state["labels"]);
  QStringList texts, references;
  for (qsizetype i = 0; i < entries.size(); ++i) (i < plain ? texts : references) << textOf(entries[i]);
  addSignals(texts);
  addItems(references, true);
  for (qsizetype i = 0; i < entries.size(); ++i) {
    Item* item = find(textOf(entries[i]));
    if (!item) continue;
    if (entries[i].isObject()) item->stored = entries[i].toObject();
    if (i < labels.size()) item->label = labels[i].toString();
  }
  statistics_ = state["statistics"].toBool();
  const QJsonArray colors = state["colors"].toArray();
  for (std::size_t i = 0; i < items_.size() && i < static_cast<std::size_t>(colors.size()); ++i)
    items_[i].color = std::clamp(colors[static_cast<qsizetype>(i)].toInt(), 0, kCurveColors - 1);
  for (const QJsonValue value : state["hidden"].toArray()) setSignalVisible(value.toString(), false);
  Q_EMIT wantsChanged();
  rebuild();
  const auto range = [&](const char* key, PlotCanvas::Side side) {
    const QJsonArray pair = state[QLatin1String(key)].toArray();
    if (pair.size() == 2) canvas_->setYRange(side, pair[0].toDouble(), pair[1].toDouble());
  };
  range("range", PlotCanvas::Side::kLeft);
  range("range_right", PlotCanvas::Side::kRight);
}

}  // namespace tendril
