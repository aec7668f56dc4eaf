// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>
#include <QPointF>
#include <QTimer>

#include <optional>

#include "render/scene/field_reading.hpp"

namespace tendril {

class ProbeLabel;
class StudioContext;

/// While bodies are coloured by a field: its value under the cursor stands beside it, and the menu of what is there
/// plots it over time.
class FieldPointer : public QObject {
  Q_OBJECT
 public:
  explicit FieldPointer(StudioContext& context);

  /// What the cursor points at; empty: no number.
  const std::optional<FieldReading>& reading() const { return reading_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void read();
  void leave();
  QString placeOf(const FieldReading& reading) const;

  StudioContext& context_;
  ProbeLabel* label_;
  QAction* plot_;
  QTimer due_;
  std::optional<QPointF> cursor_;  ///< in the view; empty: elsewhere
  std::optional<FieldReading> reading_;
  QString signal_;  ///< of the last reading, which the menu was opened for
};

}  // namespace tendril
