// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/plot_request.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "core/project/json_tree.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "core/text/nearest_name.hpp"
#include "core/text/number_text.hpp"
#include "core/text/units.hpp"
#include "studio/cli/io/errors.hpp"

namespace tendril::cli {
namespace {

using json::Node;

std::vector<std::string> split(const std::vector<std::string>& lists) {
  std::vector<std::string> out;
  for (const std::string& list : lists)
    for (std::string& text : splitSignals(list)) out.push_back(std::move(text));
  return out;
}

std::string textOf(const Node* node) {
  return node && node->is(Node::Kind::kString) ? node->text : std::string();
}

/// The plot of that title, or of that number from 1.
Node storedPlot(const Description& description, const std::string& wanted) {
  std::vector<Problem> ignored;  // the reader has parsed it before
  const Node studio = description.studio.text.empty() ? Node() : json::parse(description.studio.text, ignored);
  const Node* plots = studio.is(Node::Kind::kObject) ? studio.find("plots") : nullptr;
  std::vector<std::string> titles;
  if (plots && plots->is(Node::Kind::kArray))
    for (std::size_t i = 0; i < plots->items.size(); ++i) {
      const Node& plot = plots->items[i];
      if (!plot.is(Node::Kind::kObject)) continue;
      titles.push_back(textOf(plot.find("title")));
      if (titles.back() == wanted || std::to_string(i + 1) == wanted) return plot;
    }
  if (titles.empty())
    throw Error(ExitCode::kUsage, "--plot " + wanted + ": the project stores no plots; use --signals");
  std::string all;
  for (const std::string& title : titles) all += (all.empty() ? "\"" : ", \"") + title + '"';
  throw Error(ExitCode::kUsage,
              "--plot " + wanted + ": there is no such plot" + didYouMean(wanted, titles) + " The project has " + all);
}

/// References of all controllers, and what follows them: the reference less its error.
void addTracking(figure::PlotSpec& request, const Model& model) {
  constexpr std::size_t kMost = 6;  // curves that can be told apart
  for (const auto& controller : model.controllers)
    for (const ControllerSignal& signal : controller->signals()) {
      constexpr std::string_view kReference = "reference[";
      const std::string way = signal.name.substr(0, signal.name.rfind('.') + 1);  // of a part of a sequence
      const std::string_view name = std::string_view(signal.name).substr(way.size());
      if (!name.starts_with(kReference) || request.references.size() == kMost) continue;
      const std::string part = signalPart(controller->name) + '.';
      const std::string place(name.substr(kReference.size() - 1));
      request.signals.push_back(part + signal.name + " - " + part + way + "error" + place);
      request.references.push_back(part + signal.name);
      request.labels.push_back(controller->name + (way.empty() ? "" : '.' + way.substr(0, way.size() - 1)) + place);
    }
  if (request.references.empty())
    throw Error(ExitCode::kUsage, "--usual tracking: no controller of the project follows a reference");
}

void readStored(const std::string& wanted, const Description& description, figure::PlotSpec& spec) {
  try {
    figure::readPlotSpec(storedPlot(description, wanted), spec);
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kBadFile, "--plot " + wanted + ": " + error.what());
  }
}

/// Options that are texts and switches, where they are given.
void takeTexts(const PlotOptions& options, figure::PlotSpec& spec) {
  const auto take = [](const std::string& from, std::string& to) {
    if (!from.empty()) to = from;
  };
  take(options.title, spec.title), take(options.xTitle, spec.xTitle), take(options.xUnit, spec.xUnit);
  if (!options.log.empty()) {
    spec.logX = options.log.find('x') != std::string::npos;
    spec.logY = options.log.find('y') != std::string::npos;
  }
  if (!options.band.empty()) {
    const QuantityInput half = parseQuantity(options.band, "");
    if (options.band != "rms" && !(half.ok() && half.value > 0))
      throw Error(ExitCode::kUsage, "--band " + options.band + ": write a number greater than 0 in SI units, or rms");
    spec.band = options.band == "rms" ? options.band : numberText(half.value);
  }
  spec.spectrum = spec.spectrum || options.spectrum;
  spec.rightAxis = spec.rightAxis || options.rightAxis;
  if (options.histogram > 0) spec.histogram = options.histogram;
  take(options.perRun, spec.perRun);
}

}  // namespace

std::vector<std::string> splitSignals(const std::string& text) {
  std::vector<std::string> out(1);
  int depth = 0;
  bool quoted = false;
  for (const char c : text) {
    if (c == '\'') quoted = !quoted;
    if (!quoted) depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && !quoted && depth <= 0) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  for (std::string& part : out) {
    part.erase(0, part.find_first_not_of(" \t"));
    part.erase(part.find_last_not_of(" \t") + 1);
  }
  std::erase(out, "");
  return out;
}

void checkPlotFile(const std::filesystem::path& out) {
  constexpr std::array<std::string_view, 4> kEndings = {".svg", ".pdf", ".png", ".csv"};
  if (std::find(kEndings.begin(), kEndings.end(), out.extension().string()) == kEndings.end())
    throw Error(ExitCode::kUsage, "--out " + out.string() + ": plots are written as .svg, .pdf, .png or .csv");
}

PlotRequest plotRequest(const PlotOptions& options, const Description& description, const Model* model) {
  PlotRequest request{.spec = {}, .out = options.out, .units = options.headerUnits};
  figure::PlotSpec& spec = request.spec;
  if (!options.plot.empty()) readStored(options.plot, description, spec);
  if (!options.usual.empty() && model) addTracking(spec, *model);
  const auto replace = [](std::vector<std::string>& to, std::vector<std::string> by) {
    if (!by.empty()) to = std::move(by);
  };
  const auto add = [](std::vector<std::string>& to, const std::vector<std::string>& more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  if (options.usual.empty()) {
    replace(spec.signals, split(options.signals)), replace(spec.references, split(options.references));
    replace(spec.labels, options.labels);
  } else {
    add(spec.signals, split(options.signals)), add(spec.references, split(options.references));
    add(spec.labels, options.labels);
  }
  replace(spec.x, split(options.along));
  replace(spec.yTitles, options.yTitles), replace(spec.units, options.units);
  takeTexts(options, spec);
  if (options.from) spec.from = options.from;
  if (options.to) spec.to = options.to;
  spec.widthMm = options.widthMm, spec.heightMm = options.heightMm, spec.dark = options.dark;
  if (spec.signals.empty())
    throw Error(ExitCode::kUsage, options.plot.empty() ? "--signals: name what to draw, such as --signals energy.total"
                                                       : "--plot " + options.plot + ": this plot has no signals");
  return request;
}

}  // namespace tendril::cli
