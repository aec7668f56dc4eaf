// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include "widgets/functions/coefficient_list.hpp"
#include "widgets/functions/function_plot.hpp"
#include "widgets/functions/function_row.hpp"
#include "widgets/inspector/choice_field.hpp"
#include "widgets/primitives/primitive_values.hpp"

namespace tendril {

/// What a primitive is carried by: drags with the mouse, moves by the keys up and down.
class CardGrip : public QToolButton {
  Q_OBJECT
 public:
  explicit CardGrip(QWidget* parent = nullptr);

 Q_SIGNALS:
  void dragged(const QPoint& global);
  void dropped();
  void given(bool up);  ///< up: towards the first
  void dragCancelled();

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QPoint pressed_;
  bool down_ = false, dragging_ = false;
};

/// One primitive of a stack: its kind, its modes with their pictures, a slider for each.
class PrimitiveCard : public QWidget {
  Q_OBJECT
 public:
  PrimitiveCard(int index, FunctionCheck check, QWidget* parent = nullptr);

  void setValue(const PrimitiveValue& value, const std::vector<FieldOption>& types);
  const PrimitiveValue& value() const { return value_; }
  /// One coordinate of the robot per mode, or none while its model is not there.
  void setEntries(const std::vector<PoseEntry>& entries);
  void setConfiguration(const VecX& q) { coefficients_->setConfiguration(q); }
  void setProblem(const QString& problem);
  /// It is being carried.
  void setLifted(bool lifted);
  /// The last primitive of a body cannot be taken away.
  void setRemovable(bool removable);
  FunctionRow& mode(int index) { return *modeRows_[static_cast<std::size_t>(index)]; }
  int modeCount() const { return static_cast<int>(modeRows_.size()); }
  CardGrip& grip() { return *grip_; }
  const FunctionPlot& plot() const { return *plot_; }

 Q_SIGNALS:
  void typeChosen(const QString& type);
  void modeEdited(int mode, const QString& text);  ///< mode = modeCount(): one more
  void modeAdded();
  void modeRemoved(int mode);
  void removed();
  void coefficientMoved(int coordinate, double value);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* makeHead();
  void addModeRow(int mode);

  int index_;
  FunctionCheck check_;
  PrimitiveValue value_;
  CardGrip* grip_;
  QLabel* problem_;
  ChoiceField* type_;
  QToolButton *add_, *remove_;
  QVBoxLayout* modes_;
  std::vector<FunctionRow*> modeRows_;
  FunctionPlot* plot_;
  CoefficientList* coefficients_;
  bool lifted_ = false;
};

}  // namespace tendril
