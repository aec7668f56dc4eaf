// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of a volume's motion and forces. With q they come from duals of the map (f, ∂f/∂q and J̇q̇ in eight
// directions at a time), with velocities and base motion from the sums themselves:
//   ∂a/∂q̇_k = 2 J̇_k + 2ω×J_k with J̇_k = Σ_l ∂²f/∂q_k∂q_l q̇_l,   ∂a/∂V = [−c~ − ω~p~, ω~], c = ω×p + v + 2 J q̇.
#include "core/math/se3.hpp"
#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_data.hpp"

namespace tendril {
namespace {

Mat6 gravityMatrix(const Vec3& gamma) {
  Vec6 twist = Vec6::Zero();
  twist.tail<3>() = gamma;
  return crossMotionMatrix(twist);
}

}  // namespace

void Volume::differentiate(VolumeData& data, int first) const {
  seed(data.q, first, data.dualQ);
  for (int j = 0; j < size(); ++j) data.dualQd[j] = Directions(data.qd[j]);
  data.dualMap->setState(data.dualQ, data.dualQd);
}

void Volume::columns(BodyData& bodyData, const BodyCoordinates& c, const BaseMotion& motion) const {
  auto& data = static_cast<VolumeData&>(bodyData);
  const int n = size();
  data.V = motion.V;
  for (int first = 0; first < n; first += kDirections) {
    differentiate(data, first);
    for (std::size_t s = 0; s < stations_.size(); ++s) {
      if (!isIdle(data, s)) stationChange(data, stations_[s], first, data.changes[s]);
    }
  }
  stationColumns(data, c, motion);
  fluidComposites(data, c, motion);
}

/// Of a point that nothing touches.
bool Volume::isIdle(const VolumeData& data, std::size_t s) const {
  return stations_[s].isPoint() && data.idle[s];
}

/// In the directions from `first` on, after differentiate().
void Volume::stationChange(VolumeData& data, const Station& station, int first, StationChange& change) const {
  station.isPoint() ? pointChange(data, *station.points, first, change) : frameChange(data, station, first, change);
}

void Volume::frameChange(VolumeData& data, const Station& station, int first, StationChange& change) const {
  moveFrame<Directions>(*data.dualMap, station, data.dualQd, data.dualCorners, data.dualFrame);
  for (int k = first; k < std::min(size(), first + kDirections); ++k)
    for (int r = 0; r < 6; ++r) {
      change.bias(r, k) = data.dualFrame.bias[r].d[k - first];
      for (int j = 0; j < size(); ++j)
        change.J[static_cast<std::size_t>(k)](r, j) = data.dualFrame.J(r, j).d[k - first];
    }
}

void Volume::pointChange(VolumeData& data, const EvaluationPoints& point, int first, StationChange& change) const {
  data.dualMap->motion(point, data.dualPoint);
  for (int k = first; k < std::min(size(), first + kDirections); ++k) {
    change.bias.col(k).tail<3>() = partial(vectorAt(data.dualPoint.b, 0, 0), k - first);
    for (int j = 0; j < size(); ++j)
      change.J[static_cast<std::size_t>(k)].col(j).tail<3>() = partial(vectorAt(data.dualPoint.J, 0, 3 * j), k - first);
  }
}

// For the twist V of a station and its rate A (without the base's share of ad): moving along q_k turns them by −ad_J_k.
void Volume::stationColumns(VolumeData& data, const BodyCoordinates& c, const BaseMotion& motion) const {
  for (std::size_t s = 0; s < stations_.size(); ++s) {
    if (isIdle(data, s)) continue;
    const StationKinematics& station = data.stations[s];
    const StationChange& change = data.changes[s];
    const Vec6 V = motion.V + station.V;
    const Vec6 A = accelerationOf(station, c, motion);
    StationColumns& out = data.columns[s];
    for (int k = 0; k < size(); ++k) {
      const Mat6X& Jk = change.J[static_cast<std::size_t>(k)];
      const Vec6 J = station.J.col(k), rate = Jk.lazyProduct(c.qd);  // ∂(J q̇)/∂q_k
      Vec6 R = rate, Y = crossMotion<double>(motion.V, J) + crossMotion<double>(V, J);
      R -= crossMotion<double>(J, V);
      Vec6 L = Jk.lazyProduct(c.qdd) + change.bias.col(k);
      L += crossMotion<double>(motion.V, rate) - crossMotion<double>(J, A) + crossMotion<double>(V, R);
      // ∂(J' q̇)/∂q̇_k = Σ_l (∂_l J_k + ∂_k J_l) q̇_l
      Y += rate;
      for (int l = 0; l < size(); ++l) Y += change.J[static_cast<std::size_t>(l)].col(k) * c.qd[l];
      out.R.col(k) = R, out.L.col(k) = L, out.Y.col(k) = Y;
    }
  }
}

void Volume::ownDerivatives(BodyData& bodyData, const BodyCoordinates& c, const BaseMotion& motion) const {
  auto& data = static_cast<VolumeData&>(bodyData);
  baseDerivatives(data, motion);
  pointDerivatives(data, c, motion);
}

void Volume::derivatives(BodyData& bodyData, const BodyCoordinates&, const BaseMotion&,
                         std::span<const Composite> attached) const {
  auto& data = static_cast<VolumeData&>(bodyData);
  for (std::size_t k = 0; k < wet_.size(); ++k) addHung(data, static_cast<std::size_t>(wet_[k].station), data.wet[k]);
  for (std::size_t s = 0; s < attached.size(); ++s) {
    const Composite& c = attached[s];
    if (!c.F.isZero(0) || !c.I.isZero(0) || !c.N.isZero(0) || !c.K.isZero(0)) addHung(data, s, c);
  }
}

// What a change of the base motion does, on the body alone.
void Volume::baseDerivatives(VolumeData& data, const BaseMotion& motion) const {
  const Vec3 w = motion.V.head<3>(), v = motion.V.tail<3>();
  const Mat3 W = skew<double>(w);
  Vec3 Sc = Vec3::Zero();
  Mat3 Spp = Mat3::Zero(), Spc = Mat3::Zero();
  data.rowN.setZero();
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const BlockMotion& block = data.blocks[b];
    for (int i = 0; i < blocks_[b].points->count(); ++i) {
      const double mass = blocks_[b].mass[i];
      const Vec3 p = vectorAt(block.points.p, i, 0);
      const Vec3 c = w.cross(p) + v + 2 * vectorAt(block.velocity, i, 0);
      Sc += mass * c;
      Spp += mass * p * p.transpose(), Spc += mass * p * c.transpose();
      for (int j = 0; j < size(); ++j) {
        const Vec3 J = mass * vectorAt(block.points.J, i, 3 * j), turned = J.cross(w);
        data.rowN.row(j).head<3>() += (c.cross(J) - turned.cross(p)).transpose();
        data.rowN.row(j).tail<3>() += turned.transpose();
      }
    }
  }
  const Mat3 Sp = skew<double>(data.firstMoment);
  Mat6 N;
  N.topLeftCorner<3, 3>() = Spc.trace() * Mat3::Identity() - Spc.transpose() + skew<double>(Vec3(Spp * w));
  N.topRightCorner<3, 3>() = Sp * W;
  N.bottomLeftCorner<3, 3>() = -skew<double>(Sc) - W * Sp;
  N.bottomRightCorner<3, 3>() = data.mass * W;
  const Mat6 ad = crossMotionMatrix<double>(motion.V), turn = gravityMatrix((1 - lift_) * motion.gamma);
  const Mat6& I = data.dry.I;
  data.base.I = I;
  data.base.N = N - I * ad;
  data.base.K = I * turn;
  data.base.F = data.dry.F;
  data.rowI = data.dry.H.transpose();
  data.rowN -= data.rowI.lazyProduct(ad);
  data.rowK = data.rowI.lazyProduct(turn);
}

