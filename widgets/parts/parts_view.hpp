// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>
#include <vector>

#include "widgets/parts/part_card.hpp"

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace tendril {

class CardGrid;

/// Everything that can be added, as cards under headings; a few letters in the field leave those that they mean.
class PartsView : public QWidget {
  Q_OBJECT
 public:
  explicit PartsView(QWidget* parent = nullptr);

  /// Puts a heading with its cards below the others.
  void addGroup(const QString& title, const std::vector<PartItem>& items);
  /// Asks for each card why it cannot be chosen now (PartCard::setReason).
  void setReasons(const std::function<QString(const QString& id)>& reason);
  /// Of this id; null: there is none.
  PartCard* card(const QString& id) const;
  /// Cards that the field leaves, from the top.
  std::vector<PartCard*> shown() const;

 Q_SIGNALS:
  void chosen(const QString& id);
  /// The cursor or the focus is on this card; empty: on none.
  void looked(const QString& id);
  /// A card is carried; empty: no more.
  void carried(const QString& id);

 private:
  struct Group {
    QLabel* title;
    CardGrid* grid;
  };
  void filter(const QString& text);

  QLineEdit* field_;
  QVBoxLayout* column_;
  QLabel* nothing_;
  std::vector<Group> groups_;
  std::vector<PartCard*> cards_;
};

}  // namespace tendril
