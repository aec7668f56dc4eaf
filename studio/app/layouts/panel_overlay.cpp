// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/layouts/panel_overlay.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "studio/app/layouts/panel_title.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

PanelOverlay::PanelOverlay(QWidget* parent)
    : QWidget(parent), layout_(new QVBoxLayout(this)), title_(new QLabel), close_(new QToolButton) {
  setObjectName("panel_overlay");
  setFixedWidth(kWidth);
  layout_->setContentsMargins(1, 0, 0, 0);
  layout_->setSpacing(0);
  title_->setFont(AppTheme::secondaryFont());
  title_->setProperty("role", "secondary");
  close_->setObjectName("overlay_close");
  close_->setProperty("role", "small");
  close_->setIcon(themeIcon("close", Token::kSecondary));
  close_->setIconSize({kSmallIconSize, kSmallIconSize});
  close_->setFixedSize(24, 24);
  close_->setFocusPolicy(Qt::NoFocus);
  close_->setToolTip(tr("Close"));
  close_->setAccessibleName(tr("Close"));
  auto* bar = new QWidget;
  bar->setFixedHeight(PanelTitle::kHeight);
  auto* across = new QHBoxLayout(bar);
  across->setContentsMargins(11, 0, kGrid, 0);
  across->addWidget(title_, 1);
  across->addWidget(close_);
  layout_->addWidget(bar);
  connect(close_, &QToolButton::clicked, this, &PanelOverlay::closeRequested);
  hide();
}

void PanelOverlay::setContent(const QString& title, QWidget* content) {
  title_->setText(title);
  if (content == content_) return;
  if (content_) layout_->removeWidget(content_);
  content_ = content;
  if (!content_) return;
  layout_->addWidget(content_, 1);
  content_->show();
}

void PanelOverlay::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  painter.fillRect(rect(), theme.color(Token::kPanel));
  painter.fillRect(0, 0, 1, height(), theme.color(Token::kHairline));
  painter.fillRect(0, PanelTitle::kHeight - 1, width(), 1, theme.color(Token::kHairline));
}

}  // namespace tendril
