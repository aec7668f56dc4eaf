// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "widgets/inputs/input_panel.hpp"

namespace tendril {

class StudioContext;
struct Snapshot;

/// The sliders of the inputs, tied to the player.
class InputsPanel : public QObject {
  Q_OBJECT
 public:
  explicit InputsPanel(StudioContext& context);

 private:
  void showModel(const Snapshot& snapshot);
  void showFrame(const Snapshot& snapshot);
  bool eventFilter(QObject* watched, QEvent* event) override;

  StudioContext& context_;
  InputPanel* panel_;
  std::vector<InputValue> values_;
  std::vector<int> marked_;  ///< StudioContext::markInputs
};

}  // namespace tendril
