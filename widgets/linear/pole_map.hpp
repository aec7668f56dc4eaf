// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

#include "widgets/linear/pole_row.hpp"
#include "widgets/linear/pole_scale.hpp"

namespace tendril {

/// Poles in the complex plane, with circles of one frequency and rays of one damping. What decays is a cross, what
/// stays a ring, what grows a filled triangle. A drag pans, the wheel zooms to the cursor, a double click shows all;
/// arrow keys go from pole to pole.
class PoleMap : public QWidget {
  Q_OBJECT
 public:
  explicit PoleMap(QWidget* parent = nullptr);

  /// Shows these, all of them in the picture.
  void setPoles(std::vector<PoleRow> poles);
  const std::vector<PoleRow>& poles() const { return poles_; }
  void setLogarithmic(bool on);
  bool isLogarithmic() const { return scale_.isLogarithmic(); }
  /// The pole with a ring around it; −1: none. Does not tell.
  void setCurrent(int pole);
  int current() const { return current_; }
  void showAll();

  /// Where a pole is drawn, logical pixels.
  QPointF onScreen(int pole) const;
  /// The pole under a place; −1: none.
  int poleAt(const QPointF& place) const;

  QSize sizeHint() const override { return {300, 260}; }
  QSize minimumSizeHint() const override { return {200, 150}; }

 Q_SIGNALS:
  /// It was clicked or reached by keys.
  void chosen(int pole);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QPointF toScreen(const QPointF& place) const;
  QPointF toPlane(const QPointF& screen) const;
  void zoom(double factor, const QPointF& at);
  void paintGrid(QPainter& painter) const;
  void paintRays(QPainter& painter, double farthest) const;
  void paintCircles(QPainter& painter, double farthest) const;
  void paintLabel(QPainter& painter, const QPointF& at, const QString& text) const;
  void paintPole(QPainter& painter, int pole) const;
  void rescale(bool logarithmic);

  std::vector<PoleRow> poles_;
  PoleScale scale_;
  QPointF centre_;      ///< of the picture, in the plane
  double zoom_ = 100;   ///< pixels per unit of the plane
  bool fitted_ = true;  ///< nobody has moved it: it goes on showing all
  int current_ = -1, hovered_ = -1;
  QPointF pressed_, last_;
  bool dragging_ = false, moved_ = false;
};

}  // namespace tendril
