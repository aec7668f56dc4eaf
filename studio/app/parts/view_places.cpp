// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/parts/view_places.hpp"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/body/face_frame.hpp"
#include "render/scene/material_point.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/document/edits/geometry/placement.hpp"
#include "studio/document/items.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/view_geometry.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

using description::Attachment;

constexpr double kNear = 18, kDot = 4, kChosenDot = 7, kLabelGap = 18;  // px
constexpr double kStationStep = 0.01, kEnd = 0.03;                      // of a soft body
constexpr double kNearVertex = 10;                                      // px

Attachment attachment(Attachment::Place place, double station = 0) {
  Attachment at;
  at.place = place;
  if (place == Attachment::Place::kStation) at.station = station;
  return at;
}

ViewGeometry geometryOf(Viewport& view) {
  return {view.camera(), static_cast<double>(view.width()), static_cast<double>(view.height())};
}

QString tr(const char* text) {
  return QCoreApplication::translate("tendril::ViewPlaces", text);
}

}  // namespace

std::vector<ViewPlace> ViewPlaces::frames() const {
  const Snapshot& now = context_.player().snapshot();
  std::vector<ViewPlace> out;
  if (!now.model) return out;
  for (std::size_t i = 0; i < now.model->links.size() && i < now.tipPoses.size(); ++i) {
    const std::uint64_t id = now.model->links[i].id;
    if (!objectOf(context_.description().links, id)) continue;  // an object, or a link that has just gone
    out.push_back({.link = id, .at = attachment(Attachment::Place::kTip), .point = now.tipPoses[i].p});
    out.push_back({.link = id, .at = attachment(Attachment::Place::kBase), .point = now.linkPoses[i].p});
  }
  return out;
}

std::optional<ViewPlace> ViewPlaces::nearFrame(const QPointF& at) const {
  const ViewGeometry view = geometryOf(context_.view().viewport());
  std::optional<ViewPlace> found;
  double nearest = kNear;
  for (const ViewPlace& frame : frames()) {
    if (!view.isSeen(frame.point)) continue;
    const QPointF away = view.project(frame.point) - at;
    const bool tip = frame.at.place == Attachment::Place::kTip;
    const double distance = std::hypot(away.x(), away.y()) - (tip ? 1 : 0);
    if (distance < nearest) nearest = distance, found = frame;
  }
  return found;
}

std::optional<ViewPlace> ViewPlaces::under(const QPointF& at) const {
  const Snapshot& now = context_.player().snapshot();
  const Pick pick = context_.view().viewport().pickAt(at);
  if (!now.model || pick.link < 0 || pick.link >= static_cast<int>(now.model->links.size())) return std::nullopt;
  const auto index = static_cast<std::size_t>(pick.link);
  ViewPlace place{.link = now.model->links[index].id, .point = now.tipPoses[index].p};
  if (const std::optional<Vec3> material = surfaceMaterialAt(now, pick.link, pick.point))
    return onSurface(std::move(place), pick.link, *material, at);
  MaterialPoint material = materialPointAt(now, pick.link, pick.point);
  if (!material.at) return place;
  const double station = std::round(*material.at / kStationStep) * kStationStep;
  if (station > 1 - kEnd) return place;
  place.at = attachment(station < kEnd ? Attachment::Place::kBase : Attachment::Place::kStation, station);
  material.at = station < kEnd ? 0 : station;
  place.point = frameOf(now, material).p;
  return place;
}

/// A place of the surface; the vertex of its face that is next to it, if that is near on the screen, too.
ViewPlace ViewPlaces::onSurface(ViewPlace place, int link, const Vec3& material, const QPointF& at) const {
  const Snapshot& now = context_.player().snapshot();
  const SurfaceMesh& mesh = surfaceCarrierOf(now.model->links[static_cast<std::size_t>(link)].body.get())->surface();
  const ViewGeometry view = geometryOf(context_.view().viewport());
  Vec3 chosen = material;
  double nearest = kNearVertex;
  for (const int vertex : faceFrameAt(mesh, material).vertices) {
    const auto moved = static_cast<std::size_t>(now.firstSurfacePoint[static_cast<std::size_t>(link)] + vertex);
    const QPointF away = view.project(now.surfacePoints[moved]) - at;
    const double distance = std::hypot(away.x(), away.y());
    if (distance < nearest) nearest = distance, chosen = mesh.vertices[static_cast<std::size_t>(vertex)];
  }
  place.at = edits::onSurface(chosen);
  if (const std::optional<Pose> pose = surfaceFrameAt(now, link, chosen)) place.point = pose->p;
  return place;
}

