// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <vector>

#include "studio/app/project/target.hpp"
#include "studio/document/edits/edits.hpp"
#include "widgets/tree/tree_rows.hpp"

class QMenu;

namespace tendril {

class PartAdder;
class StudioContext;

/// The robot tree as a panel: shows the project, follows the selection both ways, turns what hands do there into edits.
class TreePanel : public QObject {
  Q_OBJECT
 public:
  TreePanel(StudioContext& context, PartAdder& adder);

  static Target targetOf(const TreeItem& item);
  static TreeItem itemOf(const Target& target);

 private:
  void connectTree();
  void reparent(description::ObjectId link, description::ObjectId parent);
  void addObjectActions();
  void fillAddMenu(QMenu& menu);
  void addControllerEntries(QMenu& menu, const QString& title);
  void popUp(const QPoint& global);
  void show();
  void showSelection();
  void rename(const TreeItem& item, const QString& name);
  void remove();
  void renameSelected();
  void addWeighing();
  /// Asks for a density and gives the selected rigid link the mass of its shape.
  void weigh();
  /// The selected rigid link; 0: none.
  description::ObjectId chosenRigid() const;
  void addParameter();

  StudioContext& context_;
  PartAdder& adder_;
  QMenu* addMenu_;
};

}  // namespace tendril
