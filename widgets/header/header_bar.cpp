// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/header/header_bar.hpp"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>

#include "widgets/floating/buttons.hpp"
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

}  // namespace

/// Mark and project name.
class HeaderBar::Title : public QWidget {
 public:
  explicit Title(QWidget* parent) : QWidget(parent) {
    setFixedHeight(kHeaderHeight - 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  }
  void set(const QString& name, const QString& path) {
    name_ = name;
    setToolTip(path);
    setAccessibleName(name);
    updateGeometry();
    update();
  }
  QSize sizeHint() const override {
    const double text = QFontMetricsF(AppTheme::headingFont()).horizontalAdvance(name_);
    return {kTextLeft + static_cast<int>(text) + 2, height()};
  }
  QSize minimumSizeHint() const override { return {kTextLeft + 60, height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    const AppTheme& theme = AppTheme::instance();
    QPainter painter(this);
    const QRect mark(0, (height() - kIconSize) / 2, kIconSize, kIconSize);
    themeIcon("tendril", Token::kText).paint(&painter, mark);
    painter.setFont(AppTheme::headingFont());
    painter.setPen(theme.color(Token::kText));
    const QFontMetricsF metrics(painter.font());
    painter.drawText(QPointF(kTextLeft, (height() + metrics.capHeight()) / 2),
                     metrics.elidedText(name_, Qt::ElideRight, width() - kTextLeft));
  }

 private:
  static constexpr int kTextLeft = kIconSize + 8;
  QString name_;
};

HeaderBar::HeaderBar(QWidget* parent) : QWidget(parent), title_(new Title(this)) {
  setFixedHeight(kHeaderHeight);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 0, 8, 1);
  layout->setSpacing(16);
  layout->addWidget(title_);
  left_ = new QHBoxLayout;
  left_->setSpacing(kGrid);
  layout->addLayout(left_);
  layout->addStretch(1);
  right_ = new QHBoxLayout;
  right_->setSpacing(kGrid);
  layout->addLayout(right_);
}

void HeaderBar::setProject(const QString& name, const QString& path) {
  title_->set(name, path);
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
