// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "widgets/functions/function_check.hpp"

namespace tendril {

/// A formula of X, checked while it is typed: what is wrong stands below. Enter takes it over, Escape puts the old one
/// back; what is wrong is never told to anybody.
class FunctionRow : public QWidget {
  Q_OBJECT
 public:
  explicit FunctionRow(const QString& name, FunctionCheck check, QWidget* parent = nullptr);

  /// The formula as the project has it; what is being typed, or was refused, stays.
  void setText(const QString& text);
  const QString& text() const { return text_; }
  /// With a button that takes it away.
  void setRemovable(bool removable);
  /// A dot in front, in the hue of its curve; −1: none.
  void setHue(int curve);
  /// Has no room for sentences: problemShown() tells who has.
  void setBrief(bool brief) { brief_ = brief; }
  QLineEdit& field() { return *field_; }

 Q_SIGNALS:
  void committed(const QString& text);
  /// What is being typed can be drawn like this; empty: draw what there was.
  void previewed(const std::vector<double>& curve);
  void removeRequested();
  /// What is wrong, as soon as it is shown; empty: nothing any more.
  void problemShown(const QString& problem);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void check();
  void commit();
  void revert();
  void showProblem(const QString& problem);
  void paintDot();

  FunctionCheck check_;
  QString text_, wrong_;
  int hue_ = -1;
  bool brief_ = false;
  QLabel *dot_, *problem_;
  QLineEdit* field_;
  QToolButton* remove_;
  QTimer patience_;  ///< who is still typing is not told yet
};

}  // namespace tendril
