// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "widgets/picture/picture_dialog.hpp"

namespace tendril {

class MainWindow;

/// Pictures of the view at any size, and the command line that does what was done last.
class PictureActions : public QObject {
  Q_OBJECT
 public:
  explicit PictureActions(MainWindow& window);

  /// Writes the view to a file; a notice says how it went. False if it was not written.
  bool save(const PictureChoice& choice);
  /// What Ctrl+Shift+C copies: what was done last with the open project, as one line for a shell.
  QString command() const;

 private:
  void openDialog();
  void copyCommand();

  MainWindow& window_;
  PictureDialog* dialog_ = nullptr;
  QString lastPicture_;  ///< "--out … --size …" of the last picture; empty: none was made of this project
};

/// A word of a command line for a shell: as it is, or in single quotes.
QString shellWord(const QString& word);

}  // namespace tendril
