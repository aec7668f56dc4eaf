// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

#include "studio/app/actions/recording/run_commands.hpp"
#include "widgets/picture/picture_form.hpp"

namespace tendril {

class StudioContext;
class PictureSaver;
class PlotCard;
struct StaticsResult;

/// Copies what was done in the window as a line for a shell: the command line can do the same.
class CommandActions : public QObject {
  Q_OBJECT
 public:
  CommandActions(StudioContext& context, PictureSaver& pictures, const RecordedRuns& recordings);

  /// What Ctrl+Shift+C copies: the plot that has the focus, else the picture or the equilibrium that was made last,
  /// else the run so far, else what the project is.
  QString command() const;
  QString renderCommand() const;    ///< the last picture, or the view as it is
  QString simulateCommand() const;  ///< the run in the view
  QString plotCommand() const;      ///< the plot in use; empty: there is none with signals
  QString figureCommand() const;    ///< the figure that the panel of figures has chosen
  QString staticsCommand() const;   ///< the equilibrium under the inputs of this moment
  QString inverseCommand() const;
  QString variantsCommand() const;  ///< one line for the project itself and for each variant that is compared
  QString verifyCommand() const;
  QString infoCommand() const;
  QString workspaceCommand() const;      ///< what was found last, else of the last link's tip
  QString modesCommand() const;          ///< small motions about the equilibrium under the inputs of this moment
  QString linearCommand() const;         ///< the linear model there
  QString exportCommand() const;         ///< what was exported last, shapes as the view shows them; else a URDF
  QString exportRunCommand() const;      ///< the run that was written to a file last, else as MATLAB's
  QString filmCommand() const;           ///< the film of the run, with the shots of the project
  QString linearInstantCommand() const;  ///< the linear model about the state that is shown

 private:
  enum class Done { kNothing, kPicture, kStatics };

  void addActions();
  void follow(const Snapshot& snapshot);
  void copy(const QString& command);
  bool simulatesRun(const QString& command) const;
  QString shadedOptions() const;
  QString inputsOption() const;
  QString stateOption() const;
  QString project() const;
  PlotCard* plotInUse() const;

  StudioContext& context_;
  RunCommands runs_;
  Done done_ = Done::kNothing;
  PictureChoice picture_;                         ///< the last one of this project
  std::shared_ptr<const StaticsResult> statics_;  ///< the last one seen
};

}  // namespace tendril
