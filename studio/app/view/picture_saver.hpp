// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>

#include "widgets/picture/picture_form.hpp"

namespace tendril {

class StudioContext;

/// Writes pictures of the view, whoever asks for them, and says how it went.
class PictureSaver : public QObject {
  Q_OBJECT
 public:
  explicit PictureSaver(StudioContext& context);

  /// Draws the view; a picture that takes long shows how far it is and can be cancelled. Null if it was, or if the
  /// graphics card cannot draw one of that size: then a notice says so.
  QImage draw(const PictureChoice& choice);
  /// Writes the view to a file, pixels or vector lines by its ending; a notice says how it went. False if it was not
  /// written.
  bool save(const PictureChoice& choice);
  /// Where a picture would be saved if nobody says otherwise: in the folder for pictures, named after the project.
  QString proposedFile() const;

 Q_SIGNALS:
  void saved(const tendril::PictureChoice& choice);

 private:
  bool write(const PictureChoice& choice, QString& problem);
  void writeLines(const PictureChoice& choice, QString& problem);

  StudioContext& context_;
};

/// Writes a picture atomically: the file is whole or as it was. False with a text for people in `problem`.
bool writePng(const QImage& image, const QString& path, QString& problem);

}  // namespace tendril
