// SPDX-License-Identifier: BSD-3-Clause
// Inverse and forward dynamics with derivatives by time: floating bases with arms, over the number of links and the
// order. trees.md §7; the robots of [higher] Table 4. One thread.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "core/dynamics/time_derivatives/drive_dynamics.hpp"
#include "core/dynamics/time_derivatives/time_derivatives.hpp"
#include "tests/benchmarks/call_times.hpp"
#include "tests/benchmarks/robots.hpp"

namespace tendril::benchmarks {
namespace {

constexpr int kRounds = 25;
constexpr double kPi = 3.14159265358979323846;

/// A floating base with `arms` arms of `length` links each, with the data of trees.md §11.1.
Model aerial(int arms, int length) {
  ModelSpec spec;
  LinkSpec base;
  base.name = "base";
  base.joint.type = JointType::kFree;
  base.rigid = {2.5, Vec3::Zero(), Vec3(0.03, 0.03, 0.05).asDiagonal()};
  spec.links.push_back(base);
  const Vec3 axes[] = {Vec3::UnitY(), Vec3::UnitX(), Vec3::UnitZ()};
  for (int arm = 0; arm < arms; ++arm) {
    for (int i = 0; i < length; ++i) {
      LinkSpec link;
      link.name = "link " + std::to_string(spec.links.size());
      link.parent = i == 0 ? 0 : static_cast<int>(spec.links.size()) - 1;
      link.station = kBaseStation;
      const double angle = 2 * kPi * arm / arms;
      link.pose.p = i == 0 ? Vec3(0.09 * std::cos(angle), 0.09 * std::sin(angle), -0.1) : Vec3(0, 0, -0.12);
      link.joint.type = JointType::kRevolute;
      link.joint.axis = axes[i % 3];
      link.rigid = {0.25, Vec3(0, 0, -0.06), Vec3(0.002, 0.002, 0.001).asDiagonal()};
      spec.links.push_back(link);
    }
  }
  return Model(std::move(spec));
}

struct Times {
  double inverse, forward;
};

Times measure(const Model& model, int order) {
  std::mt19937 random(5);
  const auto number = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
  VecX q = model.q0, moved(model.nv);
  for (double& x : moved) x = number();
  integrate(model, model.q0, moved, q);
  MatX v(model.nv, order + 2);
  for (double& x : v.reshaped()) x = number();
  TimeDerivatives time(model, order);
  Data data(model);
  Times out{};
  out.inverse = microseconds(kRounds, [&] { time.inverseDynamics(q, v); });
  const MatX tau = time.tau;
  const VecX speed = v.col(0);
  out.forward = microseconds(kRounds, [&] { time.forwardDynamics(data, q, speed, tau); });
  return out;
}

/// Examples with rods and arcs, beside their inverse dynamics of order 0 by the ordinary algorithm.
void soft() {
  std::printf(
      "\n| soft, µs | degrees | ordinary | r = 0 | 2 | 4 | 6 | 10 | forward, r = 4 "
      "|\n|---|---|---|---|---|---|---|---|---|\n");
  for (const char* name : {"soft-manipulator", "tendon-arm-3-segments", "constant-curvature-chain", "hybrid-arm"}) {
    const Robot robot = exampleRobot(name);
    const Model& model = *robot.model;
    if (!whyNoTimeDerivatives(model).empty() || !model.prescribedJoints.empty()) continue;
    Data data(model);
    const VecX zero = VecX::Zero(model.nv);
    std::printf("| %s | %d | %.1f |", name, model.nv,
                microseconds(kRounds, [&] { inverseDynamics(model, data, model.q0, zero, zero); }));
    for (const int order : {0, 2, 4, 6, 10}) std::printf(" %.1f |", measure(model, order).inverse);
    std::printf(" %.1f |\n", measure(model, 4).forward);
    std::fflush(stdout);
  }
}

/// Robots with pairs of motors: [vsa] Algorithm VSA-NEA, and a call of the controller that linearises by feedback.
void drives() {
  std::printf(
      "\n| variable stiffness, µs | inverse dynamics of links and motors | call of the controller |\n|---|---|---|\n");
  for (const char* name : {"variable-stiffness-3r", "variable-stiffness-7r"}) {
    const Robot links = linkSideRobot(name), whole = exampleRobot(name);
    const Model &model = *links.model, &plant = *whole.model;
    DriveDynamics motors(model);
    std::mt19937 random(5);
    const auto number = [&] { return std::uniform_real_distribution<double>(-0.2, 0.2)(random); };
    const MatX v = MatX::NullaryExpr(model.nv, 4, number);
    MatX stiffness = MatX::Zero(motors.pairs(), 3);
    for (const DrivenCoordinate& c : motors.coordinates())
      stiffness(c.pair, 0) = 3 * c.motors[0].spring->evaluate(0).stiffness;
    const double inverse = microseconds(kRounds, [&] { motors.inverseDynamics(model.q0, v, stiffness); });
    if (!motors.failure.empty()) std::printf("%s\n", motors.failure.c_str());
    const Controller& law = *plant.controllers.front();
    const auto workspace = law.makeWorkspace(plant);
    VecX state = VecX::Zero(law.stateSize()), demand = VecX::Zero(static_cast<Eigen::Index>(law.outputs.size()));
    VecX signals(static_cast<Eigen::Index>(law.signals().size()));
    const double call = microseconds(kRounds, [&] {
      law.update(*workspace, {.t = 1, .q = plant.q0, .v = plant.v0}, {state, demand, signals});
    });
    std::printf("| %s | %.2f | %.2f |\n", name, inverse, call);
    std::fflush(stdout);
  }
}

int run() {
  drives();
  soft();
  const std::vector<int> orders = {0, 1, 2, 3, 5, 7, 10, 14};
  std::vector<double> links, inverseOfLinks, forwardOfLinks;
  for (const auto& [arms, length] : {std::pair{2, 3}, {5, 4}, {5, 20}, {5, 199}}) {
    const Model model = aerial(arms, length);
    const int n = arms * length + 1;
    Data data(model);
    const VecX zero = VecX::Zero(model.nv);
    std::printf(
        "\n%d links, %d degrees of freedom; µs per call (order 0 by the ordinary algorithms: inverse %.2f, "
        "forward %.2f)\n\n| r | inverse | forward |\n|---|---|---|\n",
        n, model.nv, microseconds(kRounds, [&] { inverseDynamics(model, data, model.q0, zero, zero); }),
        microseconds(kRounds, [&] { forwardDynamics(model, data, model.q0, zero, {.tau = &zero}); }));
    std::vector<double> r, inverse, forward;
    for (const int order : orders) {
      const Times times = measure(model, order);
      std::printf("| %d | %.2f | %.2f |\n", order, times.inverse, times.forward);
      std::fflush(stdout);
      if (order >= 3) r.push_back(order), inverse.push_back(times.inverse), forward.push_back(times.forward);
      if (order == 5)
        links.push_back(n), inverseOfLinks.push_back(times.inverse), forwardOfLinks.push_back(times.forward);
    }
    std::printf("\nslope in r from 3 to 14: inverse %.2f, forward %.2f\n", slope(r, inverse), slope(r, forward));
  }
  std::printf("\nslope in the number of links at r = 5: inverse %.2f, forward %.2f\n", slope(links, inverseOfLinks),
              slope(links, forwardOfLinks));
  return 0;
}

}  // namespace
}  // namespace tendril::benchmarks

int main() {
  return tendril::benchmarks::run();
}
