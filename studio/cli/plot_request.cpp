// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/plot_request.hpp"

#include <algorithm>
#include <array>

#include "core/project/json_tree.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "core/text/nearest_name.hpp"
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

/// Names stand as text, or as objects with a "name".
std::vector<std::string> textsOf(const Node* list) {
  std::vector<std::string> out;
  if (!list || !list->is(Node::Kind::kArray)) return out;
  for (const Node& item : list->items) {
    const Node* name = item.is(Node::Kind::kObject) ? item.find("name") : &item;
    if (name && name->is(Node::Kind::kString)) out.push_back(name->text);
  }
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
void addTracking(PlotRequest& request, const Model& model) {
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

PlotRequest plotRequest(const PlotOptions& options, const Description& description, const Model& model) {
  PlotRequest request;
  if (!options.usual.empty()) addTracking(request, model);
  const auto append = [](std::vector<std::string>& to, std::vector<std::string> more) {
    to.insert(to.end(), more.begin(), more.end());
  };
  append(request.signals, split(options.signals));
  append(request.references, split(options.references));
  append(request.labels, options.labels);
  request.title = options.title;
  request.from = options.from, request.to = options.to;
  request.widthMm = options.widthMm, request.heightMm = options.heightMm;
  request.dark = options.dark;
  request.out = options.out;
  if (!options.plot.empty()) {
    const Node plot = storedPlot(description, options.plot);
    if (request.signals.empty()) request.signals = textsOf(plot.find("signals"));
    if (request.references.empty()) request.references = textsOf(plot.find("references"));
    if (request.title.empty()) request.title = textOf(plot.find("title"));
  }
  if (request.signals.empty())
    throw Error(ExitCode::kUsage, options.plot.empty() ? "--signals: name what to draw, such as --signals energy.total"
                                                       : "--plot " + options.plot + ": this plot has no signals");
  return request;
}

}  // namespace tendril::cli
