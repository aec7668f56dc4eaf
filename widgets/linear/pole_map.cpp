// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/linear/pole_map.hpp"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "widgets/format.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kMark = 4.5, kReach = 9, kRing = 9;  // px
constexpr double kMargin = 26;                        // px around all poles
constexpr double kCircles = 34;                       // px between circles
constexpr double kLeastWidth = 0.5;                   // of the plane
constexpr double kNotch = 1.2, kLeastZoom = 10, kMostZoom = 1e7;
constexpr double kClick = 4;                               // px
constexpr double kDampings[] = {0.1, 0.3, 0.5, 0.7, 0.9};  // of the rays

/// Both of a pair.
std::vector<std::complex<double>> valuesOf(const std::vector<PoleRow>& poles) {
  std::vector<std::complex<double>> out;
  for (const PoleRow& pole : poles) {
    out.push_back(pole.value);
    if (pole.value.imag() != 0) out.push_back(std::conj(pole.value));
  }
  return out;
}

}  // namespace

QString poleDescription(const PoleRow& pole) {
  QString text = formatNumber(pole.value.real());
  if (pole.value.imag() != 0)
    text += QStringLiteral(" ± ") + formatNumber(std::abs(pole.value.imag())) + QStringLiteral(" i");
  text += QStringLiteral("\u2009") + PoleMap::tr("1/s");
  if (pole.frequency > 0)
    text +=
        u'\n' + PoleMap::tr("%1, damping %2")
                    .arg(formatQuantity(pole.frequency, QStringLiteral("Hz")).text(), formatNumber(pole.damping, 3));
  if (!pole.moves.isEmpty()) text += u'\n' + PoleMap::tr("moves %1 most").arg(pole.moves);
  if (pole.fate == PoleFate::kGrows) text += u'\n' + PoleMap::tr("grows: not stable");
  if (pole.fate == PoleFate::kStays) text += u'\n' + PoleMap::tr("neither decays nor grows");
  if (!pole.controllable) text += u'\n' + PoleMap::tr("no input moves it");
  if (!pole.observable) text += u'\n' + PoleMap::tr("no output sees it");
  return text;
}

PoleMap::PoleMap(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("poleMap"));
  setAccessibleName(tr("Poles in the complex plane"));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  connect(&AppTheme::instance(), &AppTheme::changed, this, qOverload<>(&QWidget::update));
}

void PoleMap::setPoles(std::vector<PoleRow> poles) {
  poles_ = std::move(poles);
  current_ = hovered_ = -1;
  rescale(PoleScale::spansDecades(valuesOf(poles_)));
}

void PoleMap::setLogarithmic(bool on) {
  if (on != scale_.isLogarithmic()) rescale(on);
}

void PoleMap::rescale(bool logarithmic) {
  scale_ = PoleScale(valuesOf(poles_), logarithmic);
  showAll();
}

void PoleMap::setCurrent(int pole) {
  current_ = pole >= 0 && pole < static_cast<int>(poles_.size()) ? pole : -1;
  update();
}

void PoleMap::showAll() {
  QRectF box(-kLeastWidth / 2, -kLeastWidth / 2, kLeastWidth, kLeastWidth);
  for (const auto& value : valuesOf(poles_)) {
    const QPointF at = scale_.place(value);
    box = box.united(QRectF(at - QPointF(0.01, 0.01), at + QPointF(0.01, 0.01)));
  }
  centre_ = box.center();
  const double across = std::max(40.0, width() - 2 * kMargin), down = std::max(40.0, height() - 2 * kMargin);
  zoom_ = std::min(across / box.width(), down / box.height());
  fitted_ = true;
  update();
}

// ---- places

QPointF PoleMap::toScreen(const QPointF& place) const {
  return {width() / 2.0 + (place.x() - centre_.x()) * zoom_, height() / 2.0 - (place.y() - centre_.y()) * zoom_};
}

QPointF PoleMap::toPlane(const QPointF& screen) const {
  return {centre_.x() + (screen.x() - width() / 2.0) / zoom_, centre_.y() - (screen.y() - height() / 2.0) / zoom_};
}

QPointF PoleMap::onScreen(int pole) const {
  return toScreen(scale_.place(poles_[static_cast<std::size_t>(pole)].value));
}

