// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/rotor_picture.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/format.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kSide = 12, kNames = 30, kHead = 28, kBars = 60, kGap = 18, kRow = 15, kFoot = 6;
constexpr int kRows = 6;
constexpr double kAtEnd = 1e-9;  // of a range
/// Forces first, as people look for them.
constexpr std::array<std::pair<const char*, int>, kRows> kWrench = {
    {{"fx", 3}, {"fy", 4}, {"fz", 5}, {"mx", 0}, {"my", 1}, {"mz", 2}}};

}  // namespace

RotorPicture::RotorPicture(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("rotorPicture"));
  setAccessibleName(tr("Rotors: thrusts and what they reach"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&AppTheme::instance(), &AppTheme::changed, this, qOverload<>(&QWidget::update));
  hide();
}

void RotorPicture::setRotors(const RotorAllocation& rotors) {
  const bool some = rotors.matrix.cols() > 0;
  if (isHidden() == some) setVisible(some);
  rotors_ = rotors;
  update();
}

bool RotorPicture::isSaturated(Eigen::Index rotor) const {
  const double room = kAtEnd * std::max(1.0, std::abs(rotors_.upper[rotor]));
  return rotors_.thrust[rotor] <= rotors_.lower[rotor] + room || rotors_.thrust[rotor] >= rotors_.upper[rotor] - room;
}

QSize RotorPicture::sizeHint() const {
  return {300, static_cast<int>(kHead + kBars + kGap + kRows * kRow + kFoot)};
}

QRectF RotorPicture::bar(Eigen::Index rotor) const {
  const double wide = (width() - 2 * kSide - kNames) / static_cast<double>(rotors_.matrix.cols());
  const double inset = std::min(8.0, 0.18 * wide);
  return {kSide + kNames + wide * static_cast<double>(rotor) + inset, kHead, wide - 2 * inset, kBars};
}

QRectF RotorPicture::cell(Eigen::Index row, Eigen::Index rotor) const {
  const QRectF above = bar(rotor);
  return {above.left(), kHead + kBars + kGap + kRow * static_cast<double>(row) + 1, above.width(), kRow - 2};
}

/// The thrust at the top of the bars.
double RotorPicture::fullScale() const {
  double out = 0;
  for (Eigen::Index k = 0; k < rotors_.thrust.size(); ++k)
    out = std::max(out, std::isfinite(rotors_.upper[k]) ? rotors_.upper[k] : 1.25 * rotors_.thrust[k]);
  return out > 0 ? out : 1;
}

void RotorPicture::paintEvent(QPaintEvent*) {
  if (rotors_.matrix.cols() == 0) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(AppTheme::instance().scheme().secondary);
  const QString reach = rotors_.rank == kRows ? tr("Rank 6: every direction of force and moment")
                                              : tr("Rank %1 of 6: not every force and moment").arg(rotors_.rank);
  painter.drawText(QRectF(kSide, 6, width() - 2 * kSide, kHead - 8), Qt::AlignLeft | Qt::AlignVCenter, reach);
  paintBars(painter);
  paintMatrix(painter);
}

void RotorPicture::paintBars(QPainter& painter) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  painter.setPen(scheme.secondary);
  painter.drawText(QRectF(kSide, kHead, kNames, kBars), Qt::AlignLeft | Qt::AlignTop, tr("N"));
  for (Eigen::Index k = 0; k < rotors_.matrix.cols(); ++k) {
    const QRectF room = bar(k);
    painter.setPen(QPen(scheme.hairline, 1));
    painter.setBrush(scheme.window);
    painter.drawRoundedRect(room, 3, 3);
    const double share = std::clamp(rotors_.thrust[k] / fullScale(), 0.0, 1.0);
    QRectF level = room.adjusted(1, 1, -1, -1);
    level.setTop(level.bottom() - share * level.height());
    painter.setPen(Qt::NoPen);
    painter.setBrush(isSaturated(k) ? scheme.warn : scheme.accent);
    painter.drawRoundedRect(level, 2, 2);
    painter.setPen(isSaturated(k) ? scheme.warn : scheme.text);
    painter.drawText(QRectF(room.left() - 8, room.bottom() + 1, room.width() + 16, kGap - 3), Qt::AlignCenter,
                     formatNumber(rotors_.thrust[k], 3));
  }
}

void RotorPicture::paintMatrix(QPainter& painter) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const double forces = rotors_.matrix.bottomRows<3>().cwiseAbs().maxCoeff();
  const double moments = rotors_.matrix.topRows<3>().cwiseAbs().maxCoeff();
  for (int row = 0; row < kRows; ++row) {
    const auto& [name, at] = kWrench[static_cast<std::size_t>(row)];
    painter.setPen(scheme.secondary);
    painter.drawText(QRectF(kSide, cell(row, 0).top(), kNames, kRow - 2), Qt::AlignLeft | Qt::AlignVCenter,
                     QLatin1String(name));
    for (Eigen::Index k = 0; k < rotors_.matrix.cols(); ++k) {
      const double scale = at < 3 ? moments : forces, share = scale > 0 ? rotors_.matrix(at, k) / scale : 0;
      const QRectF room = cell(row, k);
      painter.setPen(Qt::NoPen);
      painter.setBrush(scheme.window);
      painter.drawRoundedRect(room, 2, 2);
      QRectF part = room;  // from the middle to the right, or against it
      part.setWidth(std::abs(share) * room.width() / 2);
      if (share < 0) {
        part.moveRight(room.center().x());
      } else {
        part.moveLeft(room.center().x());
      }
      painter.setBrush(share < 0 ? scheme.error : scheme.accent);
      painter.drawRect(part);
    }
  }
}

QString RotorPicture::reading(const QPointF& at) const {
  for (Eigen::Index k = 0; k < rotors_.matrix.cols(); ++k) {
    if (bar(k).adjusted(-2, 0, 2, kGap).contains(at))
      return tr("Rotor %1: %2 of %3 N … %4 N")
          .arg(k + 1)
          .arg(formatQuantity(rotors_.thrust[k], QStringLiteral("N")).text(), formatNumber(rotors_.lower[k], 3),
               formatNumber(rotors_.upper[k], 3));
    for (int row = 0; row < kRows; ++row)
      if (cell(row, k).contains(at)) {
        const auto& [name, entry] = kWrench[static_cast<std::size_t>(row)];
        return QStringLiteral("%1: %2 %3")
            .arg(QLatin1String(name), formatNumber(rotors_.matrix(entry, k)),
                 entry < 3 ? tr("N·m per N") : tr("N per N"));
      }
  }
  return {};
}

bool RotorPicture::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), reading(help->pos()), this);
  return true;
}

}  // namespace tendril
