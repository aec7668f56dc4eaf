// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/plots/plot_figures.hpp"

#include <QDir>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/plots/plot_spec.hpp"
#include "studio/figure/figure.hpp"

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
  QString label = curve.shown();
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

/// References follow their signals in curves of one run.
figure::PlotCurves plotCurves(const FigurePlot& plot, double from, double to) {
  figure::PlotCurves out{signalCurves(plot), {}, from, to};
  std::vector<const PlotCurve*> drawn;
  for (const PlotCurve& curve : plot.curves)
    if (curve.visible && curve.table && curve.column >= 0) drawn.push_back(&curve);
  for (std::size_t i = 0; i < drawn.size(); ++i)
    for (std::size_t k = 0; k < drawn.size(); ++k)
      if (!drawn[i]->actual.isEmpty() && drawn[k]->id == drawn[i]->actual) out.curves[i].actual = static_cast<int>(k);
  return out;
}

void size(figure::Figure& figure, const FigureStyle& style, std::size_t plots) {
  figure.widthMm = style.widthMm, figure.heightMm = style.heightMm * static_cast<double>(plots);
  figure.dark = style.dark, figure.dpi = style.dpi;
}

/// Plots over time share their axis.
figure::Figure figureOf(const std::vector<FigurePlot>& plots, const FigureStyle& style) {
  figure::Figure out;
  std::tie(out.from, out.to) = timesOf(plots);
  for (const FigurePlot& plot : plots) {
    figure::PlotSpec spec = plot.spec;
    spec.widthMm = style.widthMm;
    spec.title.clear();
    const figure::PlotCurves curves = plotCurves(plot, out.from, out.to);
    if (curves.curves.empty()) continue;
    figure::Figure drawn = figure::plotFigure(spec, curves);
    // The first unit stands on the left axis of the plot, the others on the right.
    for (std::size_t i = 0; i < drawn.panels.size() && !plot.autoY; ++i)
      drawn.panels[i].values = i == 0 ? plot.left : plot.right;
    if (plots.size() == 1)
      out.title = plot.title.toStdString();
    else if (!drawn.panels.empty())
      drawn.panels.front().title = plot.title.toStdString();
    out.x = drawn.x;
    if (drawn.x.logarithmic) out.from = drawn.from;
    for (figure::Panel& panel : drawn.panels) out.panels.push_back(std::move(panel));
  }
  size(out, style, plots.size());
  return out;
}

/// One below the other: those over time that follow one another as one, each of the others by itself.
std::vector<figure::Figure> figuresOf(const std::vector<FigurePlot>& plots, const FigureStyle& style) {
  std::vector<figure::Figure> out;
  std::vector<FigurePlot> together;
  const auto finish = [&] {
    if (!together.empty()) out.push_back(figureOf(together, style));
    together.clear();
  };
  for (const FigurePlot& plot : plots) {
    if (!plot.figure) {
      together.push_back(plot);
      continue;
    }
    finish();
    const FigureRequest request = joined(*plot.figure);
    figure::PlotSpec spec = request.spec;
    spec.widthMm = style.widthMm;
    out.push_back(figure::plotFigure(spec, request.curves));
    size(out.back(), style, 1);
  }
  finish();
  return out;
}

void writeFigures(const std::vector<figure::Figure>& figures, const std::filesystem::path& file,
                  figure::Format format) {
  if (figures.size() == 1) return figure::writeFigure(figures.front(), file, format);
  double width = 0, height = 0;
  for (const figure::Figure& each : figures) {
    width = std::max(width, each.widthMm * figure::kPointsPerMm);
    height += figure::heightOf(each) * figure::kPointsPerMm;
  }
  figure::writePage(file, [&](const std::filesystem::path& part) {
    const auto canvas = figure::makeCanvas(format, part, width, height, figures.front().dpi, figures.front().title);
    canvas->fill({0, 0, width + 1, height + 1}, figure::inkOf(figures.front().dark).page);  // cut pixels too
    double top = 0;
    for (const figure::Figure& each : figures) {
      figure::drawFigure(*canvas, each, {0, top});
      top += figure::heightOf(each) * figure::kPointsPerMm;
    }
    canvas->finish();
  });
}

}  // namespace

QString writePlots(const std::vector<FigurePlot>& plots, const FigureStyle& style, const QString& path) {
  if (plots.empty()) return QObject::tr("There is no plot to export. Add one first.");
  try {
    writeFigures(figuresOf(plots, style), path.toStdString(), formatOf(style.format));
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
