// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/handles/handle_layer.hpp"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <utility>

#include "core/text/units.hpp"
#include "widgets/format.hpp"
#include "widgets/quantity_field.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr double kClick = 4;     // px of way: less is a click
constexpr double kTextGap = 14;  // px from the cursor
constexpr int kFieldWidth = 96, kDigits = 5;
constexpr QChar kAxisNames[] = {u'x', u'y', u'z'};

}  // namespace

HandleLayer::HandleLayer(Viewport& view) : ViewOverlay(view, QStringLiteral("handles")) {
  connect(&view, &Viewport::pictureShown, this, qOverload<>(&QWidget::update));
}

void HandleLayer::setHandles(std::vector<Handle> handles) {
  if (handles.size() != handles_.size()) {
    if (isHeld()) return;  // the robot is being rebuilt: what is held stays until it is let go
    closeField();
    hovered_ = {};
  }
  handles_ = std::move(handles);
  if (!isHeld() && handles_.empty()) hover({});
  cover(!handles_.empty());
}

void HandleLayer::setWorldAxes(bool on) {
  worldAxes_ = on;
  update();
}

std::vector<HandleStroke> HandleLayer::strokes() const {
  std::vector<HandleStroke> all;
  const ViewGeometry view = geometry();
  for (std::size_t i = 0; i < handles_.size(); ++i) {
    std::vector<HandleStroke> strokes = strokesOf(handles_[i], static_cast<int>(i), view, worldAxes_);
    all.insert(all.end(), std::make_move_iterator(strokes.begin()), std::make_move_iterator(strokes.end()));
  }
  return all;
}

std::optional<QPointF> HandleLayer::onScreen(const HandleGrip& grip) const {
  for (const HandleStroke& stroke : strokes()) {
    if (stroke.grip != grip || stroke.points.isEmpty()) continue;
    if (stroke.look == HandleStroke::Look::kArea) return stroke.points.boundingRect().center();
    if (stroke.look == HandleStroke::Look::kLine) return stroke.points[stroke.points.size() / 2];
    return stroke.points.back();
  }
  return {};
}

// ---- mouse and keys

/// While the robot itself is dragged by the left button, it comes first.
bool HandleLayer::isActive() const {
  return isVisible() && (isHeld() || !(view().isPosing() || view().isLeading()));
}

void HandleLayer::hover(const HandleGrip& grip) {
  if (hovered_ == grip) return;
  hovered_ = grip;
  if (grip.grip == Grip::kNone)
    view().unsetCursor();
  else
    view().setCursor(Qt::OpenHandCursor);
  update();
}

bool HandleLayer::mousePress(const QPointF& at) {
  closeField();
  const HandleGrip grip = gripAt(strokes(), at);
  if (grip.grip == Grip::kNone) return false;
  held_ = grip, pressed_ = cursor_ = at, moved_ = false;
  motion_.emplace(handles_[static_cast<std::size_t>(grip.handle)], grip, at, geometry(), worldAxes_);
  view().setCursor(Qt::ClosedHandCursor);
  view().setFocus();
  update();
  return true;
}

bool HandleLayer::mouseMove(const QMouseEvent& event) {
  if (!isHeld()) {
    if (event.buttons() == Qt::NoButton) hover(gripAt(strokes(), event.position()));
    return false;
  }
  if (!moved_ && (event.position() - pressed_).manhattanLength() <= kClick) return true;
  moved_ = true;
  const bool other = event.modifiers().testAnyFlags(Qt::ShiftModifier | Qt::ControlModifier);
  drag(event.position(), snap_ != other);
  return true;
}

void HandleLayer::drag(const QPointF& at, bool snap) {
  cursor_ = at;
  const HandleValue value = motion_->moveTo(at, geometry(), snap);
  handles_[static_cast<std::size_t>(held_.handle)].value = value;
  update();
  Q_EMIT changed(held_.handle, value);
}

bool HandleLayer::mouseRelease() {
  if (!isHeld()) return false;
  const bool click = !moved_;
  const HandleMotion motion = *motion_;
  end();
  if (!click) {
    Q_EMIT released();
  } else if (motion.isNumber()) {
    typing_.emplace(motion);
    openField();
  }
  return true;
}

void HandleLayer::end() {
  motion_.reset();
  hovered_ = held_;
  view().setCursor(Qt::OpenHandCursor);
  update();
}

bool HandleLayer::takesKey(int key) const {
  return isHeld() && key == Qt::Key_Escape;
}

void HandleLayer::keyPress(int) {
  const bool moved = moved_;
  end();
  if (moved) Q_EMIT cancelled();
}

// ---- the field for a number

void HandleLayer::openField() {
  closeField();
  field_ = new QLineEdit(&view());
  field_->setObjectName(QStringLiteral("handleNumber"));
  field_->setFont(AppTheme::numberFont());
  field_->setFixedWidth(kFieldWidth);
  field_->setAccessibleName(handles_[static_cast<std::size_t>(held_.handle)].label);
  field_->setText(numberOf(typing_->coordinate(), typing_->unit()));
  const QRect inside = view().rect().adjusted(8, 8, -8 - kFieldWidth, -8 - kFieldHeight);
  const QPoint wanted = (pressed_ + QPointF(kTextGap, -kFieldHeight / 2.0)).toPoint();
  field_->move(std::clamp(wanted.x(), inside.left(), std::max(inside.left(), inside.right())),
               std::clamp(wanted.y(), inside.top(), std::max(inside.top(), inside.bottom())));
  connect(field_, &QLineEdit::returnPressed, this, &HandleLayer::takeField);
  field_->installEventFilter(this);
  field_->show();
  field_->selectAll();
  field_->setFocus();
}

