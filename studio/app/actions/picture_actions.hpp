// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "widgets/picture/picture_dialog.hpp"

namespace tendril {

class MainWindow;

/// Pictures of the view at any size.
class PictureActions : public QObject {
  Q_OBJECT
 public:
  explicit PictureActions(MainWindow& window);

  /// Writes the view to a file; a notice says how it went. False if it was not written.
  bool save(const PictureChoice& choice);
  /// Where a picture would be saved if nobody says otherwise: in the folder for pictures, named after the project.
  QString proposedFile() const;

 Q_SIGNALS:
  void saved(const tendril::PictureChoice& choice);

 private:
  void openDialog();

  MainWindow& window_;
  PictureDialog* dialog_ = nullptr;
};

/// Writes a picture atomically: the file is whole or as it was. False with a text for people in `problem`.
bool writePng(const QImage& image, const QString& path, QString& problem);

}  // namespace tendril
