// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
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
  std::shared_ptr<const SignalHistory> table;
};

void writeTable(const PlotRequest& request, const Sampled& sampled) {
  const SignalHistory& table = *sampled.table;
  const auto [from, to] = figure::stretchOf(request.spec, table);
  std::vector<std::string> names = {"t"};
  for (const SignalColumn& column : sampled.columns) names.push_back(column.name);
  TableWriter writer(request.out, names);
  const auto [first, end] = figure::rowsBetween(table, from, to);
  for (std::size_t row = first; row < end; ++row) {
    std::vector<double> values = {table.time(row)};
    for (int c = 0; c < table.columns(); ++c) values.push_back(table.value(c, row));
    writer.write(values);
  }
  writer.finish();
}

/// Name and number of what a stretch of a signal amounts to.
std::vector<std::pair<const char*, double>> numbersOf(const figure::SignalStatistics& of) {
  return {{"min", of.low}, {"max", of.high},   {"mean", of.mean},
          {"rms", of.rms}, {"final", of.last}, {"settling", of.settling}};
}

json::Node summary(const PlotRequest& request, const Sampled& sampled) {
  json::Node node = json::Node::object(), list = json::Node::array();
  node.add("out", json::Node::ofText(request.out.string()));
  node.add("records", json::Node::ofNumber(static_cast<double>(sampled.table->size())));
  const auto [from, to] = figure::stretchOf(request.spec, *sampled.table);
  for (std::size_t i = 0; i < sampled.columns.size(); ++i) {
    json::Node item = json::Node::object();
    item.add("signal", json::Node::ofText(sampled.columns[i].name));
    item.add("unit", json::Node::ofText(sampled.columns[i].unit));
    for (const auto& [key, value] : numbersOf(figure::statisticsOf(*sampled.table, static_cast<int>(i), from, to)))
      item.add(key, std::isfinite(value) ? json::Node::ofNumber(value) : json::Node());
    list.items.push_back(std::move(item));
  }
  node.add("signals", std::move(list));
  return node;
}

/// One line per signal: min, max, mean, rms, final value in SI, and the settling time.
void tellStatistics(const PlotRequest& request, const Sampled& sampled, std::ostream& out) {
  const auto [from, to] = figure::stretchOf(request.spec, *sampled.table);
  for (std::size_t i = 0; i < sampled.columns.size(); ++i) {
    const SignalColumn& column = sampled.columns[i];
    out << column.name << ':';
    for (const auto& [key, value] : numbersOf(figure::statisticsOf(*sampled.table, static_cast<int>(i), from, to)))
      out << ' ' << key << ' ' << fieldQuantity(value, key == std::string_view("settling") ? "s" : column.unit);
    out << '\n';
  }
}

void write(const PlotRequest& request, const Sampled& sampled) {
  try {
    if (request.out.extension() == ".csv") return writeTable(request, sampled);
    figure::writeFigure(figure::plotFigure(request.spec, sampled.columns, sampled.table), request.out);
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kUsage, error.what());
  }
}

Sampled sampledRun(const PlotOptions& options, const PlotRequest& request, const Project& project,
                   const std::shared_ptr<const Model>& model, const Streams& streams) {
  const SignalCatalogue catalogue(*model, project.description.signals.entries);
  const std::vector<std::string> texts = figure::textsOf(request.spec);
  SignalSampler sampler(model, catalogue, texts);
  for (const SignalColumn& column : sampler.columns())
    if (column.error)
      throw Error(options.plot.empty() ? ExitCode::kUsage : ExitCode::kBadFile,
                  "signal \"" + column.text + "\": " + column.error->what());
  const std::filesystem::path run = runFile(options.project, options.run);
  sampler.sample(run.empty() ? simulatedRun(model, streams) : recordedRun(run, *model));
  return {sampler.columns(), sampler.table()};
}

}  // namespace

void plot(const PlotOptions& options, const Streams& streams) {
  checkPlotFile(options.out);
  PlotRequest request;
  Sampled sampled;
  if (options.project.file.extension() == ".csv") {
    request = plotRequest(options, {}, nullptr);
    const TableSignals table = tableSignals(options.project.file, figure::textsOf(request.spec));
    sampled = {table.columns, table.rows};
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
