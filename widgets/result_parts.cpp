// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/result_parts.hpp"

#include <QHeaderView>
#include <QPainter>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

QStandardItem* resultCell(const QString& text, bool number, const QString& tip) {
  auto* item = new QStandardItem(text);
  item->setEditable(false);
  item->setTextAlignment(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
  if (number) item->setFont(AppTheme::numberFont());
  item->setToolTip(tip.isEmpty() ? text : tip);
  return item;
}

void makeResultList(QTreeView& view, const char* name, const QString& text, QStandardItemModel& model) {
  view.setObjectName(QLatin1String(name));
  view.setAccessibleName(text);
  view.setModel(&model);
  view.setRootIsDecorated(false);
  view.setUniformRowHeights(true);
  view.setAllColumnsShowFocus(true);
  view.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view.header()->setSectionsMovable(false);
  view.header()->setStretchLastSection(true);
  view.header()->setHighlightSections(false);
}

void tickOnEnter(QTreeView& view, QStandardItemModel& model) {
  QObject::connect(&view, &QTreeView::activated, &model, [&model](const QModelIndex& index) {
    QStandardItem* item = model.item(index.row(), 0);
    item->setCheckState(item->checkState() == Qt::Checked ? Qt::Unchecked : Qt::Checked);
  });
}

QLabel* secondaryLabel(const QString& text) {
  auto* label = new QLabel(text);
  label->setProperty("role", "secondary");
  return label;
}

QToolButton* makeFootButton(QToolButton* button, const char* name, const char* icon, const QString& text,
                            const QString& tip) {
  button->setObjectName(QLatin1String(name));
  button->setIcon(themeIcon(QLatin1String(icon), Token::kSecondary));
  button->setText(text);
  button->setToolTip(tip);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

QIcon curveSwatch(const QColor& color) {
  QPixmap picture(24, 24);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, 4, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(3, 12, 21, 12);
  return picture;
}

}  // namespace tendril
