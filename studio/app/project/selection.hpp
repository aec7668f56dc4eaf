// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected: one list that tree, 3D view and inspector all follow.
#pragma once

#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "studio/app/project/target.hpp"

namespace tendril {

/// The selected targets in the order in which they were chosen; the last one is what the inspector shows. Ids survive
/// rebuilt models, renames, undo and redo; retain() drops what is gone. GUI thread.
class Selection : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  const std::vector<Target>& targets() const { return targets_; }
  bool isEmpty() const { return targets_.empty(); }
  /// The one chosen last; empty if nothing is selected.
  std::optional<Target> current() const;
  bool contains(const Target& target) const;
  /// Ids of the selected objects of a kind, each once.
  std::vector<description::ObjectId> ids(TargetKind kind) const;

  /// Only this.
  void select(const Target& target) { set({target}); }
  void set(std::vector<Target> targets);
  /// Adds, or takes away where it is there (Ctrl-click).
  void toggle(const Target& target);
  void clear() { set({}); }
  /// One step up, the way that clicks go down: station → body → joint → link, leaving out what the link has not got;
  /// anything else → nothing (Escape).
  void climb();
  /// Where climb() learns which parts a link has; without it, all of them.
  void setPartsOf(std::function<std::vector<TargetPart>(description::ObjectId)> partsOf) {
    partsOf_ = std::move(partsOf);
  }
  /// Drops what the description no longer has.
  void retain(const Description& description);
  /// Selects the owner of a field and asks the inspector to show it and to put the cursor there. `field` is a path as
  /// setByPath has it ("links[2].body.section.radius"); the project if no object owns it. False for an empty path.
  bool jumpTo(const Description& description, const QString& field);

 Q_SIGNALS:
  void changed();
  /// After changed(): the field that the cursor should go to, path as given to jumpTo().
  void fieldRequested(const QString& field);

 private:
  std::vector<Target> targets_;
  std::function<std::vector<TargetPart>(description::ObjectId)> partsOf_;
};

}  // namespace tendril
