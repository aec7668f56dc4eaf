// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/description/fields/field.hpp"
#include "render/camera.hpp"

namespace tendril {

class FloatingPanel;
class StudioContext;

/// The camera stays where it is; where nothing of the robot is in the picture any more, a capsule in the view says so
/// and offers to frame it. If an edit took the robot, or a link of it, out of the picture, the capsule offers to undo
/// that, too, and an undo brings the camera back to where it was. A reset that would show nothing brings the view of
/// the project back.
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
  using Links = std::set<description::ObjectId>;
  /// A step of undo that took something out of the picture, and the camera then.
  struct Cause {
    std::size_t step = 0;  ///< steps that were done with it
    CameraView camera;
    bool chosen = false;  ///< Viewport::isCameraChosen
  };

  void forget();
  void followEdit();
  void judge();
  void blame(Links lost);
  void blameLastEdit();
  void returnCamera();
  void handsMovedTheCamera();
  bool isOut() const;
  bool isMissing(description::ObjectId link) const;
  Links shownLinks() const;
  void tell(bool robot);
  void bringBack();
  void place();

  StudioContext& context_;
  QAction *show_, *undo_;
  FloatingPanel* bar_;
  QTimer soon_;  ///< pictures come faster than anybody reads
  std::size_t steps_ = 0;
  std::string variant_;
  Links shown_;                     ///< in the picture before the last edit
  bool unjudged_ = false;           ///< the picture of what was edited is still to come
  QElapsedTimer edited_;            ///< since the last edit; invalid: hands have moved the camera since
  std::vector<Cause> causes_;       ///< that are done, the latest last
  Links lost_;                      ///< what the last step took out of the picture and is not in it again
  std::optional<Cause> returning_;  ///< it was undone, the picture of that is still to come
};

}  // namespace tendril