// ∂(F, Q)/∂(q, q̇) of the points.
void Volume::pointDerivatives(VolumeData& data, const BodyCoordinates& c, const BaseMotion& motion) const {
  for (PartSums& sums : data.parts) sums.Uq.setZero(), sums.Uv.setZero(), sums.Qq.setZero(), sums.Qv.setZero();
  for (int first = 0; first < size(); first += kDirections) {
    if (first > 0 || size() > kDirections) differentiate(data, first);  // else as columns() left it
    forEachPart([&](std::size_t part) { partDerivatives(data, part, first, c, motion); });
  }
  data.Uq.setZero(), data.Uv.setZero(), data.Qq.setZero(), data.Qv.setZero();
  for (const PartSums& sums : data.parts)
    data.Uq += sums.Uq, data.Uv += sums.Uv, data.Qq += sums.Qq, data.Qv += sums.Qv;
  data.Mq = data.dry.M;
}

void Volume::partDerivatives(VolumeData& data, std::size_t part, int first, const BodyCoordinates& c,
                             const BaseMotion& motion) const {
  const int n = size();
  const Vec3 w = motion.V.head<3>(), turn = motion.A.head<3>();
  PartSums& sums = data.parts[part];
  for (std::size_t b = parts_[part].first; b < parts_[part].last; ++b) {
    const BlockMotion& block = data.blocks[b];
    data.dualMap->motion(*blocks_[b].points, sums.dualPoints);
    const Columns<Directions>& dual = sums.dualPoints.J;
    for (int i = 0; i < blocks_[b].points->count(); ++i) {
      const double mass = blocks_[b].mass[i];
      const Vec3 p = vectorAt(block.points.p, i, 0), force = mass * vectorAt(block.acceleration, i, 0);
      for (int k = first; k < std::min(n, first + kDirections); ++k) {
        const int d = k - first;
        const Vec3 J = vectorAt(block.points.J, i, 3 * k);
        Vec3 rate = Vec3::Zero(), da = partial(vectorAt(sums.dualPoints.b, i, 0), d);
        for (int j = 0; j < n; ++j) {
          const Vec3 Jj(dual(i, 3 * j).d[d], dual(i, 3 * j + 1).d[d], dual(i, 3 * j + 2).d[d]);
          rate += Jj * c.qd[j], da += Jj * c.qdd[j];
          sums.Qq(j, k) += Jj.dot(force);
        }
        const Vec3 dv = 2 * mass * (rate + w.cross(J));
        da += turn.cross(J) + w.cross(Vec3(w.cross(J) + 2 * rate));
        da *= mass;
        sums.Uq.col(k).head<3>() += J.cross(force) + p.cross(da), sums.Uq.col(k).tail<3>() += da;
        sums.Uv.col(k).head<3>() += p.cross(dv), sums.Uv.col(k).tail<3>() += dv;
        for (int j = 0; j < n; ++j) {
          const Vec3 Jj = vectorAt(block.points.J, i, 3 * j);
          sums.Qq(j, k) += Jj.dot(da), sums.Qv(j, k) += Jj.dot(dv);
        }
      }
    }
  }
}

