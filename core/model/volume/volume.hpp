// SPDX-License-Identifier: BSD-3-Clause
// A body of material points that a map p = f(x, q) moves: sums over quadrature points, whatever the map ([kane]
// (26)–(48); engine.md §1).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/body/admissible_set.hpp"
#include "core/model/body/body.hpp"
#include "core/model/body/body_series.hpp"
#include "core/model/body/surface_carrier.hpp"
#include "core/model/volume/face_motion.hpp"
#include "core/model/volume/map/point_map.hpp"
#include "core/model/volume/mesh/tet_mesh.hpp"
#include "core/model/volume/volume_law.hpp"

namespace tendril {

/// A material point for sums over a volume.
struct VolumePoint {
  Vec3 x;             ///< undeformed, m
  double volume = 0;  ///< that it stands for, m³
};

struct VolumeSpec {
  std::string_view type = "primitives";  ///< of the body, a literal
  std::shared_ptr<const PointMap> map;
  std::vector<std::string> coordinates;   ///< names without the link's: "bending_y[0]"
  Quantity quantity = Quantity::kNumber;  ///< that every coordinate measures
  std::vector<VolumePoint> points;
  double density = 0;                    ///< kg/m³
  std::shared_ptr<const VolumeLaw> law;  ///< null: no elasticity
  double relaxation = 0;                 ///< s
  bool turningDamped = false;            ///< the toolbox's damping instead of the objective one (primitives.md §3.3)
  std::shared_ptr<const TetMesh> mesh;   ///< null: nothing to draw, no marked surfaces
};

/// A station that is a material point of the surface.
struct SurfaceStation {
  int station;
  Vec3 x;  ///< undeformed, m, in B
};

struct VolumeData;
struct PartSums;
struct FrameChange;

class Volume final : public Body, public SurfaceCarrier, public AdmissibleSet, public SeriesBody {
 public:
  /// Throws std::invalid_argument naming what is wrong with the points.
  explicit Volume(VolumeSpec spec);

  std::string_view type() const override { return spec_.type; }
  int size() const override { return map().size(); }
  int addStation(double at) override;
  /// Adds a station that sits on the surface (only while building) and returns its index. Needs a mesh.
  int addFaceStation(const FaceFrame& face);
  /// Stations at points of the surface, with the axes of B, for what touches it: all vertices of a small mesh, else as
  /// many that are evenly spread (spread_points.hpp). Made when first asked for, which is only while building; none
  /// without a mesh.
  std::span<const SurfaceStation> surfaceStations();
  int stationCount() const override { return static_cast<int>(stations_.size()); }
  /// A body without a mesh has no sections that could carry fluid along, and does not take added mass.
  bool immerse(const BodyFluid& fluid) override;
  double length() const override { return map().length(); }
  std::vector<BodySlice> slices() const override;
  const SurfaceCarrier* surfaceCarrier() const override { return this; }
  /// The slices as thick as is nowhere outside of the undeformed surface; not those that have the axis outside.
  std::vector<BodySlice> core() const;
  CoordinateInfo coordinateInfo(int index) const override {
    return {spec_.coordinates[static_cast<std::size_t>(index)], spec_.quantity};
  }
  std::unique_ptr<BodyData> makeData() const override;
  double estimatedWork() const override;
  bool hasCostlyDerivatives() const override { return true; }

  void kinematics(BodyData& data, const BodyCoordinates& c) const override;
  void sections(BodyData& data) const override;
  void inertia(BodyData& data, const BodyCoordinates& c) const override;
  Mat3 rotationalInertia(const BodyData& data) const override;
  void inverseDynamics(BodyData& data, const BodyCoordinates& c, const BaseMotion& motion) const override;
  void columns(BodyData& data, const BodyCoordinates& c, const BaseMotion& motion) const override;
  void ownDerivatives(BodyData& data, const BodyCoordinates& c, const BaseMotion& motion) const override;
  void derivatives(BodyData& data, const BodyCoordinates& c, const BaseMotion& motion,
                   std::span<const Composite> attached) const override;
  void coriolis(BodyData& data, std::span<const Composite> attached) const override;
  std::unique_ptr<BodyPoint> makePoint(const BodyPlace& place) const override;

