// SPDX-License-Identifier: GPL-3.0-or-later
// Other kinds of controllers, of parts of sequences, and of what they follow.
#include <utility>

#include "studio/document/edits/controller_edits.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

/// A part of a sequence as a controller of its own, changed, and put back.
template <class Change>
bool changePart(desc::PhaseController& part, const std::string& name, std::vector<Problem>& problems, Change change) {
  desc::Controller whole;
  whole.name = name;
  std::visit([&](const auto& law) { whole.type = law; }, part.type);
  if (!change(whole)) return false;
  return std::visit(
      [&](const auto& law) {
        if constexpr (requires { law.phases; }) {
          problems.push_back({.path = "controllers." + name,
                              .message = "a sequence cannot hold a sequence",
                              .cure = "add its phases to this one"});
          return false;
        } else {
          part.type = law;
          return true;
        }
      },
      whole.type);
}

/// The same of a part of a sequence.
std::optional<bool> changeOfPart(Description& description, desc::Controller& controller, const std::string& own,
                                 const std::string& path, const std::string& type, std::vector<Problem>& problems) {
  auto* sequence = std::get_if<desc::SequenceController>(&controller.type);
  std::optional<bool> done;
  for (std::size_t i = 0; sequence && i < sequence->phases.size(); ++i)
    desc::eachController(sequence->phases[i], own + ".phases[" + std::to_string(i) + ']',
                         [&](desc::PhaseController& part, const std::string& at) {
                           if (path == at + ".type")
                             done = changePart(part, controller.name, problems, [&](desc::Controller& whole) {
                               return applyDesign(description, whole, modestDesign({type, outputsOf(whole)}), problems);
                             });
                           if (path == at + ".stiffness.type")
                             done = changePart(part, controller.name, problems, [&](desc::Controller& whole) {
                               return changeStiffness(whole, type, problems);
                             });
                           if (path == at + ".reference.type")
                             done = changePart(part, controller.name, problems, [&](desc::Controller& whole) {
                               return changeReference(description, whole, type, problems);
                             });
                         });
  return done;
}

}  // namespace

std::optional<bool> changeOfController(Description& description, desc::Controller& controller, const std::string& path,
                                       const std::string& type, std::vector<Problem>& problems) {
  const std::string own = "controllers." + controller.name;
  if (path == own + ".reference.type") return changeReference(description, controller, type, problems);
  if (path == own + ".stiffness.type") return changeStiffness(controller, type, problems);
  if (path != own + ".type") return changeOfPart(description, controller, own, path, type, problems);
  return applyDesign(description, controller, modestDesign({type, outputsOf(controller)}), problems);
}

}  // namespace tendril::edits
