// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/variants/variant_edits.hpp"

#include <algorithm>
#include <cctype>
#include <type_traits>

#include "studio/document/edits/fail.hpp"
#include "studio/document/variants/variant_patch.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

bool isGone(const Description& project, const std::string& name, std::vector<Problem>& problems) {
  if (patchOf(project, name)) return false;
  fail(problems, "variants", "there is no variant “" + name + "”", "choose one that exists");
  return true;
}

bool isBad(const Description& project, const std::string& name, std::vector<Problem>& problems) {
  if (name.empty()) return !fail(problems, "variants", "a variant needs a name", "give one");
  const auto isPlain = [](unsigned char c) { return std::isalnum(c) || c == ' ' || c == '_' || c == '-' || c >= 0x80; };
  if (!std::ranges::all_of(name, isPlain))
    return !fail(problems, "variants." + name, "“" + name + "” is no name",
                 "take letters, digits, spaces, _ and - only");
  if (!patchOf(project, name)) return false;
  return !fail(problems, "variants." + name, "there is another variant “" + name + "”", "choose another name");
}

/// Hands the name of the variant that a controller computes with, and whose that is, to a function.
template <class D, class F>
void eachModel(D& project, F&& apply) {
  for (auto& controller : project.controllers)
    desc::eachLaw(controller.type, "controllers." + controller.name, [&](auto& law, const std::string& path) {
      if constexpr (std::is_base_of_v<desc::ModelBased, std::remove_cvref_t<decltype(law)>>) apply(law.model, path);
    });
}

}  // namespace

std::string freeVariantName(const Description& project, std::string_view wish) {
  std::string name(wish);
  for (int i = 2; patchOf(project, name); ++i) name = std::string(wish) + ' ' + std::to_string(i);
  return name;
}

Edit addVariant(std::string name) {
  std::string title = "Add variant “" + name + "”";
  return {std::move(title), [name = std::move(name)](Description& project, std::vector<Problem>& problems) {
            if (isBad(project, name, problems)) return false;
            project.variants.entries.emplace_back(name, VariantPatch());
            return true;
          }};
}

Edit duplicateVariant(std::string name, std::string copy) {
  std::string title = "Duplicate variant “" + name + "”";
  return {std::move(title),
          [name = std::move(name), copy = std::move(copy)](Description& project, std::vector<Problem>& problems) {
            if (isGone(project, name, problems) || isBad(project, copy, problems)) return false;
            auto& entries = project.variants.entries;
            const auto at = std::ranges::find_if(entries, [&](const auto& entry) { return entry.first == name; });
            const VariantPatch patch = at->second;
            entries.emplace(at + 1, copy, patch);
            return true;
          }};
}

Edit renameVariant(std::string from, std::string to) {
  std::string title = "Rename variant “" + from + "” to “" + to + "”";
  return {std::move(title),
          [from = std::move(from), to = std::move(to)](Description& project, std::vector<Problem>& problems) {
            if (isGone(project, from, problems)) return false;
            if (from == to) return true;
            if (isBad(project, to, problems)) return false;
            for (auto& entry : project.variants.entries)
              if (entry.first == from) entry.first = to;
            eachModel(project, [&](std::string& model, const std::string&) {
              if (model == from) model = to;
            });
            return true;
          }};
}

Edit removeVariant(std::string name) {
  std::string title = "Delete variant “" + name + "”";
  return {std::move(title), [name = std::move(name)](Description& project, std::vector<Problem>& problems) {
            if (isGone(project, name, problems)) return false;
            std::string user;
            eachModel(project, [&](const std::string& model, const std::string& path) {
              if (model == name && user.empty()) user = path;
            });
            if (!user.empty())
              return fail(problems, user + ".model", "computes with the variant “" + name + "”",
                          "give it another model first");
            std::erase_if(project.variants.entries, [&](const auto& entry) { return entry.first == name; });
            return true;
          }};
}

Edit keepInVariant(std::string name, std::vector<std::pair<std::string, std::string>> values) {
  std::string title = "Keep in variant “" + name + "”";
  return {std::move(title), [name = std::move(name), values = std::move(values)](Description& project, auto& problems) {
            if (!patchOf(project, name) && !addVariant(name).apply(project, problems)) return false;
            for (const auto& [path, json] : values) setChange(*patchOf(project, name), path, json);
            return true;
          }};
}

Edit removeVariantChange(std::string name, std::string path) {
  std::string title = "Take “" + path + "” out of “" + name + "”";
  return {std::move(title), [name = std::move(name), path = std::move(path)](Description& project, auto& problems) {
            if (isGone(project, name, problems)) return false;
            std::erase_if(patchOf(project, name)->entries, [&](const auto& entry) { return entry.first == path; });
            return true;
          }};
}

}  // namespace tendril::edits
