// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/controllers/variant_model.hpp"

#include <algorithm>
#include <atomic>

#include "core/builder/build_model.hpp"
#include "core/text/nearest_name.hpp"

namespace tendril {
namespace {

std::atomic<const VariantSource*> processSource = nullptr;

/// What a variant changes that it must not; empty: nothing.
std::string mismatch(const Model& plant, const Model& model) {
  const auto counted = [](const char* what, int of, int robot) {
    return "has " + std::to_string(of) + ' ' + what + ", the robot has " + std::to_string(robot);
  };
  if (model.links.size() != plant.links.size())
    return counted("links", static_cast<int>(model.links.size()), static_cast<int>(plant.links.size()));
  for (std::size_t i = 0; i < plant.links.size(); ++i) {
    const Link &its = model.links[i], &own = plant.links[i];
    if (its.name != own.name)
      return "calls its link " + std::to_string(i) + " \"" + its.name + "\", not \"" + own.name + '"';
    if (its.joint.type != own.joint.type) return "gives \"" + own.name + "\" another joint";
    if (its.nBody != own.nBody) return counted(("coordinates of \"" + own.name + '"').c_str(), its.nBody, own.nBody);
  }
  if (model.nu != plant.nu) return counted("inputs", model.nu, plant.nu);
  for (int u = 0; u < plant.nu; ++u)
    if (model.inputName(u) != plant.inputName(u))
      return "calls an input \"" + model.inputName(u) + "\", not \"" + plant.inputName(u) + '"';
  return {};
}

/// Why there is no such variant, and what there is.
void tellUnknown(const std::string& variant, BuildContext& context, const std::string& path) {
  std::vector<std::string> names;
  std::string all;
  for (const auto& [name, changes] : context.description.variants.entries) {
    names.push_back(name);
    all += (all.empty() ? "" : ", ") + name;
  }
  const std::string nearest = nearestName(variant, names);
  context.error(path, "there is no variant \"" + variant + '"',
                names.empty()     ? "add it to the variants of the project, or leave the model out"
                : nearest.empty() ? "choose one of " + all
                                  : "did you mean \"" + nearest + "\"?");
}

/// Builds it, an empty name the robot itself, with its motors or without; what is wrong is told at `path`.
std::shared_ptr<const Model> build(const std::string& variant, bool motors, BuildContext& context,
                                   const std::string& path) {
  Description description = context.description;
  std::vector<Problem> problems;
  std::shared_ptr<const Model> model;
  if (!variant.empty() && !context.options.variants) {
    context.error(path, "variants cannot be made here", "leave the model out");
    return nullptr;
  }
  if (variant.empty() || context.options.variants->apply(description, variant, problems, context.catalogue())) {
    BuildOptions options = context.options;
    options.controllers = false, options.checked = variant.empty(), options.motors = motors;
    model = buildModel(description, problems, options);
  }
  const auto first = std::find_if(problems.begin(), problems.end(), [](const Problem& p) { return p.isError(); });
  if (!model)
    context.error(path,
                  (variant.empty() ? "the link side of the robot" : "the variant \"" + variant + '"') +
                      " cannot be built" + (first == problems.end() ? "" : ": " + first->path + ' ' + first->message),
                  variant.empty() ? "mend the robot" : "mend the variant");
  return model;
}

/// Whether there is such a variant; a problem at `path` if not.
bool isKnown(const std::string& variant, BuildContext& context, const std::string& path) {
  const auto& entries = context.description.variants.entries;
  if (std::any_of(entries.begin(), entries.end(), [&](const auto& entry) { return entry.first == variant; }))
    return true;
  tellUnknown(variant, context, path);
  return false;
}

}  // namespace

const VariantSource* VariantSource::ofProcess() {
  return processSource;
}

void VariantSource::setOfProcess(const VariantSource* source) {
  processSource = source;
}

std::shared_ptr<const Model> variantModel(const std::string& variant, const Model& plant, BuildContext& context,
                                          const std::string& path) {
  if (variant.empty()) return nullptr;
  if (!isKnown(variant, context, path)) return nullptr;
  auto known = context.variants.find(variant);
  if (known == context.variants.end())
    known = context.variants.emplace(variant, build(variant, true, context, path)).first;
  else if (!known->second)
    context.error(path, "the variant \"" + variant + "\" cannot be built", "mend the variant");
  if (!known->second) return nullptr;
  if (const std::string wrong = mismatch(plant, *known->second); !wrong.empty()) {
    context.error(path, "the variant \"" + variant + "\" " + wrong,
                  "a controller computes with a model of the same coordinates and inputs");
    return nullptr;
  }
  return known->second;
}

std::shared_ptr<const Model> linkSideModel(const std::string& variant, const Model& plant, BuildContext& context,
                                           const std::string& path) {
  if (!variant.empty() && !isKnown(variant, context, path)) return nullptr;
  std::shared_ptr<const Model> model = build(variant, false, context, path);
  if (!model) return nullptr;
  if (model->nq == plant.nqRobot && model->nv == plant.nvRobot) return model;
  context.error(path, "the variant \"" + variant + "\" has other coordinates than the robot",
                "a controller computes with a model of the same coordinates");
  return nullptr;
}

}  // namespace tendril
