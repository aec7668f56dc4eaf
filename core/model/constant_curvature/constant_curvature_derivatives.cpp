// SPDX-License-Identifier: BSD-3-Clause
// Columns of stations, derivatives of forces and the Coriolis matrix, by duals in the coordinates and their rates.
#include "core/model/constant_curvature/constant_curvature.hpp"

namespace tendril {
namespace {

bool isZero(const Composite& c) {
  return c.F.isZero(0) && c.I.isZero(0) && c.N.isZero(0) && c.K.isZero(0);
}

/// at·x with the coordinates `slot(0)`, `slot(1)`, … as variables first, first + 1, …
template <class S, class Slot>
Vec3T<S> seeded(const Vec3& x, double at, int first, int count, Slot slot) {
  Vec3T<S> out;
  for (int i = 0; i < 3; ++i) out[i] = S(at * x[i]);
  for (int i = 0; i < count; ++i) out[slot(i)].d[first + i] = at;
  return out;
}

template <class Vector>
Vec6 partialOf(const Vector& x, int k) {
  Vec6 out;
  for (int i = 0; i < 6; ++i) out[i] = x[i].d[k];
  return out;
}

template <class Vector>
Vec6 valueOf(const Vector& x) {
  Vec6 out;
  for (int i = 0; i < 6; ++i) out[i] = x[i].value;
  return out;
}

}  // namespace

/// The arc's mass matrix with what its dependence on the coordinates gives for the present motion.
template <int N>
struct ConstantCurvature::Rates {
  using Columns = Eigen::Matrix<double, 6, N>;
  using Square = Eigen::Matrix<double, N, N>;
  Mat6 I = Mat6::Zero(), Id = Mat6::Zero();  ///< d: time derivative
  Columns H = Columns::Zero(), Hd = Columns::Zero();
  Square M = Square::Zero(), Md = Square::Zero();
  Vec6 momentum = Vec6::Zero();  ///< I V + H q̇
  Columns G = Columns::Zero();   ///< ∂(momentum)/∂q_k
  Square Gq = Square::Zero();    ///< ∂(Hᵀ V + M q̇)/∂q_k
};

template <int N>
ConstantCurvature::Rates<N> ConstantCurvature::inertiaRates(const ConstantCurvatureData& data) const {
  const auto slotOf = [this](int i) { return slot(i); };
  using E = Dual<N>;
  const Vec3T<E> still = Vec3T<E>::Zero();
  ArcInertia<E> arc;
  arcInertia(ArcMotion<E>(seeded<E>(data.q, 1, 0, N, slotOf), still, still), data.table, mass_, arc);
  const Vec6& V = data.motion.V;
  Rates<N> x;
  Eigen::Matrix<double, N, 1> qd;
  for (int i = 0; i < N; ++i) {
    qd[i] = data.qd[slot(i)];
    x.H.col(i) = valueOf(arc.H.col(slot(i)));
    for (int j = 0; j < N; ++j) x.M(i, j) = arc.M(slot(i), slot(j)).value;
  }
  for (int i = 0; i < 6; ++i) x.I.col(i) = valueOf(arc.I.col(i));
  x.momentum = x.I * V + x.H * qd;
  for (int k = 0; k < N; ++k) {
    Mat6 I;
    typename Rates<N>::Columns H;
    typename Rates<N>::Square M;
    for (int i = 0; i < 6; ++i) I.col(i) = partialOf(arc.I.col(i), k);
    for (int i = 0; i < N; ++i) {
      H.col(i) = partialOf(arc.H.col(slot(i)), k);
      for (int j = 0; j < N; ++j) M(i, j) = arc.M(slot(i), slot(j)).d[k];
    }
    x.Id += qd[k] * I, x.Hd += qd[k] * H, x.Md += qd[k] * M;
    x.G.col(k) = I * V + H * qd;
    x.Gq.col(k) = H.transpose() * V + M * qd;
  }
  return x;
}

void ConstantCurvature::columns(BodyData& bodyData, const BodyCoordinates& c, const BaseMotion& motion) const {
  auto& data = static_cast<ConstantCurvatureData&>(bodyData);
  data.motion = motion;
  data.qdd = arcCoordinates(c.qdd, 0);
  switch (size()) {
    case 1:
      return runColumns<1>(data, c);
    case 2:
      return runColumns<2>(data, c);
    default:
      return runColumns<3>(data, c);
  }
}

template <int N>
void ConstantCurvature::runColumns(ConstantCurvatureData& data, const BodyCoordinates& c) const {
  // kinematics had no need of the last Taylor coefficient
  evaluateArc(data.q.head<2>().squaredNorm(), 4, data.table);
  const std::size_t count = stations_.size();
  for (std::size_t s = 0; s < count; ++s) {
    const double at = stations_[s];
    if (at == 1) {
      data.tables[s] = data.table;
    } else {
      evaluateArc(at * at * data.q.head<2>().squaredNorm(), 4, data.tables[s]);
    }
    stationColumns<N>(data, at, data.tables[s], data.stations[s], data.columns[s], data.slopes[s]);
  }
  for (std::size_t k = 0; k < wet_.size(); ++k) {
    const double at = wet_[k].s;
    StationKinematics& section = data.wet[k];
    evaluateArc(at * at * data.q.head<2>().squaredNorm(), 4, data.wetTables[k]);
    stationColumns<N>(data, at, data.wetTables[k], section, data.wetColumns[k], data.slopes[count + k]);
    Composite& wet = data.wetForces[k];
    wet.I = addedInertia(section, k);
    const Vec6 V = data.motion.V + section.V, momentum = wet.I * V;
    const Mat6 ad = crossMotionMatrix<double>(V);
    wet.N = crossForceBar(momentum) - ad.transpose() * wet.I - wet.I * ad;
    wet.F = wet.I * stationAcceleration(section, c, data.motion) + crossForce(V, momentum);
  }
}

template <int N>
void ConstantCurvature::stationColumns(const ConstantCurvatureData& data, double at, const ArcTable& table,
                                       const StationKinematics& station, StationColumns& out, ArcSlopes& slopes) const {
  const auto slotOf = [this](int i) { return slot(i); };
  using D = Dual<2 * N>;
  const ArcMotion<D> m(seeded<D>(data.q, at, 0, N, slotOf), seeded<D>(data.qd, at, N, N, slotOf),
                       seeded<D>(data.qdd, at, 0, 0, slotOf));
  const ArcEnd<D> end = arcEnd(m, table);
  const Vec6 &V = data.motion.V, total = V + station.V;
  const Vec6 A = data.motion.A + valueOf(end.A) + crossMotion(V, station.V);
  for (int k = 0; k < N; ++k) {
    const Vec6 J = station.J.col(k), change = partialOf(end.V, k);
    const Vec6 R = change - crossMotion<double>(J, total);
    out.R.col(k) = R;
    out.L.col(k) =
        partialOf(end.A, k) - crossMotion<double>(J, A) + crossMotion(V, change) + crossMotion<double>(total, R);
    out.Y.col(k) = partialOf(end.A, N + k) + crossMotion(V, J) + crossMotion(total, J);
  }
  using E = Dual<N>;
  const Vec3T<E> q = seeded<E>(data.q, at, 0, N, slotOf);
  const ArcColumns<E> J(q.template head<2>(), q[2], table);
  for (int i = 0; i < N; ++i) {
    const Vec6T<E> column = J[slot(i)];
    for (int k = 0; k < N; ++k) slopes.J[static_cast<std::size_t>(k)].col(i) = at * partialOf(column, k);
  }
}

/// data.pointColumns and data.pointSlopes of a point; after columns().
void ConstantCurvature::pointColumns(ConstantCurvatureData& data, double at, const StationKinematics& station) const {
  evaluateArc(at * at * data.q.head<2>().squaredNorm(), 4, data.pointTable);
  switch (size()) {
    case 1:
      return stationColumns<1>(data, at, data.pointTable, station, data.pointColumns, data.pointSlopes);
    case 2:
      return stationColumns<2>(data, at, data.pointTable, station, data.pointColumns, data.pointSlopes);
    default:
      return stationColumns<3>(data, at, data.pointTable, station, data.pointColumns, data.pointSlopes);
  }
}

void ConstantCurvature::derivatives(BodyData& bodyData, const BodyCoordinates&, const BaseMotion&,
                                    std::span<const Composite> attached) const {
  auto& data = static_cast<ConstantCurvatureData&>(bodyData);
  switch (size()) {
    case 1:
      ownDerivatives<1>(data);
      break;
    case 2:
      ownDerivatives<2>(data);
      break;
    default:
      ownDerivatives<3>(data);
  }
  for (std::size_t k = 0; k < wet_.size(); ++k)
    addHung(data, data.wetForces[k], data.wet[k], data.wetColumns[k], data.slopes[stations_.size() + k]);
  for (std::size_t s = 0; s < attached.size(); ++s)
    if (!isZero(attached[s])) addHung(data, attached[s], data.stations[s], data.columns[s], data.slopes[s]);
}

template <int N>
void ConstantCurvature::ownDerivatives(ConstantCurvatureData& data) const {
  const auto slotOf = [this](int i) { return slot(i); };
  const Vec6& V = data.motion.V;
  const Vec3 gamma = weightShare() * data.motion.gamma;
  Vec6 A = data.motion.A;
  A.tail<3>() += gamma;
  using D = Dual<2 * N>;
  const ArcMotion<D> m(seeded<D>(data.q, 1, 0, N, slotOf), seeded<D>(data.qd, 1, N, N, slotOf),
                       seeded<D>(data.qdd, 1, 0, 0, slotOf));
  const ArcForces<D> forces = arcForces(m, data.table, mass_, V, A);
  data.base.F = valueOf(forces.F);
  for (int k = 0; k < N; ++k) {
    data.Uq.col(k) = partialOf(forces.F, k), data.Uv.col(k) = partialOf(forces.F, N + k);
    for (int i = 0; i < N; ++i) {
      data.Qq(i, k) = forces.Q[slot(i)].d[k];
      data.Qv(i, k) = forces.Q[slot(i)].d[N + k];
    }
  }
  const Rates<N> x = inertiaRates<N>(data);
  const Mat6 ad = crossMotionMatrix<double>(V);
  const Mat3 weight = skew<double>(gamma);
  data.base.I = x.I;
  data.base.N = x.Id + crossForceBar(x.momentum) - ad.transpose() * x.I - x.I * ad;
  data.base.K.setZero();
  data.base.K.leftCols<3>() = x.I.template rightCols<3>() * weight;
  data.rowI = x.H.transpose();
  data.rowN = x.Hd.transpose() - x.G.transpose() - x.H.transpose() * ad;
  data.rowK.setZero();
  data.rowK.leftCols<3>() = x.H.template bottomRows<3>().transpose() * weight;
  data.Mq = x.M;
}

void ConstantCurvature::addHung(ConstantCurvatureData& data, const Composite& c, const StationKinematics& station,
                                const StationColumns& columns, const ArcSlopes& slopes) const {
  const int n = size();
  data.base.F += c.F, data.base.I += c.I, data.base.N += c.N, data.base.K += c.K;
  for (int k = 0; k < n; ++k) {
    const Vec6 J = station.J.col(k);
    const Vec6 change = crossForce(J, c.F) + c.I * columns.L.col(k) + c.N * columns.R.col(k) + c.K * J;
    const Vec6 rate = c.I * columns.Y.col(k) + c.N * J, inertia = c.I * J;
    data.Uq.col(k) += change, data.Uv.col(k) += rate;
    for (int i = 0; i < n; ++i) {
      const auto Ji = station.J.col(i);
      data.Qq(i, k) += Ji.dot(change) + slopes.J[static_cast<std::size_t>(k)].col(i).dot(c.F);
      data.Qv(i, k) += Ji.dot(rate);
      data.Mq(i, k) += Ji.dot(inertia);
    }
    data.rowI.row(k) += J.transpose() * c.I, data.rowN.row(k) += J.transpose() * c.N;
    data.rowK.row(k) += J.transpose() * c.K;
  }
}

void ConstantCurvature::coriolis(BodyData& bodyData, std::span<const Composite> attached) const {
  auto& data = static_cast<ConstantCurvatureData&>(bodyData);
  switch (size()) {
    case 1:
      ownCoriolis<1>(data);
      break;
    case 2:
      ownCoriolis<2>(data);
      break;
    default:
      ownCoriolis<3>(data);
  }
  for (std::size_t k = 0; k < wet_.size(); ++k) {
    const Mat6& I = data.wetForces[k].I;
    const Vec6 V = data.motion.V + data.wet[k].V;
    addCoriolis(data, I, crossForceBar<double>(I * V) - I * crossMotionMatrix<double>(V), data.wet[k],
                data.wetColumns[k]);
  }
  for (std::size_t s = 0; s < attached.size(); ++s)
    if (!attached[s].I.isZero(0) || !attached[s].N.isZero(0))
      addCoriolis(data, attached[s].I, attached[s].N, data.stations[s], data.columns[s]);
}

// Of z = (V, q̇) with the mass matrix 𝓜 = [I H; Hᵀ M]: C = ½ d𝓜/dt + [bar(momentum) 0; 0 0] + ½ (G Eᵀ − E Gᵀ), where
// G has the columns ∂𝓜/∂q_k z and E picks q̇. The last two are skew, and C z = d𝓜/dt z + (V×momentum, −∂T/∂q).
template <int N>
void ConstantCurvature::ownCoriolis(ConstantCurvatureData& data) const {
  const Rates<N> x = inertiaRates<N>(data);
  const Mat6 ad = crossMotionMatrix<double>(data.motion.V);
  data.base.I = x.I;
  data.base.N = 0.5 * x.Id + crossForceBar(x.momentum) - x.I * ad;
  data.Uv = 0.5 * (x.Hd + x.G);
  data.rowI = x.H.transpose();
  data.rowN = 0.5 * (x.Hd - x.G).transpose() - x.H.transpose() * ad;
  data.Qv = 0.5 * (x.Md + x.Gq - x.Gq.transpose());
}

void ConstantCurvature::addCoriolis(ConstantCurvatureData& data, const Mat6& I, const Mat6& N,
                                    const StationKinematics& station, const StationColumns& columns) const {
  data.base.I += I, data.base.N += N;
  for (int k = 0; k < size(); ++k) {
    const Vec6 J = station.J.col(k);
    const Vec6 force = I * (columns.Y.col(k) - columns.R.col(k)) + N * J;
    data.Uv.col(k) += force;
    for (int i = 0; i < size(); ++i) data.Qv(i, k) += station.J.col(i).dot(force);
    data.rowI.row(k) += J.transpose() * I, data.rowN.row(k) += J.transpose() * N;
  }
}

}  // namespace tendril
