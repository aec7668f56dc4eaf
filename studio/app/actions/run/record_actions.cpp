// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/run/record_actions.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QStyle>
#include <QToolButton>
#include <QUrl>

#include <algorithm>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/file_names.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kMostSeconds = 3600;
constexpr int kSlowMs = 12, kSlowRate = 12;
constexpr int kIdleShare = 2;  // of the window's time recording takes at most a third, however slow the graphics

}  // namespace

RecordActions::RecordActions(StudioContext& context) : QObject(&context.window()), context_(context) {
  record_ =
      context.actions().add(tr("Film the view"), "record", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)}, [] {});
  record_->setObjectName("record");
  record_->setProperty(kAlsoFound, tr("record export movie video screen capture mp4"));
  record_->setCheckable(true);
  button_ = context.header().addTool(record_);
  button_->setObjectName("record_button");
  frames_.setSingleShot(true);
  frames_.setTimerType(Qt::PreciseTimer);
  connect(record_, &QAction::toggled, this, &RecordActions::toggle);
  connect(&frames_, &QTimer::timeout, this, &RecordActions::grab);
  connect(&recorder_, &FilmRecorder::finished, this, &RecordActions::tell);
  show();
}

QString RecordActions::folder() {
  const QString films = QStandardPaths::writableLocation(QStandardPaths::MoviesLocation);
  return films.isEmpty() ? QDir::homePath() : films;
}

void RecordActions::toggle(bool on) {
  if (on)
    begin();
  else
    end();
  show();
}

void RecordActions::begin() {
  const Viewport& viewport = context_.view().viewport();
  const QString name = context_.document().isOpen() ? context_.document().name() : QStringLiteral("tendril");
  const QString base = QDir(folder()).filePath(stampedFileName(name, QStringLiteral("film")));
  QString problem;
  // A card that needs long for a picture makes films of fewer.
  QElapsedTimer cost;
  cost.start();
  context_.view().viewport().grabImage(viewport.size());
  rate_ = cost.elapsed() > kSlowMs ? kSlowRate : FilmRecorder::kFilmRate;
  recorder_.setRate(rate_);
  const QSize pixels = (QSizeF(viewport.size()) * viewport.devicePixelRatioF()).toSize();
  if (!recorder_.begin(base, pixels, &problem)) {
    record_->setChecked(false);
    return context_.notices().show({.severity = Notice::Severity::kError,
                                    .title = tr("The view cannot be recorded"),
                                    .advice = problem,
                                    .details = {}});
  }
  clock_.start();
  grab();
}

void RecordActions::end() {
  frames_.stop();
  if (!recorder_.isRecording()) return;
  recorder_.end(1e-3 * static_cast<double>(clock_.elapsed()));
  context_.notices().show(
      {.severity = Notice::Severity::kInfo, .title = tr("The film is being written"), .advice = {}, .details = {}});
}

void RecordActions::grab() {
  QElapsedTimer cost;
  cost.start();
  const double seconds = 1e-3 * static_cast<double>(clock_.elapsed());
  recorder_.add(context_.view().viewport().grabImage(recorder_.pixels()), seconds);
  if (!recorder_.isRecording() || seconds > kMostSeconds) return record_->setChecked(false);
  const int spent = static_cast<int>(cost.elapsed());
  frames_.start(std::max(1000 / recorder_.rate() - spent, kIdleShare * spent));
  show();
}

/// The button is the sign that it records: red, with the time that has passed.
void RecordActions::show() {
  const bool on = record_->isChecked();
  const qint64 seconds = on ? clock_.elapsed() / 1000 : 0;
  const QString time = QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
  record_->setText(on ? tr("Stop filming") : tr("Film the view"));
  record_->setIconText(on ? time : record_->text());
  const QString role = on ? QStringLiteral("recording") : QStringLiteral("icon");
  if (button_->property("role") == role) return;
  record_->setIcon(on ? themeIcon("record-stop", Token::kError) : themeIcon("record"));
  button_->setProperty("role", role);
  button_->setToolButtonStyle(on ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
  button_->setFont(on ? AppTheme::numberFont() : AppTheme::font());
  button_->style()->unpolish(button_);  // rules for roles are read once
  button_->style()->polish(button_);
}

void RecordActions::tell(const QString& path, int frames, const QString& problem) {
  const QFileInfo file(path);
  Notice notice{.severity = Notice::Severity::kInfo, .title = {}, .advice = {}, .details = {}};
  if (!problem.isEmpty()) {
    notice.severity = Notice::Severity::kError;
    notice.title = tr("The film “%1” is not whole").arg(file.fileName());
    notice.advice = problem;
  } else if (recorder_.writesPictures()) {
    notice.title = tr("%1 pictures of the view are saved").arg(frames);
    notice.advice = tr("They lie in %1, %2 for each second. To get a film at once, install ffmpeg.")
                        .arg(path)
                        .arg(recorder_.rate());
  } else {
    notice.title = tr("The film “%1” is saved").arg(file.fileName());
    notice.advice = tr("%1 s, in %2").arg(QString::number(frames / double(rate_), 'f', 1), file.path());
  }
  auto* open = new QAction(tr("Show the folder"), this);
  connect(open, &QAction::triggered, this,
          [folder = file.isDir() ? path : file.path()] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
  auto* copy = new QAction(tr("Copy its path"), this);
  connect(copy, &QAction::triggered, this, [path] { QApplication::clipboard()->setText(path); });
  notice.actions = {open, copy};
  context_.notices().show(notice);
}

}  // namespace tendril
