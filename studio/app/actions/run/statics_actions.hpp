// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

#include <memory>

namespace tendril {

class StudioContext;
struct Snapshot;
struct StaticsResult;

/// Equilibria: find the one near the shape that is shown, or follow it while sliders and fields change.
class StaticsActions : public QObject {
  Q_OBJECT
 public:
  explicit StaticsActions(StudioContext& context);

 private:
  void show(const Snapshot& snapshot);
  void tell(const StaticsResult& result);

  StudioContext& context_;
  QAction *find_, *follow_;
  std::shared_ptr<const StaticsResult> told_;  ///< the result that the user knows
};

}  // namespace tendril
