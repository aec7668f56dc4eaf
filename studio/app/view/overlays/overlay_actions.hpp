// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

#include <vector>

#include "render/glyphs/force_arrows.hpp"

namespace tendril {

class StudioContext;
struct Snapshot;

/// What the view shows besides bodies: the joints of loops, surfaces, contacts, forces. A menu in the header, and the
/// scale of the arrows. The project remembers it as view state: no edit, no undo, not dirty.
class OverlayActions : public QObject {
  Q_OBJECT
 public:
  explicit OverlayActions(StudioContext& context);

 private:
  struct Switch {
    QAction* action;
    bool SceneOverlays::*member;  ///< what it switches
  };
  void add(const SceneOverlayInfo& info);
  void apply();
  void recall();
  void remember();
  void showScale(const Snapshot& snapshot);

  StudioContext& context_;
  std::vector<Switch> switches_;
  bool recalling_ = false;
};

/// `studio.overlays` of a project: {"loops": false, "loop_forces": true}, what differs from the usual; empty: nothing.
QString overlaysText(const SceneOverlays& overlays);
/// What is not understood is left out.
SceneOverlays overlaysOf(const std::string& json);

}  // namespace tendril
