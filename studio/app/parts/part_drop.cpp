// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/parts/part_drop.hpp"

#include <QMimeData>
#include <QPainter>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/parts/loop_picking.hpp"
#include "studio/app/parts/part_adder.hpp"
#include "studio/app/parts/part_preview.hpp"
#include "studio/document/items.hpp"
#include "widgets/parts/part_card.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr double kGridStep = 0.01;  // m, of places on the world

Vec3 onGrid(const Vec3& point) {
  return (point / kGridStep).array().round() * kGridStep;
}

}  // namespace

PartDrop::PartDrop(StudioContext& context, PartAdder& adder, PartPreview& preview, LoopPicking& loops)
    : ViewOverlay(context.view().viewport(), QStringLiteral("part_drop")),
      context_(context),
      adder_(adder),
      preview_(preview),
      loops_(loops),
      places_(context) {}

bool PartDrop::isCard(const QDropEvent& event) const {
  const QString id = PartCard::idOf(*event.mimeData());
  return partOf(id) || (!id.isEmpty() && context_.actions().find(id));
}

bool PartDrop::eventFilter(QObject* watched, QEvent* event) {
  if (watched != &view()) return ViewOverlay::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove:
    case QEvent::Drop:
      if (isCard(static_cast<QDropEvent&>(*event))) return dragEvent(static_cast<QDropEvent&>(*event));
      break;
    case QEvent::DragLeave:
      if (isActive()) end();
      break;
    default:
      break;
  }
  return ViewOverlay::eventFilter(watched, event);
}

bool PartDrop::dragEvent(QDropEvent& event) {
  if (!context_.document().isOpen()) return false;
  const QString id = PartCard::idOf(*event.mimeData());
  part_ = partOf(id);
  action_ = part_ ? nullptr : context_.actions().find(id);
  move(event.position());
  const bool can = whyNotHere().isEmpty();
  event.setDropAction(can ? Qt::CopyAction : Qt::IgnoreAction);
  event.setAccepted(can || event.type() == QEvent::DragEnter);  // else no further place is told
  if (event.type() != QEvent::Drop) return true;
  const Part* part = part_;
  const PartPlace place = place_;
  const std::optional<ViewPlace> frame = frame_;
  end();
  if (part && isLoop(*part) && frame)
    loops_.startFrom(*frame);
  else if (part)
    adder_.add(*part, place);
  else
    adder_.trigger(id);
  return true;
}

QString PartDrop::whyNotHere() const {
  if (part_) return whyNot(*part_, place_);
  return action_ && !action_->isEnabled() ? action_->toolTip() : QString();
}

void PartDrop::move(const QPointF& at) {
  cursor_ = at;
  frame_.reset();
  cover(true);
  raise();
  if (!part_) return preview_.hide();
  place_ = placeAt(*part_, at);
  for (const ViewPlace& frame : places_.frames())
    if (frame.link == place_.link && frame.at.place == place_.at.place) frame_ = frame;
  if (!frame_ && place_.link != 0) frame_ = places_.under(at);
  if (whyNotHere().isEmpty() && !isLoop(*part_))
    preview_.show(adder_.editOf(*part_, place_));
  else
    preview_.hide();
}

void PartDrop::end() {
  part_ = nullptr;
  action_ = nullptr;
  frame_.reset();
  cover(false);
  preview_.hide();
}

// ---- places

/// What hangs on the world is where the cursor is, as far away as the middle of the picture; an object on the floor.
Vec3 PartDrop::inTheWorld(const Part& part, const QPointF& at, double floor) const {
  const ViewGeometry view = geometry();
  if (!isLink(part))
    if (const std::optional<Vec3> point = view.onPlane(at, {0, 0, floor}, Vec3::UnitZ())) return onGrid(*point);
  return onGrid(view.facing(at, view.camera.pivot));
}

PartPlace PartDrop::placeAt(const Part& part, const QPointF& at) const {
  PartPlace place = adder_.selectedPlace(part);
  const description::ObjectId selected = place.link;
  place.link = place.other = 0;
  std::optional<ViewPlace> frame = goesOnPlace(part) ? places_.nearFrame(at) : std::nullopt;
  if (!frame) frame = places_.under(at);
  if (frame) {
    place.link = frame->link;
    place.at = frame->at;
    if (selected != place.link && part.needs == PartNeeds::kTwo) place.other = selected;
  } else {
    place.position = inTheWorld(part, at, PartAdder::floorHeight(context_));
  }
  return place;
}

// ---- picture

QString PartDrop::textOf(const Part& part, const PartPlace& place) const {
  if (const QString reason = whyNot(part, place); !reason.isEmpty()) return reason;
  QString name = partName(part);
  if (place.link == 0) return tr("%1: on the world").arg(name);
  const QString link = QString::fromStdString(edits::nameOf(context_.description(), {ItemKind::kLink, place.link}));
  if (!goesOnPlace(part)) return tr("%1: “%2”").arg(name, link);
  return tr("%1: %2").arg(name, places_.textOf(place.link, place.at));
}

void PartDrop::paintEvent(QPaintEvent*) {
  if (!isActive()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (part_ && goesOnPlace(*part_)) places_.drawFrames(painter);
  if (frame_) places_.drawChosen(painter, frame_->point);
  const QString reason = whyNotHere();
  const QString text = part_              ? textOf(*part_, place_)
                       : reason.isEmpty() ? tr("%1: %2").arg(action_->iconText(), action_->toolTip())
                                          : reason;
  ViewPlaces::drawLine(painter, cursor_, size(), text, reason.isEmpty());
}

}  // namespace tendril
