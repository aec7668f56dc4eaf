// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

namespace tendril {

class FloatingPanel;
class StudioContext;

/// Whether the floor is solid, as a switch in the corner of the view (workspace Build) and in the palette: turned on,
/// all links and objects touch it, and so do parts that are added later.
class FloorToggle : public QObject {
  Q_OBJECT
 public:
  explicit FloorToggle(StudioContext& context);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show();
  void place();
  void change(bool solid);

  StudioContext& context_;
  QAction* solid_;
  FloatingPanel* bar_;
};

}  // namespace tendril
