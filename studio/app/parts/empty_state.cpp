// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/parts/empty_state.hpp"

#include <QEvent>

#include <algorithm>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/parts/first_bodies.hpp"
#include "studio/app/parts/part_adder.hpp"
#include "widgets/gallery/empty_project.hpp"
#include "widgets/theme/tokens.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kMargin = 3 * kGrid;

}  // namespace

EmptyState::EmptyState(StudioContext& context, PartAdder& adder)
    : QObject(&context.window()),
      context_(context),
      adder_(adder),
      // A child of the view itself: what is dragged over it reaches the view.
      panel_(new EmptyProject(firstBodies(), &context.view().viewport())) {
  connect(panel_, &EmptyProject::starterChosen, this, [this](const QString& id) {
    if (const Part* part = partOf(id)) adder_.add(*part, {});
  });
  connect(panel_, &EmptyProject::chooseFileRequested, this,
          [this] { context_.actions().trigger(QStringLiteral("importRobot")); });
  connect(&context.view(), &ViewArea::fileHovers, panel_, &EmptyProject::setDropTarget);
  connect(&context.document(), &DocumentHost::stateChanged, this, &EmptyState::show);
  connect(&context.document(), &DocumentHost::opened, this, [this] {
    empty_ = unframed_ = false;
    panel_->hide();
  });
  connect(&context.player(), &Player::modelChanged, this, &EmptyState::frameFirst, Qt::QueuedConnection);
  context.view().installEventFilter(this);
  show();
}

void EmptyState::show() {
  const Description& description = context_.description();
  const bool empty = context_.document().isOpen() && description.links.empty() && description.objects.empty();
  if (empty == empty_) return;
  unframed_ = !empty;
  if (!empty && panel_->isAncestorOf(context_.window().focusWidget())) context_.view().viewport().setFocus();
  empty_ = empty;
  panel_->setVisible(empty);
  place();
}

/// Once the view shows it.
void EmptyState::frameFirst() {
  Viewport& viewport = context_.view().viewport();
  if (!unframed_ || !viewport.scene() || viewport.scene()->model()->links.empty()) return;
  unframed_ = false;
  if (!viewport.isCameraChosen() || !viewport.showsRobot()) viewport.frameAll();
}

bool EmptyState::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::ContentsRectChange)
    QMetaObject::invokeMethod(this, &EmptyState::place, Qt::QueuedConnection);
  return QObject::eventFilter(watched, event);
}

/// In the middle, above the buttons of the run.
void EmptyState::place() {
  if (!empty_) return;
  const ViewArea& view = context_.view();
  QRect room = view.contentsRect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
  room.setTop(std::max(room.top(), view.belowBanner()));
  if (const TransportBar* transport = view.transport()) room.setBottom(transport->y());
  panel_->fit(room);
}

}  // namespace tendril
