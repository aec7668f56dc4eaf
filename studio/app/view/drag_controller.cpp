// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/drag_controller.hpp"

#include <QSettings>
#include <QTimer>

#include <utility>

#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kHintDelay = 1200;  // ms after the robot has begun to move
const QString kHintShown = QStringLiteral("hints/ctrlDrag");

}  // namespace

DragController::DragController(Viewport& view, Player& player, DocumentHost& document, QObject* parent)
    : QObject(parent), view_(view), player_(player), document_(document) {
  connect(&view, &Viewport::grabStarted, this, &DragController::take);
  connect(&view, &Viewport::grabMoved, this, &DragController::move);
  connect(&view, &Viewport::grabEnded, this, &DragController::release);
  // A window that goes away during a drag hides its view when the document is no more.
  connect(&document, &QObject::destroyed, this, [this] { view_.disconnect(this); });
  connect(&document, &DocumentHost::opened, this, [this] {
    view_.endGrab();
    told_ = false;
  });
}

void DragController::take(const Grab& grab) {
  const auto& model = player_.snapshot().model;
  if (!model || grab.point.link >= static_cast<int>(model->links.size())) return;
  if (grab.leads) return;  // LeadController
  if (grab.poses) player_.pause();
  PerturbationSpec spec;
  spec.link = model->links[static_cast<std::size_t>(grab.point.link)].id;
  spec.place = {grab.point.at, grab.point.offset, grab.material};
  spec.mode = grab.twist ? PerturbationSpec::Mode::kTwist : PerturbationSpec::Mode::kPull;
  spec.axis = grab.axis;
  spec.start = grab.frame.R;
  spec.reach = grab.reach;
  spec.sight = grab.sight;
  holds_ = true;
  player_.perturb(spec, {.point = grab.world});
}

void DragController::move(const Vec3& point, double angle) {
  if (holds_) player_.movePerturbation({.point = point, .angle = angle});
}

void DragController::release() {
  if (!std::exchange(holds_, false)) return;
  if (player_.snapshot().perturbation.left >= 0) tellOfPose();
  player_.releasePerturbation();
}

/// Somebody who pulls a robot at rest sees it move without time: once a project, where that leads.
void DragController::tellOfPose() {
  if (std::exchange(told_, true)) return;
  Q_EMIT document_.noticeWanted({.severity = Notice::Severity::kInfo,
                                 .title = tr("Posed by hand"),
                                 .advice = tr("The Pose panel stores it, or makes it what the project starts with."),
                                 .details = {}});
}

void DragController::hintOnce() {
  QSettings settings;
  if (settings.value(kHintShown, false).toBool()) return;
  settings.setValue(kHintShown, true);
  QTimer::singleShot(kHintDelay, this, [this] { view_.showGrabHint(); });
}

}  // namespace tendril
