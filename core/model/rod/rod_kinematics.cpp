// SPDX-License-Identifier: BSD-3-Clause
// Poses, Jacobians and their rates along a rod, and the same for columns of derivatives (rods.md §4, §7).
#include "core/model/rod/rod.hpp"
#include "core/model/rod/rod_internal.hpp"

namespace tendril {

void readStrains(const MatX& strains, int step, screw::Vector (&out)[2]) {
  for (int i = 0; i < 2; ++i) {
    const auto row = strains.row(2 * step + i);
    out[i].a = row.head<3>().transpose();
    out[i].b = row.tail<3>().transpose();
  }
}

void storeGenerators(const Generators& g, GeneratorTable& table, int step) {
  for (int half = 0; half < 2; ++half) {
    const screw::Matrix& M = g[static_cast<std::size_t>(half)];
    const Eigen::Index row = 12 * step + 6 * half;
    for (int r = 0; r < 3; ++r) {
      table.col(r).segment<3>(row) = M.A.col(r);
      table.col(r).segment<3>(row + 3) = M.B.col(r);
      table.col(r + 3).segment<3>(row + 3) = M.A.col(r);
    }
  }
}

void Rod::evaluateStrains(const VecXRef& q, MatX& strains) const {
  for (const RodDivision& d : tables_.divisions) {
    for (const StrainBlock& block : d.blocks) {
      auto out = strains.col(block.strain).segment(2 * d.firstStep, 2 * d.steps);
      for (int k = 0; k < block.count; ++k) out += q(block.first + k) * block.phi.col(k);
    }
  }
}

std::pair<double, double> Rod::leastStretch(const VecXRef& q) const {
  constexpr Eigen::Index kStretch = 3;  // of kStrainNames
  MatX strains = tables_.reference;
  evaluateStrains(q, strains);
  Eigen::Index row = 0;
  const double least = strains.rows() ? strains.col(kStretch).minCoeff(&row) : 1;
  for (const RodDivision& d : tables_.divisions) {
    if (row < 2 * d.firstStep || row >= 2 * d.lastStep()) continue;
    const auto step = static_cast<std::size_t>(row / 2 - d.firstStep);
    return {least, d.start + 0.5 * (d.points[step].s + d.points[step + 1].s) * d.spec.length};
  }
  return {least, 0};
}

void Rod::expand(const GeneratorTable& generators, MatX& out) const {
  const int steps = tables_.steps;
  for (const RodDivision& d : tables_.divisions) {
    for (const StrainBlock& block : d.blocks) {
      const double* column = generators.col(block.strain).data() + 12 * d.firstStep;
      for (int k = 0; k < block.count; ++k) {
        const auto index = static_cast<std::size_t>(k);
        const double* phi = block.phi.col(k).data();
        double* to = out.col(block.first + k).data() + 6 * (d.firstStep + block.begin[index] + 1);
        Vec6 sum = Vec6::Zero();
        for (int b = block.begin[index]; b < block.end[index]; ++b, to += 6) {
          const double* g = column + 12 * b;
          sum += phi[2 * b] * Eigen::Map<const Vec6>(g) + phi[2 * b + 1] * Eigen::Map<const Vec6>(g + 6);
          Eigen::Map<Vec6>{to} = sum;
        }
        for (int b = d.firstStep + block.end[index]; b < steps; ++b, to += 6) Eigen::Map<Vec6>{to} = sum;
      }
    }
  }
}

void Rod::runSteps(RodData& data) const {
  Pose X;
  for (std::size_t d = 0; d < tables_.divisions.size(); ++d) {
    const RodDivision& division = tables_.divisions[d];
    X = X * division.spec.pose;
    data.sections[static_cast<std::size_t>(division.firstStep) + d] = X;
    for (int b = division.firstStep; b < division.lastStep(); ++b) {
      const auto k = static_cast<std::size_t>(b);
      MagnusStep& step = data.steps[k];
      readStrains(data.xi, b, step.xi);
      readStrains(data.xid, b, step.xid);
      stepValue(step, tables_.intervals[k], X);
      stepRates(step, tables_.intervals[k]);
      X = X * step.X;
      data.sections[k + d + 1] = X;
      data.velocity[k + 1] = data.velocity[k] + step.velocity;
      data.bias[k + 1] = data.bias[k] + step.bias + crossMotion(data.velocity[k], step.velocity);
      storeGenerators(step.U, data.generators, b);
    }
    X = X * division.spec.tip;
  }
}

// Section inertia about the origin of B: [θ, c~; −c~, m].
void Rod::setInertias(RodData& data) const {
  data.firstMoment.setZero();
  for (std::size_t d = 0; d < tables_.divisions.size(); ++d) {
    const RodDivision& division = tables_.divisions[d];
    for (auto k = static_cast<std::size_t>(division.firstStep) + 1; k < static_cast<std::size_t>(division.lastStep());
         ++k) {
      const NodeMass& node = tables_.masses[k];
      if (node.mass == 0) continue;
      const Pose& X = data.sections[k + d];
      const Vec3 first = X.R * node.first, moment = first + node.mass * X.p;
      Mat6& I = data.inertia[k];
      // θ of all offsets: −(p~ c~ + c~ p~) − m p~ p~ = −p~ (c + m p)~ − c~ p~, with a~ b~ = b aᵀ − (a·b) 1
      Mat3 theta = X.R.lazyProduct(node.second).eval().lazyProduct(X.R.transpose());
      theta -= moment * X.p.transpose() + X.p * first.transpose();
      theta.diagonal().array() += X.p.dot(moment) + first.dot(X.p);
      I.topLeftCorner<3, 3>() = theta;
      I.topRightCorner<3, 3>() = skew<double>(moment);
      I.bottomLeftCorner<3, 3>() = -I.topRightCorner<3, 3>();
      I.bottomRightCorner<3, 3>() = node.mass * Mat3::Identity();
      data.firstMoment += moment;
    }
  }
}

void Rod::kinematics(BodyData& bodyData, const BodyCoordinates& c) const {
  if (tables_.size != 0) runKinematics(static_cast<RodData&>(bodyData), c);
}

void Rod::runKinematics(RodData& data, const BodyCoordinates& c) const {
  data.xi = tables_.reference;
  data.xid.setZero();
  evaluateStrains(c.q, data.xi);
  evaluateStrains(c.qd, data.xid);
  runSteps(data);
  expand(data.generators, data.J);
  setInertias(data);
  if (!fluid_.empty()) addFluidInertias(data);
  for (std::size_t s = 0; s < stations_.size(); ++s)
    runStation(data, stations_[s], data.sideSteps[s], c, data.stations[s]);
}

void Rod::setSideStrains(const RodStation& station, MagnusStep& step, const BodyCoordinates& c) const {
  const RodDivision& d = tables_.divisions[static_cast<std::size_t>(station.division)];
  for (int i = 0; i < 2; ++i) {
    Vec6 xi = station.reference[i], xid = Vec6::Zero(), xia = Vec6::Zero();
    for (int j = 0; j < d.columns; ++j) {
      const int column = d.firstColumn + j, strain = tables_.columnStrain[static_cast<std::size_t>(column)];
      xi(strain) += station.phi(i, j) * c.q(column);
      xid(strain) += station.phi(i, j) * c.qd(column);
      if (c.qdd.size() != 0) xia(strain) += station.phi(i, j) * c.qdd(column);
    }
    step.xi[i] = screw::twist(xi), step.xid[i] = screw::twist(xid), step.xia[i] = screw::twist(xia);
  }
}

void addSideColumns(const RodTables& tables, const RodStation& station, const Generators& generators, Mat6X& out) {
  const RodDivision& d = tables.divisions[static_cast<std::size_t>(station.division)];
  for (int j = 0; j < d.columns; ++j) {
    const int column = d.firstColumn + j, strain = tables.columnStrain[static_cast<std::size_t>(column)];
    for (int i = 0; i < 2; ++i) {
      const screw::Matrix& M = generators[static_cast<std::size_t>(i)];
      const double phi = station.phi(i, j);
      if (strain < 3) {
        out.col(column).head<3>() += phi * M.A.col(strain);
        out.col(column).tail<3>() += phi * M.B.col(strain);
      } else {
        out.col(column).tail<3>() += phi * M.A.col(strain - 3);
      }
    }
  }
}

/// X, J, V and bias of a station; `step` is its own step from the node before it, if it has one.
void Rod::runStation(const RodData& data, const RodStation& station, MagnusStep& step, const BodyCoordinates& c,
                     StationKinematics& out) const {
  const auto node = static_cast<std::size_t>(station.node);
  const Pose& X = data.sections[static_cast<std::size_t>(station.section)];
  out.J = data.J.middleRows<6>(6 * station.node);
  out.V = data.velocity[node];
  out.bias = data.bias[node];
  out.X = X * station.after;
  if (!station.side) return;
  setSideStrains(station, step, c);
  stepValue(step, station.interval, X);
  stepRates(step, station.interval);
  out.X = X * step.X * station.after;
  out.bias += step.bias + crossMotion(data.velocity[node], step.velocity);
  out.V += step.velocity;
  addSideColumns(tables_, station, step.U, out.J);
}

void Rod::columns(BodyData& bodyData, const BodyCoordinates& c, const BaseMotion& motion) const {
  auto& data = static_cast<RodData&>(bodyData);
  if (tables_.size == 0) {
    data.V[0] = motion.V;
    return;
  }
  runMotion(data, c, motion);
  for (int b = 0; b < tables_.steps; ++b) {
    const auto k = static_cast<std::size_t>(b);
    stepColumns(data.steps[k], tables_.intervals[k], data.V[k], data.V[k + 1], data.A[k + 1], data.stepColumns[k]);
  }
  const auto run = [&](Generators StepColumns::*part, MatX& out) {
    for (int b = 0; b < tables_.steps; ++b)
      storeGenerators(data.stepColumns[static_cast<std::size_t>(b)].*part, data.generators, b);
    expand(data.generators, out);
  };
  run(&StepColumns::R, data.R);
  run(&StepColumns::L, data.L);
  run(&StepColumns::Y, data.Y);
  stationColumns(data, c, motion);
}

void Rod::stationColumns(RodData& data, const BodyCoordinates& c, const BaseMotion& motion) const {
  for (std::size_t s = 0; s < stations_.size(); ++s) {
    const Eigen::Index row = 6 * stations_[s].node;
    StationColumns& out = data.columns[s];
    out.R = data.R.middleRows<6>(row);
    out.L = data.L.middleRows<6>(row);
    out.Y = data.Y.middleRows<6>(row);
    if (stations_[s].side) {
      const StepColumns own = sideStep(data, stations_[s], data.sideSteps[s], c);
      addSideColumns(tables_, stations_[s], own.R, out.R);
      addSideColumns(tables_, stations_[s], own.L, out.L);
      addSideColumns(tables_, stations_[s], own.Y, out.Y);
    }
    // L without gravity: ad_(A+γ) J = ad_A J + ad_γ J, and ad of a pure translation sees the angular rows only.
    const Mat6X& J = data.stations[s].J;
    for (int j = 0; j < tables_.size; ++j) out.L.col(j).tail<3>() -= motion.gamma.cross(J.col(j).head<3>());
  }
}

/// Columns of a station's own step, which runStation has made; after runMotion.
StepColumns Rod::sideStep(const RodData& data, const RodStation& station, MagnusStep& step,
                          const BodyCoordinates& c) const {
  const auto node = static_cast<std::size_t>(station.node);
  setSideStrains(station, step, c);
  const Vec6& V = data.V[node];
  const Vec6 farV = V + step.velocity;
  const Vec6 farA = data.A[node] + step.bias + stepAcceleration(step, station.interval) + crossMotion(V, step.velocity);
  StepColumns out;
  stepColumns(step, station.interval, V, farV, farA, out);
  return out;
}

}  // namespace tendril
