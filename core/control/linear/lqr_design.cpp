// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/linear/lqr_design.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <stdexcept>
#include <string>

#include "core/control/linear/riccati.hpp"
#include "core/control/linear/zero_order_hold.hpp"
#include "core/dynamics/loops.hpp"
#include "core/equilibria/statics.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

constexpr double kSame = 1e-4;       // rad, m: how far an equilibrium may be from what was wanted
constexpr double kSolved = 1e-8;     // residual of the Riccati equation
constexpr int kBalanceSteps = 3;     // cables on spools pull as they are stretched
constexpr double kSmallest = 1e-10;  // of the largest: what an input that balances counts

[[noreturn]] void refuse(const std::string& message) {
  throw std::runtime_error(message);
}

class Designer {
 public:
  Designer(const Model& plant, const std::vector<int>& outputs, const LqrSettings& settings)
      : plant_(plant), outputs_(outputs), settings_(settings), data_(plant) {
    out_.u = VecX::Zero(plant.nu);
    plant.inputsAt(0, out_.u);
    problem_.q = plant.q0;
  }

  LqrDesign run(double period) {
    hold();
    weigh();
    checkPoles();
    solve(period);
    return std::move(out_);
  }
  LqrDesign rest() {
    hold();
    return std::move(out_);
  }

 private:
  void hold() {
    if (settings_.initial)
      balance();
    else
      out_.u(outputs_) = settings_.inputs;
    settle();
    linearizeThere();
  }

  /// Inputs of the outputs that balance the initial configuration best.
  void balance() {
    const VecX still = VecX::Zero(plant_.nv);
    VecX lambda = VecX::Zero(plant_.nl);
    for (int k = 0; k < kBalanceSteps; ++k) {
      residualDerivatives(plant_, data_, plant_.q0, still, still,
                          {.u = &out_.u, .lambda = plant_.nl ? &lambda : nullptr});
      MatX columns(plant_.nv, static_cast<Eigen::Index>(outputs_.size()) + plant_.nl);
      for (std::size_t i = 0; i < outputs_.size(); ++i)
        columns.col(static_cast<Eigen::Index>(i)) = share(outputs_[i]) * data_.B.col(outputs_[i]);
      if (plant_.nl) {
        loopErrors(plant_, data_);
        columns.rightCols(plant_.nl) = data_.loopJacobian.transpose();
      }
      VecX force = data_.tau;
      for (const PrescribedJoint& d : plant_.prescribedJoints) columns.row(d.v).setZero(), force[d.v] = 0;
      Eigen::CompleteOrthogonalDecomposition<MatX> solver;
      solver.setThreshold(kSmallest);
      const VecX change = solver.compute(columns).solve(force);
      out_.u(outputs_) += change.head(static_cast<Eigen::Index>(outputs_.size()));
      lambda += change.tail(plant_.nl);
    }
  }

  /// ∂effort/∂u of an input.
  double share(int input) const {
    for (std::size_t i = 0; i < plant_.actuators.size(); ++i)
      if (plant_.inputOffset[i] == input && plant_.actuators[i]->hasEffortLaw())
        return -data_.effortByCoordinate[input];
    return 1;
  }

  void settle() {
    VecX allowed = out_.u;
    plant_.clipInputs(allowed);
    for (const int input : outputs_)
      if (allowed[input] != out_.u[input])
        refuse("holding this configuration takes " + messageNumber(out_.u[input], 4) + " of \"" +
               plant_.inputName(input) + "\", whose range ends at " + messageNumber(allowed[input], 4) +
               ". Widen the range, or choose another configuration or other inputs");
    problem_.u = out_.u;
    StaticsOptions options;
    options.preferStable = false;
    const StaticsResult rest = solveStatics(plant_, data_, problem_, options);
    if (!rest.converged) refuse("there is no equilibrium to hold. " + rest.failure);
    VecX moved(plant_.nv);
    difference(plant_, plant_.q0, rest.q, moved);
    Eigen::Index most = 0;
    if (settings_.initial && plant_.nv && moved.cwiseAbs().maxCoeff(&most) > kSame)
      refuse("the outputs cannot hold the initial configuration: " + plant_.velocityName(static_cast<int>(most)) +
             " leaves it. Begin in an equilibrium, or hold the equilibrium next to it (about: equilibrium)");
    q_ = rest.q;
  }

