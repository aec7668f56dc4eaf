// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <cstdint>
#include <map>
#include <memory>

#include "core/session/recording/run.hpp"

class QAction;

namespace tendril {

class StudioContext;

/// Recordings in the window: one that was opened is shown, others are laid over the plots of the open project; playing
/// what was recorded.
class RecordedRuns : public QObject {
  Q_OBJECT
 public:
  explicit RecordedRuns(StudioContext& context);
  ~RecordedRuns() override;

  /// Shows the run of the recording that was just opened, and plays it if asked.
  void show(const Run& recording, bool play);
  /// Reads a recording beside the window and lays it over the plots.
  void add(const QString& file);
  /// The file that a run was read from, if it is still there; empty otherwise.
  QString fileOf(std::uint64_t run) const;

 private:
  struct Read;
  void choose();
  void take(const std::shared_ptr<Read>& read);
  void replay();
  void compareWhatIsThere();

  StudioContext& context_;
  QAction *add_, *replay_;
  QThreadPool pool_;
  std::map<std::uint64_t, QString> files_;  ///< of the runs that were read
  std::vector<std::uint64_t> added_;        ///< runs that are compared as soon as they are there
  std::uint64_t project_ = 0;               ///< counts those that were opened: recordings asked for before are dropped
};

}  // namespace tendril
