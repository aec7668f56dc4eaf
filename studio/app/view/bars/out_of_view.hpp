// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <QTimer>

namespace tendril {

class FloatingPanel;
class StudioContext;

/// The camera stays where it is; where nothing of the robot is in the picture any more, a capsule in the view says so
/// and offers to frame it. A reset that would show nothing brings the view of the project back.
class OutOfView : public QObject {
  Q_OBJECT
 public:
  explicit OutOfView(StudioContext& context);

  /// Looks now instead of soon.
  void look();
  bool isTold() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void bringBack();
  void place();

  StudioContext& context_;
  QAction* show_;
  FloatingPanel* bar_;
  QTimer soon_;  ///< pictures come faster than anybody reads
};

}  // namespace tendril
