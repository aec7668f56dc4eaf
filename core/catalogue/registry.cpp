// SPDX-License-Identifier: BSD-3-Clause
#include "core/catalogue/registry.hpp"

#include <array>
#include <map>
#include <mutex>

#include "core/catalogue/growing_names.hpp"
#include "core/model/rod/basis/basis.hpp"
#include "core/model/volume/map/primitive_types.hpp"

namespace tendril {
namespace {

std::vector<std::string> builtInBases() {
  std::vector<std::string> names = strainBasisNames();
  names.emplace_back(kCustomBasis);
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

  std::mutex mutex;
  std::map<std::string, GrowingNames, std::less<>> coefficients;  ///< of each law
  std::vector<RegistryEntry> added;
  GrowingNames basisNames{builtInBases()}, primitiveNames{builtInPrimitives()}, lawNames{{}};
};

template <class T>
void append(std::vector<RegistryEntry>& out, OfferKind kind, const std::vector<std::shared_ptr<const T>>& items) {
  for (const std::shared_ptr<const T>& item : items)
    out.push_back({kind, item->name(), item->meaning(), item->plugin()});
}

template <class T>
void addNames(GrowingNames& names, const std::vector<std::shared_ptr<const T>>& items) {
  std::vector<std::string> added;
  for (const std::shared_ptr<const T>& item : items) added.push_back(item->name());
  if (!added.empty()) names.add(std::move(added));
}

}  // namespace

std::string_view offerKindName(OfferKind kind) {
  constexpr std::array<std::string_view, 3> kNames = {"strain basis", "primitive", "law"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::span<const std::string_view> registeredNames(OfferKind kind) {
  Registry& registry = Registry::instance();
  if (kind == OfferKind::kStrainBasis) return registry.basisNames.span();
  return (kind == OfferKind::kPrimitive ? registry.primitiveNames : registry.lawNames).span();
}

std::span<const std::string_view> coefficientNames(std::string_view law) {
  Registry& registry = Registry::instance();
  const std::lock_guard lock(registry.mutex);
  const auto found = registry.coefficients.find(law);
  return found == registry.coefficients.end() ? std::span<const std::string_view>() : found->second.span();
}

std::vector<RegistryEntry> builtInEntries() {
  std::vector<RegistryEntry> out;
  for (std::string& name : builtInBases()) out.push_back({OfferKind::kStrainBasis, std::move(name), {}, {}});
  for (const PrimitiveType& type : kPrimitiveTypes)
    out.push_back({OfferKind::kPrimitive, std::string(type.name), std::string(type.meaning), {}});
  return out;
}

std::vector<RegistryEntry> pluginEntries() {
  Registry& registry = Registry::instance();
  const std::lock_guard lock(registry.mutex);
  return registry.added;
}

std::vector<RegistryEntry> entriesOf(const PluginContents& contents) {
  std::vector<RegistryEntry> out;
  append(out, OfferKind::kStrainBasis, contents.bases);
  append(out, OfferKind::kPrimitive, contents.primitives);
  append(out, OfferKind::kLaw, contents.laws);
  return out;
}

void registerPlugin(const PluginContents& contents) {
  storePlugin(contents);
  Registry& registry = Registry::instance();
  const std::lock_guard lock(registry.mutex);
  addNames(registry.basisNames, contents.bases);
  addNames(registry.primitiveNames, contents.primitives);
  for (const std::shared_ptr<const PluginLaw>& law : contents.laws) {
    std::vector<std::string> names;
    for (const PluginLaw::Coefficient& c : law->coefficients()) names.push_back(c.name);
    registry.coefficients.try_emplace(law->name(), std::move(names));
  }
  addNames(registry.lawNames, contents.laws);
  for (RegistryEntry& entry : entriesOf(contents)) registry.added.push_back(std::move(entry));
}

}  // namespace tendril