/// What is no number, or out of range, stays in the field. A bare number is in the unit that stood there.
void HandleLayer::takeField() {
  const QString unit = typing_->unit();
  const QString bare = unit == u"m" && !lengthUnit_.isEmpty()
                           ? lengthUnit_
                           : QString::fromStdString(displayUnit(typing_->coordinate(), unit.toStdString()).text);
  const Handle& handle = handles_[static_cast<std::size_t>(held_.handle)];
  const auto misfit = [&](double number) {
    if (number >= handle.minimum && number <= handle.maximum) return QString();
    return tr("Must be from %1 to %2").arg(numberOf(handle.minimum, unit), numberOf(handle.maximum, unit));
  };
  const auto number = readQuantity(*field_, {.unit = unit, .bareUnit = bare, .misfit = misfit});
  if (!number) return;
  const HandleValue value = typing_->typed(*number);
  const int index = held_.handle;
  closeField();
  view().setFocus();
  Q_EMIT changed(index, value);
  Q_EMIT released();
}

void HandleLayer::closeField() {
  typing_.reset();
  if (!field_) return;
  field_->removeEventFilter(this);
  field_->hide();
  std::exchange(field_, nullptr)->deleteLater();
}

bool HandleLayer::eventFilter(QObject* watched, QEvent* event) {
  if (watched != field_ || !field_) return ViewOverlay::eventFilter(watched, event);
  const bool escape = (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride) &&
                      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
  if (event->type() == QEvent::FocusOut) closeField();
  if (!escape) return false;
  event->accept();
  if (event->type() == QEvent::KeyPress) {
    closeField();
    view().setFocus();
  }
  return true;
}

// ---- the picture

QString HandleLayer::numberOf(double number, const QString& unit) const {
  if (unit == u"rad") return formatNumber(number / CameraView::kDegree, kDigits) + u'°';
  if (unit == u"m" && !lengthUnit_.isEmpty())
    return QString::fromStdString(fieldNumber(number / unitFactor(lengthUnit_.toStdString()), kDigits)) + u' ' +
           lengthUnit_;
  return unit.isEmpty() ? QString::fromStdString(fieldNumber(number, kDigits))
                        : QString::fromStdString(fieldQuantity(number, unit.toStdString(), kDigits));
}

/// "0, 12 mm": of a point in a plane without what stays, of a direction without a unit.
QString HandleLayer::entriesOf(const Handle& handle, const Vec3& vector) const {
  const bool direction = handle.kind == HandleKind::kDirection;
  QStringList entries;
  for (int k = 0; k < 3; ++k)
    if (!handle.normal || std::abs((*handle.normal)[k]) < 0.5)
      entries << (direction ? formatNumber(vector[k], 3) : numberOf(vector[k], handle.unit));
  return entries.join(QStringLiteral(", "));
}

/// "Joint frame · z 120 mm", "Length 0.3 m".
QString HandleLayer::textOf(const HandleMotion& motion, const HandleGrip& grip) const {
  const Handle& handle = handles_[static_cast<std::size_t>(grip.handle)];
  const QString number = numberOf(motion.coordinate(), motion.unit());
  const bool place = handle.kind == HandleKind::kSurface;
  if (place || handle.kind == HandleKind::kDirection || (handle.kind == HandleKind::kPoint && !handle.arrow))
    return QStringLiteral("%1 (%2)").arg(handle.label, entriesOf(handle, motion.value().vector));
  if (handle.kind != HandleKind::kFrame) return QStringLiteral("%1 %2").arg(handle.label, number);
  if (grip.grip == Grip::kAxis || grip.grip == Grip::kRing)
    return QStringLiteral("%1 · %2 %3").arg(handle.label, QString(kAxisNames[grip.axis]), number);
  return isHeld() ? QStringLiteral("%1 · %2").arg(handle.label, number) : handle.label;
}

void HandleLayer::paintText(QPainter& painter, const QPointF& at, const QString& text) const {
  painter.setFont(AppTheme::numberFont());
  const QFontMetricsF metrics(painter.font());
  QRectF box(at.x() + kTextGap, at.y() - metrics.height() - 8, metrics.horizontalAdvance(text) + 12,
             metrics.height() + 4);
  box.moveRight(std::min(box.right(), width() - 8.0));
  box.moveTop(std::max(box.top(), 8.0));
  painter.setPen(AppTheme::instance().color(Token::kHairline));
  painter.setBrush(AppTheme::instance().color(Token::kPanel));
  painter.drawRoundedRect(box, kRadius, kRadius);
  painter.setPen(AppTheme::instance().color(Token::kText));
  painter.drawText(box, Qt::AlignCenter, text);
}

void HandleLayer::paintEvent(QPaintEvent*) {
  if (!isActive()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const HandleGrip lit = isHeld() ? held_ : hovered_;
  const std::vector<HandleStroke> all = strokes();
  paintStrokes(painter, all, lit);
  if (lit.grip == Grip::kNone || field_) return;
  if (isHeld()) return paintText(painter, cursor_, textOf(*motion_, held_));
  if (const auto at = onScreen(lit)) {
    const HandleMotion still(handles_[static_cast<std::size_t>(lit.handle)], lit, *at, geometry(), worldAxes_);
    paintText(painter, *at, textOf(still, lit));
  }
}

}  // namespace tendril
