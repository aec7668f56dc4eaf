// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <QList>
#include <QWidget>

class QToolButton;

namespace tendril {

/// The slim bar above a panel: its name, or the names of all panels that share the place as tabs (where they have no
/// room, the icons of those behind), float, close. What is
/// not a click on a tab or button goes to the dock, so the bar drags it and a double click floats it.
class PanelTitle : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kHeight = 28;
  /// Name of the dynamic property of docks with the name of their icon.
  static constexpr auto kIcon = "panelIcon";

  explicit PanelTitle(QDockWidget* dock);

  /// The docks that share the place, this one among them, in the order of the tabs.
  void setTabs(const QList<QDockWidget*>& tabs);
  const QList<QDockWidget*>& tabs() const { return tabs_; }
  /// Where the tab of `dock` is drawn; empty if there is none. Tests click there.
  QRect tabRect(const QDockWidget* dock) const;

  QSize sizeHint() const override { return {120, kHeight}; }
  QSize minimumSizeHint() const override { return {80, kHeight}; }

 Q_SIGNALS:
  /// A tab other than this panel's was clicked.
  void tabChosen(QDockWidget* dock);

 protected:
  bool event(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QList<QRect> tabRects() const;
  int textWidth(const QDockWidget* tab) const;
  bool isCrowded() const;
  QToolButton* addButton(const QString& icon, const QString& name, const QString& text);
  void showFloating();

  QDockWidget* dock_;
  QList<QDockWidget*> tabs_;
  QToolButton *float_, *close_;
};

}  // namespace tendril
