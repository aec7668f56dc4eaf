// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

#include "widgets/help/guide.hpp"
#include "widgets/help/help_card.hpp"
#include "widgets/help/shortcut_sheet.hpp"

namespace tendril {

class StudioContext;

/// F1: what is under the pointer or has the focus; where nothing is to be said of it, or again, the guide. Ctrl+/: all
/// shortcuts, as the actions have them. A menu has them together.
class HelpActions : public QObject {
  Q_OBJECT
 public:
  explicit HelpActions(StudioContext& context);

  /// What F1 would say now, and beside which widget.
  std::pair<HelpText, QWidget*> helpHere() const;
  /// The sheet's groups: every action of the window that has keys, then the mouse.
  std::vector<ShortcutGroup> shortcuts() const;

 private:
  HelpText helpOfWidget(const QWidget* widget) const;
  void addMenu(const QList<QAction*>& actions);
  void openGuide();
  void toggleSheet();

  StudioContext& context_;
  HelpCard* card_;
  ShortcutSheet* sheet_ = nullptr;
  Guide* guide_ = nullptr;  ///< once it was asked for
};

}  // namespace tendril
