// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>
#include <QSlider>

class QMouseEvent;

namespace tendril {

/// Where a slider is pressed its handle goes, and is dragged on from there. Qt's own way (SH_Slider_AbsoluteSetButtons)
/// moves a handle that is pressed beside its middle, and changes the value before the slider is down.
/// An event filter of any number of sliders.
class GroovePress : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool press(QSlider& slider, const QMouseEvent& event);

  bool passing_ = false;  ///< the press that it sends itself
};

}  // namespace tendril
