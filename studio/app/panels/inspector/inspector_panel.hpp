// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

#include "studio/app/project/target.hpp"
#include "studio/document/controllers/controller_design.hpp"
#include "studio/document/document.hpp"
#include "widgets/inspector/inspector.hpp"

namespace tendril {

class StudioContext;
class DerivedFacts;
class LqrWatch;
class PointsNotes;
struct Snapshot;

/// The inspector as a panel: shows the fields of what is selected (of the project, if nothing is; of several objects of
/// one kind what they have in common), turns what is typed there into edits of all of them, and puts what is refused to
/// its field.
class InspectorPanel : public QObject {
  Q_OBJECT
 public:
  explicit InspectorPanel(StudioContext& context);

  Inspector& inspector() { return *inspector_; }

 private:
  void connectSelection();
  void connectEdits();
  void show();
  void chooseShown();
  void showTitle();
  void showChanged();
  QAction* actionOfShown() const;
  void showPart(const Target& target);
  void showLive();
  void showRegulator();
  QString contactLine(const Snapshot& snapshot) const;
  void switchLengthUnit();
  void showRotors(const Snapshot& snapshot);
  void edit(const QString& path, const QString& json, const QString& mergeKey);
  void choose(const QString& path, const QString& option);
  void addEntry(const QString& path, const QString& name);
  void makeParameter(const QString& path, const QString& wish);
  void rewriteRotation(const QString& path, const QString& json);
  void follow(const QString& path, const QString& name);
  void connectRows();
  void plot(const QString& path);
  /// Signals that the value of a field is, of those that the robot has.
  QStringList signalsOf(const QString& path) const;
  /// Of the kind or the outputs of one controller, which are designed beside the window; false: it is something else.
  bool changeController(const QString& path, const QString& value);
  void redesign(const ControllerWish& wish, const QString& path);
  void placeOnSurface(const FieldRow& row);
  /// Of a coordinate of a place on a surface: the place becomes the nearest one of the surface; false: it is something
  /// else.
  bool typeOnSurface(const QString& path, const QString& json, const QString& mergeKey);
  void chooseFile(const QString& path);
  void takeFile(const QString& path, const QString& file);
  const FieldRow* rowOf(const QString& path) const;
  void takeProfile(const FieldRow& row, const QString& file);
  void askOrigin(const QString& path);
  void keepInVariant(const QString& path, const QString& variant);
  void renameEntry(const QString& path);
  /// The same field of every object that is shown.
  std::vector<std::string> everywhere(const QString& path) const;
  /// Sets it everywhere, as one step.
  bool setAll(const QString& path, const QString& json, std::vector<Problem>& problems, const QString& mergeKey = {});
  bool resetAll(const QString& path, std::vector<Problem>& problems);
  /// One edit per object, as one step.
  bool editAll(const std::vector<Edit>& edits, std::vector<Problem>& problems);
  /// "Set length" of one, "Set length of 3 links" of several; empty of one: the document names it better.
  QString stepName(const QString& verb, const QString& path) const;
  /// Puts what was refused to its field, or to the one that was edited.
  void tell(const QString& path, const std::vector<Problem>& problems);
  std::string freeParameter(const QString& wish) const;
  std::string freeEntry(const FieldRow& map) const;

  StudioContext& context_;
  Inspector* inspector_;
  PointsNotes* points_;
  LqrWatch* lqr_;
  DerivedFacts* derived_;
  std::vector<Target> objects_;  ///< whose fields are shown, the one chosen last at the end
  Target shown_;                 ///< the last of them: paths of fields are of it
  std::optional<TargetPart> revealed_;
  QElapsedTimer liveShown_;
  QTimer liveLater_;  ///< what came too soon after that
};

}  // namespace tendril
