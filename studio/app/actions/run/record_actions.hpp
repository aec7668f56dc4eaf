// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "widgets/picture/film_recorder.hpp"

class QAction;
class QToolButton;

namespace tendril {

class StudioContext;

/// The record button: what is seen in the view becomes a film in the folder for films (numbered pictures where no
/// encoder is installed). The button shows that it records and for how long; a notice says where the film is.
class RecordActions : public QObject {
  Q_OBJECT
 public:
  explicit RecordActions(StudioContext& context);

  FilmRecorder& recorder() { return recorder_; }
  /// Where films go: the system's folder for films, else the home folder.
  static QString folder();

 private:
  void toggle(bool on);
  void begin();
  void end();
  void grab();
  void show();
  void tell(const QString& path, int frames, const QString& problem);

  StudioContext& context_;
  QAction* record_;
  QToolButton* button_;
  FilmRecorder recorder_;
  int rate_ = FilmRecorder::kFilmRate;  ///< of the film that is being made
  QElapsedTimer clock_;
  QTimer frames_;
};

}  // namespace tendril
