// SPDX-License-Identifier: GPL-3.0-or-later
// The rows and tiles of the gallery beside its cards.
#pragma once

#include <QAbstractButton>

#include "widgets/gallery/gallery_item.hpp"

namespace tendril {

/// A way to begin: icon, title, a grey line.
class StarterTile : public QAbstractButton {
  Q_OBJECT
 public:
  StarterTile(GalleryStarter starter, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {220, 64}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  GalleryStarter starter_;
};

/// A file that was open before: title, folder, when. One that is gone is grey and has a cross to forget it.
class RecentRow : public QAbstractButton {
  Q_OBJECT
 public:
  RecentRow(GalleryRecent recent, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {220, 28}; }
  const GalleryRecent& recent() const { return recent_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  GalleryRecent recent_;
};

}  // namespace tendril
