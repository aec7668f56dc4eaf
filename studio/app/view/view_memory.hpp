// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "studio/app/context/camera_text.hpp"

namespace tendril {

class DocumentHost;
class Viewport;

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
