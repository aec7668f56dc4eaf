// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/layouts/panel_overlay.hpp"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include "studio/app/layouts/panel_title.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kTabsLeft = 11, kTabGap = 3 * kGrid, kCloseSize = 24;

int textWidth(const QString& title) {
  return QFontMetrics(AppTheme::secondaryFont()).horizontalAdvance(title) + 1;
}

/// The name of a panel that shares the place, or its icon where names have no room; as in the bar above docked panels.
class OverlayTab : public QAbstractButton {
 public:
  /// `icon`: shown instead of the title; empty: the title.
  OverlayTab(const QString& title, const QString& icon, bool current) : icon_(icon), current_(current) {
    setText(title);
    setToolTip(icon.isEmpty() ? QString() : title);
    setObjectName("overlay_tab_" + title);
    setAccessibleName(title);
    setFocusPolicy(Qt::TabFocus);
    setFixedHeight(PanelTitle::kHeight);
  }
  QSize sizeHint() const override {
    return {icon_.isEmpty() ? textWidth(text()) : kSmallIconSize, PanelTitle::kHeight};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const AppTheme& theme = AppTheme::instance();
    QPainter painter(this);
    painter.setFont(AppTheme::secondaryFont());
    const QColor color = theme.color(current_ || hasFocus() ? Token::kText : Token::kSecondary);
    painter.setPen(color);
    if (icon_.isEmpty())
      painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, text());
    else
      painter.drawPixmap(0, (height() - kSmallIconSize) / 2,
                         iconPixmap(icon_, kSmallIconSize, devicePixelRatioF(), color));
    if (current_ || hasFocus()) painter.fillRect(0, height() - 2, width(), 2, theme.color(Token::kAccent));
  }

 private:
  QString icon_;
  bool current_;
};

}  // namespace

PanelOverlay::PanelOverlay(QWidget* parent)
    : QWidget(parent), layout_(new QVBoxLayout(this)), tabs_(new QHBoxLayout), close_(new QToolButton) {
  setObjectName("panel_overlay");
  setFixedWidth(kWidth);
  layout_->setContentsMargins(1, 0, 0, 0);
  layout_->setSpacing(0);
  close_->setObjectName("overlay_close");
  close_->setProperty("role", "small");
  close_->setIcon(themeIcon("close", Token::kSecondary));
  close_->setIconSize({kSmallIconSize, kSmallIconSize});
  close_->setFixedSize(kCloseSize, kCloseSize);
  close_->setFocusPolicy(Qt::NoFocus);
  close_->setToolTip(tr("Close"));
  close_->setAccessibleName(tr("Close"));
  auto* bar = new QWidget;
  bar->setFixedHeight(PanelTitle::kHeight);
  auto* across = new QHBoxLayout(bar);
  across->setContentsMargins(kTabsLeft, 0, kGrid, 0);
  across->setSpacing(0);
  tabs_->setSpacing(kTabGap);
  across->addLayout(tabs_);
  across->addStretch(1);
  across->addWidget(close_);
  layout_->addWidget(bar);
  connect(close_, &QToolButton::clicked, this, &PanelOverlay::closeRequested);
  hide();
}

void PanelOverlay::setTabs(const QStringList& titles, const QStringList& icons, int current) {
  if (titles == titles_ && current == current_) return;
  titles_ = titles;
  current_ = current;
  while (QLayoutItem* item = tabs_->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();  // it may be what was clicked
    delete item;
  }
  int wanted = kTabsLeft + kCloseSize + kGrid;
  for (const QString& title : titles) wanted += textWidth(title) + kTabGap;
  const bool crowded = wanted > kWidth;
  for (int i = 0; i < titles.size(); ++i) {
    auto* tab =
        new OverlayTab(titles[i], crowded && i != current ? icons[i] : QString(), i == current && titles.size() > 1);
    tab->setEnabled(titles.size() > 1);
    connect(tab, &QAbstractButton::clicked, this, [this, i] { Q_EMIT tabChosen(i); });
    tabs_->addWidget(tab);
    tab->show();  // the layout would do it later than the picture that follows
  }
}

void PanelOverlay::setContent(QWidget* content) {
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
