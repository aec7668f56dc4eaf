// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include "widgets/gallery/film_strips.hpp"
#include "widgets/gallery/gallery_item.hpp"

namespace tendril {

/// A project as a moving picture with title and summary; a click or Return opens it.
class GalleryCard : public QAbstractButton {
  Q_OBJECT
 public:
  GalleryCard(GalleryItem item, FilmStrips& strips, QWidget* parent);

  const GalleryItem& item() const { return item_; }
  /// Shows the frame that belongs to a clock that counts up.
  void setClock(int tick);
  int heightForWidth(int width) const override;
  bool hasHeightForWidth() const override { return true; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void paintPicture(QPainter& painter, const QRect& frame) const;
  void paintText(QPainter& painter, const QRect& below) const;
  QString stripFile() const;

  GalleryItem item_;
  FilmStrips& strips_;
  int tick_ = 0;
};

}  // namespace tendril
