// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/parts/loop_picking.hpp"

#include <QMouseEvent>
#include <QPainter>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/parts/part_adder.hpp"
#include "studio/document/edits/geometry/placement.hpp"
#include "studio/document/items.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

edits::LoopEnd endAt(const ViewPlace& place) {
  return {.link = place.link, .at = place.at};
}

}  // namespace

LoopPicking::LoopPicking(StudioContext& context, PartAdder& adder)
    : ViewOverlay(context.view().viewport(), QStringLiteral("loop_picking")),
      context_(context),
      adder_(adder),
      places_(context) {
  addAction();
  connect(&context.document(), &DocumentHost::changed, this, &LoopPicking::refresh);
  connect(&context.document(), &DocumentHost::opened, this, [this] {
    end();
    refresh();
  });
  connect(&view(), &Viewport::pictureShown, this, [this] {
    if (picking_) update();  // the robot has moved
  });
  refresh();
}

void LoopPicking::addAction() {
  action_ = context_.actions().add(tr("Loop by picking"), "chain", {}, [this] { start(); });
  action_->setObjectName(QStringLiteral("pickLoop"));
  action_->setToolTip(tr("Click the two places of the robot in the view that a loop is to join"));
  action_->setProperty(kInObjectMenu, true);
  action_->setProperty(kAlsoFound, tr("close chain constraint joint pin connect"));
}

/// Places of links that are gone are not joined.
void LoopPicking::refresh() {
  const auto isThere = [this](const std::optional<ViewPlace>& place) {
    return !place || objectOf(context_.description().links, place->link);
  };
  action_->setEnabled(context_.document().isOpen() && !context_.description().links.empty());
  if (!picking_) return;
  if (!action_->isEnabled() || !isThere(first_)) return end();
  if (!isThere(hovered_)) hovered_.reset();
}

void LoopPicking::start() {
  picking_ = true;
  first_.reset(), hovered_.reset();
  takeOver();
  view().setCursor(Qt::CrossCursor);
  cursor_ = view().mapFromGlobal(QCursor::pos());
  tell();
}

void LoopPicking::startFrom(const ViewPlace& first) {
  start();
  take(first);
}

void LoopPicking::end() {
  if (!picking_) return;
  picking_ = false;
  first_.reset(), hovered_.reset();
  view().unsetCursor();
  hide();
  context_.view().setBanner({});
  view().setFocus();
}

// ---- mouse and keys

void LoopPicking::hover(const QPointF& at) {
  cursor_ = at;
  hovered_ = places_.nearFrame(at);
  if (!hovered_) hovered_ = places_.under(at);
  update();
}

bool LoopPicking::mouseMove(const QMouseEvent& event) {
  if (event.buttons() == Qt::NoButton) hover(event.position());
  return false;
}

void LoopPicking::mouseClick(const QMouseEvent& event) {
  hover(event.position());
  if (!isFirstAgain()) take(hovered_);
}

/// The first end, then the second one; no place: the world.
void LoopPicking::take(const std::optional<ViewPlace>& place) {
  if (first_) {
    const edits::LoopEnd a = endAt(*first_), b = place ? endAt(*place) : edits::LoopEnd();
    end();
    adder_.join(a, b);
    return;
  }
  first_ = place;
  tell();
  update();
}

bool LoopPicking::isFirstAgain() const {
  return first_ && hovered_ && endAt(*first_).isSamePlaceAs(endAt(*hovered_));
}

bool LoopPicking::takesKey(int key) const {
  return key == Qt::Key_Escape || (key == Qt::Key_Backspace && first_);
}

void LoopPicking::keyPress(int key) {
  if (key == Qt::Key_Escape) return end();
  first_.reset();
  tell();
  update();
}

void LoopPicking::tell() {
  context_.view().setBanner(
      first_
          ? tr("Click where the loop ends; beside the robot, the world holds it · Backspace takes back · Esc cancels")
          : tr("Click where the loop begins: a frame, or a place along or on a soft body · Esc cancels"));
}

// ---- the picture

QString LoopPicking::textOfHovered() const {
  QString here = hovered_ ? places_.textOf(hovered_->link, hovered_->at) : QString();
  if (!first_) return here;
  if (isFirstAgain()) return tr("The loop begins here");
  const QString from = places_.textOf(first_->link, first_->at);
  return hovered_ ? tr("Loop: %1 – %2").arg(from, here) : tr("Loop: %1 – the world").arg(from);
}

void LoopPicking::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  places_.drawFrames(painter);
  const std::optional<Vec3> from = first_ ? places_.pointOf(*first_) : std::nullopt;
  const std::optional<Vec3> to = hovered_ ? places_.pointOf(*hovered_) : std::nullopt;
  if (from && geometry().isSeen(*from) && !isFirstAgain()) {
    painter.setPen(QPen(AppTheme::instance().color(Token::kAccent), 2, Qt::DashLine, Qt::RoundCap));
    painter.drawLine(geometry().project(*from), to ? geometry().project(*to) : cursor_);
  }
  if (from) places_.drawChosen(painter, *from);
  if (to) places_.drawChosen(painter, *to);
  if (const QString text = textOfHovered(); !text.isEmpty() && rect().contains(cursor_.toPoint()))
    ViewPlaces::drawLine(painter, cursor_, size(), text, true);
}

}  // namespace tendril
