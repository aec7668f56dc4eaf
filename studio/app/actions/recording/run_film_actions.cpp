// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/recording/run_film_actions.hpp"

#include <QAction>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QStandardPaths>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <csignal>

#include "studio/app/context/camera_text.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/file_names.hpp"
#include "studio/recording/tables/run_export.hpp"
#include "widgets/picture/film_dialog.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

const QString kFilm = QStringLiteral("film");
constexpr int kCancelMs = 3000;  // for a frame that is being drawn

}  // namespace

RunFilmActions::RunFilmActions(StudioContext& context)
    : QObject(&context.window()), context_(context), program_(findProgram()) {
  pool_.setMaxThreadCount(1);
  film_ = context.actions().add(tr("Film of the run…"), "record", QList<QKeySequence>(), [this] { open(); });
  film_->setObjectName("filmRun");
  film_->setProperty(kAlsoFound, tr("movie video mp4 gif webp turntable slow motion render export shots"));
  film_->setToolTip(
      tr("A film of the run in the view, of any size at a constant rate: shots, slow motion, turntables, "
         "texts and growing curves"));
  QMenu& menu = context.header().projectMenu();
  const QList<QAction*> entries = menu.actions();
  const auto run = std::ranges::find_if(entries, [](const QAction* e) { return e->objectName() == "exportRun"; });
  menu.insertAction(run == entries.end() ? nullptr : *std::next(run), film_);
  const auto follow = [this] { film_->setEnabled(context_.document().isOpen()); };
  connect(&context.document(), &DocumentHost::stateChanged, this, follow);
  follow();
  connect(&process_, &QProcess::readyReadStandardError, this, &RunFilmActions::read);
  connect(&process_, &QProcess::finished, this, &RunFilmActions::finish);
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart)
      fail(tr("The program “tendril” cannot be started. It makes the films; is it installed beside this one?"));
  });
}

RunFilmActions::~RunFilmActions() {
  pool_.waitForDone();
  process_.disconnect();
  interrupt();
  if (process_.state() == QProcess::NotRunning || process_.waitForFinished(kCancelMs)) return;
  process_.kill();
  process_.waitForFinished(kCancelMs);
}

/// As Ctrl+C in a shell does: the program ends its encoder and takes away what it has begun.
void RunFilmActions::interrupt() {
  if (const qint64 id = process_.processId(); id != 0) ::kill(static_cast<pid_t>(id), SIGINT);
}

QString RunFilmActions::findProgram() {
  const QDir here(QCoreApplication::applicationDirPath());
  const QString beside =
      QStandardPaths::findExecutable(QStringLiteral("tendril"), {here.path(), here.filePath(QStringLiteral("../cli"))});
  return beside.isEmpty() ? QStandardPaths::findExecutable(QStringLiteral("tendril")) : beside;
}

void RunFilmActions::open() {
  const auto run = context_.player().shownRun();
  if (!run) return;
  if (!dialog_) {
    dialog_ = new FilmDialog(&context_.window());
    connect(dialog_, &FilmDialog::makeRequested, this, &RunFilmActions::make);
    connect(dialog_, &FilmDialog::cancelRequested, this, &RunFilmActions::cancel);
    connect(dialog_, &FilmDialog::copyRequested, this, &RunFilmActions::copy);
    connect(dialog_, &FilmDialog::edited, this, &RunFilmActions::keep);
    connect(dialog_, &FilmDialog::viewRequested, this, [this] {
      dialog_->addView(QJsonDocument::fromJson(cameraText(context_.view().viewport().camera()).toUtf8()).object());
    });
  }
  if (folder_) return dialog_->raise();
  const QString films = QStandardPaths::writableLocation(QStandardPaths::MoviesLocation);
  dialog_->setFile(QDir(films.isEmpty() ? QDir::homePath() : films)
                       .filePath(stampedFileName(context_.document().name(), tr("film")) + QStringLiteral(".mp4")));
  dialog_->setRun(run->start, run->end());
  const QJsonObject kept =
      QJsonDocument::fromJson(QByteArray::fromStdString(context_.document().document().studio("films"))).object();
  dialog_->setScript(QJsonDocument(kept[kFilm].toObject()).toJson());
  dialog_->show();
  dialog_->activateWindow();
}

