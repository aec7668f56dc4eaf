// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/recording/run_recording.hpp"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QLocale>
#include <QSettings>
#include <QSignalBlocker>
#include <QStandardPaths>
#include <QStyle>
#include <QToolButton>
#include <QUrl>

#include <utility>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/file_names.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kLookMs = 200;
constexpr auto kFolderKey = "recordingFolder";

QString pathOf(const std::filesystem::path& file) {
  return QString::fromStdString(file.string());
}

QString sizeText(std::uintmax_t bytes) {
  return QLocale::c().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeSIFormat);
}

QString secondsText(double seconds) {
  return QStringLiteral("%1 s").arg(seconds, 0, 'f', 1);
}

}  // namespace

RunRecording::RunRecording(StudioContext& context)
    : QObject(&context.window()), context_(context), chip_(context.status().addChip("recording_chip")) {
  addActions();
  chip_->setFont(AppTheme::numberFont());
  chip_->setProperty("role", "recording");
  connect(chip_, &QToolButton::clicked, this, &RunRecording::end);
  looks_.setInterval(kLookMs);
  connect(&looks_, &QTimer::timeout, this, &RunRecording::look);
  connect(&context.document(), &DocumentHost::opened, this, &RunRecording::end);
  connect(&context.document(), &DocumentHost::stateChanged, this, &RunRecording::show);
  show();
}

void RunRecording::addActions() {
  record_ =
      context_.actions().add(tr("Record the run"), "record-run", {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_R)}, [] {});
  record_->setObjectName("recordRun");
  record_->setProperty(kAlsoFound, tr("data log save signals hdf5 h5 capture simulation start stop"));
  record_->setCheckable(true);
  connect(record_, &QAction::toggled, this, [this](bool on) { on ? begin(proposedFile()) : end(); });
  button_ = context_.header().addTool(record_);
  button_->setObjectName("record_run_button");
  button_->setProperty("helpTitle", tr("Record the run"));
  button_->setProperty("helpGuide", "recordings.md#in-the-window");
  button_->setProperty(
      "helpText", tr("Writes all signals and states of the live run to a file of HDF5 while it goes on. Each run is "
                     "a file of its own: what follows a reset, an edit or a branch goes to “… 2.h5” beside the "
                     "first. Opened again (Ctrl+O), a recording is played, plotted and gone on from."));
  QAction* elsewhere =
      context_.actions().add(tr("Record the run to…"), "record-run", QList<QKeySequence>(), [this] { choose(); });
  elsewhere->setObjectName("recordRunTo");
  elsewhere->setProperty(kAlsoFound, tr("data log save signals hdf5 h5 folder file"));
}

QString RunRecording::folder() {
  QString chosen = QSettings().value(kFolderKey).toString();
  if (!chosen.isEmpty() && QFileInfo(chosen).isDir()) return chosen;
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

QString RunRecording::proposedFile() const {
  return QDir(folder()).filePath(stampedFileName(context_.document().name(), tr("run")) + QStringLiteral(".h5"));
}

void RunRecording::choose() {
  auto* dialog = new QFileDialog(&context_.window(), tr("Record the run to"), folder(), tr("HDF5 (*.h5 *.hdf5)"));
  dialog->setObjectName("recordDialog");
  dialog->setProperty("helpGuide", "recordings.md#in-the-window");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix("h5");
  dialog->selectFile(QFileInfo(proposedFile()).fileName());
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
    QSettings().setValue(kFolderKey, QFileInfo(file).absolutePath());
    begin(file);
  });
  dialog->open();
}

void RunRecording::begin(const QString& file) {
  if (!context_.document().isOpen()) return show();
  if (recorder_) {
    next_ = file;
    return end();
  }
  const DocumentHost& document = context_.document();
  file_ = file;
  recorder_ = std::make_shared<LiveRecorder>(LiveTarget{
      .file = file.toStdString(),
      .projectFile = document.path().toStdString(),
      .projectDirectory = document.document().directory(),
      .project = [projects = context_.document().builder().projects()](const std::shared_ptr<const Model>& model) {
        return projects->text(model);
      }});
  context_.player().recordTo(recorder_);
  looks_.start();
  show();
}

void RunRecording::end() {
  if (!isRecording()) return show();
  context_.player().recordTo(nullptr);
  closing_ = true;
  show();
}

void RunRecording::look() {
  const LiveProgress progress = recorder_->progress();
  chip_->setText(QStringLiteral("%1 · %2").arg(secondsText(progress.seconds), sizeText(progress.bytes)));
  if (!progress.failure.empty() && !closing_) end();
  if (!progress.ended) return;
  looks_.stop();
  recorder_.reset();
  closing_ = false;
  show();
  tell(progress);
  if (const QString next = std::exchange(next_, {}); !next.isEmpty()) begin(next);
}

/// Button and chip are the signs that it records.
void RunRecording::show() {
  const bool on = isRecording();
  {
    const QSignalBlocker blocker(record_);
    record_->setChecked(on);
  }
  record_->setEnabled(context_.document().isOpen());
  record_->setText(on ? tr("Stop recording the run") : tr("Record the run"));
  record_->setIcon(on ? themeIcon("record-stop", Token::kError) : themeIcon("record-run"));
  if (on && !chip_->isVisible()) chip_->setText(QStringLiteral("%1 · %2").arg(secondsText(0), sizeText(0)));
  chip_->setIcon(themeIcon("record-stop", Token::kError));
  chip_->setToolTip(tr("The run is recorded to %1.\nClick to stop.").arg(QDir::toNativeSeparators(file_)));
  chip_->setAccessibleName(tr("Recording; stop"));
  chip_->setVisible(on);
}

void RunRecording::tell(const LiveProgress& progress) {
  Notice notice{.severity = Notice::Severity::kInfo, .title = {}, .advice = {}, .details = {}};
  const auto button = [this, &notice](const QString& text, const std::function<void()>& run) {
    auto* action = new QAction(text, this);
    connect(action, &QAction::triggered, this, run);
    notice.actions << action;
  };
  if (!progress.failure.empty()) {
    notice.severity = Notice::Severity::kError;
    notice.title = progress.files.empty() ? tr("The run is not recorded") : tr("The recording has ended early");
    notice.advice = QString::fromStdString(progress.failure);
    if (!notice.advice.endsWith(u'.')) notice.advice += u'.';
    notice.advice += u' ' + tr("The simulation goes on.");
    button(tr("Record to another file…"), [this] { choose(); });
  } else if (progress.files.empty()) {
    notice.title = tr("Nothing was recorded");
    notice.advice = tr("No time has passed. Press play while it records.");
  } else {
    const QFileInfo first(pathOf(progress.files.front()));
    notice.title = progress.files.size() == 1
                       ? tr("“%1” is recorded").arg(first.fileName())
                       : tr("%1 runs are recorded, from “%2” on").arg(progress.files.size()).arg(first.fileName());
    notice.advice = tr("%1, %2, in %3")
                        .arg(secondsText(progress.seconds), sizeText(progress.bytes),
                             QDir::toNativeSeparators(first.absolutePath()));
    button(tr("Show the folder"),
           [folder = first.absolutePath()] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
    button(tr("Copy its path"), [path = first.absoluteFilePath()] { QApplication::clipboard()->setText(path); });
  }
  if (progress.files.size() > 1)
    for (const std::filesystem::path& file : progress.files) notice.details << pathOf(file);
  context_.notices().show(notice);
}

}  // namespace tendril
