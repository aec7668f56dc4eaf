// SPDX-License-Identifier: BSD-3-Clause
// The surface that a section sweeps along the frames of a soft body.
#pragma once

#include <vtkSmartPointer.h>

#include <functional>
#include <span>
#include <vector>

#include "core/math/pose.hpp"
#include "core/model/body/body.hpp"
#include "core/model/body/section.hpp"
#include "render/shape_mesh.hpp"
#include "render/soft_surface.hpp"

class vtkFloatArray;
class vtkPolyData;

namespace tendril {

/// One division of a body as it is drawn: where its section frames stand and what its section looks like.
struct SweepPiece {
  int first = 0;          ///< index of its first frame among the body's sections
  std::vector<double> s;  ///< abscissa of each frame, ascending from 0 to 1
  double length = 1;      ///< m, undeformed
  /// Closed curves of the section at s in (y, z), m: the outer one, then holes. Vertex counts do not depend on s.
  std::function<std::vector<Polygon>(double s)> outline;
};

/// The pieces of a soft body; empty for a kind of body that has no section.
std::vector<SweepPiece> sweepPieces(const Body& body);

/// Cubic interpolation of frames on SE(3) (rods.md §4; cumulative Bézier form): passes through every frame and has a
/// continuous twist. Twists at the frames are three-point estimates, so a constant strain is reproduced exactly.
class FrameSpline {
 public:
  /// `s` ascending, at least two; kept by reference until the next call.
  void fit(std::span<const double> s, std::span<const Pose> frames);
  Pose at(double s) const;

 private:
  std::span<const double> s_;
  std::span<const Pose> frames_;
  std::vector<Vec6> slopes_, steps_, middles_;
};

/// Mesh of a body swept along its section frames: topology once, then points and normals per pose.
class SectionSweep final : public SoftSurface {
 public:
  explicit SectionSweep(std::vector<SweepPiece> pieces);
  ~SectionSweep() override;
  SectionSweep(const SectionSweep&) = delete;
  SectionSweep& operator=(const SectionSweep&) = delete;

  void update(const Snapshot& snapshot, int link) override;
  /// Surface of the given section frames in the world (one per section of the body).
  void update(std::span<const Pose> sections);
  /// One per section of the body; linear between them.
  void setValues(std::span<const double> values) override;
  vtkPolyData* surface() const override;
  vtkPolyData* hull() const override;

  /// A vertex of the surface relative to its ring's frame, for tests.
  struct Vertex {
    Vec3 point, normal, hull;
  };
  struct Ring {
    int piece;
    double s;
    std::vector<Vertex> vertices;
  };
  const std::vector<Ring>& rings() const { return rings_; }
  /// Spline of the last update for one piece.
  const FrameSpline& spline(int piece) const { return splines_[piece]; }

 private:
  void build();
  void addPiece(int index);
  void addSide(const std::vector<int>& starts, const std::vector<std::array<int, 2>>& edges);
  void addCap(int index, double s, double inset, double side);
  int addRing(Ring ring);

  std::vector<SweepPiece> pieces_;
  std::vector<Ring> rings_;
  std::vector<FrameSpline> splines_;
  std::vector<std::array<int, 3>> triangles_;
  int vertexCount_ = 0;
  vtkSmartPointer<vtkFloatArray> points_, normals_, hullNormals_, values_;
  vtkSmartPointer<vtkPolyData> surface_, hull_;
};

}  // namespace tendril
