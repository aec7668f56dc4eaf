// SPDX-License-Identifier: GPL-3.0-or-later
// The open project in the window, without the window: edits reach the simulation, files are saved, watched, recovered.
#include "studio/app/project/document_host.hpp"

#include <gtest/gtest.h>

#include <QAction>
#include <QDialogButtonBox>
#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <thread>

#include "studio/app/project/document_host_dialogs.hpp"
#include "studio/app/project/examples.hpp"
#include "tests/support/events.hpp"

namespace tendril {
namespace {

constexpr int kPatience = 20000;  // ms

class DocumentHostTest : public testing::Test {
 protected:
  DocumentHostTest() {
    qputenv("XDG_STATE_HOME", state.path().toUtf8());
    host = std::make_unique<DocumentHost>(player);
    QObject::connect(host.get(), &DocumentHost::noticeWanted,
                     [this](const Notice& notice) { notices << notice.title; });
    QObject::connect(host.get(), &DocumentHost::noticeWanted, [this](const Notice& notice) { last = notice; });
  }

  /// Opens a copy of an example that may be written.
  void open() {
    file = folder.filePath("robot.tendril.json");
    QFile::copy(findExamples().front().path, file);
    QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
    LoadedProject project = ProjectLoader::load(file);
    ASSERT_TRUE(project.program);
    host->take(project);
    player.load(std::move(project.program));
    ASSERT_TRUE(waitFor([this] { return player.snapshot().model != nullptr; }));
  }
  template <class F>
  static bool waitFor(F&& reached) {
    return QTest::qWaitFor(std::forward<F>(reached), kPatience);
  }
  bool setGravity(double z) {
    std::vector<Problem> problems;
    return host->setField("gravity", QStringLiteral("[0, 0, %1]").arg(z), problems);
  }
  double gravity() const { return player.snapshot().model->gravity.z(); }
  void press(const char* box, const char* button) {
    auto* found = window.findChild<QMessageBox*>(box);
    ASSERT_TRUE(found);
    auto* choice = found->findChild<QPushButton*>(button);
    ASSERT_TRUE(choice);
    QTest::mouseClick(choice, Qt::LeftButton);
  }

