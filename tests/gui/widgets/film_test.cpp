// SPDX-License-Identifier: GPL-3.0-or-later
// Films of what is seen.
#include "widgets/picture/film_recorder.hpp"

#include <gtest/gtest.h>

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace tendril {
namespace {

constexpr int kPatience = 30000;

QImage plain(const QSize& size, const QColor& color) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(color);
  return image;
}

class FilmTest : public testing::Test {
 protected:
  QString base() const { return folder.filePath("the arm"); }
  /// Ends and waits until it is written; the problem that was told.
  QString finish(FilmRecorder& recorder, double seconds) {
    QSignalSpy finished(&recorder, &FilmRecorder::finished);
    recorder.end(seconds);
    if (finished.isEmpty() && !finished.wait(kPatience)) return "nothing was told";
    frames = finished[0][1].toInt();
    path = finished[0][0].toString();
    return finished[0][2].toString();
  }

  QTemporaryDir folder;
  QString path;
  int frames = 0;
};

TEST_F(FilmTest, WithoutAnEncoderPicturesAreNumbered) {
  FilmRecorder recorder;
  recorder.setEncoder({});
  QString problem;
  ASSERT_TRUE(recorder.begin(base(), {33, 21}, &problem)) << problem.toStdString();
  EXPECT_EQ(recorder.pixels(), QSize(32, 20));
  recorder.add(plain({32, 20}, Qt::red), 0);
  recorder.add(plain({32, 20}, Qt::blue), 0.3);  // red stood for three pictures
  EXPECT_EQ(finish(recorder, 1.0), "");
  EXPECT_EQ(frames, FilmRecorder::kPictureRate);
  const QStringList files = QDir(path).entryList({"*.png"}, QDir::Files, QDir::Name);
  ASSERT_EQ(files.size(), 10);
  EXPECT_EQ(files.front(), "frame-00001.png");
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(QImage(QDir(path).filePath(files[i])).pixelColor(5, 5), QColor(i < 3 ? Qt::red : Qt::blue)) << i;
  // What is there is never written over.
  ASSERT_TRUE(recorder.begin(base(), {32, 20}, &problem));
  EXPECT_NE(recorder.path(), path);
  recorder.add(plain({32, 20}, Qt::green), 0);
  EXPECT_EQ(finish(recorder, 0), "");
  EXPECT_EQ(frames, 1);
}

TEST_F(FilmTest, AFolderThatCannotBeWrittenIsSaidBefore) {
  FilmRecorder recorder;
  QString problem;
  EXPECT_FALSE(recorder.begin("/proc/nowhere/film", {32, 20}, &problem));
  EXPECT_TRUE(problem.contains("/proc/nowhere")) << problem.toStdString();
  EXPECT_FALSE(recorder.isRecording());
  recorder.add(plain({32, 20}, Qt::red), 0);
  recorder.end(1);  // nothing happens
}

TEST_F(FilmTest, PicturesThatCannotBeWrittenEndTheFilm) {
  FilmRecorder recorder;
  recorder.setEncoder({});
  QString problem;
  ASSERT_TRUE(recorder.begin(base(), {32, 20}, &problem));
  ASSERT_TRUE(QDir(recorder.path()).removeRecursively());
  QSignalSpy finished(&recorder, &FilmRecorder::finished);
  for (int i = 0; i < 200 && recorder.isRecording(); ++i) {
    recorder.add(plain({32, 20}, Qt::red), 0.1 * i);
    QTest::qWait(10);
  }
  EXPECT_FALSE(recorder.isRecording());
  ASSERT_TRUE(!finished.isEmpty() || finished.wait(kPatience));
  EXPECT_TRUE(finished[0][2].toString().contains("frame-")) << finished[0][2].toString().toStdString();
}

TEST_F(FilmTest, AnEncoderThatFailsSaysWhy) {
  FilmRecorder recorder;
  recorder.setEncoder("/bin/false");
  QString problem;
  ASSERT_TRUE(recorder.begin(base(), {32, 20}, &problem)) << problem.toStdString();
  QSignalSpy finished(&recorder, &FilmRecorder::finished);
  for (int i = 0; i < 500 && recorder.isRecording(); ++i) {
    recorder.add(plain({32, 20}, Qt::red), 0.1 * i);
    QTest::qWait(10);
  }
  ASSERT_TRUE(!finished.isEmpty() || finished.wait(kPatience));
  EXPECT_FALSE(finished[0][2].toString().isEmpty());
}

TEST_F(FilmTest, AFilmRunsAsFastAsItWasSeen) {
  ASSERT_FALSE(FilmRecorder::findEncoder().isEmpty()) << "ffmpeg is not installed";
  FilmRecorder recorder;
  QString problem;
  ASSERT_TRUE(recorder.begin(base(), {320, 201}, &problem)) << problem.toStdString();
  for (int i = 0; i < 4; ++i) recorder.add(plain({320, 200}, i % 2 ? Qt::white : Qt::black), 0.5 * i);
  EXPECT_EQ(finish(recorder, 2.0), "");
  EXPECT_EQ(frames, 2 * FilmRecorder::kFilmRate);
  EXPECT_EQ(path, base() + ".mp4");
  EXPECT_GT(QFileInfo(path).size(), 500);
  const QString probe = QStandardPaths::findExecutable("ffprobe");
  if (probe.isEmpty()) return;
  QProcess process;
  process.start(probe, {"-v", "error", "-count_frames", "-select_streams", "v", "-show_entries",
                        "stream=nb_read_frames,width,height,r_frame_rate", "-of", "csv=p=0", path});
  ASSERT_TRUE(process.waitForFinished(kPatience));
  EXPECT_EQ(process.readAllStandardOutput().trimmed(), "320,200,30/1,60");
}

TEST_F(FilmTest, GoingAwayInTheMiddleLeavesAWholeFilm) {
  ASSERT_FALSE(FilmRecorder::findEncoder().isEmpty()) << "ffmpeg is not installed";
  {
    FilmRecorder recorder;
    QString problem;
    ASSERT_TRUE(recorder.begin(base(), {64, 64}, &problem));
    for (int i = 0; i < 10; ++i) recorder.add(plain({64, 64}, Qt::red), 0.1 * i);
  }
  EXPECT_GT(QFileInfo(base() + ".mp4").size(), 300);
}

}  // namespace
}  // namespace tendril
