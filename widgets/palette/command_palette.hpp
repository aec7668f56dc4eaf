// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <vector>

#include "widgets/floating/popover.hpp"

class QLineEdit;
class QListView;

namespace tendril {

/// One thing that can be done or gone to.
struct PaletteEntry {
  QString title = {};
  QString detail = {};  ///< in grey: what it is, where it belongs to
  QString also = {};    ///< other words for it, which are not shown
  QString keys = {};    ///< shortcut, as shown; may be empty
  QString icon = {};    ///< name in assets/icons
  std::function<void()> run = {};
  bool enabled = true;
  int weight = 0;              ///< added to the score: actions before signals
  bool onlyWhenAsked = false;  ///< not in the list while nothing is typed
};

/// Type a few letters of anything, Return does it. Arrows choose, Escape closes. Entries are asked for each time it
/// opens, and filtered as one types.
class CommandPalette : public Popover {
  Q_OBJECT
 public:
  using Source = std::function<std::vector<PaletteEntry>()>;

  CommandPalette(Source source, QWidget* window);
  ~CommandPalette() override;

  /// Opens in the upper part of the window with an empty field.
  void openPalette();
  /// Titles as listed now, best first.
  QStringList titles() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  class List;

  void filter(const QString& text);
  void run(int row);
  void move(int by);

  Source source_;
  QLineEdit* field_;
  QListView* view_;
  List* list_;
};

}  // namespace tendril
