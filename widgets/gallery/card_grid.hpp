// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

namespace tendril {

/// Children of equal size in as many columns as fit; as high as they need. Arrow keys go from one to the next.
class CardGrid : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kGap = 16;

  /// Smallest width of a cell and the gap between cells; cells widen up to fill the row.
  explicit CardGrid(int cellWidth, QWidget* parent = nullptr, int gap = kGap);

  /// Takes the widget over and puts it behind the others.
  void add(QWidget* cell);
  const std::vector<QWidget*>& cells() const { return cells_; }
  /// After cells were hidden or shown: those that are not hidden close up.
  void refresh();
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  int columns(int width) const;
  int widthOfCell(int width) const;
  int heightOfCell(int width) const;
  std::vector<QWidget*> shownCells() const;
  void arrange();

  int cellWidth_, gap_;
  std::vector<QWidget*> cells_;
};

}  // namespace tendril
