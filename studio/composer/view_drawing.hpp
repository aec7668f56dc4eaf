// SPDX-License-Identifier: GPL-3.0-or-later
// A view of the robot on a page: the picture, and over it lines and texts that stay lines and texts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "studio/composer/robot_picture.hpp"
#include "studio/figure/figure.hpp"

namespace tendril::composer {

class ViewDrawing {
 public:
  /// Draws the robot for a box of so many millimetres. Throws as robotPicture() and PointTrack do.
  ViewDrawing(const ViewSpec& spec, const RecordedRobot& robot, double widthMm, double heightMm, const FigureSpec& page,
              const PictureProgress& progress = {});

  void draw(figure::Canvas& canvas, const figure::Box& box) const;
  /// A table of what is marked: a row for each recorded instant from the first pose to the last one, with the points of
  /// trails, labels and dimensions (m). Empty where nothing is marked.
  std::string table() const;
  /// What could not be shown.
  std::vector<std::string> problems() const;

 private:
  const PointTrack& track(const RecordedRobot& robot, const std::string& text);
  const PointTrack& track(const std::string& text) const;
  figure::Point placed(const Vec3& point, const figure::Box& box) const;
  Vec3 pointAt(const std::string& text, const std::optional<double>& time) const;
  std::pair<double, double> stretch() const;
  void drawRobot(figure::Canvas& canvas, const figure::Box& box) const;
  void drawTrails(figure::Canvas& canvas, const figure::Box& box) const;
  void drawLabels(figure::Canvas& canvas, const figure::Box& box) const;
  void drawDimensions(figure::Canvas& canvas, const figure::Box& box) const;
  void drawScaleBar(figure::Canvas& canvas, const figure::Box& box) const;
  void drawArrowKey(figure::Canvas& canvas, const figure::Box& box) const;
  void drawColorBar(figure::Canvas& canvas, const figure::Box& box) const;
  void drawInset(figure::Canvas& canvas, const figure::Box& box) const;

  ViewSpec spec_;
  bool dark_;
  RobotPicture picture_;
  std::vector<std::unique_ptr<const PointTrack>> tracks_;
  std::unique_ptr<const ViewDrawing> inset_;
};

}  // namespace tendril::composer
