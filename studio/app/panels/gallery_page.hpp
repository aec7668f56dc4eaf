// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include "widgets/gallery/gallery.hpp"

namespace tendril {

class StudioContext;

/// The gallery of the window: examples beside the program, files opened before, ways to begin. It covers the whole
/// window below the header; Escape leaves it where a project is open.
class GalleryPage : public QObject {
  Q_OBJECT
 public:
  explicit GalleryPage(StudioContext& context);
  ~GalleryPage() override;

  void show();
  void hide();
  bool isShown() const { return gallery_->isVisible(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void readExamples();
  void showRecents();
  void begin(const QString& id);
  void open(const QString& path);

  StudioContext& context_;
  Gallery* gallery_;
  QThreadPool pool_;
};

/// What the card of a project says: title, summary from its `description`, kind and paper from `studio.gallery`
/// ({"kind": …, "paper": …}), film strips assets/thumbnails/<name>-light.jpg and -dark.jpg where they are. Reads the
/// file; a broken one gives a card with its name only.
GalleryItem galleryItemOf(const QString& path, const QString& assets);

}  // namespace tendril
