// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace tendril {

/// A number beside the cursor, and below it where that is. Lets the mouse through; stays within its parent.
class ProbeLabel : public QWidget {
  Q_OBJECT
 public:
  explicit ProbeLabel(QWidget* parent);

  /// Beside a place of the parent.
  void showAt(const QPoint& place, const QString& number, const QString& unit, const QString& where);
  /// "1.23 N·m"; empty while it is hidden.
  QString text() const;
  const QString& where() const { return where_; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString number_, unit_, where_;
};

}  // namespace tendril
