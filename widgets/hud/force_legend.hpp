// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace tendril {

/// How long an arrow of so many newtons is: a scale bar for the forces in the 3D view, true where the camera looks at.
/// Lets the mouse through to the view. Hidden while there are no arrows.
class ForceLegend : public QWidget {
  Q_OBJECT
 public:
  explicit ForceLegend(QWidget* parent);

  /// One line per kind of force: what it is, the colour of its arrows.
  struct Kind {
    QString name;
    QColor color;
    bool operator==(const Kind&) const = default;
  };
  /// `pixelsPerNewton` where the camera looks at; 0 or no kinds: hidden.
  void setScale(double pixelsPerNewton, std::vector<Kind> kinds);
  /// N, of the arrow that is drawn.
  double force() const { return force_; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<Kind> kinds_;
  double force_ = 0, pixels_ = 0;
};

}  // namespace tendril