/// The shots belong to the project; films of other names stay.
void RunFilmActions::keep() {
  QJsonObject films =
      QJsonDocument::fromJson(QByteArray::fromStdString(context_.document().document().studio("films"))).object();
  films[kFilm] = QJsonDocument::fromJson(dialog_->script()).object();
  context_.document().setStudio(QStringLiteral("films"),
                                QString::fromUtf8(QJsonDocument(films).toJson(QJsonDocument::Compact)));
}

void RunFilmActions::copy() {
  keep();
  context_.setFilmFile(dialog_->file());
  context_.actions().trigger("copyFilm");
}

void RunFilmActions::make() {
  const std::shared_ptr<const Run> run = context_.player().shownRun();
  if (folder_ || !run || run->history->size() == 0) return;
  keep();
  context_.setFilmFile(dialog_->file());
  file_ = dialog_->file();
  cancelled_ = false;
  said_.clear();
  folder_ = std::make_unique<QTemporaryDir>();
  QFile shots(folder_->filePath(QStringLiteral("shots.json")));
  if (!folder_->isValid() || !shots.open(QIODevice::WriteOnly) || shots.write(dialog_->script()) < 0)
    return fail(tr("There is no room for the run in %1.").arg(QDir::tempPath()));
  shots.close();
  dialog_->setProgress(0);
  DocumentHost& document = context_.document();
  const RunPart& part = run->parts.back();
  // The camera is that of the project as it stands now.
  const bool current = document.document().variant().empty() && part.model == context_.player().liveRun()->model();
  RunOrigin origin =
      runOrigin(part, current ? document.document().text() : document.builder().projects()->text(part.model));
  origin.projectDirectory = document.document().directory();
  pool_.start([this, run, origin, path = folder_->filePath(QStringLiteral("run.h5")).toStdString()] {
    QString problem;
    try {
      writeRun(path, *run, origin);
    } catch (const std::exception& error) {
      problem = QString::fromUtf8(error.what());
    }
    // The destructor waits for this thread, so `this` is alive; the call itself runs on the window's thread.
    QMetaObject::invokeMethod(
        this, [this, problem] { problem.isEmpty() ? draw() : fail(problem); }, Qt::QueuedConnection);
  });
}

void RunFilmActions::draw() {
  if (cancelled_) return finish();
  process_.start(
      program_.isEmpty() ? QStringLiteral("tendril") : program_,
      {QStringLiteral("film"), folder_->filePath(QStringLiteral("run.h5")), QStringLiteral("--shots"),
       folder_->filePath(QStringLiteral("shots.json")), QStringLiteral("--progress"), QStringLiteral("--out"), file_});
}

/// "progress 0.25" moves the bar, all else is what went wrong.
void RunFilmActions::read() {
  for (const QByteArray& line : process_.readAllStandardError().split('\n')) {
    if (line.startsWith("progress "))
      dialog_->setProgress(line.mid(9).toDouble());
    else if (!line.trimmed().isEmpty())
      said_ = QString::fromUtf8(line).trimmed();
  }
}

void RunFilmActions::cancel() {
  cancelled_ = true;
  interrupt();
  QTimer::singleShot(kCancelMs, &process_, [this, id = process_.processId()] {
    if (id != 0 && process_.processId() == id) process_.kill();  // it hangs
  });
}

void RunFilmActions::finish() {
  read();
  const bool whole = process_.exitStatus() == QProcess::NormalExit && process_.exitCode() == 0;
  if (!cancelled_ && !whole) return fail(said_.isEmpty() ? tr("The program “tendril” ended early.") : said_);
  folder_.reset();
  dialog_->setProgress(-1);
  if (cancelled_) return;
  dialog_->hide();
  const QFileInfo film(file_);
  auto* open = new QAction(tr("Show the folder"), this);
  connect(open, &QAction::triggered, this,
          [folder = film.absolutePath()] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
  context_.notices().show({.severity = Notice::Severity::kInfo,
                           .title = tr("The film “%1” is saved").arg(film.fileName()),
                           .advice = tr("In %1").arg(QDir::toNativeSeparators(film.absolutePath())),
                           .details = {},
                           .actions = {open}});
}

void RunFilmActions::fail(const QString& why) {
  folder_.reset();
  dialog_->setProgress(-1);
  context_.notices().show({.severity = Notice::Severity::kError,
                           .title = tr("The film “%1” was not made").arg(QFileInfo(file_).fileName()),
                           .advice = QString(why).remove(QStringLiteral("tendril: ")),
                           .details = {}});
}

}  // namespace tendril
