// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace tendril {

/// Name of a field, with its symbol in grey; dragging it sideways scrubs the value where that is possible.
class ScrubLabel : public QWidget {
  Q_OBJECT
 public:
  explicit ScrubLabel(QWidget* parent = nullptr);

  void setText(const QString& text, const QString& symbol);
  const QString& symbol() const { return symbol_; }
  void setScrubbable(bool scrubbable);
  /// Greyed: the field has no meaning now, or is absent.
  void setFaint(bool faint);

 Q_SIGNALS:
  void scrubBegan();
  void scrubbed(double steps);
  void scrubEnded();
  void clicked();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  QString text_, symbol_;
  bool scrubbable_ = false, faint_ = false, pressed_ = false, dragging_ = false;
  int pressX_ = 0;
};

}  // namespace tendril
