// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

#include <vector>

#include "render/fields/field_range.hpp"
#include "widgets/deformation/deformation_choice.hpp"

class QToolButton;

namespace tendril {

class DeformationPopover;
class StudioContext;
struct Snapshot;

/// Colours that show how soft bodies are deformed, and the plane that cuts them open: a popover in the header, actions,
/// the bar in the view. The project remembers them as view state: no edit, no undo, not dirty.
class DeformationActions : public QObject {
  Q_OBJECT
 public:
  explicit DeformationActions(StudioContext& context);

  const DeformationChoice& choice() const { return choice_; }
  void choose(const DeformationChoice& choice);
  /// Of the box that the surfaces have swept, world, m.
  Vec3 middle();

 Q_SIGNALS:
  /// Something was chosen, by hand or by the project.
  void chosen();

 private:
  void addFields();
  void chooseAxis(int axis);
  void chooseField(SurfaceField field);
  void showColors(bool on);
  Vec3 seenDirection() const;
  void recall();
  void remember();
  void follow(const Snapshot& snapshot);
  /// Why what was chosen shows nothing; empty: it does.
  QString hint(const Snapshot& snapshot) const;
  void followField(const Snapshot& snapshot);
  void followReach(const Snapshot& snapshot);
  void apply();
  FieldColors colors() const;

  StudioContext& context_;
  DeformationPopover* popover_;
  QAction *colored_, *cut_;
  std::vector<QAction*> fields_;  ///< as surfaceFields()
  DeformationChoice choice_;
  SurfaceField last_ = SurfaceField::kVonMises;  ///< what comes back when colours are switched on
  FieldRange range_;
  Vec3 lower_, upper_;  ///< box that the surfaces have swept, world, m
  bool reached_ = false, recalling_ = false;
};

/// `studio.deformation` of a project: {"field": "von_mises", "ends": [0, 2e4], "cut": {"axis": "y", "at": 0, "flipped":
/// true, "on": true}}, SI; "follow": "instant" or "percentiles" with "percentiles": [2, 98] instead of "ends",
/// "across": [0.6, 0, 0.8] instead of "axis"; empty where nothing is special.
QString deformationText(const DeformationChoice& choice);
/// What is not understood is left out.
DeformationChoice deformationOf(const std::string& json);

}  // namespace tendril
