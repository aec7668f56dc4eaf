// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QLabel>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QWidget>

namespace tendril {

/// Drawn over the 3D view while somebody holds the robot: the arrow from the material point to the cursor with the
/// force at its end, or an arc for a twist. Lets the mouse through.
class PerturbationOverlay : public QWidget {
  Q_OBJECT
 public:
  explicit PerturbationOverlay(QWidget* view);

  /// A pull: positions in logical pixels of the view; `force` such as "3.2 N", empty while it is not known.
  /// `warns`: all of it in amber.
  void showPull(const QPointF& point, const QPointF& cursor, const QString& force, bool warns = false);
  /// A twist by `angle` (rad, positive counter-clockwise on the screen) at a point.
  void showTwist(const QPointF& point, const QPointF& cursor, double angle, const QString& torque);
  /// A faint line of text beside a point, for a few seconds.
  void showHint(const QPointF& point, const QString& text);
  void moveHint(const QPointF& point);
  void clear();
  /// Strips at the right and at the bottom that something lies over, logical pixels; words keep out of them.
  void setCovered(int right, int bottom) { right_ = right, bottom_ = bottom; }
  /// Where the words stand, logical pixels of the view.
  QRectF textBox() const;
  bool hintShown() const { return kind_ == Kind::kHint; }
  QString text() const { return text_; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  enum class Kind { kNone, kPull, kTwist, kHint };
  void set(Kind kind, const QPointF& point, const QPointF& cursor, const QString& text);
  void paintArrow(QPainter& painter) const;
  void paintArc(QPainter& painter) const;
  void paintText(QPainter& painter) const;
  QFont textFont() const;

  Kind kind_ = Kind::kNone;
  QPointF point_, cursor_;
  double angle_ = 0;
  bool warns_ = false;
  int right_ = 0, bottom_ = 0;
  QString text_;
};

}  // namespace tendril
