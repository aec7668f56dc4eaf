// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

#include <string>

#include "core/math/types.hpp"
#include "studio/document/edits/geometry/path_edits.hpp"

namespace tendril {

class PathBar;
class PathEditor;
class StudioContext;

/// Paths that controllers lead a frame along, drawn in the view: an action on the selected controller; points of a path
/// that is selected can be dragged.
class PathDrawing : public QObject {
  Q_OBJECT
 public:
  explicit PathDrawing(StudioContext& context);

  PathEditor& editor() { return *editor_; }
  PathBar& bar() { return *bar_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void connectEditor();
  void refresh();
  void start();
  void finish();
  void end();
  void showPath();
  void move(int point, const Vec3& place);
  void place();
  /// The selected controller where it leads a position; null: none does.
  const description::Controller* selected() const;
  /// Where the frame that a controller leads is now; false: not known.
  bool frameOf(const std::string& controller, Vec3& place) const;
  edits::DrawnPath drawn() const;

  StudioContext& context_;
  PathEditor* editor_;
  PathBar* bar_;
  QAction* action_;
  ObjectId controller_ = 0;  ///< whose path is being drawn
};

}  // namespace tendril
