// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QWidget>

#include <memory>

namespace tendril {

class StudioContext;

/// The figures that the project stores: one click makes one, as `tendril figure` does, in a process of its own: of the
/// run in the view, whatever was done by hand in it, or of a new one. What is seen can be added as a new one.
class ProjectFigures : public QWidget {
  Q_OBJECT
 public:
  explicit ProjectFigures(StudioContext& context, QWidget* parent = nullptr);
  ~ProjectFigures() override;

  /// The view as it is, at the time that it shows, with the plot in use beside it: a figure that the project stores.
  void addView();
  /// Makes the chosen figure; a notice tells how it ended.
  void makeTo(const QString& file);

 Q_SIGNALS:
  /// A figure was written, or not: then `error` says why.
  void finished(const QString& file, const QString& error);

 private:
  void layOut();
  void takeNames();
  void ask();
  void follow();
  void copyCommand();
  void makeOfRun(const QString& file);
  void draw(const QString& project, const QString& file);
  void end(const QString& file, const QString& error);

  StudioContext& context_;
  QComboBox *names_, *quality_;
  QCheckBox* ofRun_;
  QPushButton *make_, *add_, *copy_, *paper_;
  QLabel* hint_;
  QProcess process_;
  QThreadPool pool_;
  std::unique_ptr<QTemporaryDir> folder_;  ///< of the run, while a figure is made of it
  QString file_;                           ///< of the last figure
  bool cancelled_ = false, writing_ = false;
};

}  // namespace tendril
