// SPDX-License-Identifier: BSD-3-Clause
// A volume along a motion that is a series of time: the map, ∂f/∂q and J̇q̇ of every point on series, and the sums of
// engine.md §1 with them.
#include "core/math/series.hpp"
#include "core/model/volume/law_algebra.hpp"
#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_data.hpp"

namespace tendril {

class Volume::Series final : public BodySeries {
  using S = MotionSeries;
  using Vec3S = Vec3T<S>;
  using Vec6S = Vec6T<S>;

 public:
  Series(const Volume& body, int last);
  void move(const MatX& q, const MatX& qd, const FrameCoefficients& base) override;
  const std::vector<FrameCoefficients>& stations() const override { return stations_; }
  void pull(std::span<const Mat6X> attached, Mat6X& base, MatX& force) override;
  void addInternalForce(MatX& force) override;

 private:
  /// A frame, spatial in B but for what a station on a point moves with: that has the axes of B.
  struct Station {
    PoseT<S> X;
    Mat6XT<S> J;
    Vec6T<S> V;  ///< in the axes of the station
  };

  void moveStation(std::size_t s);
  void addPoints(const Block& block, Vec6S& base);
  void addStation(std::size_t s, Vec6S wrench, Vec6S& base);
  Vec6S wrenchOfAddedMass(const AddedMassSection& section) const;
  void addStress(const Block& block);

