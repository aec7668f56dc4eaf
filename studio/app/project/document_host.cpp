// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/document_host.hpp"

#include <QAction>
#include <QDateTime>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QSettings>
#include <QUrl>

#include <algorithm>
#include <csignal>
#include <utility>

#include "core/project/project.hpp"
#include "studio/app/project/messages.hpp"
#include "studio/document/copies/solid_floor.hpp"
#include "studio/document/length_unit.hpp"
#include "studio/document/variants/variant_files.hpp"

namespace tendril {
namespace {

constexpr int kLookMs = 300;  // after the disk stirred: programs write in several steps
constexpr qsizetype kRecent = 10;
constexpr auto kRecentKey = "recentFiles";

std::filesystem::path folderOf(const QString& path) {
  return QFileInfo(path).absolutePath().toStdString();
}

/// A button of a notice.
QAction* choice(const QString& text, QObject* owner, std::function<void()> run) {
  auto* action = new QAction(text, owner);
  QObject::connect(action, &QAction::triggered, owner, std::move(run));
  return action;
}

}  // namespace

DocumentHost::DocumentHost(Player& player, QObject* parent)
    : QObject(parent),
      player_(player),
      builder_(player),
      recovery_(std::make_shared<const Recovery>(Recovery::defaultFolder())) {
  std::signal(SIGXFSZ, SIG_IGN);  // a full quota is an error of write(), not the end of the program
  writer_.setMaxThreadCount(1);
  look_.setSingleShot(true);
  look_.setInterval(kLookMs);
  autosave_.setInterval(kAutosaveMs);
  merge_.setSingleShot(true);
  merge_.setInterval(kMergeMs);
  connect(&merge_, &QTimer::timeout, this, [this] {
    // Somebody who holds a slider or a label still goes on with the same drag.
    if (QGuiApplication::mouseButtons() != Qt::NoButton) return merge_.start();
    commit();
  });
  connect(&look_, &QTimer::timeout, this, &DocumentHost::lookAtFile);
  connect(&autosave_, &QTimer::timeout, this, &DocumentHost::autosave);
  connect(&watcher_, &QFileSystemWatcher::fileChanged, &look_, qOverload<>(&QTimer::start));
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, &look_, qOverload<>(&QTimer::start));
  connect(&builder_, &LiveBuilder::finished, this, &DocumentHost::built);
  autosave_.start();
}

DocumentHost::~DocumentHost() {
  writer_.waitForDone();
  recovery_->clear();  // who closes the window has saved or decided not to
}

// ---- edits

void DocumentHost::afterEdit() {
  builder_.rebuild(document_);
  Q_EMIT changed();
  Q_EMIT stateChanged();
  Q_EMIT problemsChanged(document_.problems());
}

/// After an edit that was accepted.
void DocumentHost::finish(std::uint64_t before, const QString& mergeKey) {
  if (!mergeKey.isEmpty()) merge_.start();
  if (document_.revision() != before) afterEdit();
}

void DocumentHost::commit() {
  merge_.stop();
  document_.commit();
}

bool DocumentHost::edit(const Edit& edit, std::vector<Problem>& problems, const QString& mergeKey) {
  if (!open_) return false;
  const std::uint64_t before = document_.revision();
  if (!document_.edit(edit, problems, mergeKey.toStdString())) return false;
  finish(before, mergeKey);
  return true;
}

bool DocumentHost::setFields(const std::vector<std::pair<std::string, std::string>>& values,
                             std::vector<Problem>& problems, const QString& mergeKey, const QString& name) {
  if (!open_) return false;
  const std::uint64_t before = document_.revision();
  if (!document_.setFields(values, problems, mergeKey.toStdString(), name.toStdString())) return false;
  finish(before, mergeKey);
  return true;
}

bool DocumentHost::setField(const QString& path, const QString& json, std::vector<Problem>& problems,
                            const QString& mergeKey) {
  return setFields({{path.toStdString(), json.toStdString()}}, problems, mergeKey);
}

bool DocumentHost::resetField(const QString& path, std::vector<Problem>& problems) {
  if (!open_) return false;
  const std::uint64_t before = document_.revision();
  if (!document_.resetField(path.toStdString(), problems)) return false;
  if (document_.revision() != before) afterEdit();
  return true;
}

bool DocumentHost::tell(const Edit& wanted) {
  std::vector<Problem> problems;
  if (edit(wanted, problems)) return true;
  tellProblems(tr("%1: not possible").arg(QString::fromStdString(wanted.name)), problems);
  return false;
}

bool DocumentHost::setStudio(const QString& key, const QString& json) {
  if (!open_) return false;
  std::vector<Problem> problems;
  const std::uint64_t before = document_.revision();
  if (!document_.setStudio(key.toStdString(), json.toStdString(), problems)) return false;
  if (document_.revision() != before) Q_EMIT stateChanged();  // the robot is the same
  return true;
}

void DocumentHost::undo() {
  if (document_.undo()) afterEdit();
}

void DocumentHost::redo() {
  if (document_.redo()) afterEdit();
}