// A wrench F on a station turns with it; Q += JᵀF, so dQ = dJᵀ F + Jᵀ dF.
void Volume::addHung(VolumeData& data, std::size_t s, const Composite& c) const {
  const int n = size();
  const Mat6X& J = data.stations[s].J;
  const StationColumns& x = data.columns[s];
  data.base.F += c.F, data.base.I += c.I, data.base.N += c.N, data.base.K += c.K;
  const auto add = [&](Mat6X& base, MatX& rows, bool turning) {
    base += data.force;
    rows += J.transpose().lazyProduct(data.force);
    for (int k = 0; turning && k < n; ++k)
      rows.col(k) += data.changes[s].J[static_cast<std::size_t>(k)].transpose().lazyProduct(c.F);
  };
  data.force = c.I.lazyProduct(x.L);
  data.force += c.N.lazyProduct(x.R);
  data.force += c.K.lazyProduct(J);
  for (int k = 0; k < n; ++k) data.force.col(k) += crossForce<double>(J.col(k), c.F);
  add(data.Uq, data.Qq, true);
  data.force = c.I.lazyProduct(x.Y);
  data.force += c.N.lazyProduct(J);
  add(data.Uv, data.Qv, false);
  data.force = c.I.lazyProduct(J);
  data.Mq += J.transpose().lazyProduct(data.force);
  data.rowI += J.transpose().lazyProduct(c.I);
  data.rowN += J.transpose().lazyProduct(c.N);
  data.rowK += J.transpose().lazyProduct(c.K);
}

