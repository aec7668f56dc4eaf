// SPDX-License-Identifier: GPL-3.0-or-later
// Folders that cannot be read or written and disks that are full, met in the window: what is said, and that the project
// stays as it is.
#include <sys/resource.h>
#include <unistd.h>

#include <QPointer>

#include "tests/gui/studio/panels/inspector_hands.hpp"
#include "widgets/picture/picture_dialog.hpp"

namespace tendril {
namespace {

/// While it lives, a file cannot grow beyond some bytes: writing fails in the middle, as on a full disk. That goes for
/// what the test says, too, so it says nothing then.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes = 300) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

/// While it lives, root has no more rights than anybody.
class AsAnybody {
 public:
  AsAnybody() : root_(geteuid() == 0), done_(!root_ || setresuid(kNobody, kNobody, 0) == 0) {}
  ~AsAnybody() {
    if (root_) std::ignore = setresuid(0, 0, 0);
  }
  bool works() const { return done_; }

 private:
  static constexpr uid_t kNobody = 65534;
  bool root_, done_;
};

class FullDiskTest : public InspectorHands {
 protected:
  void openEdited() {
    file_ = copyOf("soft-manipulator");
    open(file_, false);
    clickInTree(TreeItem::Kind::kMaterial, "silicone");
    type("materials.silicone.density", "1050");
    ASSERT_TRUE(soon([&] { return window.document().isDirty(); }));
    window.view().viewport().setFocus();
    start_ = text();
    before_ = content(file_);
    ASSERT_NE(start_, before_);
  }
  static std::string content(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
  }
  /// Nothing has been lost, and it is still said that something is to be saved.
  void expectUntouched() {
    EXPECT_EQ(text(), start_);
    EXPECT_EQ(content(file_), before_);
    EXPECT_EQ(window.projectPath(), file_);
    EXPECT_TRUE(window.document().isDirty());
    EXPECT_TRUE(window.isWindowModified());
    EXPECT_TRUE(window.document().document().canUndo());
  }
  QStringList leftovers() {
    QStringList files = QDir(folder.path()).entryList(QDir::Files | QDir::Hidden);
    files.removeAll(QFileInfo(file_).fileName());
    return files;
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers) {
    QTest::keyClick(&window.view().viewport(), key, modifiers);
  }
  NoticeCard* cardOf(const QString& title) {
    for (NoticeCard* card : window.view().notices().cards())
      if (card->notice().title.contains(title)) return card;
    return nullptr;
  }
  /// A notice stands in the view and says what, where and what to do.
  void expectNotice(const QString& title, const QString& what) {
    ASSERT_TRUE(soon([&] { return cardOf(title) != nullptr; }));
    const Notice& notice = cardOf(title)->notice();
    EXPECT_EQ(notice.severity, Notice::Severity::kError);
    const QString said = notice.title + u' ' + notice.advice;
    EXPECT_TRUE(said.contains(what, Qt::CaseInsensitive)) << said.toStdString();
    EXPECT_GT(notice.advice.size(), 20) << "what to do is not said";
    EXPECT_TRUE(cardOf(title)->isVisible());
  }

  QString file_;
  std::string start_, before_;
};

TEST_F(FullDiskTest, SavingWhereThereIsNoRoomLosesNothing) {
  openEdited();
  {
    const FullDisk disk;
    press(Qt::Key_S, Qt::ControlModifier);
  }
  expectNotice("was not saved", "room");
  keep("full-disk-light");
  expectUntouched();
  EXPECT_TRUE(leftovers().isEmpty()) << leftovers().join(' ').toStdString();
  press(Qt::Key_S, Qt::ControlModifier);
  EXPECT_TRUE(soon([&] { return !window.document().isDirty(); })) << "with room it is saved";
  EXPECT_EQ(content(file_), window.document().text()) << "with the unit of lengths that it is shown in";
}

TEST_F(FullDiskTest, SavingUnderAnotherNameWhereThereIsNoRoom) {
  openEdited();
  const QString other = folder.filePath("other.tendril.json");
  {
    const FullDisk disk;
    EXPECT_FALSE(window.document().saveAs(other));
  }
  expectNotice("was not saved", "room");
  expectUntouched();
  EXPECT_FALSE(QFile::exists(other));
}

TEST_F(FullDiskTest, SavingWhereNobodyMayWrite) {
  openEdited();
  {
    const AsAnybody anybody;
    if (!anybody.works()) GTEST_SKIP() << "the rights of root cannot be given up here";
    if (geteuid() != 65534) QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::ExeOwner);
    press(Qt::Key_S, Qt::ControlModifier);
    expectNotice("was not saved", "soft-manipulator");
  }
  QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  expectUntouched();
}

TEST_F(FullDiskTest, OpeningWhatNobodyMayRead) {
  openEdited();
  const QString secret = written("secret.tendril.json", "{}");
  QFile::setPermissions(secret, QFile::Permissions());
  QFile::setPermissions(folder.path(), QFile::Permission(0x7775));  // the folder may be read by all, the file by none
  // What has not been saved stands in the way of another project.
  press(Qt::Key_S, Qt::ControlModifier);
  ASSERT_TRUE(soon([&] { return !window.document().isDirty(); }));
  {
    const AsAnybody anybody;
    if (!anybody.works()) GTEST_SKIP() << "the rights of root cannot be given up here";
    openAndWait(secret);
    expectNotice("was not opened", "secret.tendril.json");
  }
  EXPECT_EQ(text(), start_);
  EXPECT_EQ(window.projectPath(), file_);
  EXPECT_FALSE(window.document().isDirty());
}

TEST_F(FullDiskTest, AFolderThatCannotBeReadIsNoProject) {
  openEdited();
  press(Qt::Key_S, Qt::ControlModifier);
  ASSERT_TRUE(soon([&] { return !window.document().isDirty(); }));
  for (const QString& path : {folder.path(), QString("/proc/self/mem"), QString("/dev/full"), QString("/dev/zero"),
                              QString("/nowhere/at/all.tendril.json")}) {
    SCOPED_TRACE(path.toStdString());
    window.view().notices().dismissAll();
    openAndWait(path);
    expectNotice("was not opened", QFileInfo(path).fileName());
    EXPECT_EQ(text(), start_);
    EXPECT_EQ(window.projectPath(), file_);
  }
}

TEST_F(FullDiskTest, PicturesWhereThereIsNoRoom) {
  openEdited();
  const QString picture = folder.filePath("view.png");
  press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
  QPointer<PictureDialog> dialog;
  ASSERT_TRUE(soon([&] {
    dialog = window.findChild<PictureDialog*>();
    return dialog && dialog->isVisible();
  }));
  auto* name = dialog->findChild<QLineEdit*>("picture_file");
  name->selectAll();
  QTest::keyClicks(name, picture);
  {
    const FullDisk disk;
    click(dialog->findChild<QWidget*>("picture_save"));
  }
  expectNotice("view.png", "room");
  EXPECT_TRUE(dialog->isVisible()) << "another place can be chosen";
  EXPECT_FALSE(QFile::exists(picture));
  click(dialog->findChild<QWidget*>("picture_save"));
  EXPECT_TRUE(soon([&] { return !dialog->isVisible(); }));
  EXPECT_FALSE(QImage(picture).isNull());
  expectUntouched();
}

}  // namespace
}  // namespace tendril
