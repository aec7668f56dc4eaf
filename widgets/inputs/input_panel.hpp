// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>

#include <vector>

namespace tendril {

class InputRow;

/// An input of a robot as the panel shows it.
struct PanelInput {
  QString name;                 ///< of the actuator, with an index where it has several inputs
  QString unit;                 ///< SI
  QString what;                 ///< "tension", "torque"
  double lower = 0, upper = 0;  ///< bounds; infinite where open
  bool hasSignal = false;       ///< something else drives it when no hand does
  bool position = false;        ///< of a joint that follows it exactly
  bool controlled = false;      ///< what drives it is a controller that follows the robot
  double reach = 0;             ///< the largest |value| of its signal; 0: not known
};

/// What an input is just now.
struct InputValue {
  double value = 0;
  bool held = false;   ///< by hand
  double lost = 0;     ///< what a controller demands beyond the range
  bool ended = false;  ///< what leads the robot would have to go beyond the range
};

/// A slider per input. Touching one takes the input over; letting go hands it back to its signal, or keeps the value
/// where there is no signal. The hand button keeps it held; typing a number holds it too.
class InputPanel : public QWidget {
  Q_OBJECT
 public:
  explicit InputPanel(QWidget* parent = nullptr);

  /// Rebuilds the rows if they differ from those shown; rows of the same inputs whose signals reach farther, or not so
  /// far, fit their sliders to that.
  void setInputs(const std::vector<PanelInput>& inputs);
  /// The unit of all lengths ("mm"): shown, and that of bare numbers; empty: none is given.
  void setLengthUnit(const QString& unit);
  /// Shows values, one per input; rows under a hand are left alone.
  void setValues(const std::vector<InputValue>& values);
  int count() const { return static_cast<int>(rows_.size()); }

 Q_SIGNALS:
  void held(int input, double value);
  void released(int input);
  void allReleased();

 private:
  void addRow(const PanelInput& info, int index);

  std::vector<PanelInput> inputs_;
  std::vector<InputRow*> rows_;
  QString lengthUnit_;
  QVBoxLayout* list_;
  QLabel* nothing_;
  QWidget* foot_;
};

}  // namespace tendril
