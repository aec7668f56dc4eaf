// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/slider/value_slider.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QStyleOptionSlider>

#include <cmath>

#include "core/text/units.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kNumberWidth = 88, kNumberRoom = 68, kLongest = 200, kDigits = 4;

}  // namespace

ValueSlider::ValueSlider(const QString& name, QString unit, double lower, double upper, bool degrees, QWidget* parent)
    : QWidget(parent),
      unit_(std::move(unit)),
      degrees_(degrees),
      scale_(lower, upper),
      slider_(new QSlider(Qt::Horizontal)),
      number_(new QLineEdit) {
  auto* across = new QHBoxLayout(this);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(2 * kGrid);
  slider_->setRange(0, SliderScale::kSteps);
  slider_->setPageStep(SliderScale::kSteps / 20);
  slider_->setSingleStep(SliderScale::kSteps / 200);
  slider_->setFixedHeight(kFieldHeight);
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
  return slider_->isSliderDown() || (number_->hasFocus() && number_->isModified());
}

void ValueSlider::setValue(double value) {
  if (busy() || !std::isfinite(value)) return;
  value_ = value;
  scale_.include(value);
  const QSignalBlocker blocker(slider_);
  slider_->setValue(scale_.position(value));
  if (!number_->hasFocus()) show(value);
}

void ValueSlider::include(double value) {
  scale_.include(scale_.clipped(value));
  const QSignalBlocker blocker(slider_);
  slider_->setValue(scale_.position(value_));
}

void ValueSlider::show(double value) {
  const QFontMetrics metrics(number_->font());
  const auto written = [&](int digits) {
    return QString::fromStdString(fieldQuantity(value, unit_.toStdString(), digits));
  };
  QString text = written(kDigits);
  for (int digits = kDigits - 1; digits > 1 && metrics.horizontalAdvance(text) > kNumberRoom; --digits)
    text = written(digits);
  // Of 2.545·10⁻⁴ digits can go, but never the first ones or the power.
  for (qsizetype times = text.indexOf(QStringLiteral("·10"));
       times > 1 && metrics.horizontalAdvance(text) > kNumberRoom; --times)
    text.remove(times - 1, 1);
  number_->setText(text);
}

void ValueSlider::type() {
  if (!number_->isModified()) return;
  number_->setModified(false);
  const QuantityInput typedIn =
      parseQuantity(number_->text().toStdString(), unit_.toStdString(), degrees_ ? "deg" : std::string_view());
  if (!typedIn.ok()) return Q_EMIT refused(QString::fromStdString(typedIn.error));
  if (!typedIn.expression.empty()) return Q_EMIT refused(tr("Type a number here; expressions belong to fields."));
  value_ = scale_.clipped(typedIn.value);
  scale_.include(value_);
  const QSignalBlocker blocker(slider_);
  slider_->setValue(scale_.position(value_));
  show(value_);
  const QString bound = QString::fromStdString(fieldQuantity(value_, unit_.toStdString()));
  Q_EMIT refused(value_ < typedIn.value   ? tr("Here %1 is the most; that was taken.").arg(bound)
                 : value_ > typedIn.value ? tr("Here %1 is the least; that was taken.").arg(bound)
                                          : QString());
  Q_EMIT typed(value_);
}

/// A press beside the handle takes it there, and drags on.
void ValueSlider::jumpTo(const QPoint& place) {
  QStyleOptionSlider option;
  option.initFrom(slider_);
  option.orientation = Qt::Horizontal;
  option.minimum = slider_->minimum(), option.maximum = slider_->maximum();
  option.sliderPosition = option.sliderValue = slider_->sliderPosition();
  option.subControls = QStyle::SC_All;
  const auto part = [&](QStyle::SubControl control) {
    return slider_->style()->subControlRect(QStyle::CC_Slider, &option, control, slider_);
  };
  const QRect handle = part(QStyle::SC_SliderHandle), groove = part(QStyle::SC_SliderGroove);
  if (handle.contains(place)) return;
  slider_->setSliderDown(true);  // the hand is told of before what it moves
  const int from = place.x() - groove.left() - handle.width() / 2;
  slider_->setValue(QStyle::sliderValueFromPosition(option.minimum, option.maximum, from,
                                                    groove.width() - handle.width(), option.upsideDown));
}

bool ValueSlider::eventFilter(QObject* watched, QEvent* event) {
  if (watched == slider_ && event->type() == QEvent::MouseButtonPress) {
    const auto* press = static_cast<QMouseEvent*>(event);
    if (press->button() == Qt::LeftButton) jumpTo(press->position().toPoint());
  }
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
