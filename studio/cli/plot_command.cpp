// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/plots/signal_analysis.hpp"
#include "core/session/recording/signals.hpp"
#include "core/text/units.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/cli/io/table.hpp"
#include "studio/cli/plot_request.hpp"
#include "studio/cli/recorded_run.hpp"
#include "studio/cli/table_signals.hpp"
#include "studio/figure/figure.hpp"

namespace tendril::cli {
namespace {

using Columns = std::vector<SignalColumn>;

/// Signals of a run, or columns of a table, sampled.
struct Sampled {
  Columns columns;
  std::vector<TableRun> runs;  ///< one at least
  bool several() const { return runs.size() > 1; }
};

/// The times of all runs, as if they were one.
std::shared_ptr<const SignalHistory> spanOf(const std::vector<TableRun>& runs) {
  double begin = std::numeric_limits<double>::infinity(), end = -begin;
  for (const TableRun& run : runs)
    if (const std::size_t rows = run.rows->size(); rows > 0)
      begin = std::min(begin, run.rows->time(0)), end = std::max(end, run.rows->time(rows - 1));
  const auto span = std::make_shared<SignalHistory>(0, 2);
  if (begin <= end) span->append(begin, {});
  if (begin < end) span->append(end, {});
  return span;
}

/// What is drawn of all of them, s. std::invalid_argument where there is nothing.
std::pair<double, double> stretchOf(const PlotRequest& request, const Sampled& sampled) {
  return figure::stretchOf(request.spec, *spanOf(sampled.runs));
}

void writeTable(const PlotRequest& request, const Sampled& sampled) {
  const auto [from, to] = stretchOf(request, sampled);
  std::vector<std::string> names;
  if (sampled.several()) names.emplace_back("run");
  names.push_back(request.units ? headingWithUnit("t", "s") : "t");
  for (const SignalColumn& column : sampled.columns)
    names.push_back(request.units ? headingWithUnit(column.name, column.unit) : column.name);
  TableWriter writer(request.out, names);
  for (const TableRun& run : sampled.runs) {
    const SignalHistory& table = *run.rows;
    const auto [first, end] = figure::rowsBetween(table, from, to);
    for (std::size_t row = first; row < end; ++row) {
      std::vector<double> values = {table.time(row)};
      for (int c = 0; c < table.columns(); ++c) values.push_back(table.value(c, row));
      writer.write(values, sampled.several() ? run.name : "");
    }
  }
  writer.finish();
}

/// Name and number of what a stretch of a signal amounts to.
std::vector<std::pair<const char*, double>> numbersOf(const figure::SignalStatistics& of) {
  return {{"min", of.low}, {"max", of.high},   {"mean", of.mean},
          {"rms", of.rms}, {"final", of.last}, {"settling", of.settling}};
}

/// Calls each(run, column, statistics) for what is drawn.
template <class Each>
void eachStatistics(const PlotRequest& request, const Sampled& sampled, const Each& each) {
  const auto [from, to] = stretchOf(request, sampled);
  for (const TableRun& run : sampled.runs)
    for (std::size_t i = 0; i < sampled.columns.size(); ++i)
      each(run, sampled.columns[i], figure::statisticsOf(*run.rows, static_cast<int>(i), from, to));
}

json::Node summary(const PlotRequest& request, const Sampled& sampled) {
  json::Node node = json::Node::object(), list = json::Node::array();
  node.add("out", json::Node::ofText(request.out.string()));
  std::size_t records = 0;
  for (const TableRun& run : sampled.runs) records += run.rows->size();
  node.add("records", json::Node::ofNumber(static_cast<double>(records)));
  eachStatistics(request, sampled, [&](const TableRun& run, const SignalColumn& column, const auto& statistics) {
    json::Node item = json::Node::object();
    item.add("signal", json::Node::ofText(column.name));
    if (sampled.several()) item.add("run", json::Node::ofText(run.name));
    item.add("unit", json::Node::ofText(column.unit));
    for (const auto& [key, value] : numbersOf(statistics))
      item.add(key, std::isfinite(value) ? json::Node::ofNumber(value) : json::Node());
    list.items.push_back(std::move(item));
  });
  node.add("signals", std::move(list));
  return node;
}

/// One line per signal: min, max, mean, rms, final value in SI, and the settling time.
void tellStatistics(const PlotRequest& request, const Sampled& sampled, std::ostream& out) {
  eachStatistics(request, sampled, [&](const TableRun& run, const SignalColumn& column, const auto& statistics) {
    out << column.name << (sampled.several() ? ", " + run.name : "") << ':';
    for (const auto& [key, value] : numbersOf(statistics))
      out << ' ' << key << ' ' << fieldQuantity(value, key == std::string_view("settling") ? "s" : column.unit);
    out << '\n';
  });
}

/// The curves of the first run, and paler those of the others, as the window draws runs for comparison.
figure::PlotCurves curvesOf(const PlotRequest& request, const Sampled& sampled) {
  const figure::PlotCurves wanted = figure::plotCurves(request.spec, sampled.columns, spanOf(sampled.runs));
  figure::PlotCurves all{.curves = {}, .along = {}, .from = wanted.from, .to = wanted.to};
  for (std::size_t i = 0; i < sampled.runs.size(); ++i) {
    const TableRun& run = sampled.runs[i];
    const int curves = static_cast<int>(all.curves.size()), along = static_cast<int>(all.along.size());
    for (figure::SignalCurve curve : wanted.curves) {
      curve.table = run.rows, curve.along += along;
      if (curve.actual >= 0) curve.actual += curves;
      if (sampled.several() && request.spec.perRun.empty())
        curve.label = (curve.label.empty() ? curve.name : curve.label) + " · " + run.name;
      if (i > 0) curve.role = figure::CurveRole::kOtherRun, curve.run = static_cast<int>(i) - 1;
      all.curves.push_back(std::move(curve));
    }
    for (figure::SignalCurve curve : wanted.along) {
      curve.table = run.rows;
      all.along.push_back(std::move(curve));
    }
  }
  return all;
}

void write(const PlotRequest& request, const Sampled& sampled) {
  try {
    if (request.out.extension() == ".csv") return writeTable(request, sampled);
    figure::writeFigure(figure::plotFigure(request.spec, curvesOf(request, sampled)), request.out);
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kUsage, error.what());
  }
}

Sampled sampledRun(const PlotOptions& options, const PlotRequest& request, const Project& project,
                   const std::shared_ptr<const Model>& model, const Streams& streams) {
  const SignalCatalogue catalogue(*model, project.description.signals.entries);
  const std::vector<std::string> texts = figure::textsOf(request.spec);
  std::vector<std::filesystem::path> files = options.runs;
  if (files.empty()) files.push_back(runFile(options.project, {}));
  Sampled out;
  for (const std::filesystem::path& file : files) {
    SignalSampler sampler(model, catalogue, texts);
    for (const SignalColumn& column : sampler.columns())
      if (column.error)
        throw Error(options.plot.empty() ? ExitCode::kUsage : ExitCode::kBadFile,
                    "signal \"" + column.text + "\": " + column.error->what());
    sampler.sample(file.empty() ? simulatedRun(model, streams) : recordedRun(file, *model));
    out.columns = sampler.columns();
    out.runs.push_back({files.size() > 1 ? file.stem().string() : "", sampler.table()});
  }
  return out;
}

}  // namespace

void plot(const PlotOptions& options, const Streams& streams) {
  checkPlotFile(options.out);
  PlotRequest request;
  Sampled sampled;
  if (options.project.file.extension() == ".csv") {
    request = plotRequest(options, {}, nullptr);
    const TableSignals table = tableSignals(options.project.file, figure::textsOf(request.spec));
    sampled = {table.columns, table.runs};
    if (!request.spec.perRun.empty() && !sampled.several())
      throw Error(ExitCode::kUsage,
                  "--per-run: the table tells no runs apart, by a column run and times of each; where "
                  "every row is a run, --histogram alone counts them");
  } else {
    const Project project = readProjectFile(options.project, streams.diagnostics);
    const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
    request = plotRequest(options, project.description, model.get());
    sampled = sampledRun(options, request, project, model, streams);
  }
  write(request, sampled);
  if (options.json) {
    streams.out << json::write(summary(request, sampled)) << '\n';
    return;
  }
  if (options.statistics) tellStatistics(request, sampled, streams.out);
  streams.out << request.out.string() << '\n';
}

}  // namespace tendril::cli
