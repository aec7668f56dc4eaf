// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace tendril {

/// A frameless area that scrolls `content` (taken over) up and down only and gives it the whole width.
QScrollArea* plainScroll(QWidget* content);

}  // namespace tendril
