// SPDX-License-Identifier: GPL-3.0-or-later
// Where the curves of plots come from.
#pragma once

#include <QObject>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/session/recording/signals.hpp"

namespace tendril {

/// A stretch of a run that plots show. The shown run and its past up to where it branched off stand solid, others thin.
struct PlotSpan {
  std::uint64_t run = 0;
  QString name;       ///< "run 3"
  double from = 0;    ///< s
  double to = 0;      ///< s; infinity while it grows
  bool shown = true;  ///< part of what is shown, not an older run for comparison
  /// Equilibria one after the other: their times only count them. Drawn where another signal stands along x.
  bool still = false;
  bool operator==(const PlotSpan&) const = default;
};

/// Values of one signal in one run.
struct PlotColumn {
  std::shared_ptr<const SignalHistory> table;  ///< null until there is something
  int column = -1;
};

/// All functions belong to the window's thread and return at once; sampling goes on elsewhere.
class PlotSource : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  /// Names and units of all signals; null while no robot is there.
  virtual std::shared_ptr<const SignalCatalogue> catalogue() const = 0;
  virtual std::vector<PlotSpan> spans() const = 0;
  /// First and last recorded time of the shown spans in s; both 0 while there is nothing.
  virtual std::pair<double, double> extent() const = 0;
  /// The signals (names or formulas) that are looked at from now on.
  virtual void want(const QStringList& texts) = 0;
  virtual PlotColumn column(std::uint64_t run, const QString& text) const = 0;

 Q_SIGNALS:
  void catalogueChanged();
  void spansChanged();
  /// Tables have new rows, or there are new tables.
  void grown();
};

}  // namespace tendril
