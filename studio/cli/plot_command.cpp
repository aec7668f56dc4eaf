// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <ostream>

#include "core/session/recording/signals.hpp"
#include "core/text/number_text.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/cli/io/table.hpp"
#include "studio/cli/plot_request.hpp"
#include "studio/cli/recorded_run.hpp"
#include "studio/figure/signal_figure.hpp"

namespace tendril::cli {
namespace {

/// One curve as it was asked for.
struct Wanted {
  std::string text, label;
  int hue = 0;
  bool reference = false;
};

/// What was asked for of an input (x.signal beside x.tension) is a reference of the curve before it with that owner.
std::string ownerOf(const std::string& name) {
  return name.substr(0, name.rfind('.'));
}
bool asksForInput(const std::string& name) {
  const auto dot = name.rfind('.');
  return dot != std::string::npos && name.compare(dot, 7, ".signal") == 0;
}

std::vector<Wanted> wantedCurves(const PlotRequest& request) {
  std::vector<Wanted> out;
  int hues = 0;
  for (std::size_t i = 0; i < request.signals.size(); ++i) {
    Wanted curve{request.signals[i], i < request.labels.size() ? request.labels[i] : "", 0, false};
    if (asksForInput(curve.text))
      for (const Wanted& other : out)
        if (!other.reference && ownerOf(other.text) == ownerOf(curve.text))
          curve.hue = other.hue, curve.reference = true;
    if (!curve.reference) curve.hue = hues++;
    out.push_back(std::move(curve));
  }
  for (std::size_t i = 0; i < request.references.size(); ++i)
    out.push_back({request.references[i], "", static_cast<int>(i), true});
  return out;
}

/// The whole stretch, or the part asked for.
struct Window {
  double from, to;
};
Window windowOf(const PlotRequest& request, const SignalHistory& table) {
  Window window{request.from.value_or(table.time(0)), request.to.value_or(table.time(table.size() - 1))};
  if (!(window.from < window.to))
    throw Error(ExitCode::kUsage, "--from " + numberText(window.from) + " --to " + numberText(window.to) +
                                      ": there is no stretch of time between them");
  if (window.from > table.time(table.size() - 1) || window.to < table.time(0))
    throw Error(ExitCode::kUsage, "--from, --to: the run goes from " + numberText(table.time(0)) + " s to " +
                                      numberText(table.time(table.size() - 1)) + " s");
  return window;
}

figure::Figure figureOf(const PlotRequest& request, const std::vector<Wanted>& curves,
                        const std::vector<SignalColumn>& columns, const std::shared_ptr<const SignalHistory>& table,
                        const Window& window) {
  figure::Figure out;
  out.title = request.title;
  out.from = window.from, out.to = window.to;
  out.widthMm = request.widthMm, out.heightMm = request.heightMm, out.dark = request.dark;
  std::vector<figure::SignalCurve> drawn;
  for (std::size_t i = 0; i < curves.size(); ++i)
    drawn.push_back({.name = columns[i].name,
                     .unit = columns[i].unit,
                     .label = curves[i].label,
                     .table = table,
                     .column = static_cast<int>(i),
                     .hue = curves[i].hue,
                     .role = curves[i].reference ? figure::CurveRole::kReference : figure::CurveRole::kActual});
  out.panels = figure::signalPanels(drawn, window.from, window.to, request.widthMm);
  return out;
}

void writeTable(const std::filesystem::path& file, const std::vector<SignalColumn>& columns, const SignalHistory& table,
                const Window& window) {
  std::vector<std::string> names = {"t"};
  for (const SignalColumn& column : columns) names.push_back(column.name);
  TableWriter writer(file, names);
  const double slack = 1e-9 * (window.to - window.from);  // times are sums of steps
  for (std::size_t row = 0; row < table.size(); ++row) {
    if (table.time(row) < window.from - slack || table.time(row) > window.to + slack) continue;
    std::vector<double> values = {table.time(row)};
    for (int c = 0; c < table.columns(); ++c) values.push_back(table.value(c, row));
    writer.write(values);
  }
  writer.finish();
}

json::Node summary(const std::filesystem::path& out, const std::vector<SignalColumn>& columns,
                   const SignalHistory& table) {
  json::Node node = json::Node::object(), list = json::Node::array();
  node.add("out", json::Node::ofText(out.string()));
  node.add("records", json::Node::ofNumber(static_cast<double>(table.size())));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const int c = static_cast<int>(i);
    const SignalHistory::Range range = table.range(c, 0, table.size());
    json::Node item = json::Node::object();
    item.add("signal", json::Node::ofText(columns[i].name));
    item.add("unit", json::Node::ofText(columns[i].unit));
    const auto add = [&](const char* key, double value) {
      item.add(key, std::isfinite(value) ? json::Node::ofNumber(value) : json::Node());
    };
    add("min", range.low), add("max", range.high), add("final", table.value(c, table.size() - 1));
    list.items.push_back(std::move(item));
  }
  node.add("signals", std::move(list));
  return node;
}

void write(const PlotRequest& request, const std::vector<Wanted>& curves, const std::vector<SignalColumn>& columns,
           const std::shared_ptr<const SignalHistory>& table) {
  const Window window = windowOf(request, *table);
  if (request.out.extension() == ".csv") return writeTable(request.out, columns, *table, window);
  const figure::Figure figure = figureOf(request, curves, columns, table, window);
  try {
    figure::writeFigure(figure, request.out);
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kUsage, error.what());
  }
}

}  // namespace

void plot(const PlotOptions& options, const Streams& streams) {
  checkPlotFile(options.out);
  const Project project = readProjectFile(options.project, streams.diagnostics);
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
  const PlotRequest request = plotRequest(options, project.description, *model);
  const SignalCatalogue catalogue(*model, project.description.signals.entries);
  const std::vector<Wanted> curves = wantedCurves(request);
  std::vector<std::string> texts;
  for (const Wanted& curve : curves) texts.push_back(curve.text);
  SignalSampler sampler(model, catalogue, texts);
  for (const SignalColumn& column : sampler.columns())
    if (column.error)
      throw Error(options.plot.empty() ? ExitCode::kUsage : ExitCode::kBadFile,
                  "signal \"" + column.text + "\": " + column.error->what());
  const std::filesystem::path run = runFile(options.project, options.run);
  const std::shared_ptr<const History> history = run.empty() ? simulatedRun(model, streams) : recordedRun(run, *model);
  sampler.sample(history);
  write(request, curves, sampler.columns(), sampler.table());
  if (options.json) {
    streams.out << json::write(summary(request.out, sampler.columns(), *sampler.table())) << '\n';
  } else {
    streams.out << request.out.string() << '\n';
  }
}

}  // namespace tendril::cli
