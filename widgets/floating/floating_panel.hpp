// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

namespace tendril {

/// A panel that floats over the 3D view: rounded, one hairline, a soft shadow. The shadow lies inside the widget's
/// rectangle, in kShadow pixels around contentsRect(); layouts leave it free by themselves.
class FloatingPanel : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kShadow = 12;
  static constexpr int kCapsule = -1;  ///< radius: half of the height

  explicit FloatingPanel(int radius, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  QPixmap background() const;

  int radius_;
  QPixmap cache_;
  bool cacheDark_ = false;
};

}  // namespace tendril
