// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as a project stores them.
#include "studio/figure/plot_spec.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

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

[[noreturn]] void wrong(const std::string& key, const std::string& needs) {
  throw std::invalid_argument("\"" + key + "\" must be " + needs);
}

class Reader {
 public:
  explicit Reader(const Node& object) : object_(object) {}

  void read(const char* key, std::string& out) const {
    const Node* node = object_.find(key);
    if (!node) return;
    if (!node->is(Node::Kind::kString)) wrong(key, "text");
    out = node->text;
  }
  void read(const char* key, bool& out) const {
    const Node* node = object_.find(key);
    if (!node) return;
    if (!node->is(Node::Kind::kBool)) wrong(key, "true or false");
    out = node->boolean;
  }
  void read(const char* key, std::optional<double>& out) const {
    const Node* node = object_.find(key);
    if (!node) return;
    if (!node->is(Node::Kind::kNumber)) wrong(key, "a number");
    out = node->number;
  }
  /// One text, or a list of texts or of objects with a "name".
  void read(const char* key, std::vector<std::string>& out) const {
    const Node* node = object_.find(key);
    if (!node) return;
    out.clear();
    if (node->is(Node::Kind::kString)) out.push_back(node->text);
    if (!node->is(Node::Kind::kString) && !node->is(Node::Kind::kArray)) wrong(key, "a list of texts");
    for (const Node& item : node->items) {
      const Node* name = item.is(Node::Kind::kObject) ? item.find("name") : &item;
      if (!name || !name->is(Node::Kind::kString)) wrong(key, "a list of texts");
      out.push_back(name->text);
    }
  }

 private:
  const Node& object_;
};

void readLogarithms(const Node& object, PlotSpec& spec) {
  std::string axes;
  Reader(object).read("log", axes);
  if (axes.find_first_not_of("xy") != std::string::npos) wrong("log", "\"x\", \"y\" or \"xy\"");
  if (!axes.empty()) spec.logX = axes.find('x') != std::string::npos, spec.logY = axes.find('y') != std::string::npos;
}

void readBand(const Node& object, PlotSpec& spec) {
  const Node* band = object.find("band");
  if (!band) return;
  if (band->is(Node::Kind::kNumber) && band->number > 0)
    spec.band = numberText(band->number);
  else if (band->is(Node::Kind::kString) && band->text == "rms")
    spec.band = band->text;
  else
    wrong("band", "a number greater than 0, or \"rms\"");
}

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

const std::vector<std::string>& plotSpecKeys() {
  static const std::vector<std::string> keys = {"signals", "references", "labels", "x",     "spectrum", "histogram",
                                                "log",     "right_axis", "band",   "title", "x_title",  "y_titles",
                                                "x_unit",  "units",      "from",   "to"};
  return keys;
}

void readPlotSpec(const Node& object, PlotSpec& spec) {
  const Reader reader(object);
  reader.read("signals", spec.signals);
  reader.read("references", spec.references);
  reader.read("labels", spec.labels);
  reader.read("x", spec.x);
  reader.read("spectrum", spec.spectrum);
  std::optional<double> bins;
  reader.read("histogram", bins);
  if (bins && !(*bins >= 1 && *bins <= 1000)) wrong("histogram", "the number of bins, 1 to 1000");
  if (bins) spec.histogram = static_cast<int>(*bins);
  readLogarithms(object, spec);
  reader.read("right_axis", spec.rightAxis);
  readBand(object, spec);
  reader.read("title", spec.title);
  reader.read("x_title", spec.xTitle);
  reader.read("y_titles", spec.yTitles);
  reader.read("x_unit", spec.xUnit);
  reader.read("units", spec.units);
  reader.read("from", spec.from);
  reader.read("to", spec.to);
}

}  // namespace tendril::figure
