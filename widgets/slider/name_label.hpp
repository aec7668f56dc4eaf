// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include <span>

namespace tendril {

/// The name before a slider: as wide as it is long. Where a layout has less room, its end gives way to "…".
class NameLabel : public QLabel {
 public:
  explicit NameLabel(const QString& name, QWidget* parent = nullptr);

  /// The name as far as it is seen.
  QString shown() const;
  /// Names of one list are wished as wide as the longest, so that their sliders begin below each other.
  static void align(std::span<NameLabel* const> names);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int needed() const;

  int wish_ = 0;
};

}  // namespace tendril
