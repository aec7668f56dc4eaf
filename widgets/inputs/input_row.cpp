// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inputs/input_row.hpp"

#include <QGridLayout>

#include <numbers>

#include "widgets/format.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kNameWidth = 84;

}  // namespace

InputRow::InputRow(PanelInput info, QWidget* parent)
    : QWidget(parent),
      info_(std::move(info)),
      slider_(new ValueSlider(info_.name, info_.unit, info_.lower, info_.upper, info_.unit == QLatin1String("rad"))),
      hand_(new QToolButton),
      problem_(new QLabel) {
  setObjectName("input:" + info_.name);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(3 * kGrid, 0, 2 * kGrid, 0);
  grid->setHorizontalSpacing(2 * kGrid);
  grid->setVerticalSpacing(0);
  auto* name = new QLabel(QFontMetrics(AppTheme::font()).elidedText(info_.name, Qt::ElideRight, kNameWidth));
  name->setFixedSize(kNameWidth, kRowHeight);
  name->setToolTip(info_.what.isEmpty() ? info_.name : tr("%1 of %2").arg(info_.what, info_.name));
  name->setBuddy(&slider_->slider());
  hand_->setObjectName("hand");
  hand_->setProperty("role", "small");
  hand_->setIconSize({kSmallIconSize, kSmallIconSize});
  hand_->setCheckable(true);
  hand_->setFixedSize(kFieldHeight, kFieldHeight);
  problem_->setFont(AppTheme::secondaryFont());
  problem_->setWordWrap(true);
  problem_->hide();
  grid->addWidget(name, 0, 0);
  grid->addWidget(slider_, 0, 1);
  grid->addWidget(hand_, 0, 2);
  grid->addWidget(problem_, 1, 1, 1, 2);
  connectParts();
  setHeld(false);
  if (info_.position)  // a joint without limits turns once around either way, a slide as far as a hand
    for (const double side : {-1.0, 1.0})
      slider_->include(side * (info_.unit == QLatin1String("rad") ? std::numbers::pi : 0.2));
}

void InputRow::connectParts() {
  const auto take = [this](double value) {
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
    slider_->number().setToolTip(tr("Its controller demands %1 more than the range allows")
                                     .arg(formatQuantity(value.lost, info_.unit, 3).text()));
  else if (value.ended)
    slider_->number().setToolTip(tr("At the end of its range: the robot comes no nearer to where it is led"));
  if (clipped == clipped_) return;
  clipped_ = clipped;
  slider_->number().setStyleSheet(clipped ? "color: " + AppTheme::instance().color(Token::kWarn).name() : QString());
  if (!clipped) slider_->number().setToolTip({});
}

void InputRow::setValue(const InputValue& value) {
  slider_->setValue(value.value);
  showLimit(value);
  if (!slider_->busy() && value.held != held_) setHeld(value.held);
}

}  // namespace tendril
