// SPDX-License-Identifier: BSD-3-Clause
// What the recursion over links knows of a body: coordinates, stations, inertia, forces and their local derivatives.
//
// Frame of everything here: the inertial frame that coincides with the body's base frame B at this instant. A twist
// of any point of the body is then "spatial in B": the velocity of the body-fixed point that passes the origin of B.
// Twists of different stations can be added without transforming them, and the columns of a Jacobian at a station are
// sums of the columns that lie before it. For V, A of the base frame this equals the body-frame twist of B and its
// component-wise derivative (engine.md §1): d/dt(Ad_X V) = Ad_X V' because ad_V V = 0.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/pose.hpp"
#include "core/model/body/section_state.hpp"
#include "core/model/body/swept_piece.hpp"
#include "core/model/coordinates/coordinate_info.hpp"

namespace tendril {

/// Motion of the base frame: twist, its derivative (true, without gravity), γ = −Rᵀg; in B.
struct BaseMotion {
  Vec6 V = Vec6::Zero();
  Vec6 A = Vec6::Zero();
  Vec3 gamma = Vec3::Zero();
};

/// Coordinates of one body and their rates; each of size n.
struct BodyCoordinates {
  Eigen::Map<const VecX> q, qd, qdd;
};

/// A subtree as seen from one frame while it moves rigidly with that frame. For the columns (J, R, L) of a coordinate
/// further up the tree (see StationColumns) the change of its wrench is dF = I L + N R + K J (without the rigid turn of
/// F itself). I is also the composite inertia.
struct Composite {
  Mat6 I = Mat6::Zero();  ///< on L: inertia
  Mat6 N = Mat6::Zero();  ///< on R: velocity-dependent forces
  Mat6 K = Mat6::Zero();  ///< on J: weight and loads that do not turn with the body
  Vec6 F = Vec6::Zero();  ///< wrench that the frame must exert: inertia + weight − loads
  void setZero() { I.setZero(), N.setZero(), K.setZero(), F.setZero(); }
};

/// Where something may hang or act: pose, Jacobian and its rate, all spatial in B, from q and q̇ alone.
struct StationKinematics {
  Pose X;                    ///< pose of the station frame in B
  Mat6X J;                   ///< 6×n: twist relative to B = J q̇
  Vec6 V = Vec6::Zero();     ///< J q̇
  Vec6 bias = Vec6::Zero();  ///< J' q̇, component-wise in B: A_station = A + J q̈ + bias + ad_V(J q̇)
};

/// Columns of a station, 6×n, spatial in B, such that for the body-frame twist V_s, A_s of the station frame
///   ∂V_s/∂q = Ad⁻¹ R,  ∂A_s/∂q = Ad⁻¹ (L − ad_V R),  ∂A_s/∂q̇ = Ad⁻¹ (Y − ad_V J),  ∂V_s/∂q̇ = ∂A_s/∂q̈ = Ad⁻¹ J
/// with V the spatial twist of the station (rods.md §7).
struct StationColumns {
  Mat6X R, L, Y;
};

/// Workspace of one body. Sized by Body::makeData; nothing in it is reallocated afterwards.
struct BodyData {
  virtual ~BodyData() = default;

  /// Frames along the body in B, for pictures and `poses`; written by sections(), its size stays.
  std::vector<Pose> sections;

  // written by kinematics
  std::vector<StationKinematics> stations;  ///< [0] is the tip

  /// Stations that are material points, for contacts alone; does not change.
  std::vector<int> points;
  /// Per station, written before columns(): a point that nothing touches now; its columns may be left as they are.
  /// Empty if there are no points.
  std::vector<char> idle;

  // written by inertia: ½ [V; q̇]ᵀ [I H; Hᵀ M] [V; q̇] is the kinetic energy
  Mat6 I = Mat6::Zero();
  Mat6X H;
  MatX M;
  double mass = 0;                      ///< kg, of the body itself
  Vec3 firstMoment = Vec3::Zero();      ///< kg m in B: mass × centre of mass
  double displaced = 0;                 ///< kg of fluid that buoys the body up
  Vec3 displacedMoment = Vec3::Zero();  ///< kg m in B: displaced × its centre

  // written by inverseDynamics: wrench on B and force on the coordinates, inertia and weight only
  Vec6 F = Vec6::Zero();
  VecX Q;

