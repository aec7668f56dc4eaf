// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project_loader.hpp"

#include <QFileInfo>

#include <exception>

#include "core/model/build/build_model.hpp"
#include "core/project/project.hpp"

namespace tendril {
namespace {

/// Everything between a path and a program; problems collect in `project`.
void readAndBuild(LoadedProject& project) {
  ReadResult read = readProject(project.path.toStdString());
  project.problems = std::move(read.problems);
  if (hasErrors(project.problems)) return;
  if (!read.description.name.empty()) project.name = QString::fromStdString(read.description.name);
  const auto model = buildModel(read.description, project.problems, {.directory = read.directory});
  if (!model || hasErrors(project.problems)) return;
  project.scene = std::make_shared<RobotScene>(model);
  for (const std::string& problem : project.scene->problems())
    project.problems.push_back({.path = {}, .message = problem, .cure = {}, .severity = Problem::Severity::kWarning});
  project.program = std::make_unique<Program>(model);
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
  const int request = ++requested_;
  Q_EMIT started(path);
  pool_.clear();
  pool_.start([this, path, request] {
    auto project = std::make_shared<LoadedProject>(load(path));
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
  project.name = file.fileName();
  if (project.name.endsWith(".tendril.json")) project.name.chop(13);
  try {
    readAndBuild(project);
  } catch (const std::exception& error) {
    project.program = nullptr;
    project.problems.push_back(
        {.path = {}, .message = error.what(), .cure = "choose another project or mend the file"});
  }
  return project;
}

}  // namespace tendril
