// SPDX-License-Identifier: BSD-3-Clause
// A point is p = t + R d, d = h (0, y, z), and ∂p/∂q_k = R c_k with c_k = ν_k + ω_k × d + h_k (0, y, z), ζ_k = (ω_k,
// ν_k). Of forces f = R φ, and e = (0, y, z):
//   Σ f·∂²p/∂q_j∂q_k = Σ φ·(ω_k × c_j) + φ·∂_kν_j + (d × φ)·∂_kω_j + h_k ω_j·(e × φ) + h_jk e·φ.
// ∂_kζ_j is a polynomial of σ on an interval, so that only the moments Σ σⁿ (d × φ, φ) of the forces are needed of it.
#include "core/model/volume/map/primitives/backbone_derivatives.hpp"

#include "core/math/se3.hpp"
#include "core/model/volume/map/dual_vector.hpp"
#include "core/model/volume/map/primitives/backbone_map.hpp"

namespace tendril {
namespace {

using Packet = SimdPacket;
using Vector = Vec3T<SimdPacket>;

/// What a coordinate leaves for pairs of them, of four points.
struct PairTerms {
  Packet turned[4];  ///< c_j × φ, ω_j·(e × φ)
  Packet column[4];  ///< ω_j, h_j
  Packet radial;     ///< change of the argument of h
};

Vector fieldAt(const Columns<double>& fields, int row, int column) {
  return {Packet::load(&fields(row, column)), Packet::load(&fields(row, column + 1)),
          Packet::load(&fields(row, column + 2))};
}

}  // namespace

struct BackboneMotionDerivatives::Section {
  Mat3T<Packet> R;
  Vector omega, alpha;             ///< angular velocity and its rate
  Vector d, dRate, dAcceleration;  ///< h e
  Vector force, moment, levered;   ///< φ, d × φ, e × φ
  Packet y, z, ray;                ///< e, e·φ
  std::array<PacketJet, 3> slope;  ///< of h
  std::array<std::array<Packet, 3>, 3> second;

  Section(const PointsAt<double>& at, const Columns<double>& fields) {
    using Series = BackboneRates;
    for (int c = 0; c < 3; ++c) R.col(c) = fieldAt(fields, at.i, Series::kR + 3 * c);
    omega = fieldAt(fields, at.i, Series::kOmega), alpha = fieldAt(fields, at.i, Series::kAlpha);
    y = Packet::load(&at.points.y[at.i]), z = Packet::load(&at.points.z[at.i]);
  }
  void setRadial(const PacketJet& k, const PacketJet& e, const PacketJet& m, const Packet& inverseR2) {
    const RadialSlopes<PacketJet> rates(k, e, m, inverseR2);
    using D = PacketDual<3>;
    const RadialSlopes<D> changes(D::variable(k.value, RadialArgument::kCurvature),
                                  D::variable(e.value, RadialArgument::kStretch),
                                  D::variable(m.value, RadialArgument::kSource), inverseR2);
    for (std::size_t a = 0; a < 3; ++a) slope[a] = rates.slope[a], second[a] = changes.slope[a].d;
    d = {0.0, rates.h.value * y, rates.h.value * z};
    dRate = {0.0, rates.h.rate * y, rates.h.rate * z};
    dAcceleration = {0.0, rates.h.acceleration * y, rates.h.acceleration * z};
  }
  void setForce(const Columns<double>& f, int row, int count) {
    Vector inB;
    for (int a = 0; a < 3; ++a) inB[a] = Packet::loadOrZero(&f(row, a), count);
    for (int c = 0; c < 3; ++c) force[c] = R(0, c) * inB[0] + R(1, c) * inB[1] + R(2, c) * inB[2];
    const Vector e(0.0, y, z);
    moment = crossed<Packet>(d, force), levered = crossed<Packet>(e, force);
    ray = y * force[1] + z * force[2];
  }
};

struct BackboneMotionDerivatives::Change final : MotionChange {
  Columns<double> fields;         ///< columns of the series, a row per point
  MatX moments;                   ///< d × φ, φ, likewise
  VecX seconds;                   ///< their shares, by pairs of coordinates
  std::vector<SimdPacket> pairs;  ///< n×n; of j ≤ k, summed over each fourth point
  std::vector<PairTerms> terms;   ///< of the points in work

