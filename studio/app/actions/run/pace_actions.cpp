// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/run/pace_actions.hpp"

#include <algorithm>
#include <cmath>

#include "core/description/bodies.hpp"
#include "core/text/number_text.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/document/given_step.hpp"
#include "widgets/format.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr double kUsualPoints = 100, kFew = 30;  // live points of a body
constexpr double kLongestStep = 0.01;            // s

}  // namespace

PaceActions::Changes fewerLivePoints(const Description& description) {
  PaceActions::Changes out;
  for (const desc::Link& link : description.links) {
    const desc::TetrahedraBody* body = link.body ? desc::tetrahedraOf(*link.body) : nullptr;
    if (!body) continue;
    const auto* number = body->liveQuadrature ? std::get_if<desc::Number>(&body->liveQuadrature->value) : nullptr;
    const bool plain = number && number->expression.empty();
    double points = kUsualPoints;
    if (plain) points = std::floor(number->value / 2);
    if (points < kFew) continue;
    out.emplace_back("links." + link.name + ".body.live_quadrature", numberText(points));
  }
  return out;
}

PaceActions::Changes longerStep(const Description& description) {
  const desc::Simulation& settings = description.simulation;
  if (!hasGivenStep(settings.integrator) || !settings.step.expression.empty()) return {};
  const double step = 2 * settings.step.value;
  if (!(step <= kLongestStep)) return {};
  return {{"simulation.step", numberText(step)}};
}

PaceActions::Changes stepsByError(const Description& description) {
  if (!hasGivenStep(description.simulation.integrator)) return {};
  return {{"simulation.integrator", "\"bdf\""}};
}

PaceActions::PaceActions(StudioContext& context)
    : QObject(&context.window()),
      context_(context),
      points_(new QAction(tr("Fewer points"), this)),
      step_(new QAction(tr("Longer steps"), this)),
      bdf_(new QAction(tr("Steps by error (bdf)"), this)) {
  points_->setObjectName(QStringLiteral("paceFewerPoints"));
  step_->setObjectName(QStringLiteral("paceLongerStep"));
  bdf_->setObjectName(QStringLiteral("paceBdf"));
  points_->setToolTip(tr("Half as many points of soft volumes while somebody watches; the command line takes all"));
  step_->setToolTip(tr("Twice the step of the simulation"));
  bdf_->setToolTip(tr("A method whose steps are as long as the tolerances allow"));
  const auto connectCure = [this](QAction* action, Changes (*changes)(const Description&)) {
    connect(action, &QAction::triggered, this,
            [this, action, changes] { cure(changes(context_.description()), action->text()); });
  };
  connectCure(points_, &fewerLivePoints);
  connectCure(step_, &longerStep);
  connectCure(bdf_, &stepsByError);
  connect(&context.player(), &Player::frame, this, &PaceActions::look);
  connect(&context.document(), &DocumentHost::opened, this, [this] {
    told_ = false;
    watch_.restart();
  });
  clock_.start();
}

/// Who wants a run to be faster than the clock knows that it may not be.
void PaceActions::look(const Snapshot& snapshot) {
  const double speed = snapshot.speed;
  if (snapshot.state != RunState::kRunning || snapshot.replaying || !std::isfinite(speed) || speed > 1)
    return watch_.restart();
  const bool slow = watch_.look(snapshot.t, 1e-9 * static_cast<double>(clock_.nsecsElapsed()), speed);
  if (!slow || told_) return;
  told_ = true;
  tell(watch_.factor());
}

void PaceActions::tell(double factor) {
  Notice notice{.severity = Notice::Severity::kWarning,
                .title = tr("This runs at %1 of the clock").arg(u'×' + formatNumber(factor, 2)),
                .advice = tr("It is computed as well as ever, and takes longer. What makes it faster:"),
                .details = {}};
  const Description& description = context_.description();
  if (!fewerLivePoints(description).empty()) notice.actions << points_;
  if (!longerStep(description).empty()) notice.actions << step_;
  if (!stepsByError(description).empty()) notice.actions << bdf_;
  if (notice.actions.isEmpty()) notice.advice = tr("It is computed as well as ever, and takes longer.");
  context_.notices().show(notice);
}

/// What is still slow afterwards is told again.
void PaceActions::cure(const Changes& changes, const QString& name) {
  std::vector<Problem> problems;
  if (changes.empty() || !context_.document().setFields(changes, problems, {}, name)) return;
  told_ = false;
  watch_.restart();
}

}  // namespace tendril
