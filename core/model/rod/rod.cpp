// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/rod/rod.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/math/se3.hpp"

namespace tendril {

RodData::RodData(const RodTables& tables, const std::vector<RodStation>& rodStations, bool wet) {
  const int n = tables.size, nodes = tables.nodes(), steps_ = tables.steps;
  const auto nodeCount = static_cast<std::size_t>(nodes);
  stations.resize(rodStations.size());
  columns.resize(rodStations.size());
  for (StationKinematics& station : stations) station.J = Mat6X::Zero(6, n);
  for (StationColumns& column : columns) column.R = column.L = column.Y = Mat6X::Zero(6, n);
  sections.resize(static_cast<std::size_t>(tables.sections()));
  H = Uq = Uv = Mat6X::Zero(6, n);
  M = Qq = Qv = Mq = MatX::Zero(n, n);
  rowI = rowN = rowK = MatX::Zero(n, 6);
  Q = VecX::Zero(n);
  mass = tables.totalMass;

  steps.resize(static_cast<std::size_t>(steps_));
  sideSteps.resize(rodStations.size());
  stepColumns.resize(steps.size());
  xi = xid = xia = MatX::Zero(2 * steps_, 6);
  velocity.assign(nodeCount, Vec6::Zero());
  bias = V = A = FC = velocity;
  inertia.assign(nodeCount, Mat6::Zero());
  J = IJ = R = L = Y = MatX::Zero(6 * nodes, n);
  forces = VecX::Zero(6 * nodes);
  generators = MatX::Zero(12 * steps_, 6);
  if (wet) buoyancyCoupling.assign(nodeCount, Mat63::Zero()), attachedN.assign(nodeCount, Mat6::Zero());
  W = MatX::Zero(6 * nodes, 2 * n + (wet ? 9 : 3));
  G = MatX::Zero(4 * steps_, 36);
  int widest = 0;
  for (const RodDivision& d : tables.divisions)
    for (const StrainBlock& block : d.blocks) widest = std::max(widest, block.count);
  T = MatX::Zero(2 * steps_, widest);
  const auto stationRows = 6 * static_cast<Eigen::Index>(rodStations.size());
  attachedJ = MatX::Zero(stationRows, n);
  attachedW = MatX::Zero(stationRows, 3 * n + 18);
}

namespace {

std::vector<SweptPiece> piecesOf(const RodTables& tables) {
  std::vector<SweptPiece> pieces;
  int first = 0;
  for (const RodDivision& division : tables.divisions) {
    SweptPiece piece;
    piece.firstSection = first;
    for (const QuadraturePoint& point : division.points) piece.s.push_back(point.s);
    piece.length = division.spec.length;
    piece.from = division.start / tables.length;
    piece.to = std::min((division.start + piece.length) / tables.length, 1.0);
    piece.section = division.spec.section;
    first += static_cast<int>(piece.s.size());
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace

Rod::Rod(const RodSpec& spec) : tables_(buildRodTables(spec)), pieces_(piecesOf(tables_)) {
  stations_.push_back(makeRodStation(tables_, -1));
}

int Rod::addStation(double at) {
  if (!(at >= 0 && at <= 1))
    throw std::invalid_argument("a station of a rod must be from 0 to 1 over its length, is " + std::to_string(at));
  const Pose& tip = tables_.divisions.back().spec.tip;
  if (at == 1 && tip.R.isIdentity(0) && tip.p.isZero(0)) return 0;
  for (std::size_t i = 1; i < stations_.size(); ++i)
    if (std::abs(stations_[i].at - at) < 1e-12) return static_cast<int>(i);
  stations_.push_back(makeRodStation(tables_, at));
  stations_.back().at = at;
  return stationCount() - 1;
}

CoordinateInfo Rod::coordinateInfo(int index) const {
  for (std::size_t d = 0; d < tables_.divisions.size(); ++d) {
    for (const StrainBlock& block : tables_.divisions[d].blocks) {
      if (index < block.first || index >= block.first + block.count) continue;
      const std::string prefix = tables_.divisions.size() > 1 ? "division" + std::to_string(d + 1) + "." : "";
      const std::string strain(kStrainNames[static_cast<std::size_t>(block.strain)]);
      return {prefix + strain + "[" + std::to_string(index - block.first) + "]",
              static_cast<int>(block.strain) < 3 ? Quantity::kAngle : Quantity::kStrain};
    }
  }
  throw std::out_of_range("rod: coordinate " + std::to_string(index) + " of " + std::to_string(size()));
}

std::unique_ptr<BodyData> Rod::makeData() const {
  auto data = std::make_unique<RodData>(tables_, stations_, !fluid_.empty());
  for (const NodeFluid& node : fluid_) data->displaced += node.displaced;
  if (tables_.size == 0) prepareStill(*data);
  return data;
}

double Rod::estimatedWork() const {
  // Measured: half a microsecond per step, 15 ns per step and coordinate, the rest for the mass matrix.
  const double steps = tables_.steps, n = tables_.size;
  if (tables_.size == 0) return 0.2;
  return 0.2 + steps * (0.5 + 0.015 * n + 0.0005 * n * n);
}

double Rod::elasticEnergy(const VecXRef& q) const {
  double twice = 0;
  for (const RodDivision& d : tables_.divisions) {
    for (int j = 0; j < d.columns; ++j)
      twice += q(d.firstColumn + j) * d.stiffness.col(j).dot(q.segment(d.firstColumn, d.columns));
  }
  return twice / 2;
}

void Rod::addElasticForce(const VecXRef& q, VecXMut force) const {
  for (const RodDivision& d : tables_.divisions)
    force.segment(d.firstColumn, d.columns).noalias() += d.stiffness * q.segment(d.firstColumn, d.columns);
}

void Rod::addStiffness(const VecXRef&, MatXMut stiffness) const {
  for (const RodDivision& d : tables_.divisions)
    stiffness.block(d.firstColumn, d.firstColumn, d.columns, d.columns) += d.stiffness;
}

void Rod::addDampingForce(const VecXRef&, const VecXRef& qd, VecXMut force) const {
  for (const RodDivision& d : tables_.divisions)
    force.segment(d.firstColumn, d.columns).noalias() += d.damping * qd.segment(d.firstColumn, d.columns);
}

void Rod::addDampingDerivatives(const VecXRef&, const VecXRef&, MatXMut, MatXMut dv) const {
  for (const RodDivision& d : tables_.divisions)
    dv.block(d.firstColumn, d.firstColumn, d.columns, d.columns) += d.damping;
}

std::vector<RodPoint> Rod::points() const {
  std::vector<RodPoint> all;
  for (std::size_t d = 0; d < tables_.divisions.size(); ++d) {
    const RodDivision& division = tables_.divisions[d];
    const double L = division.spec.length;
    for (const QuadraturePoint& p : division.points) {
      const double x = division.start + p.s * L;
      all.push_back({static_cast<int>(d), p.s, x, std::min(x / tables_.length, 1.0), p.weight * L});
    }
  }
  return all;
}

RodPoint Rod::pointAt(double at) const {
  const double x = std::clamp(at, 0.0, 1.0) * tables_.length;
  std::size_t d = 0;
  while (d + 1 < tables_.divisions.size() && x > tables_.divisions[d + 1].start) ++d;
  const RodDivision& division = tables_.divisions[d];
  return {static_cast<int>(d), std::clamp((x - division.start) / division.spec.length, 0.0, 1.0), x, at, 0};
}

SectionProperties Rod::sectionAt(double at) const {
  const RodPoint point = pointAt(at);
  return division(point.division).spec.section.properties(point.s);
}

Pose Rod::poseAt(const BodyData& data, double at) const {
  const RodPoint point = pointAt(at);
  const RodDivision& d = division(point.division);
  int b = 0;
  while (b + 1 < d.steps && d.points[static_cast<std::size_t>(b + 1)].s <= point.s) ++b;
  const auto index = static_cast<std::size_t>(b);
  const double s0 = d.points[index].s, s1 = d.points[index + 1].s;
  const auto step = static_cast<std::size_t>(d.firstStep + b);
  const Vec6 omega = screw::toTwist(static_cast<const RodData&>(data).steps[step].omega);
  return data.sections[step + static_cast<std::size_t>(point.division)] *
         expSE3<double>(((point.s - s0) / (s1 - s0)) * omega);
}

}  // namespace tendril
