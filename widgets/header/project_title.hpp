// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

class QMenu;

namespace tendril {

/// Mark, project name and the dot of what is not saved; a click opens the project's menu.
class ProjectTitle : public QAbstractButton {
  Q_OBJECT
 public:
  ProjectTitle(QMenu* menu, QWidget* parent);
  void set(const QString& name, const QString& path, bool dirty);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  bool hasMenu() const;
  int rightOfText() const;

  QMenu* menu_;
  QString name_;
  bool dirty_ = false;
};

}  // namespace tendril
