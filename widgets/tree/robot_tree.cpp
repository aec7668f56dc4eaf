// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/robot_tree.hpp"

#include <QHeaderView>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include "core/model/model.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kLinkRole = Qt::UserRole;
constexpr int kJointRole = Qt::UserRole + 1;

/// The joint's name in grey at the right end of the row.
class LinkDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QString joint = index.data(kJointRole).toString();
    const QFontMetrics metrics(AppTheme::secondaryFont());
    const int reserved = joint.isEmpty() ? 0 : metrics.horizontalAdvance(joint) + 3 * kGrid;
    QStyleOptionViewItem whole = option;
    initStyleOption(&whole, index);
    // Ellipsis instead of running under the joint's name.
    const int room = option.rect.width() - reserved - kSmallIconSize - 5 * kGrid;
    whole.text = QFontMetrics(option.font).elidedText(whole.text, Qt::ElideRight, std::max(room, 0));
    whole.widget->style()->drawControl(QStyle::CE_ItemViewItem, &whole, painter, whole.widget);
    painter->save();
    painter->setFont(AppTheme::secondaryFont());
    painter->setPen(AppTheme::instance().color(Token::kSecondary));
    painter->drawText(option.rect.adjusted(0, 0, -2 * kGrid, 0), Qt::AlignRight | Qt::AlignVCenter, joint);
    painter->restore();
  }
};

QString iconOf(const Link& link) {
  if (link.body) return QStringLiteral("link-soft");
  if (link.joint.type == JointType::kFree) return QStringLiteral("link-floating");
  return link.rigid.mass > 0 ? QStringLiteral("link-rigid") : QStringLiteral("link-frame");
}

QString tooltipOf(const Link& link) {
  const std::string_view joint = jointName(link.joint.type);
  const QString name = QString::fromUtf8(joint.data(), static_cast<qsizetype>(joint.size()));
  const int freedom = link.nvJoint + link.nBody;
  return RobotTree::tr("%1: %2 joint, %n degree(s) of freedom", nullptr, freedom)
      .replace("(s)", freedom == 1 ? "" : "s")
      .arg(QString::fromStdString(link.name), name);
}

QStandardItem* itemOf(const Link& link, int index) {
  auto* item = new QStandardItem(themeIcon(iconOf(link), Token::kSecondary), QString::fromStdString(link.name));
  item->setEditable(false);
  item->setData(index, kLinkRole);
  if (link.joint.type != JointType::kFixed) {
    const std::string_view joint = jointName(link.joint.type);
    item->setData(QString::fromUtf8(joint.data(), static_cast<qsizetype>(joint.size())), kJointRole);
  }
  item->setToolTip(tooltipOf(link));
  return item;
}

}  // namespace

RobotTree::RobotTree(QWidget* parent) : QTreeView(parent) {
  QTreeView::setModel(&items_);
  setItemDelegate(new LinkDelegate(this));
  setHeaderHidden(true);
  setIndentation(16);
  setIconSize({kSmallIconSize, kSmallIconSize});
  setUniformRowHeights(true);
  setExpandsOnDoubleClick(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFrameShape(QFrame::NoFrame);
  setAccessibleName(tr("Links"));
  connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    if (!silent_) Q_EMIT linkSelected(selectedLink());
  });
}

void RobotTree::setRobot(const Model* robot) {
  silent_ = true;
  items_.clear();
  byLink_.clear();
  for (std::size_t i = 0; robot && i < robot->links.size(); ++i) {
    const Link& link = robot->links[i];
    QStandardItem* parent =
        link.parent < 0 ? items_.invisibleRootItem() : byLink_[static_cast<std::size_t>(link.parent)];
    byLink_.push_back(itemOf(link, static_cast<int>(i)));
    parent->appendRow(byLink_.back());
  }
  expandAll();
  silent_ = false;
}

void RobotTree::selectLink(int link) {
  silent_ = true;
  const bool known = link >= 0 && static_cast<std::size_t>(link) < byLink_.size();
  if (known)
    setCurrentIndex(byLink_[static_cast<std::size_t>(link)]->index());
  else
    clearSelection();
  silent_ = false;
}

int RobotTree::selectedLink() const {
  const QModelIndexList rows = selectionModel()->selectedIndexes();
  return rows.isEmpty() ? -1 : rows.front().data(kLinkRole).toInt();
}

void RobotTree::mousePressEvent(QMouseEvent* event) {
  if (!indexAt(event->pos()).isValid()) clearSelection();
  QTreeView::mousePressEvent(event);
}

void RobotTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
  // Row background first, then our own chevron: style sheets cannot tint an image.
  QTreeView::drawBranches(painter, rect, index);
  if (!items_.hasChildren(index)) return;
  const QRect arrow(rect.right() - kSmallIconSize + 1, rect.center().y() - kSmallIconSize / 2 + 1, kSmallIconSize,
                    kSmallIconSize);
  themeIcon(isExpanded(index) ? "chevron-down" : "chevron-right", Token::kSecondary).paint(painter, arrow);
}

}  // namespace tendril
