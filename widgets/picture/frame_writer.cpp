// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture/frame_writer.hpp"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace tendril {
namespace {

constexpr qint64 kMostBytes = qint64{192} << 20;  // that wait for the encoder
constexpr int kEndMs = 20'000;                    // an encoder that needs longer than this at the end hangs
constexpr int kHandOverMs = 20;
constexpr int kQuick = 90;  // little compression: writing must keep up with looking

QString tr(const char* text) {
  return QCoreApplication::translate("FilmRecorder", text);
}

QString lastLine(const QByteArray& text) {
  const QList<QByteArray> lines = text.trimmed().split('\n');
  return lines.isEmpty() ? QString() : QString::fromUtf8(lines.back()).trimmed();
}

}  // namespace

// ---- film

EncoderWriter::EncoderWriter(const QString& encoder, const QString& file, const QSize& pixels, int rate) : file_(file) {
  process_.setProgram(encoder);
  // Whatever encoder this ffmpeg has for the file's ending; a rate of bits that all of them understand.
  // Without -xerror it says nothing of a disk that is full at the very end.
  process_.setArguments({"-hide_banner",
                         "-loglevel",
                         "error",
                         "-xerror",
                         "-n",
                         "-f",
                         "rawvideo",
                         "-pix_fmt",
                         "bgr0",
                         "-s",
                         QStringLiteral("%1x%2").arg(pixels.width()).arg(pixels.height()),
                         "-r",
                         QString::number(rate),
                         "-i",
                         "-",
                         "-an",
                         "-pix_fmt",
                         "yuv420p",
                         "-b:v",
                         "8M",
                         "-movflags",
                         "+faststart",
                         file});
  QObject::connect(&process_, &QProcess::readyReadStandardError, &process_,
                   [this] { said_ += process_.readAllStandardError(); });
}

EncoderWriter::~EncoderWriter() {
  if (process_.state() == QProcess::NotRunning) return;
  process_.disconnect();
  process_.closeWriteChannel();
  if (!process_.waitForFinished(kEndMs)) process_.kill();
  process_.waitForFinished(1000);
}

bool EncoderWriter::start() {
  process_.start();
  return process_.waitForStarted(3000);
}

void EncoderWriter::write(const QImage& frame, int times) {
  const QImage rgb = frame.convertToFormat(QImage::Format_RGB32);
  const qsizetype line = qsizetype{4} * rgb.width();
  for (int i = 0; i < times && process_.state() == QProcess::Running; ++i) {
    for (int y = 0; y < rgb.height(); ++y) process_.write(reinterpret_cast<const char*>(rgb.constScanLine(y)), line);
    // The event loop hands over 64 kB each time it comes round: far too little for films. The encoder takes a whole
    // picture within milliseconds; one that is busy gets the rest later.
    while (process_.bytesToWrite() > 0 && process_.waitForBytesWritten(kHandOverMs)) {
    }
  }
}

bool EncoderWriter::isFull() const {
  return process_.bytesToWrite() > kMostBytes;
}

QString EncoderWriter::problem() const {
  const bool failed = process_.state() == QProcess::NotRunning &&
                      (process_.exitStatus() != QProcess::NormalExit || process_.exitCode() != 0 || !closing_);
  if (!failed) return {};
  const QString said = lastLine(said_);
  return said.isEmpty() ? tr("The encoder ended before the film was written.") : tr("The encoder says: %1").arg(said);
}

void EncoderWriter::close(std::function<void(const QString&)> done) {
  closing_ = true;
  const auto tell = [this, done = std::move(done)] {
    said_ += process_.readAllStandardError();
    done(problem());
  };
  if (process_.state() == QProcess::NotRunning) return tell();
  QObject::connect(&process_, &QProcess::finished, &process_, tell, Qt::QueuedConnection);
  process_.closeWriteChannel();
}

// ---- pictures

PictureWriter::PictureWriter(const QString& folder) : folder_(folder) {
  pool_.setMaxThreadCount(1);
}

PictureWriter::~PictureWriter() {
  pool_.waitForDone();
}

void PictureWriter::write(const QImage& frame, int times) {
  ++waiting_;
  pool_.start([this, frame, first = next_, times] {
    save(frame, first, times);
    --waiting_;
  });
  next_ += times;
}

void PictureWriter::save(const QImage& frame, qint64 first, int times) {
  if (!problem().isEmpty()) return;
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  frame.save(&buffer, "PNG", kQuick);
  for (qint64 k = first; k < first + times; ++k) {
    QFile file(QStringLiteral("%1/frame-%2.png").arg(folder_).arg(k, 5, 10, QLatin1Char('0')));
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.flush()) continue;
    const std::lock_guard lock(mutex_);
    problem_ = tr("%1 cannot be written: %2.").arg(QFileInfo(file).fileName(), file.errorString());
    return;
  }
}

QString PictureWriter::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

void PictureWriter::close(std::function<void(const QString&)> done) {
  // After everything that waits; told on the thread of the window.
  pool_.start([this, done = std::move(done)] {
    QMetaObject::invokeMethod(
        QCoreApplication::instance(), [done, text = problem()] { done(text); }, Qt::QueuedConnection);
  });
}

}  // namespace tendril
