// SPDX-License-Identifier: BSD-3-Clause
// Derivatives of a volume's motion and forces. With q those of points come from the map (MotionDerivatives) and those
// of stations from duals of it, in eight directions at a time; with velocities and base motion from the sums
// themselves:
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

/// Σ a × b over the rows.
template <class A, class B>
Vec3 crossSum(const A& a, const B& b) {
  Vec3 sum;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    sum[i] = (a.col(j) * b.col(k) - a.col(k) * b.col(j)).sum();
  }
  return sum;
}

/// to += factor · M x, row by row.
template <class A, class B>
void addTurned(const Mat3& M, double factor, const A& x, B&& to) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) to.col(i) += (factor * M(i, j)) * x.col(j);
}

/// out (n×n) += Σ JᵀA over the first `count` points.
void addProjected(const Columns<double>& J, const Columns<double>& A, Eigen::Index count, MatX& out) {
  for (int a = 0; a < 3; ++a) out.noalias() += entries<3>(J, a, count).transpose() * entries<3>(A, a, count);
}

}  // namespace

void Volume::differentiate(VolumeData& data, int first) const {
  seed(data.q, first, data.dualQ);
  for (int j = 0; j < size(); ++j) data.dualQd[j] = Directions(data.qd[j]);
  if (!data.dualMap) data.dualMap = map().makeDualEvaluator();
  data.dualMap->setState(data.dualQ, data.dualQd);
}

void Volume::columns(BodyData& bodyData, const BodyCoordinates& c, const BaseMotion& motion) const {
  auto& data = static_cast<VolumeData&>(bodyData);
  data.V = motion.V;
  data.derivatives->setState(data.q, data.qd, c.qdd);
  bool onSurface = false;
  for (std::size_t s = 0; s < stations_.size(); ++s) {
    if (!stations_[s].points) data.derivatives->frame(stations_[s].at, data.stations[s].X, data.changes[s]);
    onSurface = onSurface || (stations_[s].points && !isIdle(data, s));
  }
  for (int first = 0; first < size() && onSurface; first += kDirections) {
    differentiate(data, first);
    for (std::size_t s = 0; s < stations_.size(); ++s)
      if (stations_[s].points && !isIdle(data, s)) surfaceChange(data, stations_[s], first, data.changes[s]);
  }
  stationColumns(data, c, motion);
  fluidComposites(data, c, motion);
}

/// Of a point that nothing touches.
bool Volume::isIdle(const VolumeData& data, std::size_t s) const {
  return stations_[s].isPoint() && data.idle[s];
}

/// Of a station that is a point or a face, in the directions from `first` on, after differentiate().
void Volume::surfaceChange(VolumeData& data, const Station& station, int first, FrameChange& change) const {
  station.isPoint() ? pointChange(data, *station.points, first, change) : faceChange(data, station, first, change);
}

void Volume::faceChange(VolumeData& data, const Station& station, int first, FrameChange& change) const {
  moveFrame<Directions>(*data.dualMap, station, data.dualQd, data.dualCorners, data.dualFrame);
  change.setDirections(data.dualFrame, first);
}

