// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/view_memory.hpp"

#include <QEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

#include "studio/app/project/document_host.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kQuietMs = 400;

}  // namespace

QString cameraText(const CameraView& camera) {
  const QJsonObject object = {{"pivot", QJsonArray{camera.pivot.x(), camera.pivot.y(), camera.pivot.z()}},
                              {"distance", camera.distance},
                              {"azimuth", camera.azimuth},
                              {"elevation", camera.elevation}};
  return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

std::optional<CameraView> cameraOf(const std::string& json) {
  const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json));
  if (!document.isObject()) return std::nullopt;
  const QJsonObject object = document.object();
  CameraView camera;
  camera.distance = object.value("distance").toDouble(camera.distance);
  camera.azimuth = object.value("azimuth").toDouble(camera.azimuth);
  camera.elevation = object.value("elevation").toDouble(camera.elevation);
  const QJsonArray pivot = object.value("pivot").toArray();
  for (qsizetype i = 0; i < 3 && pivot.size() == 3; ++i) camera.pivot[i] = pivot.at(i).toDouble();
  if (!(camera.distance > 0) || !std::isfinite(camera.distance) || !camera.pivot.allFinite()) return std::nullopt;
  return camera;
}

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
