// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <memory>

#include "studio/recording/live_recorder.hpp"

class QAction;
class QToolButton;

namespace tendril {

class StudioContext;

/// The live run written to a file of HDF5 while it goes on, as data (RecordActions makes films). A red chip in the
/// status bar says how much; what was written, or why it ended, is told once.
class RunRecording : public QObject {
  Q_OBJECT
 public:
  explicit RunRecording(StudioContext& context);

  /// Where recordings go unless another file was chosen: the folder chosen last, else the system's for documents.
  static QString folder();
  bool isRecording() const { return recorder_ != nullptr && !closing_; }
  /// Begins; one that goes on ends before.
  void begin(const QString& file);
  void end();

 private:
  void addActions();
  void choose();
  void look();
  void show();
  void tell(const LiveProgress& progress);
  QString proposedFile() const;

  StudioContext& context_;
  QAction* record_;
  QToolButton *button_, *chip_;
  QTimer looks_;
  std::shared_ptr<LiveRecorder> recorder_;
  QString file_, next_;   ///< of the recording; that begins as soon as this one is written
  bool closing_ = false;  ///< the last of it is being written
};

}  // namespace tendril
