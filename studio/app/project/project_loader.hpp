// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"
#include "core/session/program.hpp"
#include "core/session/recording/run.hpp"
#include "render/scene/robot_scene.hpp"
#include "studio/document/recovery.hpp"
#include "studio/import/mesh_import.hpp"

namespace tendril {

/// A file as it came out of reading and building.
struct LoadedProject {
  QString path;                   ///< absolute; empty for a recovered project that never had a file
  QString name;                   ///< of the project, or of the file where it has none
  std::vector<Problem> problems;  ///< of reading, or why it could not be built
  std::vector<Problem> built;     ///< what building told of a project that could be built
  Description description;
  std::string text;                    ///< as the file has it
  std::filesystem::path directory;     ///< where relative paths start
  std::optional<Recovered> recovered;  ///< what it was restored from; it differs from its file then
  QString importedFrom;                ///< file of another program that it was made of; it has no file of its own
  QString recordedIn;                  ///< recording that it was taken from; it has no file of its own
  std::optional<Run> recording;        ///< the run in it; its model is that of the program
  std::unique_ptr<Program> program;    ///< null if it could not be built; handed on once
  std::shared_ptr<RobotScene> scene;   ///< its shapes, made beside the window too
};

/// Reads and builds without holding up the window. The latest request wins: results of earlier ones are dropped.
class ProjectLoader : public QObject {
  Q_OBJECT
 public:
  static constexpr std::size_t kMostRecorded = std::size_t{96} << 20;  ///< bytes of a recording that are read

  explicit ProjectLoader(QObject* parent = nullptr);
  ~ProjectLoader() override;

  void open(const QString& path);
  /// A new project of a file that holds a shape.
  void openShape(const QString& path, MeshUse use);
  /// Opens what was saved of a project when its program ended.
  void restore(const Recovered& recovered);
  bool busy() const { return finished_ != requested_; }

  /// The work itself, on the calling thread. Never throws.
  static LoadedProject load(const QString& path);
  static LoadedProject load(const QString& path, MeshUse use);
  static LoadedProject load(const Recovered& recovered);

 Q_SIGNALS:
  void started(const QString& path);
  void loaded(const std::shared_ptr<tendril::LoadedProject>& project);

 private:
  void begin(const QString& path, std::function<LoadedProject()> load);
  void deliver(int request, const std::shared_ptr<LoadedProject>& project);

  QThreadPool pool_;
  int requested_ = 0, finished_ = 0;
};

}  // namespace tendril
