// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/robot_panel.hpp"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

namespace {

constexpr int kNarrowest = 200;  // names of links stay readable

}  // namespace

RobotPanel::RobotPanel(QWidget* parent)
    : QWidget(parent), filter_(new QLineEdit), add_(new QToolButton), tree_(new RobotTree) {
  setMinimumWidth(kNarrowest);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(2 * kGrid, kGrid + 2, kGrid, kGrid);
  bar->setSpacing(kGrid);
  filter_->setObjectName("tree_filter");
  filter_->setPlaceholderText(tr("Filter"));
  filter_->setAccessibleName(tr("Filter the robot"));
  filter_->setClearButtonEnabled(true);
  filter_->addAction(themeIcon("search", Token::kSecondary), QLineEdit::LeadingPosition);
  filter_->setFixedHeight(kFieldHeight);
  bar->addWidget(filter_, 1);
  add_->setObjectName("tree_add");
  add_->setProperty("role", "icon");
  add_->setIcon(themeIcon("plus"));
  add_->setIconSize({kIconSize, kIconSize});
  add_->setToolTip(tr("Add a link, actuator, load, material or parameter"));
  add_->setAccessibleName(tr("Add"));
  add_->setPopupMode(QToolButton::InstantPopup);
  add_->setFocusPolicy(Qt::TabFocus);
  add_->hide();
  bar->addWidget(add_);
  layout->addLayout(bar);
  layout->addWidget(tree_, 1);
  connect(filter_, &QLineEdit::textChanged, tree_, &RobotTree::setFilter);
  setFocusProxy(tree_);
}

void RobotPanel::setAddMenu(QMenu* menu) {
  add_->setMenu(menu);
  add_->setVisible(menu && !menu->isEmpty());
}

QMenu* RobotPanel::addMenu() const {
  return add_->menu();
}

}  // namespace tendril
