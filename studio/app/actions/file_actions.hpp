// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMenu;

namespace tendril {

class MainWindow;

/// Open a file, open an example, save a picture, quit.
class FileActions : public QObject {
  Q_OBJECT
 public:
  explicit FileActions(MainWindow& window);

 private:
  void chooseProject();
  void choosePicture();
  void savePicture(const QString& path);
  QMenu* examplesMenu();

  MainWindow& window_;
};

}  // namespace tendril
