// SPDX-License-Identifier: GPL-3.0-or-later
// Places of the robot that things hang on or end at, as they are found in the view.
#pragma once

#include <QPointF>
#include <QString>

#include <optional>
#include <vector>

#include "core/description/fields/field.hpp"
#include "core/math/types.hpp"
#include "studio/document/document.hpp"

class QPainter;

namespace tendril {

class StudioContext;

/// A frame of a link, and where it is now.
struct ViewPlace {
  description::ObjectId link = 0;
  description::Attachment at = {};
  Vec3 point;  ///< world, m
};

class ViewPlaces {
 public:
  /// The context must outlive it.
  explicit ViewPlaces(StudioContext& context) : context_(context) {}

  /// Bases and tips of all links.
  std::vector<ViewPlace> frames() const;
  /// The nearest of them on the screen; where a tip and a base are one place, the tip. Empty: none is near.
  std::optional<ViewPlace> nearFrame(const QPointF& at) const;
  /// On the link under the cursor: of a body of tetrahedra its face there, or a vertex that is near; of another soft
  /// body the section; of a rigid one its tip. Empty: no link is there.
  std::optional<ViewPlace> under(const QPointF& at) const;
  /// Where a place is now; empty where the robot that is seen does not have it.
  std::optional<Vec3> pointOf(const ViewPlace& place) const;

  /// "tip of “arm”", for people.
  QString textOf(description::ObjectId link, const description::Attachment& at) const;

  // ---- pictures, in the view's pixels
  /// All frames as small circles.
  void drawFrames(QPainter& painter) const;
  /// A place that is chosen, as a filled one.
  void drawChosen(QPainter& painter, const Vec3& point) const;
  /// A line of text beside the cursor; `can`: as what is offered, else as what is refused.
  static void drawLine(QPainter& painter, const QPointF& cursor, const QSizeF& view, const QString& text, bool can);

 private:
  ViewPlace onSurface(ViewPlace place, int link, const Vec3& material, const QPointF& at) const;

  StudioContext& context_;
};

}  // namespace tendril
