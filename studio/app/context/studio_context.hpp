// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <optional>
#include <vector>

#include "studio/app/context/action_list.hpp"
#include "studio/app/context/view_area.hpp"
#include "studio/app/layouts/panel_host.hpp"
#include "studio/app/project/document_host.hpp"
#include "studio/app/project/player.hpp"
#include "studio/app/project/plugin_host.hpp"
#include "studio/app/project/project_loader.hpp"
#include "studio/app/project/selection.hpp"
#include "widgets/header/header_bar.hpp"
#include "widgets/status/status_bar.hpp"
#include "widgets/tree/robot_panel.hpp"

namespace tendril {

class ControllerDesigner;
class MotionOverlay;
class Plots;

/// Everything of the window that its panels and actions may touch; all of it outlives them.
struct StudioParts {
  QWidget& window;  ///< parent of dialogs and of what floats
  Player& player;
  DocumentHost& document;
  ProjectLoader& loader;
  PluginHost& plugins;
  ControllerDesigner& designer;
  Selection& selection;
  PanelHost& panels;
  ViewArea& view;
  RobotPanel& robot;
  HeaderBar& header;
  StatusBar& status;
};

/// The window as its panels, actions and handlers see it. None of them knows another: an action of another is found by
/// name, the plots through their interface, wishes that concern the whole window are signals.
class StudioContext : public QObject {
  Q_OBJECT
 public:
  explicit StudioContext(const StudioParts& parts);

  QWidget& window() const { return parts_.window; }
  ActionList& actions() { return actions_; }
  const ActionList& actions() const { return actions_; }

  // ---- the project and its run
  Player& player() const { return parts_.player; }
  DocumentHost& document() const { return parts_.document; }
  const Description& description() const { return parts_.document.description(); }
  ProjectLoader& loader() const { return parts_.loader; }
  PluginHost& plugins() const { return parts_.plugins; }
  /// DocumentHost::lengthUnit.
  QString lengthUnit() const { return document().lengthUnit(); }
  Selection& selection() const { return parts_.selection; }
  ControllerDesigner& designer() const { return parts_.designer; }

  // ---- what the window shows
  PanelHost& panels() const { return parts_.panels; }
  ViewArea& view() const { return parts_.view; }
  NoticeStack& notices() const { return parts_.view.notices(); }
  RobotPanel& robot() const { return parts_.robot; }
  RobotTree& tree() const { return parts_.robot.tree(); }
  HeaderBar& header() const { return parts_.header; }
  StatusBar& status() const { return parts_.status; }
  /// Null until there are any.
  Plots* plots() const { return plots_; }
  void setPlots(Plots* plots) { plots_ = plots; }
  /// Recorded motions over the robot in the view.
  MotionOverlay& motions() const { return *motions_; }
  void setMotions(MotionOverlay* motions) { motions_ = motions; }

  /// Inputs (indices into u) that stand at an end of their range and would have to go beyond.
  void markInputs(const std::vector<int>& inputs) { Q_EMIT inputsMarked(inputs); }
  /// The workspace that was found last; samples 0: none.
  struct FoundWorkspace {
    int samples = 0;
    QString frame = {};  ///< as the command line names it
  };
  const FoundWorkspace& foundWorkspace() const { return workspace_; }
  void setFoundWorkspace(const FoundWorkspace& workspace) { workspace_ = workspace; }

  /// What was exported last; file empty: nothing.
  struct Exported {
    QString file = {};
    int softLinks = 0;  ///< of the chain for each soft link; 0: none was asked for
  };
  const Exported& exported() const { return exported_; }
  void setExported(const Exported& exported) { exported_ = exported; }

  /// The file that a run was written to last; empty: none.
  const QString& exportedRun() const { return exportedRun_; }
  void setExportedRun(const QString& file) { exportedRun_ = file; }

  /// Where the film of the run goes; empty: none was made.
  const QString& filmFile() const { return filmFile_; }
  void setFilmFile(const QString& file) { filmFile_ = file; }

  /// The inverse run that was asked for last; empty: none.
  struct InverseWish {
    QString motion = {};  ///< file; empty: what the controllers follow
    int order = 0;
    bool full = false;
  };
  const std::optional<InverseWish>& inverseWish() const { return inverse_; }
  void setInverseWish(const InverseWish& wish) { inverse_ = wish; }

  /// The variants that were run together last, or are chosen for it; empty: none.
  const QStringList& comparedVariants() const { return compared_; }
  void setComparedVariants(const QStringList& names) { compared_ = names; }

  /// Ids of the runs that were chosen to lie over the plots.
  const std::vector<std::uint64_t>& comparedRuns() const { return comparedRuns_; }
  void setComparedRuns(const std::vector<std::uint64_t>& runs);

  // ---- wishes
  /// Opens a project and plays it, after what is unsaved is dealt with.
  void openProject(const QString& path) { Q_EMIT openRequested(path); }
  /// Shows a signal ("arm.tip.z") in the plots.
  void plot(const QString& signal) { Q_EMIT plotRequested(signal); }
  /// Shows what a controller follows, what is left and what it demands in plots.
  void plotController(const QString& name) { Q_EMIT controllerPlotsRequested(name); }
  /// Reads a recording and lays it over the plots.
  void addRecording(const QString& file) { Q_EMIT recordingRequested(file); }
  /// Lays a run over the plots.
  void compareRun(std::uint64_t run) { Q_EMIT comparisonRequested(run); }
  /// Selects what the last edit added: the link that others of it hang on, else the first object.
  void selectAdded();
  /// Selects the owner of a field and puts the cursor into it.
  void goToField(const QString& field);

 Q_SIGNALS:
  /// Another unit of lengths: somebody chose it, or another project is open.
  void lengthUnitChanged(const QString& unit);
  void inputsMarked(const std::vector<int>& inputs);
  void openRequested(const QString& path);
  void plotRequested(const QString& signal);
  void controllerPlotsRequested(const QString& controller);
  void comparisonRequested(std::uint64_t run);
  void comparedRunsChanged();
  void recordingRequested(const QString& file);

 private:
  void followLengthUnit();

  StudioParts parts_;
  ActionList actions_;
  QString toldLengths_;  ///< lengthUnit() as it was told last
  Plots* plots_ = nullptr;
  MotionOverlay* motions_ = nullptr;
  FoundWorkspace workspace_;
  Exported exported_;
  QString exportedRun_, filmFile_;
  std::optional<InverseWish> inverse_;
  QStringList compared_;
  std::vector<std::uint64_t> comparedRuns_;
};

}  // namespace tendril