int PoleMap::poleAt(const QPointF& place) const {
  int found = -1;
  double nearest = kReach;
  for (int i = 0; i < static_cast<int>(poles_.size()); ++i) {
    const std::complex<double>& value = poles_[static_cast<std::size_t>(i)].value;
    for (const auto& each : {value, std::conj(value)}) {
      const QPointF between = toScreen(scale_.place(each)) - place;
      const double distance = std::hypot(between.x(), between.y());
      if (distance < nearest) nearest = distance, found = i;
    }
  }
  return found;
}

// ---- hands

void PoleMap::resizeEvent(QResizeEvent*) {
  if (fitted_) showAll();
}

void PoleMap::mousePressEvent(QMouseEvent* event) {
  dragging_ = event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton;
  pressed_ = last_ = event->position();
  moved_ = false;
}

void PoleMap::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  if (!dragging_) {
    if (const int under = poleAt(at); under != hovered_) {
      hovered_ = under;
      update();
    }
    return;
  }
  if (!moved_ && (at - pressed_).manhattanLength() <= kClick) return;
  moved_ = true, fitted_ = false;
  centre_ += QPointF(last_.x() - at.x(), at.y() - last_.y()) / zoom_;
  last_ = at;
  update();
}

void PoleMap::mouseReleaseEvent(QMouseEvent* event) {
  if (!dragging_) return;
  dragging_ = false;
  if (moved_) return;
  setCurrent(poleAt(event->position()));
  Q_EMIT chosen(current_);
}

void PoleMap::mouseDoubleClickEvent(QMouseEvent*) {
  showAll();
}

void PoleMap::wheelEvent(QWheelEvent* event) {
  zoom(std::pow(kNotch, event->angleDelta().y() / 120.0), event->position());
  event->accept();
}

void PoleMap::zoom(double factor, const QPointF& at) {
  const QPointF held = toPlane(at);
  zoom_ = std::clamp(zoom_ * factor, kLeastZoom, kMostZoom);
  centre_ += held - toPlane(at);
  fitted_ = false;
  update();
}

void PoleMap::keyPressEvent(QKeyEvent* event) {
  const int count = static_cast<int>(poles_.size());
  const bool on = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
  const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
  if ((on || back) && count > 0) {
    setCurrent(current_ < 0 ? (on ? 0 : count - 1) : std::clamp(current_ + (on ? 1 : -1), 0, count - 1));
    return Q_EMIT chosen(current_);
  }
  const QPointF middle(width() / 2.0, height() / 2.0);
  if (event->key() == Qt::Key_Plus) return zoom(kNotch, middle);
  if (event->key() == Qt::Key_Minus) return zoom(1 / kNotch, middle);
  if (event->key() == Qt::Key_Home) return showAll();
  QWidget::keyPressEvent(event);
}

bool PoleMap::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int under = poleAt(help->pos());
    if (under < 0) {
      QToolTip::hideText();
    } else {
      QToolTip::showText(help->globalPos(), poleDescription(poles_[static_cast<std::size_t>(under)]), this);
    }
    return true;
  }
  if (event->type() == QEvent::Leave && hovered_ >= 0) {
    hovered_ = -1;
    update();
  }
  return QWidget::event(event);
}

// ---- the picture

void PoleMap::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  QPainterPath inside;
  inside.addRoundedRect(frame, kRadius, kRadius);
  painter.fillPath(inside, scheme.window);
  painter.save();
  painter.setClipPath(inside);
  paintGrid(painter);
  for (int i = 0; i < static_cast<int>(poles_.size()); ++i) paintPole(painter, i);
  painter.restore();
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(hasFocus() ? scheme.accent : scheme.hairline, 1));
  painter.drawPath(inside);
}

