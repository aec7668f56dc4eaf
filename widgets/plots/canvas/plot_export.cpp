// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/plot_export.hpp"

#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace tendril {
namespace {

void append(QByteArray& out, double value) {
  if (!std::isfinite(value)) return;
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, end.ptr - digits);
}

QByteArray quoted(const QString& text) {
  QString field = text;
  if (!field.contains(u',') && !field.contains(u'"') && !field.contains(u'\n')) return field.toUtf8();
  return '"' + field.replace(u'"', QStringLiteral("\"\"")).toUtf8() + '"';
}

/// The run as lists of runs call it: "run 3" is 3, and others go by their names.
QString runOf(const QString& id) {
  const QString name = id.section(u'\n', 3, 3);
  if (name.isEmpty()) return id.section(u'\n', 1, 1);
  return name.startsWith(QStringLiteral("run ")) ? name.mid(4) : name;
}

/// Curves of one run, by the name of their signal.
struct RunTable {
  QString run;
  double from = 0, to = 0;
  std::map<QString, const PlotCurve*> curves;
};

}  // namespace

FigurePlot figurePlot(const PlotCanvas& canvas, const QString& title) {
  const auto [from, to] = canvas.timeRange();
  return {title,
          canvas.curves(),
          from,
          to,
          canvas.autoY(),
          canvas.yRange(PlotCanvas::Side::kLeft),
          canvas.yRange(PlotCanvas::Side::kRight),
          {},
          {}};
}

QByteArray figureCsv(const std::vector<FigurePlot>& plots, double from, double to) {
  std::vector<std::pair<QString, QString>> columns;  // name, unit
  std::map<QString, RunTable> runs;                  // by the run's stretch
  std::vector<QString> order;
  for (const FigurePlot& plot : plots)
    for (const PlotCurve& curve : plot.curves) {
      if (!curve.table) continue;
      const auto known =
          std::find_if(columns.begin(), columns.end(), [&](const auto& column) { return column.first == curve.name; });
      if (known == columns.end()) columns.emplace_back(curve.name, curve.unit);
      const QString key = curve.id.section(u'\n', 1);
      if (!runs.contains(key)) order.push_back(key);
      RunTable& table = runs[key];
      table.run = runOf(curve.id);
      table.from = std::max(from, curve.from);
      table.to = std::min(to, curve.to);
      table.curves[curve.name] = &curve;
    }
  QByteArray out = "run,t [s]";
  for (const auto& [name, unit] : columns)
    out += ',' + quoted(unit.isEmpty() ? name : QStringLiteral("%1 [%2]").arg(name, unit));
  out += '\n';
  for (const QString& key : order) {
    const RunTable& run = runs[key];
    // Tables of one run have the same instants; the longest one has all of them.
    const SignalHistory* longest = nullptr;
    for (const auto& [name, curve] : run.curves)
      if (!longest || curve->table->size() > longest->size()) longest = curve->table.get();
    const std::size_t rows = longest->size();
    if (rows == 0) continue;
    for (std::size_t row = longest->find(run.from); row < rows && longest->time(row) <= run.to; ++row) {
      const double t = longest->time(row);
      if (t < run.from) continue;
      out += quoted(run.run) + ',';
      append(out, t);
      for (const auto& [name, unit] : columns) {
        out += ',';
        if (const auto curve = run.curves.find(name); curve != run.curves.end())
          append(out, PlotCanvas::valueAt(*curve->second, t));
      }
      out += '\n';
    }
  }
  return out;
}

bool writeFile(const QString& path, const QByteArray& bytes, QString* error) {
  const auto fail = [&](const QString& why) {
    *error = QObject::tr("“%1” could not be written: %2 Choose another folder, or make room there.")
                 .arg(QDir::toNativeSeparators(path), why);
    return false;
  };
  const auto sentence = [](const QString& text) { return text.endsWith(u'.') ? text : text + u'.'; };
  if (bytes.isEmpty()) return fail(QObject::tr("the picture is too large."));
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return fail(sentence(file.errorString()));
  if (file.write(bytes) != bytes.size()) {
    const QString why = file.errorString();
    file.cancelWriting();
    return fail(sentence(why));
  }
  if (!file.commit()) return fail(sentence(file.errorString()));
  return true;
}

}  // namespace tendril
