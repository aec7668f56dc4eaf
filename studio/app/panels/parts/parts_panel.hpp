// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tendril {

class PartAdder;
class PartPreview;
class PartsView;
class StudioContext;

/// Everything that can be added to the robot, with pictures. A click adds to what is selected, a drag to where it ends;
/// before that the view shows what would come of it.
class PartsPanel : public QObject {
  Q_OBJECT
 public:
  PartsPanel(StudioContext& context, PartAdder& adder, PartPreview& preview);

  PartsView& view() { return *view_; }

 private:
  void addGroups();
  void addControllers();
  void look(const QString& id);
  void refresh();

  StudioContext& context_;
  PartAdder& adder_;
  PartPreview& preview_;
  PartsView* view_;
};

}  // namespace tendril
