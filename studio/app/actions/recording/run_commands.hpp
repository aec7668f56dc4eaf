// SPDX-License-Identifier: GPL-3.0-or-later
// How `tendril` makes the run in the view again.
#pragma once

#include <QString>
#include <QStringList>

#include <cstdint>
#include <set>

#include "core/math/types.hpp"
#include "core/session/recording/run.hpp"

namespace tendril {

class RecordedRuns;
class StudioContext;
struct Snapshot;

/// {"t": …, "q": […], "v": […]} as a file that the shell makes on the way; `more` stands behind them.
QString stateFile(double t, const VecXRef& q, const VecXRef& v, const QString& more = {});
/// [1, 2.5]
QString jsonList(const VecXRef& values);

class RunCommands {
 public:
  RunCommands(StudioContext& context, const RecordedRuns& recordings) : context_(context), recordings_(recordings) {}

  /// Another project is open.
  void clear() { byHand_.clear(); }
  /// Notes what no recording tells: runs whose inputs were moved by hand.
  void follow(const Snapshot& snapshot);

  /// What `tendril simulate` needs for it. `project`: as the command names it; `out`: as well.
  QString simulate(const QString& project, const QString& out) const;

  /// Where a command that draws the run gets it from.
  struct Source {
    QString before;          ///< what makes it, " && " behind it; empty: it is there
    QString option;          ///< " --run run.h5"; empty: the project is given, and simulates or holds it
    bool simulates = false;  ///< the command simulates the project from its start
  };
  Source source(const QString& project) const;

  /// A name for a recording of the run, in the folder of the shell: not that of one which is read for it.
  QString freeName() const;

  /// The recording on disk that is the run itself; empty: there is none.
  QString recording() const;
  /// For people: what was done to the run that the command does not repeat.
  QStringList lost() const;

 private:
  struct Repeat;
  Repeat repeat() const;
  Repeat repeatOf(const Run& run) const;

  StudioContext& context_;
  const RecordedRuns& recordings_;
  std::set<std::uint64_t> byHand_;  ///< ids of runs
};

}  // namespace tendril
