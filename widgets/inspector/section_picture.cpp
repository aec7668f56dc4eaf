// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/section_picture.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "core/text/units.hpp"
#include "widgets/inspector/field_text.hpp"
#include "widgets/inspector/inspector.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kRadiusPx = 42, kHandle = 4.5, kReach = 9;
constexpr int kSide = 112;  ///< width of the part seen along x

}  // namespace

SectionPicture::SectionPicture(FormContext& context, QWidget* parent) : QWidget(parent), context_(context) {
  setMouseTracking(true);
  setAccessibleName(tr("Picture of the section"));
}

bool SectionPicture::understands(const FieldRow& shape) {
  return shape.text == "\"circle\"" || shape.text == "\"tube\"" || shape.text == "\"rectangle\"" ||
         shape.text == "\"ellipse\"";
}

void SectionPicture::setRows(const std::vector<FieldRow>& rows) {
  measures_.clear();
  for (const FieldRow& row : rows) {
    if (row.path == section_ + ".shape") shape_ = plainText(row.text).toStdString();
    if (row.kind != FieldKind::kMeasure || row.path != section_ + '.' + row.key || row.key == "torsion_constant")
      continue;
    Measure measure{.key = row.key, .paths = {}, .samples = row.samples};
    if (row.samples.empty()) continue;
    const bool two = row.parts.size() == 2;
    if (!two && row.expression.empty()) measure.paths[0] = row.path;
    for (std::size_t end = 0; end < row.parts.size() && end < 2; ++end)
      if (row.parts[end].expression.empty()) measure.paths[end] = row.parts[end].path;
    measure.factor = row.key == "height" || row.key == "width" ? 0.5 : 1;
    measure.alongZ = row.key == "width" || row.key == "b";
    measure.hole = row.key == "inner";
    measures_.push_back(std::move(measure));
  }
  if (dragged_ < 0) scale_ = kRadiusPx / std::max(largest(), 1e-12);
  update();
}

double SectionPicture::largest() const {
  double most = 0;
  for (const Measure& measure : measures_)
    for (const double sample : measure.samples)
      if (std::isfinite(sample)) most = std::max(most, std::abs(sample) * measure.factor);
  return most;
}

QPointF SectionPicture::centre() const {
  return {RowBase::kMargin + kSide / 2.0, kHeight / 2.0};
}

QRectF SectionPicture::profileRect() const {
  const double left = RowBase::kMargin + kSide + 16.0;
  return {left, kHeight / 2.0 - kRadiusPx, std::max(20.0, width() - left - RowBase::kTail - 8), 2 * kRadiusPx};
}

double SectionPicture::extent(bool alongZ, bool hole, std::size_t sample) const {
  const Measure* found = nullptr;
  for (const Measure& measure : measures_)
    if (measure.hole == hole && (measure.alongZ == alongZ || (!found && measure.key != "height" && measure.key != "a")))
      found = &measure;
  if (!found || sample >= found->samples.size() || !std::isfinite(found->samples[sample])) return 0;
  return std::abs(found->samples[sample]) * found->factor * scale_;
}

std::vector<SectionPicture::Handle> SectionPicture::handles() const {
  std::vector<Handle> all;
  const QRectF profile = profileRect();
  for (std::size_t i = 0; i < measures_.size(); ++i) {
    const Measure& measure = measures_[i];
    for (int end = 0; end < 2; ++end) {
      if (measure.paths[end].empty()) continue;
      const double value = (end == 0 ? measure.samples.front() : measure.samples.back()) * measure.factor * scale_;
      if (end == 0) all.push_back({i, 0, false, centre() + (measure.alongZ ? QPointF(value, 0) : QPointF(0, -value))});
      if (!measure.alongZ)
        all.push_back({i, end, true, {end == 0 ? profile.left() : profile.right(), profile.center().y() - value}});
    }
  }
  return all;
}

QPointF SectionPicture::handleAt(const std::string& key, int end) const {
  for (const Handle& handle : handles())
    if (measures_[handle.measure].key == key && handle.end == end) return handle.at;
  return {};
}

int SectionPicture::handleUnder(const QPointF& position) const {
  const std::vector<Handle> all = handles();
  for (std::size_t i = all.size(); i-- > 0;)
    if (std::hypot(all[i].at.x() - position.x(), all[i].at.y() - position.y()) < kReach) return static_cast<int>(i);
  return -1;
}

void SectionPicture::paintSection(QPainter& painter, int end) const {
  const std::size_t sample = end == 0 || measures_.empty() ? 0 : measures_[0].samples.size() - 1;
  QPainterPath path;
  for (const bool hole : {false, true}) {
    const double y = extent(false, hole, sample),
                 z = shape_ == "circle" || shape_ == "tube" ? y : extent(true, hole, sample);
    if (y <= 0 || z <= 0) continue;
    if (shape_ == "rectangle")
      path.addRect(QRectF(centre() - QPointF(z, y), centre() + QPointF(z, y)));
    else
      path.addEllipse(centre(), z, y);
  }
  painter.drawPath(path);
}

