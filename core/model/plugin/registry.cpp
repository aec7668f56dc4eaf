// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/plugin/registry.hpp"

#include <map>
#include <mutex>

#include "core/model/description/material.hpp"
#include "core/model/description/rod.hpp"
#include "core/model/plugin/growing_names.hpp"
#include "core/model/rod/basis.hpp"
#include "core/model/volume/primitive_types.hpp"

namespace tendril {
namespace {

std::vector<std::string> builtInBases() {
  std::vector<std::string> names = strainBasisNames();
  names.emplace_back(description::kCustomBasis);
  return names;
}

std::vector<std::string> builtInPrimitives() {
  std::vector<std::string> names;
  for (const PrimitiveType& type : kPrimitiveTypes) names.emplace_back(type.name);
  return names;
}

struct Registry {
  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  template <class T>
  using Map = std::map<std::string, std::shared_ptr<const T>, std::less<>>;

  std::mutex mutex;
  Map<PluginBasis> bases;
  Map<PluginPrimitive> primitives;
  Map<PluginLaw> laws;
  std::map<std::string, GrowingNames, std::less<>> coefficients;  ///< of each law
  std::vector<RegistryEntry> added;
  GrowingNames basisNames{builtInBases()}, primitiveNames{builtInPrimitives()}, lawNames{{}};

  template <class T>
  std::shared_ptr<const T> find(const Map<T>& map, std::string_view name) {
    const std::lock_guard lock(mutex);
    const auto found = map.find(name);
    return found == map.end() ? nullptr : found->second;
  }
  template <class T>
  static void add(Map<T>& map, GrowingNames& names, const std::vector<std::shared_ptr<const T>>& items) {
    std::vector<std::string> added;
    for (const std::shared_ptr<const T>& item : items) {
      map.emplace(item->name(), item);
      added.push_back(item->name());
    }
    if (!added.empty()) names.add(std::move(added));
  }
};

template <class T>
void append(std::vector<RegistryEntry>& out, OfferKind kind, const std::vector<std::shared_ptr<const T>>& items) {
  for (const std::shared_ptr<const T>& item : items)
    out.push_back({kind, item->name(), item->meaning(), item->plugin()});
}

template <class... Ts>
void appendLaws(std::vector<RegistryEntry>& out, const std::variant<Ts...>*) {
  const auto add = [&](std::string_view name, std::string_view meaning) {
    if (name != description::PluginMaterial::kType)
      out.push_back({OfferKind::kLaw, std::string(name), std::string(meaning), {}});
  };
  (add(Ts::kType, Ts::kMeaning), ...);
}

}  // namespace

std::string_view offerKindName(OfferKind kind) {
  constexpr std::array<std::string_view, 3> kNames = {"strain basis", "primitive", "law"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<RegistryEntry> registryEntries() {
  std::vector<RegistryEntry> out;
  for (std::string& name : builtInBases()) out.push_back({OfferKind::kStrainBasis, std::move(name), {}, {}});
  for (const PrimitiveType& type : kPrimitiveTypes)
    out.push_back({OfferKind::kPrimitive, std::string(type.name), std::string(type.meaning), {}});
  appendLaws(out, static_cast<const description::MaterialLaw*>(nullptr));
  Registry& registry = Registry::instance();
  const std::lock_guard lock(registry.mutex);
  out.insert(out.end(), registry.added.begin(), registry.added.end());
  return out;
}

std::span<const std::string_view> registeredNames(OfferKind kind) {
  Registry& registry = Registry::instance();
  if (kind == OfferKind::kStrainBasis) return registry.basisNames.span();
  return (kind == OfferKind::kPrimitive ? registry.primitiveNames : registry.lawNames).span();
}

std::shared_ptr<const PluginBasis> pluginBasis(std::string_view name) {
  return Registry::instance().find(Registry::instance().bases, name);
}

std::shared_ptr<const PluginPrimitive> pluginPrimitive(std::string_view name) {
  return Registry::instance().find(Registry::instance().primitives, name);
}

std::shared_ptr<const PluginLaw> pluginLaw(std::string_view name) {
  return Registry::instance().find(Registry::instance().laws, name);
}

std::span<const std::string_view> coefficientNames(std::string_view law) {
  Registry& registry = Registry::instance();
  const std::lock_guard lock(registry.mutex);
  const auto found = registry.coefficients.find(law);
  return found == registry.coefficients.end() ? std::span<const std::string_view>() : found->second.span();
}

std::vector<RegistryEntry> PluginContents::entries() const {
  std::vector<RegistryEntry> out;
  append(out, OfferKind::kStrainBasis, bases);
  append(out, OfferKind::kPrimitive, primitives);
  append(out, OfferKind::kLaw, laws);
  return out;
}

void registerPlugin(const PluginContents& contents) {
  Registry& registry = Registry::instance();
  const std::lock_guard lock(registry.mutex);
  registry.add(registry.bases, registry.basisNames, contents.bases);
  registry.add(registry.primitives, registry.primitiveNames, contents.primitives);
  for (const std::shared_ptr<const PluginLaw>& law : contents.laws) {
    std::vector<std::string> names;
    for (const PluginLaw::Coefficient& c : law->coefficients()) names.push_back(c.name);
    registry.coefficients.try_emplace(law->name(), std::move(names));
  }
  registry.add(registry.laws, registry.lawNames, contents.laws);
  for (RegistryEntry& entry : contents.entries()) registry.added.push_back(std::move(entry));
}

}  // namespace tendril
