// SPDX-License-Identifier: GPL-3.0-or-later
// Line drawings of the view and the quality of figures, in the window and as commands.
#include <test_paths.hpp>

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>

#include "studio/app/actions/command_actions.hpp"
#include "studio/app/panels/plots/project_figures.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/picture/picture_form.hpp"

namespace tendril {
namespace {

class FigureQualityTest : public StudioTest {
 protected:
  void SetUp() override {
    StudioTest::SetUp();
    qputenv("PATH", QByteArray(TENDRIL_BINARY_DIR "/studio/cli:") + qgetenv("PATH"));
  }
  static QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  /// What a command says where it fails.
  static QByteArray failure(const QString& line) {
    QProcess shell;
    shell.start("bash", {"-c", line});
    if (!shell.waitForFinished(120000)) return "it takes too long";
    return shell.exitCode() == 0 ? QByteArray() : shell.readAllStandardError() + ", exit code not 0";
  }
  bool saysNotice(const QString& part) {
    for (const NoticeCard* card : window.view().notices().cards())
      if (card->notice().title.contains(part)) return true;
    return false;
  }
};

TEST_F(FigureQualityTest, TheViewIsSavedAsLinesAndTheCommandDrawsThemToo) {
  open(copyOf("double-pendulum"), false);
  window.panels().setWorkspace(Workspace::kFigure);
  auto* form = window.findChild<PictureForm*>();
  ASSERT_TRUE(form && soon([&] { return form->isVisible(); }));
  const QString file = folder.filePath("lines.svg");
  form->setFile(file);
  form->findChild<QSpinBox*>("picture_width")->setValue(640);
  form->findChild<QSpinBox*>("picture_height")->setValue(400);
  form->findChild<QComboBox*>("picture_quality")->setCurrentIndex(1);  // has no say in lines
  form->findChild<QCheckBox*>("picture_hidden_lines")->setChecked(true);
  keep("figure-line-drawing");
  form->findChild<QPushButton*>("picture_save")->click();
  ASSERT_TRUE(soon([&] { return QFile::exists(file) && saysNotice("is saved"); }));
  const QByteArray here = contents(file);
  for (const char* part : {"viewBox=\"0 0 480 300\"", "class=\"silhouette\"", "class=\"hidden\""})
    EXPECT_TRUE(here.contains(part)) << part;
  EXPECT_FALSE(here.contains("<image"));
  const QString line = window.findChild<CommandActions*>()->renderCommand();
  EXPECT_TRUE(line.contains("--hidden-lines")) << line.toStdString();
  EXPECT_TRUE(line.contains("--size 640x400")) << line.toStdString();
  for (const char* part : {"--quality", "--background", "--show", "--field", "--dark"})
    EXPECT_FALSE(line.contains(part)) << line.toStdString();
  ASSERT_TRUE(QFile::remove(file));
  EXPECT_EQ(failure(line), "");
  const QByteArray there = contents(file);
  for (const char* part : {"viewBox=\"0 0 480 300\"", "class=\"silhouette\"", "class=\"hidden\""})
    EXPECT_TRUE(there.contains(part)) << part;
}

TEST_F(FigureQualityTest, ALineDrawingThatCannotBeWrittenIsSaid) {
  open(copyOf("double-pendulum"), false);
  window.panels().setWorkspace(Workspace::kFigure);
  auto* form = window.findChild<PictureForm*>();
  ASSERT_TRUE(form && soon([&] { return form->isVisible(); }));
  form->setFile("/nowhere/lines.pdf");
  form->findChild<QPushButton*>("picture_save")->click();
  EXPECT_TRUE(soon([&] { return saysNotice("“lines.pdf” was not saved"); }));
}

TEST_F(FigureQualityTest, TheQualityGoesToTheCommandAndToNewFigures) {
  open(copyOf("double-pendulum"), false);
  window.panels().setWorkspace(Workspace::kFigure);
  auto* figures = window.findChild<ProjectFigures*>();
  ASSERT_TRUE(figures);
  auto* quality = figures->findChild<QComboBox*>("figure_quality");
  ASSERT_TRUE(quality);
  const auto copied = [&] {
    figures->findChild<QPushButton*>("figure_copy_command")->click();
    return QApplication::clipboard()->text();
  };
  EXPECT_FALSE(copied().contains("--quality")) << copied().toStdString();
  quality->setCurrentIndex(quality->findData("publication"));
  EXPECT_TRUE(copied().contains("--quality publication")) << copied().toStdString();
  keep("figure-quality");
  figures->addView();
  EXPECT_NE(text().find("\"publication\""), std::string::npos) << "the view keeps it";
  window.document().abandon();
}

}  // namespace
}  // namespace tendril
