// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

#include <memory>

namespace tendril {

class MainWindow;
struct Snapshot;
struct StaticsResult;

/// Equilibria: find the one near the shape that is shown, or follow it while sliders and fields change.
class StaticsActions : public QObject {
  Q_OBJECT
 public:
  explicit StaticsActions(MainWindow& window);

  QAction* find() const { return find_; }
  QAction* follow() const { return follow_; }

 private:
  void show(const Snapshot& snapshot);
  void tell(const StaticsResult& result);

  MainWindow& window_;
  QAction *find_, *follow_;
  std::shared_ptr<const StaticsResult> told_;  ///< the result that the user knows
};

}  // namespace tendril
