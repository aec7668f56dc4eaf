// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/context/view_area.hpp"

#include <QEvent>
#include <QPainter>

#include <algorithm>

#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kMargin = 3 * kGrid, kBottomMargin = 3 * kGrid;

/// Outline of the view in the accent colour: what is let go here is opened.
class DropFrame : public QWidget {
 public:
  using QWidget::QWidget;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(AppTheme::instance().color(Token::kAccent), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(5, 5, -5, -5), kRadius, kRadius);
  }
};

}  // namespace

ViewArea::ViewArea(QWidget* parent)
    : QWidget(parent),
      viewport_(new Viewport(this)),
      hud_(new Hud(this)),
      forceLegend_(new ForceLegend(this)),
      colorBar_(new ColorBar(this)),
      cloudBar_(new ColorBar(this)),
      notices_(new NoticeStack(this, kMargin)),
      dropFrame_(new DropFrame(this)),
      banner_(new QLabel(this)) {
  dropFrame_->setAttribute(Qt::WA_TransparentForMouseEvents);
  dropFrame_->hide();
  cloudBar_->setObjectName(QStringLiteral("cloudBar"));
  for (ColorBar* bar : {colorBar_, cloudBar_}) bar->installEventFilter(this);
  banner_->setObjectName(QStringLiteral("viewBanner"));
  banner_->setAttribute(Qt::WA_TransparentForMouseEvents);
  banner_->setAlignment(Qt::AlignCenter);
  banner_->hide();
  connect(&AppTheme::instance(), &AppTheme::changed, this, [this] { setBanner(banner_->text()); });
  setMinimumSize(480, 320);
}

void ViewArea::setTransport(TransportBar* transport) {
  transport_ = transport;
  transport_->setParent(this);
  transport_->show();
  place();
}

void ViewArea::setTimeline(Timeline* timeline) {
  timeline_ = timeline;
  timeline_->setParent(this);
  timeline_->show();
  place();
}

void ViewArea::setBanner(const QString& text) {
  const AppTheme& theme = AppTheme::instance();
  banner_->setText(text);
  banner_->setStyleSheet(QStringLiteral("background: %1; color: %2; border: 1px solid %3; border-radius: 6px; "
                                        "padding: 0 12px;")
                             .arg(theme.color(Token::kPanel).name(), theme.color(Token::kText).name(),
                                  theme.color(Token::kHairline).name()));
  banner_->setVisible(!text.isEmpty());
  place();
}

void ViewArea::setDropTarget(bool shown) {
  dropFrame_->setVisible(shown);
  dropFrame_->raise();
  Q_EMIT fileHovers(shown);
}

void ViewArea::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  place();
}

bool ViewArea::event(QEvent* event) {
  if (event->type() == QEvent::ContentsRectChange) place();
  return QWidget::event(event);
}

/// The bars of colours keep beside each other, whichever comes or goes.
bool ViewArea::eventFilter(QObject* watched, QEvent* event) {
  const bool moves = event->type() == QEvent::Show || event->type() == QEvent::Hide || event->type() == QEvent::Resize;
  if (moves && (watched == colorBar_ || watched == cloudBar_)) place();
  return QWidget::eventFilter(watched, event);
}

/// In the middle at the top, or beside what stands there already, or below it.
void ViewArea::placeBanner(const QRect& free) {
  const int middle = free.left() + (free.width() - banner_->width()) / 2, beside = hud_->geometry().right() + 1 + kGrid;
  if (middle >= beside)
    banner_->move(middle, kMargin);
  else if (beside + banner_->width() <= free.right() - kMargin)
    banner_->move(beside, kMargin);
  else
    banner_->move(std::max(middle, free.left() + kMargin), kMargin + hud_->height() + kGrid);
}

void ViewArea::place() {
  const QRect free = contentsRect();
  viewport_->setGeometry(rect());
  viewport_->setContentsMargins(contentsMargins());  // what it draws over the picture keeps out of them, too
  dropFrame_->setGeometry(rect());
  hud_->move(kMargin, kMargin);
  hud_->resize(hud_->sizeHint().width(), hud_->height());
  forceLegend_->move(kMargin, kMargin + hud_->height() + kGrid);
  colorBar_->move(kMargin, (height() - colorBar_->sizeHint().height()) / 2);
  const int beside = colorBar_->isHidden() ? kMargin : colorBar_->geometry().right() + 1 + 2 * kGrid;
  cloudBar_->move(beside, (height() - cloudBar_->sizeHint().height()) / 2);
  banner_->setFixedHeight(kRowHeight);
  banner_->setFixedWidth(banner_->sizeHint().width());
  placeBanner(free);
  // From the bottom: timeline, capsule; what lies in the 3D view keeps clear of both.
  int bottom = height() - kBottomMargin;
  if (timeline_) {
    const int width = std::clamp(free.width() - 2 * kMargin, Timeline::kNarrowest, Timeline::kWidest);
    const int shadow = FloatingPanel::kShadow;
    bottom -= Timeline::kHeight;
    timeline_->setGeometry(free.left() + (free.width() - width) / 2 - shadow, bottom - shadow, width + 2 * shadow,
                           timeline_->height());
    bottom -= 2 * kGrid;
  }
  if (transport_) {
    const int width = transport_->sizeHint().width();
    bottom -= kTransportHeight;
    transport_->setGeometry(free.left() + (free.width() - width) / 2, bottom - FloatingPanel::kShadow, width,
                            transport_->height());
  }
  viewport_->setCovered(contentsMargins().right(), height() - bottom);
  notices_->relayout();
}

}  // namespace tendril
