// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include "widgets/functions/coefficient_list.hpp"
#include "widgets/functions/function_plot.hpp"
#include "widgets/functions/function_row.hpp"
#include "widgets/inspector/choice_field.hpp"
#include "widgets/inspector/value_edit.hpp"
#include "widgets/strains/strain_values.hpp"

namespace tendril {

/// One strain of the editor: on or off, its family and order or its functions, its reference; the functions over X and
/// a slider for each.
class StrainRow : public QWidget {
  Q_OBJECT
 public:
  explicit StrainRow(FunctionCheck check, QWidget* parent = nullptr);

  void setValue(const StrainValue& value);
  /// Coordinates of the robot that weight its functions.
  void setEntries(const std::vector<PoseEntry>& entries);
  void setConfiguration(const VecX& q) { coefficients_->setConfiguration(q); }
  /// What was refused; a new value or an empty text takes it away.
  void setProblem(const QString& problem);
  /// The picture beside the fields instead of below.
  void setWide(bool wide);
  const FunctionPlot& plot() const { return *plot_; }

 Q_SIGNALS:
  void switched(bool on);
  void basisChosen(const QString& basis);
  /// A number, or "=expression".
  void orderTyped(const QString& text);
  void functionsEdited(const QStringList& functions);
  void referenceTyped(const QString& text);
  void coefficientMoved(int coordinate, double value);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* makeHead();
  QWidget* makeFields();
  QWidget* makeFoot();
  void connectParts();
  void showFunctions();
  void addFunctionRow(int index);
  void editFunction(int index, const QString& text);
  void removeFunction(int index);
  void stepOrder(double steps);
  void showOrder();
  void fold(bool folded);
  void showCount();

  FunctionCheck check_;
  StrainValue value_;
  Switch* on_;
  QLabel *name_, *orderName_, *count_, *problem_, *referenceName_;
  ChoiceField* basis_;
  ValueEdit* order_;
  FunctionRow* reference_;
  QWidget *body_, *custom_, *fields_, *foot_;
  QVBoxLayout* functions_;
  std::vector<FunctionRow*> functionRows_;
  QToolButton *addFunction_, *fold_;
  FunctionPlot* plot_;
  CoefficientList* coefficients_;
  QGridLayout* grid_;
  bool folded_ = false, wide_ = false;
};

}  // namespace tendril
