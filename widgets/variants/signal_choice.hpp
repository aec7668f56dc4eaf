// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include <vector>

namespace tendril {

/// One or several signals, a line each: a list of names, and a button that adds a line or takes it away. Lists are
/// named "variantsSignal", "variantsSignal2", …
class SignalChoice : public QWidget {
  Q_OBJECT
 public:
  static constexpr std::size_t kMost = 4;

  explicit SignalChoice(QWidget* parent = nullptr);

  /// What there is; chosen ones stay where they are still there, else the first is `usual`.
  void setNames(const QStringList& names, const QString& usual);
  /// Without repetition, in the order of the lines.
  QStringList chosen() const;

 Q_SIGNALS:
  void changed();

 private:
  struct Line {
    QWidget* row;
    QComboBox* list;
    QToolButton* button;
  };
  void add(const QString& name);
  void remove(const QWidget* row);
  void showButtons();
  void press(const QWidget* row);

  QVBoxLayout* down_;
  std::vector<Line> lines_;
  QStringList names_;
};

}  // namespace tendril
