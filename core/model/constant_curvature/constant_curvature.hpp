// SPDX-License-Identifier: BSD-3-Clause
// A round soft body bent to an arc of a circle, everything in closed form (conventions.md, "Constant curvature").
//
// Sections stay plane, round, rigid and perpendicular to the backbone. With elongation each keeps its mass and its
// radius, as in the papers: mass per reference length does not change, sections do not get thinner.
#pragma once

#include <vector>

#include "core/model/body/body.hpp"
#include "core/model/body/section_chain.hpp"
#include "core/model/body/shape_carrier.hpp"
#include "core/model/constant_curvature/arc_motion.hpp"
#include "core/model/quadrature/quadrature.hpp"

namespace tendril {

/// SI units. No elasticity: young, viscosity and relaxation 0.
struct ConstantCurvatureSpec {
  double length = 0, radius = 0, density = 0;
  bool planar = true;          ///< one coordinate: turn about z; else turns about y and z
  bool elongation = false;     ///< one more, in m; spatial bodies only
  bool sectionInertia = true;  ///< else the mass is on the backbone
  double young = 0;
  double viscosity = 0;   ///< Kelvin–Voigt η, Pa·s; normal stresses see 3η, as in rods
  double relaxation = 0;  ///< s; damping += relaxation × stiffness
};

/// Coordinates inside: turns about y and z, length of the backbone.
using ArcMatrix = Eigen::Matrix<double, 6, 3>;

/// What the derivatives at a station need beyond StationColumns.
struct ArcSlopes {
  std::array<ArcMatrix, 3> J;  ///< ∂J/∂(coordinate k)
};

struct ConstantCurvatureData : BodyData {
  Vec3 q = Vec3::Zero(), qd = Vec3::Zero(), qdd = Vec3::Zero();
  BaseMotion motion;                   ///< of the last columns
  ArcTable table;                      ///< of the whole arc
  std::vector<ArcTable> tables;        ///< per station
  std::vector<ArcSlopes> slopes;       ///< per station, then per wet section
  std::vector<StationKinematics> wet;  ///< sections that carry added mass; empty in air
  std::vector<StationColumns> wetColumns;
  std::vector<ArcTable> wetTables;
  std::vector<Composite> wetForces;
  ArcTable pointTable;  ///< of a point that is no station (BodyPoint), and what its derivatives need
  StationColumns pointColumns;
  ArcSlopes pointSlopes;
};

class ConstantCurvature final : public Body, public ShapeCarrier, public SectionChainBody {
 public:
  /// Throws std::invalid_argument naming the value and what is allowed.
  explicit ConstantCurvature(const ConstantCurvatureSpec& spec);

  std::string_view type() const override { return "constant_curvature"; }
  int size() const override { return spec_.planar ? 1 : spec_.elongation ? 3 : 2; }
  /// Throws std::invalid_argument unless 0 ≤ at ≤ 1. Equal positions give equal indices.
  int addStation(double at) override;
  int stationCount() const override { return static_cast<int>(stations_.size()); }
  bool immerse(const BodyFluid& fluid) override;
  double length() const override { return spec_.length; }
  std::vector<BodySlice> slices() const override;
  std::span<const SweptPiece> sweptPieces() const override { return {&piece_, 1}; }
  bool sectionStates(const VecXRef& q, std::span<SectionResponse> out) const override;
  /// "bending_z", "bending_y", "stretch".
  CoordinateInfo coordinateInfo(int index) const override;
  std::unique_ptr<BodyData> makeData() const override;
  double estimatedWork() const override { return 0.4 + 0.1 * stationCount() + 1.5 * static_cast<double>(wet_.size()); }

  void kinematics(BodyData& data, const BodyCoordinates& c) const override;
  void sections(BodyData& data) const override;
  void inertia(BodyData& data, const BodyCoordinates& c) const override;
  Mat3 rotationalInertia(const BodyData& data) const override;
  void inverseDynamics(BodyData& data, const BodyCoordinates& c, const BaseMotion& motion) const override;
  void columns(BodyData& data, const BodyCoordinates& c, const BaseMotion& motion) const override;
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

  /// From another constant-curvature body: turns are kept, elongation in proportion to the length.
  bool carryShape(const Body& from, const VecXRef& q, const VecXRef& v, VecXMut newQ, VecXMut newV) const override;

  /// With its mass at kChainPoints Gauss points: right to rounding for two whole turns.
  SectionChain sectionChain() const override;

  /// Pose in B at a position over the body after kinematics.
  Pose poseAt(const BodyData& data, double at) const;
  /// Turns about y and z and length of the backbone for coordinates q; `reference` is the length at q = 0.
  Vec3 arcCoordinates(const VecXRef& q, double reference) const;

  /// Where a coordinate is among the turns about y, z and the length.
  int slot(int coordinate) const { return spec_.planar ? 1 : coordinate; }

 private:
  class Point;
  static constexpr int kSections = 9;  ///< BodyData::sections, evenly from base to tip

  double weightShare() const { return 1 - displaced_ / mass_.mass; }
  ArcMotion<double> motionOf(const ConstantCurvatureData& data, double at) const;
  void runStation(const ConstantCurvatureData& data, double at, ArcTable& table, StationKinematics& station) const;
  Vec6 stationAcceleration(const StationKinematics& station, const BodyCoordinates& c, const BaseMotion& motion) const;
  Mat6 addedInertia(const StationKinematics& section, std::size_t index) const;

  template <int N>
  struct Rates;
  template <int N>
  Rates<N> inertiaRates(const ConstantCurvatureData& data) const;
  template <int N>
  void runColumns(ConstantCurvatureData& data, const BodyCoordinates& c) const;
  void pointColumns(ConstantCurvatureData& data, double at, const StationKinematics& station) const;
  template <int N>
  void stationColumns(const ConstantCurvatureData& data, double at, const ArcTable& table,
                      const StationKinematics& station, StationColumns& out, ArcSlopes& slopes) const;
  template <int N>
  void ownDerivatives(ConstantCurvatureData& data) const;
  void addHung(ConstantCurvatureData& data, const Composite& c, const StationKinematics& station,
               const StationColumns& columns, const ArcSlopes& slopes) const;
  template <int N>
  void ownCoriolis(ConstantCurvatureData& data) const;
  void addCoriolis(ConstantCurvatureData& data, const Mat6& I, const Mat6& N, const StationKinematics& station,
                   const StationColumns& columns) const;

  ConstantCurvatureSpec spec_;
  SweptPiece piece_;  ///< the whole body
  ArcMass mass_;
  std::vector<double> stations_{1.0};
  std::vector<QuadraturePoint> wet_;                        ///< sections with added mass
  Mat6 added_ = Mat6::Zero();                               ///< of the whole length, kg, section axes
  double displaced_ = 0;                                    ///< kg
  Vec3 stiffness_ = Vec3::Zero(), damping_ = Vec3::Zero();  ///< per turn about y, z, elongation
};

}  // namespace tendril
