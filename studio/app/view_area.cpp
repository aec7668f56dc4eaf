// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view_area.hpp"

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
      notices_(new NoticeStack(this, kMargin)),
      dropFrame_(new DropFrame(this)) {
  viewport_->setAcceptDrops(false);  // the window opens files, wherever they are let go
  dropFrame_->setAttribute(Qt::WA_TransparentForMouseEvents);
  dropFrame_->hide();
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

void ViewArea::setDropTarget(bool shown) {
  dropFrame_->setVisible(shown);
  dropFrame_->raise();
}

void ViewArea::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  place();
}

bool ViewArea::event(QEvent* event) {
  if (event->type() == QEvent::ContentsRectChange) place();
  return QWidget::event(event);
}

void ViewArea::place() {
  const QRect free = contentsRect();
  viewport_->setGeometry(rect());
  dropFrame_->setGeometry(rect());
  hud_->move(kMargin, kMargin);
  hud_->resize(hud_->sizeHint().width(), hud_->height());
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
  viewport_->setBottomInset(height() - bottom);
  notices_->relayout();
}

}  // namespace tendril
