// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/project_loader.hpp"

#include <QFileInfo>

#include <exception>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "studio/app/project/file_names.hpp"
#include "studio/mesher/project_meshes.hpp"
#include "studio/recording/recorded_file.hpp"
#include "studio/recording/recorded_motion.hpp"

namespace tendril {
namespace {

/// Everything between a text and a program; problems collect in `project`.
void build(LoadedProject& project, ReadResult read) {
  project.problems = std::move(read.problems);
  project.description = std::move(read.description);
  project.text = std::move(read.text);
  project.directory = read.directory;
  if (hasErrors(project.problems)) return;
  if (!project.description.name.empty()) project.name = QString::fromStdString(project.description.name);
  std::vector<Problem> building;  // reading has checked, so this says most of it again
  const auto model =
      buildModel(project.description, building,
                 {.directory = project.directory, .meshes = projectMeshGenerator(project.directory), .live = true});
  if (!model) {
    project.problems = std::move(building);
    return;
  }
  project.built = std::move(building);
  project.scene = std::make_shared<RobotScene>(model);  // what it cannot draw the checks have told at the field
  project.program = std::make_unique<Program>(model);
}

/// A robot of another program, or a shape, becomes a project that has never been saved.
void makeOf(LoadedProject& project, const QFileInfo& file, ImportedRobot robot) {
  if (!robot.ok()) {
    project.problems = std::move(robot.problems);
    return;
  }
  build(project, readProjectText(projectText(robot.description), file.absolutePath().toStdString()));
  project.problems.insert(project.problems.begin(), robot.problems.begin(), robot.problems.end());
  if (!project.program) return;
  project.importedFrom = file.fileName();
  project.path.clear();
}

/// The project of a recording, with its run.
void takeOut(LoadedProject& project, const QFileInfo& file) {
  const std::filesystem::path path = file.absoluteFilePath().toStdString();
  const RecordedProject recorded = readRecordedProject(path);
  build(project, readProjectText(recorded.text, recorded.directory));
  if (!project.program) return;
  project.recording =
      readMotion(path, project.program->model, project.program->generation, ProjectLoader::kMostRecorded);
  project.recordedIn = file.absoluteFilePath();
  project.path.clear();
}

QString nameOf(const QFileInfo& file) {
  QString name = file.fileName();
  if (name.endsWith(".tendril.json")) name.chop(13);
  return name;
}

/// What a file is that holds no robot, and what can be done with it; empty: it may be a project.
std::optional<Problem> otherThanProject(const QFileInfo& file) {
  if (!file.isFile()) return std::nullopt;
  if (isTableName(file.fileName()))
    return Problem{.path = {},
                   .message = file.fileName().toStdString() + " is a table, not a project",
                   .cure = "drop it on a field of the inspector that takes tables"};
  if (isShape(file.fileName().toStdString()))
    return Problem{.path = {},
                   .message = file.fileName().toStdString() + " is the shape of a body, not a project",
                   .cure = "choose it in Import a robot…, or drop it on the window, and say what it becomes"};
  return std::nullopt;
}

/// Runs what may throw; what it throws becomes a problem.
template <class F>
void guarded(LoadedProject& project, F&& run) {
  try {
    run();
  } catch (const std::exception& error) {
    project.program = nullptr;
    project.problems.push_back(
        {.path = {}, .message = error.what(), .cure = "choose another project or mend the file"});
  }
}

}  // namespace

ProjectLoader::ProjectLoader(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
}

ProjectLoader::~ProjectLoader() {
  pool_.clear();
  pool_.waitForDone();
}

void ProjectLoader::open(const QString& path) {
  begin(path, [path] { return load(path); });
}

void ProjectLoader::openShape(const QString& path, MeshUse use) {
  begin(path, [path, use] { return load(path, use); });
}

void ProjectLoader::restore(const Recovered& recovered) {
  begin(QString::fromStdString(recovered.name), [recovered] { return load(recovered); });
}

void ProjectLoader::begin(const QString& path, std::function<LoadedProject()> load) {
  const int request = ++requested_;
  Q_EMIT started(path);
  pool_.clear();
  pool_.start([this, load = std::move(load), request] {
    auto project = std::make_shared<LoadedProject>(load());
    // The destructor waits for this thread, so `this` is alive; the call itself runs on the window's thread.
    QMetaObject::invokeMethod(
        this, [this, request, project] { deliver(request, project); }, Qt::QueuedConnection);
  });
}

void ProjectLoader::deliver(int request, const std::shared_ptr<LoadedProject>& project) {
  if (request != requested_) return;
  finished_ = request;
  Q_EMIT loaded(project);
}

LoadedProject ProjectLoader::load(const QString& path) {
  LoadedProject project;
  const QFileInfo file(path);
  project.path = file.absoluteFilePath();
  project.name = nameOf(file);
  // A pipe that nobody writes to would keep this thread for ever.
  if (file.exists() && !file.isFile() && !file.isDir())
    project.problems.push_back({.path = {},
                                .message = project.path.toStdString() + " is no ordinary file",
                                .cure = "name a *.tendril.json file"});
  else if (isRecordingName(project.path.toStdString()))
    guarded(project, [&] { takeOut(project, file); });
  else if (isImportable(project.path.toStdString()))
    guarded(project, [&] { makeOf(project, file, importRobot(project.path.toStdString())); });
  else if (std::optional<Problem> other = otherThanProject(file))
    project.problems.push_back(std::move(*other));
  else
    guarded(project, [&] { build(project, readProject(project.path.toStdString())); });
  return project;
}

LoadedProject ProjectLoader::load(const QString& path, MeshUse use) {
  LoadedProject project;
  const QFileInfo file(path);
  project.path = file.absoluteFilePath();
  project.name = nameOf(file);
  guarded(project, [&] { makeOf(project, file, importMesh(project.path.toStdString(), use)); });
  return project;
}

LoadedProject ProjectLoader::load(const Recovered& recovered) {
  LoadedProject project;
  project.path = QString::fromStdString(recovered.original.string());
  project.name = recovered.original.empty() ? tr("Untitled") : nameOf(QFileInfo(project.path));
  project.recovered = recovered;
  guarded(project, [&] { build(project, readProjectText(recovered.text, recovered.folder)); });
  return project;
}

}  // namespace tendril
