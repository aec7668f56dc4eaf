// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/profile_picture.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "widgets/inspector/inspector.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kHandle = 4.5, kReach = 9, kRoom = 18;

/// "….polygons[2][5]" → 2, 5.
std::pair<std::size_t, std::size_t> indicesOf(const std::string& path, std::size_t from) {
  std::size_t numbers[2] = {0, 0};
  int count = -1;
  for (std::size_t i = from; i < path.size(); ++i) {
    if (path[i] == '[') ++count;
    if (path[i] >= '0' && path[i] <= '9' && count >= 0 && count < 2)
      numbers[count] = 10 * numbers[count] + static_cast<std::size_t>(path[i] - '0');
  }
  return {numbers[0], numbers[1]};
}

QString numberJson(double value) {
  return QString::number(std::abs(value) < 1e-12 ? 0 : value, 'g', 3);
}

}  // namespace

ProfilePicture::ProfilePicture(FormContext& context, QWidget* parent) : QWidget(parent), context_(context) {
  setMouseTracking(true);
  setAccessibleName(tr("Picture of the section"));
}

void ProfilePicture::setRows(const std::vector<FieldRow>& rows) {
  polygons_.clear();
  const std::string list = section_ + ".polygons";
  for (const FieldRow& row : rows) {
    if (row.kind != FieldKind::kVector || row.parts.size() != 2 || !row.path.starts_with(list + '[')) continue;
    if (!row.parts[0].value || !row.parts[1].value) continue;
    const auto [polygon, corner] = indicesOf(row.path, list.size());
    const bool plain = row.parts[0].expression.empty() && row.parts[1].expression.empty();
    if (polygon >= polygons_.size()) polygons_.resize(polygon + 1);
    polygons_[polygon].push_back({*row.parts[0].value, *row.parts[1].value, plain ? row.path : std::string()});
  }
  std::erase_if(polygons_, [](const auto& polygon) { return polygon.size() < 3; });
  if (dragged_.empty()) fit();
  update();
}

void ProfilePicture::fit() {
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  for (const auto& polygon : polygons_)
    for (const Corner& corner : polygon) {
      low[0] = std::min(low[0], corner.y), high[0] = std::max(high[0], corner.y);
      low[1] = std::min(low[1], corner.z), high[1] = std::max(high[1], corner.z);
    }
  if (polygons_.empty()) return;
  middleY_ = (low[0] + high[0]) / 2;
  middleZ_ = (low[1] + high[1]) / 2;
  const double up = (kHeight - 2 * kRoom) / std::max(high[0] - low[0], 1e-12);
  const double across = std::max(40.0, width() - 2 * kRoom) / std::max(high[1] - low[1], 1e-12);
  scale_ = std::min(up, across);
}

QPointF ProfilePicture::onScreen(const Corner& corner) const {
  return {width() / 2.0 + (corner.z - middleZ_) * scale_, kHeight / 2.0 - (corner.y - middleY_) * scale_};
}

QPointF ProfilePicture::cornerAt(std::size_t polygon, std::size_t corner) const {
  if (polygon >= polygons_.size() || corner >= polygons_[polygon].size()) return {};
  return onScreen(polygons_[polygon][corner]);
}

ProfilePicture::Corner* ProfilePicture::cornerUnder(const QPointF& position) {
  Corner* nearest = nullptr;
  double best = kReach;
  for (auto& polygon : polygons_)
    for (Corner& corner : polygon) {
      const QPointF apart = onScreen(corner) - position;
      const double distance = std::hypot(apart.x(), apart.y());
      if (corner.path.empty() || distance >= best) continue;
      best = distance;
      nearest = &corner;
    }
  return nearest;
}

void ProfilePicture::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(scheme.hairline, 1));
  const QPointF axis = onScreen({});  // where the rod's axis runs
  painter.drawLine(QPointF(RowBase::kMargin, axis.y()), QPointF(width() - RowBase::kTail, axis.y()));
  painter.drawLine(QPointF(axis.x(), 4), QPointF(axis.x(), kHeight - 4));
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(scheme.secondary);
  painter.drawText(QPointF(axis.x() + 4, 13), QStringLiteral("y"));
  painter.drawText(QPointF(width() - RowBase::kTail - 8, axis.y() - 4), QStringLiteral("z"));
  QPainterPath path;
  for (const auto& polygon : polygons_) {
    QPolygonF corners;
    for (const Corner& corner : polygon) corners << onScreen(corner);
    path.addPolygon(corners);
    path.closeSubpath();
  }
  painter.setPen(QPen(scheme.secondary, 1.25));
  painter.setBrush(mixed(scheme.panel, scheme.secondary, 0.22));
  painter.drawPath(path);  // odd and even: what lies inside another one is a hole
  const std::string& hot = dragged_.empty() ? hovered_ : dragged_;
  for (const auto& polygon : polygons_)
    for (const Corner& corner : polygon) {
      if (corner.path.empty()) continue;
      const bool isHot = corner.path == hot;
      painter.setPen(QPen(isHot ? scheme.accent : scheme.text, 1.5));
      painter.setBrush(isHot ? scheme.accent : scheme.panel);
      painter.drawEllipse(onScreen(corner), kHandle, kHandle);
    }
}

void ProfilePicture::mousePressEvent(QMouseEvent* event) {
  const Corner* corner = cornerUnder(event->position());
  if (event->button() != Qt::LeftButton || !corner) return event->ignore();
  dragged_ = corner->path;
  start_ = *corner;
  gesture_ = QStringLiteral("inspector:%1:%2").arg(QString::fromStdString(section_)).arg(++context_.gestures);
}

void ProfilePicture::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  if (dragged_.empty()) {
    const Corner* corner = cornerUnder(at);
    hovered_ = corner ? corner->path : std::string();
    setCursor(corner ? Qt::SizeAllCursor : Qt::ArrowCursor);
    return update();
  }
  double y = middleY_ - (at.y() - kHeight / 2.0) / scale_, z = middleZ_ + (at.x() - width() / 2.0) / scale_;
  if (event->modifiers() & Qt::ShiftModifier) {
    if (std::abs(y - start_.y) > std::abs(z - start_.z))
      z = start_.z;
    else
      y = start_.y;
  }
  const QString json = QStringLiteral("[%1,%2]").arg(numberJson(y), numberJson(z));
  Q_EMIT context_.form->edited(QString::fromStdString(dragged_), json, gesture_);
}

void ProfilePicture::mouseReleaseEvent(QMouseEvent*) {
  if (dragged_.empty()) return;
  dragged_.clear();
  gesture_.clear();
  fit();
  update();
  Q_EMIT context_.form->editFinished();
}

void ProfilePicture::leaveEvent(QEvent*) {
  hovered_.clear();
  update();
}

void ProfilePicture::resizeEvent(QResizeEvent*) {
  if (dragged_.empty()) fit();
}

}  // namespace tendril
