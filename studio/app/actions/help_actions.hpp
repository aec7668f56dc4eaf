// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include <vector>

#include "widgets/help/guide.hpp"
#include "widgets/help/help_card.hpp"
#include "widgets/help/shortcut_sheet.hpp"

namespace tendril {

class StudioContext;

/// F1: what is under the pointer or has the focus; where nothing is to be said of it, or again, the section of the
/// guide about it. In a dialog that section at once. Ctrl+/: all shortcuts, as the actions have them. A menu has them
/// together.
class HelpActions : public QObject {
  Q_OBJECT
 public:
  explicit HelpActions(StudioContext& context);

  /// What F1 would say now, and beside which widget.
  std::pair<HelpText, QWidget*> helpHere() const;
  /// The sheet's groups: every action of the window that has keys, then the mouse.
  std::vector<ShortcutGroup> shortcuts() const;

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  HelpText helpOfWidget(const QWidget* widget) const;
  HelpText withSection(HelpText help) const;
  void explain();
  void addMenu(const QList<QAction*>& actions);
  /// Its first page, or a section; above `owner`, the window or a dialog.
  void openGuide(const QString& address, QWidget* owner);
  void toggleSheet();

  StudioContext& context_;
  HelpCard* card_;
  ShortcutSheet* sheet_ = nullptr;
  QPointer<Guide> guide_;  ///< once it was asked for; goes with the dialog that it was opened from
};

}  // namespace tendril
