// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QPixmap>

class QMimeData;

namespace tendril {

/// Something that can be added.
struct PartItem {
  QString id = {}, name = {}, help = {};
  QString also = {};     ///< other words by which it is found
  QString icon = {};     ///< in assets/icons, where there is no picture
  QString picture = {};  ///< file with a transparent background
};

/// A part as a small picture with its name below. A click or Return chooses it, a drag carries its id away.
class PartCard : public QAbstractButton {
  Q_OBJECT
 public:
  static constexpr auto kFormat = "application/x-tendril-part";

  PartCard(PartItem item, QWidget* parent);

  const PartItem& item() const { return item_; }
  /// Why it cannot be chosen now; it can be dragged nevertheless. Empty: it can.
  void setReason(const QString& reason);
  int heightForWidth(int width) const override;
  bool hasHeightForWidth() const override { return true; }
  QSize sizeHint() const override;
  /// The id that a drag carries; empty: it is none of a part.
  static QString idOf(const QMimeData& data);

 Q_SIGNALS:
  /// The cursor or the focus is on it; it has left it.
  void looked();
  void left();
  void dragStarted();
  void dragEnded();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void drag();

  PartItem item_;
  QString reason_;
  QPixmap picture_;
  QPoint pressed_;
};

}  // namespace tendril