void Volume::pointChange(VolumeData& data, const EvaluationPoints& point, int first, FrameChange& change) const {
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
    const FrameChange& change = data.changes[s];
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

void Volume::ownDerivatives(BodyData& bodyData, const BodyCoordinates&, const BaseMotion& motion) const {
  auto& data = static_cast<VolumeData&>(bodyData);
  baseDerivatives(data, motion);
  pointDerivatives(data, motion);
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
  Columns<double>&momentum = data.parts.front().force, &lever = data.parts.front().lever;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const BlockMotion& block = data.blocks[b];
    for (int i = 0; i < blocks_[b].points->count(); ++i) {
      const double mass = blocks_[b].mass[i];
      const Vec3 p = vectorAt(block.points.p, i, 0);
      const Vec3 c = w.cross(p) + v + 2 * vectorAt(block.velocity, i, 0);
      Sc += mass * c;
      Spp += mass * p * p.transpose(), Spc += mass * p * c.transpose();
      momentum.row(i) = (mass * c).transpose(), lever.row(i) = (mass * p).transpose();
    }
    // (J×w)×p = w (J·p) − J (w·p)
    for (int j = 0; j < size(); ++j) {
      const auto J = block.points.J.middleCols<3>(3 * j);
      const Mat3 S = J.matrix().transpose().lazyProduct(lever.topRows(J.rows()).matrix());
      data.rowN.row(j).head<3>() += (crossSum(momentum.topRows(J.rows()), J) + S * w - S.trace() * w).transpose();
    }
  }
  for (int j = 0; j < size(); ++j) data.rowN.row(j).tail<3>() = Vec3(data.dry.H.col(j).tail<3>()).cross(w).transpose();
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
void Volume::pointDerivatives(VolumeData& data, const BaseMotion& motion) const {
  forEachPart([&](std::size_t part) {
    PartSums& sums = data.parts[part];
    sums.Uq.setZero(), sums.Uv.setZero(), sums.Qq.setZero(), sums.Qv.setZero();
    for (std::size_t b = parts_[part].first; b < parts_[part].last; ++b) blockDerivatives(data, b, motion, sums);
  });
  data.Uq.setZero(), data.Uv.setZero(), data.Qq.setZero(), data.Qv.setZero();
  for (const PartSums& sums : data.parts)
    data.Uq += sums.Uq, data.Uv += sums.Uv, data.Qq += sums.Qq, data.Qv += sums.Qv;
  data.Mq = data.dry.M;
}

void Volume::blockDerivatives(const VolumeData& data, std::size_t b, const BaseMotion& motion, PartSums& sums) const {
  const Eigen::ArrayXd& mass = blocks_[b].mass;
  const Eigen::Index count = mass.size();
  const auto& [p, J, bias, work] = data.blocks[b].points;
  const Mat3 W = skew<double>(Vec3(motion.V.head<3>()));
  const Mat3 turning = skew<double>(Vec3(motion.A.head<3>())) + W * W;
  auto force = sums.force.topRows(count);
  force = data.blocks[b].acceleration.colwise() * mass;
  data.derivatives->evaluate(*blocks_[b].points, sums.force, *sums.change);
  for (int k = 0; k < size(); ++k) {
    const auto Jk = J.middleCols<3>(3 * k);
    auto rate = sums.change->rate.topRows(count).middleCols<3>(3 * k);
    auto acceleration = sums.change->acceleration.topRows(count).middleCols<3>(3 * k);
    addTurned(turning, 1, Jk, acceleration), addTurned(W, 2, rate, acceleration);
    addTurned(W, 1, Jk, rate);
    acceleration.colwise() *= mass, rate.colwise() *= 2 * mass;
    sums.Uq.col(k).head<3>() += crossSum(Jk, force) + crossSum(p, acceleration);
    sums.Uq.col(k).tail<3>() += acceleration.colwise().sum().matrix().transpose();
    sums.Uv.col(k).head<3>() += crossSum(p, rate);
    sums.Uv.col(k).tail<3>() += rate.colwise().sum().matrix().transpose();
  }
  addProjected(J, sums.change->acceleration, count, sums.Qq), addProjected(J, sums.change->rate, count, sums.Qv);
  sums.Qq += sums.change->curvature;
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
  data.base.setZero();
  data.base.I = data.dry.I;
  data.Uv.setZero(), data.Qv.setZero(), data.rowN.setZero();
  data.rowI = data.dry.H.transpose();
  for (std::size_t b = 0; b < blocks_.size(); ++b) blockCoriolis(data, b);
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

void Volume::blockCoriolis(VolumeData& data, std::size_t b) const {
  const Vec3 w = data.V.head<3>(), v = data.V.tail<3>();
  const BlockMotion& block = data.blocks[b];
  const Eigen::ArrayXd& mass = blocks_[b].mass;
  const auto& [p, J, bias, work] = block.points;
  PartSums& sums = data.parts.front();  // one block after the other
  for (int i = 0; i < mass.size(); ++i) {
    const Vec3 at = vectorAt(p, i, 0), u = mass[i] * (w.cross(at) + v + vectorAt(block.velocity, i, 0));
    data.base.N.topLeftCorner<3, 3>() -= skew<double>(at) * skew<double>(u);
    data.base.N.bottomLeftCorner<3, 3>() -= skew<double>(u);
    sums.force.row(i) = u.transpose();
  }
  const auto momentum = sums.force.topRows(mass.size());
  data.derivatives->evaluate(*blocks_[b].points, sums.force, *sums.change);
  for (int k = 0; k < size(); ++k) {
    const auto Jk = J.middleCols<3>(3 * k);
    auto rate = sums.change->rate.topRows(mass.size()).middleCols<3>(3 * k);
    addTurned(skew<double>(w), 1, Jk, rate);
    rate.colwise() *= mass;
    data.rowN.row(k).head<3>() += crossSum(momentum, Jk).transpose();
    data.Uv.col(k).head<3>() += crossSum(p, rate);
    data.Uv.col(k).tail<3>() += rate.colwise().sum().matrix().transpose();
  }
  addProjected(J, sums.change->rate, mass.size(), data.Qv);
}

}  // namespace tendril
