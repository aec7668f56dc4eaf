// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/initial_shape.hpp"

#include <algorithm>

#include "core/model/build/build_model.hpp"
#include "core/model/build/rod_size.hpp"
#include "core/session/program.hpp"
#include "studio/document/fingerprint.hpp"
#include "studio/document/items.hpp"

namespace tendril {
namespace {

namespace desc = description;

const desc::RodBody* rodOf(const desc::Link& link) {
  return link.body ? std::get_if<desc::RodBody>(&*link.body) : nullptr;
}

bool hasStart(const desc::RodBody& rod) {
  const auto given = [](const desc::RodDivision& part) { return !part.q0.empty() || !part.v0.empty(); };
  return given(rod.single) || std::any_of(rod.divisions.begin(), rod.divisions.end(), given);
}

/// Everything that the file gives of the start, to see whether an edit has touched it.
std::string startOf(const desc::RodBody& rod) {
  std::string text = Fingerprint::of(rod.single.q0) + Fingerprint::of(rod.single.v0);
  for (const desc::RodDivision& part : rod.divisions) text += Fingerprint::of(part.q0) + Fingerprint::of(part.v0);
  return text;
}

/// Coordinates of each division; −1 where its functions have problems.
std::vector<int> sizesOf(const desc::RodBody& rod, const Description& description) {
  std::vector<Problem> ignored;
  Evaluator evaluator(description, ignored);
  std::vector<int> sizes;
  for (const desc::RodDivision& part : rod.parts()) sizes.push_back(divisionSize(part, evaluator));
  return sizes;
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

void forgetStart(desc::RodBody& rod) {
  for (desc::RodDivision& part : rod.divisions) part.q0.clear(), part.v0.clear();
  rod.single.q0.clear();
  rod.single.v0.clear();
}

void keepShape(const Description& before, const desc::Link& old, Description& after, desc::Link& link) {
  desc::Link bare = link;
  forgetStart(std::get<desc::RodBody>(*bare.body));
  std::vector<Problem> problems;
  const auto from = buildModel(alone(before, old), problems), to = buildModel(alone(after, bare), problems);
  if (!from || !to) return;  // the checks say why
  const State state = carryOver(*from, initialState(*from), *to);
  link.body = bare.body;
  auto& rod = std::get<desc::RodBody>(*link.body);
  rod.single.q0 = numbers(state.q);
  const bool moves = (initialState(*from).v.array() != 0).any();
  if (moves) rod.single.v0 = numbers(state.v);
}

}  // namespace

void keepInitialShapes(const Description& before, Description& after) {
  for (desc::Link& link : after.links) {
    const desc::RodBody* rod = rodOf(link);
    const desc::Link* old = rod && hasStart(*rod) ? objectOf(before.links, link.id) : nullptr;
    const desc::RodBody* was = old ? rodOf(*old) : nullptr;
    if (!was || startOf(*was) != startOf(*rod) || sizesOf(*was, before) == sizesOf(*rod, after)) continue;
    keepShape(before, *old, after, link);
  }
}

}  // namespace tendril