  double elasticEnergy(const VecXRef& q) const override;
  void addElasticForce(const VecXRef& q, VecXMut force) const override;
  void addStiffness(const VecXRef& q, MatXMut stiffness) const override;
  void addDampingForce(const VecXRef& q, const VecXRef& qd, VecXMut force) const override;
  void addDampingDerivatives(const VecXRef& q, const VecXRef& qd, MatXMut dq, MatXMut dv) const override;

  std::unique_ptr<TendonPiece> makeTendonPiece(const std::function<RoutePoint(double)>& route, double from,
                                               double to) const override;

  std::string whyNoSeries() const override;
  std::unique_ptr<BodySeries> makeSeries(int last) const override;

  double admissibleMargin(const VecXRef& q) const override;
  std::string violation(const VecXRef& q) const override;
  double surfaceMargin(const VecXRef& q) const override;
  std::string surfaceViolation(const VecXRef& q) const override;

  const SurfaceMesh& surface() const override { return surface_; }
  void moveSurface(BodyData& data, std::span<Vec3> out) const override;
  void moveInside(BodyData& data, std::span<Vec3> out) const override;
  void fieldValues(BodyData& data, SurfaceField field, std::span<double> surface,
                   std::span<double> inside) const override;

  const PointMap& map() const { return *spec_.map; }
  std::shared_ptr<const PointMap> sharedMap() const { return spec_.map; }
  const TetMesh* mesh() const { return spec_.mesh.get(); }
  std::shared_ptr<const TetMesh> sharedMesh() const { return spec_.mesh; }
  const VolumeLaw* law() const { return spec_.law.get(); }
  std::span<const VolumePoint> points() const { return spec_.points; }

 private:
  /// Points that are neighbours for the map.
  struct Block {
    std::unique_ptr<EvaluationPoints> points;
    Eigen::ArrayXd volume;  ///< m³
    Eigen::ArrayXd mass;    ///< kg
    std::vector<Vec3> positions;
  };
  /// Nodes of the mesh that are neighbours for the map.
  struct NodeBlock {
    std::unique_ptr<EvaluationPoints> points;
    std::vector<int> nodes;
  };
  /// Blocks [first, last): what one thread works on. Parts do not depend on the number of threads, so that sums do not.
  struct Part {
    std::size_t first, last;
  };
  /// A place on the axis, a material point with the axes of B, or a face.
  struct Station {
    double at = 0;                             ///< over the body; unused beside `points`
    std::unique_ptr<EvaluationPoints> points;  ///< the point, alone, or the corners of the face; null: on the axis
    std::optional<FaceFrame> face = {};

    bool isPoint() const { return points && !face; }
  };
  /// Where added mass hangs.
  struct AddedMassSection {
    int station;
    Mat6 added;  ///< in the axes of the station
  };
  struct Workspace;
  class Workspaces;
  class Point;
  class Series;

  void divide();
  std::span<const Block> blocksOf(std::size_t part) const {
    return std::span(blocks_).subspan(parts_[part].first, parts_[part].last - parts_[part].first);
  }
  /// Calls f(index of a part), on several threads if there are several parts.
  template <class F>
  void forEachPart(F&& f) const;

  void buildSurface();
  std::vector<NodeBlock> nodeBlocks(std::span<const Vec3> points) const;
  static int largestBlock(std::initializer_list<const std::vector<NodeBlock>*> all);
  void moveNodes(VolumeData& data, const std::vector<NodeBlock>& blocks, std::span<Vec3> out) const;
  double fieldOf(SurfaceField field, const Mat3& F, const Vec3& shift) const;
  /// Least margin of all points, and the point.
  std::pair<double, Vec3> worstPoint(const VecXRef& q) const;
  /// The same of the points and of all vertices of the surface.
  std::pair<double, Vec3> worstOfSurface(const VecXRef& q) const;
  std::string violationAt(const Vec3& x, const VecXRef& q) const;

