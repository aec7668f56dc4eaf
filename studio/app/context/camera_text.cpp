// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/context/camera_text.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace tendril {

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

}  // namespace tendril
