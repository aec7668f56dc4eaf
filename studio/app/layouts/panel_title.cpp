// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/layouts/panel_title.hpp"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kButton = 24;
constexpr int kLeft = 12, kTabGap = 16;

}  // namespace

PanelTitle::PanelTitle(QDockWidget* dock)
    : QWidget(dock),
      dock_(dock),
      tabs_{dock},
      float_(addButton("float", dock->objectName() + "_float", tr("Float"))),
      close_(addButton("close", dock->objectName() + "_close", tr("Close"))) {
  connect(float_, &QToolButton::clicked, dock, [dock] { dock->setFloating(!dock->isFloating()); });
  connect(close_, &QToolButton::clicked, dock, &QDockWidget::close);
  connect(dock, &QDockWidget::topLevelChanged, this, &PanelTitle::showFloating);
  connect(&AppTheme::instance(), &AppTheme::changed, this, qOverload<>(&QWidget::update));
  showFloating();
}

QToolButton* PanelTitle::addButton(const QString& icon, const QString& name, const QString& text) {
  auto* button = new QToolButton(this);
  button->setObjectName(name);
  button->setProperty("role", "small");
  button->setIcon(themeIcon(icon, Token::kSecondary));
  button->setIconSize({kSmallIconSize, kSmallIconSize});
  button->setFocusPolicy(Qt::NoFocus);  // the actions of the window do the same by key
  button->setFixedSize(kButton, kButton);
  button->setAccessibleName(tr("%1 %2").arg(text, dock_->windowTitle()));
  button->setToolTip(text);
  return button;
}

void PanelTitle::showFloating() {
  float_->setToolTip(dock_->isFloating() ? tr("Put back") : tr("Float as a window of its own"));
  update();
}

void PanelTitle::setTabs(const QList<QDockWidget*>& tabs) {
  tabs_ = tabs;
  update();
}

int PanelTitle::textWidth(const QDockWidget* tab) const {
  return QFontMetrics(AppTheme::secondaryFont()).horizontalAdvance(tab->windowTitle());
}

bool PanelTitle::isCrowded() const {
  int wanted = kLeft;
  for (const QDockWidget* tab : tabs_) wanted += textWidth(tab) + kTabGap;
  return tabs_.size() > 1 && wanted - kTabGap > float_->x() - kGrid;
}

QList<QRect> PanelTitle::tabRects() const {
  const bool crowded = isCrowded();
  const auto widthOf = [&](const QDockWidget* tab) {
    return crowded && tab != dock_ ? kSmallIconSize : textWidth(tab);
  };
  int wanted = -kTabGap;
  for (const QDockWidget* tab : tabs_) wanted += widthOf(tab) + kTabGap;
  const int room = float_->x() - kGrid - kLeft;
  const double shrink = wanted > room && wanted > 0 ? static_cast<double>(room) / wanted : 1;
  QList<QRect> rects;
  double x = kLeft;
  for (const QDockWidget* tab : tabs_) {
    const double width = widthOf(tab) * shrink;
    rects << QRect(static_cast<int>(x), 0, static_cast<int>(width), height());
    x += width + kTabGap * shrink;
  }
  return rects;
}

QRect PanelTitle::tabRect(const QDockWidget* dock) const {
  for (qsizetype i = 0; i < tabs_.size(); ++i)
    if (tabs_[i] == dock) return tabRects()[i];
  return {};
}

bool PanelTitle::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || tabs_.size() < 2) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  for (const QDockWidget* tab : tabs_)
    if (tabRect(tab).contains(help->pos())) QToolTip::showText(help->globalPos(), tab->windowTitle(), this);
  return true;
}

void PanelTitle::mousePressEvent(QMouseEvent* event) {
  for (QDockWidget* tab : tabs_) {
    const QRect hit = tabRect(tab).adjusted(-kTabGap / 2, 0, kTabGap / 2, 0);
    if (tab == dock_ || !hit.contains(event->position().toPoint())) continue;
    Q_EMIT tabChosen(tab);
    return;
  }
  event->ignore();
}

void PanelTitle::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const int top = (height() - kButton) / 2;
  close_->move(width() - kButton - kGrid, top);
  float_->move(close_->x() - kButton, top);
}

void PanelTitle::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  painter.fillRect(rect(), theme.color(Token::kPanel));
  painter.fillRect(0, height() - 1, width(), 1, theme.color(Token::kHairline));
  QFont font = AppTheme::secondaryFont();
  painter.setFont(font);
  const QList<QRect> rects = tabRects();
  const bool crowded = isCrowded();
  for (qsizetype i = 0; i < tabs_.size(); ++i) {
    const bool own = tabs_[i] == dock_;
    painter.setPen(theme.color(own && tabs_.size() > 1 ? Token::kText : Token::kSecondary));
    if (crowded && !own) {
      const QString icon = tabs_[i]->property(kIcon).toString();
      painter.drawPixmap(rects[i].left(), (height() - kSmallIconSize) / 2,
                         iconPixmap(icon, kSmallIconSize, devicePixelRatioF(), theme.color(Token::kSecondary)));
      continue;
    }
    const QString text = QFontMetrics(font).elidedText(tabs_[i]->windowTitle(), Qt::ElideRight, rects[i].width() + 1);
    painter.drawText(rects[i], Qt::AlignLeft | Qt::AlignVCenter, text);
    if (own && tabs_.size() > 1)
      painter.fillRect(rects[i].left(), height() - 2, rects[i].width(), 2, theme.color(Token::kAccent));
  }
}

}  // namespace tendril
