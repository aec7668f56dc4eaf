// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gallery/film_strips.hpp"

#include <QImageReader>

namespace tendril {

FilmStrips::FilmStrips(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
}

FilmStrips::~FilmStrips() {
  pool_.clear();
  pool_.waitForDone();
}

QPixmap FilmStrips::strip(const QString& file) {
  const auto known = strips_.constFind(file);
  if (known != strips_.constEnd()) return *known;
  strips_.insert(file, {});
  if (file.isEmpty()) return {};
  ++reading_;
  pool_.start([this, file] {
    const QImage image = QImageReader(file).read();
    // The destructor waits for this thread, so `this` is alive; the call itself runs on the window's thread.
    QMetaObject::invokeMethod(
        this,
        [this, file, image] {
          strips_.insert(file, QPixmap::fromImage(image));
          --reading_;
          Q_EMIT loaded(file);
        },
        Qt::QueuedConnection);
  });
  return {};
}

}  // namespace tendril
