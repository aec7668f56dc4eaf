// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/notice/notice_stack.hpp"

#include <QPropertyAnimation>
#include <QTimer>

#include <algorithm>

#include "widgets/theme/tokens.hpp"

namespace tendril {
namespace {

constexpr int kInfoMs = 4000, kPassingMs = 10000;

void slideIn(QWidget* card) {
  auto* motion = new QPropertyAnimation(card, "pos", card);
  motion->setDuration(kMotionMs);
  motion->setStartValue(card->pos() - QPoint(0, 4 * kGrid));
  motion->setEndValue(card->pos());
  motion->setEasingCurve(QEasingCurve::OutCubic);
  motion->start(QAbstractAnimation::DeleteWhenStopped);
}

}  // namespace

NoticeStack::NoticeStack(QWidget* view, int top) : QObject(view), view_(view), top_(top) {}

void NoticeStack::show(const Notice& notice) {
  put(notice);
  Q_EMIT shown();
}

void NoticeStack::put(const Notice& notice) {
  const auto same =
      std::find_if(cards_.begin(), cards_.end(), [&](NoticeCard* card) { return card->notice() == notice; });
  if (same != cards_.end()) {
    std::rotate(cards_.begin(), same, same + 1);
    return relayout();
  }
  // The same error once more, with other numbers: it takes the place of what was said before.
  const auto again = std::find_if(cards_.begin(), cards_.end(), [&](NoticeCard* card) {
    const Notice& old = card->notice();
    return old.title == notice.title && old.severity == notice.severity && old.actions.size() == notice.actions.size();
  });
  const bool replaces = again != cards_.end();
  NoticeCard* const replaced = replaces ? *again : nullptr;
  if (!replaces && cards_.size() == kMost) dismiss(cards_.back());
  auto* card = new NoticeCard(notice, view_);
  connect(card, &NoticeCard::closeRequested, this, [this, card] { dismiss(card); });
  connect(card, &NoticeCard::resized, this, &NoticeStack::relayout);
  // What offers something to do stays until it is done or dismissed.
  const bool plain = notice.severity == Notice::Severity::kInfo && notice.actions.isEmpty();
  if (plain || notice.passing) QTimer::singleShot(plain ? kInfoMs : kPassingMs, card, [this, card] { dismiss(card); });
  cards_.insert(cards_.begin(), card);
  if (replaced) dismiss(replaced);
  card->show();
  relayout();
  slideIn(card);
}

void NoticeStack::dismissAll() {
  while (!cards_.empty()) dismiss(cards_.back());
}

void NoticeStack::dismiss(NoticeCard* card) {
  std::erase(cards_, card);
  card->hide();
  card->deleteLater();
  relayout();
  if (cards_.empty()) Q_EMIT emptied();
}

void NoticeStack::relayout() {
  int top = top_ - FloatingPanel::kShadow;
  for (NoticeCard* card : cards_) {
    // A card that is still sliding in would end where it was to be before.
    for (auto* motion : card->findChildren<QPropertyAnimation*>()) motion->stop();
    const int width = card->width();
    card->resize(width, card->heightForWidth(width) > 0 ? card->heightForWidth(width) : card->sizeHint().height());
    const QRect room = view_->contentsRect();
    card->move(room.left() + (room.width() - width) / 2, top);
    card->raise();
    top += card->height() - 2 * FloatingPanel::kShadow + 2 * kGrid;
  }
}

}  // namespace tendril
