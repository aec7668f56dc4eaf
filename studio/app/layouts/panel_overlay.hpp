// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace tendril {

/// A panel that lies over the right side of the view where docking it would leave the view too small.
class PanelOverlay : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kWidth = 320;

  explicit PanelOverlay(QWidget* parent);

  /// Takes the content over under this title; null gives up what it has.
  void setContent(const QString& title, QWidget* content);
  QWidget* content() const { return content_; }

 Q_SIGNALS:
  void closeRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QVBoxLayout* layout_;
  QLabel* title_;
  QToolButton* close_;
  QWidget* content_ = nullptr;
};

}  // namespace tendril
