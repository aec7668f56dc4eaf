// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <QThreadPool>

#include <cstdint>
#include <set>
#include <vector>

#include "core/description/description.hpp"

namespace tendril {

class StudioContext;
struct Snapshot;

/// What of the robot the view shows, and how: hidden links and loops, edges of the meshes, the ghost of the undeformed
/// robot. The project remembers it as view state: no edit, no undo, not dirty.
class ViewDisplay : public QObject {
  Q_OBJECT
 public:
  /// `ghost`, `wireframe`: the actions that switch them; they are kept in step.
  ViewDisplay(StudioContext& context, QAction* ghost, QAction* wireframe);
  ~ViewDisplay() override;

  const std::set<description::ObjectId>& hidden() const { return hidden_; }
  void setHidden(description::ObjectId object, bool hidden);
  /// Hides the selected links and loops, or shows them again where all of them are hidden.
  void toggleSelected();
  /// Hides all but what is selected; once more: shows all again.
  void isolateSelected();
  void showAll();

 private:
  void connectTree();
  std::set<description::ObjectId> selected() const;
  void recall();
  void remember();
  void setObjects(std::set<description::ObjectId> hidden);
  void apply();
  void updateGhost();

  StudioContext& context_;
  QAction *ghost_, *wireframe_;
  std::set<description::ObjectId> hidden_;
  QThreadPool worker_;
  std::uint64_t wanted_ = 0;  ///< number of the ghost that was asked for last
  bool recalling_ = false;
};

/// `studio.view` of a project: {"hidden": ["arm"], "hidden_loops": ["hinge"], "ghost": true, "edges": true}; empty
/// where nothing is special.
struct DisplayState {
  std::vector<std::string> hidden, hiddenLoops, hiddenLoads;  ///< names of links and objects, of loops, of contacts
  bool ghost = false, edges = false;
  bool operator==(const DisplayState&) const = default;
};
QString displayText(const DisplayState& state);
/// What is not understood is left out.
DisplayState displayOf(const std::string& json);

}  // namespace tendril
