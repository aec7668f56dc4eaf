// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace tendril {

/// What stands where no plot is: what can be done about it.
class PlotEmpty : public QWidget {
  Q_OBJECT
 public:
  explicit PlotEmpty(QWidget* parent = nullptr);

  /// Titles of the usual plots; without any the button is not there.
  void setUsual(const QStringList& titles);

 Q_SIGNALS:
  void addRequested();
  void usualRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QPushButton* usual_;
};

}  // namespace tendril