void DocumentHost::goToStep(std::size_t count) {
  bool moved = false;
  while (document_.undoCount() > count && document_.undo()) moved = true;
  while (document_.undoCount() < count && document_.redo()) moved = true;
  if (moved) afterEdit();
}

bool DocumentHost::showVariant(const QString& name) {
  if (!open_) return false;
  if (name.toStdString() == document_.variant()) return true;
  merge_.stop();
  std::vector<Problem> problems;
  if (!document_.showVariant(name.toStdString(), problems)) {
    tellProblems(tr("The variant “%1” cannot be shown").arg(name), problems);
    return false;
  }
  afterEdit();
  return true;
}

/// Building finds more than the checks of an edit, which it does not repeat: what a rule of quadrature costs, what
/// starts beyond its limits.
void DocumentHost::built(const std::vector<Problem>& problems) {
  std::vector<Problem> all = document_.problems();
  for (const Problem& problem : problems) {
    const auto isSame = [&](const Problem& other) {
      return other.path == problem.path && other.message == problem.message;
    };
    if (std::none_of(all.begin(), all.end(), isSame)) all.push_back(problem);
  }
  Q_EMIT problemsChanged(all);
}

void DocumentHost::tellProblems(const QString& title, const std::vector<Problem>& problems, const QString& advice) {
  Notice notice{.severity = Notice::Severity::kError, .title = title, .advice = advice, .details = {}};
  for (const Problem& problem : problems) {
    const QString sentence = sentenceOf(problem);
    if (notice.advice.isEmpty())
      notice.advice = sentence;
    else
      notice.details << sentence;
  }
  Q_EMIT noticeWanted(notice);
}

// ---- the file

QString DocumentHost::name() const {
  if (!description().name.empty()) return QString::fromStdString(description().name);
  if (path_.isEmpty()) return tr("Untitled");
  QString name = QFileInfo(path_).fileName();
  if (name.endsWith(".tendril.json")) name.chop(13);
  return name;
}

QString DocumentHost::lengthUnit() const {
  const std::string unit = keptLengthUnit(document_.base());
  return QString::fromStdString(unit.empty() ? usualLengths_ : unit);
}

/// No edit adds the unit: undoing everything gives what was opened, and a look changes nothing.
Description DocumentHost::kept() const {
  return withLengthUnit(document_.base(), usualLengths_);
}

std::string DocumentHost::text() const {
  return projectText(kept(), document_.like());
}

void DocumentHost::begin(std::shared_ptr<const Model> model) {
  open_ = true;
  usualLengths_ = usualLengthUnit(document_.base());
  builder_.begin(std::move(model), document_.description());
  forgetRecovery();
  autosaved_ = document_.revision();
  watch();
  Q_EMIT opened();
  Q_EMIT changed();
  Q_EMIT stateChanged();
  Q_EMIT problemsChanged(document_.problems());
}

void DocumentHost::take(const LoadedProject& project) {
  document_ = Document(project.description, project.text, project.directory);
  path_ = project.path;
  recordedIn_ = project.recordedIn;
  file_ = path_.isEmpty() ? ProjectFile() : ProjectFile(path_.toStdString(), project.text);
  if (!project.importedFrom.isEmpty()) document_.markUnsaved();
  if (project.recovered) {
    document_.markUnsaved();
    file_.acceptDisk();
  }
  begin(project.program ? project.program->model : nullptr);
  built(project.built);
  if (project.recovered) {  // before the old one goes, this program keeps its own
    autosaved_ = 0;
    autosave();
    writer_.start([old = *project.recovered] { Recovery::discard(old); });
  }
  rememberRecent();
}

void DocumentHost::newProject(std::optional<LinkTemplate> first) {
  document_ = Document();
  path_.clear();
  recordedIn_.clear();
  file_ = ProjectFile();
  if (first) {
    std::vector<Problem> problems;
    Description start = document_.description();
    if (edits::onFirstFloor(edits::addLink(*first, 0), 0).apply(start, problems))
      document_ = Document(std::move(start), {}, {});
  }
  begin(nullptr);
  builder_.rebuild(document_, StateTransfer::kInitial);
}

bool DocumentHost::write(ProjectFile file) {
  const QString path = QString::fromStdString(file.path().string());
  if (const std::optional<Problem> problem = file.write(text())) {
    tellProblems(tr("“%1” was not saved").arg(QFileInfo(path).fileName()), {*problem});
    return false;
  }
  file_ = std::move(file);
  path_ = path;
  document_.markSaved();
  document_.setDirectory(folderOf(path));
  forgetRecovery();
  watch();
  rememberRecent();
  Q_EMIT stateChanged();
  return true;
}

bool DocumentHost::save() {
  if (!open_ || path_.isEmpty()) return false;
  return write(file_);
}