  Change(int count, int size, const BackboneRates& series)
      : MotionChange(count, size),
        fields(SimdPacket::padded(count), series.columns()),
        moments(fields.rows(), 6),
        seconds(series.seconds(0).rows()),
        pairs(static_cast<std::size_t>(size * size)),
        terms(static_cast<std::size_t>(size)) {}
};

BackboneMotionDerivatives::BackboneMotionDerivatives(const BackboneTables& tables)
    : tables_(tables),
      series_(tables),
      q_(tables.size()),
      qd_(q_),
      qdd_(q_),
      fields_(series_.columns()),
      seconds_(series_.seconds(0).rows(), 6) {}

std::unique_ptr<MotionChange> BackboneMotionDerivatives::makeChange(int count) const {
  return std::make_unique<Change>(count, tables_.size(), series_);
}

void BackboneMotionDerivatives::setState(const VecXRef& q, const VecXRef& qd, const VecXRef& qdd) {
  q_ = q, qd_ = qd, qdd_ = qdd;
  series_.run(q, qd, qdd);
}

void BackboneMotionDerivatives::evaluate(const EvaluationPoints& given, const Columns<double>& force,
                                         MotionChange& change) const {
  const auto& points = static_cast<const BackboneEvaluationPoints&>(given);
  auto& out = static_cast<Change&>(change);
  out.fields.topRows(points.padded()).matrix().noalias() = points.powers * series_.interval(points.interval);
  std::ranges::fill(out.pairs, Packet(0.0));
  for (int i = 0; i < points.count(); i += Packet::kCount) movePoints({points, i}, force, out);
  sumPairs(points, out);
}

void BackboneMotionDerivatives::movePoints(const PointsAt<double>& at, const Columns<double>& force,
                                           Change& out) const {
  Section section(at, out.fields);
  PacketJet k{0.0, 0.0, 0.0}, e{1.0, 0.0, 0.0}, m{0.0, 0.0, 0.0};
  const std::array<PacketJet*, 3> arguments = {&k, &e, &m};
  for (int j = 0; j < tables_.size(); ++j) {
    const int argument = RadialArgument::of(row(j));
    if (argument == RadialArgument::kNone) continue;
    const Packet change = RadialArgument::change(row(j), at.phi(j), section.y, section.z);
    PacketJet& sum = *arguments[static_cast<std::size_t>(argument)];
    sum = sum + PacketJet{change * q_[j], change * qd_[j], change * qdd_[j]};
  }
  section.setRadial(k, e, m, Packet::load(&at.points.inverseR2[at.i]));
  section.setForce(force, at.i, at.points.count() - at.i);
  for (int a = 0; a < 3; ++a) {
    section.moment[a].store(&out.moments(at.i, a), Packet::kCount);
    section.force[a].store(&out.moments(at.i, 3 + a), Packet::kCount);
  }
  for (int j = 0; j < tables_.size(); ++j) moveColumn(at, section, j, out);
  addPairs(section, out);
}

void BackboneMotionDerivatives::moveColumn(const PointsAt<double>& at, const Section& s, int j, Change& out) const {
  const auto field = [&](int column) { return fieldAt(out.fields, at.i, column + 6 * j); };
  const int value = BackboneRates::kZeta, rate = series_.rate(), acceleration = series_.acceleration();
  const Vector w = field(value), wRate = field(rate), wAcceleration = field(acceleration);
  Vector c = field(value + 3) + crossed<Packet>(w, s.d);
  Vector cRate = field(rate + 3) + crossed<Packet>(wRate, s.d) + crossed<Packet>(w, s.dRate);
  Vector cAcceleration = field(acceleration + 3) + crossed<Packet>(wAcceleration, s.d) +
                         crossed<Packet>(wRate, Vector(s.dRate * Packet(2.0))) + crossed<Packet>(w, s.dAcceleration);
  PairTerms& own = out.terms[static_cast<std::size_t>(j)];
  own.column[3] = 0.0;
  if (const int argument = RadialArgument::of(row(j)); argument != RadialArgument::kNone) {
    const Packet change = RadialArgument::change(row(j), at.phi(j), s.y, s.z);
    const PacketJet h = s.slope[static_cast<std::size_t>(argument)] * change;
    c[1] += h.value * s.y, c[2] += h.value * s.z;
    cRate[1] += h.rate * s.y, cRate[2] += h.rate * s.z;
    cAcceleration[1] += h.acceleration * s.y, cAcceleration[2] += h.acceleration * s.z;
    own.column[3] = h.value, own.radial = change;
  }
  const Vector turning = crossed<Packet>(s.omega, c), both = turning + cRate * Packet(2.0);
  const Vector acting = cAcceleration + crossed<Packet>(s.alpha, c) + crossed<Packet>(s.omega, both);
  at.put(out.rate, 3 * j, turned<Packet>(s.R, Vector(turning + cRate)));
  at.put(out.acceleration, 3 * j, turned<Packet>(s.R, acting));
  const Vector turnedForce = crossed<Packet>(c, s.force);
  for (std::size_t a = 0; a < 3; ++a) {
    own.turned[a] = turnedForce[static_cast<int>(a)];
    own.column[a] = w[static_cast<int>(a)];
  }
  own.turned[3] = dotted<Packet>(w, s.levered);
}

void BackboneMotionDerivatives::addPairs(const Section& s, Change& out) const {
  const std::size_t n = out.terms.size();
  for (std::size_t k = 0; k < n; ++k) {
    const PairTerms& x = out.terms[k];
    const int argument = RadialArgument::of(row(static_cast<int>(k)));
    for (std::size_t j = 0; j <= k; ++j) {
      const PairTerms& y = out.terms[j];
      Packet& sum = out.pairs[k * n + j];
      for (int c = 0; c < 4; ++c) sum += x.column[c] * y.turned[c];
      const int other = RadialArgument::of(row(static_cast<int>(j)));
      if (argument == RadialArgument::kNone || other == RadialArgument::kNone) continue;
      const Packet& second = s.second[static_cast<std::size_t>(argument)][static_cast<std::size_t>(other)];
      sum += s.ray * second * x.radial * y.radial;
    }
  }
}

void BackboneMotionDerivatives::sumPairs(const BackboneEvaluationPoints& points, Change& out) const {
  const std::size_t n = out.terms.size();
  Eigen::Matrix<double, 6, BackboneTables::kOrder + 1> moments;
  moments.noalias() = out.moments.topRows(points.padded()).transpose() * points.powers;
  out.seconds.noalias() = series_.seconds(points.interval) * moments.reshaped();
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j <= k; ++j) {
      const auto a = static_cast<int>(j), b = static_cast<int>(k);
      out.curvature(a, b) = sumOf(out.pairs[k * n + j]) + out.seconds[series_.secondRow(a, b)];
      out.curvature(b, a) = out.curvature(a, b);
    }
}

