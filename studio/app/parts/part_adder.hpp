// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "studio/app/parts/part.hpp"
#include "studio/document/edits/geometry/placement.hpp"

namespace tendril {

class StudioContext;

/// Adds parts to the project: at what is selected, or where they are dropped. What was added is selected then.
class PartAdder : public QObject {
  Q_OBJECT
 public:
  explicit PartAdder(StudioContext& context, QObject* parent);

  /// On what is selected; a part that needs a link takes the last one of the robot where none is.
  PartPlace selectedPlace(const Part& part) const;
  /// What adding the part there does; a loop closes where the project as it stands begins.
  Edit editOf(const Part& part, PartPlace place) const;
  /// What is refused is said in a notice.
  void add(const Part& part, const PartPlace& place);
  void add(const Part& part) { add(part, selectedPlace(part)); }
  /// A loop between two places; a second one in the world is where the first one is.
  void join(const edits::LoopEnd& a, const edits::LoopEnd& b);
  /// What a card stands for that is no part but an action of this name (controllers). Says why it cannot be done now.
  void trigger(const QString& action);
  /// Makes an edit that adds something, and selects that: the last new object, or the last of a kind.
  bool addBy(const Edit& edit, std::optional<ItemKind> kind = {});
  /// Where a floor belongs: on the ground of the view, below all of the robot; m.
  static double floorHeight(const StudioContext& context);

 private:
  void offerClosing(const QString& what, double gap);

  StudioContext& context_;
};

}  // namespace tendril
