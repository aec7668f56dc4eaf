// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include "widgets/inspector/choice_field.hpp"
#include "widgets/inspector/field_text.hpp"
#include "widgets/inspector/row_base.hpp"
#include "widgets/inspector/scrub_label.hpp"
#include "widgets/inspector/value_edit.hpp"
#include "widgets/slider/log_slider.hpp"

namespace tendril {

/// A field with a label and one or several editors of its value.
class ValueRow : public RowBase {
  Q_OBJECT
 public:
  ValueRow(FormContext& context, const FieldRow& row, QWidget* parent);

  QWidget* fieldFor(const QString& path) override;

 protected:
  void showValue() override;
  void showWrong(bool wrong) override;
  void place(int width) override;
  int linesHeight() const override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  enum class Ends { kNone, kOne, kTwo };  ///< of a measure: what its button makes of it

  void makeEdits();
  void makeChoice();
  void makeSwitch();
  void makeSliders();
  void placeSlider(std::size_t index, int from, int right, int y);
  void makeButton();
  void makeRemoveButton();
  void connectEdit(std::size_t index);
  void connectLabel();
  bool steps(std::size_t index) const;
  std::vector<int> lines() const;  ///< fields on each line
  int vectorLeft() const;
  bool hasUnitInLabel() const {
    return edits_.size() > 1 && (row_.kind == FieldKind::kVector || row_.kind == FieldKind::kMeasure);
  }
  bool labelAbove() const;  ///< name and unit do not fit beside the fields

  void showCell(std::size_t index);
  void commit(std::size_t index, const QString& text);
  void step(std::size_t index, double start, double steps);
  void beginGesture();
  void endGesture();
  void send(std::size_t index, const QString& json, const QString& mergeKey = {});
  void pressButton();

  ScrubLabel* label_;
  std::vector<ValueEdit*> edits_;
  std::vector<LogSlider*> sliders_;  ///< of gains, beside their numbers
  ChoiceField* choice_ = nullptr;
  Switch* switch_ = nullptr;
  QToolButton* button_ = nullptr;  ///< taper of a measure, go-to of a reference, removal of an entry
  QToolButton* remove_ = nullptr;  ///< of an entry that has another button
  std::vector<CellValue> cells_;
  std::vector<QString> units_;  ///< that the cells are shown in
  QString gesture_;             ///< merge key while one is under way
  double start_ = 0;            ///< value at the start of a drag
};

}  // namespace tendril