  const Volume& body_;
  int n_;
  std::unique_ptr<MapEvaluator<S>> map_;
  PointMotion<S> points_;
  PointStrain<S> strain_;
  FrameMotion<S> frame_;
  VecXT<S> q_, qd_, qdd_, force_;
  Vec6S V_;      ///< of the base
  Vec3S gamma_;  ///< −Rᵀg
  Vec6S A_;      ///< V̇
  std::vector<Station> at_;
  std::vector<FrameCoefficients> stations_;
};

Volume::Series::Series(const Volume& body, int last)
    : body_(body),
      n_(body.size()),
      map_(body.map().makeSeriesEvaluator()),
      points_(0, n_),
      strain_(0, n_),
      frame_(n_),
      q_(n_),
      qd_(n_),
      qdd_(n_),
      force_(n_) {
  int most = 3;  // corners of a face
  for (const Block& block : body.blocks_) most = std::max(most, block.points->count());
  points_ = PointMotion<S>(most, n_), strain_ = PointStrain<S>(most, n_);
  at_.resize(body.stations_.size());
  for (Station& station : at_) station.J = Mat6XT<S>::Constant(6, n_, S(0.0));
  const FrameCoefficients rest{Mat6X::Zero(6, last + 1), Eigen::Matrix3Xd::Zero(3, last + 1)};
  stations_.assign(body.stations_.size(), rest);
}

void Volume::Series::move(const MatX& q, const MatX& qd, const FrameCoefficients& base) {
  for (int j = 0; j < n_; ++j) {
    q_[j] = seriesOf<S>(q, j), qd_[j] = seriesOf<S>(qd, j);
    qdd_[j] = rateOf(qd_[j]);
  }
  for (int i = 0; i < 6; ++i) {
    V_[i] = seriesOf<S>(base.V, i);
    A_[i] = rateOf(V_[i]);
  }
  for (int i = 0; i < 3; ++i) gamma_[i] = seriesOf<S>(base.gamma, i);
  map_->setState(q_, qd_);
  for (std::size_t s = 0; s < at_.size(); ++s) moveStation(s);
}

void Volume::Series::moveStation(std::size_t s) {
  const Volume::Station& given = body_.stations_[s];
  Station& station = at_[s];
  if (given.isPoint()) {
    map_->motion(*given.points, points_);
    station.X.R = Mat3::Identity().cast<S>();
    station.X.p = vectorAt(points_.p, 0, 0);
    // of the point alone: its axes do not turn against B, so that about the origin of B the shift is all there is
    for (int j = 0; j < n_; ++j) station.J.col(j).template tail<3>() = vectorAt(points_.J, 0, 3 * j);
  } else {
    moveFrame<S>(*map_, given, qd_, points_, frame_);
    station.X = frame_.X, station.J = frame_.J;
  }
  Vec6S V = V_;
  for (int j = 0; j < n_; ++j) V += Vec6S(station.J.col(j)) * qd_[j];
  station.V = transformTwistInverse<S>(station.X, V);
  const Vec3S gamma = station.X.R.transpose() * gamma_;
  FrameCoefficients& out = stations_[s];
  out.V.setZero(), out.gamma.setZero();
  for (int i = 0; i < 6; ++i) addSeries(station.V[i], out.V, i);
  for (int i = 0; i < 3; ++i) addSeries(gamma[i], out.gamma, i);
}

void Volume::Series::addPoints(const Block& block, Vec6S& base) {
  map_->motion(*block.points, points_);
  const Vec3S w = V_.template head<3>(), v = V_.template tail<3>(), alpha = A_.template head<3>();
  const Vec3S constant = Vec3S(A_.template tail<3>()) + crossed<S>(w, v) + gamma_ * S(1 - body_.lift_);
  for (int i = 0; i < block.points->count(); ++i) {
    const Vec3S p = vectorAt(points_.p, i, 0);
    Vec3S rate = Vec3S::Constant(S(0.0)), a = constant + vectorAt(points_.b, i, 0);
    for (int j = 0; j < n_; ++j) {
      const Vec3S J = vectorAt(points_.J, i, 3 * j);
      rate += J * qd_[j], a += J * qdd_[j];
    }
    a += crossed<S>(alpha, p) + crossed<S>(w, Vec3S(crossed<S>(w, p) + rate * S(2.0)));
    const Vec3S f = a * S(block.mass[i]);
    base.template head<3>() += crossed<S>(p, f), base.template tail<3>() += f;
    for (int j = 0; j < n_; ++j) force_[j] += vectorAt(points_.J, i, 3 * j).dot(f);
  }
}

/// A wrench that is exerted at a station, in its axes.
void Volume::Series::addStation(std::size_t s, Vec6S wrench, Vec6S& base) {
  const Station& station = at_[s];
  wrench = transformWrench<S>(station.X, wrench);
  base += wrench;
  for (int j = 0; j < n_; ++j) force_[j] += Vec6S(station.J.col(j)).dot(wrench);
}

Vec6T<MotionSeries> Volume::Series::wrenchOfAddedMass(const AddedMassSection& section) const {
  const Vec6S& V = at_[static_cast<std::size_t>(section.station)].V;
  Vec6S momentum = Vec6S::Constant(S(0.0)), rate;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      if (section.added(i, j) != 0) momentum[i] += V[j] * section.added(i, j);
  for (int i = 0; i < 6; ++i) rate[i] = rateOf(momentum[i]);
  return rate + crossForce<S>(V, momentum);
}

void Volume::Series::pull(std::span<const Mat6X> attached, Mat6X& base, MatX& force) {
  force_.setConstant(S(0.0));
  Vec6S sum = Vec6S::Constant(S(0.0));
  for (const Block& block : body_.blocks_) addPoints(block, sum);
  for (const AddedMassSection& section : body_.wet_)
    addStation(static_cast<std::size_t>(section.station), wrenchOfAddedMass(section), sum);
  for (std::size_t s = 0; s < attached.size(); ++s) {
    if (attached[s].isZero(0)) continue;
    Vec6S wrench;
    for (int i = 0; i < 6; ++i) wrench[i] = seriesOf<S>(attached[s], i);
    addStation(s, wrench, sum);
  }
  base.setZero(), force.setZero();
  for (int i = 0; i < 6; ++i) addSeries(sum[i], base, i);
  for (int j = 0; j < n_; ++j) addSeries(force_[j], force, j);
}

/// Σ (P + dampers):∂_jG of a block, to force_.
void Volume::Series::addStress(const Block& block) {
  const VolumeSpec& spec = body_.spec_;
  map_->strain(*block.points, spec.turningDamped, strain_);
  for (int i = 0; i < block.points->count(); ++i) {
    const Mat3T<S> G = matrixAt(strain_.G, i, 0);
    Mat3T<S> P = spec.law->stress(G);
    if (spec.relaxation != 0) {
      Mat3T<S> rate = Mat3T<S>::Constant(S(0.0));
      for (int j = 0; j < n_; ++j) rate += matrixAt(strain_.Gq, i, 9 * j) * qd_[j];
      P += viscousStress<S>(*spec.law, G, rate, spec.turningDamped) * S(spec.relaxation);
    }
    P *= S(block.volume[i]);
    for (int j = 0; j < n_; ++j) force_[j] += contract<S>(P, matrixAt(strain_.Gq, i, 9 * j));
  }
}

void Volume::Series::addInternalForce(MatX& force) {
  if (!body_.spec_.law) return;
  force_.setConstant(S(0.0));
  for (const Block& block : body_.blocks_) addStress(block);
  for (int j = 0; j < n_; ++j) addSeries(force_[j], force, j);
}

std::string Volume::whyNoSeries() const {
  std::string why = map().whyNoSeries();
  return why.empty() && spec_.law ? spec_.law->whyNoSeries() : why;
}

std::unique_ptr<BodySeries> Volume::makeSeries(int last) const {
  return std::make_unique<Series>(*this, last);
}

}  // namespace tendril