  // written by columns and derivatives
  std::vector<StationColumns> columns;  ///< per station
  Composite base;                       ///< the body and all that hangs on its stations
  Mat6X Uq, Uv;                         ///< ∂base.F/∂q, /∂q̇ with the base motion held; 6×n
  MatX rowI, rowN, rowK;                ///< n×6: dQ = rowI L + rowN R + rowK J for columns from further up
  MatX Qq, Qv;                          ///< n×n: ∂Q/∂q, ∂Q/∂q̇ at fixed base motion, all that hangs included
  MatX Mq;                              ///< n×n: ∂Q/∂q̈, all that hangs included
};

/// One piece of a tendon inside a body. Lengths in m.
class TendonPiece {
 public:
  virtual ~TendonPiece() = default;
  virtual double length(const VecXRef& q) const = 0;
  /// gradient (n) += ∂length/∂q
  virtual void addGradient(const VecXRef& q, VecXMut gradient) const = 0;
  /// hessian (n×n) += tension · ∂²length/∂q²
  virtual void addHessian(const VecXRef& q, double tension, MatXMut hessian) const = 0;
  /// out (n) += tension · ∂²length/∂q² · along. `scratch` (n×n) is overwritten.
  virtual void addHessianProduct(const VecXRef& q, double tension, const VecXRef& along, MatXMut scratch,
                                 VecXMut out) const {
    scratch.setZero();
    addHessian(q, tension, scratch);
    out.noalias() += scratch * along;
  }
  /// The same of a motion that is a series of time: q and gradient are n × coefficients (core/math/series.hpp).
  virtual void addGradientSeries(const MatX& q, MatX& gradient) const = 0;
  /// The path in B for drawing, `count` points; `data` after kinematics.
  virtual void path(const BodyData& data, std::vector<Vec3>& points) const = 0;
  /// Of a chamber that has a wall in its body: triangles for drawing, indices of wallPoints(); else none. Valid as long
  /// as the piece.
  virtual std::span<const std::array<int, 3>> wall() const { return {}; }
  /// Where the points of that wall are in B; `data` after kinematics.
  virtual void wallPoints(const BodyData&, std::vector<Vec3>& points) const { points.clear(); }
};

class BodyPoint;
struct BodyPlace;
class SurfaceCarrier;

/// Local routing of a tendon piece: offsets in the section at X ∈ [0, 1] over the body, metres, and d/dX of them.
struct RoutePoint {
  double y, z, dy, dz;
  double weight = 1;  ///< of the length there: 1, or the area of a chamber (m²), whose "length" is then its volume
};

/// The fluid around a body.
struct BodyFluid {
  double density = 0;         ///< kg/m³
  bool buoyancy = true;       ///< what the body displaces carries it
  Mat6 added = Mat6::Zero();  ///< added mass over ρ A(X), per length, section axes about the section's origin
};

/// A slice of a soft body for loads that are spread along it.
struct BodySlice {
  double at = 0;      ///< where on the body, for addStation
  double length = 0;  ///< that it stands for, m
  double radius = 0;  ///< of its section, m
};

/// A body of a link. Immutable after building; every call writes only to the given data.
class Body {
 public:
  virtual ~Body() = default;

  virtual std::string_view type() const = 0;
  /// Number of coordinates n (0: rigid).
  virtual int size() const = 0;
  /// Adds a station at `at` ∈ [0, 1] over the body (only while building) and returns its index. Station 0 is the tip.
  virtual int addStation(double at) = 0;
  virtual int stationCount() const = 0;
  /// Puts the body into a fluid (only while building): added mass counts in I, H, M, F and Q, but not in the weight;
  /// buoyancy counts in F and Q. False, and nothing done, if this body knows no fluid. rods.md §9
  virtual bool immerse(const BodyFluid&) { return false; }
  /// Undeformed, along its axis, m; 0 if it has none.
  virtual double length() const { return 0; }
  /// Slices whose lengths sum up to the body's; none if it has no sections.
  virtual std::vector<BodySlice> slices() const { return {}; }
  /// What is drawn of it: its section swept along BodyData::sections, from base to tip. None if it has no sections, or
  /// has a mesh of its own. Valid as long as the body.
  virtual std::span<const SweptPiece> sweptPieces() const { return {}; }
  /// Strain, elastic wrench and energy at BodyData::sections, one entry each, for coordinates q. False, and nothing
  /// done, if this body knows none.
  virtual bool sectionStates(const VecXRef& /*q*/, std::span<SectionResponse> /*out*/) const { return false; }
  /// The mesh that is drawn of it (surface_carrier.hpp); null if there is none.
  virtual const SurfaceCarrier* surfaceCarrier() const { return nullptr; }
  /// What a coordinate is; its name is without the link's, such as "bending_y[0]".
  virtual CoordinateInfo coordinateInfo(int index) const = 0;
  virtual std::unique_ptr<BodyData> makeData() const = 0;
  /// Rough time of one dynamics evaluation in microseconds, to decide on threads.
  virtual double estimatedWork() const = 0;
  /// Whether all derivatives of its equation of motion take more than ten times as long as the equation, so that
  /// matrices made of them are worth keeping.
  virtual bool hasCostlyDerivatives() const { return false; }

