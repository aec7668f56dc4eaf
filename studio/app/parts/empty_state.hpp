// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tendril {

class EmptyProject;
class PartAdder;
class StudioContext;

/// While the open project has neither links nor objects, the view says what to do next: tiles that add a first body,
/// and a place to drop files. The first thing that comes is framed, unless the camera is where somebody put it and
/// shows it.
class EmptyState : public QObject {
  Q_OBJECT
 public:
  EmptyState(StudioContext& context, PartAdder& adder);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show();
  void place();
  void frameFirst();

  StudioContext& context_;
  PartAdder& adder_;
  EmptyProject* panel_;
  bool empty_ = false;     ///< the project is
  bool unframed_ = false;  ///< the picture of the first thing is still to come
};

}  // namespace tendril
