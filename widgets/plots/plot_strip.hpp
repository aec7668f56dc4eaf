// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <QWidget>

#include "widgets/plots/canvas/plot_canvas.hpp"
#include "widgets/plots/mini_button.hpp"

namespace tendril {

/// The narrow strip of tools at the left of the plots, in pairs, for it must fit a low drawer.
class PlotStrip : public QWidget {
  Q_OBJECT
 public:
  explicit PlotStrip(QWidget* parent);

  void setListShown(bool on);
  void setTool(PlotCanvas::Tool tool);
  void setCursorsShown(bool on);
  void setFollowing(bool on);
  void setFrozen(bool on);
  /// Width of the window that follows in s; 0: everything.
  void setWindow(double seconds);
  void setOtherRuns(int count);
  MiniButton* exportButton() const { return export_; }

  /// The widths that can be chosen, in s; 0: everything.
  static const std::vector<double>& windows();
  static QString windowName(double seconds);

 Q_SIGNALS:
  void listToggled(bool on);
  void plotRequested();
  void toolChosen(tendril::PlotCanvas::Tool tool);
  void cursorsToggled(bool on);
  void fitRequested();
  void followToggled(bool on);
  void freezeToggled(bool on);
  void windowChosen(double seconds);
  void otherRunsChosen(int count);
  void runListRequested();
  void exportRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  MiniButton* button(const char* icon, const QString& name, const char* object, bool checkable);
  void openWindows();
  void openRuns();

  MiniButton *list_, *add_, *zoom_, *scrub_, *cursors_, *fit_, *follow_, *freeze_, *runs_, *export_;
  QToolButton* window_;
  double seconds_ = 10;
  int otherRuns_ = 0;
};

}  // namespace tendril
