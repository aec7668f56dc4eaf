// SPDX-License-Identifier: GPL-3.0-or-later
// A film that is given up while it is made: nothing of it stays, and another one can be made.
#include <QDir>
#include <QProgressBar>
#include <QPushButton>

#include "studio/app/actions/recording/run_film_actions.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/notice/notice_card.hpp"
#include "widgets/picture/film_dialog.hpp"

namespace tendril {
namespace {

class FilmCancelTest : public StudioTest {
 protected:
  void begin(const QByteArray& script) {
    open(copyOf("double-pendulum"), true);
    ASSERT_TRUE(soon([&] { return time() > 0.3; }));
    window.player().pause();
    ASSERT_TRUE(soon([&] { return !running(); }));
    window.findChild<RunFilmActions*>()->setProgram(TENDRIL_BINARY_DIR "/studio/cli/tendril");
    window.findChild<QAction*>("filmRun")->trigger();
    dialog = window.findChild<FilmDialog*>();
    ASSERT_TRUE(dialog && soon([&] { return dialog->isVisible(); }));
    ASSERT_TRUE(QDir(folder.path()).mkdir("films"));
    make(script);
  }
  void make(const QByteArray& script) {
    dialog->setScript(script);
    dialog->setFile(films().filePath("film.mp4"));
    QTest::mouseClick(button("film_make"), Qt::LeftButton);
  }
  QPushButton* button(const char* name) { return dialog->findChild<QPushButton*>(name); }
  QDir films() const { return QDir(folder.filePath("films")); }
  /// Of what is made, too: encoders write to hidden files.
  QStringList files() const { return films().entryList(QDir::Files | QDir::Hidden); }
  bool isMaking() { return button("film_cancel")->isVisible(); }
  bool hasNotice(const QString& title) {
    for (NoticeCard* card : window.view().notices().cards())
      if (card->notice().title.contains(title)) return true;
    return false;
  }
  FilmDialog* dialog = nullptr;
};

/// Minutes of pictures, of which some are in the encoder.
TEST_F(FilmCancelTest, NothingOfItStays) {
  begin(R"({"size": [1280, 720], "rate": 60, "shots": [{"speed": 0.001}]})");
  auto* bar = dialog->findChild<QProgressBar*>();
  ASSERT_TRUE(soon([&] { return isMaking() && bar->isVisible(); }));
  EXPECT_FALSE(button("film_make")->isEnabled()) << "one at a time";
  ASSERT_TRUE(soon([&] { return !files().isEmpty(); })) << "the encoder has begun";
  keep("film-dialog-making-light");
  QTest::mouseClick(button("film_cancel"), Qt::LeftButton);
  ASSERT_TRUE(soon([&] { return !isMaking(); }));
  EXPECT_FALSE(bar->isVisible());
  EXPECT_TRUE(dialog->isVisible()) << "to be changed and made again";
  EXPECT_TRUE(soon([&] { return files().isEmpty(); })) << files().join(' ').toStdString();
  EXPECT_FALSE(hasNotice("was not made") || hasNotice("is saved")) << "who cancels knows";
  // The next one is made as if nothing had been.
  make(R"({"size": [320, 180], "rate": 12, "shots": [{"speed": 1}]})");
  ASSERT_TRUE(soon([&] { return hasNotice("is saved") || hasNotice("was not made"); }));
  EXPECT_TRUE(hasNotice("is saved"));
  EXPECT_EQ(files(), QStringList("film.mp4"));
  window.document().abandon();
}

/// The run is still being written, and no program has started.
TEST_F(FilmCancelTest, AtOnce) {
  begin(R"({"size": [1280, 720], "rate": 60, "shots": [{"speed": 0.001}]})");
  ASSERT_TRUE(isMaking());
  QTest::mouseClick(button("film_cancel"), Qt::LeftButton);
  EXPECT_TRUE(soon([&] { return !isMaking(); }));
  EXPECT_TRUE(files().isEmpty()) << files().join(' ').toStdString();
  EXPECT_TRUE(button("film_make")->isEnabled());
  window.document().abandon();
}

}  // namespace
}  // namespace tendril