  QTemporaryDir state, folder;
  Player player;
  std::unique_ptr<DocumentHost> host;
  QWidget window;
  QString file;
  QStringList notices;
  Notice last;
};

TEST_F(DocumentHostTest, AnEditReachesTheSimulationAndUndoTakesItBack) {
  open();
  const double before = gravity();
  EXPECT_FALSE(host->isDirty());
  EXPECT_TRUE(setGravity(-1.5));
  EXPECT_TRUE(host->isDirty());
  EXPECT_TRUE(waitFor([this] { return gravity() == -1.5; }));
  EXPECT_TRUE(host->takeScene(player.snapshot().model));
  host->undo();
  EXPECT_TRUE(waitFor([&] { return gravity() == before; }));
  EXPECT_FALSE(host->isDirty());
}

TEST_F(DocumentHostTest, ItsModelIsThatOfTheLastEditAtOnce) {
  open();
  EXPECT_EQ(host->model(), player.snapshot().model);
  EXPECT_TRUE(setGravity(-2.5));
  ASSERT_TRUE(host->model());
  EXPECT_EQ(host->model()->gravity.z(), -2.5);
  EXPECT_NE(gravity(), -2.5) << "the player does not have it yet";
  EXPECT_TRUE(waitFor([this] { return gravity() == -2.5; }));
  EXPECT_EQ(host->model(), player.snapshot().model);
  host->undo();
  EXPECT_NE(host->model()->gravity.z(), -2.5);
  host->newProject();
  ASSERT_TRUE(host->model());
  EXPECT_TRUE(host->model()->links.empty());
}

TEST_F(DocumentHostTest, ABusyWindowIsGivenTheNewestProgramAlone) {
  open();
  int finished = 0;
  QObject::connect(&host->builder(), &LiveBuilder::finished, [&] { ++finished; });
  for (int i = 1; i <= 8; ++i) {
    EXPECT_TRUE(setGravity(-i));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // what is built meanwhile waits for this thread
  }
  EXPECT_TRUE(waitFor([&] { return gravity() == -8 && !host->isBuilding(); }));
  EXPECT_LE(finished, 2);
  EXPECT_TRUE(host->takeScene(player.snapshot().model));
}

TEST_F(DocumentHostTest, WhatIsRefusedIsSaidAndNothingIsBuilt) {
  open();
  std::vector<Problem> problems;
  EXPECT_FALSE(host->setField("gravity", "letters", problems));
  EXPECT_TRUE(hasErrors(problems));
  EXPECT_FALSE(host->isBuilding());
  EXPECT_FALSE(host->tell(edits::addTendon(99999)));
  EXPECT_EQ(notices.size(), 1);
}

TEST_F(DocumentHostTest, SavingKeepsTheDocumentDirtyWhereItFails) {
  open();
  EXPECT_TRUE(setGravity(-2));
  EXPECT_TRUE(host->save());
  EXPECT_FALSE(host->isDirty());
  EXPECT_TRUE(setGravity(-3));
  QFile::setPermissions(file, QFile::ReadOwner);
  EXPECT_FALSE(host->save());
  EXPECT_TRUE(host->isDirty());
  EXPECT_TRUE(last.title.contains("robot.tendril.json"));
  EXPECT_FALSE(last.advice.isEmpty());
  EXPECT_FALSE(host->saveAs("/proc/nowhere/robot.tendril.json"));
  EXPECT_TRUE(host->saveAs(folder.filePath("other.tendril.json")));
  EXPECT_FALSE(host->isDirty());
  EXPECT_TRUE(DocumentHost::recentFiles().startsWith(folder.filePath("other.tendril.json")));
}

TEST_F(DocumentHostTest, ASavedProjectComesBackInItsUnitOfLengths) {
  host->newProject();
  EXPECT_EQ(host->lengthUnit(), "mm");
  EXPECT_TRUE(host->tell(edits::addLink(LinkTemplate::kRevoluteArm, 0)));
  EXPECT_EQ(host->lengthUnit(), "mm") << "whatever comes into it";
  const std::string edited = host->document().text();
  ASSERT_TRUE(host->saveAs(folder.filePath("arm.tendril.json")));
  EXPECT_EQ(host->document().text(), edited) << "saving is no edit";
  EXPECT_FALSE(host->isDirty());
  host->take(ProjectLoader::load(folder.filePath("arm.tendril.json")));
  EXPECT_EQ(host->lengthUnit(), "mm") << "rigid arms are measured in metres, but not this one";
  EXPECT_FALSE(host->isDirty());
  EXPECT_EQ(host->document().text(), host->text());
  // What somebody chooses is an edit, and kept, too.
  EXPECT_TRUE(host->setStudio("length_unit", "\"m\""));
  EXPECT_EQ(host->lengthUnit(), "m");
  ASSERT_TRUE(host->save());
  host->take(ProjectLoader::load(folder.filePath("arm.tendril.json")));
  EXPECT_EQ(host->lengthUnit(), "m");
}

TEST_F(DocumentHostTest, AProjectThatIsLookedAtStaysAsItIs) {
  open();
  const std::string before = host->document().text();
  ASSERT_EQ(before.find("length_unit"), std::string::npos);
  const QString unit = host->lengthUnit();
  EXPECT_FALSE(host->isDirty());
  EXPECT_FALSE(host->document().canUndo());
  EXPECT_TRUE(setGravity(-2));
  EXPECT_TRUE(host->save());
  host->undo();
  EXPECT_EQ(host->document().text(), before);
  EXPECT_EQ(host->lengthUnit(), unit);
}

TEST_F(DocumentHostTest, OthersAreNoticedButNotOneself) {
  open();
  EXPECT_TRUE(setGravity(-2));
  EXPECT_TRUE(host->save());
  EXPECT_TRUE(staysSo([this] { return notices.isEmpty(); }, 1000));
  QFile other(file);
  ASSERT_TRUE(other.open(QIODevice::Append));
  other.write("\n");
  other.close();
  EXPECT_TRUE(waitFor([this] { return !notices.isEmpty(); }));
  EXPECT_TRUE(host->isDirty()) << "what is open is not what the file holds";
  ASSERT_EQ(last.actions.size(), 3);
  QString reloaded;
  QObject::connect(host.get(), &DocumentHost::reloadRequested, [&](const QString& path) { reloaded = path; });
  last.actions.front()->trigger();
  EXPECT_EQ(reloaded, file);
}

TEST_F(DocumentHostTest, ChangesAreKeptForRecoveryUntilTheyAreSaved) {
  open();
  const QString kept = state.filePath("tendril/recovery");
  host->autosave();
  EXPECT_TRUE(QDir(kept).entryList(QDir::Files).isEmpty()) << "nothing has changed";
  EXPECT_TRUE(setGravity(-2));
  host->autosave();
  EXPECT_TRUE(waitFor([&] { return QDir(kept).entryList(QDir::Files).size() == 1; }));
  QFile recovery(kept + u'/' + QDir(kept).entryList(QDir::Files).front());
  ASSERT_TRUE(recovery.open(QIODevice::ReadOnly));
  EXPECT_TRUE(recovery.readAll().contains("length_unit")) << "it comes back in its unit, too";
  EXPECT_TRUE(host->save());
  EXPECT_TRUE(waitFor([&] { return QDir(kept).entryList(QDir::Files).isEmpty(); }));
}

TEST_F(DocumentHostTest, WhatWasLostIsOfferedAndComesBack) {
  ASSERT_TRUE(QDir().mkpath(state.filePath("tendril/recovery")));
  QFile orphan(state.filePath("tendril/recovery/1-1.tendril-recovery.json"));
  ASSERT_TRUE(orphan.open(QIODevice::WriteOnly));
  orphan.write(R"({"format": "tendril recovery", "name": "Lost", "process": 999999999, "saved_at": 1700000000,
    "project": "{\"format\": \"tendril\", \"version\": 1, \"name\": \"Lost\", \"links\": [{\"name\": \"a\"}]}"})");
  orphan.close();
  host->offerRecovery();
  ASSERT_EQ(notices.size(), 1);
  EXPECT_TRUE(notices.front().contains("Lost"));
  std::optional<Recovered> wanted;
  QObject::connect(host.get(), &DocumentHost::restoreRequested,
                   [&](const Recovered& recovered) { wanted = recovered; });
  last.actions.front()->trigger();
  ASSERT_TRUE(wanted);
  const LoadedProject project = ProjectLoader::load(*wanted);
  ASSERT_TRUE(project.program);
  host->take(project);
  EXPECT_EQ(host->name(), "Lost");
  EXPECT_TRUE(host->isDirty());
  EXPECT_FALSE(host->hasFile());
  EXPECT_TRUE(waitFor([&] { return !orphan.exists(); })) << "this program keeps it now";
  EXPECT_EQ(QDir(state.filePath("tendril/recovery")).entryList(QDir::Files).size(), 1);
}

TEST_F(DocumentHostTest, UnsavedWorkIsAskedFor) {
  open();
  int went = 0;
  askToSave(*host, &window, [&] { ++went; });
  EXPECT_EQ(went, 1) << "nothing is unsaved";
  EXPECT_TRUE(setGravity(-2));
  askToSave(*host, &window, [&] { ++went; });
  press("askToSave", "cancel");
  EXPECT_EQ(went, 1);
  handleEvents();
  askToSave(*host, &window, [&] { ++went; });
  press("askToSave", "save");
  EXPECT_EQ(went, 2);
  EXPECT_FALSE(host->isDirty());
  EXPECT_TRUE(setGravity(-4));
  handleEvents();
  askToSave(*host, &window, [&] { ++went; });
  press("askToSave", "discard");
  EXPECT_EQ(went, 3);
  EXPECT_TRUE(host->isDirty());
}

TEST_F(DocumentHostTest, NewProjectsOfEveryKindRun) {
  host->newProject();
  EXPECT_TRUE(waitFor([this] { return player.snapshot().model != nullptr; }));
  EXPECT_TRUE(player.snapshot().model->links.empty());
  for (const LinkTemplate kind : {LinkTemplate::kRod, LinkTemplate::kRevoluteArm, LinkTemplate::kFloatingBase}) {
    host->newProject(kind);
    EXPECT_FALSE(host->isDirty());
    EXPECT_FALSE(host->document().canUndo());
    const std::string name = host->description().links.front().name;
    EXPECT_TRUE(waitFor([&] {
      const auto& links = player.snapshot().model->links;
      return links.size() == 1 && links.front().name == name;
    }));
    player.play();
    EXPECT_TRUE(waitFor([this] { return player.snapshot().t > 0.01; }));
  }
}

}  // namespace
}  // namespace tendril
