// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/plugin/plugin_store.hpp"

#include <map>
#include <mutex>

namespace tendril {
namespace {

struct Store {
  static Store& instance() {
    static Store store;
    return store;
  }

  template <class T>
  using Map = std::map<std::string, std::shared_ptr<const T>, std::less<>>;

  std::mutex mutex;
  Map<PluginBasis> bases;
  Map<PluginPrimitive> primitives;
  Map<PluginLaw> laws;

  template <class T>
  std::shared_ptr<const T> find(const Map<T>& map, std::string_view name) {
    const std::lock_guard lock(mutex);
    const auto found = map.find(name);
    return found == map.end() ? nullptr : found->second;
  }
  template <class T>
  static void add(Map<T>& map, const std::vector<std::shared_ptr<const T>>& items) {
    for (const std::shared_ptr<const T>& item : items) map.emplace(item->name(), item);
  }
};

}  // namespace

std::shared_ptr<const PluginBasis> pluginBasis(std::string_view name) {
  return Store::instance().find(Store::instance().bases, name);
}

std::shared_ptr<const PluginPrimitive> pluginPrimitive(std::string_view name) {
  return Store::instance().find(Store::instance().primitives, name);
}

std::shared_ptr<const PluginLaw> pluginLaw(std::string_view name) {
  return Store::instance().find(Store::instance().laws, name);
}

std::vector<std::string> pluginBasisNames() {
  Store& store = Store::instance();
  const std::lock_guard lock(store.mutex);
  std::vector<std::string> names;
  for (const auto& [name, basis] : store.bases) names.push_back(name);
  return names;
}

void storePlugin(const PluginContents& contents) {
  Store& store = Store::instance();
  const std::lock_guard lock(store.mutex);
  Store::add(store.bases, contents.bases);
  Store::add(store.primitives, contents.primitives);
  Store::add(store.laws, contents.laws);
}

}  // namespace tendril
