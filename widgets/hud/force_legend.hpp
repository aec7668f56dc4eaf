// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

#include "render/glyphs/force_arrows.hpp"

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
    bool torque = false;
    bool operator==(const Kind&) const = default;
  };
  /// `pixelsPerMetre` where the camera looks at; 0 or no kinds: hidden.
  void setScale(const ForceScale& scale, double pixelsPerMetre, std::vector<Kind> kinds);
  /// N and N·m, of the arrows that are drawn; 0: none.
  double force() const { return force_.value; }
  double torque() const { return torque_.value; }
  /// "1 cm = 2 N", a length in the scene.
  const QString& scaleLine() const { return line_; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Drawn {
    double value = 0, pixels = 0;
    bool operator==(const Drawn&) const = default;
  };
  std::vector<Kind> kinds_;
  Drawn force_, torque_;
  QString line_;
};

}  // namespace tendril
