// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/field_pointer.hpp"

#include <QMouseEvent>

#include <cmath>

#include "studio/app/context/studio_context.hpp"
#include "widgets/format.hpp"
#include "widgets/hud/probe_label.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kPauseMs = 40;  // between two readings: looking for what is under the cursor takes a while

QString words(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

FieldPointer::FieldPointer(StudioContext& context)
    : QObject(&context.window()), context_(context), label_(new ProbeLabel(&context.view().viewport())) {
  plot_ = context.actions().add(tr("Plot this point"), "plot-add", {}, [this] {
    if (!signal_.isEmpty()) context_.plot(signal_);
  });
  plot_->setObjectName(QStringLiteral("plotThisPoint"));
  plot_->setProperty(kInObjectMenu, true);
  plot_->setProperty(kAlsoFound, tr("field value probe cursor colour"));
  plot_->setToolTip(tr("Plots the field that colours the body, at the place that the cursor last pointed at"));
  plot_->setEnabled(false);
  due_.setSingleShot(true);
  due_.setInterval(kPauseMs);
  connect(&due_, &QTimer::timeout, this, &FieldPointer::read);
  context.view().viewport().setMouseTracking(true);
  context.view().viewport().installEventFilter(this);
  connect(&context.player(), &Player::frame, this, [this](const Snapshot& snapshot) {
    if (snapshot.deformation.field == SurfaceField::kNone) return leave();
    if (cursor_ && !due_.isActive()) due_.start();
  });
  connect(&context.player(), &Player::modelChanged, this,
          [this] { leave(), signal_.clear(), plot_->setEnabled(false); });
}

bool FieldPointer::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseMove: {
      const auto* mouse = static_cast<const QMouseEvent*>(event);
      if (mouse->buttons() != Qt::NoButton) {
        leave();
      } else {
        cursor_ = mouse->position();
        if (!due_.isActive()) due_.start();
      }
      break;
    }
    case QEvent::MouseButtonPress: {
      const auto* mouse = static_cast<const QMouseEvent*>(event);
      if (mouse->button() != Qt::RightButton) break;
      cursor_ = mouse->position();
      read();  // the menu is of this place
      break;
    }
    case QEvent::Leave:
      leave();
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

void FieldPointer::leave() {
  cursor_.reset(), reading_.reset();
  due_.stop();
  label_->hide();
}

void FieldPointer::read() {
  Viewport& viewport = context_.view().viewport();
  const Snapshot& snapshot = context_.player().snapshot();
  reading_.reset();
  if (cursor_ && snapshot.model && snapshot.deformation.field != SurfaceField::kNone && !viewport.isShapeShown() &&
      !viewport.isGrabbing() && viewport.scene() && viewport.scene()->model() == snapshot.model) {
    const Pick pick = viewport.pickAt(*cursor_);
    if (pick.kind == PickKind::kBody) reading_ = readField(snapshot, pick.link, pick.point);
  }
  signal_ = reading_ ? QString::fromStdString(signalOf(snapshot, *reading_)) : QString();
  plot_->setEnabled(!signal_.isEmpty());
  if (!reading_) return label_->hide();
  const SurfaceFieldInfo& info = surfaceFieldInfo(reading_->field);
  const QuantityText value = formatQuantity(reading_->value, words(info.unit));
  label_->showAt(cursor_->toPoint(), value.number, value.unit, placeOf(*reading_));
}

/// "arm · 0.42 · 210 mm" or "finger · tetrahedron 1234".
QString FieldPointer::placeOf(const FieldReading& reading) const {
  const Link& link = context_.player().snapshot().model->links[static_cast<std::size_t>(reading.link)];
  QString out = QString::fromStdString(link.name);
  if (reading.at) {
    out += QStringLiteral(" · ") + QString::number(*reading.at, 'f', 3);
    if (const double length = link.body->length(); length > 0)
      out += QStringLiteral(" · ") + formatLength(*reading.at * length, context_.lengthUnit(), 3).text();
  } else if (reading.tetrahedron >= 0) {
    out += QStringLiteral(" · ") + tr("tetrahedron %1").arg(reading.tetrahedron);
  }
  return out;
}

}  // namespace tendril
