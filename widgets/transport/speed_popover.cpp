// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/transport/speed_popover.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

#include "widgets/format.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/transport/speed_scale.hpp"

namespace tendril {

SpeedPopover::SpeedPopover(QWidget* window) : Popover(window), slider_(new QSlider(Qt::Horizontal)) {
  setProperty("helpGuide", "running.md#time");
  auto* layout = new QGridLayout(this);
  layout->setContentsMargins(12, 12, 12, 12);
  layout->setSpacing(kGrid);
  auto* title = new QLabel(tr("Simulated seconds per second"));
  title->setProperty("role", "secondary");
  title->setFont(AppTheme::secondaryFont());
  layout->addWidget(title, 0, 0, 1, 3);
  slider_->setRange(0, kSpeedSteps);
  slider_->setFixedHeight(kFieldHeight);
  slider_->setAccessibleName(tr("Speed"));
  layout->addWidget(slider_, 1, 0, 1, 3);
  for (std::size_t i = 0; i < kSpeeds.size(); ++i) {
    auto* button = new QToolButton;
    button->setText(formatSpeed(kSpeeds[i]));
    button->setFont(AppTheme::numberFont());
    button->setCheckable(true);
    button->setFixedSize(64, kRowHeight);
    connect(button, &QToolButton::clicked, this, [this, i] { choose(kSpeeds[i]); });
    layout->addWidget(button, 2 + static_cast<int>(i) / 3, static_cast<int>(i) % 3);
    presets_.push_back(button);
  }
  connect(slider_, &QSlider::valueChanged, this, [this](int position) { choose(positionToSpeed(position)); });
  setFocusProxy(slider_);
  setSpeed(1);
}

void SpeedPopover::setSpeed(double factor) {
  speed_ = factor;
  const QSignalBlocker blocker(slider_);
  if (positionToSpeed(slider_->value()) != factor) slider_->setValue(speedToPosition(factor));
  for (std::size_t i = 0; i < presets_.size(); ++i) presets_[i]->setChecked(kSpeeds[i] == factor);
}

void SpeedPopover::choose(double factor) {
  const bool same = factor == speed_;
  setSpeed(factor);
  if (!same) Q_EMIT speedChosen(factor);
}

}  // namespace tendril
