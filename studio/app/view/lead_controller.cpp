// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/lead_controller.hpp"

#include <cmath>
#include <utility>

#include "studio/app/context/studio_context.hpp"
#include "widgets/format.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

using Verdict = EquilibriumLeadState::Verdict;

constexpr int kMostNames = 3;      // of inputs, in a line
constexpr double kDeeper = 0.003;  // m: a difference in depth that is worth a word

/// What has become of the point, for people; lengths in this unit.
QString verdictText(const EquilibriumLeadState& state, const QString& unit) {
  const auto length = [&](double metres) { return formatLength(metres, unit, 3).text(); };
  if (state.verdict == Verdict::kOnTheWay) return LeadController::tr("%1 to go").arg(length(state.left));
  if (state.verdict == Verdict::kNearest) return LeadController::tr("nearest, %1 away").arg(length(state.left));
  if (state.verdict == Verdict::kStuck)
    return LeadController::tr("no equilibrium is nearer from here, %1 away").arg(length(state.left));
  if (!(std::abs(state.depth) > kDeeper)) return LeadController::tr("reached");
  return (state.depth > 0 ? LeadController::tr("reached, %1 nearer to you") : LeadController::tr("reached, %1 farther"))
      .arg(length(std::abs(state.depth)));
}

}  // namespace

LeadController::LeadController(StudioContext& context)
    : QObject(&context.window()), context_(context), worker_([this] {
        if (!told_.exchange(true)) QMetaObject::invokeMethod(this, &LeadController::look, Qt::QueuedConnection);
      }) {
  lead_ = context.actions().add(tr("Lead by dragging: the inputs follow"), "lead",
                                {QKeySequence(Qt::SHIFT | Qt::Key_D)}, [] {});
  lead_->setObjectName("leadByDragging");
  lead_->setIconText(tr("Lead"));
  lead_->setCheckable(true);
  lead_->setToolTip(
      tr("Drag a point of the robot in the view: its inputs move so that it rests there, or as near as "
         "their ranges allow (Shift+D)"));
  connect(lead_, &QAction::toggled, this, &LeadController::turn);
  Viewport& viewport = context.view().viewport();
  connect(&viewport, &Viewport::grabStarted, this, &LeadController::take);
  connect(&viewport, &Viewport::grabMoved, this, [this](const Vec3& point, double) { move(point); });
  connect(&viewport, &Viewport::grabEscaped, this, &LeadController::escape);
  connect(&viewport, &Viewport::grabEnded, this, [this] { holds_ = false; });
  connect(&viewport, &Viewport::posingEnded, this, [this] { lead_->setChecked(false); });
  Player& player = context.player();
  connect(&player, &Player::modelChanged, this, &LeadController::stop);
  connect(&player, &Player::stateChanged, this, [this](RunState state) {
    if (state == RunState::kRunning) stop();
  });
}

void LeadController::turn(bool on) {
  const auto& model = context_.player().snapshot().model;
  if (on && model && model->nu == 0) {
    context_.notices().show({.severity = Notice::Severity::kWarning,
                             .title = tr("This robot has no inputs that could follow"),
                             .advice = tr("Give it tendons, chambers or drives. A pose by hand needs none (D)."),
                             .details = {}});
    return lead_->setChecked(false);
  }
  QAction* posing = context_.actions().find("poseByDragging");
  if (on && posing) {
    posing->setChecked(false);  // one left drag has one meaning
    connect(posing, &QAction::toggled, lead_, [this](bool poses) {
      if (poses) lead_->setChecked(false);
    });
  } else if (posing) {
    posing->disconnect(lead_);
  }
  if (on) context_.panels().showPanel("inputs");
  context_.view().viewport().setLeading(on);
  if (!on) stop();
  text_.clear();
  context_.view().setBanner(on ? tr("Drag a point of the robot: its inputs follow · Esc ends") : QString());
}

void LeadController::take(const Grab& grab) {
  Player& player = context_.player();
  const Snapshot& now = player.snapshot();
  if (!grab.leads || !now.model || grab.point.link >= static_cast<int>(now.model->links.size())) return;
  player.pause();
  player.keepPlace();
  EquilibriumLeadProblem problem;
  problem.link = grab.point.link;
  problem.place = {grab.point.at, grab.point.offset, grab.material};
  problem.sight = grab.sight;
  problem.gravity = now.gravity;
  problem.t = now.t, problem.q = now.q, problem.u = now.u;
  if (problem.u.size() != now.model->nu) problem.u.setZero(now.model->nu);
  now.model->clipInputs(problem.u);
  holds_ = true;
  worker_.begin(now.model, std::move(problem));
}

void LeadController::move(const Vec3& point) {
  if (holds_) worker_.aim(point);
}

void LeadController::escape() {
  if (!std::exchange(holds_, false)) return;
  stop();
  context_.player().returnToPlace();
  tell(tr("Back where it began"));
}

/// What is under way is given up; what was reached stays.
void LeadController::stop() {
  worker_.end();
  context_.markInputs({});
}

void LeadController::look() {
  told_ = false;
  const std::optional<LeadWorker::News> news = worker_.take();
  if (!news) return;
  if (news->failure.empty()) {
    context_.player().showEquilibrium(news->state.q, news->state.u);
    return show(news->state);
  }
  holds_ = false;
  context_.view().viewport().endGrab();
  context_.notices().show({.severity = Notice::Severity::kWarning,
                           .title = tr("The inputs cannot lead this point"),
                           .advice = QString::fromStdString(news->failure),
                           .details = {}});
}

void LeadController::show(const EquilibriumLeadState& state) {
  const bool warns = state.verdict == Verdict::kNearest || state.verdict == Verdict::kStuck;
  const QString verdict = verdictText(state, context_.lengthUnit());
  context_.view().viewport().setLeadText(verdict, warns);
  const std::vector<int> ended = warns ? state.ended : std::vector<int>{};
  context_.markInputs(ended);
  if (state.verdict == Verdict::kOnTheWay) return;  // the line at the top is to be read
  QString text = verdict + endedText(ended);
  if (!state.stable) text += tr(" · not stable: a push makes the robot leave it");
  text[0] = text[0].toUpper();
  tell(text);
}

void LeadController::tell(const QString& text) {
  if (!lead_->isChecked() || text == text_) return;
  text_ = text;
  context_.view().setBanner(text);
}

QString LeadController::endedText(const std::vector<int>& inputs) const {
  const auto& model = context_.player().snapshot().model;
  QStringList names;
  for (const int input : inputs)
    if (model && input < model->nu && names.size() < kMostNames)
      names << QString::fromStdString(model->inputName(input));
  if (names.isEmpty()) return {};
  const auto more = static_cast<int>(inputs.size()) - static_cast<int>(names.size());
  const QString list = names.join(QStringLiteral(", ")) + (more > 0 ? tr(" and %1 more").arg(more) : QString());
  return tr(" · at the end of their range: %1").arg(list);
}

}  // namespace tendril