/// Files that the project names relative to its folder are named relative to another one: a step of its own.
bool DocumentHost::takeFilesAlong(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (from.empty() || from == to) return true;
  document_.setDirectory(to);
  std::vector<Problem> problems;
  const Edit follow{tr("Name files from the new folder").toStdString(), [&](Description& description, auto&) {
                      moveAllFilePaths(description, from, to);
                      return true;
                    }};
  const std::uint64_t before = document_.revision();
  if (document_.editBase(follow, problems)) {
    finish(before, {});
    return true;
  }
  document_.setDirectory(from);
  tellProblems(tr("The project was not saved there"), problems);
  return false;
}

bool DocumentHost::saveAs(const QString& path) {
  if (!open_) return false;
  const QString absolute = QFileInfo(path).absoluteFilePath();
  const std::filesystem::path before = document_.directory(), folder = folderOf(path);
  if (!takeFilesAlong(before, folder)) return false;
  if (write(ProjectFile(absolute.toStdString(), {}))) return true;
  takeFilesAlong(folder, before);
  return false;
}

void DocumentHost::abandon() {
  document_.markSaved();
  forgetRecovery();
}

QStringList DocumentHost::recentFiles() {
  QStringList files = QSettings().value(kRecentKey).toStringList();
  files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
  return files;
}

void DocumentHost::rememberRecent() {
  if (path_.isEmpty()) return;
  QStringList files = recentFiles();
  files.removeAll(path_);
  files.prepend(path_);
  QSettings().setValue(kRecentKey, QStringList(files.mid(0, kRecent)));
}

// ---- somebody else writes the file

void DocumentHost::watch() {
  if (!watcher_.files().isEmpty()) watcher_.removePaths(watcher_.files());
  if (!watcher_.directories().isEmpty()) watcher_.removePaths(watcher_.directories());
  if (path_.isEmpty()) return;
  watcher_.addPath(path_);
  watcher_.addPath(QFileInfo(path_).absolutePath());  // most programs put a new file in the place of the old one
}

void DocumentHost::lookAtFile() {
  if (!open_ || path_.isEmpty()) return;
  if (!watcher_.files().contains(path_)) watcher_.addPath(path_);
  const ProjectFile::OnDisk seen = file_.look();
  if (seen == ProjectFile::OnDisk::kSame) return;
  file_.acceptDisk();  // said once
  document_.markUnsaved();
  Q_EMIT stateChanged();
  const QString name = QFileInfo(path_).fileName(), folder = QFileInfo(path_).absolutePath();
  Notice notice{.severity = Notice::Severity::kWarning, .title = {}, .advice = {}, .details = {}};
  if (seen == ProjectFile::OnDisk::kGone) {
    notice.title = tr("“%1” is no longer on the disk").arg(name);
    notice.advice = tr("What is open is all there is. Save it to put it back.");
    notice.actions = {choice(tr("Save"), this, [this] { save(); })};
  } else {
    notice.title = tr("“%1” was changed by another program").arg(name);
    notice.advice = tr("Reload it, or keep what is open here and overwrite it when you save.");
    notice.actions = {choice(tr("Reload"), this, [this] { Q_EMIT reloadRequested(path_); }),
                      choice(tr("Keep mine"), this, [] {}),
                      choice(tr("Show"), this, [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); })};
  }
  Q_EMIT noticeWanted(notice);
}

// ---- recovery

void DocumentHost::autosave() {
  if (!isDirty() || autosaved_ == document_.revision()) return;
  autosaved_ = document_.revision();
  writer_.start([this, recovery = recovery_, description = kept(), like = document_.like(), name = name().toStdString(),
                 original = path_.toStdString(), folder = document_.directory()] {
    const std::optional<Problem> problem = recovery->write(projectText(description, like), name, original, folder);
    // The destructor waits for this thread, so `this` is alive; the call itself runs on the window's thread.
    QMetaObject::invokeMethod(
        this,
        [this, problem] {
          if (problem && !autosaveFailed_) tellProblems(tr("The project cannot be kept for recovery"), {*problem});
          autosaveFailed_ = problem.has_value();
          if (problem) autosaved_ = 0;  // again next time
        },
        Qt::QueuedConnection);
  });
}

void DocumentHost::forgetRecovery() {
  writer_.start([recovery = recovery_] { recovery->clear(); });  // after what is being written
}

int DocumentHost::offerRecovery() {
  const std::vector<Recovered> orphans = Recovery::orphans(Recovery::defaultFolder());
  for (const Recovered& recovered : orphans) {
    const QString when = QLocale().toString(QDateTime::fromSecsSinceEpoch(recovered.savedAt), QLocale::ShortFormat);
    Notice notice{.severity = Notice::Severity::kWarning, .title = {}, .advice = {}, .details = {}};
    notice.title = tr("“%1” was not saved when Tendril ended").arg(QString::fromStdString(recovered.name));
    notice.advice = tr("What it was on %1 can be restored.").arg(when);
    notice.actions = {choice(tr("Restore"), this, [this, recovered] { Q_EMIT restoreRequested(recovered); }),
                      choice(tr("Discard"), this, [recovered] { Recovery::discard(recovered); })};
    Q_EMIT noticeWanted(notice);
  }
  return static_cast<int>(orphans.size());
}

}  // namespace tendril
