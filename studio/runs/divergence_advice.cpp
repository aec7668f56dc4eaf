// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/runs/divergence_advice.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/description/bodies.hpp"
#include "core/model/model.hpp"
#include "core/text/number_text.hpp"
#include "core/text/units.hpp"
#include "studio/document/controllers/rounded.hpp"
#include "studio/document/given_step.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr double kEnough = 20;       // steps in the fastest period that most motions need
constexpr double kFewest = 2;        // times shorter, at least
constexpr double kMostShorter = 50;  // times, in one go
constexpr double kDamped = 0.1;      // of a material: loss at the fastest frequency
constexpr double kSofter = 10;       // times, of contacts
constexpr int kDigits = 3;

const std::string& nameOf(const Model& model, int link) {
  return model.links[static_cast<std::size_t>(link)].name;
}

std::string quoted(const std::string& name) {
  return "“" + name + "”";
}

std::string percent(double share) {
  return fieldNumber(100 * share, 2) + "\u2009%";
}

void proposeSteps(const Description& description, const DivergenceReport& report, std::vector<ProposedChange>& out) {
  const desc::Simulation& settings = description.simulation;
  if (!hasGivenStep(settings.integrator)) return;
  if (settings.step.expression.empty()) {
    const double per = report.stepsPerPeriod();
    const double shorter = per > 0 ? std::clamp(std::ceil(kEnough / per), kFewest, kMostShorter) : kFewest;
    const double step = rounded(settings.step.value / shorter, 2);
    out.push_back({"Steps of " + fieldQuantity(step, "s", 2),
                   numberText(shorter) + " times shorter steps",
                   {{"simulation.step", numberText(step)}}});
  }
  out.push_back({"Steps by error (bdf)",
                 "A method whose steps are as short as the motion needs",
                 {{"simulation.integrator", "\"bdf\""}}});
  if (settings.integrator == desc::Integrator::kRungeKutta4)
    out.push_back({"Implicit steps (generalised α)",
                   "A method that stays stable whatever the stiffness",
                   {{"simulation.integrator", "\"generalized_alpha\""}}});
}

/// Damping for the material of the link that fails, where it has none.
void proposeDamping(const Description& description, const Model& model, const DivergenceReport& report,
                    std::vector<ProposedChange>& out) {
  const int link = report.worstLink >= 0 ? report.worstLink : report.fastestLink;
  if (link < 0 || report.decays || !(report.fastest > 0)) return;
  const auto& links = description.links;
  const auto found = std::ranges::find(links, model.links[static_cast<std::size_t>(link)].id, &desc::Link::id);
  if (found == links.end() || !found->body) return;
  std::visit(
      [&](const auto& body) {
        desc::eachMaterial(body, [&](const desc::MaterialRef& reference) {
          for (const desc::Material& material : description.materials.items) {
            const auto* law = std::get_if<desc::LinearElastic>(&material.law);
            if (material.name != reference.name || !law || !law->young.expression.empty()) continue;
            if (law->viscosity || law->relaxation) continue;
            const double viscosity = rounded(kDamped * law->young.value / report.fastest, 2);
            out.push_back({"Damp " + quoted(material.name),
                           "Gives the material a viscosity of " + fieldQuantity(viscosity, "Pa·s", 2) +
                               ", which takes a tenth of the energy of the fastest vibration in a turn",
                           {{"materials." + material.name + ".viscosity", numberText(viscosity)}}});
          }
        });
      },
      *found->body);
}

void proposeSofterContact(const Description& description, const Model& model, const DivergenceReport& report,
                          std::vector<ProposedChange>& out) {
  if (!report.deepest || report.stepsPerPeriod() > kEnough) return;
  const std::string& name = model.contacts[static_cast<std::size_t>(report.deepest->contact)].name;
  for (const desc::Load& load : description.loads) {
    const auto* contact = std::get_if<desc::Contact>(&load.type);
    if (load.name != name || !contact || !contact->stiffness.expression.empty()) continue;
    const double stiffness = rounded(contact->stiffness.value / kSofter, 2);
    out.push_back({"Softer contact " + quoted(name),
                   "A tenth of its stiffness",
                   {{"loads." + name + ".stiffness", numberText(stiffness)}}});
  }
}

}  // namespace

std::vector<ProposedChange> divergenceCures(const Description& description, const Model& model,
                                            const DivergenceReport& report) {
  std::vector<ProposedChange> out;
  proposeSteps(description, report, out);
  proposeDamping(description, model, report, out);
  proposeSofterContact(description, model, report, out);
  return out;
}

std::vector<std::string> divergenceFindings(const Model& model, const DivergenceReport& report) {
  std::vector<std::string> out;
  if (report.worstLink >= 0 && !report.error.empty()) {
    const int coordinate = report.coordinate[static_cast<std::size_t>(report.worstLink)];
    out.push_back("The last step misses the equation of motion by " + percent(report.error.back()) +
                  ", most of it in " + quoted(nameOf(model, report.worstLink)) +
                  (coordinate < 0 ? "" : " (" + model.velocityName(coordinate) + ")") + ".");
  }
  if (const double per = report.stepsPerPeriod(); per > 0) {
    const std::string name = quoted(nameOf(model, report.fastestLink)), steps = fieldNumber(per, 2);
    out.push_back(report.decays ? "The fastest decay, of " + name + ", has " + steps + " steps in its time constant."
                                : "The fastest vibration, of " + name + " at " +
                                      fieldQuantity(report.fastest / (2 * std::numbers::pi), "Hz", kDigits) + ", has " +
                                      steps + " steps in a period.");
    if (per < kEnough) out.back() += " That is few: " + numberText(kEnough) + " follow most motions.";
  }
  if (report.least)
    out.push_back(quoted(nameOf(model, report.least->link)) + " came within " +
                  percent(std::max(0.0, report.least->margin)) +
                  " of folding at t = " + fieldQuantity(report.least->t, "s") +
                  (report.least->margin < 0.1 ? ": " + report.least->violation : "") + ".");
  if (report.deepest)
    out.push_back("The deepest contact is " +
                  quoted(model.contacts[static_cast<std::size_t>(report.deepest->contact)].name) + ", " +
                  fieldQuantity(report.deepest->depth, "m", kDigits) + " deep.");
  return out;
}

}  // namespace tendril