// C = Σ ρ cᵀ c' over the points, c the columns of a point's velocity and c' their inertial rates: M' = C + Cᵀ, so ½M' −
// C is skew. Of the own coordinates c' = ω×J + J̇; of a twist J from further up c' = P J' + J_ω×u, u the point's
// velocity.
void Volume::coriolis(BodyData& bodyData, std::span<const Composite> attached) const {
  auto& data = static_cast<VolumeData&>(bodyData);
  const int n = size();
  data.base.setZero();
  data.base.I = data.dry.I;
  data.Uv.setZero(), data.Qv.setZero(), data.rowN.setZero();
  data.rowI = data.dry.H.transpose();
  for (int first = 0; first < n; first += kDirections) {
    if (first > 0 || n > kDirections) differentiate(data, first);  // else as columns() left it
    for (std::size_t b = 0; b < blocks_.size(); ++b) pointCoriolis(data, b, first);
  }
  for (std::size_t k = 0; k < wet_.size(); ++k) {
    const auto s = static_cast<std::size_t>(wet_[k].station);
    const Mat6& I = data.wet[k].I;
    const Vec6 V = data.V + data.stations[s].V;
    addHungCoriolis(data, s, I, crossForceBar<double>(Vec6(I * V)) - I * crossMotionMatrix<double>(V));
  }
  for (std::size_t s = 0; s < attached.size(); ++s)
    if (!attached[s].I.isZero(0) || !attached[s].N.isZero(0)) addHungCoriolis(data, s, attached[s].I, attached[s].N);
}

void Volume::addHungCoriolis(VolumeData& data, std::size_t s, const Mat6& I, const Mat6& N) const {
  const Mat6X& J = data.stations[s].J;
  data.base.I += I, data.base.N += N;
  data.force = N.lazyProduct(J);
  data.force += I.lazyProduct(data.columns[s].Y);
  data.force -= I.lazyProduct(data.columns[s].R);
  data.Uv += data.force;
  data.Qv += J.transpose().lazyProduct(data.force);
  data.rowI += J.transpose().lazyProduct(I);
  data.rowN += J.transpose().lazyProduct(N);
}

void Volume::pointCoriolis(VolumeData& data, std::size_t b, int first) const {
  const int n = size();
  const Vec3 w = data.V.head<3>(), v = data.V.tail<3>();
  const BlockMotion& block = data.blocks[b];
  PointMotion<Directions>& dualPoints = data.parts.front().dualPoints;  // one block after the other
  data.dualMap->motion(*blocks_[b].points, dualPoints);
  const Columns<Directions>& dual = dualPoints.J;
  for (int i = 0; i < blocks_[b].points->count(); ++i) {
    const double mass = blocks_[b].mass[i];
    const Vec3 p = vectorAt(block.points.p, i, 0);
    const Vec3 u = w.cross(p) + v + vectorAt(block.velocity, i, 0);
    if (first == 0) {
      data.base.N.topLeftCorner<3, 3>() -= mass * skew<double>(p) * skew<double>(u);
      data.base.N.bottomLeftCorner<3, 3>() -= mass * skew<double>(u);
      for (int j = 0; j < n; ++j)
        data.rowN.row(j).head<3>() += mass * u.cross(vectorAt(block.points.J, i, 3 * j)).transpose();
    }
    for (int k = first; k < std::min(n, first + kDirections); ++k) {
      Vec3 rate = w.cross(vectorAt(block.points.J, i, 3 * k));
      for (int j = 0; j < n; ++j)
        for (int a = 0; a < 3; ++a) rate[a] += dual(i, 3 * j + a).d[k - first] * data.qd[j];
      rate *= mass;
      data.Uv.col(k).head<3>() += p.cross(rate), data.Uv.col(k).tail<3>() += rate;
      for (int j = 0; j < n; ++j) data.Qv(j, k) += vectorAt(block.points.J, i, 3 * j).dot(rate);
    }
  }
}

}  // namespace tendril
