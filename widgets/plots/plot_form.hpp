// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QSpinBox>

#include <vector>

#include "widgets/floating/popover.hpp"

namespace tendril {

class PlotCard;

/// What a plot shows besides its signals: over time, along another signal, a spectrum, a histogram; axes, titles,
/// units, legend, band, statistics. Everything is there at once; a value that is of no use says why and changes
/// nothing.
class PlotForm : public Popover {
  Q_OBJECT
 public:
  explicit PlotForm(QWidget* window);

  void openFor(PlotCard* card);
  QString problem() const { return problem_->text(); }

 private:
  QLineEdit* edit(const char* name, const QString& accessible, const QString& placeholder);
  QWidget* titleRow(QLineEdit* title, QLineEdit* unit);
  QCheckBox* check(const char* name, const QString& text, const QString& tip);
  void layOut();
  void show(const PlotCard& card);
  void showRows();
  void showLegend(const PlotCard& card);
  void apply();

  QPointer<PlotCard> card_;
  QFormLayout* form_;
  QButtonGroup kind_;
  QLineEdit *along_, *title_, *xTitle_, *xUnit_, *leftTitle_, *leftUnit_, *rightTitle_, *rightUnit_, *band_, *from_,
      *to_;
  QSpinBox* bins_;
  QComboBox* counts_;
  QCheckBox *logX_, *logY_, *right_, *statistics_;
  QWidget *legend_, *rightRow_;
  std::vector<QLineEdit*> labels_;
  QLabel* problem_;
  bool filling_ = false;
};

}  // namespace tendril
