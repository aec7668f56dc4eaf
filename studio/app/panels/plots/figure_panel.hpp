// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "widgets/picture/picture_form.hpp"

class QVBoxLayout;

namespace tendril {

class PictureSaver;
class StudioContext;

/// Everything for a picture or a film of the view beside the view itself: where to look from, size, background, file.
class FigurePanel : public QObject {
  Q_OBJECT
 public:
  FigurePanel(StudioContext& context, PictureSaver& pictures);

 private:
  void addViews(QVBoxLayout& down);
  void addFilm(QVBoxLayout& down);
  bool eventFilter(QObject* watched, QEvent* event) override;
  void takeViewSize();

  StudioContext& context_;
  PictureForm* form_;
};

}  // namespace tendril
