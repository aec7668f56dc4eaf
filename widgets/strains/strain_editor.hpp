// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include <array>
#include <vector>

#include "widgets/functions/margin_gauge.hpp"
#include "widgets/functions/named_choice.hpp"
#include "widgets/inspector/choice_field.hpp"
#include "widgets/strains/strain_row.hpp"

namespace tendril {

/// The functions that the strains of a rod are made of, division by division. Shows what it is given and says what a
/// user wants; it knows no project.
class StrainEditor : public QWidget {
  Q_OBJECT
 public:
  StrainEditor(FunctionCheck check, const std::vector<NamedChoice>& presets, QWidget* parent = nullptr);

  /// `rod`: its name; `divisions`: 1 of a rod without divisions.
  void setRod(const QString& rod, int division, int divisions, const StrainSet& set);
  /// The coordinates of the rod (poseEntries), all divisions; none while its model is not there.
  void setEntries(const std::vector<PoseEntry>& entries);
  void setConfiguration(const VecX& q);
  /// What was refused, at its strain (0…5), or at the top (−1); empty: nothing any more.
  void setProblem(int strain, const QString& problem);
  MarginGauge& gauge() { return *gauge_; }
  StrainRow& row(int strain) { return *rows_[static_cast<std::size_t>(strain)]; }

 Q_SIGNALS:
  void presetChosen(const QString& name);
  void divisionChosen(int division);
  void switched(int strain, bool on);
  void basisChosen(int strain, const QString& basis);
  void orderTyped(int strain, const QString& text);
  void functionsEdited(int strain, const QStringList& functions);
  void referenceTyped(int strain, const QString& text);
  void coefficientMoved(int coordinate, double value);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeHead(const std::vector<NamedChoice>& presets);
  void connectRow(int strain);
  void showEntries();

  std::array<StrainRow*, 6> rows_{};
  std::vector<PoseEntry> entries_;
  VecX q_;
  QPushButton* presets_;
  MarginGauge* gauge_;
  ChoiceField* division_;
  QLabel *rod_, *count_, *problem_;
  int divisions_ = 1, shown_ = 0;
};

}  // namespace tendril
