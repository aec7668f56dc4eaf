// SPDX-License-Identifier: BSD-3-Clause
#include "core/plugins/used_plugins.hpp"

#include <set>

#include "core/description/fields/walk.hpp"

namespace tendril {
namespace {

template <class T>
void note(const std::shared_ptr<const T>& offer, std::set<std::string>& names) {
  if (offer) names.insert(offer->plugin());
}

}  // namespace

std::vector<std::string> usedPlugins(const Description& description, const Catalogue& catalogue) {
  std::set<std::string> names;
  const auto look = [&]<class T>(const T& value, const description::FieldInfo&, const std::string&) {
    if constexpr (std::is_same_v<T, description::StrainMode>) note(catalogue.basis(value.basis), names);
    if constexpr (std::is_same_v<T, description::Primitive>) note(catalogue.primitive(value.type), names);
    if constexpr (std::is_same_v<T, description::Material>)
      if (const auto* material = std::get_if<description::PluginMaterial>(&value.law))
        note(catalogue.law(material->law), names);
    if constexpr (std::is_same_v<T, description::PluginController>) note(catalogue.controller(value.controller), names);
  };
  description::walk(description, look);
  return {names.begin(), names.end()};
}

}  // namespace tendril
