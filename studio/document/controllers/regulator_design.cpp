// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/controllers/regulator_design.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "core/control/linear/lqr_design.hpp"
#include "studio/document/controllers/rounded.hpp"

namespace tendril {
namespace {

constexpr double kRate = 2 * std::numbers::pi;  // rad/s: of what neither falls nor swings
constexpr double kDeviation = 0.1;              // of coordinates: what tightened tendons can answer
constexpr double kAlike = 10;                   // weights whose ratio is below that are one
constexpr double kNothing = 1e-300;
constexpr int kDigits = 2;

LqrSettings settingsOf(const Model& model, const ControllerDesign& design, std::size_t inputs) {
  const auto each = [&](const std::vector<double>& values) {
    VecX out(static_cast<Eigen::Index>(inputs));
    for (std::size_t i = 0; i < inputs; ++i) out[static_cast<Eigen::Index>(i)] = values[std::min(i, values.size() - 1)];
    return out;
  };
  LqrSettings out;
  out.initial = design.holdsInitial;
  out.inputs = each(design.held);
  out.inputWeights = each(design.inputWeights).asDiagonal();
  out.positionWeights = MatX::Identity(model.nv, model.nv);
  out.velocityWeights = MatX::Zero(model.nv, model.nv);
  out.stateWeights = MatX::Zero(2 * model.nv, 2 * model.nv);
  return out;
}

/// How fast the robot leaves the equilibrium; where it does not, its slowest pole, at most kRate.
double rateOf(const PoleAnalysis& poles) {
  double falls = 0, slowest = kRate, largest = 0;
  for (const Pole& pole : poles.poles) largest = std::max(largest, std::abs(pole.value));
  for (const Pole& pole : poles.poles) {
    const double size = std::abs(pole.value);
    if (!pole.decays && pole.value.real() > 1e-9 * largest) falls = std::max(falls, size);
    if (size > 1e-9 * largest) slowest = std::min(slowest, size);
  }
  return falls > 0 ? falls : slowest;
}

/// Squares of the deviations that one unit of each input causes at a rate. Between oscillation and growth (s at 45°):
/// on either axis lie poles, where answers have no bound.
std::vector<double> answersAt(const LqrDesign& rest, double rate) {
  const Eigen::Index n = rest.about.system.A.rows();
  Eigen::MatrixXcd shifted = -rest.about.system.A.cast<std::complex<double>>();
  shifted.diagonal().array() += std::polar(rate, std::numbers::pi / 4);
  const Eigen::MatrixXcd answers = shifted.partialPivLu().solve(rest.B.cast<std::complex<double>>());
  std::vector<double> out;
  for (Eigen::Index i = 0; i < answers.cols(); ++i) out.push_back(answers.col(i).head(n / 2).squaredNorm());
  return out;
}

/// One for all where they are alike; inputs that move nothing cost what the others do.
std::vector<double> weightsOf(std::vector<double> answers) {
  double least = INFINITY, most = 0;
  for (const double answer : answers)
    if (answer > kNothing && std::isfinite(answer)) least = std::min(least, answer), most = std::max(most, answer);
  if (!(most > 0)) return {1};
  const double middle = std::sqrt(least) * std::sqrt(most);
  if (most < kAlike * least) return {rounded(middle, kDigits)};
  for (double& answer : answers)
    answer = rounded(answer > kNothing && std::isfinite(answer) ? answer : middle, kDigits);
  return answers;
}

/// Weights of what it holds, and the gains for them; none where there are none, with a reason.
std::optional<LqrDesign> solve(const Model& model, const std::vector<int>& inputs, ControllerDesign& out,
                               std::string& why) {
  try {
    const LqrDesign rest = lqrEquilibrium(model, inputs, settingsOf(model, out, inputs.size()));
    LinearSystem system = rest.about.system;
    system.B = rest.B;
    out.inputWeights = weightsOf(answersAt(rest, rateOf(analysePoles(system, PoleTests::kNotDecaying))));
    return designLqr(model, inputs, settingsOf(model, out, inputs.size()), out.period.value_or(0));
  } catch (const std::runtime_error& error) {
    why = error.what();
    return std::nullopt;
  }
}

/// Whether an input cannot go below what it is without demand.
std::vector<bool> onlyPull(const Model& model, const std::vector<int>& inputs) {
  VecX lowest = VecX::Constant(model.nu, -1e300);
  model.clipInputs(lowest);
  std::vector<bool> out;
  for (const int input : inputs) out.push_back(lowest[input] >= 0);
  return out;
}

/// Inputs that answer a deviation both ways: what the gains ask for it, for those that only pull.
std::vector<double> tightened(const LqrDesign& loose, const std::vector<bool>& pulls) {
  const Eigen::Index n = loose.K.cols() / 2;
  const double most = kDeviation * loose.K.leftCols(n).rowwise().norm().maxCoeff();
  std::vector<double> out;
  for (const bool only : pulls) out.push_back(only ? rounded(most, 1) : 0);
  if (std::all_of(pulls.begin(), pulls.end(), [](bool only) { return only; })) out.resize(1);
  return out;
}

}  // namespace

void designRegulator(const Model& model, const std::vector<int>& inputs, ControllerDesign& out) {
  if (inputs.empty()) {
    out.problem = Problem{
        .path = "controllers", .message = "a regulator needs an actuator to hold with", .cure = "choose one or more"};
    return;
  }
  const std::vector<bool> pulls = onlyPull(model, inputs);
  const bool tight = std::find(pulls.begin(), pulls.end(), true) != pulls.end();
  std::string why, other;  // the equilibrium says more than the initial configuration
  for (const bool initial : {!tight, tight}) {
    ControllerDesign tried = out;
    tried.holdsInitial = initial;
    const std::optional<LqrDesign> found = solve(model, inputs, tried, initial ? other : why);
    if (!found) continue;
    out = tried;
    if (!tight || initial) return;
    tried.held = tightened(*found, pulls);
    if (solve(model, inputs, tried, other)) out = tried;
    return;
  }
  const std::size_t end = why.rfind(". ");
  out.problem = Problem{.path = "controllers",
                        .message = why.substr(0, end),
                        .cure = end == std::string::npos ? "choose other actuators" : why.substr(end + 2)};
}

}  // namespace tendril
