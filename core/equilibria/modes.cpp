// SPDX-License-Identifier: BSD-3-Clause
#include "core/equilibria/modes.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "core/constraints/failure.hpp"
#include "core/equilibria/statics_equations.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

constexpr double kBalanced = 1e-6;     // relative residual up to which a configuration is an equilibrium
constexpr double kSymmetric = 1e-9;    // relative asymmetry up to which a tangent has a potential
constexpr double kRounding = 1e-11;    // of |φ|ᵀ|K||φ|: what is left of φᵀKφ when it cancels
constexpr double kForceNoise = 1e-12;  // of the forces: what their directions are known to
constexpr int kPasses = 3, kShifts = 12;
constexpr double kFew = 10;
constexpr double kRegular = 1e-10;  // reciprocal condition from which on a mass matrix is inverted
constexpr double kInertia = 1e-13;  // of the slowest mode: what (λ + σ)⁻¹ must be to be more than rounding
constexpr double kSplit = 1e8;      // modes below this many roundings of the largest are computed by inversion

/// Eigenvalues λ (ascending) and eigenvectors (M-orthonormal) of K φ = λ M φ, symmetric.
struct Spectrum {
  VecX values;
  MatX vectors;
  VecX precision;  ///< absolute, of the values
};

/// M φ = μ (K + σM) φ, μ = 1/(λ + σ): exact to rounding of σ, and content with inertia that is nearly or wholly
/// absent (μ → 0) where stiffness is not. False if K + σM is not positive definite.
struct Inverse {
  VecX mu;  ///< descending
  MatX vectors;

  bool compute(const MatX& K, const MatX& M, double shift) {
    const MatX shifted = K + shift * M;
    if (Eigen::LLT<MatX>(shifted).info() != Eigen::Success) return false;
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> eigen(M, shifted);
    mu = eigen.eigenvalues().reverse();
    vectors = eigen.eigenvectors().rowwise().reverse();
    return mu.allFinite() && mu[0] > 0;
  }
};

/// The usual algorithm is exact to rounding of the largest λ, which may be 1e12 times the one that matters: the low end
/// comes from the inverse.
Spectrum solveRegular(const MatX& K, const MatX& M) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> direct(K, M);
  const Eigen::Index n = K.rows();
  const double rounding = static_cast<double>(n) * std::numeric_limits<double>::epsilon();
  double largest = direct.eigenvalues().cwiseAbs().maxCoeff();
  Spectrum out{direct.eigenvalues(), direct.eigenvectors(), VecX::Constant(n, rounding * largest)};
  Inverse inverse;
  for (int pass = 0; pass < kPasses; ++pass) {
    const double shift = std::max(kSplit * rounding * largest, -2 * out.values[0]);
    const Eigen::Index low = (out.values.array() < shift).count();
    if (low == 0 || !(shift > 0) || !(shift < largest) || !inverse.compute(K, M, shift)) break;
    for (Eigen::Index k = 0; k < low; ++k) {
      out.values[k] = 1 / inverse.mu[k] - shift;
      out.vectors.col(k) = inverse.vectors.col(k) / std::sqrt(inverse.mu[k]);
      out.precision[k] = kFew * rounding * shift;
    }
    largest = shift;
  }
  return out;
}

/// The modes that carry inertia, where M is (nearly) singular, as that of a rod of many coordinates is. Empty if
/// something has neither inertia nor stiffness.
Spectrum solveSingular(const MatX& K, const MatX& M) {
  const double rounding = static_cast<double>(K.rows()) * std::numeric_limits<double>::epsilon();
  double fastest = 0;
  for (Eigen::Index i = 0; i < K.rows(); ++i)
    if (M(i, i) > 0) fastest = std::max(fastest, std::abs(K(i, i)) / M(i, i));
  double shift = fastest > 0 ? kSplit * rounding * fastest : 1;
  Inverse inverse;
  for (int k = 0; !inverse.compute(K, M, shift); shift *= 10)
    if (++k > kShifts) return {};
  const Eigen::Index count = (inverse.mu.array() > kInertia * inverse.mu[0]).count();
  Spectrum out{inverse.mu.head(count).cwiseInverse().array() - shift, inverse.vectors.leftCols(count),
               VecX::Constant(count, kFew * rounding * shift)};
  for (Eigen::Index k = 0; k < count; ++k) out.vectors.col(k) /= std::sqrt(inverse.mu[k]);
  return out;
}

