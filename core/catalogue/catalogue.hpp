// SPDX-License-Identifier: BSD-3-Clause
// What descriptions may name: strain bases, primitives, laws and controllers, built in and from plugins, with their
// origin.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalogue/growing_names.hpp"
#include "core/description/fields/field.hpp"
#include "core/model/plugin/plugin_controller.hpp"

namespace tendril {

struct CatalogueEntry {
  OfferKind kind = OfferKind::kStrainBasis;
  std::string name, meaning;
  std::string origin;  ///< name of the plugin; empty: built in
};

/// What one plugin adds.
struct PluginContents {
  std::vector<std::shared_ptr<const PluginBasis>> bases;
  std::vector<std::shared_ptr<const PluginPrimitive>> primitives;
  std::vector<std::shared_ptr<const PluginLaw>> laws;
  std::vector<std::shared_ptr<const PluginController>> controllers;

  /// `origin` is the plugin's name.
  std::vector<CatalogueEntry> entries() const;
};

/// Names and, of plugins, the functions behind them. It only grows: what it gave stays as it was and valid as long as
/// the catalogue lives. Thread safe.
class Catalogue {
 public:
  /// Holds what is built in.
  Catalogue();
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;

  /// The one that plugins are loaded into and names are looked up in unless another one is given. There is one per
  /// process because a shared library is: it is loaded once, and its code stays until the program ends.
  static Catalogue& ofProcess();

  /// Adds all that a plugin has. The names must be new.
  void add(const PluginContents& contents);

  /// The names of one kind. "custom" is among the strain bases; laws and controllers are those of plugins.
  std::span<const std::string_view> names(OfferKind kind) const;
  /// Names of the coefficients of a plugin's law; none of an unknown law.
  std::span<const std::string_view> coefficients(std::string_view law) const;
  /// Names of the parameters of a plugin's controller, likewise.
  std::span<const std::string_view> parameters(std::string_view controller) const;
  /// What a field may hold, or the keys of a map: what the field itself says, or what is here of the kind that it
  /// names.
  std::span<const std::string_view> options(const description::FieldInfo& info) const;

  /// All of it, built-in laws included: built in first, then in the order of adding.
  std::vector<CatalogueEntry> entries() const;
  /// Empty: there is none of this name.
  std::optional<CatalogueEntry> entry(OfferKind kind, std::string_view name) const;

  /// Null: no plugin has it.
  std::shared_ptr<const PluginBasis> basis(std::string_view name) const { return find(bases_, name); }
  std::shared_ptr<const PluginPrimitive> primitive(std::string_view name) const { return find(primitives_, name); }
  std::shared_ptr<const PluginLaw> law(std::string_view name) const { return find(laws_, name); }
  std::shared_ptr<const PluginController> controller(std::string_view name) const { return find(controllers_, name); }

 private:
  template <class T>
  struct Offers {
    GrowingNames names;  ///< built-in ones, too
    std::map<std::string, std::shared_ptr<const T>, std::less<>> ofPlugins = {};
  };

  template <class T>
  std::shared_ptr<const T> find(const Offers<T>& offers, std::string_view name) const {
    const std::lock_guard lock(mutex_);
    const auto found = offers.ofPlugins.find(name);
    return found == offers.ofPlugins.end() ? nullptr : found->second;
  }

  using NamesOf = std::map<std::string, GrowingNames, std::less<>>;
  std::span<const std::string_view> find(const NamesOf& all, std::string_view name) const;

  mutable std::mutex mutex_;  ///< of all but the names, which have their own
  std::vector<CatalogueEntry> entries_;
  Offers<PluginBasis> bases_;
  Offers<PluginPrimitive> primitives_;
  Offers<PluginLaw> laws_;
  Offers<PluginController> controllers_;
  NamesOf coefficients_, parameters_;  ///< of each law, of each controller
};

}  // namespace tendril
