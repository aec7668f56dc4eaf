// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/groove_press.hpp"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QPointer>
#include <QStyle>
#include <QStyleOptionSlider>

#include <algorithm>

namespace tendril {
namespace {

QStyleOptionSlider optionOf(const QSlider& slider) {
  QStyleOptionSlider option;
  option.initFrom(&slider);
  option.orientation = slider.orientation();
  const bool across = option.orientation == Qt::Horizontal;
  option.state.setFlag(QStyle::State_Horizontal, across);
  option.minimum = slider.minimum(), option.maximum = slider.maximum();
  option.sliderPosition = option.sliderValue = slider.sliderPosition();
  option.singleStep = slider.singleStep(), option.pageStep = slider.pageStep();
  option.tickPosition = slider.tickPosition(), option.tickInterval = slider.tickInterval();
  option.upsideDown =
      across ? slider.invertedAppearance() != (option.direction == Qt::RightToLeft) : !slider.invertedAppearance();
  option.subControls = QStyle::SC_All;
  return option;
}

QRect partOf(const QSlider& slider, const QStyleOptionSlider& option, QStyle::SubControl part) {
  return slider.style()->subControlRect(QStyle::CC_Slider, &option, part, &slider);
}

/// Where the slider stands when the middle of its handle is at a place of the groove.
int positionAt(const QSlider& slider, const QStyleOptionSlider& option, const QRect& handle, const QPoint& place) {
  const QRect groove = partOf(slider, option, QStyle::SC_SliderGroove);
  const bool across = option.orientation == Qt::Horizontal;
  const int from =
      across ? place.x() - groove.left() - handle.width() / 2 : place.y() - groove.top() - handle.height() / 2;
  const int room = across ? groove.width() - handle.width() : groove.height() - handle.height();
  return QStyle::sliderValueFromPosition(option.minimum, option.maximum, from, room, option.upsideDown);
}

}  // namespace

bool GroovePress::eventFilter(QObject* watched, QEvent* event) {
  if (passing_ || event->type() != QEvent::MouseButtonPress) return false;
  auto* slider = qobject_cast<QSlider*>(watched);
  const auto& mouse = static_cast<const QMouseEvent&>(*event);
  // What a slider refuses would leave it down.
  const bool takes = slider && slider->isEnabled() && slider->minimum() < slider->maximum();
  return takes && mouse.button() == Qt::LeftButton && mouse.buttons() == Qt::LeftButton && press(*slider, mouse);
}

bool GroovePress::press(QSlider& slider, const QMouseEvent& event) {
  const QPoint place = event.position().toPoint();
  const QStyleOptionSlider option = optionOf(slider);
  const QRect handle = partOf(slider, option, QStyle::SC_SliderHandle);
  if (handle.contains(place)) return false;
  const bool across = option.orientation == Qt::Horizontal;
  const bool beside = across ? place.x() < handle.left() || place.x() > handle.right()
                             : place.y() < handle.top() || place.y() > handle.bottom();
  const QPointer<QSlider> alive(&slider);  // who listens may take it away
  if (beside) {
    slider.setSliderDown(true);  // the hand is told of before what it moves
    if (alive) slider.setSliderPosition(positionAt(slider, option, handle, place));
    if (!alive) return true;
  }
  const QRect there = partOf(slider, optionOf(slider), QStyle::SC_SliderHandle);
  const QPointF at(across ? std::clamp(place.x(), there.left(), there.right()) : there.center().x(),
                   across ? there.center().y() : std::clamp(place.y(), there.top(), there.bottom()));
  QMouseEvent onHandle(QEvent::MouseButtonPress, at, slider.mapToGlobal(at), Qt::LeftButton, event.buttons(),
                       event.modifiers());
  passing_ = true;
  QCoreApplication::sendEvent(&slider, &onHandle);
  passing_ = false;
  return true;
}

}  // namespace tendril
