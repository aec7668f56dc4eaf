// SPDX-License-Identifier: BSD-3-Clause
// The surface of a soft body, moved by snapshots.
#pragma once

#include <memory>
#include <span>

#include "core/session/snapshot.hpp"

class vtkPolyData;

namespace tendril {

class SoftSurface {
 public:
  virtual ~SoftSurface() = default;
  /// To the pose of a link in a snapshot of the model that the body belongs to.
  virtual void update(const Snapshot& snapshot, int link) = 0;
  /// One number per vertex of a mesh or per section, as the point array kFieldArray of surface(); it is there from the
  /// start.
  virtual void setValues(std::span<const double> values) = 0;
  virtual vtkPolyData* surface() const = 0;
  /// Whether `other` draws the same: given the same snapshots, the same surface. Reads nothing that update() changes.
  virtual bool sameAs(const SoftSurface& other) const = 0;
  /// The same surface with normals that are shared at edges: what an outline is pushed out along.
  virtual vtkPolyData* hull() const = 0;
};

/// What draws this kind of body; null for one that has neither sections nor a surface.
std::unique_ptr<SoftSurface> makeSoftSurface(const Body& body);

}  // namespace tendril
