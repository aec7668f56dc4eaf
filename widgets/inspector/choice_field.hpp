// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include <vector>

#include "core/form/field_rows.hpp"

namespace tendril {

/// One of a few names, chosen from a menu; up and down go through them without opening it.
class ChoiceField : public QAbstractButton {
  Q_OBJECT
 public:
  explicit ChoiceField(QWidget* parent = nullptr);

  void setOptions(std::vector<FieldOption> options);
  void setCurrent(const QString& name);
  const QString& current() const { return current_; }
  /// Several objects, which differ here: none of the options is the current one.
  void setMixed();
  void setWrong(bool wrong);
  void openMenu();
  QSize sizeHint() const override;

 Q_SIGNALS:
  void chosen(const QString& name);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  std::vector<FieldOption> options_;
  QString current_;
  bool wrong_ = false, mixed_ = false;
};

/// A name as people read it: "fem_linear" → "fem linear"; "" → "none".
QString optionText(const QString& name);

/// On or off.
class Switch : public QAbstractButton {
  Q_OBJECT
 public:
  explicit Switch(QWidget* parent = nullptr);
  QSize sizeHint() const override { return {30, 18}; }
  /// Several objects, some of which are on: drawn in the middle; the next click is “on”.
  void setMixed(bool mixed);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  bool mixed_ = false;
};

}  // namespace tendril
