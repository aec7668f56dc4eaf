// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "widgets/picture/picture_form.hpp"

class QAction;
class QVBoxLayout;

namespace tendril {

class MainWindow;
class PictureActions;

/// Everything for a picture or a film of the view beside the view itself: where to look from, size, background, file.
class FigurePanel : public QObject {
  Q_OBJECT
 public:
  FigurePanel(MainWindow& window, PictureActions& pictures, QAction* record);

 private:
  void addViews(QVBoxLayout& down);
  void addFilm(QVBoxLayout& down, QAction* record);
  bool eventFilter(QObject* watched, QEvent* event) override;
  void takeViewSize();

  MainWindow& window_;
  PictureForm* form_;
};

}  // namespace tendril
