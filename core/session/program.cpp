// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/program.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/constraints/anchor_state.hpp"
#include "core/control/control_loop.hpp"
#include "core/control/controlled_integrator.hpp"
#include "core/model/body/shape_carrier.hpp"
#include "core/session/engine/engine_thread.hpp"

namespace tendril {
namespace {

std::uint64_t nextGeneration() {
  checkEngineThread("Program");
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

void carryBody(const Link& a, const State& from, const Link& b, State& to) {
  if (!a.body || !b.body) return;
  const auto q = from.q.segment(a.qBody, a.nBody), v = from.v.segment(a.vBody, a.nBody);
  auto newQ = to.q.segment(b.qBody, b.nBody), newV = to.v.segment(b.vBody, b.nBody);
  const auto* carrier = dynamic_cast<const ShapeCarrier*>(b.body.get());
  if (carrier && carrier->carryShape(*a.body, q, v, newQ, newV)) return;
  if (a.body->type() != b.body->type()) return;
  // A coordinate is known by its name: primitives may have come, gone, or changed places.
  std::unordered_map<std::string, int> known;
  for (int i = 0; i < a.nBody; ++i) known.emplace(a.body->coordinateInfo(i).name, i);
  for (int i = 0; i < b.nBody; ++i) {
    const auto found = known.find(b.body->coordinateInfo(i).name);
    if (found != known.end()) newQ[i] = q[found->second], newV[i] = v[found->second];
  }
}

void carryLink(const Link& a, const State& from, const Link& b, State& to) {
  if (a.joint.type == b.joint.type) {
    to.q.segment(b.qJoint, b.nqJoint) = from.q.segment(a.qJoint, a.nqJoint);
    to.v.segment(b.vJoint, b.nvJoint) = from.v.segment(a.vJoint, a.nvJoint);
  }
  carryBody(a, from, b, to);
}

/// Whether the same parts of the same bodies touch the same, so that what was held is held on.
bool touchesAlike(const Model& a, const Model& b) {
  const auto id = [](const Model& model, int link) {
    return link < 0 ? 0 : model.links[static_cast<std::size_t>(link)].id;
  };
  if (a.anchorSize != b.anchorSize || a.contacts.size() != b.contacts.size()) return false;
  for (std::size_t k = 0; k < a.contacts.size(); ++k) {
    const Contact &x = a.contacts[k], &y = b.contacts[k];
    if (x.id != y.id || id(a, x.linkA) != id(b, y.linkA) || id(a, x.linkB) != id(b, y.linkB)) return false;
    if (x.a.size() != y.a.size() || x.b.size() != y.b.size()) return false;
    for (std::size_t side = 0; side < 2; ++side)
      if (x.segments[side].size() != y.segments[side].size()) return false;
  }
  return true;
}

/// What controllers remember, and what contacts hold (`anchors`); who does not find their block begins anew.
void carryMemory(const State& from, bool anchors, State& to) {
  if (!from.layout || from.z.size() != from.layout->size) return;
  auto layout = std::make_shared<StateLayout>();
  VecX z = VecX::Zero(from.z.size());
  for (const StateBlock& block : from.layout->blocks)
    if (block.name.starts_with(kControllerBlocks) || (anchors && block.name == kAnchorBlock))
      z.segment(layout->add(block.name, block.size), block.size) = from.block(block.name);
  to.z = z.head(layout->size);
  to.layout = std::move(layout);
}

}  // namespace

Program::Program(std::shared_ptr<const Model> model)
    : model(std::move(model)),
      data(*this->model),
      integrator(makeIntegrator(this->model->simulation)),
      generation(nextGeneration()) {
  if (!this->model->controllers.empty()) integrator = withControllers(this->model, std::move(integrator));
}

State carryOver(const Model& from, const State& state, const Model& to, bool byName) {
  const auto same = [byName](const Link& a, const Link& b) { return byName ? a.name == b.name : a.id == b.id; };
  State out = initialState(to);
  out.t = state.t;
  for (const Link& link : to.links) {
    const auto found = std::find_if(from.links.begin(), from.links.end(), [&](const Link& a) { return same(a, link); });
    if (found != from.links.end()) carryLink(*found, state, link, out);
  }
  carryMemory(state, !byName && touchesAlike(from, to), out);
  return out;
}

}  // namespace tendril