  void addPoints(std::span<const Vec3> points);
  void partMotion(VolumeData& data, std::size_t part) const;
  void partPoints(VolumeData& data, std::size_t part) const;
  void partInertia(VolumeData& data, std::size_t part) const;
  void partForces(VolumeData& data, std::size_t part, const BodyCoordinates& c, const BaseMotion& motion) const;
  void blockDerivatives(const VolumeData& data, std::size_t block, const BaseMotion& motion, PartSums& sums) const;
  bool isIdle(const VolumeData& data, std::size_t station) const;
  void surfaceChange(VolumeData& data, const Station& station, int first, FrameChange& change) const;
  void faceChange(VolumeData& data, const Station& station, int first, FrameChange& change) const;
  void pointChange(VolumeData& data, const EvaluationPoints& point, int first, FrameChange& change) const;
  void stationColumns(VolumeData& data, const BodyCoordinates& c, const BaseMotion& motion) const;
  void baseDerivatives(VolumeData& data, const BaseMotion& motion) const;
  void pointDerivatives(VolumeData& data, const BaseMotion& motion) const;
  void addStressChange(Workspace& work, const Block& block, int first, MatX& stiffness) const;
  void addViscousChange(Workspace& work, const Block& block, int first, MatX& dq) const;
  void addViscosity(Workspace& work, const Block& block, int first, MatX& dv) const;
  /// Workspace::strainRates = ∂Gq/∂q · work.qd of a block.
  void changeStrain(Workspace& work, const Block& block, const VecXRef& q) const;
  void blockCoriolis(VolumeData& data, std::size_t block) const;
  void addHung(VolumeData& data, std::size_t station, const Composite& attached) const;
  void addHungCoriolis(VolumeData& data, std::size_t station, const Mat6& I, const Mat6& N) const;
  /// ∂(motion)/∂q in the directions from `first` on is ready in data.dualMap afterwards.
  void differentiate(VolumeData& data, int first) const;

  /// Of a station that is no point; spatial in B.
  template <class S>
  static void moveFrame(const MapEvaluator<S>& map, const Station& station, const VecXT<S>& qd, PointMotion<S>& corners,
                        FrameMotion<S>& out) {
    if (!station.face) return map.frame(station.at, out);
    map.motion(*station.points, corners);
    moveFaceFrame<S>(*station.face, corners, qd, out);
  }

  template <class Each>
  void eachSlice(Each&& each) const;
  /// Of one section, spatial in B.
  Mat6 addedInertia(const VolumeData& data, const AddedMassSection& section) const;
  Vec6 fluidForce(const VolumeData& data, const AddedMassSection& section, const Mat6& I, const BodyCoordinates& c,
                  const BaseMotion& motion) const;
  void addFluidInertia(VolumeData& data) const;
  void addFluidForces(VolumeData& data, const BodyCoordinates& c, const BaseMotion& motion) const;
  void fluidComposites(VolumeData& data, const BodyCoordinates& c, const BaseMotion& motion) const;

  VolumeSpec spec_;
  std::vector<Block> blocks_;
  std::vector<Part> parts_;
  SurfaceMesh surface_;  ///< the boundary of the mesh
  std::vector<NodeBlock> surfaceBlocks_, insideBlocks_;
  std::vector<Station> stations_;  ///< [0] is the tip
  std::vector<SurfaceStation> surfaceStations_;
  std::vector<NodeBlock> pointBlocks_;  ///< of those stations, which are their nodes
  double lift_ = 0;                     ///< share of the weight that a fluid carries
  std::vector<AddedMassSection> wet_;
  std::shared_ptr<Workspaces> workspaces_;
};

}  // namespace tendril