  void linearizeThere() {
    OperatingPoint point;
    point.q = q_, point.u = out_.u;
    out_.about = linearize(plant_, data_, point);
    const LinearSystem& system = out_.about.system;
    out_.B.resize(system.A.rows(), static_cast<Eigen::Index>(outputs_.size()));
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      const auto& all = out_.about.inputs;
      const auto found = std::find(all.begin(), all.end(), outputs_[i]);
      if (found == all.end())
        refuse("\"" + plant_.inputName(outputs_[i]) + "\" moves its joint as its position says; use mode force");
      out_.B.col(static_cast<Eigen::Index>(i)) = system.B.col(found - all.begin());
    }
  }

  /// Weights of the independent coordinates.
  void weigh() {
    const MatX& Z = out_.about.Z;
    const Eigen::Index n = Z.cols(), nv = plant_.nv;
    MatX both = MatX::Zero(2 * nv, 2 * n);
    both.topLeftCorner(nv, n) = Z, both.bottomRightCorner(nv, n) = Z;
    MatX weights = settings_.stateWeights;
    weights.topLeftCorner(nv, nv) += settings_.positionWeights;
    weights.bottomRightCorner(nv, nv) += settings_.velocityWeights;
    Q_ = both.transpose() * weights * both;
  }

  /// What does not decay must be moved by the outputs and seen by the weights.
  void checkPoles() const {
    LinearSystem system = out_.about.system;
    system.B = out_.B, system.C = Q_;
    const PoleAnalysis poles = analysePoles(system, PoleTests::kNotDecaying);
    for (std::size_t k = 0; k < poles.poles.size(); ++k) {
      const Pole& pole = poles.poles[k];
      const std::string what = "the pole " + poleText(pole.value) + ", which moves " + movesMost(system, poles, k) +
                               " most, does not decay and is ";
      if (!pole.controllable)
        refuse("cannot be stabilised: " + what +
               "not moved by the outputs. Add an actuator that moves it, or damping, or hold that joint");
      if (!pole.observable) refuse(what + "not seen by the weights. Give its coordinates a position weight above 0");
    }
  }

  /// In balanced coordinates, x = S ξ.
  void solve(double period) {
    const VecX S = balancingScales(out_.about.system.A), inverse = S.cwiseInverse();
    const MatX A = inverse.asDiagonal() * out_.about.system.A * S.asDiagonal(), B = inverse.asDiagonal() * out_.B;
    const MatX Q = S.asDiagonal() * Q_ * S.asDiagonal();
    RiccatiSolution found;
    if (period > 0) {
      const HeldSystem held = holdInputs(A, B, Q, settings_.inputWeights, period);
      found = solveDiscreteRiccati(held.Phi, held.Gamma, held.Q, held.R, held.N);
    } else {
      found = solveContinuousRiccati(A, B, Q, settings_.inputWeights);
    }
    if (!found.found || !(found.residual < kSolved))
      refuse(std::string("no gains: the Riccati equation could not be solved") +
             (period > 0 ? ". Shorten the period, or" : ";") + " bring the weights closer to each other (residual " +
             messageNumber(found.residual, 2) + ")");
    out_.K = found.K * inverse.asDiagonal();
    out_.X = inverse.asDiagonal() * found.X * inverse.asDiagonal();
    out_.residual = found.residual;
  }

  const Model& plant_;
  const std::vector<int>& outputs_;
  const LqrSettings& settings_;
  Data data_;
  StaticsProblem problem_;
  VecX q_;
  MatX Q_;
  LqrDesign out_;
};

}  // namespace

LqrDesign lqrEquilibrium(const Model& plant, const std::vector<int>& outputs, const LqrSettings& settings) {
  try {
    return Designer(plant, outputs, settings).rest();
  } catch (const std::logic_error& error) {  // what does not fit
    throw std::runtime_error(error.what());
  }
}

LqrDesign designLqr(const Model& plant, const std::vector<int>& outputs, const LqrSettings& settings, double period) {
  try {
    return Designer(plant, outputs, settings).run(period);
  } catch (const std::logic_error& error) {  // what does not fit
    throw std::runtime_error(error.what());
  }
}

}  // namespace tendril