Spectrum solveSymmetric(const MatX& K, const MatX& M) {
  const Eigen::LLT<MatX> mass(M);
  return mass.info() == Eigen::Success && mass.rcond() > kRegular ? solveRegular(K, M) : solveSingular(K, M);
}

/// Largest real part of s with s² M + s D + K singular.
double largestGrowth(const MatX& K, const MatX& D, const MatX& M) {
  const Eigen::Index n = K.rows();
  const Eigen::LLT<MatX> mass(M);
  MatX companion = MatX::Zero(2 * n, 2 * n);
  companion.topRightCorner(n, n).setIdentity();
  companion.bottomLeftCorner(n, n) = -mass.solve(K);
  companion.bottomRightCorner(n, n) = -mass.solve(D);
  const Eigen::VectorXcd values = Eigen::EigenSolver<MatX>(companion, false).eigenvalues();
  const double growth = values.real().maxCoeff();
  return std::abs(growth) > kSymmetric * values.cwiseAbs().maxCoeff() ? growth : 0;
}

class Analysis {
 public:
  Analysis(const Model& model, Data& data, const StaticsProblem& problem)
      : model_(model), data_(data), eq_(model, data, problem, options_) {
    out_.q = problem.q.size() ? problem.q : model.q0;
    normalize(model, out_.q);
  }

  Modes run(int count) {
    eq_.evaluateTangent(eq_.begin(out_.q));
    out_.residual = eq_.relativeResidual();
    if (!balanced() || !project()) return std::move(out_);
    const Spectrum spectrum = solveSymmetric(K_, M_);
    if (spectrum.values.size() == 0) return explainMassless();
    take(spectrum, count);
    if (out_.asymmetry > kSymmetric) out_.growth = largestGrowth(tangent_, D_, M_);
    out_.stable = out_.unstableModes == 0 && out_.rigidModes == 0 && out_.growth <= 0;
    return std::move(out_);
  }

 private:
  bool balanced() {
    if (!eq_.residual.allFinite() || !eq_.tangent.allFinite()) {
      out_.failure = "No modes: forces at this configuration are not finite numbers. Check q, inputs and loads.";
    } else if (const std::string open = eq_.openLoops(); !open.empty()) {
      out_.failure = "No modes: loops are open (" + open + "). Find an equilibrium first (statics).";
    } else if (!(out_.residual <= kBalanced)) {
      const Failure place = makeFailure(model_, Failure::Kind::kNewtonDiverged, 0, eq_.residual.head(model_.nv));
      out_.failure = "No modes: this configuration is no equilibrium, forces of " +
                     messageNumber(100 * out_.residual, 2) + " % of the load stay unbalanced" +
                     (place.linkName.empty() ? "" : " at link \"" + place.linkName + "\"") +
                     ". Find an equilibrium first (statics).";
    }
    return out_.failure.empty();
  }

  /// The matrices of motions that the loops allow.
  bool project() {
    Z_ = eq_.freeDirections();
    if (Z_.cols() == 0) {
      out_.failure = "No modes: nothing can move. The robot has no coordinates that its loops leave free.";
      return false;
    }
    const auto restrict = [&](const auto& matrix) { return MatX(Z_.transpose() * matrix * Z_); };
    tangent_ = restrict(eq_.tangent.topLeftCorner(model_.nv, model_.nv));
    D_ = restrict(data_.dIDdv), M_ = restrict(data_.massMatrix);
    K_ = 0.5 * (tangent_ + tangent_.transpose());
    const double size = tangent_.norm();
    out_.asymmetry = size > 0 ? (tangent_ - tangent_.transpose()).norm() / size : 0;
    return true;
  }

  Modes explainMassless() {
    Eigen::Index most = 0;
    const Eigen::SelfAdjointEigenSolver<MatX> eigen(M_);
    (Z_ * eigen.eigenvectors().col(0)).cwiseAbs().maxCoeff(&most);
    out_.failure = "No modes: " + model_.velocityName(static_cast<int>(most)) +
                   " can move with neither inertia nor stiffness. Give the link mass and inertia about every axis in "
                   "which it can move, or fix its joint.";
    return std::move(out_);
  }

