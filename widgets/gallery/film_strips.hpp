// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QPixmap>
#include <QThreadPool>

namespace tendril {

/// Decodes film strips beside the window and keeps them.
class FilmStrips : public QObject {
  Q_OBJECT
 public:
  explicit FilmStrips(QObject* parent);
  ~FilmStrips() override;

  /// The picture, or null while it is being read or if it cannot be; loaded() tells.
  QPixmap strip(const QString& file);
  bool isReading() const { return reading_ > 0; }

 Q_SIGNALS:
  void loaded(const QString& file);

 private:
  QThreadPool pool_;
  QHash<QString, QPixmap> strips_;
  int reading_ = 0;  ///< files
};

}  // namespace tendril
