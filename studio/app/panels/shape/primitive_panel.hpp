// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "studio/app/panels/shape/volume_watch.hpp"
#include "studio/document/document.hpp"
#include "widgets/primitives/primitive_editor.hpp"

namespace tendril {

class StudioContext;
struct Snapshot;

/// The primitive editor, tied to the volume of a link in the project and to the robot that runs.
class PrimitivePanel : public QObject {
  Q_OBJECT
 public:
  explicit PrimitivePanel(StudioContext& context);

  PrimitiveEditor& editor() { return *editor_; }
  /// The volume of this link from now on; 0: none.
  void show(ObjectId link);
  void setProblem(const QString& problem) { editor_->setProblem(-1, problem); }

 private:
  void connectEditor();
  void showModel(const Snapshot& snapshot);
  void showFrame(const Snapshot& snapshot);
  void showEntries();
  CheckedFunction check(const QString& text) const;
  /// Tells at the primitive (−1: at the top) what was refused.
  void apply(int primitive, const Edit& edit);
  void addMode(int primitive);
  void toggleColours();
  void move(int coordinate, double value);

  StudioContext& context_;
  PrimitiveEditor* editor_;
  VolumeWatch* watch_;
  std::vector<std::pair<double, double>> ranges_;  ///< of sliders; empty: not known yet
  std::shared_ptr<const Model> model_;             ///< that is watched
  ObjectId link_ = 0, watched_ = 0;
  double length_ = 1;  ///< m
};

}  // namespace tendril
