// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/slider/value_slider.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kNumberWidth = 88, kNumberRoom = 68, kLongest = 200, kDigits = 4;
constexpr int kTrack = 64;  // shorter ones cannot be set finely: names give way first

/// In which people read round numbers: of prefixes that is the same.
double factorOf(const QString& unit) {
  return displayUnit(0, unit.toStdString()).factor;
}

}  // namespace

ValueSlider::ValueSlider(const QString& name, QString unit, double lower, double upper, QWidget* parent)
    : QWidget(parent),
      unit_(std::move(unit)),
      lower_(lower),
      upper_(upper),
      scale_(lower, upper, SliderScale::kFirstReach, factorOf(unit_)),
      slider_(new QSlider(Qt::Horizontal)),
      number_(new QLineEdit) {
  auto* across = new QHBoxLayout(this);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(2 * kGrid);
  slider_->setRange(0, SliderScale::kSteps);
  slider_->setPageStep(SliderScale::kSteps / 20);
  slider_->setSingleStep(SliderScale::kSteps / 200);
  slider_->setFixedHeight(kFieldHeight);
  slider_->setMinimumWidth(kTrack);
  slider_->setAccessibleName(name);
  slider_->installEventFilter(this);
  number_->setFont(AppTheme::numberFont());
  number_->setFixedSize(kNumberWidth, kFieldHeight);
  number_->setAlignment(Qt::AlignRight);
  number_->setMaxLength(kLongest);
  number_->setAccessibleName(tr("%1, number").arg(name));
  number_->installEventFilter(this);
  across->addWidget(slider_, 1);
  across->addWidget(number_);
  connect(slider_, &QSlider::sliderPressed, this, &ValueSlider::grabbed);
  connect(slider_, &QSlider::sliderReleased, this, &ValueSlider::letGo);
  connect(slider_, &QSlider::valueChanged, this, [this](int position) {
    value_ = scale_.value(position);
    show(value_);
    Q_EMIT moved(value_);
  });
  connect(number_, &QLineEdit::editingFinished, this, &ValueSlider::type);
  show(0);
}

bool ValueSlider::busy() const {
  return slider_->isSliderDown() || isTyping();
}

void ValueSlider::setLengthUnit(const QString& unit) {
  if (lengthUnit_ == unit) return;
  lengthUnit_ = unit;
  if (!isTyping()) show(value_);
}

void ValueSlider::setReach(double reach) {
  scale_ = SliderScale(lower_, upper_, reach, factorOf(unit_));
  scale_.include(value_);
  place();
  if (!isTyping()) show(value_);
}

void ValueSlider::fitTo(double size) {
  setReach(SliderScale::roundUp(size, factorOf(unit_)));
}

void ValueSlider::setValue(double value) {
  if (busy() || !std::isfinite(value)) return;
  value_ = value;
  scale_.include(value);
  place();
  if (!number_->hasFocus()) show(value);
}

/// Puts the handle where the value is.
void ValueSlider::place() {
  const QSignalBlocker blocker(slider_);
  slider_->setValue(scale_.position(value_));
}

DisplayUnit ValueSlider::unitOfSpan() const {
  if (unit_ == u"m" && !lengthUnit_.isEmpty())
    return {.text = lengthUnit_.toStdString(), .factor = unitFactor(lengthUnit_.toStdString())};
  return displayUnit(std::max(std::abs(scale_.low()), std::abs(scale_.high())), unit_.toStdString());
}

QString ValueSlider::textOf(double value, int digits) const {
  const QString number = QString::fromStdString(fieldNumber(value / shown_.factor, digits));
  const QString unit = QString::fromStdString(shown_.text);
  return unit.isEmpty() || unit == u"°" ? number + unit : number + QChar(0x2009) + unit;
}

void ValueSlider::show(double value) {
  shown_ = unitOfSpan();
  const QFontMetrics metrics(number_->font());
  QString text = textOf(value, kDigits);
  for (int digits = kDigits - 1; digits > 1 && metrics.horizontalAdvance(text) > kNumberRoom; --digits)
    text = textOf(value, digits);
  // Of 2.545·10⁻⁴ digits can go, but never the first ones or the power.
  for (qsizetype times = text.indexOf(QStringLiteral("·10"));
       times > 1 && metrics.horizontalAdvance(text) > kNumberRoom; --times)
    text.remove(times - 1, 1);
  number_->setText(text);
}

void ValueSlider::type() {
  if (!number_->isModified()) return;
  number_->setModified(false);
  const QuantityInput typedIn = parseQuantity(number_->text().toStdString(), unit_.toStdString(), shown_.text);
  if (!typedIn.ok()) return Q_EMIT refused(QString::fromStdString(typedIn.error));
  if (!typedIn.expression.empty()) return Q_EMIT refused(tr("Type a number here; expressions belong to fields."));
  value_ = scale_.clipped(typedIn.value);
  scale_.include(value_);
  place();
  show(value_);
  const QString bound = textOf(value_);
  Q_EMIT refused(value_ < typedIn.value   ? tr("Here %1 is the most; that was taken.").arg(bound)
                 : value_ > typedIn.value ? tr("Here %1 is the least; that was taken.").arg(bound)
                                          : QString());
  Q_EMIT typed(value_);
}

bool ValueSlider::eventFilter(QObject* watched, QEvent* event) {
  const bool key = event->type() == QEvent::KeyPress;
  if (watched == number_ && key && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && number_->isModified()) {
    number_->setModified(false);
    show(value_);
    Q_EMIT refused({});
    return true;
  }
  // A wheel over a slider that has not the focus scrolls the list instead of changing the robot.
  if (watched == slider_ && event->type() == QEvent::Wheel && !slider_->hasFocus()) {
    event->ignore();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace tendril
