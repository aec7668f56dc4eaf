// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QThreadPool>

#include <memory>

class QAction;

namespace tendril {

class FilmDialog;
class StudioContext;

/// A film of the run in the view, made by `tendril film` beside the window: the run is written to a recording of its
/// own, and the program draws it. The shots are kept in the project, `studio.films`, under the name "film".
class RunFilmActions : public QObject {
  Q_OBJECT
 public:
  explicit RunFilmActions(StudioContext& context);
  ~RunFilmActions() override;

  /// The program `tendril`, which is looked for beside this one and in PATH.
  static QString findProgram();
  void setProgram(const QString& program) { program_ = program; }

 private:
  void open();
  void keep();
  void copy();
  void make();
  void draw();
  void read();
  void finish();
  void cancel();
  void interrupt();
  void fail(const QString& why);

  StudioContext& context_;
  QAction* film_;
  FilmDialog* dialog_ = nullptr;
  QString program_;
  QThreadPool pool_;
  std::unique_ptr<QTemporaryDir> folder_;  ///< of the run and the shots while a film is made
  QProcess process_;
  QString file_, said_;
  bool cancelled_ = false;
};

}  // namespace tendril
