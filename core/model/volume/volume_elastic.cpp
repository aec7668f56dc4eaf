// SPDX-License-Identifier: BSD-3-Clause
// Elastic and damping forces of a volume (primitives.md §3): k_j = Σ w P:∂_jG with P = ∂W/∂G, and dampers of laws
// likewise with their viscous stress; of the toolbox d_j = 2η Σ w Ḟ:∂_jF, Ḟ = Σ ∂_jF q̇_j, η = relaxation × half the
// shear modulus. Their derivatives: Σ w (∂_kP:∂_jG + P:∂_j∂_kG), with ∂_kP from the law on duals.
#include "core/model/volume/law_algebra.hpp"
#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_data.hpp"

namespace tendril {
namespace {

/// rates = Σ ∂_jG q̇_j at the first `count` points.
void setRates(const PointStrain<double>& strain, const VecX& qd, Eigen::Index count, Columns<double>& rates) {
  for (Eigen::Index c = 0; c < 9; ++c)
    rates.col(c).head(count).matrix().noalias() = entries<9>(strain.Gq, c, count) * qd;
}

/// Σ P:∂_jG over the first `count` points of a block, added to force_j.
void addContracted(const Columns<double>& P, const Columns<double>& Gq, Eigen::Index count, VecX& force) {
  for (Eigen::Index c = 0; c < 9; ++c)
    force.noalias() += entries<9>(Gq, c, count).transpose() * P.col(c).head(count).matrix();
}

/// G of point i as it moves in the directions from `first` on.
Mat3T<Directions> movingStrain(const PointStrain<double>& strain, int i, int first, int last) {
  Mat3T<Directions> G;
  for (int c = 0; c < 9; ++c) {
    G(c % 3, c / 3) = Directions(strain.G(i, c));
    for (int k = first; k < last; ++k) G(c % 3, c / 3).d[k - first] = strain.Gq(i, 9 * k + c);
  }
  return G;
}

/// out(j, k) += scale ∂_kP:∂_jG at point i for k from `first` on.
void addContracted(const Mat3T<Directions>& P, double scale, const Columns<double>& Gq, int i, int first, int last,
                   MatX& out) {
  for (int j = 0; j < out.rows(); ++j) {
    double sum[kDirections] = {};
    for (int c = 0; c < 9; ++c) {
      const double* change = P.data()[c].d.data();
      const double g = Gq(i, 9 * j + c);
      for (int d = 0; d < kDirections; ++d) sum[d] += change[d] * g;
    }
    for (int k = first; k < last; ++k) out(j, k) += scale * sum[k - first];
  }
}

/// Keeps what of P does not change, times the scale of its point.
void keepStress(const Mat3T<Directions>& P, double scale, int i, Columns<double>& stress) {
  for (int c = 0; c < 9; ++c) stress(i, c) = scale * P(c % 3, c / 3).value;
}

/// Calls f(i, count) for the first of each few points of a block, and how many from there on there are.
template <class F>
void forEachPacket(int count, F&& f) {
  for (int i = 0; i < count; i += SimdPacket::kCount) f(i, std::min(count - i, SimdPacket::kCount));
}

/// The matrices of `count` points from `row` on.
Mat3T<SimdPacket> packetAt(const Columns<double>& columns, int row, int count) {
  Mat3T<SimdPacket> x;
  for (int c = 0; c < 9; ++c) x(c % 3, c / 3) = SimdPacket::load(&columns(row, c), count);
  return x;
}

/// Each times what stands in `scale` (size count).
void setPacket(Columns<double>& columns, int row, int count, const Mat3T<SimdPacket>& x, const double* scale) {
  const SimdPacket factor = SimdPacket::load(scale, count);
  for (int c = 0; c < 9; ++c) (x(c % 3, c / 3) * factor).store(&columns(row, c), count);
}

}  // namespace

double Volume::elasticEnergy(const VecXRef& q) const {
  if (!spec_.law) return 0;
  Workspace& work = workspaces_->local();
  double sum = 0;
  for (const Block& block : blocks_) {
    const PointStrain<double>& strain = work.strains.at(*block.points, q, 0, false);
    for (int i = 0; i < block.points->count(); ++i)
      sum += block.volume[i] * spec_.law->energy(matrixAt(strain.G, i, 0));
  }
  return sum;
}

void Volume::addElasticForce(const VecXRef& q, VecXMut force) const {
  if (!spec_.law) return;
  Workspace& own = workspaces_->local();
  KnownForce& known = own.elastic;
  if (known.isAt(q, known.qd)) {
    force += known.force;
    return;
  }
  std::vector<VecX>& sums = own.forces;
  forEachPart([&](std::size_t part) {
    Workspace& work = workspaces_->local();
    VecX& sum = sums[part].setZero();
    for (const Block& block : blocksOf(part)) {
      const PointStrain<double>& strain = work.strains.at(*block.points, q, 0, false);
      forEachPacket(block.points->count(), [&](int i, int count) {
        setPacket(work.stress, i, count, spec_.law->stress(packetAt(strain.G, i, count)), &block.volume[i]);
      });
      addContracted(work.stress, strain.Gq, block.points->count(), sum);
    }
  });
  known.q = q, known.force.setZero();
  for (const VecX& sum : sums) known.force += sum;
  force += known.force;
}

void Volume::addStiffness(const VecXRef& q, MatXMut stiffness) const {
  if (!spec_.law) return;
  std::vector<MatX>& sums = workspaces_->local().slopes;
  forEachPart([&](std::size_t part) {
    Workspace& work = workspaces_->local();
    MatX& sum = sums[part].setZero();
    for (const Block& block : blocksOf(part)) {
      work.strain = &work.strains.at(*block.points, q, 0, false);
      for (int first = 0; first < size(); first += kDirections) addStressChange(work, block, first, sum);
      addStrainCurvature(work, *block.points, q, work.stress, sum);
    }
  });
  for (const MatX& sum : sums) stiffness += sum;
}

/// Leaves work.stress.
void Volume::addStressChange(Workspace& work, const Block& block, int first, MatX& stiffness) const {
  const int last = std::min(size(), first + kDirections);
  for (int i = 0; i < block.points->count(); ++i) {
    const Mat3T<Directions> P = spec_.law->stress(movingStrain(*work.strain, i, first, last));
    addContracted(P, block.volume[i], work.strain->Gq, i, first, last, stiffness);
    keepStress(P, block.volume[i], i, work.stress);
  }
}

void addStrainCurvature(StrainCaches& caches, const EvaluationPoints& points, const VecXRef& q,
                        const Columns<double>& stress, MatXMut out, bool turning) {
  if (!turning && caches.strains.evaluatorAt(q).addStrainCurvature(points, stress, out)) return;
  const auto n = static_cast<int>(q.size());
  for (int first = 0; first < n; first += kDirections) {
    const Columns<Directions>& Gq = caches.dualStrains().at(points, q, first, turning).Gq;
    for (int i = 0; i < points.count(); ++i)
      for (int j = 0; j < n; ++j) {
        Directions::Partials sum = Directions::Partials::Zero();
        for (int c = 0; c < 9; ++c) sum += Gq(i, 9 * j + c).d * stress(i, c);
        for (int k = first; k < std::min(n, first + kDirections); ++k) out(j, k) += sum[k - first];
      }
  }
}

void Volume::changeStrain(Workspace& work, const Block& block, const VecXRef& q) const {
  const bool turning = spec_.turningDamped;
  if (!turning && work.strains.evaluatorAt(q).strainChange(*block.points, work.qd, work.strainRates)) return;
  for (int first = 0; first < size(); first += kDirections) {
    const Columns<Directions>& Gq = work.dualStrains().at(*block.points, q, first, turning).Gq;
    for (int i = 0; i < block.points->count(); ++i)
      for (int c = 0; c < 9; ++c) {
        Directions::Partials sum = Directions::Partials::Zero();
        for (int j = 0; j < size(); ++j) sum += Gq(i, 9 * j + c).d * work.qd[j];
        for (int k = first; k < std::min(size(), first + kDirections); ++k)
          work.strainRates(i, 9 * k + c) = sum[k - first];
      }
  }
}

void Volume::addDampingForce(const VecXRef& q, const VecXRef& qd, VecXMut force) const {
  if (!spec_.law || spec_.relaxation == 0) return;
  Workspace& own = workspaces_->local();
  KnownForce& known = own.damping;
  if (known.isAt(q, qd)) {
    force += known.force;
    return;
  }
  std::vector<VecX>& sums = own.forces;
  forEachPart([&](std::size_t part) {
    Workspace& work = workspaces_->local();
    work.qd = qd * spec_.relaxation;
    VecX& sum = sums[part].setZero();
    for (const Block& block : blocksOf(part)) {
      const PointStrain<double>& strain = work.strains.at(*block.points, q, 0, spec_.turningDamped);
      const int count = block.points->count();
      setRates(strain, work.qd, count, work.stress);
      forEachPacket(count, [&](int i, int some) {
        const Mat3T<SimdPacket> P = viscousStress<SimdPacket>(*spec_.law, packetAt(strain.G, i, some),
                                                              packetAt(work.stress, i, some), spec_.turningDamped);
        setPacket(work.stress, i, some, P, &block.volume[i]);
      });
      addContracted(work.stress, strain.Gq, count, sum);
    }
  });
  known.q = q, known.qd = qd, known.force.setZero();
  for (const VecX& sum : sums) known.force += sum;
  force += known.force;
}

void Volume::addDampingDerivatives(const VecXRef& q, const VecXRef& qd, MatXMut dq, MatXMut dv) const {
  if (!spec_.law || spec_.relaxation == 0) return;
  Workspace& own = workspaces_->local();
  const bool moves = !qd.isZero(0);  // else no damping changes with q
  forEachPart([&](std::size_t part) {
    Workspace& work = workspaces_->local();
    work.qd = qd;
    own.slopes[part].setZero(), own.dampings[part].setZero();
    for (const Block& block : blocksOf(part)) {
      work.strain = &work.strains.at(*block.points, q, 0, spec_.turningDamped);
      if (moves) changeStrain(work, block, q);
      for (int first = 0; first < size(); first += kDirections) {
        if (moves) addViscousChange(work, block, first, own.slopes[part]);
        addViscosity(work, block, first, own.dampings[part]);
      }
      if (moves) addStrainCurvature(work, *block.points, q, work.stress, own.slopes[part], spec_.turningDamped);
    }
  });
  for (const MatX& sum : own.slopes) dq += sum;
  for (const MatX& sum : own.dampings) dv += sum;
}

/// ∂/∂q for the rates work.qd, without the share of ∂²G, for which it leaves work.stress.
void Volume::addViscousChange(Workspace& work, const Block& block, int first, MatX& dq) const {
  const int last = std::min(size(), first + kDirections);
  const PointStrain<double>& strain = *work.strain;
  const int count = block.points->count();
  setRates(strain, work.qd, count, work.stress);
  for (int i = 0; i < count; ++i) {
    Mat3T<Directions> rate;
    for (int c = 0; c < 9; ++c) {
      Directions& x = rate(c % 3, c / 3);
      x.value = work.stress(i, c);
      for (int k = first; k < last; ++k) x.d[k - first] = work.strainRates(i, 9 * k + c);
    }
    const Mat3T<Directions> P =
        viscousStress<Directions>(*spec_.law, movingStrain(strain, i, first, last), rate, spec_.turningDamped);
    const double scale = spec_.relaxation * block.volume[i];
    addContracted(P, scale, strain.Gq, i, first, last, dq);
    keepStress(P, scale, i, work.stress);
  }
}

/// ∂/∂q̇: the viscous stress, linear in the rate, of one unit rate in each direction.
void Volume::addViscosity(Workspace& work, const Block& block, int first, MatX& dv) const {
  const int last = std::min(size(), first + kDirections);
  const PointStrain<double>& strain = *work.strain;
  for (int i = 0; i < block.points->count(); ++i) {
    Mat3T<Directions> G, rate = movingStrain(strain, i, first, last);
    for (int c = 0; c < 9; ++c) {
      G(c % 3, c / 3) = Directions(strain.G(i, c));
      rate(c % 3, c / 3).value = 0;
    }
    addContracted(viscousStress<Directions>(*spec_.law, G, rate, spec_.turningDamped),
                  spec_.relaxation * block.volume[i], strain.Gq, i, first, last, dv);
  }
}

}  // namespace tendril
