// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of controllers: which kinds can serve a robot, adding, changing the kind or the outputs, references.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/description/controller.hpp"
#include "core/model/model.hpp"
#include "studio/document/controllers/controller_design.hpp"
#include "studio/document/document.hpp"

namespace tendril::edits {

/// A kind of controller as it can be added.
struct ControllerOffer {
  std::string type;  ///< kType
  std::vector<ObjectId> outputs;
  std::string reason;  ///< why it cannot be had; empty: it can
};

/// All kinds, in the order of the description. `chosen`: actuators that it is to serve, taken from the controllers that
/// have them now; empty: those that nothing serves and that fit the kind. `model`: of this robot; null: none is built.
std::vector<ControllerOffer> controllerOffers(const Description& description, const Model* model,
                                              const std::vector<ObjectId>& chosen = {});
/// "PD with gravity cancelled" for a kType.
std::string controllerTitle(std::string_view type);
/// What a kType does, a line for people; and other words by which it is found.
std::string controllerMeaning(std::string_view type);
std::string otherControllerWords(std::string_view type);
/// What the first one of a kType is called when it is added.
std::string firstControllerName(std::string_view type);
/// Controllers of the plugins that are loaded.
std::span<const std::string_view> pluginControllers();
/// Actuators that a controller serves, in its order.
std::vector<ObjectId> outputsOf(const description::Controller& controller);

/// Whether its reference has an entry per input of its outputs, not per coordinate of links.
bool followsInputs(const description::Controller& controller);
template <class Law>
bool followsInputs(const Law& law) {
  if constexpr (requires { law.links; })
    if (!law.links.empty()) return false;
  return !followsAll(Law::kType) && !leadsFrame(Law::kType) && !movesBase(Law::kType) && !movesMotors(Law::kType);
}

/// Takes the outputs for which `gone` holds from a controller and from the parts of a sequence, whose references and
/// gains fit what is left; parts and phases go with the last of theirs.
void loseOutputs(const Description& description, description::Controller& controller,
                 const std::function<bool(ObjectId)>& gone);

/// A new controller. Others lose its outputs, and go with the last of theirs.
Edit addController(ControllerDesign design);
/// Another kind or other outputs; what both have in common stays: the reference, and gains where they mean the same.
Edit changeController(const Description& description, ObjectId controller, ControllerDesign design);

/// The same on a description.
bool applyDesign(Description& description, description::Controller& controller, const ControllerDesign& design,
                 std::vector<Problem>& problems);
/// Makes entries of reference, gains and `actual` that were per input of the outputs `before` fit those of now. What is
/// new is as it was designed, else as the last entry. `actual`: null where the law has none.
void fitEntries(const Description& description, description::TrackingController& tracking,
                std::optional<description::OneOrMany<description::Formula>>* actual,
                const std::vector<ObjectId>& before, const ControllerDesign* design = nullptr);
template <class Law>
void fitEntries(const Description& description, Law& law, const std::vector<ObjectId>& before,
                const ControllerDesign* design = nullptr) {
  if constexpr (requires { law.actual; })
    fitEntries(description, law, &law.actual, before, design);
  else
    fitEntries(description, law, nullptr, before, design);
}
/// The same for what a regulator holds and weighs per input.
void fitWeights(const Description& description, description::LqrController& lqr, const std::vector<ObjectId>& before);
/// Another kind of motion that begins where the one before rested; false with a reason where it cannot be.
bool changeReference(const Description& description, description::Controller& controller, std::string_view type,
                     std::vector<Problem>& problems);

/// The same of what the stiffness of joints follows.
bool changeStiffness(description::Controller& controller, std::string_view type, std::vector<Problem>& problems);

/// Another kind of a controller, of a part of a sequence or of the reference of either, where `path` leads to its type;
/// false with a reason where it cannot be, empty where the path leads elsewhere.
std::optional<bool> changeOfController(Description& description, description::Controller& controller,
                                       const std::string& path, const std::string& type,
                                       std::vector<Problem>& problems);

/// A signal of sensible size for every input of an actuator, to begin with.
description::SignalSource someSignal(const Description& description, const description::Actuator& actuator);

}  // namespace tendril::edits
