// SPDX-License-Identifier: BSD-3-Clause
// Elastic and damping forces of a volume (primitives.md §3): k_j = Σ w P:∂_jG with P = ∂W/∂G, and dampers of laws
// likewise with their viscous stress; of the toolbox d_j = 2η Σ w Ḟ:∂_jF, Ḟ = Σ ∂_jF q̇_j, η = relaxation × half the
// shear modulus. Derivatives with q by duals of G and ∂G/∂q.
#include "core/model/volume/law_algebra.hpp"
#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_data.hpp"

namespace tendril {
namespace {

/// Entry c of the derivatives by all n coordinates at the first `count` points, count×n.
Eigen::Map<const MatX, 0, Eigen::OuterStride<>> entries(const Columns<double>& Gq, Eigen::Index c, Eigen::Index count) {
  return {&Gq(0, c), count, Gq.cols() / 9, Eigen::OuterStride<>(9 * Gq.outerStride())};
}

/// Σ P:∂_jG over the first `count` points of a block, added to force_j.
void addContracted(const Columns<double>& P, const Columns<double>& Gq, Eigen::Index count, VecX& force) {
  for (Eigen::Index c = 0; c < 9; ++c)
    force.noalias() += entries(Gq, c, count).transpose() * P.col(c).head(count).matrix();
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
  const auto addDirections = [&](Workspace& work, const Block& block, int first, MatX& sum) {
    const PointStrain<Directions>& strain = work.dualStrains.at(*block.points, q, first, false);
    for (int i = 0; i < block.points->count(); ++i) {
      const Mat3T<Directions> P = spec_.law->stress(matrixAt(strain.G, i, 0)) * Directions(block.volume[i]);
      for (int j = 0; j < size(); ++j) {
        const Directions k = contract<Directions>(P, matrixAt(strain.Gq, i, 9 * j));
        for (int d = first; d < std::min(size(), first + kDirections); ++d) sum(j, d) += k.d[d - first];
      }
    }
  };
  forEachPart([&](std::size_t part) {
    Workspace& work = workspaces_->local();
    MatX& sum = sums[part].setZero();
    for (int first = 0; first < size(); first += kDirections)
      for (const Block& block : blocksOf(part)) addDirections(work, block, first, sum);
  });
  for (const MatX& sum : sums) stiffness += sum;
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
      for (int c = 0; c < 9; ++c)
        work.stress.col(c).head(count).matrix().noalias() = entries(strain.Gq, c, count) * work.qd;
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
    for (int first = 0; first < size() && moves; first += kDirections)
      for (const Block& block : blocksOf(part)) addViscousChange(work, block, q, first, own.slopes[part]);
    for (const Block& block : blocksOf(part)) addViscosity(work, block, q, own.dampings[part]);
  });
  for (const MatX& sum : own.slopes) dq += sum;
  for (const MatX& sum : own.dampings) dv += sum;
}

// ∂/∂q, for the rates work.qd.
void Volume::addViscousChange(Workspace& work, const Block& block, const VecXRef& q, int first, MatX& dq) const {
  const int count = std::min(size() - first, kDirections);
  const PointStrain<Directions>& strain = work.dualStrains.at(*block.points, q, first, spec_.turningDamped);
  for (int i = 0; i < block.points->count(); ++i) {
    Mat3T<Directions> rate = Mat3T<Directions>::Constant(Directions(0.0));
    for (int j = 0; j < size(); ++j) rate += matrixAt(strain.Gq, i, 9 * j) * Directions(work.qd[j]);
    const Mat3T<Directions> P =
        viscousStress<Directions>(*spec_.law, matrixAt(strain.G, i, 0), rate, spec_.turningDamped) *
        Directions(spec_.relaxation * block.volume[i]);
    for (int j = 0; j < size(); ++j) {
      const Directions force = contract<Directions>(P, matrixAt(strain.Gq, i, 9 * j));
      for (int d = 0; d < count; ++d) dq(j, first + d) += force.d[d];
    }
  }
}

// ∂/∂q̇: the viscous stress of one unit rate after another.
void Volume::addViscosity(Workspace& work, const Block& block, const VecXRef& q, MatX& dv) const {
  const PointStrain<double>& strain = work.strains.at(*block.points, q, 0, spec_.turningDamped);
  for (int i = 0; i < block.points->count(); ++i) {
    const Mat3 G = matrixAt(strain.G, i, 0);
    for (int k = 0; k < size(); ++k) {
      const Mat3 Gk = matrixAt(strain.Gq, i, 9 * k);
      const Mat3 P = spec_.turningDamped ? Mat3(2 * spec_.law->stiffness() * Gk) : spec_.law->viscousStress(G, Gk);
      for (int j = 0; j < size(); ++j)
        dv(j, k) += spec_.relaxation * block.volume[i] * contract<double>(P, matrixAt(strain.Gq, i, 9 * j));
    }
  }
}

}  // namespace tendril
