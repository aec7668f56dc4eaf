// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVBoxLayout>

#include <optional>
#include <vector>

#include "widgets/floating/popover.hpp"

class QLabel;
class QScrollArea;

namespace tendril {

/// One problem as the list shows it.
struct ProblemRow {
  bool isError = true;
  QString place;       ///< path of the field, or line; may be empty
  QString message;     ///< what is wrong
  QString cure;        ///< what to do; may be empty
  QString field = {};  ///< path of the field that a click goes to; empty: nowhere to go
  bool operator==(const ProblemRow&) const = default;
};

/// The list behind the problems counter.
class ProblemsPopover : public Popover {
  Q_OBJECT
 public:
  explicit ProblemsPopover(QWidget* window);
  void setProblems(const QString& origin, const std::vector<ProblemRow>& problems);

 Q_SIGNALS:
  /// A line was clicked that has a field.
  void chosen(const QString& field);

 private:
  QWidget* rowOf(const ProblemRow& problem);

  QLabel* title_;
  QScrollArea* scroll_;
  std::optional<std::vector<ProblemRow>> shown_;
};

}  // namespace tendril
