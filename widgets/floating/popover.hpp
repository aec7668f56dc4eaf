// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>

#include "widgets/floating/floating_panel.hpp"

namespace tendril {

/// A panel that opens beside a widget and goes away at a click elsewhere or Escape. It is a child of the window, so its
/// corners and shadow need no compositor. Starts hidden.
class Popover : public FloatingPanel {
  Q_OBJECT
 public:
  explicit Popover(QWidget* window);

  /// Opens above `anchor`, or below where there is no room, centred on it and kept inside the window.
  void openAt(QWidget* anchor);
  /// Opens in the middle of the window.
  void openCentred();
  /// Opens centred in the upper part of the window, where it may grow downwards.
  void openNearTop();
  /// Opens if closed, closes if open.
  void toggleAt(QWidget* anchor);

 Q_SIGNALS:
  void closed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void reveal(QPoint position);

  QPointer<QWidget> anchor_;
  QPointer<QWidget> focusBefore_;
};

}  // namespace tendril
