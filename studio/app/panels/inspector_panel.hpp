// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <optional>
#include <vector>

#include "studio/app/target.hpp"
#include "studio/document/document.hpp"
#include "widgets/inspector/inspector.hpp"

namespace tendril {

class MainWindow;

/// The inspector as a panel: shows the fields of what is selected (of the project, if nothing is), turns what is typed
/// there into edits, and puts what is refused to its field.
class InspectorPanel : public QObject {
  Q_OBJECT
 public:
  explicit InspectorPanel(MainWindow& window);

  Inspector& inspector() { return *inspector_; }

 private:
  void connectSelection();
  void connectEdits();
  void show();
  void showTitle(const Target& target);
  void showPart(const Target& target);
  void edit(const QString& path, const QString& json, const QString& mergeKey);
  void choose(const QString& path, const QString& option);
  void addEntry(const QString& path, const QString& name);
  void makeParameter(const QString& path, const QString& wish);
  void rewriteRotation(const QString& path, const QString& json);
  void follow(const QString& path, const QString& name);
  void plot(const QString& path);
  /// Puts what was refused to its field, or to the one that was edited.
  void tell(const QString& path, const std::vector<Problem>& problems);
  std::string freeParameter(const QString& wish) const;

  MainWindow& window_;
  Inspector* inspector_;
  Target shown_;
  std::optional<TargetPart> revealed_;
};

}  // namespace tendril
