// SPDX-License-Identifier: BSD-3-Clause
// Cosserat rods by geometric variable strain: ξ(X) = Φ(X) q + ξ*(X), divisions in series. rods.md §2–4, §7–8.
#pragma once

#include <vector>

#include "core/model/body/body.hpp"
#include "core/model/body/section_chain.hpp"
#include "core/model/body/shape_carrier.hpp"
#include "core/model/rod/rod_data.hpp"
#include "core/model/rod/rod_tables.hpp"

namespace tendril {

/// A computational point, for drawing and distributed loads.
struct RodPoint {
  int division;
  double s;       ///< over the division
  double x;       ///< arclength from the start of the rod, undeformed, m
  double at;      ///< x over the length of the rod
  double weight;  ///< length of rod that it stands for, m; 0 at ends and element boundaries
};

/// Coordinates by division, then by strain (kStrainNames), then by function; of angles: radians over the division.
class Rod final : public Body, public ShapeCarrier, public SectionChainBody {
 public:
  /// Throws std::invalid_argument naming the division, the value and what is allowed.
  explicit Rod(const RodSpec& spec);

  std::string_view type() const override { return "rod"; }
  int size() const override { return tables_.size; }
  /// Throws std::invalid_argument unless 0 ≤ at ≤ 1. Equal positions give equal indices.
  int addStation(double at) override;
  bool immerse(const BodyFluid& fluid) override;
  double length() const override { return tables_.length; }
  /// One per computational point with a weight.
  std::vector<BodySlice> slices() const override;
  /// One per division.
  std::span<const SweptPiece> sweptPieces() const override { return pieces_; }
  bool sectionStates(const VecXRef& q, std::span<SectionResponse> out) const override;
  int stationCount() const override { return static_cast<int>(stations_.size()); }
  /// "bending_y[0]"; with several divisions "division2.bending_y[0]".
  CoordinateInfo coordinateInfo(int index) const override;
  std::unique_ptr<BodyData> makeData() const override;
  double estimatedWork() const override;

  void kinematics(BodyData& data, const BodyCoordinates& c) const override;
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
  std::unique_ptr<TendonPiece> makeTendonPieceOnDivision(const std::function<RoutePoint(double)>& route, double from,
                                                         double to, int division) const override;

  /// Least squares over arclength, division by division, or over the whole length if their number differs. Turns
  /// are kept, so a rod that gets longer keeps its shape in proportion. With the same divisions the strain beyond the
  /// reference is carried, otherwise the strain itself.
  bool carryShape(const Body& from, const VecXRef& q, const VecXRef& v, VecXMut newQ, VecXMut newV) const override;

  SectionChain sectionChain() const override;

  /// Order of the steps along it, 2 or 4.
  int magnus() const { return tables_.magnus; }
  int divisionCount() const { return static_cast<int>(tables_.divisions.size()); }
  const RodDivision& division(int index) const { return tables_.divisions[static_cast<std::size_t>(index)]; }
  /// The computational points, in the order of BodyData::sections.
  std::vector<RodPoint> points() const;
  /// The division and s of a position over the whole rod.
  RodPoint pointAt(double at) const;
  /// The least stretch (1: undeformed, 0: nothing left) at the computational points, and the arclength (m) where it is.
  std::pair<double, double> leastStretch(const VecXRef& q) const;
  /// Properties of the section at a position over the whole rod.
  SectionProperties sectionAt(double at) const;
  /// Pose in B at a position over the whole rod after kinematics, for pictures: the step's twist is held constant
  /// inside it, exact at the computational points.
  Pose poseAt(const BodyData& data, double at) const;

 private:
  class Point;

  SectionMass sectionMass(int node) const;
  SectionChain::Station chainStation(const RodStation& station) const;
  void runKinematics(RodData& data, const BodyCoordinates& c) const;
  void runInertia(RodData& data) const;
  void prepareStill(RodData& data) const;
  static void rigidForce(RodData& data, const BaseMotion& motion);
  static void rigidDerivatives(RodData& data, const BaseMotion& motion, std::span<const Composite> attached);
  static void rigidCoriolis(RodData& data, std::span<const Composite> attached);
  void evaluateStrains(const VecXRef& q, MatX& strains) const;
  void runSteps(RodData& data) const;
  void setInertias(RodData& data) const;
  void addFluidInertias(RodData& data) const;
  void runStation(const RodData& data, const RodStation& station, MagnusStep& step, const BodyCoordinates& c,
                  StationKinematics& out) const;
  void setSideStrains(const RodStation& station, MagnusStep& step, const BodyCoordinates& c) const;
  void runMotion(RodData& data, const BodyCoordinates& c, const BaseMotion& motion) const;
  void runForces(RodData& data, const Vec3& gamma) const;
  void expand(const GeneratorTable& generators, MatX& out) const;
  void stationColumns(RodData& data, const BodyCoordinates& c, const BaseMotion& motion) const;
  StepColumns sideStep(const RodData& data, const RodStation& station, MagnusStep& step,
                       const BodyCoordinates& c) const;

  bool isOwnDrag(const RodStation& station, const Composite& attached) const;
  int collectHung(RodData& data, std::span<const Composite> attached) const;
  void innerDerivatives(RodData& data, const Vec3& gamma) const;
  void nodeColumns(RodData& data, const RodDivision& division, int node, const Vec3& gamma) const;
  void wetColumns(RodData& data, const RodDivision& division, int node, const Vec3& gamma) const;
  void forceDerivatives(RodData& data) const;
  void addBlock(RodData& data, const RodDivision& division, const StrainBlock& rows, const StrainBlock& columns) const;
  double sideEntry(const RodStation& station, const RodDivision& division, const screw::Matrix (&G)[2][2], int i,
                   int j) const;
  void turnSide(RodData& data, const RodStation& station, const MagnusStep& step, const Mat6X& J, const Vec6& F) const;
  void turnSteps(RodData& data, int node, const Vec6& F) const;
  void attachedDerivatives(RodData& data, int count) const;

  RodTables tables_;
  std::vector<SweptPiece> pieces_;
  std::vector<RodStation> stations_;
  std::vector<NodeFluid> fluid_;  ///< per node; empty in air
};

}  // namespace tendril
