// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/wall_hands.hpp"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

#include <utility>

#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr double kClick = 4, kFar = 1e6;  // px
constexpr int kRest = 30;                 // ms
constexpr float kChosen = 0.55F, kHovered = 0.35F;

bool isOurs(int key) {
  return key == Qt::Key_Escape || key == Qt::Key_Backspace || key == Qt::Key_Plus || key == Qt::Key_Equal ||
         key == Qt::Key_Minus;
}

}  // namespace

WallHands::WallHands(Viewport& view) : QWidget(&view), view_(view) {
  setObjectName(QStringLiteral("wallHands"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  setFocusPolicy(Qt::NoFocus);
  hide();
  view.setMouseTracking(true);
  view.installEventFilter(this);
  rest_.setSingleShot(true);
  rest_.setInterval(kRest);
  connect(&rest_, &QTimer::timeout, this, [this] { Q_EMIT hoveredAt(cursor_); });
  connect(&view, &Viewport::cameraChanged, this, [this] {
    update();
    if (picking_ && !rest_.isActive()) rest_.start();  // something else is under the cursor
  });
}

void WallHands::start() {
  picking_ = true;
  pressed_ = QPointF(-kFar, -kFar);
  chosen_.clear(), hovered_.clear();
  setGeometry(view_.rect());
  setVisible(true);
  raise();
  view_.setCursor(Qt::CrossCursor);
  view_.setFocus();
}

void WallHands::stop() {
  picking_ = false;
  rest_.stop();
  chosen_.clear(), hovered_.clear();
  view_.unsetCursor();
  hide();
}

void WallHands::show(std::vector<Face> chosen, std::vector<Face> hovered) {
  chosen_ = std::move(chosen);
  hovered_ = std::move(hovered);
  update();
}

// ---- hands

bool WallHands::eventFilter(QObject* watched, QEvent* event) {
  if (watched != &view_ || !picking_ || passes_) return QWidget::eventFilter(watched, event);
  auto* mouse = dynamic_cast<QMouseEvent*>(event);
  switch (event->type()) {
    case QEvent::Resize:
      setGeometry(view_.rect());
      return false;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
      pressed_ = QPointF(-kFar, -kFar);  // what other buttons and Ctrl begin ends with no click of ours
      if (mouse->button() != Qt::LeftButton || mouse->modifiers().testFlag(Qt::ControlModifier)) return false;
      pressed_ = mouse->position();
      return event->type() == QEvent::MouseButtonDblClick;  // the view would frame everything
    case QEvent::MouseMove:
      cursor_ = mouse->position();
      if (mouse->buttons() == Qt::NoButton && !rest_.isActive()) rest_.start();
      return false;
    case QEvent::MouseButtonRelease:
      return release(*mouse);
    case QEvent::ShortcutOverride:
      if (!isOurs(static_cast<QKeyEvent*>(event)->key())) return false;
      event->accept();
      return true;
    case QEvent::KeyPress:
      return key(static_cast<QKeyEvent*>(event)->key());
    default:
      return false;
  }
}

/// A click picks a face, and selects nothing meanwhile.
bool WallHands::release(QMouseEvent& event) {
  const double way = (event.position() - pressed_).manhattanLength();
  if (event.button() != Qt::LeftButton || !(way <= kClick)) return false;
  {
    const QSignalBlocker quiet(&view_);  // the view ends its gesture, and tells of no click
    passes_ = true;
    QCoreApplication::sendEvent(&view_, &event);
    passes_ = false;
  }
  Q_EMIT clickedAt(event.position());
  return true;
}

bool WallHands::key(int key) {
  switch (key) {
    case Qt::Key_Escape:
      return Q_EMIT cancelled(), true;
    case Qt::Key_Backspace:
      return Q_EMIT tookBack(), true;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return Q_EMIT stepped(1), true;
    case Qt::Key_Minus:
      return Q_EMIT stepped(-1), true;
    default:
      return false;
  }
}

// ---- the picture

void WallHands::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paint(painter, chosen_, kChosen);
  paint(painter, hovered_, kHovered);
}

/// The faces that look at the camera; without smoothing, which would show seams between them.
void WallHands::paint(QPainter& painter, const std::vector<Face>& faces, float opacity) const {
  QColor color = AppTheme::instance().color(Token::kAccent);
  color.setAlphaF(opacity);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  for (const Face& face : faces) {
    std::array<QPointF, 3> at;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 p = view_.camera().project(face[k], view_.width(), view_.height());
      at[k] = {p.x(), p.y()};
    }
    const QPointF ab = at[1] - at[0], ac = at[2] - at[0];
    if (ab.x() * ac.y() - ab.y() * ac.x() < 0) painter.drawPolygon(at.data(), 3);  // y points down
  }
}

}  // namespace tendril
