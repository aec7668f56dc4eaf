// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <memory>
#include <vector>

#include "studio/app/project/live_builder.hpp"
#include "studio/app/project/player.hpp"
#include "studio/app/project/project_loader.hpp"
#include "studio/document/document.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/project_file.hpp"
#include "studio/document/recovery.hpp"
#include "widgets/notice/notice.hpp"

namespace tendril {

/// The open project in the window: document, file, live rebuilding. Panels change the project through it and follow its
/// signals; widgets never see it. Every accepted edit is rebuilt beside the window and handed to the player with the
/// state carried over.
class DocumentHost : public QObject {
  Q_OBJECT
 public:
  static constexpr int kAutosaveMs = 30'000;
  /// A series of merged edits ends by itself when nothing came for so long.
  static constexpr int kMergeMs = 2'000;

  explicit DocumentHost(Player& player, QObject* parent = nullptr);
  ~DocumentHost() override;

  const Document& document() const { return document_; }
  const Description& description() const { return document_.description(); }
  /// A project is there (opened or new); before that the document is empty and edits are refused.
  bool isOpen() const { return open_; }
  /// "m" or "mm": of all lengths, as the project keeps it, else as it was opened; values never change it.
  QString lengthUnit() const;
  /// What a save writes: the project with its unit of lengths, so that it comes back in the same.
  std::string text() const;

  // ---- edits; as in Document. What is refused comes back in `problems` for the field that it concerns.
  bool setField(const QString& path, const QString& json, std::vector<Problem>& problems, const QString& mergeKey = {});
  bool setFields(const std::vector<std::pair<std::string, std::string>>& values, std::vector<Problem>& problems,
                 const QString& mergeKey = {}, const QString& name = {});
  bool resetField(const QString& path, std::vector<Problem>& problems);
  bool edit(const Edit& edit, std::vector<Problem>& problems, const QString& mergeKey = {});
  /// As edit(); what is refused is said in a notice.
  bool tell(const Edit& edit);
  /// The slider is let go.
  void commit();
  bool setStudio(const QString& key, const QString& json);
  void undo();
  void redo();
  /// Undoes or redoes until so many steps are done (Document::undoCount).
  void goToStep(std::size_t count);
  /// Document::showVariant; the robot that runs is that of it from now on. What is wrong is said in a notice.
  bool showVariant(const QString& name);

  // ---- the file
  /// Takes over what was read; the program and the scene stay with who loads them, later.
  void take(const LoadedProject& project);
  /// An empty project without a file; with `first` in it, if one is given, and nothing to undo.
  void newProject(std::optional<LinkTemplate> first = {});
  const QString& path() const { return path_; }  ///< absolute; empty: never saved
  bool hasFile() const { return !path_.isEmpty(); }
  /// The recording that the project was taken from; empty: none, or it has a file of its own by now.
  QString recordedIn() const { return hasFile() ? QString() : recordedIn_; }
  QString name() const;  ///< of the project, else of the file, else "Untitled"
  bool isDirty() const { return open_ && document_.isDirty(); }
  /// Writes the file. On failure a notice says what, where and what to do, and the document stays dirty.
  bool save();
  bool saveAs(const QString& path);
  /// What is open is given up (another project comes, or the window closes): nothing of it is to be recovered.
  void abandon();
  /// Opened and saved last, the latest first; only files that exist.
  static QStringList recentFiles();

  /// Writes the recovery now, if something has changed since the last time; done every kAutosaveMs.
  void autosave();
  /// Offers projects whose programs ended before they were saved, in notices; restoreRequested() if they are wanted.
  /// Returns their number.
  int offerRecovery();

  /// The model of the project as it stands, for edits that measure the robot and for what is written to files: the
  /// player may show one from before the last edits, or a recorded run. Null: it cannot be built.
  std::shared_ptr<const Model> model() { return builder_.model(document_); }
  /// Something is being built or waits.
  bool isBuilding() const { return builder_.busy(); }
  /// LiveBuilder::takeScene.
  std::shared_ptr<RobotScene> takeScene(const std::shared_ptr<const Model>& model) { return builder_.takeScene(model); }
  LiveBuilder& builder() { return builder_; }

 Q_SIGNALS:
  /// The description is another one (edit, undo, redo, open).
  void changed();
  /// Another project is open (not merely edited).
  void opened();
  /// Name, path, dirty marker, undo names.
  void stateChanged();
  /// What the checks and the last build say of the project.
  void problemsChanged(const std::vector<tendril::Problem>& problems);
  void noticeWanted(const tendril::Notice& notice);
  void restoreRequested(const tendril::Recovered& recovered);
  /// The file was changed by somebody else and the user wants that one.
  void reloadRequested(const QString& path);

 private:
  void begin(std::shared_ptr<const Model> model);
  Description kept() const;
  void afterEdit();
  void finish(std::uint64_t before, const QString& mergeKey);
  void tellProblems(const QString& title, const std::vector<Problem>& problems, const QString& advice = {});
  void built(const std::vector<Problem>& problems);
  bool write(ProjectFile file);
  bool takeFilesAlong(const std::filesystem::path& from, const std::filesystem::path& to);
  void watch();
  void lookAtFile();
  void rememberRecent();
  void forgetRecovery();

  Player& player_;
  Document document_;
  LiveBuilder builder_;
  QString path_, recordedIn_;
  std::string usualLengths_ = "mm";  ///< unit of the project as it was opened
  ProjectFile file_;
  bool open_ = false;
  QFileSystemWatcher watcher_;
  QTimer look_, autosave_, merge_;
  std::shared_ptr<const Recovery> recovery_;
  std::uint64_t autosaved_ = 0;  ///< revision of the document that the recovery holds
  bool autosaveFailed_ = false;
  QThreadPool writer_;  ///< of recoveries, one after the other
};

}  // namespace tendril
