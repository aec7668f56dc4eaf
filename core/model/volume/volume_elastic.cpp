// SPDX-License-Identifier: BSD-3-Clause
// Elastic and damping forces of a volume (primitives.md §3): k_j = Σ w P:∂_jG with P = ∂W/∂G, and
//   objective  d_j = ½η Σ w Ċ:∂_jC = η Σ w (G Ċ):∂_jG,   C = GᵀG, Ċ = Σ ∂_jC q̇_j,
//   toolbox    d_j = 2η Σ w Ḟ:∂_jF,                       Ḟ = Σ ∂_jF q̇_j,
// η = relaxation × (W1 + W2 at rest). Derivatives with q by duals of G and ∂G/∂q.
#include "core/model/volume/map/dual_vector.hpp"
#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_data.hpp"

namespace tendril {
namespace {

struct Invariants {
  double I1, I2;
};

template <class S>
S contract(const Mat3T<S>& A, const Mat3T<S>& B) {
  return A.cwiseProduct(B).sum();
}

/// Of G with determinant 1: its inverse, transposed. Its product with ∂G/∂q is the change of the determinant, 0.
template <class S>
Mat3T<S> cofactor(const Mat3T<S>& G) {
  Mat3T<S> out;
  for (int c = 0; c < 3; ++c) {
    const Vec3T<S> a = G.col((c + 1) % 3), b = G.col((c + 2) % 3);
    out.col(c) = crossed<S>(a, b);
  }
  return out;
}

/// First Piola–Kirchhoff stress of G with the pressure, which does no work, that makes it vanish at rest: `rest` =
/// restStress. What is unloaded is so to the last digit.
template <class S>
Mat3T<S> stress(const VolumeLaw& law, double rest, const Mat3T<S>& G) {
  const Mat3T<S> C = G.transpose() * G;
  const S I1 = C.trace(), I2 = 0.5 * (I1 * I1 - contract<S>(C, C));
  const LawValues x = law.evaluate(plainValue(I1), plainValue(I2));
  S W1(x.W1), W2(x.W2);
  if constexpr (!std::is_same_v<S, double>) {
    W1.d = x.W11 * I1.d + x.W12 * I2.d;
    W2.d = x.W12 * I1.d + x.W22 * I2.d;
  }
  return G * S(2.0 * (W1 + W2 * I1)) - G * C * S(2.0 * W2) - cofactor(G) * S(rest);
}

/// What a damping force is contracted with, for ∂_jG or ∂_jF; linear in q̇.
template <class S>
Mat3T<S> viscousStress(const PointStrain<S>& strain, int i, const Mat3T<S>& G, const VecX& qd, bool turning) {
  Mat3T<S> rate = Mat3T<S>::Constant(S(0.0));
  for (int j = 0; j < qd.size(); ++j) rate += matrixAt(strain.Gq, i, 9 * j) * S(qd[j]);
  if (turning) return rate * S(2.0);
  const Mat3T<S> half = rate.transpose() * G;
  return G * Mat3T<S>(half + half.transpose());
}

}  // namespace

double Volume::elasticEnergy(const VecXRef& q) const {
  if (!spec_.law) return 0;
  Workspace& work = workspaces_->local();
  double sum = 0;
  for (const Block& block : blocks_) {
    const PointStrain<double>& strain = work.strains.at(*block.sites, q, 0, false);
    for (int i = 0; i < block.sites->count(); ++i) {
      const Mat3 G = matrixAt(strain.G, i, 0), C = G.transpose() * G;
      const double I1 = C.trace();
      sum += block.volume[i] * spec_.law->evaluate(I1, 0.5 * (I1 * I1 - C.squaredNorm())).W;
    }
  }
  return sum;
}

void Volume::addElasticForce(const VecXRef& q, VecXMut force) const {
  if (!spec_.law) return;
  const double rest = restStress(spec_.law->evaluate(3, 3));
  std::vector<VecX>& sums = workspaces_->local().forces;
  forEachPart([&](std::size_t part) {
    Workspace& work = workspaces_->local();
    VecX& sum = sums[part].setZero();
    for (const Block& block : blocksOf(part)) {
      const PointStrain<double>& strain = work.strains.at(*block.sites, q, 0, false);
      for (int i = 0; i < block.sites->count(); ++i) {
        const Mat3 P = stress<double>(*spec_.law, rest, matrixAt(strain.G, i, 0)) * block.volume[i];
        for (int j = 0; j < size(); ++j) sum[j] += contract<double>(P, matrixAt(strain.Gq, i, 9 * j));
      }
    }
  });
  for (const VecX& sum : sums) force += sum;
}

void Volume::addStiffness(const VecXRef& q, MatXMut stiffness) const {
  if (!spec_.law) return;
  const double rest = restStress(spec_.law->evaluate(3, 3));
  std::vector<MatX>& sums = workspaces_->local().slopes;
  const auto addDirections = [&](Workspace& work, const Block& block, int first, MatX& sum) {
    const PointStrain<Directions>& strain = work.dualStrains.at(*block.sites, q, first, false);
    for (int i = 0; i < block.sites->count(); ++i) {
      const Mat3T<Directions> P =
          stress<Directions>(*spec_.law, rest, matrixAt(strain.G, i, 0)) * Directions(block.volume[i]);
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
  const double eta = spec_.relaxation * spec_.law->stiffness();
  std::vector<VecX>& sums = workspaces_->local().forces;
  forEachPart([&](std::size_t part) {
    Workspace& work = workspaces_->local();
    work.qd = qd;
    VecX& sum = sums[part].setZero();
    for (const Block& block : blocksOf(part)) {
      const PointStrain<double>& strain = work.strains.at(*block.sites, q, 0, spec_.turningDamped);
      for (int i = 0; i < block.sites->count(); ++i) {
        const Mat3 G = matrixAt(strain.G, i, 0);
        const Mat3 P = viscousStress<double>(strain, i, G, work.qd, spec_.turningDamped) * (eta * block.volume[i]);
        for (int j = 0; j < size(); ++j) sum[j] += contract<double>(P, matrixAt(strain.Gq, i, 9 * j));
      }
    }
  });
  for (const VecX& sum : sums) force += sum;
}

void Volume::addDampingDerivatives(const VecXRef& q, const VecXRef& qd, MatXMut dq, MatXMut dv) const {
  if (!spec_.law || spec_.relaxation == 0) return;
  const double eta = spec_.relaxation * spec_.law->stiffness();
  Workspace& own = workspaces_->local();
  forEachPart([&](std::size_t part) {
    Workspace& work = workspaces_->local();
    work.qd = qd;
    own.slopes[part].setZero(), own.dampings[part].setZero();
    for (int first = 0; first < size(); first += kDirections)
      for (const Block& block : blocksOf(part)) addViscousChange(work, block, q, first, eta, own.slopes[part]);
    for (const Block& block : blocksOf(part)) addViscosity(work, block, q, eta, own.dampings[part]);
  });
  for (const MatX& sum : own.slopes) dq += sum;
  for (const MatX& sum : own.dampings) dv += sum;
}

// ∂/∂q, for the rates work.qd.
void Volume::addViscousChange(Workspace& work, const Block& block, const VecXRef& q, int first, double eta,
                              MatX& dq) const {
  const int count = std::min(size() - first, kDirections);
  const PointStrain<Directions>& strain = work.dualStrains.at(*block.sites, q, first, spec_.turningDamped);
  for (int i = 0; i < block.sites->count(); ++i) {
    const Mat3T<Directions> G = matrixAt(strain.G, i, 0);
    const Mat3T<Directions> P =
        viscousStress<Directions>(strain, i, G, work.qd, spec_.turningDamped) * Directions(eta * block.volume[i]);
    for (int j = 0; j < size(); ++j) {
      const Directions force = contract<Directions>(P, matrixAt(strain.Gq, i, 9 * j));
      for (int d = 0; d < count; ++d) dq(j, first + d) += force.d[d];
    }
  }
}

// ∂/∂q̇: the viscous stress of one unit rate after another.
void Volume::addViscosity(Workspace& work, const Block& block, const VecXRef& q, double eta, MatX& dv) const {
  const PointStrain<double>& strain = work.strains.at(*block.sites, q, 0, spec_.turningDamped);
  for (int i = 0; i < block.sites->count(); ++i) {
    const Mat3 G = matrixAt(strain.G, i, 0);
    for (int k = 0; k < size(); ++k) {
      const Mat3 Gk = matrixAt(strain.Gq, i, 9 * k), half = Gk.transpose() * G;
      const Mat3 P = spec_.turningDamped ? Mat3(2 * Gk) : Mat3(G * Mat3(half + half.transpose()));
      for (int j = 0; j < size(); ++j)
        dv(j, k) += eta * block.volume[i] * contract<double>(P, matrixAt(strain.Gq, i, 9 * j));
    }
  }
}

}  // namespace tendril
