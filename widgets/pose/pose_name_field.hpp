// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QStringList>

namespace tendril {

/// The name of a pose: typed, or chosen from a menu of those that are stored (chevron, Down, Alt+Down).
class PoseNameField : public QLineEdit {
  Q_OBJECT
 public:
  explicit PoseNameField(QWidget* parent = nullptr);

  void setNames(const QStringList& names);
  const QStringList& names() const { return names_; }
  /// The name as it would be stored: blanks at the ends and double ones left out.
  QString name() const { return text().simplified(); }
  /// The stored name that is in the field; −1 if there is none.
  int current() const { return static_cast<int>(names_.indexOf(name())); }
  void openMenu();

 Q_SIGNALS:
  /// One of the names was chosen; the field shows it.
  void chosen(int index);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QStringList names_;
  QAction* open_;
};

}  // namespace tendril
