// SPDX-License-Identifier: BSD-3-Clause
// Plots as a project stores them.
#include "core/plots/plot_spec.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/plots/signal_analysis.hpp"
#include "core/text/number_text.hpp"

namespace tendril::figure {
namespace {

using json::Node;

/// What was asked for of an input (x.signal beside x.tension) is a reference of the curve before it with that owner.
std::string ownerOf(const std::string& name) {
  return name.substr(0, name.rfind('.'));
}
bool asksForInput(const std::string& name) {
  const auto dot = name.rfind('.');
  return dot != std::string::npos && name.compare(dot, 7, ".signal") == 0;
}

/// Calls `visit` with every key and its field, in the order in which files have them.
template <class Spec, class Visitor>
void eachField(Spec& spec, Visitor& visit) {
  visit.names("signals", spec.signals);
  visit.names("references", spec.references);
  visit.names("labels", spec.labels);
  visit.names("x", spec.x);
  visit.flag("spectrum", spec.spectrum);
  visit.bins("histogram", spec.histogram);
  visit.runNumber("per_run", spec.perRun);
  visit.axes("log", spec.logX, spec.logY);
  visit.flag("right_axis", spec.rightAxis);
  visit.band("band", spec.band);
  visit.text("title", spec.title);
  visit.text("x_title", spec.xTitle);
  visit.names("y_titles", spec.yTitles);
  visit.text("x_unit", spec.xUnit);
  visit.names("units", spec.units);
  visit.time("from", spec.from);
  visit.time("to", spec.to);
}

class Reading {
 public:
  explicit Reading(json::ObjectReader& object) : object_(object) {}

  void names(const char* key, std::vector<std::string>& out) { object_.names(key, out); }
  void flag(const char* key, bool& out) { object_.flag(key, out); }
  void text(const char* key, std::string& out) { object_.text(key, out); }
  void time(const char* key, std::optional<double>& out) { object_.number(key, out); }
  void bins(const char* key, int& out) { object_.count(key, out, 1, kMostBins); }
  void runNumber(const char* key, std::string& out) {
    object_.text(key, out);
    if (out.empty() || findRunNumber(out)) return;
    std::string keys;
    for (const RunNumber& each : runNumbers()) keys += (keys.empty() ? "\"" : ", \"") + std::string(each.key) + '"';
    json::wrong(object_.at(key), "must be one of " + keys);
  }
  void axes(const char* key, bool& x, bool& y) {
    std::string axes;
    object_.text(key, axes);
    if (axes.find_first_not_of("xy") != std::string::npos)
      json::wrong(object_.at(key), "must be \"x\", \"y\" or \"xy\"");
    if (!axes.empty()) x = axes.find('x') != std::string::npos, y = axes.find('y') != std::string::npos;
  }
  void band(const char* key, std::string& out) {
    const Node* band = object_.take(key);
    if (!band) return;
    if (band->is(Node::Kind::kNumber) && band->number > 0)
      out = numberText(band->number);
    else if (band->is(Node::Kind::kString) && band->text == "rms")
      out = band->text;
    else
      json::wrong(object_.at(key), "must be a number greater than 0, or \"rms\"");
  }

 private:
  static constexpr int kMostBins = 1000;
  json::ObjectReader& object_;
};

class Writing {
 public:
  void names(const char* key, const std::vector<std::string>& texts) {
    if (texts.empty() && std::string_view(key) != "signals") return;
    Node list = Node::array();
    for (const std::string& text : texts) list.items.push_back(Node::ofText(text));
    out.add(key, std::move(list));
  }
  void flag(const char* key, bool on) {
    if (on) out.add(key, Node::ofBool(true));
  }
  void text(const char* key, const std::string& text) {
    if (!text.empty()) out.add(key, Node::ofText(text));
  }
  void time(const char* key, const std::optional<double>& t) {
    if (t) out.add(key, Node::ofNumber(*t));
  }
  void bins(const char* key, int count) {
    if (count > 0) out.add(key, Node::ofNumber(count));
  }
  void runNumber(const char* key, const std::string& number) { text(key, number); }
  void axes(const char* key, bool x, bool y) { text(key, std::string(x ? "x" : "") + (y ? "y" : "")); }
  void band(const char* key, const std::string& band) {
    if (!band.empty()) out.add(key, band == "rms" ? Node::ofText(band) : Node::ofNumber(std::stod(band)));
  }

  Node out = Node::object();
};

}  // namespace

std::vector<WantedCurve> wantedCurves(const PlotSpec& spec) {
  std::vector<WantedCurve> out;
  int hues = 0;
  for (std::size_t i = 0; i < spec.signals.size(); ++i) {
    WantedCurve curve{spec.signals[i], i < spec.labels.size() ? spec.labels[i] : "", 0, false, -1};
    if (asksForInput(curve.text))
      for (std::size_t other = 0; other < out.size(); ++other)
        if (!out[other].reference && ownerOf(out[other].text) == ownerOf(curve.text))
          curve.hue = out[other].hue, curve.reference = true, curve.actual = static_cast<int>(other);
    if (!curve.reference) curve.hue = hues++;
    out.push_back(std::move(curve));
  }
  for (std::size_t i = 0; i < spec.references.size(); ++i) {
    const std::size_t signals = spec.signals.size();
    out.push_back({spec.references[i], signals + i < spec.labels.size() ? spec.labels[signals + i] : "",
                   static_cast<int>(i), true, i < signals ? static_cast<int>(i) : -1});
  }
  return out;
}

std::vector<std::string> textsOf(const PlotSpec& spec) {
  std::vector<std::string> out;
  for (const WantedCurve& curve : wantedCurves(spec)) out.push_back(curve.text);
  out.insert(out.end(), spec.x.begin(), spec.x.end());
  return out;
}

void readPlotSpec(json::ObjectReader& object, PlotSpec& spec) {
  Reading reading(object);
  eachField(spec, reading);
}

void readPlotSpec(const Node& object, PlotSpec& spec) {
  json::ObjectReader reader(object, "");
  readPlotSpec(reader, spec);
}

Node writePlotSpec(const PlotSpec& spec) {
  Writing writing;
  eachField(spec, writing);
  return std::move(writing.out);
}

}  // namespace tendril::figure
