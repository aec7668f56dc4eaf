// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

#include "core/model/hand.hpp"
#include "studio/app/project/document_host.hpp"

namespace tendril {

class Viewport;
struct Grab;

/// Makes the hand of the 3D view a force on the robot: a program with the spring is built beside and swapped within the
/// run; the cursor moves the spring's end between two steps; letting go takes it away again. While time stands still
/// the same hand poses the robot (Session::moveHand).
class DragController : public QObject {
  Q_OBJECT
 public:
  DragController(Viewport& view, Player& player, DocumentHost& document, QObject* parent);

  /// Says once ever, on this machine, that the robot can be dragged. For a project that opens playing.
  void hintOnce();

 private:
  void take(const Grab& grab);
  void move(const Vec3& point, double angle);
  void release();
  void tellOfPose();

  Viewport& view_;
  Player& player_;
  DocumentHost& document_;
  std::shared_ptr<HandTarget> target_;  ///< null: nothing is held
  bool told_ = false;
};

}  // namespace tendril
