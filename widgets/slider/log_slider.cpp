// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/slider/log_slider.hpp"

#include <QSignalBlocker>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr double kLeastRoom = 0.5;  // decades that stay free at either end
constexpr int kDigits = 3;

double rounded(double value) {
  if (!(value > 0)) return 0;
  const double power = std::floor(std::log10(value)) - kDigits + 1;
  const double unit = std::pow(10.0, std::abs(power));
  return power < 0 ? std::round(value * unit) / unit : std::round(value / unit) * unit;
}

}  // namespace

LogSlider::LogSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
  setRange(0, kSteps);
  setSingleStep(kPerDecade / 20);
  setPageStep(kPerDecade / 2);
  setFocusPolicy(Qt::StrongFocus);
  connect(this, &QSlider::valueChanged, this, [this](int place) { Q_EMIT moved(valueAt(place)); });
}

void LogSlider::setShown(double value) {
  if (isSliderDown() || !std::isfinite(value)) return;
  centre(value);
  const QSignalBlocker blocker(this);
  setValue(place(value));
}

int LogSlider::place(double value) const {
  if (!(value > 0)) return 0;
  const double share = (std::log10(value) - lowest_) * kPerDecade;
  return std::clamp(static_cast<int>(std::lround(share)) + 1, 1, kSteps);
}

double LogSlider::valueAt(int place) const {
  if (place <= 0) return 0;
  return rounded(std::pow(10.0, lowest_ + static_cast<double>(place - 1) / kPerDecade));
}

void LogSlider::centre(double value) {
  if (!(value > 0)) return;
  const double power = std::log10(value);
  const bool inside = power >= lowest_ + kLeastRoom && power <= lowest_ + kDecades - kLeastRoom;
  if (centred_ && inside) return;
  lowest_ = std::round(power) - 0.5 * kDecades;
  centred_ = true;
}

void LogSlider::wheelEvent(QWheelEvent* event) {
  if (!hasFocus()) return event->ignore();
  QSlider::wheelEvent(event);
}

}  // namespace tendril
