// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

#include "studio/app/live_builder.hpp"
#include "studio/app/player.hpp"
#include "studio/app/project_loader.hpp"
#include "studio/document/document.hpp"
#include "studio/document/edits.hpp"
#include "widgets/notice/notice.hpp"

namespace tendril {

/// The open project in the window: document, file, live rebuilding. Panels change the project through it and follow its
/// signals; widgets never see it. Every accepted edit is rebuilt beside the window and handed to the player with the
/// state carried over.
class DocumentHost : public QObject {
  Q_OBJECT
 public:
  explicit DocumentHost(Player& player, QObject* parent = nullptr);
  ~DocumentHost() override;

  const Document& document() const { return document_; }
  const Description& description() const { return document_.description(); }
  /// A project is there (opened or new); before that the document is empty and edits are refused.
  bool isOpen() const { return open_; }

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

  // ---- the file
  /// Takes over what was read; the program and the scene stay with who loads them.
  void take(const LoadedProject& project);
  /// An empty project without a file.
  void newProject();
  /// The project of an edit ("rod", "rigid arm", "floating base"): an empty one with that in it, nothing to undo.
  void newProject(LinkTemplate first);
  bool hasFile() const { return !path_.isEmpty(); }
  const QString& path() const { return path_; }  ///< absolute; empty: never saved
  QString name() const;                          ///< of the project, else of the file, else "Untitled"
  bool isDirty() const { return document_.isDirty(); }
  /// Writes the file. On failure a notice says what, where and what to do, and the document stays dirty.
  bool save();
  bool saveAs(const QString& path);
  /// Opened and saved last, the latest first; only files that exist.
  static QStringList recentFiles();

  /// Nothing is being built or waits.
  bool isBuilding() const { return builder_.busy(); }
  /// Scene of the program handed to the player last; MainWindow shows it when the model of a snapshot is its model.
  std::shared_ptr<RobotScene> takeScene(const Model* model) { return builder_.takeScene(model); }

 Q_SIGNALS:
  /// The description is another one (edit, undo, redo, open).
  void changed();
  /// Another project is open (not merely edited).
  void opened();
  /// Name, path, dirty marker, undo names.
  void stateChanged();
  /// document().problems(), or those of the last build.
  void problemsChanged(const std::vector<tendril::Problem>& problems);
  void noticeWanted(const tendril::Notice& notice);

 private:
  void afterEdit();
  void built(const std::vector<Problem>& problems);

  Player& player_;
  Document document_;
  LiveBuilder builder_;
  QString path_;
  bool open_ = false;
};

}  // namespace tendril