  /// Whether λ of the shape φ is rounding.
  bool isZero(double lambda, double precision, const VecX& shape) const {
    const VecX size = shape.cwiseAbs();
    const MatX stiffness = eq_.tangent.topLeftCorner(model_.nv, model_.nv).cwiseAbs();
    const double noise = kForceNoise * eq_.forceScale() * size.sum() * size.sum();
    return std::abs(lambda) <= precision + kRounding * size.dot(stiffness * size) + noise;
  }

  void take(const Spectrum& spectrum, int count) {
    const Eigen::Index all = spectrum.values.size();
    const Eigen::Index k = count > 0 ? std::min<Eigen::Index>(count, all) : all;
    out_.eigenvalues = spectrum.values.head(k);
    out_.frequencies = out_.damping = VecX::Zero(k);
    out_.shapes = Z_ * spectrum.vectors.leftCols(k);
    for (Eigen::Index i = 0; i < all; ++i) {
      const double lambda = spectrum.values[i];
      const bool zero = isZero(lambda, spectrum.precision[i], Z_ * spectrum.vectors.col(i));
      out_.rigidModes += zero, out_.unstableModes += !zero && lambda < 0;
      if (i >= k) continue;
      if (zero) out_.eigenvalues[i] = 0;
      if (zero || lambda < 0) continue;
      const double omega = std::sqrt(lambda);
      out_.frequencies[i] = omega / (2 * std::numbers::pi);
      out_.damping[i] = spectrum.vectors.col(i).dot(D_ * spectrum.vectors.col(i)) / (2 * omega);
    }
    order();
    for (Eigen::Index i = 0; i < k; ++i) fixSign(out_.shapes.col(i));
  }

  /// Eigenvalues that became zero stand behind the negative ones.
  void order() {
    std::vector<Eigen::Index> places(static_cast<std::size_t>(out_.eigenvalues.size()));
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<Eigen::Index>(i);
    std::stable_sort(places.begin(), places.end(),
                     [&](Eigen::Index a, Eigen::Index b) { return out_.eigenvalues[a] < out_.eigenvalues[b]; });
    const Modes before = out_;
    for (Eigen::Index i = 0; i < out_.eigenvalues.size(); ++i) {
      const Eigen::Index from = places[static_cast<std::size_t>(i)];
      out_.eigenvalues[i] = before.eigenvalues[from], out_.frequencies[i] = before.frequencies[from];
      out_.damping[i] = before.damping[from], out_.shapes.col(i) = before.shapes.col(from);
    }
  }

  void fixSign(Eigen::Ref<VecX> shape) const {
    constexpr double kNearlyEqual = 1 - 1e-6;
    const VecX moved = shape.cwiseAbs().cwiseProduct(data_.massMatrix.diagonal().cwiseMax(0).cwiseSqrt());
    const double most = moved.maxCoeff();
    Eigen::Index first = 0;
    while (moved[first] < kNearlyEqual * most) ++first;
    if (shape[first] < 0) shape = -shape;
  }

  const Model& model_;
  Data& data_;
  const StaticsOptions options_;
  statics::Equations eq_;
  MatX Z_, tangent_, K_, D_, M_;
  Modes out_;
};

void checkSize(const char* name, const VecX& given, int wanted) {
  if (given.size() != 0 && given.size() != wanted)
    throw std::invalid_argument(std::string("modes: ") + name + " has " + std::to_string(given.size()) +
                                " entries, the robot needs " + std::to_string(wanted));
}

}  // namespace

Modes modalAnalysis(const Model& model, Data& data, const StaticsProblem& problem, int count) {
  checkSize("u", problem.u, model.nu);
  checkSize("tau", problem.tau, model.nv);
  checkSize("q", problem.q, model.nq);
  return Analysis(model, data, problem).run(count);
}

double largestSpeed(const Model& model, Data& data, const VecXRef& q, const VecXRef& v) {
  kinematics(model, data, q, v);
  double out = 0;
  const auto see = [&](int frame, const Vec3& point) {
    const Frame& f = data.frames[static_cast<std::size_t>(frame)];
    const Vec3 p = f.X * point;
    out = std::max(out, (f.V.tail<3>() + f.V.head<3>().cross(p)).norm());
  };
  for (int frame = 1; frame < model.frameCount; ++frame) see(frame, Vec3::Zero());
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    if (model.links[i].body) continue;
    see(static_cast<int>(i) + 1, model.links[i].rigidTip.p);
    see(static_cast<int>(i) + 1, model.links[i].rigid.com);
  }
  return out;
}

}  // namespace tendril
