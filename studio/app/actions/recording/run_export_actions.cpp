// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/recording/run_export_actions.hpp"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPointer>
#include <QProgressDialog>
#include <QTimer>

#include <algorithm>
#include <array>
#include <vector>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/messages.hpp"
#include "studio/export/shapes/shape_export.hpp"
#include "studio/recording/tables/run_export.hpp"

namespace tendril {
namespace {

constexpr int kQuickMs = 400;  // what takes less shows no progress
constexpr int kParts = 1000;

struct Format {
  const char* ending;
  const char* name;
};
constexpr std::array kFormats = {Format{"csv", QT_TR_NOOP("Table (*.csv)")},
                                 Format{"h5", QT_TR_NOOP("Recording, HDF5 (*.h5)")},
                                 Format{"npz", QT_TR_NOOP("NumPy (*.npz)")},
                                 Format{"mat", QT_TR_NOOP("MATLAB, Octave (*.mat)")},
                                 Format{"pvd", QT_TR_NOOP("ParaView, soft bodies (*.pvd)")},
                                 Format{"glb", QT_TR_NOOP("Moving robot, glTF (*.glb)")}};

QStringList filters() {
  QStringList out;
  for (const Format& format : kFormats) out << RunExportActions::tr(format.name);
  return out;
}

bool hasShapes(const std::filesystem::path& file) {
  const ExportFormatInfo* const format = exportFormatOf(file);
  return file.extension() == ".pvd" || (format && format->format == ExportFormat::kGlb);
}

/// The shapes of the robot at every record. No files: it was cancelled.
ExportedModel writeShapes(const std::filesystem::path& file, const Run& run, const ExportProgress& goesOn) {
  std::vector<ShapeInstant> instants;
  for (std::size_t i = 0, size = run.history->size(); i < size; ++i) {
    const History::Record record = run.history->record(i);
    instants.push_back({record.t, record.q, record.v, record.u});
  }
  return exportShapeSeries(run.model(), instants, file, true, goesOn);
}

}  // namespace

/// One export under way.
struct RunExportActions::Job {
  QString file;
  std::shared_ptr<const Run> run;
  RunOrigin origin;
  std::atomic<bool> cancelled = false;
  std::atomic<double> progress = 0;
  QPointer<QProgressDialog> dialog;
};

RunExportActions::RunExportActions(StudioContext& context) : QObject(&context.window()), context_(context) {
  pool_.setMaxThreadCount(1);
  export_ = context.actions().add(tr("Export the run…"), {}, QList<QKeySequence>(), [this] { choose(); });
  export_->setObjectName("exportRun");
  export_->setProperty(
      kAlsoFound,
      tr("export save data csv hdf5 h5 numpy npz matlab mat octave paraview pvd gltf glb blender animation table"));
  export_->setToolTip(
      tr("The run in the view: all signals for NumPy, MATLAB, a table, or as a recording; shapes for ParaView, and as "
         "glTF for Blender, slides and pages"));
  QMenu& menu = context.header().projectMenu();
  const QList<QAction*> entries = menu.actions();
  const auto model = std::ranges::find_if(entries, [](const QAction* e) { return e->objectName() == "exportModel"; });
  menu.insertAction(model == entries.end() ? nullptr : *std::next(model), export_);
  const auto follow = [this] { export_->setEnabled(context_.document().isOpen()); };
  connect(&context.document(), &DocumentHost::stateChanged, this, follow);
  follow();
}

RunExportActions::~RunExportActions() {
  if (job_) job_->cancelled = true;
  pool_.waitForDone();
}

void RunExportActions::choose() {
  const QString project = context_.document().path();
  const QString folder = project.isEmpty() ? QDir::homePath() : QFileInfo(project).absolutePath();
  auto* dialog = new QFileDialog(&context_.window(), tr("Export the run"), folder);
  dialog->setObjectName("exportRunDialog");
  dialog->setProperty("helpGuide", "recordings.md#in-other-files");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setNameFilters(filters());
  dialog->setDefaultSuffix(kFormats.front().ending);
  connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
    const auto index = static_cast<std::size_t>(std::max<qsizetype>(filters().indexOf(filter), 0));
    dialog->setDefaultSuffix(kFormats[index].ending);
  });
  connect(dialog, &QFileDialog::fileSelected, this, &RunExportActions::write);
  dialog->open();
}

void RunExportActions::write(const QString& file) {
  if (job_) return;
  const std::shared_ptr<const Run> run = context_.player().shownRun();
  if (!run || run->history->size() == 0) return;
  job_ = std::make_shared<Job>();
  job_->file = file, job_->run = run;
  DocumentHost& document = context_.document();
  const RunPart& part = run->parts.back();
  job_->origin = runOrigin(part, document.builder().projects()->text(part.model));
  job_->origin.projectFile = document.path().toStdString();
  job_->origin.projectDirectory = document.document().directory();
  job_->origin.options = "tendril-studio: " + run->name;
  auto* dialog = new QProgressDialog(tr("Writing %1").arg(QFileInfo(file).fileName()), tr("Cancel"), 0, kParts,
                                     &context_.window());
  dialog->setObjectName("exportRunProgress");
  dialog->setProperty("helpGuide", "recordings.md#in-other-files");
  dialog->setWindowTitle(tr("Export the run"));
  dialog->setMinimumDuration(kQuickMs);
  dialog->setAutoClose(false);
  dialog->setAutoReset(false);
  job_->dialog = dialog;
  connect(dialog, &QProgressDialog::canceled, this, [job = job_] { job->cancelled = true; });
  auto* looks = new QTimer(dialog);
  connect(looks, &QTimer::timeout, dialog, [dialog, job = job_] { dialog->setValue(int(kParts * job->progress)); });
  looks->start(kQuickMs / 4);
  pool_.start([this, job = job_] {
    ExportedModel done;
    try {
      const std::filesystem::path path = job->file.toStdString();
      if (hasShapes(path))
        done = writeShapes(path, *job->run, [job](double share) {
          job->progress = share;
          return !job->cancelled;
        });
      else if (writeRun(path, *job->run, job->origin,
                        {.progress = [job](double share) { job->progress = share; }, .cancelled = &job->cancelled}))
        done.files = {path};
    } catch (const std::exception& error) {
      done.problems = {{.path = {}, .message = error.what(), .cure = "choose another place, or make room"}};
    }
    // The destructor waits for this thread, so `this` is alive; the call itself runs on the window's thread.
    QMetaObject::invokeMethod(
        this, [this, job, done] { tell(job, done); }, Qt::QueuedConnection);
  });
}

void RunExportActions::tell(const std::shared_ptr<Job>& job, const ExportedModel& done) {
  if (job->dialog) job->dialog->deleteLater();
  job_.reset();
  const QString name = QFileInfo(job->file).fileName();
  if (!done.ok()) return context_.notices().show(notExportedNotice(name, done.problems));
  if (done.files.empty()) return;
  context_.setExportedRun(job->file);
  context_.notices().show(exportedNotice(name, done.problems));
}

}  // namespace tendril
