// SPDX-License-Identifier: GPL-3.0-or-later
// Drag and drop by the mouse of the X server, so that everything between it and the widget takes part.
#pragma once

#include <QProcess>
#include <QTest>
#include <QWidget>

namespace tendril {

/// Presses the left button at one point of a widget (its pixels), moves to another and lets go. Needs a display of its
/// own and xdotool. False if the mouse could not be moved, or the drag did not end.
inline bool dragByMouse(QWidget& widget, const QPoint& from, const QPoint& to) {
  constexpr int kSteps = 8, kPatience = 20000;
  const auto move = [&](const QPoint& point) {
    const QPoint at = (QPointF(widget.mapToGlobal(point)) * widget.devicePixelRatioF()).toPoint();
    return QStringList{"mousemove", QString::number(at.x()), QString::number(at.y()), "sleep", "0.03"};
  };
  QStringList commands = move(from) + QStringList{"mousedown", "1", "sleep", "0.05"};
  for (int i = 1; i <= kSteps; ++i) commands += move(from + (to - from) * i / kSteps);
  commands += move(to) + QStringList{"sleep", "0.1", "mouseup", "1", "sleep", "0.1"};
  QProcess mouse;
  mouse.start("xdotool", commands);
  if (!mouse.waitForStarted()) return false;
  const bool ended = QTest::qWaitFor([&] { return mouse.state() == QProcess::NotRunning; }, kPatience);
  QTest::qWait(100);  // the server has told; now the application hears of it
  return ended && mouse.exitStatus() == QProcess::NormalExit && mouse.exitCode() == 0;
}

}  // namespace tendril
