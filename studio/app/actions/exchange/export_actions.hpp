// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QAction;

namespace tendril {

class StudioContext;
struct ExportedModel;

/// The open robot, or its shape as it is shown, as files of other programs.
class ExportActions : public QObject {
  Q_OBJECT
 public:
  explicit ExportActions(StudioContext& context);

  /// Writes `file` in the format of its ending; asks how long the chains of soft links are to be where the format has
  /// no soft bodies. What is not taken over as it is is said.
  void write(const QString& file);

 private:
  void choose();
  void follow();
  void askForChains(const QString& file);
  void writeRobot(const QString& file, int softLinks);
  void tell(const QString& file, int softLinks, const ExportedModel& done);

  StudioContext& context_;
  QAction* export_ = nullptr;
};

}  // namespace tendril
