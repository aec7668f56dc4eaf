// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <optional>
#include <string>

#include "render/camera.hpp"

namespace tendril {

class DocumentHost;
class Viewport;

/// `studio.camera` of a project: as JSON, and back. Angles in rad, lengths in m. What is missing or no number keeps its
/// default; nothing if the text is no object or the distance is not positive.
QString cameraText(const CameraView& camera);
std::optional<CameraView> cameraOf(const std::string& json);

/// Puts the camera where the opened project wants it, and keeps in the project where hands left it. Framing is not
/// kept, so that looking changes no file.
class ViewMemory : public QObject {
  Q_OBJECT
 public:
  ViewMemory(DocumentHost& document, Viewport& viewport);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  DocumentHost& document_;
  Viewport& viewport_;
  bool touched_ = false;  ///< by hand, since the project was opened
  QTimer quiet_;          ///< the camera has stood still for a while
};

}  // namespace tendril
