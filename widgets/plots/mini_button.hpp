// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace tendril {

/// A flat square button with one icon of 16 px, small enough for a heading. `name`: for people who cannot see it, and
/// the tooltip.
class MiniButton : public QAbstractButton {
  Q_OBJECT
 public:
  MiniButton(QString icon, const QString& name, int size, QWidget* parent);

  void setIconName(const QString& icon);
  /// Drawn only while this is on, under the pointer or focused; clicks go through always.
  void setLoud(bool on);
  QSize sizeHint() const override { return {size_, size_}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QString icon_;
  int size_;
  bool loud_ = true;
};

}  // namespace tendril
