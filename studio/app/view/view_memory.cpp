// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/view_memory.hpp"

#include <QEvent>

#include "studio/app/project/document_host.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kQuietMs = 400;

}  // namespace

ViewMemory::ViewMemory(DocumentHost& document, Viewport& viewport)
    : QObject(&viewport), document_(document), viewport_(viewport) {
  quiet_.setSingleShot(true);
  quiet_.setInterval(kQuietMs);
  viewport.installEventFilter(this);
  connect(&document, &DocumentHost::opened, this, [this] {
    touched_ = false;
    if (const auto camera = cameraOf(document_.document().studio("camera"))) viewport_.setCamera(*camera);
  });
  connect(&viewport, &Viewport::cameraChanged, &quiet_, qOverload<>(&QTimer::start));
  connect(&quiet_, &QTimer::timeout, this, [this] {
    // What the view finds by itself, it finds again.
    const bool chosen = viewport_.isCameraChosen() || !document_.document().studio("camera").empty();
    if (touched_ && chosen && document_.isOpen()) document_.setStudio("camera", cameraText(viewport_.camera()));
  });
}

bool ViewMemory::eventFilter(QObject* watched, QEvent* event) {
  touched_ = touched_ || event->type() == QEvent::MouseButtonPress || event->type() == QEvent::Wheel;
  return QObject::eventFilter(watched, event);
}

}  // namespace tendril