  // In this order; each needs the ones before it. No allocation.
  /// Phase K: stations from (q, q̇); qdd is not read.
  virtual void kinematics(BodyData& data, const BodyCoordinates& c) const = 0;
  /// BodyData::sections, after kinematics(); a body whose kinematics() writes them anyway has nothing to do.
  virtual void sections(BodyData&) const {}
  /// I, H, M, mass, firstMoment, displaced, displacedMoment.
  virtual void inertia(BodyData& data, const BodyCoordinates& c) const = 0;
  /// Of the body itself about the origin of B, in its axes, kg·m²: without what a fluid adds. After inertia().
  virtual Mat3 rotationalInertia(const BodyData& data) const { return data.I.topLeftCorner<3, 3>(); }
  /// Phase B: F and Q of this body alone. [kane] (26)–(48)
  virtual void inverseDynamics(BodyData& data, const BodyCoordinates& c, const BaseMotion& motion) const = 0;
  /// Columns R, L, Y of every station for the given base motion and q̈.
  virtual void columns(BodyData& data, const BodyCoordinates& c, const BaseMotion& motion) const = 0;
  /// What derivatives() can find without `attached`, if that is worth finding for several bodies at once. Needs
  /// columns().
  virtual void ownDerivatives(BodyData&, const BodyCoordinates&, const BaseMotion&) const {}
  /// base, Uq, Uv, rows, Qq, Qv, Mq. `attached[s]` is what hangs or acts on station s, spatial in B. Needs
  /// ownDerivatives().
  virtual void derivatives(BodyData& data, const BodyCoordinates& c, const BaseMotion& motion,
                           std::span<const Composite> attached) const = 0;

  /// The same fields for the Coriolis matrix of trees.md §8, where a subtree gives I J' + N J with J' = Y − R the rate
  /// of its columns: base.I, base.N, Uv, rowI, rowN, Qv. Of `attached` I and N are read. Needs inertia() and columns().
  virtual void coriolis(BodyData& data, std::span<const Composite> attached) const = 0;

  /// A frame that moves with the body at a place (body_point.hpp) that has `at` or `material`; null if there is none.
  virtual std::unique_ptr<BodyPoint> makePoint(const BodyPlace& place) const = 0;

  // Internal forces, on the left side of the equation of motion (conventions.md).
  virtual double elasticEnergy(const VecXRef& q) const = 0;
  /// force (n) += elastic force
  virtual void addElasticForce(const VecXRef& q, VecXMut force) const = 0;
  /// stiffness (n×n) += ∂(elastic force)/∂q
  virtual void addStiffness(const VecXRef& q, MatXMut stiffness) const = 0;
  /// force (n) += damping force
  virtual void addDampingForce(const VecXRef& q, const VecXRef& qd, VecXMut force) const = 0;
  /// dq, dv (n×n) += ∂(damping force)/∂q, /∂q̇
  virtual void addDampingDerivatives(const VecXRef& q, const VecXRef& qd, MatXMut dq, MatXMut dv) const = 0;

  /// A tendon piece from X = from to X = to whose offsets are `route(X)`; null if this body takes no tendons.
  virtual std::unique_ptr<TendonPiece> makeTendonPiece(const std::function<RoutePoint(double)>& route, double from,
                                                       double to) const = 0;
  /// The same with X ∈ [0, 1] over one division (from 0) of a body in several pieces; null if it has no such division.
  virtual std::unique_ptr<TendonPiece> makeTendonPieceOnDivision(const std::function<RoutePoint(double)>& route,
                                                                 double from, double to, int division) const {
    return division == 0 ? makeTendonPiece(route, from, to) : nullptr;
  }
};

}  // namespace tendril
