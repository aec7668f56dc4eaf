// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QMenu;

namespace tendril {

class StudioContext;

/// New, open, recent, save, revert; examples; save a picture; quit.
class FileActions : public QObject {
  Q_OBJECT
 public:
  explicit FileActions(StudioContext& context);

 private:
  void addProject();
  void addPicture();
  void follow();
  void newProject();
  void revert();
  void fillRecent();
  void chooseProject();
  void choosePicture();
  void savePicture(const QString& path);
  QMenu* examplesMenu();

  StudioContext& context_;
  QMenu* recent_ = nullptr;
  QAction *save_ = nullptr, *saveAs_ = nullptr, *revert_ = nullptr;
};

}  // namespace tendril
