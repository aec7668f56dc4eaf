// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

#include "widgets/notice/notice_card.hpp"

namespace tendril {

/// The notices at the top centre of the 3D view, newest on top, never modal. Errors and warnings stay until they are
/// dismissed; information without buttons goes after a few seconds. At most kMost are kept: the oldest gives way. Lays
/// its cards out in the parent's contents rectangle itself; call relayout() when that changes.
class NoticeStack : public QObject {
  Q_OBJECT
 public:
  static constexpr int kMost = 3;

  /// Cards become children of `view`, `top` pixels below its upper edge.
  NoticeStack(QWidget* view, int top);

  /// Shows a notice; one equal to a visible notice is not repeated but moves to the top, and one with the same title
  /// and severity takes the place of the one before it.
  void show(const Notice& notice);
  void dismissAll();
  void relayout();
  /// Newest first.
  const std::vector<NoticeCard*>& cards() const { return cards_; }

 Q_SIGNALS:
  /// Something is said: what lies over it should give way.
  void shown();
  /// The last one is gone.
  void emptied();

 private:
  void put(const Notice& notice);
  void dismiss(NoticeCard* card);

  QWidget* view_;
  int top_;
  std::vector<NoticeCard*> cards_;
};

}  // namespace tendril
