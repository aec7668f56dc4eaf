// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/tree_delegate.hpp"

#include <QApplication>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kLeastDetail = 40;

}  // namespace

QRect TreeDelegate::eyeRect(const QRect& row) {
  return {row.right() - kSmallIconSize - 2 * kGrid + 1, row.center().y() - kSmallIconSize / 2 + 1, kSmallIconSize,
          kSmallIconSize};
}

void TreeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const AppTheme& theme = AppTheme::instance();
  const bool heading = index.data(kHeading).toBool(), hidden = index.data(kHidden).toBool();
  const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
  const bool eye = hidden || (hovered && index.data(kHideable).toBool());
  const QString detail = index.data(kDetail).toString();
  const QFont detailFont = AppTheme::secondaryFont();
  const int detailWidth = detail.isEmpty() ? 0 : QFontMetrics(detailFont).horizontalAdvance(detail) + 2 * kGrid;
  const int right = option.rect.right() - 2 * kGrid - (eye ? kSmallIconSize + kGrid : 0);
  QStyleOptionViewItem whole = option;
  initStyleOption(&whole, index);
  if (heading) whole.font = detailFont;
  if (heading || hidden) whole.palette.setColor(QPalette::Text, theme.color(Token::kSecondary));
  const int left = option.rect.left() + (heading ? kGrid : kSmallIconSize + 3 * kGrid);
  const QString name = whole.text;
  // The name comes first: beside it the detail stands only where there is room for a word of it.
  const int rest = right - left - QFontMetrics(whole.font).horizontalAdvance(name) - 2 * kGrid;
  const int detailRoom = std::min(detailWidth, rest < kLeastDetail ? 0 : rest);
  const int room = std::max(0, right - left - detailRoom);
  whole.text.clear();
  whole.widget->style()->drawControl(QStyle::CE_ItemViewItem, &whole, painter, whole.widget);
  painter->save();
  painter->setFont(whole.font);
  painter->setPen(theme.color(heading || hidden ? Token::kSecondary : Token::kText));
  painter->drawText(QRect(left, option.rect.top(), room, option.rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                    QFontMetrics(whole.font).elidedText(name, Qt::ElideRight, room));
  if (detailRoom > 0) {
    const QRect place(left + room, option.rect.top(), right - left - room, option.rect.height());
    painter->setFont(detailFont);
    painter->setPen(theme.color(Token::kSecondary));
    painter->drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                      QFontMetrics(detailFont).elidedText(detail, Qt::ElideRight, place.width() - kGrid));
  }
  if (eye) themeIcon(hidden ? "eye-off" : "eye", Token::kSecondary).paint(painter, eyeRect(option.rect));
  painter->restore();
}

QWidget* TreeDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const {
  auto* edit = new QLineEdit(parent);
  edit->setObjectName("rename");
  edit->setMaxLength(200);  // a pasted paragraph is no name
  edit->setAccessibleName(tr("New name"));
  return edit;
}

void TreeDelegate::setModelData(QWidget* editor, QAbstractItemModel*, const QModelIndex& index) const {
  const QString name = static_cast<QLineEdit*>(editor)->text().trimmed();
  if (!name.isEmpty() && name != index.data(Qt::DisplayRole).toString()) Q_EMIT renamed(index, name);
}

void TreeDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const {
  editor->setGeometry(option.rect.adjusted(kSmallIconSize + 2 * kGrid, 1, -kGrid, -1));
}

}  // namespace tendril
