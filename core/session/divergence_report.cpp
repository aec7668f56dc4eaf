// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/divergence_report.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/dynamics/contact/contacts.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/model/body/admissible_set.hpp"
#include "core/model/model.hpp"

namespace tendril {
namespace {

constexpr double kTiny = 1e-300;

/// Calls each(velocity coordinate) for those of a link.
template <class Each>
void eachVelocity(const Link& link, Each&& each) {
  for (int i = 0; i < link.nvJoint; ++i) each(link.vJoint + i);
  for (int i = 0; i < link.nBody; ++i) each(link.vBody + i);
}

class Reporter {
 public:
  Reporter(const Model& model, const History& steps) : model_(model), steps_(steps), data_(model) {}

  DivergenceReport report() {
    const std::size_t count = steps_.size();
    out_.share.assign(model_.links.size(), 0);
    out_.coordinate.assign(model_.links.size(), -1);
    if (count == 0) return std::move(out_);
    findStep();
    for (std::size_t k = 1; k + 1 < count; ++k) lookAtStep(k);
    findMargin();
    findFastest(steps_.record(count - 1));
    findDepth(steps_.record(count - 1));
    return std::move(out_);
  }

 private:
  void findStep() {
    std::vector<double> all;
    for (std::size_t k = 1; k < steps_.size(); ++k) all.push_back(steps_.time(k) - steps_.time(k - 1));
    if (all.empty()) return;
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end());
    out_.step = *middle;
  }

  /// The last one that could be looked at is what stays in `share`.
  void lookAtStep(std::size_t k) {
    const History::Record before = steps_.record(k - 1), now = steps_.record(k), after = steps_.record(k + 1);
    const double span = after.t - before.t;
    if (!(span > 0)) return;
    const VecX a = (after.v - before.v) / span, u = now.u;
    try {
      forwardDynamics(model_, data_, now.q, now.v, {.t = now.t, .u = &u});
    } catch (const std::exception&) {
      return;  // the engine says elsewhere which link it is
    }
    const VecX wrong = a - data_.acceleration;
    massMatrix(model_, data_, now.q);
    const VecX force = data_.massMatrix * wrong;
    const double all = wrong.dot(force), size = a.dot(data_.massMatrix * a);
    if (!std::isfinite(all)) return;
    out_.t.push_back(now.t);
    out_.error.push_back(std::sqrt(std::max(0.0, all) / std::max(size, kTiny)));
    shareOut(wrong, force);
  }

  void shareOut(const VecX& wrong, const VecX& force) {
    double sum = 0;
    for (std::size_t i = 0; i < model_.links.size(); ++i) {
      double most = 0, share = 0;
      int worst = -1;
      eachVelocity(model_.links[i], [&](int c) {
        const double own = std::abs(wrong[c] * force[c]);
        share += own;
        if (own > most) most = own, worst = c;
      });
      out_.share[i] = share;
      out_.coordinate[i] = worst;
      sum += share;
    }
    for (double& share : out_.share) share = sum > 0 ? share / sum : 0;
    const auto worst = std::max_element(out_.share.begin(), out_.share.end());
    out_.worstLink = sum > 0 ? static_cast<int>(worst - out_.share.begin()) : -1;
  }

  void findMargin() {
    for (std::size_t i = 0; i < model_.links.size(); ++i) {
      const Link& link = model_.links[i];
      const auto* set = dynamic_cast<const AdmissibleSet*>(link.body.get());
      if (!set) continue;
      for (std::size_t k = 0; k < steps_.size(); ++k) {
        const History::Record now = steps_.record(k);
        const double margin = set->admissibleMargin(now.q.segment(link.qBody, link.nBody));
        if (out_.least && !(margin < out_.least->margin)) continue;
        out_.least = {static_cast<int>(i), margin, now.t, {}};
      }
    }
    if (!out_.least) return;
    const Link& link = model_.links[static_cast<std::size_t>(out_.least->link)];
    const History::Record then = steps_.record(steps_.find(out_.least->t));
    out_.least->violation =
        dynamic_cast<const AdmissibleSet&>(*link.body).violation(then.q.segment(link.qBody, link.nBody));
  }

  /// The largest eigenvalues of M⁻¹K and M⁻¹D, of their symmetric parts: what a step must follow.
  void findFastest(const History::Record& now) {
    if (model_.nv == 0 || model_.nv > DivergenceReport::kMostCoordinates) return;
    const VecX u = now.u;
    try {
      forwardDynamics(model_, data_, now.q, now.v, {.t = now.t, .u = &u});
      const VecX a = data_.acceleration;
      residualDerivatives(model_, data_, now.q, now.v, a, {.t = now.t, .u = &u});
    } catch (const std::exception&) {
      return;
    }
    const Eigen::LLT<MatX> mass(data_.massMatrix);
    if (mass.info() != Eigen::Success || !data_.dIDdq.allFinite() || !data_.dIDdv.allFinite()) return;
    take(mass, data_.dIDdq, false);
    take(mass, data_.dIDdv, true);
  }

  void take(const Eigen::LLT<MatX>& mass, const MatX& matrix, bool decays) {
    MatX scaled = 0.5 * (matrix + matrix.transpose());
    mass.matrixL().solveInPlace(scaled);
    scaled.transposeInPlace();
    mass.matrixL().solveInPlace(scaled);
    const Eigen::SelfAdjointEigenSolver<MatX> solver(0.5 * (scaled + scaled.transpose()));
    if (solver.info() != Eigen::Success) return;
    int at = 0;
    const double largest = solver.eigenvalues().cwiseAbs().maxCoeff(&at);
    const double rate = decays ? largest : std::sqrt(largest);
    if (!(rate > out_.fastest)) return;
    out_.fastest = rate;
    out_.decays = decays;
    const VecX shape = mass.matrixU().solve(solver.eigenvectors().col(at));
    const VecX momentum = mass.reconstructedMatrix() * shape;
    double most = -1;
    for (std::size_t i = 0; i < model_.links.size(); ++i) {
      double share = 0;
      eachVelocity(model_.links[i], [&](int c) { share += shape[c] * momentum[c]; });
      if (share > most) most = share, out_.fastestLink = static_cast<int>(i);
    }
  }

  void findDepth(const History::Record& now) {
    if (model_.contacts.empty()) return;
    kinematics(model_, data_, now.q, now.v);
    std::vector<ContactPoint> points;
    activeContacts(model_, data_, points);
    for (const ContactPoint& point : points)
      if (!out_.deepest || -point.gap > out_.deepest->depth) out_.deepest = {point.contact, -point.gap};
  }

  const Model& model_;
  const History& steps_;
  Data data_;
  DivergenceReport out_;
};

}  // namespace

double DivergenceReport::stepsPerPeriod() const {
  if (!(fastest > 0) || !(step > 0)) return 0;
  return (decays ? 1 : 2 * std::numbers::pi) / (fastest * step);
}

DivergenceReport reportDivergence(const std::shared_ptr<const Model>& model, const History& steps) {
  return Reporter(*model, steps).report();
}

}  // namespace tendril
