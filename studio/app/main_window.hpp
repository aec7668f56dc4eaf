// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QMainWindow>

#include "studio/app/document_host.hpp"
#include "studio/app/layouts/panel_host.hpp"
#include "studio/app/player.hpp"
#include "studio/app/project_loader.hpp"
#include "studio/app/selection.hpp"
#include "studio/app/view_area.hpp"
#include "widgets/header/header_bar.hpp"
#include "widgets/status/status_bar.hpp"
#include "widgets/tree/robot_panel.hpp"

namespace tendril {

class GalleryPage;
class LayoutActions;

class Hand;

/// The window: puts the parts beside one another and lets them know of each other. What a user can do lives in
/// studio/app/actions.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(QWidget* parent = nullptr);

  /// Reads the file beside the window; plays it when it is there if asked. A file that cannot be opened gives a notice
  /// and leaves the open project as it is.
  void openProject(const QString& path, bool play);
  const QString& projectPath() const { return document_.path(); }

  Player& player() { return player_; }
  ProjectLoader& loader() { return loader_; }
  ViewArea& view() { return *view_; }
  HeaderBar& header() { return *header_; }
  StatusBar& status() { return *status_; }
  RobotPanel& robot() { return *robot_; }
  RobotTree& tree() { return robot_->tree(); }
  TransportBar& transport() { return *transport_; }
  void setTransport(TransportBar* transport);
  /// The open project.
  DocumentHost& document() { return document_; }
  const Description& description() const { return document_.description(); }
  /// Selects the owner of a field and puts the cursor into it.
  void goToField(const QString& field);
  /// What is selected; tree, view and inspector follow it.
  Selection& selection() { return selection_; }
  /// The docks around the view: open, close, arrange.
  PanelHost& panels() { return *panels_; }
  /// Adds a panel beside the view; it opens where its workspaces say.
  void addPanel(const PanelSpec& spec) { panels_->addPanel(spec); }
  LayoutActions& layouts() { return *layouts_; }
  /// The first screen: examples, recent files, ways to begin.
  GalleryPage& gallery() { return *gallery_; }
  /// Shows or hides the panels beside the view.
  void setPanelsShown(bool shown) { panels_->setPanelsShown(shown); }
  bool panelsShown() const { return panels_->panelsShown(); }
  /// The window as it stands on the screen, 3D view included; null where the screen cannot be read.
  QPixmap screenPicture();

 Q_SIGNALS:
  /// Somebody wants to see a signal ("arm.tip.z") in the plots.
  void plotRequested(const QString& signal);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void layOut();
  void connectParts();
  void take(const std::shared_ptr<LoadedProject>& project);
  void addActions();
  void addPanels();
  void showProject();
  void showProblems();
  void showModel(const Snapshot& snapshot);
  void showFrame(const Snapshot& snapshot);
  void showState(RunState state);
  void showDivergence(const Snapshot& snapshot);

  Player player_;
  DocumentHost document_{player_};
  ProjectLoader loader_;
  Selection selection_;
  HeaderBar* header_;
  PanelHost* panels_;
  RobotPanel* robot_;
  ViewArea* view_;
  LayoutActions* layouts_ = nullptr;
  GalleryPage* gallery_ = nullptr;
  StatusBar* status_;
  TransportBar* transport_ = nullptr;
  Hand* hand_ = nullptr;
  std::vector<Problem> problems_;                             // of the open project
  std::shared_ptr<const std::vector<std::string>> warnings_;  // of the live run, as they are listed
  std::shared_ptr<RobotScene> scene_;                         // of the project that is being handed to the simulation
  bool playWhenLoaded_ = false;
  bool opening_ = false;  // the next model is of another project: the camera goes there
  QElapsedTimer numbersShown_;
};

}  // namespace tendril
