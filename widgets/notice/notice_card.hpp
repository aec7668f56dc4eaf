// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/floating/floating_panel.hpp"
#include "widgets/notice/notice.hpp"

class QPlainTextEdit;

namespace tendril {

/// One notice as a floating card: icon, title, advice, details that unfold, buttons, close button.
class NoticeCard : public FloatingPanel {
  Q_OBJECT
 public:
  NoticeCard(Notice notice, QWidget* parent);
  const Notice& notice() const { return notice_; }
  void setDetailsShown(bool shown);
  bool detailsShown() const;

 Q_SIGNALS:
  void closeRequested();
  void resized();

 private:
  QWidget* makeText();
  QWidget* makeDetails();
  QWidget* makeActions();

  Notice notice_;
  QPlainTextEdit* details_ = nullptr;
};

}  // namespace tendril
