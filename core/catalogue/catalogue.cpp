// SPDX-License-Identifier: BSD-3-Clause
#include "core/catalogue/catalogue.hpp"

#include <algorithm>

#include "core/description/material.hpp"
#include "core/model/rod/basis/basis.hpp"
#include "core/model/volume/map/primitives/primitive_types.hpp"

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

template <class... Ts>
void appendLaws(std::vector<CatalogueEntry>& out, const std::variant<Ts...>*) {
  const auto add = [&](std::string_view name, std::string_view meaning) {
    if (name != description::PluginMaterial::kType)
      out.push_back({OfferKind::kLaw, std::string(name), std::string(meaning), {}});
  };
  (add(Ts::kType, Ts::kMeaning), ...);
}

std::vector<CatalogueEntry> builtInEntries() {
  std::vector<CatalogueEntry> out;
  for (std::string& name : builtInBases()) out.push_back({OfferKind::kStrainBasis, std::move(name), {}, {}});
  for (const PrimitiveType& type : kPrimitiveTypes)
    out.push_back({OfferKind::kPrimitive, std::string(type.name), std::string(type.meaning), {}});
  appendLaws(out, static_cast<const description::MaterialLaw*>(nullptr));
  return out;
}

template <class T>
void append(std::vector<CatalogueEntry>& out, OfferKind kind, const std::vector<std::shared_ptr<const T>>& items) {
  for (const std::shared_ptr<const T>& item : items)
    out.push_back({kind, item->name(), item->meaning(), item->plugin()});
}

template <class Offers, class T>
void addTo(Offers& offers, const std::vector<std::shared_ptr<const T>>& items) {
  std::vector<std::string> names;
  for (const std::shared_ptr<const T>& item : items) {
    offers.ofPlugins.emplace(item->name(), item);
    names.push_back(item->name());
  }
  if (!names.empty()) offers.names.add(std::move(names));
}

std::vector<std::string> namesOf(const std::vector<PluginLaw::Coefficient>& coefficients) {
  std::vector<std::string> names;
  for (const PluginLaw::Coefficient& c : coefficients) names.push_back(c.name);
  return names;
}

}  // namespace

std::vector<CatalogueEntry> PluginContents::entries() const {
  std::vector<CatalogueEntry> out;
  append(out, OfferKind::kStrainBasis, bases);
  append(out, OfferKind::kPrimitive, primitives);
  append(out, OfferKind::kLaw, laws);
  append(out, OfferKind::kController, controllers);
  return out;
}

Catalogue::Catalogue()
    : entries_(builtInEntries()),
      bases_{GrowingNames(builtInBases())},
      primitives_{GrowingNames(builtInPrimitives())},
      laws_{GrowingNames(std::vector<std::string>())},
      controllers_{GrowingNames(std::vector<std::string>())} {}

Catalogue& Catalogue::ofProcess() {
  static Catalogue catalogue;
  return catalogue;
}

void Catalogue::add(const PluginContents& contents) {
  const std::lock_guard lock(mutex_);
  addTo(bases_, contents.bases);
  addTo(primitives_, contents.primitives);
  // Before their laws and controllers: who sees one sees the other.
  for (const auto& law : contents.laws) coefficients_.try_emplace(law->name(), namesOf(law->coefficients()));
  for (const auto& each : contents.controllers) parameters_.try_emplace(each->name(), namesOf(each->parameters()));
  addTo(laws_, contents.laws);
  addTo(controllers_, contents.controllers);
  for (CatalogueEntry& entry : contents.entries()) entries_.push_back(std::move(entry));
}

std::span<const std::string_view> Catalogue::names(OfferKind kind) const {
  if (kind == OfferKind::kStrainBasis) return bases_.names.span();
  if (kind == OfferKind::kController) return controllers_.names.span();
  return (kind == OfferKind::kPrimitive ? primitives_.names : laws_.names).span();
}

std::span<const std::string_view> Catalogue::find(const NamesOf& all, std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = all.find(name);
  return found == all.end() ? std::span<const std::string_view>() : found->second.span();
}

std::span<const std::string_view> Catalogue::coefficients(std::string_view law) const {
  return find(coefficients_, law);
}

std::span<const std::string_view> Catalogue::parameters(std::string_view controller) const {
  return find(parameters_, controller);
}

std::span<const std::string_view> Catalogue::options(const description::FieldInfo& info) const {
  if (info.offers) return names(*info.offers);
  if (!info.coefficientsOf.empty()) return coefficients(info.coefficientsOf);
  return info.parametersOf.empty() ? info.options : parameters(info.parametersOf);
}

std::vector<CatalogueEntry> Catalogue::entries() const {
  const std::lock_guard lock(mutex_);
  return entries_;
}

std::optional<CatalogueEntry> Catalogue::entry(OfferKind kind, std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(
      entries_, [&](const CatalogueEntry& entry) { return entry.kind == kind && entry.name == name; });
  return found == entries_.end() ? std::nullopt : std::optional(*found);
}

}  // namespace tendril
