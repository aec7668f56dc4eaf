// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/recording/recorded_runs.hpp"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/messages.hpp"
#include "widgets/format.hpp"

namespace tendril {
namespace {

constexpr double kAtEnd = 1e-6;  // s

}  // namespace

/// A recording as it came out of reading.
struct RecordedRuns::Read {
  QString file;
  std::uint64_t project = 0;
  LoadedProject loaded;
};

RecordedRuns::RecordedRuns(StudioContext& context) : QObject(&context.window()), context_(context) {
  pool_.setMaxThreadCount(1);
  add_ = context.actions().add(tr("Add a recording to the plots…"), "compare", QList<QKeySequence>(),
                               [this] { choose(); });
  add_->setObjectName("addRecording");
  add_->setProperty(kAlsoFound, tr("compare open load hdf5 h5 run overlay import"));
  add_->setToolTip(
      tr("Lays a recorded run over the plots; also one of another version of the robot: signals of the "
         "same names are compared"));
  replay_ = context.actions().add(tr("Play what was recorded"), "play", {QKeySequence(Qt::SHIFT | Qt::Key_Space)},
                                  [this] { replay(); });
  replay_->setObjectName("replayRun");
  replay_->setProperty(kAlsoFound, tr("replay playback run again recording"));
  replay_->setToolTip(
      tr("Plays the run in the view from the instant that is shown, or from its start at its end; "
         "nothing is simulated"));
  QMenu& menu = context.header().projectMenu();
  const QList<QAction*> entries = menu.actions();
  const auto import = std::ranges::find_if(entries, [](const QAction* e) { return e->objectName() == "importRobot"; });
  menu.insertAction(import == entries.end() ? nullptr : *std::next(import), add_);
  connect(&context.document(), &DocumentHost::opened, this, [this] {
    ++project_;
    added_.clear();
    files_.clear();
  });
  connect(&context.document(), &DocumentHost::stateChanged, this,
          [this] { add_->setEnabled(context_.document().isOpen()); });
  connect(&context.player(), &Player::runsChanged, this, &RecordedRuns::compareWhatIsThere);
  connect(&context, &StudioContext::recordingRequested, this, &RecordedRuns::add);
  add_->setEnabled(false);
}

RecordedRuns::~RecordedRuns() {
  pool_.clear();
  pool_.waitForDone();
}

void RecordedRuns::show(const Run& recording, bool play) {
  Player& player = context_.player();
  const double start = recording.start, end = recording.end();
  const std::uint64_t id = player.addRun(recording);
  files_[id] = context_.document().recordedIn();
  if (play)
    player.replay(id, start, end, false);
  else
    player.seek(id, start);
  context_.notices().show(
      {.severity = Notice::Severity::kInfo,
       .title =
           tr("“%1” is open: %2 of “%3”")
               .arg(QString::fromStdString(recording.name), formatTime(end - start).text(), context_.document().name()),
       .advice = tr("Drag the timeline to look at any instant, or play it with Shift+Space. Space goes on from the "
                    "instant that is shown, as a new run."),
       .details = {}});
}

void RecordedRuns::choose() {
  auto* dialog = new QFileDialog(&context_.window(), tr("Add a recording to the plots"), QDir::homePath(),
                                 tr("Recordings (*.h5 *.hdf5)"));
  dialog->setObjectName("addRecordingDialog");
  dialog->setProperty("helpGuide", "recordings.md#in-the-window");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &RecordedRuns::add);
  dialog->open();
}

void RecordedRuns::add(const QString& file) {
  if (!context_.document().isOpen()) return context_.openProject(file);
  context_.status().setBusy(tr("Reading the recording…"));
  pool_.start([this, file, project = project_] {
    auto read = std::make_shared<Read>();
    read->file = file, read->project = project;
    read->loaded = ProjectLoader::load(file);
    // The destructor waits for this thread, so `this` is alive; the call itself runs on the window's thread.
    QMetaObject::invokeMethod(
        this, [this, read] { take(read); }, Qt::QueuedConnection);
  });
}

void RecordedRuns::take(const std::shared_ptr<Read>& read) {
  context_.status().setBusy({});
  if (read->project != project_) return;
  if (!read->loaded.recording) {
    Notice notice = refusedFileNotice(read->file, read->loaded.problems, true);
    if (read->loaded.problems.empty()) notice.advice = tr("It is no recording of a run. Choose one that ends in .h5.");
    return context_.notices().show(notice);
  }
  read->loaded.recording->foreign = true;
  added_.push_back(context_.player().addRun(*read->loaded.recording));
  files_[added_.back()] = QFileInfo(read->file).absoluteFilePath();
  context_.notices().show(
      {.severity = Notice::Severity::kInfo,
       .title = tr("“%1” lies over the plots").arg(QFileInfo(read->file).fileName()),
       .advice = tr("The list of runs, at the right end of the status bar, shows it in the view and takes it away."),
       .details = {}});
}

QString RecordedRuns::fileOf(std::uint64_t run) const {
  const auto found = files_.find(run);
  return found != files_.end() && QFileInfo::exists(found->second) ? found->second : QString();
}

/// A run reaches the window with a snapshot after it was added.
void RecordedRuns::compareWhatIsThere() {
  std::erase_if(added_, [this](std::uint64_t run) {
    if (!findRun(*context_.player().runs(), run)) return false;
    context_.compareRun(run);
    return true;
  });
}

void RecordedRuns::replay() {
  Player& player = context_.player();
  const auto run = player.shownRun();
  if (!run || run->history->size() < 2) return;
  const double t = player.snapshot().t, end = run->end();
  player.replay(run->id, t < end - kAtEnd ? t : run->history->time(0), end, false);
}

}  // namespace tendril
