// SPDX-License-Identifier: BSD-3-Clause
// What can be asked of a body's description whatever its type.
#pragma once

#include <algorithm>
#include <type_traits>

#include "core/description/link.hpp"

namespace tendril::description {

/// Calls each(reference) for the materials that a body is made of.
template <class Each>
void eachMaterial(const RigidBody&, Each&&) {}
template <class Each>
void eachMaterial(const RodBody& rod, Each&& each) {
  for (const RodDivision& part : rod.parts()) each(part.material);
}
template <class Each>
void eachMaterial(const ConstantCurvatureBody& body, Each&& each) {
  if (!body.density) each(body.material);
}
template <class Each>
void eachMaterial(const TetrahedraBody& body, Each&& each) {
  each(body.material);
}
template <class Each>
void eachMaterialOf(const Link& link, Each&& each) {
  if (link.body) std::visit([&](const auto& body) { eachMaterial(body, each); }, *link.body);
}

/// Has coordinates of its own besides those of its joint, touches with its sections, feels a fluid along its length.
inline bool isSoft(const Link& link) {
  return link.body && !std::holds_alternative<RigidBody>(*link.body);
}

/// What it has as a body of tetrahedra; null: it is none.
inline const TetrahedraBody* tetrahedraOf(const Body& body) {
  return std::visit(
      [](const auto& each) -> const TetrahedraBody* {
        if constexpr (std::is_base_of_v<TetrahedraBody, std::remove_cvref_t<decltype(each)>>) return &each;
        return nullptr;
      },
      body);
}

/// Has chambers by area; of tetrahedra they are cavities of the mesh.
inline bool isSlender(const Link& link) {
  return link.body &&
         (std::holds_alternative<RodBody>(*link.body) || std::holds_alternative<ConstantCurvatureBody>(*link.body));
}

}  // namespace tendril::description
