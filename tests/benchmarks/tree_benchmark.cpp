// SPDX-License-Identifier: BSD-3-Clause
// Trees of rigid bodies beside MuJoCo and KDL in one run, after checking that all compute the same numbers.
#include <cstdio>
#include <cstdlib>

#include "core/dynamics/dynamics.hpp"
#include "tests/benchmarks/peer.hpp"
#include "tests/benchmarks/robots.hpp"
#include "tests/benchmarks/timing_table.hpp"

namespace tendril::benchmarks {
namespace {

constexpr double kAgreement = 1e-9;         // relative
constexpr double kForwardAgreement = 1e-6;  // forward dynamics amplifies rounding by the condition of M

void requireEqual(const MatX& ours, const MatX& theirs, double tolerance, const std::string& what) {
  const double error = (ours - theirs).cwiseAbs().maxCoeff() / theirs.cwiseAbs().maxCoeff();
  if (error <= tolerance) return;
  std::fprintf(stderr, "%s: the programs disagree by %.1e\n", what.c_str(), error);
  std::exit(1);
}

void compare(const Robot& robot, Data& data, Peer& peer) {
  const Model& model = *robot.model;
  const std::string who = robot.name + ", " + std::string(peer.name()) + ", ";
  peer.set(robot.q, robot.v, robot.a, robot.tau);
  inverseDynamics(model, data, robot.q, robot.v, robot.a);
  peer.inverseDynamics();
  requireEqual(data.tau, peer.torques(), kAgreement, who + "inverse dynamics");
  massMatrix(model, data, robot.q);
  peer.massMatrix();
  requireEqual(data.massMatrix, peer.mass(), kAgreement, who + "mass matrix");
  forwardDynamics(model, data, robot.q, robot.v, {.tau = &robot.tau});
  peer.forwardDynamics();
  requireEqual(data.acceleration, peer.acceleration(), kForwardAgreement, who + "forward dynamics");
}

template <class F>
void add(const Robot& robot, const char* work, std::string_view column, F function) {
  const std::string name = robot.name + " " + work + "|" + std::string(column);
  benchmark::RegisterBenchmark(name.c_str(), [function](benchmark::State& state) {
    for (auto _ : state) {
      function();
      benchmark::ClobberMemory();
    }
  })->Unit(benchmark::kMicrosecond);
}

void addOurs(const Robot& robot, Data& data) {
  const Robot* r = &robot;
  Data* d = &data;
  add(robot, "inverse dynamics", "Tendril", [=] { inverseDynamics(*r->model, *d, r->q, r->v, r->a); });
  add(robot, "mass matrix", "Tendril", [=] { massMatrix(*r->model, *d, r->q); });
  add(robot, "forward dynamics", "Tendril", [=] { forwardDynamics(*r->model, *d, r->q, r->v, {.tau = &r->tau}); });
  add(robot, "∂ inverse dynamics", "Tendril", [=] { inverseDynamicsDerivatives(*r->model, *d, r->q, r->v, r->a); });
  add(robot, "∂ forward dynamics", "Tendril",
      [=] { forwardDynamicsDerivatives(*r->model, *d, r->q, r->v, {.tau = &r->tau}); });
}

void addPeer(const Robot& robot, Peer& peer) {
  Peer* p = &peer;
  add(robot, "inverse dynamics", peer.name(), [=] { p->inverseDynamics(); });
  add(robot, "mass matrix", peer.name(), [=] { p->massMatrix(); });
  add(robot, "forward dynamics", peer.name(), [=] { p->forwardDynamics(); });
}

#ifndef TENDRIL_WITH_MUJOCO
std::unique_ptr<Peer> makeMujocoOrNull(const Model&) {
  return nullptr;
}
#else
std::unique_ptr<Peer> makeMujocoOrNull(const Model& model) {
  return makeMujoco(model);
}
#endif
#ifndef TENDRIL_WITH_KDL
std::unique_ptr<Peer> makeKdlOrNull(const Model&) {
  return nullptr;
}
#else
std::unique_ptr<Peer> makeKdlOrNull(const Model& model) {
  return makeKdl(model);
}
#endif

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::vector<Robot> robots = {goldenRobot("arm7", "trees/peer_arm7.json"),
                                     goldenRobot("humanoid36", "trees/peer_humanoid36.json"),
                                     goldenRobot("chain100", "trees/peer_chain100.json")};
  std::vector<std::unique_ptr<Data>> workspaces;
  std::vector<std::unique_ptr<Peer>> peers;
  for (const Robot& robot : robots) {
    workspaces.push_back(std::make_unique<Data>(*robot.model));
    addOurs(robot, *workspaces.back());
    for (auto make : {makeMujocoOrNull, makeKdlOrNull}) {
      std::unique_ptr<Peer> peer = make(*robot.model);
      if (!peer) continue;
      compare(robot, *workspaces.back(), *peer);
      addPeer(robot, *peer);
      peers.push_back(std::move(peer));
    }
  }
  TimingTable table("rigid trees", {"Tendril", "MuJoCo", "KDL"});
  benchmark::RunSpecifiedBenchmarks(&table);
  table.print();
  return 0;
}

}  // namespace
}  // namespace tendril::benchmarks

int main(int argc, char** argv) {
  return tendril::benchmarks::run(argc, argv);
}
