// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/divergence/divergence_cures.hpp"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

#include "core/description/bodies.hpp"
#include "core/model/model.hpp"
#include "core/text/number_text.hpp"
#include "studio/document/controllers/rounded.hpp"
#include "studio/document/given_step.hpp"
#include "widgets/format.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr double kEnough = 20;       // steps in the fastest period that most motions need
constexpr double kFewest = 2;        // times shorter, at least
constexpr double kMostShorter = 50;  // times, in one go
constexpr double kDamped = 0.1;      // of a material: loss at the fastest frequency
constexpr double kSofter = 10;       // times, of contacts
constexpr int kDigits = 3;

QString text(const char* source) {
  return QCoreApplication::translate("tendril::DivergencePanel", source);
}

QString nameOf(const Model& model, int link) {
  return QString::fromStdString(model.links[static_cast<std::size_t>(link)].name);
}

QString percent(double share) {
  return formatNumber(100 * share, 2) + QStringLiteral(" %");
}

void proposeSteps(const Description& description, const DivergenceReport& report, std::vector<ProposedChange>& out) {
  const desc::Simulation& settings = description.simulation;
  if (!hasGivenStep(settings.integrator)) return;
  if (settings.step.expression.empty()) {
    const double per = report.stepsPerPeriod();
    const double shorter = per > 0 ? std::clamp(std::ceil(kEnough / per), kFewest, kMostShorter) : kFewest;
    const double step = rounded(settings.step.value / shorter, 2);
    out.push_back({text("Steps of %1").arg(formatQuantity(step, QStringLiteral("s"), 2).text()),
                   text("%1 times shorter steps").arg(shorter),
                   {{"simulation.step", numberText(step)}}});
  }
  out.push_back({text("Steps by error (bdf)"),
                 text("A method whose steps are as short as the motion needs"),
                 {{"simulation.integrator", "\"bdf\""}}});
  if (settings.integrator == desc::Integrator::kRungeKutta4)
    out.push_back({text("Implicit steps (generalised α)"),
                   text("A method that stays stable whatever the stiffness"),
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
            out.push_back(
                {text("Damp “%1”").arg(QString::fromStdString(material.name)),
                 text("Gives the material a viscosity of %1, which takes a tenth of the energy of the fastest "
                      "vibration in a turn")
                     .arg(formatQuantity(viscosity, QStringLiteral("Pa·s"), 2).text()),
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
    out.push_back({text("Softer contact “%1”").arg(QString::fromStdString(name)),
                   text("A tenth of its stiffness"),
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

QStringList divergenceFindings(const Model& model, const DivergenceReport& report) {
  QStringList out;
  if (report.worstLink >= 0 && !report.error.empty())
    out << text("The last step misses the equation of motion by %1, most of it in “%2”%3.")
               .arg(percent(report.error.back()), nameOf(model, report.worstLink),
                    report.coordinate[static_cast<std::size_t>(report.worstLink)] < 0
                        ? QString()
                        : text(" (%1)").arg(QString::fromStdString(
                              model.velocityName(report.coordinate[static_cast<std::size_t>(report.worstLink)]))));
  if (const double per = report.stepsPerPeriod(); per > 0) {
    const QString steps = formatNumber(per, 2);
    out << (report.decays ? text("The fastest decay, of “%1”, has %2 steps in its time constant.")
                          : text("The fastest vibration, of “%1” at %3, has %2 steps in a period."))
               .arg(nameOf(model, report.fastestLink), steps,
                    formatQuantity(report.fastest / (2 * M_PI), QStringLiteral("Hz"), kDigits).text());
    if (per < kEnough) out.back() += text(" That is few: %1 follow most motions.").arg(kEnough);
  }
  if (report.least)
    out << text("“%1” came within %2 of folding at t = %3%4.")
               .arg(nameOf(model, report.least->link), percent(std::max(0.0, report.least->margin)),
                    formatTime(report.least->t).text(),
                    report.least->margin < 0.1 ? QStringLiteral(": ") + QString::fromStdString(report.least->violation)
                                               : QString());
  if (report.deepest)
    out << text("The deepest contact is “%1”, %2 deep.")
               .arg(QString::fromStdString(model.contacts[static_cast<std::size_t>(report.deepest->contact)].name),
                    formatQuantity(report.deepest->depth, QStringLiteral("m"), kDigits).text());
  return out;
}

}  // namespace tendril
