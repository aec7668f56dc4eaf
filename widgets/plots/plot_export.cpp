// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_export.hpp"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kMostPixels = 4e8;

const Scheme& schemeOf(const FigureStyle& style) {
  return style.dark ? darkScheme() : lightScheme();
}

QSize sizeOf(const std::vector<FigurePlot>& plots, const FigureStyle& style) {
  return {style.size.width(), style.size.height() * static_cast<int>(std::max<std::size_t>(1, plots.size()))};
}

bool hasTwoUnits(const FigurePlot& plot) {
  const PlotCurve* first = nullptr;
  for (const PlotCurve& curve : plot.curves) {
    if (!curve.visible) continue;
    if (first && curve.unit != first->unit) return true;
    first = &curve;
  }
  return false;
}

/// Draws all plots one below the other on a painter whose unit is a point.
void paintFigure(QCPPainter& painter, const std::vector<FigurePlot>& plots, const FigureStyle& style) {
  painter.fillRect(QRect(QPoint(), sizeOf(plots, style)), schemeOf(style).panel);
  const bool right = std::any_of(plots.begin(), plots.end(), hasTwoUnits);
  for (const FigurePlot& plot : plots) {
    PlotCanvas canvas;
    canvas.setRightRoom(right);
    canvas.setScheme(&schemeOf(style));
    canvas.setFigure(plot.title, style.legend, style.size);
    canvas.setCurves(plot.curves);
    canvas.setTimeRange(plot.from, plot.to);
    for (const CurveRequest& request : canvas.requests(0)) canvas.take(thinnedOut(request));
    if (!plot.autoY) {
      canvas.setYRange(PlotCanvas::Side::kLeft, plot.left.first, plot.left.second);
      canvas.setYRange(PlotCanvas::Side::kRight, plot.right.first, plot.right.second);
    }
    if (plot.autoY) canvas.setAutoY(true);
    painter.save();
    canvas.toPainter(&painter, style.size.width(), style.size.height());
    painter.restore();
    painter.translate(0, style.size.height());
  }
}

// ---- numbers

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
          canvas.yRange(PlotCanvas::Side::kRight)};
}

QImage figureImage(const std::vector<FigurePlot>& plots, const FigureStyle& style) {
  const QSizeF pixels = QSizeF(sizeOf(plots, style)) * style.scale;
  if (!(pixels.width() >= 1 && pixels.height() >= 1) || pixels.width() * pixels.height() > kMostPixels) return {};
  QImage image(pixels.toSize(), QImage::Format_ARGB32_Premultiplied);
  if (image.isNull()) return {};
  QCPPainter painter;
  if (!painter.begin(&image)) return {};
  painter.setMode(QCPPainter::pmNoCaching);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(style.scale, style.scale);
  paintFigure(painter, plots, style);
  painter.end();
  image.setDotsPerMeterX(static_cast<int>(96 * style.scale / 0.0254));
  image.setDotsPerMeterY(static_cast<int>(96 * style.scale / 0.0254));
  return image;
}

QByteArray figurePng(const std::vector<FigurePlot>& plots, const FigureStyle& style) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  const QImage image = figureImage(plots, style);
  if (image.isNull() || !image.save(&buffer, "PNG")) return {};
  return bytes;
}

QByteArray figureSvg(const std::vector<FigurePlot>& plots, const FigureStyle& style) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  const QSize size = sizeOf(plots, style);
  generator.setOutputDevice(&buffer);
  generator.setSize(size);
  generator.setViewBox(QRect(QPoint(), size));
  generator.setResolution(96);
  generator.setTitle(plots.empty() ? QString() : plots.front().title);
  generator.setDescription(QString());
  QCPPainter painter;
  if (!painter.begin(&generator)) return {};
  painter.setMode(QCPPainter::pmVectorized);
  painter.setMode(QCPPainter::pmNoCaching);
  paintFigure(painter, plots, style);
  painter.end();
  return bytes;
}

QByteArray figurePdf(const std::vector<FigurePlot>& plots, const FigureStyle& style) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  const QSize size = sizeOf(plots, style);
  // A page as large as the figure; one pixel on the screen is 1/96 inch.
  writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / 96, QPageSize::Point, QString(), QPageSize::ExactMatch));
  writer.setPageMargins({});
  writer.setResolution(1200);
  writer.setTitle(plots.empty() ? QString() : plots.front().title);
  QCPPainter painter;
  if (!painter.begin(&writer)) return {};
  painter.setMode(QCPPainter::pmVectorized);
  painter.setMode(QCPPainter::pmNoCaching);
  painter.scale(1200.0 / 96, 1200.0 / 96);
  paintFigure(painter, plots, style);
  painter.end();
  return bytes;
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
      table.run = curve.id.section(u'\n', 1, 1);
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
