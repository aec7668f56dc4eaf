// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <ostream>

#include "core/session/recording/signals.hpp"
#include "core/text/number_text.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/errors.hpp"
#include "studio/cli/json_values.hpp"
#include "studio/cli/plot_request.hpp"
#include "studio/cli/recorded_run.hpp"
#include "studio/cli/table.hpp"
#include "studio/figure/figure.hpp"

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

/// Name of an axis with several curves: what their names end with, or what the unit measures.
std::string commonName(const std::vector<std::string>& names, const std::string& unit) {
  const auto last = [](const std::string& name) {
    std::string part = name.substr(name.rfind('.') + 1);
    return part.substr(0, part.find('['));
  };
  const std::string first = last(names[0]);
  const bool same = std::all_of(names.begin(), names.end(), [&](const auto& name) { return last(name) == first; });
  if (same && first.size() > 2 && first.find_first_of("()+*/ ") == std::string::npos)
    return static_cast<char>(std::toupper(static_cast<unsigned char>(first[0]))) + first.substr(1);
  for (const auto& [known, name] :
       std::initializer_list<std::pair<const char*, const char*>>{{"rad", "Angle"},
                                                                  {"rad/s", "Angular velocity"},
                                                                  {"rad/s²", "Angular acceleration"},
                                                                  {"m", "Length"},
                                                                  {"m/s", "Velocity"},
                                                                  {"m/s²", "Acceleration"},
                                                                  {"N", "Force"},
                                                                  {"N·m", "Torque"},
                                                                  {"J", "Energy"},
                                                                  {"W", "Power"},
                                                                  {"kg·m/s", "Momentum"},
                                                                  {"kg·m²/s", "Angular momentum"},
                                                                  {"s", "Time"}})
    if (unit == known) return name;
  return unit.empty() ? "Value" : "";
}

figure::Curve curveOf(const SignalHistory& table, int column, const Window& window, const Wanted& wanted,
                      const std::string& name, double widthMm) {
  figure::Curve curve{wanted.label.empty() ? name : wanted.label, {}, wanted.hue, wanted.reference};
  std::vector<CurvePoint> points;
  decimate(table, column, window.from, window.to, static_cast<int>(8 * widthMm), points);
  for (const CurvePoint& p : points) curve.points.push_back({p.t, p.value});
  return curve;
}

figure::Figure figureOf(const PlotRequest& request, const std::vector<Wanted>& curves,
                        const std::vector<SignalColumn>& columns, const SignalHistory& table, const Window& window) {
  figure::Figure out;
  out.title = request.title;
  out.from = window.from, out.to = window.to;
  out.widthMm = request.widthMm, out.heightMm = request.heightMm, out.dark = request.dark;
  std::vector<std::vector<std::string>> names;  // per panel
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const std::string& unit = columns[i].unit;
    auto panel = std::find_if(out.panels.begin(), out.panels.end(), [&](const auto& p) { return p.y.unit == unit; });
    if (panel == out.panels.end()) {
      out.panels.push_back({{"", unit}, {}});
      names.emplace_back();
      panel = out.panels.end() - 1;
    }
    panel->curves.push_back(curveOf(table, static_cast<int>(i), window, curves[i], columns[i].name, request.widthMm));
    names[static_cast<std::size_t>(panel - out.panels.begin())].push_back(columns[i].name);
  }
  for (std::size_t p = 0; p < out.panels.size(); ++p)
    out.panels[p].y.name =
        names[p].size() == 1 ? out.panels[p].curves[0].label : commonName(names[p], out.panels[p].y.unit);
  return out;
}

/// A heading that is one field of a CSV file, whatever it contains.
std::string csvField(const std::string& name) {
  return name.find(',') == std::string::npos ? name : '"' + name + '"';
}

void writeTable(const std::filesystem::path& file, const std::vector<SignalColumn>& columns, const SignalHistory& table,
                const Window& window) {
  std::vector<std::string> names = {"t"};
  for (const SignalColumn& column : columns) names.push_back(csvField(column.name));
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
           const SignalHistory& table) {
  const Window window = windowOf(request, table);
  if (request.out.extension() == ".csv") return writeTable(request.out, columns, table, window);
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
  const PlotRequest request = plotRequest(options, project.description);
  const SignalCatalogue catalogue(*model, project.description.signals.entries);
  const std::vector<Wanted> curves = wantedCurves(request);
  std::vector<std::string> texts;
  for (const Wanted& curve : curves) texts.push_back(curve.text);
  SignalSampler sampler(model, catalogue, texts);
  for (const SignalColumn& column : sampler.columns())
    if (column.error)
      throw Error(options.plot.empty() ? ExitCode::kUsage : ExitCode::kBadFile,
                  "signal \"" + column.text + "\": " + column.error->what());
  const std::shared_ptr<const History> run =
      options.run.empty() ? simulatedRun(model, streams) : recordedRun(options.run, *model);
  sampler.sample(run);
  write(request, curves, sampler.columns(), *sampler.table());
  if (options.json) {
    streams.out << json::write(summary(request.out, sampler.columns(), *sampler.table())) << '\n';
  } else {
    streams.out << request.out.string() << '\n';
  }
}

}  // namespace tendril::cli
