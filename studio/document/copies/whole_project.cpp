// SPDX-License-Identifier: GPL-3.0-or-later
// A whole project as a part of another one.
#include <algorithm>
#include <optional>

#include "core/math/types.hpp"
#include "core/project/json_tree.hpp"
#include "core/project/project.hpp"
#include "core/text/number_text.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/copies/object_parts.hpp"
#include "studio/document/fingerprint.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

const desc::Load* fluidIn(const Description& description) {
  for (const desc::Load& load : description.loads)
    if (std::holds_alternative<desc::FluidLoad>(load.type)) return &load;
  return nullptr;
}

/// Empty where its expressions have no value.
std::optional<Vec3> gravityIn(const Description& description) {
  Vec3 gravity;
  std::vector<Problem> problems;
  for (int i = 0; i < 3; ++i) {
    const auto entry = numberAt(description, "gravity[" + std::to_string(i) + ']', problems);
    if (!entry) return std::nullopt;
    gravity[i] = *entry;
  }
  return gravity;
}

std::string vectorText(const Vec3& vector) {
  constexpr int kDigits = 4;
  std::string out;
  for (int i = 0; i < 3; ++i) out += (i == 0 ? "" : ", ") + messageNumber(vector[i], kDigits);
  return out;
}

class LeftOut {
 public:
  LeftOut(const Description& target, const Description& project) : target_(target), project_(project) {}

  std::vector<Problem> notes() {
    noteGravity();
    noteFluid();
    if (Fingerprint::of(target_.simulation) != Fingerprint::of(project_.simulation))
      note("simulation", "its integrator, step and other numbers of the simulation were left out",
           "those of the open project hold");
    for (const auto& [name, changes] : project_.variants.entries)
      note("variants." + name, "the variant “" + name + "” was left out", "open the project by itself to see it");
    noteStudio();
    return std::move(notes_);
  }

 private:
  void note(std::string path, std::string message, std::string instead) {
    notes_.push_back({.path = std::move(path),
                      .message = std::move(message),
                      .cure = std::move(instead),
                      .severity = Problem::Severity::kWarning});
  }

  void noteGravity() {
    const std::optional<Vec3> here = gravityIn(target_), there = gravityIn(project_);
    if (here && there && *here != *there)
      note("gravity", "its gravity of " + vectorText(*there) + " m/s² was left out",
           "that of the open project holds: " + vectorText(*here) + " m/s²");
  }
  void noteFluid() {
    const desc::Load* fluid = fluidIn(project_);
    if (!fluid) return;
    if (const desc::Load* known = fluidIn(target_))
      note("loads." + fluid->name, "the fluid “" + fluid->name + "” was left out",
           "all that is here is in the fluid “" + known->name + "”");
    else
      note("loads." + fluid->name, "the fluid “" + fluid->name + "” now surrounds all that is here",
           "delete it if it should not");
  }
  /// What people made: not where they looked from.
  void noteStudio() {
    constexpr std::array<std::string_view, 2> kOfTheFile = {"gallery", "length_unit"};
    std::vector<Problem> problems;
    const json::Node studio = json::parse(project_.studio.text.empty() ? "{}" : project_.studio.text, problems);
    std::string all;
    for (const std::string& key : studio.keys)
      if ((key == "plots" || !Document::isViewKey(key)) && std::ranges::find(kOfTheFile, key) == kOfTheFile.end())
        all += (all.empty() ? "" : ", ") + key;
    if (!all.empty()) note("studio", "what goes with it was left out: " + all, "it is in its own file");
  }

  const Description &target_, &project_;
  std::vector<Problem> notes_;
};

}  // namespace

Edit addProject(const Description& project, ObjectId parent) {
  return {"Add “" + (project.name.empty() ? std::string("a project") : project.name) + "”",
          [text = projectText(project), parent](Description& target, std::vector<Problem>& problems) {
            std::vector<Problem> found;
            std::optional<Description> part = readPart(text, found);
            if (!part) {
              problems.insert(problems.end(), found.begin(), found.end());
              return false;
            }
            if (fluidIn(target))
              std::erase_if(part->loads,
                            [](const desc::Load& load) { return std::holds_alternative<desc::FluidLoad>(load.type); });
            return insert(target, std::move(*part), parent, problems);
          }};
}

std::vector<Problem> leftOut(const Description& target, const Description& project) {
  return LeftOut(target, project).notes();
}

}  // namespace tendril::edits
