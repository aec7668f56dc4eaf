// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/parts/part_drop.hpp"

#include <QMimeData>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/body/face_frame.hpp"
#include "render/scene/material_point.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/parts/part_adder.hpp"
#include "studio/app/parts/part_preview.hpp"
#include "studio/document/edits/placement.hpp"
#include "studio/document/items.hpp"
#include "widgets/parts/part_card.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

using description::Attachment;

constexpr double kNear = 18, kDot = 4, kChosenDot = 7, kLabelGap = 18;  // px
constexpr double kStationStep = 0.01, kEnd = 0.03;                      // of a soft body
constexpr double kNearVertex = 10;                                      // px
constexpr double kGridStep = 0.01;                                      // m, of places on the world

Attachment attachment(Attachment::Place place, double station = 0) {
  Attachment at;
  at.place = place;
  if (place == Attachment::Place::kStation) at.station = station;
  return at;
}

Vec3 onGrid(const Vec3& point) {
  return (point / kGridStep).array().round() * kGridStep;
}

}  // namespace

PartDrop::PartDrop(StudioContext& context, PartAdder& adder, PartPreview& preview)
    : ViewOverlay(context.view().viewport(), QStringLiteral("part_drop")),
      context_(context),
      adder_(adder),
      preview_(preview) {}

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
  end();
  if (part)
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
  for (const Frame& frame : frames())
    if (frame.link == place_.link && frame.at.place == place_.at.place) frame_ = frame;
  if (!frame_ && place_.link != 0) frame_ = frameUnder(at);
  if (whyNotHere().isEmpty())
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

/// Bases and tips of all links.
std::vector<PartDrop::Frame> PartDrop::frames() const {
  const Snapshot& now = context_.player().snapshot();
  std::vector<Frame> out;
  if (!now.model) return out;
  for (std::size_t i = 0; i < now.model->links.size() && i < now.tipPoses.size(); ++i) {
    const std::uint64_t id = now.model->links[i].id;
    if (!objectOf(context_.description().links, id)) continue;  // an object, or a link that has just gone
    out.push_back({.link = id, .at = attachment(Attachment::Place::kTip), .point = now.tipPoses[i].p});
    out.push_back({.link = id, .at = attachment(Attachment::Place::kBase), .point = now.linkPoses[i].p});
  }
  return out;
}

/// The nearest of them on the screen; where a tip and a base are one place, the tip.
std::optional<PartDrop::Frame> PartDrop::nearFrame(const QPointF& at) const {
  const ViewGeometry view = geometry();
  std::optional<Frame> found;
  double nearest = kNear;
  for (const Frame& frame : frames()) {
    if (!view.isSeen(frame.point)) continue;
    const QPointF away = view.project(frame.point) - at;
    const bool tip = frame.at.place == Attachment::Place::kTip;
    const double distance = std::hypot(away.x(), away.y()) - (tip ? 1 : 0);
    if (distance < nearest) nearest = distance, found = frame;
  }
  return found;
}

/// On the link under the cursor: of a body of tetrahedra its face there, or a vertex that is near; of another soft body
/// the section; of a rigid one its tip.
std::optional<PartDrop::Frame> PartDrop::frameUnder(const QPointF& at) const {
  const Snapshot& now = context_.player().snapshot();
  const Pick pick = view().pickAt(at);
  if (!now.model || pick.link < 0 || pick.link >= static_cast<int>(now.model->links.size())) return std::nullopt;
  const auto index = static_cast<std::size_t>(pick.link);
  Frame frame{.link = now.model->links[index].id, .point = now.tipPoses[index].p};
  if (const std::optional<Vec3> material = surfaceMaterialAt(now, pick.link, pick.point))
    return onSurface(std::move(frame), pick.link, *material, at);
  MaterialPoint material = materialPointAt(now, pick.link, pick.point);
  if (!material.at) return frame;
  const double station = std::round(*material.at / kStationStep) * kStationStep;
  if (station > 1 - kEnd) return frame;
  frame.at = attachment(station < kEnd ? Attachment::Place::kBase : Attachment::Place::kStation, station);
  material.at = station < kEnd ? 0 : station;
  frame.point = frameOf(now, material).p;
  return frame;
}

