// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "widgets/pose/pose_editor.hpp"

namespace tendril {

class DocumentHost;
class StudioContext;
class Player;
struct Snapshot;

/// The pose editor, tied to the player and to the poses that the project keeps.
class PosePanel : public QObject {
  Q_OBJECT
 public:
  explicit PosePanel(StudioContext& context);
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showModel(const Snapshot& snapshot);
  void showFrame(const Snapshot& snapshot);
  void showPoses();
  void store(const QString& name);
  void remove(const QString& name);
  void setInitial();
  void move(const VecX& q);
  void addPosing();

  StudioContext& context_;
  Player& player_;
  DocumentHost& document_;
  PoseEditor* editor_;
};

}  // namespace tendril
