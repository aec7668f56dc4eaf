// SPDX-License-Identifier: GPL-3.0-or-later
// Where recorded frames go. Internal to widgets/picture.
#pragma once

#include <QImage>
#include <QProcess>
#include <QString>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <mutex>

namespace tendril {

/// Takes frames in order and writes them beside the window.
class FrameWriter {
 public:
  virtual ~FrameWriter() = default;
  /// The same frame `times` times.
  virtual void write(const QImage& frame, int times) = 0;
  /// It cannot keep up: a new picture had better be left out.
  virtual bool isFull() const = 0;
  /// No more; `done` is called once, on the thread of the window, with what went wrong (empty: nothing).
  virtual void close(std::function<void(const QString& problem)> done) = 0;
  /// What went wrong so far.
  virtual QString problem() const = 0;
};

/// To the standard input of ffmpeg.
class EncoderWriter : public FrameWriter {
 public:
  EncoderWriter(const QString& encoder, const QString& file, const QSize& pixels, int rate);
  ~EncoderWriter() override;

  bool start();
  void write(const QImage& frame, int times) override;
  bool isFull() const override;
  void close(std::function<void(const QString&)> done) override;
  QString problem() const override;

 private:
  QProcess process_;
  QByteArray said_;  ///< by the encoder
  QString file_;
  bool closing_ = false;
};

/// PNG files in a folder, by a thread.
class PictureWriter : public FrameWriter {
 public:
  explicit PictureWriter(const QString& folder);
  ~PictureWriter() override;

  void write(const QImage& frame, int times) override;
  bool isFull() const override { return waiting_ > kMostWaiting; }
  void close(std::function<void(const QString&)> done) override;
  QString problem() const override;

 private:
  static constexpr int kMostWaiting = 12;

  void save(const QImage& frame, qint64 first, int times);

  QString folder_;
  QThreadPool pool_;
  std::atomic<int> waiting_ = 0;
  mutable std::mutex mutex_;
  QString problem_;
  qint64 next_ = 1;
};

}  // namespace tendril
