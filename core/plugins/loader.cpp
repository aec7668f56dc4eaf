// SPDX-License-Identifier: BSD-3-Clause
#include "core/plugins/loader.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <mutex>
#include <set>

#include "core/plugins/probe.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

constexpr int kMostOffers = 1000, kMostCoefficients = 100, kMostStates = 100000;
constexpr int kControllersSince = 1;  // minor version

/// An open library; closes it unless kept.
class Library {
 public:
  explicit Library(const fs::path& file) : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {}
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    if (handle_) dlclose(handle_);
  }
  explicit operator bool() const { return handle_ != nullptr; }
  void* symbol(const char* name) const { return dlsym(handle_, name); }
  void keep() { handle_ = nullptr; }

 private:
  void* handle_;
};

bool isName(const char* name) {
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  if (!name || !lower(*name)) return false;
  const std::string text(name, std::min<std::size_t>(std::char_traits<char>::length(name), 100));
  return text.size() < 64 &&
         std::ranges::all_of(text, [&](char c) { return lower(c) || c == '_' || (c >= '0' && c <= '9'); });
}

std::string textOf(const char* text) {
  return text ? text : "";
}

/// Returns for a message who offers something under this name; empty: nobody does.
std::string ownerOf(const Catalogue& catalogue, OfferKind kind, std::string_view name) {
  const std::optional<CatalogueEntry> entry = catalogue.entry(kind, name);
  if (!entry) return {};
  return entry->origin.empty() ? "Tendril itself" : "the plugin " + entry->origin;
}

std::string takenName(OfferKind kind, const std::string& name, const std::string& owner) {
  return std::string(offerKindName(kind)) + " \"" + name + "\": the name is taken by " + owner +
         "; one of them must be renamed";
}

class Loading {
 public:
  Loading(PluginReport& report, const Catalogue& catalogue) : report_(report), catalogue_(catalogue) {}

  /// The table of an open library; null, with a problem.
  const TendrilPlugin* table(const Library& library) {
    using Entry = const TendrilPlugin* (*)();
    const auto entry = reinterpret_cast<Entry>(library.symbol("tendril_plugin"));
    if (!entry)
      return problem("exports no function tendril_plugin(): it is no plugin of Tendril; see plugins/README.md"),
             nullptr;
    const TendrilPlugin* table = nullptr;
    const std::string why = PluginCaller("", nullptr).call([&] { return table = entry(), 0; });
    if (!why.empty()) return problem("tendril_plugin() " + why + "; ask its author"), nullptr;
    if (!table) return problem("tendril_plugin() gives no table; ask its author"), nullptr;
    // What follows the two numbers is only known to be there if they are right.
    if (table->major != TENDRIL_PLUGIN_MAJOR || table->minor < 0 || table->minor > TENDRIL_PLUGIN_MINOR)
      return problem("is made for version " + std::to_string(table->major) + '.' + std::to_string(table->minor) +
                     " of the plugin interface, and this program has " + std::to_string(TENDRIL_PLUGIN_MAJOR) + '.' +
                     std::to_string(TENDRIL_PLUGIN_MINOR) + "; build it again with the headers of this program"),
             nullptr;
    return table;
  }

  PluginContents contents(const TendrilPlugin& table) {
    report_.name = textOf(table.name), report_.version = textOf(table.version);
    report_.author = textOf(table.author), report_.description = textOf(table.description);
    if (report_.name.empty()) problem("has no name; ask its author");
    PluginContents out;
    caller_ = std::make_shared<PluginCaller>(report_.name, table.last_error);
    take(table.bases, table.basis_count, OfferKind::kStrainBasis, out.bases,
         [](const TendrilBasis& basis) { return basis.count && basis.gauss_points && basis.evaluate; });
    take(table.primitives, table.primitive_count, OfferKind::kPrimitive, out.primitives,
         [](const TendrilPrimitive& primitive) { return primitive.evaluate != nullptr; });
    take(table.laws, table.law_count, OfferKind::kLaw, out.laws,
         [](const TendrilLaw& law) { return law.evaluate && areWhole(law.coefficients, law.coefficient_count); });
    if (table.minor >= kControllersSince)  // an older table ends before
      take(table.controllers, table.controller_count, OfferKind::kController, out.controllers, isWhole);
    report_.offers = out.entries();
    if (report_.problems.empty() && report_.offers.empty()) problem("offers nothing; ask its author");
    return out;
  }

 private:
  void problem(const std::string& what) { report_.problems.push_back(what); }

  /// Things with names that differ.
  template <class T>
  static bool areWhole(const T* things, int count) {
    if (count < 0 || count > kMostCoefficients || (count > 0 && !things)) return false;
    std::set<std::string> names;
    for (int i = 0; i < count; ++i)
      if (!isName(things[i].name) || !names.insert(things[i].name).second) return false;
    return true;
  }
  static bool isWhole(const TendrilController& controller) {
    const auto isCount = [](int count) { return count >= 0 && count <= kMostStates; };
    return controller.evaluate && isCount(controller.state_count) && isCount(controller.states_per_output) &&
           areWhole(controller.parameters, controller.parameter_count) &&
           areWhole(controller.signals, controller.signal_count);
  }

