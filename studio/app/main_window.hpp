// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QMainWindow>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/controller_designer.hpp"
#include "studio/app/window_parts.hpp"

namespace tendril {

class DragController;

/// The window: puts the parts beside one another and lets them know of each other. What a user can do lives in
/// studio/app/actions, what is shown beside the view in studio/app/panels; both know a StudioContext only.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(QWidget* parent = nullptr);

  /// Reads the file beside the window; plays it when it is there if asked. A file that cannot be opened gives a notice
  /// and leaves the open project as it is.
  void openProject(const QString& path, bool play);
  const QString& projectPath() const { return document_.path(); }

  /// What panels and actions see of the window.
  StudioContext& context() { return context_; }
  Player& player() { return player_; }
  ProjectLoader& loader() { return loader_; }
  ViewArea& view() { return *view_; }
  HeaderBar& header() { return *header_; }
  StatusBar& status() { return *status_; }
  RobotPanel& robot() { return *robot_; }
  RobotTree& tree() { return robot_->tree(); }
  TransportBar& transport() { return *view_->transport(); }
  /// The open project.
  DocumentHost& document() { return document_; }
  const Description& description() const { return document_.description(); }
  /// What is selected; tree, view and inspector follow it.
  Selection& selection() { return selection_; }
  /// The docks around the view: open, close, arrange.
  PanelHost& panels() { return *panels_; }
  LayoutActions& layouts() { return *parts_.layouts; }
  PluginActions& pluginActions() { return *parts_.plugins; }
  /// The first screen: examples, recent files, ways to begin.
  GalleryPage& gallery() { return *parts_.gallery; }
  TourActions& tour() { return *parts_.tour; }
  /// Shows or hides the panels beside the view.
  void setPanelsShown(bool shown) { panels_->setPanelsShown(shown); }
  bool panelsShown() const { return panels_->panelsShown(); }
  /// The window as it stands on the screen, 3D view included; null where the screen cannot be read.
  QPixmap screenPicture();

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  description::ObjectId linkAt(const QPointF& at);
  void layOut();
  void connectParts();
  void take(const std::shared_ptr<LoadedProject>& project);
  void showProject();
  void showProblems();
  void showModel(const Snapshot& snapshot);
  void showFrame(const Snapshot& snapshot);
  void showState(RunState state);
  void showDivergence(const Snapshot& snapshot);

  Player player_;
  DocumentHost document_{player_};
  ProjectLoader loader_;
  PluginHost plugins_;
  ControllerDesigner designer_{document_, player_};
  Selection selection_;
  HeaderBar* header_;
  PanelHost* panels_;
  RobotPanel* robot_;
  ViewArea* view_;
  StatusBar* status_;
  StudioContext context_;
  WindowParts parts_;
  DragController* drag_ = nullptr;
  std::vector<Problem> problems_;                             // of the open project
  std::shared_ptr<const std::vector<std::string>> warnings_;  // of the live run, as they are listed
  std::shared_ptr<const std::vector<FoldedBody>> folded_;     // likewise
  std::shared_ptr<RobotScene> scene_;                         // of the project that is being handed to the simulation
  bool playWhenLoaded_ = false;
  bool opening_ = false;  // the next model is of another project: the camera goes there
  QElapsedTimer numbersShown_;
};

}  // namespace tendril
