// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

#include "studio/document/edits/edits.hpp"

class QAction;
class QMenu;

namespace tendril {

class StudioContext;

/// Undo and redo of the project, and the clipboard of its objects. Deleting and renaming are the tree's (TreePanel).
class EditActions : public QObject {
  Q_OBJECT
 public:
  explicit EditActions(StudioContext& context);

 private:
  void addHistory();
  void fillHistory(QMenu& menu);
  void addClipboard();
  void follow();
  void selectTouched();
  void copy();
  void cut();
  void paste();
  void duplicate();
  std::vector<ItemRef> chosen() const;

  StudioContext& context_;
  QAction *undo_, *redo_, *cut_, *copy_, *paste_, *duplicate_;
};

}  // namespace tendril
