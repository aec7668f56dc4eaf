// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QSplitter>

#include "widgets/theme/theme.hpp"

namespace tendril {

/// Parts with one hairline between them, which takes hold a little beside it.
class PlotSplitter : public QSplitter {
 public:
  explicit PlotSplitter(Qt::Orientation orientation) : QSplitter(orientation) {
    setChildrenCollapsible(false);
    setHandleWidth(1);
  }

 protected:
  QSplitterHandle* createHandle() override { return new Handle(orientation(), this); }

 private:
  class Handle : public QSplitterHandle {
   public:
    using QSplitterHandle::QSplitterHandle;

   protected:
    void paintEvent(QPaintEvent*) override {
      QPainter(this).fillRect(rect(), AppTheme::instance().color(Token::kHairline));
    }
  };
};

}  // namespace tendril
