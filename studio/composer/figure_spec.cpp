// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/composer/figure_spec.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "core/project/json_reader.hpp"
#include "core/text/number_text.hpp"
#include "studio/composer/picture_look.hpp"

namespace tendril::composer {
namespace {

using json::Node;

using json::wrong;
using Reader = json::ObjectReader;

ViewCamera cameraOf(const Node& node, const std::string& where) {
  ViewCamera camera;
  Reader reader(node, where);
  reader.number("azimuth", camera.azimuth);
  reader.number("elevation", camera.elevation, -90, 90);
  reader.number("distance", camera.distance, 1e-6, 1e6);
  std::vector<double> pivot;
  reader.numbers("pivot", pivot, 3, "three numbers, m");
  if (pivot.size() == 3) camera.pivot = Vec3(pivot[0], pivot[1], pivot[2]);
  reader.flag("orthographic", camera.orthographic);
  reader.number("zoom", camera.zoom, 0.01, 100);
  reader.finish();
  return camera;
}

PointLabel labelOf(const Node& node, const std::string& where) {
  PointLabel label;
  Reader reader(node, where);
  reader.text("text", label.text);
  reader.text("at", label.at);
  reader.number("time", label.time);
  std::vector<double> offset;
  reader.numbers("offset", offset, 2, "two numbers, mm to the right and up");
  if (offset.size() == 2) label.dx = offset[0], label.dy = offset[1];
  reader.finish();
  if (label.at.empty()) wrong(where, "needs \"at\", a point such as \"arm.tip\"");
  return label;
}

Dimension dimensionOf(const Node& node, const std::string& where) {
  Dimension out;
  Reader reader(node, where);
  reader.text("from", out.from);
  reader.text("to", out.to);
  reader.text("text", out.text);
  reader.number("time", out.time);
  reader.finish();
  if (out.from.empty() || out.to.empty()) wrong(where, "needs \"from\" and \"to\", points such as \"arm.tip\"");
  return out;
}

/// Two numbers, SI, or two percentiles as texts.
ColorEnds rangeOf(const Node& node, const std::string& where) {
  std::vector<std::string> ends;
  for (const Node& item : node.items)
    if (item.is(Node::Kind::kNumber) || item.is(Node::Kind::kString))
      ends.push_back(item.is(Node::Kind::kString) ? item.text : numberText(item.number));
  if (!node.is(Node::Kind::kArray) || ends.size() != node.items.size() || ends.size() != 2)
    wrong(where, "must be two ascending numbers, or two percentiles such as \"2%\", \"98%\"");
  try {
    return colorEnds(ends);
  } catch (const std::invalid_argument& error) {
    wrong(where, error.what());
  }
}

/// One of two words. True: it is `second`.
bool choiceOf(Reader& reader, const char* key, const char* first, const char* second) {
  std::string word = first;
  reader.text(key, word);
  if (word != first && word != second)
    wrong(reader.at(key), "must be \"" + std::string(first) + "\" or \"" + second + '"');
  return word == second;
}

/// How it is drawn: a picture of some quality, or lines. `drawn`: keys of what only pictures show.
void readStyle(Reader& reader, ViewSpec& view, bool drawn) {
  view.publication = choiceOf(reader, "quality", "live", "publication");
  view.lines = choiceOf(reader, "style", "shaded", "lines");
  reader.flag("hidden_lines", view.hiddenLines);
  if (view.hiddenLines && !view.lines) wrong(reader.at("hidden_lines"), "needs \"style\": \"lines\"");
  if (view.lines && drawn)
    wrong(reader.at("style"), "line drawings show no \"field\", \"cut\", \"iso\" and \"show\": leave them out");
  if (view.lines && view.publication) wrong(reader.at("quality"), "line drawings have none: leave it out");
}

ViewSpec viewOf(const Node& node, const std::string& where, bool inset);

void readInset(Reader& reader, ViewSpec& view, const std::string& where, bool inset) {
  const Node* node = reader.take("inset");
  if (!node) return;
  if (inset) wrong(where, "an inset has no insets");
  view.inset = std::make_shared<const ViewSpec>(viewOf(*node, reader.at("inset"), true));
}

ViewSpec viewOf(const Node& node, const std::string& where, bool inset) {
  ViewSpec view;
  Reader reader(node, where);
  if (const Node* camera = reader.take("camera")) view.camera = cameraOf(*camera, reader.at("camera"));
  reader.numbers("times", view.times);
  if (!std::is_sorted(view.times.begin(), view.times.end())) wrong(reader.at("times"), "must ascend");
  reader.count("poses", view.poses, 1, 200);
  reader.number("from", view.from);
  reader.number("to", view.to);
  reader.number("oldest", view.oldest, 0, 1);
  reader.texts("trails", view.trails);
  reader.list("labels", [&](const Node& item, const std::string& at) { view.labels.push_back(labelOf(item, at)); });
  reader.list("dimensions",
              [&](const Node& item, const std::string& at) { view.dimensions.push_back(dimensionOf(item, at)); });
  reader.text("field", view.field);
  reader.text("cut", view.cut);
  if (const Node* range = reader.take("range")) view.range = rangeOf(*range, reader.at("range"));
  reader.numbers("iso", view.iso);
  if (!view.iso.empty() && view.field.empty()) wrong(reader.at("iso"), "say with \"field\" of what");
  std::vector<std::string> show;
  reader.texts("show", show);
  try {
    view.overlays = overlaysFrom(show);
  } catch (const std::invalid_argument& error) {
    wrong(where, error.what());
  }
  reader.flag("scale_bar", view.scaleBar);
  readStyle(reader, view, !view.field.empty() || !view.cut.empty() || !show.empty());
  if (inset) {
    reader.number("width", view.insetWidth, 0.1, 0.9);
    reader.text("place", view.insetPlace);
    constexpr std::array<const char*, 4> kPlaces = {"top left", "top right", "bottom left", "bottom right"};
    if (std::find(kPlaces.begin(), kPlaces.end(), view.insetPlace) == kPlaces.end())
      wrong(reader.at("place"), "must be top left, top right, bottom left or bottom right");
  }
  readInset(reader, view, where, inset);
  reader.finish();
  return view;
}

figure::PlotSpec plotOf(const Node& node, const std::string& where) {
  figure::PlotSpec plot;
  Reader reader(node, where);
  figure::readPlotSpec(reader, plot);
  reader.finish();
  if (plot.signals.empty()) wrong(where, "needs \"signals\", such as [\"arm.tip.z\"]");
  return plot;
}

PanelSpec panelOf(const Node& node, const std::string& where, int columns) {
  PanelSpec panel;
  Reader reader(node, where);
  reader.text("caption", panel.caption);
  reader.count("span", panel.span, 1, columns);
  reader.number("height", panel.heightMm, 10, 1000);
  if (const Node* view = reader.take("view")) panel.view = viewOf(*view, reader.at("view"), false);
  if (const Node* plot = reader.take("plot")) panel.plot = plotOf(*plot, reader.at("plot"));
  reader.finish();
  if (panel.view.has_value() == panel.plot.has_value()) wrong(where, "needs either \"view\" or \"plot\"");
  return panel;
}

FigureSpec figureOf(const Node& node, const std::string& where) {
  FigureSpec out;
  Reader reader(node, where);
  reader.text("name", out.name);
  reader.number("width", out.widthMm, 30, 1000);
  reader.count("columns", out.columns, 1, 12);
  reader.flag("letters", out.letters);
  reader.flag("dark", out.dark);
  reader.number("dpi", out.dpi, 20, 1200);
  reader.text("run", out.run);
  reader.number("duration", out.duration, 1e-6, 1e6);
  reader.list("panels",
              [&](const Node& item, const std::string& at) { out.panels.push_back(panelOf(item, at, out.columns)); });
  reader.finish();
  if (out.panels.empty()) wrong(where, "needs \"panels\"");
  return out;
}

/// `studio.figures` as a list; empty where there is none.
Node storedFigures(const Description& description) {
  std::vector<Problem> ignored;  // the reader has parsed it before
  const Node studio = description.studio.text.empty() ? Node() : json::parse(description.studio.text, ignored);
  const Node* figures = studio.is(Node::Kind::kObject) ? studio.find("figures") : nullptr;
  return figures && figures->is(Node::Kind::kArray) ? *figures : Node::array();
}

}  // namespace

std::vector<std::string> figureNames(const Description& description) {
  std::vector<std::string> out;
  for (const Node& figure : storedFigures(description).items) {
    const Node* name = figure.is(Node::Kind::kObject) ? figure.find("name") : nullptr;
    out.push_back(name && name->is(Node::Kind::kString) ? name->text : std::to_string(out.size() + 1));
  }
  return out;
}

FigureSpec figureSpec(const Description& description, const std::string& wanted) {
  const std::vector<std::string> names = figureNames(description);
  if (names.empty()) throw std::invalid_argument("the project stores no figures; see \"Figures\" in the guide");
  const Node figures = storedFigures(description);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == wanted || std::to_string(i + 1) == wanted)
      return figureOf(figures.items[i], "studio.figures[" + std::to_string(i) + "]");
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "\"" : ", \"") + name + '"';
  throw std::invalid_argument("figure \"" + wanted + "\": there is no such figure" + didYouMean(wanted, names) +
                              " The project has " + all);
}

void setQuality(FigureSpec& figure, bool publication) {
  for (PanelSpec& panel : figure.panels) {
    if (!panel.view) continue;
    panel.view->publication = publication;
    if (!panel.view->inset) continue;
    ViewSpec inset = *panel.view->inset;
    inset.publication = publication;
    panel.view->inset = std::make_shared<const ViewSpec>(std::move(inset));
  }
}

}  // namespace tendril::composer
