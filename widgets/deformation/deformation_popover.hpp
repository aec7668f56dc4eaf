// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <utility>

#include "core/text/units.hpp"
#include "widgets/deformation/deformation_choice.hpp"
#include "widgets/floating/popover.hpp"

class QActionGroup;
class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSlider;

namespace tendril {

class ValueEdit;

/// Chooses the field that colours soft bodies, the ends of its scale, and the plane that cuts them.
class DeformationPopover : public Popover {
  Q_OBJECT
 public:
  explicit DeformationPopover(QWidget* window);

  void setChoice(const DeformationChoice& choice);
  const DeformationChoice& choice() const { return choice_; }
  /// The scale that is shown now.
  void setColors(const FieldColors& colors);
  /// Corners of the box in which planes cut something, world, m.
  void setReach(const Vec3& lower, const Vec3& upper);
  /// Why nothing is coloured; empty: something is.
  void setHint(const QString& hint);

 Q_SIGNALS:
  /// Something was chosen by hand.
  void chosen(const tendril::DeformationChoice& choice);
  /// An axis was chosen by hand; the side that is cut away is up to who shows the view.
  void axisChosen(int axis);
  /// The scale is to begin anew with what is seen now.
  void resetRequested();
  /// The plane is to lie across the line of sight.
  void facingRequested();

 private:
  QWidget* makeColors();
  QWidget* makeLevel();
  QWidget* makeCut();
  QuantityInput typedValue(const QString& text) const;
  void showValue(ValueEdit* edit, double value, const std::string& unit);
  void takeEnd(ValueEdit* edit, const QString& text);
  void takePercentile(ValueEdit* edit, const QString& text);
  void takePlace(const QString& text);
  void takeDirection(const QString& text);
  void chooseEnds(int follow);
  void complain(const QString& what);
  void apply(DeformationChoice choice);
  void refresh();
  double placeAt(int position) const;
  double farthest() const;
  std::pair<double, double> reach() const;

  DeformationChoice choice_;
  FieldColors colors_;
  Vec3 lower_ = Vec3::Constant(-0.1), upper_ = Vec3::Constant(0.1);
  QString hint_;
  QComboBox *field_, *ends_;
  ValueEdit *low_, *high_, *below_, *above_, *place_, *direction_, *level_;
  QCheckBox *cutting_, *flipped_, *leveled_;
  QWidget* leveling_;
  QSlider* levelSlider_;
  QPushButton *reset_, *facing_;
  QActionGroup* axes_;
  QSlider* slider_;
  QLabel* message_;
};

}  // namespace tendril
