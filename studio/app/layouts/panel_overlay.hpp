// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QHBoxLayout;
class QToolButton;
class QVBoxLayout;

namespace tendril {

/// Panels that lie over the right side of the view where docking them would leave the view too small: one is shown, the
/// others are tabs above it.
class PanelOverlay : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kWidth = 320;

  explicit PanelOverlay(QWidget* parent);

  /// Takes the content over; null gives up what it has.
  void setContent(QWidget* content);
  /// Titles of all panels that share the place, and their icons, which those behind show where titles have no room;
  /// `current`: which of them is shown.
  void setTabs(const QStringList& titles, const QStringList& icons, int current);
  QWidget* content() const { return content_; }

 Q_SIGNALS:
  void closeRequested();
  /// Another one of setTabs() was clicked.
  void tabChosen(int index);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QVBoxLayout* layout_;
  QHBoxLayout* tabs_;
  QStringList titles_;
  int current_ = -1;
  QToolButton* close_;
  QWidget* content_ = nullptr;
};

}  // namespace tendril
