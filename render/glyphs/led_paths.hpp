// SPDX-License-Identifier: BSD-3-Clause
// Where controllers lead the robot: the path of each reference, dashed; where its frame is wanted now; the trace that
// the frame has drawn lately, fading.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <deque>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/shapes/link_shapes.hpp"
#include "render/shapes/ribbons.hpp"

class vtkRenderer;

namespace tendril {

class LedPaths {
 public:
  static constexpr double kTrace = 4;  ///< s of simulated time that a trace shows

  LedPaths(const Model& model, const RobotSize& size);
  ~LedPaths();
  LedPaths(const LedPaths&) = delete;
  LedPaths& operator=(const LedPaths&) = delete;

  void addTo(vtkRenderer* renderer) const;
  void removeFrom(vtkRenderer* renderer) const;
  /// Goes on with the traces; an instant before the last one begins them anew.
  void update(const Snapshot& snapshot);
  /// References with what is wanted now, and traces.
  void setShown(bool references, bool traces);
  /// Before each picture of this height in pixels: lines face the camera.
  void prepare(const CameraView& view, double pictureHeight);

  /// Points of the reference of a led frame over the run, once round where it repeats; empty where it rests.
  const std::vector<Vec3>& path(std::size_t led) const { return frames_[led].path; }
  /// Positions of a led frame, oldest first.
  std::vector<Vec3> trace(std::size_t led) const;

 private:
  struct Mark {
    double t;
    Vec3 p;
  };
  struct Frame {
    LedFrame what;
    std::vector<Vec3> path;
    std::deque<Mark> trace;
    Pose wanted, actual;
  };
  void drawPath(const Frame& frame, double dash, RibbonBuilder& lines) const;
  void drawTrace(const Frame& frame, RibbonBuilder& lines) const;
  void drawTarget(const Frame& frame, RibbonBuilder& lines) const;

  std::vector<Frame> frames_;  ///< as Snapshot::led
  double radius_;
  double t_ = 0;
  bool posed_ = false, referencesShown_ = true, tracesShown_ = true;
  vtkNew<vtkPolyData> lines_, targets_;
  vtkSmartPointer<vtkActor> lineActor_, targetActor_;
};

}  // namespace tendril
