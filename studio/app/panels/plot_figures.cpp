// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/plot_figures.hpp"

#include <QDir>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "studio/figure/signal_figure.hpp"

namespace tendril {
namespace {

figure::CurveRole roleOf(CurveKind kind) {
  if (kind == CurveKind::kReference) return figure::CurveRole::kReference;
  return kind == CurveKind::kOtherRun ? figure::CurveRole::kOtherRun : figure::CurveRole::kActual;
}

figure::Format formatOf(FigureFormat format) {
  if (format == FigureFormat::kPdf) return figure::Format::kPdf;
  return format == FigureFormat::kPng ? figure::Format::kPng : figure::Format::kSvg;
}

figure::SignalCurve signalCurve(const PlotCurve& curve) {
  QString label = curve.name;
  if (!curve.runName.isEmpty()) label += QStringLiteral(" · ") + curve.runName;
  return {.name = curve.name.toStdString(),
          .unit = curve.unit.toStdString(),
          .label = label.toStdString(),
          .table = curve.table,
          .column = curve.column,
          .hue = curve.color,
          .role = roleOf(curve.kind),
          .run = curve.run,
          .from = curve.from,
          .to = curve.to};
}

/// What is seen.
std::vector<figure::SignalCurve> signalCurves(const FigurePlot& plot) {
  std::vector<figure::SignalCurve> curves;
  for (const PlotCurve& curve : plot.curves)
    if (curve.visible && curve.table && curve.column >= 0) curves.push_back(signalCurve(curve));
  return curves;
}

/// The part of the plot's times in which something was recorded: paper has no room for the future.
std::pair<double, double> timesOf(const std::vector<FigurePlot>& plots) {
  const double from = plots.front().from, to = plots.front().to;
  double first = to, last = from;
  for (const FigurePlot& plot : plots)
    for (const figure::SignalCurve& curve : signalCurves(plot)) {
      if (curve.table->size() == 0) continue;
      first = std::min(first, std::max(curve.from, curve.table->time(0)));
      last = std::max(last, std::min(curve.to, curve.table->time(curve.table->size() - 1)));
    }
  first = std::max(from, first), last = std::min(to, last);
  return first < last ? std::pair(first, last) : std::pair(from, to);
}

figure::Figure figureOf(const std::vector<FigurePlot>& plots, const FigureStyle& style) {
  figure::Figure out;
  out.widthMm = style.widthMm, out.heightMm = style.heightMm * static_cast<double>(plots.size());
  out.dark = style.dark, out.dpi = style.dpi;
  std::tie(out.from, out.to) = timesOf(plots);
  for (const FigurePlot& plot : plots) {
    std::vector<figure::Panel> panels = figure::signalPanels(signalCurves(plot), out.from, out.to, out.widthMm);
    // The first unit stands on the left axis of the plot, the others on the right.
    for (std::size_t i = 0; i < panels.size() && !plot.autoY; ++i) panels[i].values = i == 0 ? plot.left : plot.right;
    if (plots.size() == 1)
      out.title = plot.title.toStdString();
    else if (!panels.empty())
      panels.front().title = plot.title.toStdString();
    for (figure::Panel& panel : panels) out.panels.push_back(std::move(panel));
  }
  return out;
}

}  // namespace

QString writePlots(const std::vector<FigurePlot>& plots, const FigureStyle& style, const QString& path) {
  if (plots.empty()) return QObject::tr("There is no plot to export. Add one first.");
  try {
    figure::writeFigure(figureOf(plots, style), path.toStdString(), formatOf(style.format));
  } catch (const std::invalid_argument& error) {
    return QObject::tr("“%1” was not written: %2.")
        .arg(QDir::toNativeSeparators(path), QString::fromUtf8(error.what()));
  } catch (const std::exception&) {
    return QObject::tr("“%1” could not be written. Choose another folder, or make room there.")
        .arg(QDir::toNativeSeparators(path));
  }
  return {};
}

}  // namespace tendril
