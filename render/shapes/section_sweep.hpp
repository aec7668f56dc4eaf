// SPDX-License-Identifier: BSD-3-Clause
// The surface that a section sweeps along the frames of a soft body.
#pragma once

#include <vtkSmartPointer.h>

#include <span>
#include <vector>

#include "core/math/pose.hpp"
#include "core/model/body/swept_piece.hpp"
#include "render/shapes/shape_mesh.hpp"
#include "render/shapes/soft_surface.hpp"

class vtkFloatArray;
class vtkPolyData;

namespace tendril {

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
  /// `pieces`: as Body::sweptPieces() gives them; copied.
  explicit SectionSweep(std::span<const SweptPiece> pieces);
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
  bool sameAs(const SoftSurface& other) const override;

  /// A vertex of the surface relative to its ring's frame, for tests.
  struct Vertex {
    Vec3 point, normal, hull;
    bool operator==(const Vertex&) const = default;
  };
  struct Ring {
    int piece;
    double s;
    std::vector<Vertex> vertices;
    bool operator==(const Ring&) const = default;
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

  std::vector<SweptPiece> pieces_;
  std::vector<Ring> rings_;
  std::vector<FrameSpline> splines_;
  std::vector<std::array<int, 3>> triangles_;
  int vertexCount_ = 0;
  vtkSmartPointer<vtkFloatArray> points_, normals_, hullNormals_, values_;
  vtkSmartPointer<vtkPolyData> surface_, hull_;
};

}  // namespace tendril
