// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/program.hpp"

#include <atomic>
#include <unordered_map>

namespace tendril {
namespace {

std::uint64_t nextGeneration() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

bool sameBody(const Link& a, const Link& b) {
  return a.body && b.body && a.nBody == b.nBody && a.body->type() == b.body->type();
}

void carryLink(const Link& a, const State& from, const Link& b, State& to) {
  if (a.joint.type == b.joint.type) {
    to.q.segment(b.qJoint, b.nqJoint) = from.q.segment(a.qJoint, a.nqJoint);
    to.v.segment(b.vJoint, b.nvJoint) = from.v.segment(a.vJoint, a.nvJoint);
  }
  if (sameBody(a, b)) {
    to.q.segment(b.qBody, b.nBody) = from.q.segment(a.qBody, a.nBody);
    to.v.segment(b.vBody, b.nBody) = from.v.segment(a.vBody, a.nBody);
  }
}

}  // namespace

Program::Program(std::shared_ptr<const Model> model)
    : model(std::move(model)),
      data(*this->model),
      integrator(makeIntegrator(this->model->simulation)),
      generation(nextGeneration()) {}

State carryOver(const Model& from, const State& state, const Model& to) {
  std::unordered_map<std::uint64_t, const Link*> known;
  for (const Link& link : from.links) known.emplace(link.id, &link);
  State out = initialState(to);
  out.t = state.t;
  for (const Link& link : to.links) {
    const auto found = known.find(link.id);
    if (found != known.end()) carryLink(*found->second, state, link, out);
  }
  return out;
}

}  // namespace tendril
