// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/run_chip.hpp"

#include <QFontMetrics>
#include <QPainter>

#include "widgets/plots/canvas/curve_style.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kHeight = 20, kPad = 6, kSample = 20, kGap = 5, kMostText = 180;

}  // namespace

RunChip::RunChip(QString name, int order, QWidget* parent) : QWidget(parent), name_(std::move(name)), order_(order) {
  setObjectName(QStringLiteral("run-chip:%1").arg(order));
  setAccessibleName(tr("Curves of %1").arg(name_));
  setToolTip(tr("The same signals in %1. Runs for comparison are chosen in the list of runs.").arg(name_));
}

QSize RunChip::sizeHint() const {
  const int text = std::min(kMostText, QFontMetrics(AppTheme::secondaryFont()).horizontalAdvance(name_));
  return {2 * kPad + kSample + kGap + text + 1, kHeight};
}

void RunChip::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  // In no hue: it stands for the curves of all signals.
  QPen pen = curvePen(0, CurveKind::kOtherRun, scheme, order_);
  pen.setColor(scheme.secondary);
  painter.setPen(pen);
  painter.drawLine(QPointF(kPad, kHeight / 2.0), QPointF(kPad + kSample, kHeight / 2.0));
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(scheme.secondary);
  const QRect room = rect().adjusted(kPad + kSample + kGap, 0, -kPad + 2, 0);
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetrics(painter.font()).elidedText(name_, Qt::ElideRight, room.width()));
}

}  // namespace tendril
