// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>

#include "widgets/floating/floating_panel.hpp"

namespace tendril {

/// A capsule over the view with how handles move: a button for each action, with its icon text.
class HandleBar : public FloatingPanel {
  Q_OBJECT
 public:
  HandleBar(const QList<QAction*>& actions, QWidget* parent);
};

}  // namespace tendril
