// SPDX-License-Identifier: GPL-3.0-or-later
// The robot at several instants in one picture, and where its points are in it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/session/recording/history.hpp"
#include "render/color_map.hpp"
#include "render/glyphs/force_arrows.hpp"
#include "render/output/line_drawing.hpp"
#include "studio/composer/figure_spec.hpp"
#include "studio/figure/canvas.hpp"

namespace tendril::composer {

/// What figures are made of: a run of a robot.
struct RecordedRobot {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const History> history;  ///< at least one record
  NamedSignals computed;                   ///< of the project
};

/// A pose of a line drawing.
struct PoseLines {
  std::vector<DrawnLine> lines;
  double opacity = 1;
};

struct RobotPicture {
  figure::Pixels pixels;              ///< of a line drawing only their number: without bytes
  std::vector<PoseLines> lines;       ///< of a line drawing, in a picture of that size
  CameraView camera;                  ///< for a picture of that size
  FieldColors colors;                 ///< of the field that is shown, kNone: none
  ForceScale arrows;                  ///< of all poses
  std::vector<ArrowKind> arrowKinds;  ///< of which there may be some; empty: there is no scale
  std::vector<double> times;          ///< s, of the poses
  std::vector<std::string> problems;  ///< what could not be shown, one sentence each
};

/// Told which share of a picture is done, 0…1; false ends it: it throws PictureStopped.
using PictureProgress = std::function<bool(double)>;

/// Draws a view; the background is transparent. std::invalid_argument for what it cannot show, std::runtime_error where
/// there is no way to draw.
RobotPicture robotPicture(const ViewSpec& view, const RecordedRobot& robot, int width, int height, bool dark,
                          const PictureProgress& progress = {});

/// Positions of a point (a signal of three numbers, m) at all records of the run: t, x, y, z.
class PointTrack {
 public:
  /// std::invalid_argument that names what is wrong with `text`.
  PointTrack(const RecordedRobot& robot, const std::string& text);

  std::size_t size() const { return table_->size(); }
  double time(std::size_t row) const { return table_->time(row); }
  Vec3 at(std::size_t row) const { return {table_->value(0, row), table_->value(1, row), table_->value(2, row)}; }
  /// At the last record not after t.
  Vec3 atTime(double t) const { return at(table_->find(t + 1e-9)); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::shared_ptr<const SignalHistory> table_;
};

/// The instants that a view shows, s. std::invalid_argument where they lie outside the run.
std::vector<double> poseTimes(const ViewSpec& view, const History& history);

}  // namespace tendril::composer
