// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inputs/input_row.hpp"

#include <QGridLayout>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kHand = 0.2;    // m: as far as a hand goes
constexpr double kNoise = 1e-6;  // SI: less is what is left of roundings

}  // namespace

InputRow::InputRow(PanelInput info, QWidget* parent)
    : QWidget(parent),
      info_(std::move(info)),
      name_(new NameLabel(info_.name)),
      slider_(new ValueSlider(info_.name, info_.unit, info_.lower, info_.upper)),
      hand_(new QToolButton),
      problem_(new QLabel) {
  setObjectName("input:" + info_.name);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(3 * kGrid, 0, 2 * kGrid, 0);
  grid->setHorizontalSpacing(2 * kGrid);
  grid->setVerticalSpacing(0);
  grid->setColumnStretch(1, 1);  // of little room the name has what is left
  name_->setToolTip(info_.what.isEmpty() ? info_.name : tr("%1 of %2").arg(info_.what, info_.name));
  name_->setBuddy(&slider_->slider());
  hand_->setObjectName("hand");
  hand_->setProperty("role", "small");
  hand_->setIconSize({kSmallIconSize, kSmallIconSize});
  hand_->setCheckable(true);
  hand_->setFixedSize(kFieldHeight, kFieldHeight);
  problem_->setFont(AppTheme::secondaryFont());
  problem_->setWordWrap(true);
  problem_->hide();
  grid->addWidget(name_, 0, 0);
  grid->addWidget(slider_, 0, 1);
  grid->addWidget(hand_, 0, 2);
  grid->addWidget(problem_, 1, 1, 1, 2);
  connectParts();
  setHeld(false);
  fit();
}

/// What the slider spans where the input has no range: what its signal reaches. A joint without limits turns once
/// around in any case, a slide goes as far as a hand.
void InputRow::fit() {
  const double least = !info_.position ? 0 : info_.unit == u"rad" ? std::numbers::pi : kHand;
  fitted_ = least > 0 || info_.reach > 0;
  if (info_.reach > least) return slider_->fitTo(info_.reach);
  if (least > 0) slider_->setReach(least);
}

/// Without a signal that is known, what the input is at first says what is much.
void InputRow::fitOnce(double value) {
  if (fitted_ || slider_->busy() || !(std::abs(value) > kNoise)) return;
  fitted_ = true;
  slider_->fitTo(std::abs(value));
}

void InputRow::setReach(double reach) {
  if (reach == info_.reach) return;
  info_.reach = reach;
  if (!slider_->busy()) fit();
}

void InputRow::connectParts() {
  const auto take = [this](double value) {
    fitted_ = true;
    setHeld(true);
    Q_EMIT held(value);
  };
  connect(slider_, &ValueSlider::grabbed, this, [this, take] { take(slider_->value()); });
  connect(slider_, &ValueSlider::moved, this, [this, take](double value) {
    // A key has no end to wait for: what it sets stays.
    if (!slider_->slider().isSliderDown()) kept_ = true;
    take(value);
  });
  connect(slider_, &ValueSlider::letGo, this, &InputRow::letGo);
  connect(slider_, &ValueSlider::typed, this, [this, take](double value) {
    kept_ = true;
    take(value);
  });
  connect(slider_, &ValueSlider::refused, this, [this](const QString& why) {
    problem_->setStyleSheet("color: " + AppTheme::instance().color(Token::kError).name());
    problem_->setText(why);
    problem_->setVisible(!why.isEmpty());
  });
  connect(hand_, &QToolButton::clicked, this, &InputRow::toggle);
}

void InputRow::toggle() {
  kept_ = !held_;
  setHeld(kept_);
  if (kept_) return Q_EMIT held(slider_->value());
  Q_EMIT released();
}

void InputRow::letGo() {
  if (!info_.hasSignal || kept_) return;
  setHeld(false);
  Q_EMIT released();
}

void InputRow::setHeld(bool held) {
  held_ = held;
  if (!held) kept_ = false;
  hand_->setChecked(held);
  hand_->setIcon(themeIcon("hand", held ? Token::kWarn : Token::kSecondary));
  const QString back = info_.controlled  ? tr("Give it back to its controller")
                       : info_.hasSignal ? tr("Give it back to its signal")
                       : info_.position  ? tr("Give it back to where it starts")
                                         : tr("Let it go to zero");
  hand_->setToolTip(held ? back : tr("Hold it at this value"));
  hand_->setAccessibleName(hand_->toolTip());
}

/// The number of an input that is clipped is amber.
void InputRow::showLimit(const InputValue& value) {
  const bool clipped = value.lost != 0 || value.ended;
  if (value.lost != 0)
    slider_->number().setToolTip(
        tr("Its controller demands %1 more than the range allows").arg(slider_->textOf(value.lost, 3)));
  else if (value.ended)
    slider_->number().setToolTip(tr("At the end of its range: the robot comes no nearer to where it is led"));
  if (clipped == clipped_) return;
  clipped_ = clipped;
  slider_->number().setStyleSheet(clipped ? "color: " + AppTheme::instance().color(Token::kWarn).name() : QString());
  if (!clipped) slider_->number().setToolTip({});
}

void InputRow::setValue(const InputValue& value) {
  fitOnce(value.value);
  slider_->setValue(value.value);
  showLimit(value);
  if (!slider_->busy() && value.held != held_) setHeld(value.held);
}

}  // namespace tendril
