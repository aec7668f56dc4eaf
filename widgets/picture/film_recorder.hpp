// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <QSize>
#include <QString>

#include <algorithm>
#include <memory>
#include <vector>

namespace tendril {

class FrameWriter;

/// Makes a film of pictures that come when they come: an encoder (ffmpeg) writes it beside the window; where there is
/// none, numbered pictures are written into a folder. Between two pictures the earlier one stands, so the film runs at
/// the speed of what was seen, however slowly the pictures came.
class FilmRecorder : public QObject {
  Q_OBJECT
 public:
  static constexpr int kFilmRate = 30, kPictureRate = 10;  ///< frames per second, unless setRate() says otherwise

  explicit FilmRecorder(QObject* parent = nullptr);
  ~FilmRecorder() override;  ///< ends, and waits until everything is written

  /// Path of the encoder of this machine; empty: none.
  static QString findEncoder();
  /// Instead of findEncoder(); empty: numbered pictures.
  void setEncoder(const QString& program) { encoder_ = program; }

  /// Frames per second of the next film; fewer where pictures come slowly anyway.
  void setRate(int rate) { rate_ = rate; }
  int rate() const { return writesPictures() ? std::min(rate_, kPictureRate) : rate_; }
  /// Begins. `base`: absolute path without ending; the film is base.mp4, the pictures base/frame-00001.png …; what
  /// exists is never written over. `pixels` is made even, as encoders want it. False with a text for people in
  /// `problem` if nothing can be written there.
  bool begin(const QString& base, const QSize& pixels, QString* problem);
  bool isRecording() const { return writer_ != nullptr; }
  /// Of the film: pictures must have this size.
  QSize pixels() const { return pixels_; }
  /// The file, or the folder of pictures.
  QString path() const { return path_; }
  /// True while no encoder is there.
  bool writesPictures() const { return encoder_.isEmpty(); }
  /// What is seen from `seconds` after the beginning on. Times must not decrease.
  void add(const QImage& picture, double seconds);
  /// That was all, `seconds` after the beginning. finished() comes when it is written.
  void end(double seconds);

 Q_SIGNALS:
  /// `problem`: text for people, empty if the film is whole. Also comes by itself when writing fails.
  void finished(const QString& path, int frames, const QString& problem);

 private:
  void fillUpTo(qint64 frame);
  void finish(const QString& problem);

  QString encoder_, path_;
  QSize pixels_;
  int rate_ = kFilmRate;
  std::unique_ptr<FrameWriter> writer_;
  std::vector<std::unique_ptr<FrameWriter>> closing_;  ///< that still write what they have
  QImage last_;
  qint64 frames_ = 0;
};

}  // namespace tendril
