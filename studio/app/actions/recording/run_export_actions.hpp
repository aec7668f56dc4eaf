// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>

class QAction;
class QProgressDialog;

namespace tendril {

class StudioContext;
struct ExportedModel;

/// The run in the view as a file, with all signals: CSV, HDF5, NumPy, MATLAB; or its shapes: ParaView, glTF. Written
/// beside the window, with progress and Cancel.
class RunExportActions : public QObject {
  Q_OBJECT
 public:
  explicit RunExportActions(StudioContext& context);
  ~RunExportActions() override;

  void write(const QString& file);

 private:
  struct Job;
  void choose();
  void tell(const std::shared_ptr<Job>& job, const ExportedModel& done);

  StudioContext& context_;
  QAction* export_;
  QThreadPool pool_;
  std::shared_ptr<Job> job_;  ///< that is being written; null: none
};

}  // namespace tendril