  template <class Table, class T, class Whole>
  void take(const Table* tables, int count, OfferKind kind, std::vector<std::shared_ptr<const T>>& out,
            const Whole& whole) {
    if (count < 0 || count > kMostOffers || (count > 0 && !tables))
      return problem("says that it has " + std::to_string(count) + " of the kind " + std::string(offerKindName(kind)) +
                     ", and no table of them; ask its author");
    for (int i = 0; i < count; ++i) {
      const std::string what(offerKindName(kind));
      if (!isName(tables[i].name))
        problem(what + " number " + std::to_string(i + 1) +
                " has no name of small letters, digits and _; its author must give it one");
      else if (const std::string owner = ownerNow(kind, tables[i].name); !owner.empty())
        problem(takenName(kind, tables[i].name, owner));
      else if (!whole(tables[i]))
        problem(what + " \"" + tables[i].name +
                "\": a function or a coefficient of its table is missing; ask its author");
      else
        out.push_back(std::make_shared<const T>(caller_, tables[i])), probe(*out.back(), report_.problems);
    }
  }
  /// As ownerOf(), but also knows the names that this plugin has offered before; adds this one to them.
  std::string ownerNow(OfferKind kind, const std::string& name) {
    std::string owner = ownerOf(catalogue_, kind, name);
    if (!owner.empty()) return owner;
    return names_.emplace(kind, name).second ? std::string() : "the same plugin";
  }

  PluginReport& report_;
  const Catalogue& catalogue_;
  PluginCallerPtr caller_;
  std::set<std::pair<OfferKind, std::string>> names_;
};

/// The libraries that this process has loaded.
struct Loaded {
  struct Plugin {
    PluginReport report;
    PluginContents contents;  ///< for the next catalogue
  };
  std::mutex loading, list;  ///< the second is held for moments only
  std::vector<Plugin> plugins;

  static Loaded& instance() {
    static Loaded loaded;
    return loaded;
  }
};

/// What a loaded library offers goes to one more catalogue, unless it is there.
PluginReport addAgain(const Loaded::Plugin& plugin, Catalogue& catalogue) {
  PluginReport report = plugin.report;
  for (const CatalogueEntry& offer : report.offers) {
    const std::optional<CatalogueEntry> there = catalogue.entry(offer.kind, offer.name);
    if (there && there->origin == offer.origin) return plugin.report;
    if (there) report.problems.push_back(takenName(offer.kind, offer.name, ownerOf(catalogue, offer.kind, offer.name)));
  }
  if (report.loaded()) catalogue.add(plugin.contents);
  return report;
}

/// Of a file that cannot be opened as a library.
std::string openingProblem() {
  const char* why = dlerror();
  return "cannot be opened as a shared library (" + std::string(why ? why : "no reason given") +
         "); take a plugin that was built for this machine";
}

}  // namespace

PluginReport loadPlugin(const fs::path& given, Catalogue& catalogue) {
  Loaded& loaded = Loaded::instance();
  const std::lock_guard one(loaded.loading);
  std::error_code code;
  const fs::path file = fs::weakly_canonical(fs::absolute(given), code);
  PluginReport report{.file = code ? given : file,
                      .name = {},
                      .version = {},
                      .author = {},
                      .description = {},
                      .offers = {},
                      .problems = {}};
  for (const Loaded::Plugin& other : loaded.plugins)  // who loads is the only one that changes them
    if (other.report.file == report.file) return addAgain(other, catalogue);
  if (!fs::is_regular_file(report.file, code)) {
    report.problems.emplace_back("there is no such file; give the path of a plugin");
    return report;
  }
  Library library(report.file);
  if (!library) {
    report.problems.push_back(openingProblem());
    return report;
  }
  Loading loading(report, catalogue);
  const TendrilPlugin* table = loading.table(library);
  if (!table) return report;
  PluginContents contents = loading.contents(*table);
  for (const PluginReport& other : loadedPlugins())
    if (other.name == report.name)
      report.problems.push_back("a plugin named " + report.name + " is loaded already, from " + other.file.string() +
                                "; remove one of the two files");
  if (!report.loaded()) return report;
  library.keep();  // its functions are called until the program ends
  catalogue.add(contents);
  const std::lock_guard lock(loaded.list);
  loaded.plugins.push_back({report, std::move(contents)});
  return report;
}

std::vector<fs::path> pluginFiles(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code code;
  for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code))
    if (entry->path().extension() == ".so" && entry->is_regular_file(code)) files.push_back(entry->path());
  std::ranges::sort(files);
  return files;
}

std::vector<PluginReport> loadedPlugins() {
  Loaded& loaded = Loaded::instance();
  const std::lock_guard lock(loaded.list);
  std::vector<PluginReport> reports;
  for (const Loaded::Plugin& plugin : loaded.plugins) reports.push_back(plugin.report);
  return reports;
}

}  // namespace tendril
