// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/picture_actions.hpp"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include "studio/app/actions/make_action.hpp"
#include "studio/app/main_window.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {

PictureActions::PictureActions(MainWindow& window) : QObject(&window), window_(window) {
  makeAction(window, tr("Picture of the view at any size"), "picture", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)},
             [this] { openDialog(); });
  makeAction(window, tr("Copy as command"), "duplicate", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)},
             [this] { copyCommand(); });
  connect(&window.document(), &DocumentHost::opened, this, [this] { lastPicture_.clear(); });
}

void PictureActions::openDialog() {
  if (!dialog_) {
    dialog_ = new PictureDialog(&window_);
    connect(dialog_, &PictureDialog::saveRequested, this, [this](const PictureChoice& choice) {
      if (save(choice)) dialog_->hide();
    });
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    const QString name = window_.document().isOpen() ? window_.document().name() : QStringLiteral("tendril");
    dialog_->setFile(QDir(folder.isEmpty() ? QDir::homePath() : folder).filePath(name + ".png"));
  }
  const Viewport& viewport = window_.view().viewport();
  dialog_->setViewSize(viewport.size() * viewport.devicePixelRatioF());
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
}

bool PictureActions::save(const PictureChoice& choice) {
  const QString name = QFileInfo(choice.file).fileName();
  const QImage image = window_.view().viewport().grabImage(choice.pixels, choice.transparent);
  const bool written = !image.isNull() && image.save(choice.file, "PNG");
  Notice notice{
      .severity = Notice::Severity::kInfo, .title = tr("“%1” is saved").arg(name), .advice = {}, .details = {}};
  if (!written) {
    notice.severity = Notice::Severity::kError;
    notice.title = tr("“%1” was not saved").arg(name);
    notice.advice = image.isNull() ? tr("The graphics card cannot draw a picture of that size. Choose a smaller one.")
                                   : tr("%1 cannot be written or the disk is full. Choose another place.")
                                         .arg(QFileInfo(choice.file).absolutePath());
  } else {
    lastPicture_ = QStringLiteral("--size %1x%2 --out %3")
                       .arg(choice.pixels.width())
                       .arg(choice.pixels.height())
                       .arg(shellWord(choice.file));
    if (AppTheme::instance().isDark()) lastPicture_ += QStringLiteral(" --dark");
  }
  window_.view().notices().show(notice);
  return written;
}

QString PictureActions::command() const {
  const QString project = shellWord(window_.document().path());
  if (!lastPicture_.isEmpty()) return QStringLiteral("tendril render %1 %2").arg(project, lastPicture_);
  const double t = window_.player().snapshot().liveTime;
  if (t > 0)
    return QStringLiteral("tendril simulate %1 --duration %2 --out run.csv").arg(project, QString::number(t, 'g', 6));
  return QStringLiteral("tendril info %1").arg(project);
}

void PictureActions::copyCommand() {
  Notice notice{.severity = Notice::Severity::kInfo, .title = {}, .advice = {}, .details = {}};
  if (!window_.document().hasFile()) {
    notice.severity = Notice::Severity::kWarning;
    notice.title = tr("There is no file that a command could open");
    notice.advice = tr("Save the project first.");
  } else {
    QApplication::clipboard()->setText(command());
    notice.title = tr("Copied to the clipboard");
    notice.advice = command();
    if (window_.document().isDirty()) notice.advice += u'\n' + tr("What is not saved is not in the file.");
  }
  window_.view().notices().show(notice);
}

QString shellWord(const QString& word) {
  static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
  if (plain.match(word).hasMatch()) return word;
  QString quoted = word;
  quoted.replace(u'\'', QStringLiteral("'\\''"));
  return u'\'' + quoted + u'\'';
}

}  // namespace tendril
