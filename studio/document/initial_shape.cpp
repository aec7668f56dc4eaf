// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/initial_shape.hpp"

#include <algorithm>
#include <cmath>

#include "core/builder/build_model.hpp"
#include "core/builder/parts/rod_size.hpp"
#include "core/session/program.hpp"
#include "studio/document/fingerprint.hpp"
#include "studio/document/items.hpp"

namespace tendril {
namespace {

namespace desc = description;

/// What decides what the initial values of a soft body mean; one overload per type.
struct StartFields {
  std::string text;        ///< everything that the file gives of the start, to see whether an edit has touched it
  bool given = false;      ///< some of it
  std::vector<int> sizes;  ///< coordinates by division or primitive; −1 where their functions have problems
  std::string functions;   ///< what the values are weights of, as far as a shape can be kept when they change
};

StartFields startOf(const desc::RigidBody&, const Description&) {
  return {};
}
StartFields startOf(const desc::RodBody& rod, const Description& description) {
  StartFields out;
  const auto add = [&](const desc::RodDivision& part) {
    out.text += Fingerprint::of(part.q0) + Fingerprint::of(part.v0);
    out.functions += Fingerprint::of(part.strain);
    out.given |= !part.q0.empty() || !part.v0.empty();
  };
  add(rod.single);
  for (const desc::RodDivision& part : rod.divisions) add(part);
  if (!out.given) return out;
  std::vector<Problem> ignored;
  Evaluator evaluator(description, ignored);
  for (const desc::RodDivision& part : rod.parts())
    out.sizes.push_back(divisionSize(part, Catalogue::ofProcess(), evaluator));
  return out;
}
/// The coordinates of fields from a file are as many as the file has.
StartFields startOf(const desc::FemBody& body, const Description& description) {
  std::vector<Problem> ignored;
  const double modes = body.basis.empty() ? Evaluator(description, ignored).number(body.modes, "modes") : -1;
  return {.text = Fingerprint::of(body.q0) + Fingerprint::of(body.v0),
          .given = !body.q0.empty() || !body.v0.empty(),
          .sizes = {std::isfinite(modes) ? static_cast<int>(modes) : -1},
          .functions = body.basis};
}
template <class B>
StartFields startOf(const B& body, const Description&) {
  return {.text = Fingerprint::of(body.q0) + Fingerprint::of(body.v0),
          .given = !body.q0.empty() || !body.v0.empty(),
          .sizes = {body.size()},
          .functions = {}};
}
StartFields startOf(const desc::Link& link, const Description& description) {
  return std::visit([&](const auto& body) { return startOf(body, description); }, *link.body);
}

/// The link alone, fixed to the world.
Description alone(const Description& description, desc::Link link) {
  Description part;
  part.parameters = description.parameters;
  part.materials = description.materials;
  part.lastId = description.lastId;
  link.parent = desc::LinkRef(std::string(desc::kWorldName));
  link.at = desc::Attachment();
  link.joint = desc::Joint();
  part.links.push_back(std::move(link));
  return part;
}

std::vector<desc::Number> numbers(const VecX& values) {
  std::vector<desc::Number> out(static_cast<std::size_t>(values.size()));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = values[static_cast<Eigen::Index>(i)];
  return out;
}

/// Gives a body its start as a whole.
void setStart(desc::RigidBody&, const std::vector<desc::Number>&, const std::vector<desc::Number>&) {}
void setStart(desc::RodBody& rod, const std::vector<desc::Number>& q0, const std::vector<desc::Number>& v0) {
  for (desc::RodDivision& part : rod.divisions) part.q0.clear(), part.v0.clear();
  rod.single.q0 = q0;
  rod.single.v0 = v0;
}
template <class B>
void setStart(B& body, const std::vector<desc::Number>& q0, const std::vector<desc::Number>& v0) {
  body.q0 = q0;
  body.v0 = v0;
}
void setStart(desc::Link& link, const std::vector<desc::Number>& q0, const std::vector<desc::Number>& v0) {
  std::visit([&](auto& body) { setStart(body, q0, v0); }, *link.body);
}

void keepShape(const Description& before, const desc::Link& old, Description& after, desc::Link& link) {
  desc::Link bare = link;
  setStart(bare, {}, {});
  std::vector<Problem> problems;
  const auto from = buildModel(alone(before, old), problems), to = buildModel(alone(after, bare), problems);
  if (!from || !to) return;  // the checks say why
  const State state = carryOver(*from, initialState(*from), *to);
  const bool moves = (initialState(*from).v.array() != 0).any();
  setStart(link, numbers(state.q), moves ? numbers(state.v) : std::vector<desc::Number>());
}

}  // namespace

void keepInitialShapes(const Description& before, Description& after) {
  for (desc::Link& link : after.links) {
    const desc::Link* old = link.body ? objectOf(before.links, link.id) : nullptr;
    if (!old || !old->body || old->body->index() != link.body->index()) continue;
    const StartFields now = startOf(link, after);
    if (!now.given) continue;
    const StartFields was = startOf(*old, before);
    if (was.text != now.text || (was.sizes == now.sizes && was.functions == now.functions)) continue;
    keepShape(before, *old, after, link);
  }
}

}  // namespace tendril
