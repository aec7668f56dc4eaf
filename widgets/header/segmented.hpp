// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QWidget>

namespace tendril {

/// A switch of a few words side by side, one of them chosen. The actions are an exclusive group of whoever made them.
class Segmented : public QWidget {
  Q_OBJECT
 public:
  Segmented(const QList<QAction*>& actions, QWidget* parent);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace tendril
