// SPDX-License-Identifier: BSD-3-Clause
// Closed loops as joints in a colour of their own, and what keeps their sides apart.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <memory>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/ground/solid.hpp"
#include "render/shapes/link_shapes.hpp"

class vtkPolyData;
class vtkProp;
class vtkRenderer;

namespace tendril {

class LoopGlyphs {
 public:
  LoopGlyphs(const Model& model, const RobotSize& size);
  ~LoopGlyphs();
  LoopGlyphs(const LoopGlyphs&) = delete;
  LoopGlyphs& operator=(const LoopGlyphs&) = delete;

  void addTo(vtkRenderer* renderer) const;
  void removeFrom(vtkRenderer* renderer) const;
  /// Moves the joints to side b (along what they free, to side a) and draws the gaps of a snapshot of the same model.
  void update(const Snapshot& snapshot);
  void setShown(bool shown);                ///< all of them, or none
  void setHidden(std::vector<bool> loops);  ///< one entry per loop, missing ones are shown
  const std::vector<bool>& hidden() const { return hidden_; }
  bool isVisible(int loop) const;
  /// Outlines around these.
  void select(const std::vector<int>& loops, const Color& accent);
  /// Index of the loop that a prop belongs to, −1 for others.
  int loopOf(vtkProp* prop) const;
  vtkPolyData* gaps() const;
  void addShadows(std::vector<ShadowCaster>& casters) const;
  template <class F>
  void forSolids(F&& apply) const {
    for (const Solid& solid : joints_)
      if (solid.actor) apply(solid);
  }

 private:
  void show();
  void drawGaps();

  std::vector<Loop> loops_;
  std::vector<Solid> joints_;
  std::vector<LoopState> states_;  ///< of the last snapshot
  std::vector<bool> hidden_;
  std::vector<int> selected_;
  Color accent_;
  bool shown_ = true;
  double radius_;
  vtkNew<vtkPolyData> gaps_;
  vtkSmartPointer<vtkActor> gapActor_;
};

}  // namespace tendril