// In the axes of the frame, with V = Σ ζ_j q̇_j: J_j = Ad ζ_j, so ∂_kJ_j = Ad (∂_kζ_j + [ζ_k, ζ_j]) where ∂_kζ_j −
// ∂_jζ_k = [ζ_j, ζ_k]; and ∂_k(J q̈ + J̇q̇) = Ad (ζ̈_k + [V, ζ̇_k]).
void BackboneMotionDerivatives::frame(double at, const Pose& X, FrameChange& out) {
  const auto [index, sigma] = tables_.locate(at * tables_.length());
  const MatX& series = series_.interval(index);
  const auto seconds = series_.seconds(index);
  fields_.setZero(), seconds_.setZero();
  for (int k = BackboneTables::kOrder; k >= 0; --k) {
    fields_ = fields_ * sigma + series.row(k).transpose();
    seconds_ = seconds_ * sigma + seconds.middleCols<6>(6 * k);
  }
  const auto zeta = [&](int column, int j) -> Vec6 { return fields_.segment<6>(column + 6 * j); };
  const int n = tables_.size();
  Vec6 V = Vec6::Zero();
  for (int j = 0; j < n; ++j) V += qd_[j] * zeta(BackboneRates::kZeta, j);
  for (int k = 0; k < n; ++k) {
    const Vec6 zk = zeta(BackboneRates::kZeta, k), rate = zeta(series_.rate(), k);
    Vec6 bias = zeta(series_.acceleration(), k) + crossMotion<double>(V, rate);
    bias = transformTwist<double>(X, bias);
    for (int j = 0; j < n; ++j) {
      const bool known = j <= k;  // else ∂_jζ_k is, and the brackets cancel
      Vec6 change = seconds_.row(known ? series_.secondRow(j, k) : series_.secondRow(k, j)).transpose();
      if (known) change += crossMotion<double>(zk, zeta(BackboneRates::kZeta, j));
      change = transformTwist<double>(X, change);
      out.J[static_cast<std::size_t>(k)].col(j) = change;
      bias -= change * qdd_[j];
    }
    out.bias.col(k) = bias;
  }
}

std::unique_ptr<MotionDerivatives> BackboneMap::makeMotionDerivatives() const {
  return std::make_unique<BackboneMotionDerivatives>(tables_);
}

}  // namespace tendril
