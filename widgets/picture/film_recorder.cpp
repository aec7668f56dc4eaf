// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture/film_recorder.hpp"

#include <QDir>
#include <QFileInfo>
#include <QPointer>
#include <QStandardPaths>

#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/picture/frame_writer.hpp"

namespace tendril {
namespace {

/// base + ending, or the first of base-2, base-3, … that is free.
QString freePath(const QString& base, const QString& ending) {
  QString path = base + ending;
  for (int i = 2; QFileInfo::exists(path); ++i) path = QStringLiteral("%1-%2%3").arg(base).arg(i).arg(ending);
  return path;
}

}  // namespace

FilmRecorder::FilmRecorder(QObject* parent) : QObject(parent), encoder_(findEncoder()) {}

FilmRecorder::~FilmRecorder() = default;

QString FilmRecorder::findEncoder() {
  return QStandardPaths::findExecutable(QStringLiteral("ffmpeg"));
}

bool FilmRecorder::begin(const QString& base, const QSize& pixels, QString* problem) {
  pixels_ = {std::max(2, pixels.width() / 2 * 2), std::max(2, pixels.height() / 2 * 2)};
  last_ = {};
  frames_ = 0;
  const QString folder = QFileInfo(base).absolutePath();
  path_ = freePath(base, encoder_.isEmpty() ? QString() : QStringLiteral(".mp4"));
  const QString wanted = encoder_.isEmpty() ? path_ : folder;
  if (!QDir().mkpath(wanted) || !QFileInfo(wanted).isWritable()) {
    *problem = tr("%1 cannot be written. Free it, or choose another folder for films.").arg(wanted);
    return false;
  }
  if (encoder_.isEmpty()) {
    writer_ = std::make_unique<PictureWriter>(path_);
    return true;
  }
  auto film = std::make_unique<EncoderWriter>(encoder_, path_, pixels_, rate());
  if (!film->start()) {
    *problem = tr("%1 cannot be started.").arg(encoder_);
    return false;
  }
  writer_ = std::move(film);
  return true;
}

void FilmRecorder::fillUpTo(qint64 frame) {
  if (last_.isNull() || frame <= frames_) return;
  writer_->write(last_, static_cast<int>(frame - frames_));
  frames_ = frame;
}

void FilmRecorder::add(const QImage& picture, double seconds) {
  if (!writer_ || picture.isNull()) return;
  if (const QString problem = writer_->problem(); !problem.isEmpty()) return finish(problem);
  if (writer_->isFull()) return;  // the picture before stands for it
  fillUpTo(std::llround(seconds * rate()));
  last_ =
      picture.size() == pixels_ ? picture : picture.scaled(pixels_, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

void FilmRecorder::end(double seconds) {
  if (!writer_) return;
  fillUpTo(std::max(frames_ + 1, static_cast<qint64>(std::llround(seconds * rate()))));
  finish({});
}

void FilmRecorder::finish(const QString& problem) {
  last_ = {};
  closing_.push_back(std::move(writer_));
  const FrameWriter* writer = closing_.back().get();
  const auto done = [self = QPointer(this), writer, problem, path = path_,
                     frames = static_cast<int>(frames_)](const QString& last) {
    if (!self) return;
    Q_EMIT self->finished(path, frames, problem.isEmpty() ? last : problem);
    // Later: the writer is what is telling us.
    QMetaObject::invokeMethod(
        self.data(),
        [self, writer] { std::erase_if(self->closing_, [writer](const auto& each) { return each.get() == writer; }); },
        Qt::QueuedConnection);
  };
  closing_.back()->close(done);
}

}  // namespace tendril
