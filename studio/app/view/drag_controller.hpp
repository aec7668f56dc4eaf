// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "core/model/perturbation.hpp"
#include "studio/app/project/document_host.hpp"

namespace tendril {

class Viewport;
struct Grab;

/// Makes a drag of the 3D view a perturbation of the robot (Session::perturb): a spring whose end the cursor moves, and
/// while time stands still a pose.
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
  bool holds_ = false;
  bool told_ = false;
};

}  // namespace tendril
