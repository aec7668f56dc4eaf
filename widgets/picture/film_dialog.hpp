// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDialog>
#include <QJsonObject>

class QComboBox;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace tendril {

/// A film of a run as shots in a table: times, speed, camera, text, plot; and the progress while it is made. It makes
/// nothing itself.
class FilmDialog : public QDialog {
  Q_OBJECT
 public:
  explicit FilmDialog(QWidget* window);

  /// The run that is filmed, s; proposed for new shots.
  void setRun(double from, double to);
  void setFile(const QString& file);
  QString file() const;
  /// The film as `studio.films` of a project and `tendril film --shots` have it.
  QByteArray script() const;
  /// What cannot be read is left as it is.
  void setScript(const QByteArray& json);
  /// Appends a view to the way of the camera over the chosen shot, else the last one. Keys as in `path` of a shot.
  void addView(const QJsonObject& view);
  /// 0…1 while it is made; negative: it is not.
  void setProgress(double share);

 Q_SIGNALS:
  void makeRequested();
  void cancelRequested();
  void copyRequested();
  /// The camera of the window is to be passed: addView().
  void viewRequested();
  /// The shots were edited.
  void edited();

 private:
  QTableWidget* makeTable();
  void addShot(const QJsonObject& shot);
  void removeShot();
  void removeViews();
  int chosenShot() const;
  void setShot(int row, const QJsonObject& shot);
  QJsonObject shot(int row) const;
  void chooseFile();
  QString cell(int row, int column) const;

  QLineEdit* file_;
  QComboBox *size_, *rate_, *theme_, *quality_;
  QTableWidget* shots_;
  QProgressBar* progress_;
  QPushButton *make_, *cancel_;
  double from_ = 0, to_ = 0;
};

}  // namespace tendril
