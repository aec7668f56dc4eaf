// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/bars/out_of_view.hpp"

#include <QEvent>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/view/view_memory.hpp"
#include "widgets/handles/handle_bar.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kLookMs = 200;

}  // namespace

OutOfView::OutOfView(StudioContext& context)
    : QObject(&context.window()),
      context_(context),
      show_(new QAction(tr("The robot is outside the view · Show it"), this)) {
  show_->setObjectName(QStringLiteral("showRobotAgain"));
  show_->setToolTip(tr("Moves the camera to all of the robot (F)"));
  bar_ = new HandleBar({show_}, &context.view());
  bar_->setObjectName(QStringLiteral("outOfView"));
  soon_.setSingleShot(true);
  soon_.setInterval(kLookMs);
  connect(&soon_, &QTimer::timeout, this, &OutOfView::look);
  const auto later = [this] {
    if (!soon_.isActive()) soon_.start();
  };
  Viewport& viewport = context.view().viewport();
  connect(&context.player(), &Player::frame, this, later);
  connect(&viewport, &Viewport::cameraChanged, this, later);
  connect(show_, &QAction::triggered, &viewport, [&viewport] { viewport.frameAll(); });
  connect(&context.player(), &Player::stateChanged, this, [this](RunState state) {
    // Once the view has taken the robot back to where it starts.
    if (state == RunState::kReady) QMetaObject::invokeMethod(this, &OutOfView::bringBack, Qt::QueuedConnection);
  });
  context.view().installEventFilter(this);
}

bool OutOfView::isTold() const {
  return bar_->isVisible();
}

void OutOfView::look() {
  const auto& scene = context_.view().viewport().scene();
  const bool robot = context_.document().isOpen() && scene && scene->hasPose() && !context_.description().links.empty();
  const bool out = robot && !context_.view().viewport().showsRobot();
  if (out == bar_->isVisible()) return;
  bar_->setVisible(out);
  place();
}

/// Somebody who looks at a part of the robot goes on doing so.
void OutOfView::bringBack() {
  Viewport& viewport = context_.view().viewport();
  if (!context_.document().isOpen() || viewport.showsRobot()) return;
  const CameraView before = viewport.camera();
  if (const auto own = cameraOf(context_.document().document().studio("camera"))) viewport.setCamera(*own);
  if (!viewport.showsRobot()) viewport.setCamera(before), viewport.frameAll();
}

bool OutOfView::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::ContentsRectChange)
    QMetaObject::invokeMethod(this, &OutOfView::place, Qt::QueuedConnection);
  return QObject::eventFilter(watched, event);
}

/// In the middle of what is free.
void OutOfView::place() {
  const QRect free = context_.view().contentsRect();
  bar_->adjustSize();
  bar_->move(free.left() + (free.width() - bar_->width()) / 2, free.top() + (free.height() - bar_->height()) / 2);
  bar_->raise();
}

}  // namespace tendril