void PoleMap::paintGrid(QPainter& painter) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const QPointF origin = toScreen({});
  if (origin.x() < width())
    painter.fillRect(QRectF(QPointF(std::max(0.0, origin.x()), 0), QPointF(width(), height())),
                     mixed(scheme.window, scheme.error, 0.07));
  double farthest = 0;
  for (const QPointF& corner : {QPointF(0, 0), QPointF(width(), 0), QPointF(0, height()), QPointF(width(), height())}) {
    const QPointF at = toPlane(corner);
    farthest = std::max(farthest, std::hypot(at.x(), at.y()));
  }
  painter.setBrush(Qt::NoBrush);
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(QPen(mixed(scheme.hairline, scheme.secondary, 0.5), 1));
  painter.drawLine(QPointF(0, origin.y()), QPointF(width(), origin.y()));
  painter.drawLine(QPointF(origin.x(), 0), QPointF(origin.x(), height()));
  paintRays(painter, farthest);
  paintCircles(painter, farthest);
}

void PoleMap::paintCircles(QPainter& painter, double farthest) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const QPointF origin = toScreen({});
  for (const double frequency : scale_.frequencies(0, farthest, kCircles / zoom_)) {
    const double radius = scale_.radius(2 * std::numbers::pi * frequency) * zoom_;
    painter.setPen(QPen(scheme.hairline, 1));
    painter.drawEllipse(origin, radius, radius);
    const QPointF top = origin - QPointF(0, radius);
    if (top.y() > 10) paintLabel(painter, top + QPointF(4, 0), formatQuantity(frequency, "Hz", 2).text());
  }
}

void PoleMap::paintRays(QPainter& painter, double farthest) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const QRectF room = QRectF(rect()).adjusted(4, 12, -4, -12);
  const QPointF origin = toScreen({});
  for (const double damping : kDampings) {
    const QPointF along(-damping, -std::sqrt(1 - damping * damping));  // on the screen, up and to the left
    const double length = farthest * zoom_;
    painter.setPen(QPen(scheme.hairline, 1, Qt::DashLine));
    painter.drawLine(origin, origin + length * along);
    painter.drawLine(origin, origin + length * QPointF(along.x(), -along.y()));
    // The label stands where the ray leaves the picture.
    const double end = std::min((origin.x() - room.left()) / damping, (origin.y() - room.top()) / -along.y());
    const QPointF at = origin + end * along;
    if (end > 60 && room.contains(at + QPointF(1, 1)))
      paintLabel(painter, at + QPointF(2, 2), QStringLiteral("ζ\u2009") + formatNumber(damping, 1));
  }
}

void PoleMap::paintLabel(QPainter& painter, const QPointF& at, const QString& text) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const QFontMetricsF metrics(painter.font());
  QRectF box(at.x(), at.y() - metrics.height() / 2, metrics.horizontalAdvance(text) + 4, metrics.height());
  if (box.right() > width() - 2) box.moveRight(width() - 2);
  QColor below = scheme.window;
  below.setAlphaF(0.8F);
  painter.fillRect(box, below);
  painter.setPen(scheme.secondary);
  painter.drawText(box, Qt::AlignCenter, text);
}

void PoleMap::paintPole(QPainter& painter, int pole) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const PoleRow& row = poles_[static_cast<std::size_t>(pole)];
  const QColor color = row.fate == PoleFate::kGrows   ? scheme.error
                       : row.fate == PoleFate::kStays ? scheme.warn
                                                      : scheme.text;
  const bool pair = row.value.imag() != 0;
  for (int k = 0; k < (pair ? 2 : 1); ++k) {
    const QPointF at = toScreen(scale_.place(k == 0 ? row.value : std::conj(row.value)));
    if (pole == current_ || pole == hovered_) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(pole == current_ ? scheme.accent : scheme.secondary, 2));
      painter.drawEllipse(at, kRing, kRing);
    }
    painter.setPen(QPen(color, 1.75, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    if (row.fate == PoleFate::kDecays) {
      painter.drawLine(at - QPointF(kMark, kMark), at + QPointF(kMark, kMark));
      painter.drawLine(at - QPointF(kMark, -kMark), at + QPointF(kMark, -kMark));
    } else if (row.fate == PoleFate::kStays) {
      painter.drawEllipse(at, kMark, kMark);
    } else {
      painter.setBrush(color);
      painter.drawPolygon(
          QPolygonF{at + QPointF(0, -kMark - 1), at + QPointF(kMark + 1, kMark), at + QPointF(-kMark - 1, kMark)});
    }
  }
}

}  // namespace tendril
