// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QToolButton>

#include <memory>
#include <vector>

namespace tendril {

/// Items one after the other, wrapping into further rows; each as wide as it wants, never wider than the row. Where
/// there may be no more rows, a button says how many were left out.
class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent, int spacing);
  ~FlowLayout() override;

  /// At most so many rows; `more`, a sibling of the items that is none of them, then stands at the end of the last one
  /// and is told how many there was no room for (none: it is hidden).
  void setMore(QToolButton* more) { more_ = more; }
  void setMostRows(int rows);
  /// Items that the last layout had no room for.
  const std::vector<QLayoutItem*>& leftOut() const { return leftOut_; }

  void addItem(QLayoutItem* item) override;
  int count() const override { return static_cast<int>(items_.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override { return minimumSize(); }
  QSize minimumSize() const override;
  void setGeometry(const QRect& rect) override;

 private:
  struct Placed {
    QLayoutItem* item;
    QRect at;
  };
  std::vector<Placed> placed(const QRect& rect, std::vector<QLayoutItem*>& leftOut) const;

  std::vector<QLayoutItem*> items_, leftOut_;
  QToolButton* more_ = nullptr;
  int mostRows_ = 100;
};

}  // namespace tendril