std::optional<Vec3> ViewPlaces::pointOf(const ViewPlace& place) const {
  const Snapshot& now = context_.player().snapshot();
  const int link = now.model ? linkIndexOf(*now.model, place.link) : -1;
  if (link < 0 || link >= std::ssize(now.tipPoses)) return std::nullopt;
  const auto index = static_cast<std::size_t>(link);
  switch (place.at.place) {
    case Attachment::Place::kBase:
      return now.linkPoses[index].p;
    case Attachment::Place::kTip:
      return now.tipPoses[index].p;
    case Attachment::Place::kStation:
      return frameOf(now, {.link = link, .at = place.at.station.value}).p;
    case Attachment::Place::kPoint:
      break;
  }
  const auto& point = place.at.point;
  const auto pose = surfaceFrameAt(now, link, {point[0].value, point[1].value, point[2].value});
  return pose ? std::optional(pose->p) : std::nullopt;
}

QString ViewPlaces::textOf(description::ObjectId link, const Attachment& at) const {
  QString name = QString::fromStdString(edits::nameOf(context_.description(), {ItemKind::kLink, link}));
  switch (at.place) {
    case Attachment::Place::kBase:
      return tr("base of “%1”").arg(name);
    case Attachment::Place::kTip:
      return tr("tip of “%1”").arg(name);
    case Attachment::Place::kStation:
      return tr("%1 % along “%2”").arg(std::lround(at.station.value * 100)).arg(name);
    case Attachment::Place::kPoint:
      return tr("on the surface of “%1”").arg(name);
  }
  return name;
}

// ---- pictures

void ViewPlaces::drawFrames(QPainter& painter) const {
  const AppTheme& theme = AppTheme::instance();
  const ViewGeometry view = geometryOf(context_.view().viewport());
  painter.setPen(QPen(theme.color(Token::kAccent), 1.5));
  painter.setBrush(theme.color(Token::kPanel));
  for (const ViewPlace& frame : frames())
    if (view.isSeen(frame.point)) painter.drawEllipse(view.project(frame.point), kDot, kDot);
}

void ViewPlaces::drawChosen(QPainter& painter, const Vec3& point) const {
  const AppTheme& theme = AppTheme::instance();
  const ViewGeometry view = geometryOf(context_.view().viewport());
  if (!view.isSeen(point)) return;
  painter.setPen(QPen(theme.color(Token::kPanel), 1.5));
  painter.setBrush(theme.color(Token::kAccent));
  painter.drawEllipse(view.project(point), kChosenDot, kChosenDot);
}

void ViewPlaces::drawLine(QPainter& painter, const QPointF& cursor, const QSizeF& view, const QString& whole,
                          bool can) {
  const AppTheme& theme = AppTheme::instance();
  painter.setFont(AppTheme::font());
  const QString text =
      painter.fontMetrics().elidedText(whole, Qt::ElideRight, static_cast<int>(view.width()) - 8 * kGrid);
  QRectF box = painter.fontMetrics().boundingRect(text);
  box.setSize(box.size() + QSizeF(4 * kGrid, 2 * kGrid));
  box.moveTopLeft(cursor + QPointF(kLabelGap, kLabelGap));
  if (box.right() > view.width() - kGrid) box.moveRight(std::max(cursor.x() - kLabelGap, box.width() + kGrid));
  if (box.bottom() > view.height() - kGrid) box.moveBottom(cursor.y() - kLabelGap);
  painter.setPen(QPen(theme.color(can ? Token::kHairline : Token::kWarn), 1));
  painter.setBrush(theme.color(Token::kPanel));
  painter.drawRoundedRect(box, kRadius, kRadius);
  painter.setPen(theme.color(can ? Token::kText : Token::kWarn));
  painter.drawText(box, Qt::AlignCenter, text);
}

}  // namespace tendril
