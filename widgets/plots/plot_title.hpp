// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QWidget>

namespace tendril {

/// A heading that is edited in place by double click, F2 or Enter. While it has no text of its own it shows `automatic`
/// in grey.
class PlotTitle : public QWidget {
  Q_OBJECT
 public:
  explicit PlotTitle(QWidget* parent);

  const QString& text() const { return text_; }
  void setText(const QString& text);
  void setAutomatic(const QString& text);
  /// Text, or the automatic one.
  const QString& shown() const { return text_.isEmpty() ? automatic_ : text_; }
  void setStrong(bool on);
  void edit();
  QLineEdit* editor() const { return editor_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {24, 20}; }

 Q_SIGNALS:
  void edited(const QString& text);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void finish(bool keep);

  QString text_, automatic_;
  QLineEdit* editor_ = nullptr;
  bool strong_ = false;
};

}  // namespace tendril
