// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pose/pose_name_field.hpp"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/tokens.hpp"

namespace tendril {

PoseNameField::PoseNameField(QWidget* parent) : QLineEdit(parent) {
  setFixedHeight(kFieldHeight);
  setPlaceholderText(tr("Name of a pose"));
  open_ = addAction(themeIcon("chevron-down", Token::kSecondary), TrailingPosition);
  open_->setToolTip(tr("Stored poses"));
  connect(open_, &QAction::triggered, this, &PoseNameField::openMenu);
  setNames({});
}

void PoseNameField::setNames(const QStringList& names) {
  names_ = names;
  open_->setVisible(!names_.isEmpty());
}

void PoseNameField::openMenu() {
  if (names_.isEmpty()) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setObjectName("poses:menu");
  menu->setMinimumWidth(width());
  for (int i = 0; i < names_.size(); ++i) {
    QAction* action = menu->addAction(QString(names_[i]).replace(u'&', QStringLiteral("&&")), this, [this, i] {
      if (i >= names_.size()) return;
      setText(names_[i]);
      setCursorPosition(0);
      Q_EMIT chosen(i);
    });
    if (i == current()) menu->setActiveAction(action);
  }
  menu->popup(mapToGlobal(QPoint(0, height() + 2)));
}

void PoseNameField::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Down) return openMenu();
  QLineEdit::keyPressEvent(event);
}

}  // namespace tendril
