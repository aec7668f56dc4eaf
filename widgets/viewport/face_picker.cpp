// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/face_picker.hpp"

#include <QMouseEvent>
#include <QPainter>

#include <utility>

#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kRest = 30;  // ms
constexpr float kChosen = 0.55F, kHovered = 0.35F;

}  // namespace

FacePicker::FacePicker(Viewport& view) : ViewOverlay(view, QStringLiteral("facePicker")) {
  rest_.setSingleShot(true);
  rest_.setInterval(kRest);
  connect(&rest_, &QTimer::timeout, this, [this] { Q_EMIT hoveredAt(cursor_); });
  connect(&view, &Viewport::cameraChanged, this, [this] {
    if (picking_ && !rest_.isActive()) rest_.start();  // something else is under the cursor
  });
}

void FacePicker::start() {
  picking_ = true;
  chosen_.clear(), hovered_.clear();
  takeOver();
  view().setCursor(Qt::CrossCursor);
}

void FacePicker::stop() {
  picking_ = false;
  rest_.stop();
  chosen_.clear(), hovered_.clear();
  view().unsetCursor();
  hide();
}

void FacePicker::show(std::vector<Face> chosen, std::vector<Face> hovered) {
  chosen_ = std::move(chosen);
  hovered_ = std::move(hovered);
  update();
}

// ---- mouse and keys

bool FacePicker::mouseMove(const QMouseEvent& event) {
  cursor_ = event.position();
  if (event.buttons() == Qt::NoButton && !rest_.isActive()) rest_.start();
  return false;
}

void FacePicker::mouseClick(const QMouseEvent& event) {
  Q_EMIT clickedAt(event.position());
}

bool FacePicker::takesKey(int key) const {
  return key == Qt::Key_Escape || key == Qt::Key_Backspace || key == Qt::Key_Plus || key == Qt::Key_Equal ||
         key == Qt::Key_Minus;
}

void FacePicker::keyPress(int key) {
  if (key == Qt::Key_Escape) return Q_EMIT cancelled();
  if (key == Qt::Key_Backspace) return Q_EMIT tookBack();
  Q_EMIT stepped(key == Qt::Key_Minus ? -1 : 1);
}

// ---- the picture

void FacePicker::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paint(painter, chosen_, kChosen);
  paint(painter, hovered_, kHovered);
}

/// The faces that look at the camera; without smoothing, which would show seams between them.
void FacePicker::paint(QPainter& painter, const std::vector<Face>& faces, float opacity) const {
  QColor color = AppTheme::instance().color(Token::kAccent);
  color.setAlphaF(opacity);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  for (const Face& face : faces) {
    std::array<QPointF, 3> at;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 p = view().camera().project(face[k], view().width(), view().height());
      at[k] = {p.x(), p.y()};
    }
    const QPointF ab = at[1] - at[0], ac = at[2] - at[0];
    if (ab.x() * ac.y() - ab.y() * ac.x() < 0) painter.drawPolygon(at.data(), 3);  // y points down
  }
}

}  // namespace tendril
