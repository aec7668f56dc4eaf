// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tour/tour_card.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kWidth = 300, kMargin = 16, kGap = 8;

/// A line around what a step is about; lets the mouse through.
class TargetFrame : public QWidget {
 public:
  explicit TargetFrame(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(AppTheme::instance().color(Token::kAccent), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kRadius, kRadius);
  }
};

}  // namespace

TourCard::TourCard(QWidget* window)
    : FloatingPanel(kRadius, window),
      frame_(new TargetFrame(window)),
      title_(new QLabel),
      text_(new QLabel),
      count_(new QLabel),
      back_(new QPushButton(tr("Back"))),
      next_(new QPushButton),
      skip_(new QPushButton) {
  setObjectName(QStringLiteral("tourCard"));
  setAccessibleName(tr("Tour"));
  setFocusPolicy(Qt::StrongFocus);
  title_->setFont(AppTheme::headingFont());
  text_->setWordWrap(true);
  count_->setFont(AppTheme::secondaryFont());
  count_->setProperty("role", "secondary");
  back_->setObjectName(QStringLiteral("tourBack"));
  next_->setObjectName(QStringLiteral("tourNext"));
  skip_->setObjectName(QStringLiteral("tourEnd"));
  for (QPushButton* button : {back_, next_, skip_}) button->setProperty("role", "outlined");
  auto* row = new QHBoxLayout;
  row->addWidget(skip_);
  row->addStretch(1);
  row->addWidget(back_);
  row->addWidget(next_);
  auto* head = new QHBoxLayout;
  head->addWidget(title_, 1);
  head->addWidget(count_);
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(kMargin, 12, kMargin, 12);
  down->setSpacing(8);
  down->addLayout(head);
  down->addWidget(text_);
  down->addLayout(row);
  setFixedWidth(kWidth + 2 * kShadow);
  connect(back_, &QPushButton::clicked, this, &TourCard::backRequested);
  connect(next_, &QPushButton::clicked, this, &TourCard::nextRequested);
  connect(skip_, &QPushButton::clicked, this, &TourCard::ended);
  window->installEventFilter(this);
  hide();
}

void TourCard::fill(const TourStep& step, const QString& next, const QString& skip) {
  if (target_) target_->removeEventFilter(this);
  target_ = step.target;
  cornered_ = !target_;
  if (target_) target_->installEventFilter(this);
  title_->setText(step.title);
  text_->setText(step.text);
  text_->setFixedHeight(text_->heightForWidth(kWidth - 2 * kMargin));
  next_->setText(next);
  skip_->setText(skip);
}

void TourCard::show(const TourStep& step, int index, int count) {
  fill(step, index + 1 < count ? tr("Next") : tr("Done"), tr("End the tour"));
  count_->setText(tr("%1 of %2").arg(index + 1).arg(count));
  back_->setVisible(true);
  back_->setEnabled(index > 0);
  setVisible(true);
  place();
}

void TourCard::offer(const TourStep& step) {
  fill(step, tr("Begin the tour"), tr("Skip"));
  count_->clear();
  back_->setVisible(false);
  setVisible(true);
  place();
}

void TourCard::setDone() {
  count_->setText(tr("Done ✓"));
}

/// Beside the target where there is room for it, else in its upper left corner; above the status bar without one.
void TourCard::place() {
  if (!isVisible()) return;
  adjustSize();
  QWidget* window = parentWidget();
  const bool seen = target_ && target_->isVisible();
  const QRect free = window->rect();
  const QRect around =
      seen ? QRect(target_->mapTo(window, QPoint(0, 0)), target_->size()) : QRect(free.center(), QSize(0, 0));
  frame_->setGeometry(around);
  frame_->setVisible(seen);
  frame_->raise();
  raise();
  if (cornered_) return move(free.bottomRight() - rect().bottomRight() - QPoint(kGap, kStatusHeight + kGap));
  const auto fits = [&](const QPoint& corner) { return free.contains(QRect(corner, size())); };
  const QPoint left(around.left() - width() - kGap, around.top()), right(around.right() + kGap, around.top()),
      above(around.center().x() - width() / 2, around.top() - height() - kGap),
      below(around.center().x() - width() / 2, around.bottom() + kGap);
  for (const QPoint& corner : {above, left, right, below})
    if (fits(corner)) return move(corner);
  move(around.topLeft() + QPoint(kGap, 6 * kGap));
}

bool TourCard::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  if (type == QEvent::Resize || type == QEvent::Move || type == QEvent::Show || type == QEvent::Hide)
    QMetaObject::invokeMethod(this, &TourCard::place, Qt::QueuedConnection);  // once everything has its place
  return FloatingPanel::eventFilter(watched, event);
}

void TourCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return Q_EMIT ended();
  FloatingPanel::keyPressEvent(event);
}

void TourCard::hideEvent(QHideEvent* event) {
  frame_->hide();
  FloatingPanel::hideEvent(event);
}

}  // namespace tendril