/// A place of the surface; the vertex of its face that is next to it, if that is near on the screen, too.
PartDrop::Frame PartDrop::onSurface(Frame frame, int link, const Vec3& material, const QPointF& at) const {
  const Snapshot& now = context_.player().snapshot();
  const SurfaceMesh& mesh = surfaceCarrierOf(now.model->links[static_cast<std::size_t>(link)].body.get())->surface();
  const ViewGeometry view = geometry();
  Vec3 place = material;
  double nearest = kNearVertex;
  for (const int vertex : faceFrameAt(mesh, material).vertices) {
    const auto moved = static_cast<std::size_t>(now.firstSurfacePoint[static_cast<std::size_t>(link)] + vertex);
    const QPointF away = view.project(now.surfacePoints[moved]) - at;
    const double distance = std::hypot(away.x(), away.y());
    if (distance < nearest) nearest = distance, place = mesh.vertices[static_cast<std::size_t>(vertex)];
  }
  frame.at = edits::onSurface(place);
  if (const std::optional<Pose> pose = surfaceFrameAt(now, link, place)) frame.point = pose->p;
  return frame;
}

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
  std::optional<Frame> frame = isLink(part) ? nearFrame(at) : std::nullopt;
  if (!frame) frame = frameUnder(at);
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
  if (!isLink(part)) return tr("%1: “%2”").arg(name, link);
  switch (place.at.place) {
    case Attachment::Place::kBase:
      return tr("%1: base of “%2”").arg(name, link);
    case Attachment::Place::kTip:
      return tr("%1: tip of “%2”").arg(name, link);
    case Attachment::Place::kStation:
      return tr("%1: %2 % along “%3”").arg(name).arg(std::lround(place.at.station.value * 100)).arg(link);
    case Attachment::Place::kPoint:
      return tr("%1: on the surface of “%2”").arg(name, link);
  }
  return name;
}

void PartDrop::paintEvent(QPaintEvent*) {
  if (!isActive()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  drawFrames(painter);
  const QString reason = whyNotHere();
  if (part_)
    drawLine(painter, textOf(*part_, place_), reason.isEmpty());
  else
    drawLine(painter, reason.isEmpty() ? tr("%1: %2").arg(action_->iconText(), action_->toolTip()) : reason,
             reason.isEmpty());
}

/// Those that can be hung on, and the one that is chosen.
void PartDrop::drawFrames(QPainter& painter) const {
  const AppTheme& theme = AppTheme::instance();
  const ViewGeometry view = geometry();
  const QColor accent = theme.color(Token::kAccent);
  if (part_ && isLink(*part_)) {
    painter.setPen(QPen(accent, 1.5));
    painter.setBrush(theme.color(Token::kPanel));
    for (const Frame& frame : frames())
      if (view.isSeen(frame.point)) painter.drawEllipse(view.project(frame.point), kDot, kDot);
  }
  if (frame_ && view.isSeen(frame_->point)) {
    painter.setPen(QPen(theme.color(Token::kPanel), 1.5));
    painter.setBrush(accent);
    painter.drawEllipse(view.project(frame_->point), kChosenDot, kChosenDot);
  }
}

/// What would be done, or why not, beside the cursor.
void PartDrop::drawLine(QPainter& painter, const QString& whole, bool can) const {
  const AppTheme& theme = AppTheme::instance();
  painter.setFont(AppTheme::font());
  const QString text = painter.fontMetrics().elidedText(whole, Qt::ElideRight, width() - 8 * kGrid);
  QRectF box = painter.fontMetrics().boundingRect(text);
  box.setSize(box.size() + QSizeF(4 * kGrid, 2 * kGrid));
  box.moveTopLeft(cursor_ + QPointF(kLabelGap, kLabelGap));
  if (box.right() > width() - kGrid) box.moveRight(std::max(cursor_.x() - kLabelGap, box.width() + kGrid));
  if (box.bottom() > height() - kGrid) box.moveBottom(cursor_.y() - kLabelGap);
  painter.setPen(QPen(theme.color(can ? Token::kHairline : Token::kWarn), 1));
  painter.setBrush(theme.color(Token::kPanel));
  painter.drawRoundedRect(box, kRadius, kRadius);
  painter.setPen(theme.color(can ? Token::kText : Token::kWarn));
  painter.drawText(box, Qt::AlignCenter, text);
}

}  // namespace tendril
