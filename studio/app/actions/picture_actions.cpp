// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/picture_actions.hpp"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include "studio/app/actions/make_action.hpp"
#include "studio/app/main_window.hpp"
#include "widgets/plots/plot_export.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {

PictureActions::PictureActions(MainWindow& window) : QObject(&window), window_(window) {
  QAction* picture = makeAction(window, tr("Picture of the view at any size"), "picture",
                                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)}, [this] { openDialog(); });
  picture->setObjectName("picture");
  window.header().addTool(picture);
}

void PictureActions::openDialog() {
  if (!dialog_) {
    dialog_ = new PictureDialog(&window_);
    connect(dialog_, &PictureDialog::saveRequested, this, [this](const PictureChoice& choice) {
      if (save(choice)) dialog_->hide();
    });
    dialog_->setFile(proposedFile());
  }
  const Viewport& viewport = window_.view().viewport();
  dialog_->setViewSize(viewport.size() * viewport.devicePixelRatioF());
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
}

QString PictureActions::proposedFile() const {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
  QString name = window_.document().isOpen() ? window_.document().name() : QStringLiteral("tendril");
  name.replace(u'/', u'-');
  return QDir(folder.isEmpty() ? QDir::homePath() : folder).filePath(name + ".png");
}

bool PictureActions::save(const PictureChoice& choice) {
  const QString name = QFileInfo(choice.file).fileName();
  const QImage image = window_.view().viewport().grabImage(choice.pixels, choice.transparent);
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
  window_.view().notices().show(notice);
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
