// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/picture_saver.hpp"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include "studio/app/context/studio_context.hpp"
#include "widgets/plots/canvas/plot_export.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {

PictureSaver::PictureSaver(StudioContext& context) : QObject(&context.window()), context_(context) {}

QString PictureSaver::proposedFile() const {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
  QString name = context_.document().isOpen() ? context_.document().name() : QStringLiteral("tendril");
  name.replace(u'/', u'-');
  return QDir(folder.isEmpty() ? QDir::homePath() : folder).filePath(name + ".png");
}

bool PictureSaver::save(const PictureChoice& choice) {
  const QString name = QFileInfo(choice.file).fileName();
  const QImage image = context_.view().viewport().grabImage(choice.pixels, choice.transparent);
  QString problem;
  const bool written = !image.isNull() && writePng(image, choice.file, problem);
  Notice notice{
      .severity = Notice::Severity::kInfo, .title = tr("“%1” is saved").arg(name), .advice = {}, .details = {}};
  if (!written) {
    notice.severity = Notice::Severity::kError;
    notice.title = tr("“%1” was not saved").arg(name);
    notice.advice =
        image.isNull() ? tr("The graphics card cannot draw a picture of that size. Choose a smaller one.") : problem;
  } else {
    Q_EMIT saved(choice);
  }
  context_.notices().show(notice);
  return written;
}

bool writePng(const QImage& image, const QString& path, QString& problem) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return writeFile(path, bytes, &problem);
}

}  // namespace tendril
