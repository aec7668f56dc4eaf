// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/header/header_bar.hpp"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>

#include "widgets/floating/buttons.hpp"
#include "widgets/header/project_title.hpp"
#include "widgets/header/segmented.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

namespace {

/// A button with a menu: the chevron stands in the room that Qt reserves for its own arrow.
class MenuButton : public QToolButton {
 public:
  using QToolButton::QToolButton;

 protected:
  void paintEvent(QPaintEvent* event) override {
    QToolButton::paintEvent(event);
    QPainter painter(this);
    const QRect arrow(width() - kSmallIconSize - kGrid, (height() - kSmallIconSize) / 2 + 1, kSmallIconSize,
                      kSmallIconSize);
    themeIcon("chevron-down", Token::kSecondary).paint(&painter, arrow);
  }
};

/// Looks like a search field, opens the palette.
class SearchButton : public QToolButton {
 public:
  SearchButton(QAction* action, QWidget* parent) : QToolButton(parent), action_(action) {
    setObjectName("search");
    setFixedHeight(30);
    setMaximumWidth(kWide);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    setToolTip(tooltipOf(action));
    setAccessibleName(action->text());
    connect(this, &QToolButton::clicked, action, &QAction::trigger);
  }
  QSize sizeHint() const override { return {kWide, 30}; }
  QSize minimumSizeHint() const override { return {kNarrow, 30}; }  // where room is short only the glass is left

 protected:
  void paintEvent(QPaintEvent*) override {
    const AppTheme& theme = AppTheme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.color(hasFocus() ? Token::kAccent : Token::kHairline));
    painter.setBrush(theme.color(underMouse() ? Token::kHover : Token::kWindow));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    themeIcon("search", Token::kSecondary)
        .paint(&painter, {8, (height() - kSmallIconSize) / 2, kSmallIconSize, kSmallIconSize});
    if (width() < kWide / 2) return;
    painter.setPen(theme.color(Token::kSecondary));
    painter.setFont(AppTheme::secondaryFont());
    const QRect room = rect().adjusted(8 + kSmallIconSize + 6, 0, -10, 0);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, HeaderBar::tr("Search"));
    if (width() < kWide) return;
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, action_->shortcut().toString(QKeySequence::NativeText));
  }

 private:
  static constexpr int kWide = 176, kNarrow = 32;
  QAction* action_;
};

}  // namespace

HeaderBar::HeaderBar(QWidget* parent) : QWidget(parent), menu_(new QMenu(this)), title_(new ProjectTitle(menu_, this)) {
  setFixedHeight(kHeaderHeight);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(6, 0, 8, 1);
  layout->setSpacing(8);
  layout->addWidget(title_);
  left_ = new QHBoxLayout;
  left_->setSpacing(kGrid);
  layout->addLayout(left_);
  layout->addStretch(1);
  middle_ = new QHBoxLayout;
  middle_->setSpacing(12);
  layout->addLayout(middle_);
  layout->addStretch(1);
  right_ = new QHBoxLayout;
  right_->setSpacing(kGrid);
  layout->addLayout(right_);
}

void HeaderBar::setProject(const QString& name, const QString& path, bool dirty) {
  title_->set(name, path, dirty);
}

QMenu& HeaderBar::projectMenu() {
  return *menu_;
}

void HeaderBar::setWorkspaces(const QList<QAction*>& workspaces) {
  middle_->insertWidget(0, new Segmented(workspaces, this));
}

QToolButton* HeaderBar::setSearch(QAction* action) {
  auto* search = new SearchButton(action, this);
  middle_->addWidget(search);
  return search;
}

QToolButton* HeaderBar::addButton(QAction* action) {
  auto* button = new QToolButton(this);
  button->setDefaultAction(action);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setIconSize({kIconSize, kIconSize});
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolTip(tooltipOf(action));
  left_->addWidget(button);
  return button;
}

QToolButton* HeaderBar::addMenu(const QString& icon, const QString& text, QMenu* menu) {
  auto* button = new MenuButton(this);
  button->setIcon(themeIcon(icon));
  button->setText(text);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setIconSize({kIconSize, kIconSize});
  button->setFocusPolicy(Qt::TabFocus);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setMenu(menu);
  left_->addWidget(button);
  return button;
}

QToolButton* HeaderBar::addTool(QAction* action) {
  QToolButton* button = iconButton(action, this);
  right_->addWidget(button);
  return button;
}

void HeaderBar::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  painter.fillRect(rect(), theme.color(Token::kPanel));
  painter.fillRect(0, height() - 1, width(), 1, theme.color(Token::kHairline));
}

}  // namespace tendril