void SectionPicture::paintProfile(QPainter& painter) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const QRectF room = profileRect();
  for (const bool hole : {false, true}) {
    QPolygonF upper, lower;
    const std::size_t count = measures_.empty() ? 0 : measures_[0].samples.size();
    for (std::size_t i = 0; i < count; ++i) {
      const double x = room.left() + room.width() * static_cast<double>(i) / static_cast<double>(count - 1);
      const double y = extent(false, hole, i);
      upper << QPointF(x, room.center().y() - y);
      lower.prepend(QPointF(x, room.center().y() + y));
    }
    if (hole && extent(false, true, 0) <= 0) break;
    painter.setBrush(hole ? scheme.panel : mixed(scheme.panel, scheme.secondary, 0.22));
    painter.drawPolygon(upper + lower);
  }
  painter.setPen(QPen(scheme.hairline, 1, Qt::DashLine));
  painter.drawLine(QPointF(room.left() - 6, room.center().y()), QPointF(room.right() + 6, room.center().y()));
  painter.setPen(scheme.secondary);
  painter.setFont(AppTheme::secondaryFont());
  const QFontMetrics metrics(painter.font());
  const double baseline = kHeight - 3;
  painter.drawText(QPointF(room.left(), baseline), tr("base"));
  painter.drawText(QPointF(room.right() - metrics.horizontalAdvance(tr("tip")), baseline), tr("tip"));
}

void SectionPicture::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(QRectF(0, 0, width(), kHeight));
  painter.setPen(QPen(scheme.hairline, 1));
  painter.drawLine(centre() - QPointF(kSide / 2.0, 0), centre() + QPointF(kSide / 2.0, 0));
  painter.drawLine(centre() - QPointF(0, kHeight / 2.0 - 4), centre() + QPointF(0, kHeight / 2.0 - 4));
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(scheme.secondary);
  painter.drawText(centre() + QPointF(4, -kHeight / 2.0 + 13), QStringLiteral("y"));
  painter.drawText(centre() + QPointF(kSide / 2.0 - 8, -4), QStringLiteral("z"));
  painter.setPen(QPen(scheme.secondary, 1.25));
  painter.setBrush(mixed(scheme.panel, scheme.secondary, 0.22));
  paintSection(painter, 0);
  painter.setPen(QPen(scheme.secondary, 1, Qt::DashLine));
  painter.setBrush(Qt::NoBrush);
  paintSection(painter, 1);
  painter.setPen(QPen(scheme.secondary, 1.25));
  paintProfile(painter);
  const std::vector<Handle> all = handles();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool hot = static_cast<int>(i) == (dragged_ >= 0 ? dragged_ : hovered_);
    painter.setPen(QPen(hot ? scheme.accent : scheme.text, 1.5));
    painter.setBrush(hot ? scheme.accent : scheme.panel);
    painter.drawEllipse(all[i].at, kHandle, kHandle);
  }
}

void SectionPicture::mousePressEvent(QMouseEvent* event) {
  hovered_ = handleUnder(event->position());
  if (event->button() != Qt::LeftButton || hovered_ < 0) return event->ignore();
  dragged_ = hovered_;
  gesture_ = QStringLiteral("inspector:%1:%2").arg(QString::fromStdString(section_)).arg(++context_.gestures);
}

void SectionPicture::mouseMoveEvent(QMouseEvent* event) {
  const std::vector<Handle> all = handles();
  const QPointF at = event->position();
  if (dragged_ < 0) {
    hovered_ = handleUnder(at);
    setCursor(hovered_ < 0                                                        ? Qt::ArrowCursor
              : measures_[all[static_cast<std::size_t>(hovered_)].measure].alongZ ? Qt::SizeHorCursor
                                                                                  : Qt::SizeVerCursor);
    return update();
  }
  if (static_cast<std::size_t>(dragged_) >= all.size()) return;
  const Handle& handle = all[static_cast<std::size_t>(dragged_)];
  const Measure& measure = measures_[handle.measure];
  const double pixels = std::max(2.0, measure.alongZ ? at.x() - centre().x() : centre().y() - at.y());
  const double value = pixels / scale_ / measure.factor;
  const QString path = QString::fromStdString(measure.paths[handle.end]);
  Q_EMIT context_.form->edited(path, QString::number(value, 'g', 3), gesture_);
}

void SectionPicture::mouseReleaseEvent(QMouseEvent*) {
  if (dragged_ < 0) return;
  dragged_ = -1;
  gesture_.clear();
  scale_ = kRadiusPx / std::max(largest(), 1e-12);
  update();
  Q_EMIT context_.form->editFinished();
}

}  // namespace tendril
