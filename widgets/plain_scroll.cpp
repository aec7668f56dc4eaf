// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plain_scroll.hpp"

#include <QScrollArea>

namespace tendril {

QScrollArea* plainScroll(QWidget* content) {
  auto* scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  return scroll;
}

}  // namespace tendril
