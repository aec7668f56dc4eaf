// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/stable_step.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>

#include "core/text/number_text.hpp"

namespace tendril {
namespace {

constexpr double kRadius = 2.78;  // of the region of stability, where it is narrowest: on the negative real axis

/// The largest |λ| of small motions about q0 at rest, 1/s.
double fastestRate(const Model& model, Data& data) {
  const int n = model.nv;
  const VecX zero = VecX::Zero(n), u = VecX::Zero(model.nu);
  forwardDynamicsDerivatives(model, data, model.q0, zero, {.u = model.nu ? &u : nullptr, .motion = &zero});
  MatX companion = MatX::Zero(2 * n, 2 * n);
  companion.topRightCorner(n, n).setIdentity();
  companion.bottomLeftCorner(n, n) = data.dFDdq;
  companion.bottomRightCorner(n, n) = data.dFDdv;
  if (!companion.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  return Eigen::EigenSolver<MatX>(companion, false).eigenvalues().cwiseAbs().maxCoeff();
}

std::string number(double x) {
  return messageNumber(x, 2);
}

/// Whether the failure names an input or a load.
bool isExplained(const Failure& failure) {
  return failure.kind != Failure::Kind::kSingularMassMatrix && failure.kind != Failure::Kind::kMotionBlocked &&
         failure.residual.size() == 0;
}

}  // namespace

double longestExplicitStep(const Model& model, Data& data) {
  if (model.nv == 0) return std::numeric_limits<double>::infinity();
  try {
    return kRadius / fastestRate(model, data);
  } catch (const SingularMassMatrix&) {
  } catch (const OverconstrainedMotion&) {
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void explainExplicitStep(const Model& model, Data& data, double h, Failure& failure) {
  if (isExplained(failure)) return;
  const double longest = longestExplicitStep(model, data);
  if (!(h > longest)) return;
  failure.kind = Failure::Kind::kDiverged;
  failure.advice = "The step of " + number(h) +
                   " s is too long for runge_kutta_4, which is explicit: here it is stable up to about " +
                   number(longest) + " s (the fastest small motion has a rate of " + number(kRadius / longest) +
                   " 1/s). Use such a step, or an implicit integrator: generalized_alpha, bdf.";
}

}  // namespace tendril
