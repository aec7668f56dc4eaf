// SPDX-License-Identifier: GPL-3.0-or-later
// A figure as a project stores it in `studio.figures`: panels in a grid, each a view of the robot or a plot.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/description/description.hpp"
#include "core/plots/plot_spec.hpp"
#include "core/project/json_tree.hpp"
#include "render/camera.hpp"
#include "render/fields/field_range.hpp"
#include "render/glyphs/scene_overlays.hpp"

namespace tendril::composer {

/// A text that follows a point.
struct PointLabel {
  std::string text;
  std::string at;              ///< a signal of three numbers, m: "arm.tip"
  std::optional<double> time;  ///< s; absent: of the last pose
  double dx = 2, dy = 2;       ///< mm from the point, right and up
};

/// The distance of two points, drawn between them.
struct Dimension {
  std::string from, to;        ///< as PointLabel::at
  std::string text;            ///< empty: the distance
  std::optional<double> time;  ///< s; absent: of the last pose
};

/// Where to look from; what is absent is such that all is seen.
struct ViewCamera {
  std::optional<double> azimuth, elevation;  ///< degrees
  std::optional<double> distance;            ///< m
  std::optional<Vec3> pivot;                 ///< m
  bool orthographic = false;
  double zoom = 1;
};

/// The robot at one or several instants, over one another.
struct ViewSpec {
  ViewCamera camera;
  std::vector<double> times;        ///< s, of the poses, ascending; empty: `poses` of them
  int poses = 1;                    ///< at equal distances from `from` to `to`; one: at `to`
  std::optional<double> from, to;   ///< s; absent: all of the run
  double oldest = 0.2;              ///< opacity of the first pose; the last one has 1
  std::vector<std::string> trails;  ///< as PointLabel::at
  std::vector<PointLabel> labels;
  std::vector<Dimension> dimensions;
  std::string field, cut;       ///< as --field and --cut of `tendril render`
  ColorEnds range;              ///< of the colours
  std::vector<double> iso;      ///< values of the field, SI, of surfaces within volumes
  SceneOverlays overlays = {};  ///< what is drawn besides bodies; arrows have a scale
  bool scaleBar = true;         ///< of a length in the pivot's plane
  bool publication = false;     ///< soft shadows and smooth edges, from many samples; no matter for lines
  bool lines = false;           ///< silhouettes, edges and tendons as vector lines; no field, cut or overlays
  bool hiddenLines = false;     ///< of lines: what the robot hides, too, dashed
  std::shared_ptr<const ViewSpec> inset;
  double insetWidth = 0.4;               ///< share of the panel's width
  std::string insetPlace = "top right";  ///< or "top left", "bottom right", "bottom left"
};

struct PanelSpec {
  std::string caption;  ///< behind the letter
  int span = 1;         ///< columns that it takes
  double heightMm = 0;  ///< 0: what fits
  std::optional<ViewSpec> view;
  std::optional<figure::PlotSpec> plot;
};

struct FigureSpec {
  std::string name;
  double widthMm = 88;  ///< 88: a column of a paper, 181: two
  int columns = 1;
  bool letters = true;  ///< (a), (b), (c) before the captions
  bool dark = false;
  double dpi = 300;                ///< of views, and of PNG
  std::string run;                 ///< file of the run; empty: the project is simulated
  std::optional<double> duration;  ///< s, of that simulation
  std::vector<PanelSpec> panels;
};

/// Names of the figures that a project stores, in their order; "1", "2", … where there is none.
std::vector<std::string> figureNames(const Description& description);
/// The figure of that name, or of that number from 1. std::invalid_argument that says what is wrong and where, or which
/// figures there are.
FigureSpec figureSpec(const Description& description, const std::string& wanted);

/// Draws all views and insets of a figure in publication quality, or none.
void setQuality(FigureSpec& figure, bool publication);

}  // namespace tendril::composer
