// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/picture_saver.hpp"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QProgressDialog>
#include <QStandardPaths>

#include "render/output/offscreen.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/composer/line_picture.hpp"
#include "widgets/plots/canvas/plot_export.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kSteps = 100;  // of the bar that shows how far a picture is

}  // namespace

PictureSaver::PictureSaver(StudioContext& context) : QObject(&context.window()), context_(context) {}

QString PictureSaver::proposedFile() const {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
  QString name = context_.document().isOpen() ? context_.document().name() : QStringLiteral("tendril");
  name.replace(u'/', u'-');
  return QDir(folder.isEmpty() ? QDir::homePath() : folder).filePath(name + ".png");
}

QImage PictureSaver::draw(const PictureChoice& choice) {
  Viewport& viewport = context_.view().viewport();
  QImage image;
  bool stopped = false;
  if (choice.publication) {
    QProgressDialog dialog(tr("Drawing the picture…"), tr("Cancel"), 0, kSteps, &context_.window());
    dialog.setObjectName("picture_progress");
    dialog.setWindowModality(Qt::WindowModal);
    dialog.setMinimumDuration(300);
    image = viewport.grabSamples(choice.pixels, choice.backdrop, kPublicationSamples, [&](double done) {
      dialog.setValue(static_cast<int>(kSteps * done));
      stopped = dialog.wasCanceled();
      return !stopped;
    });
  } else {
    image = viewport.grabImage(choice.pixels, choice.backdrop);
  }
  if (image.isNull() && !stopped)
    context_.notices().show({.severity = Notice::Severity::kError,
                             .title = tr("The graphics card cannot draw a picture of that size"),
                             .advice = tr("Choose a smaller one."),
                             .details = {}});
  return image;
}

/// The robot as it stands and as the camera sees it: dark lines without a background, for print.
void PictureSaver::writeLines(const PictureChoice& choice, QString& problem) {
  const Snapshot& snapshot = context_.player().snapshot();
  if (!snapshot.model) {
    problem = tr("There is no robot to draw.");
    return;
  }
  try {
    composer::writeLinePicture(snapshot,
                               {.width = choice.pixels.width(),
                                .height = choice.pixels.height(),
                                .camera = context_.view().viewport().camera(),
                                .ink = {.hidden = choice.hiddenLines},
                                .title = context_.document().name().toStdString()},
                               choice.file.toStdString());
  } catch (const std::exception& error) {
    problem = QString::fromUtf8(error.what());
  }
}

/// False: it was not even drawn, of which somebody knows already.
bool PictureSaver::write(const PictureChoice& choice, QString& problem) {
  if (choice.isLines()) {
    writeLines(choice, problem);
    return true;
  }
  const QImage image = draw(choice);
  if (image.isNull()) return false;
  writePng(image, choice.file, problem);
  return true;
}

bool PictureSaver::save(const PictureChoice& choice) {
  const QString name = QFileInfo(choice.file).fileName();
  QString problem;
  if (!write(choice, problem)) return false;
  const bool written = problem.isEmpty();
  Notice notice{
      .severity = Notice::Severity::kInfo, .title = tr("“%1” is saved").arg(name), .advice = {}, .details = {}};
  if (!written) {
    notice.severity = Notice::Severity::kError;
    notice.title = tr("“%1” was not saved").arg(name);
    notice.advice = problem;
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
