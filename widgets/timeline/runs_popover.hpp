// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <vector>

#include "widgets/floating/popover.hpp"

class QScrollArea;

namespace tendril {

/// A run as the list shows it.
struct RunRow {
  std::uint64_t id = 0;
  QString name = {}, origin = {};  ///< "run 3"; "edited at 2.31 s of run 2"
  double start = 0, end = 0;
  bool shown = false, live = false;
  bool operator==(const RunRow&) const = default;
};

/// All recorded runs, the newest first: show, rename, delete, lay one over the plots of another.
class RunsPopover : public Popover {
  Q_OBJECT
 public:
  explicit RunsPopover(QWidget* window);

  /// Shown at once where the list is open; else by refresh().
  void setRuns(std::vector<RunRow> runs);
  /// To be called before it opens.
  void refresh();
  /// Whether somebody can lay runs over one another.
  void setComparable(bool comparable);
  /// The runs that are laid over the plots now.
  void setCompared(std::vector<std::uint64_t> runs);

 Q_SIGNALS:
  void showRequested(std::uint64_t run);
  void renameRequested(std::uint64_t run, const QString& name);
  void deleteRequested(std::uint64_t run);
  void compareRequested(std::uint64_t run, bool on);

 private:
  void rebuild();
  bool isCompared(std::uint64_t run) const;
  QWidget* rowOf(const RunRow& run);

  std::vector<RunRow> runs_;
  std::vector<std::uint64_t> compared_;
  QScrollArea* scroll_;
  bool comparable_ = false, outdated_ = true;
};

}  // namespace tendril
