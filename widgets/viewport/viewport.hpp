// SPDX-License-Identifier: GPL-3.0-or-later
// The 3D view: a robot in a QOpenGLWidget, and the hands that turn it.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <QImage>
#include <QOpenGLWidget>
#include <QPointF>
#include <QTimer>
#include <QVariantAnimation>
#include <array>
#include <functional>
#include <memory>

#include "core/session/snapshot.hpp"
#include "render/camera.hpp"
#include "render/robot_scene.hpp"
#include "render/stage.hpp"

class vtkGenericOpenGLRenderWindow;

namespace tendril {

/// Left drag orbits, middle drag pans, wheel zooms to the cursor, double click sets the pivot and frames, 1/3/7 look
/// from the front, the right and the top, F frames. The robot is a RobotScene; snapshots move it.
class Viewport : public QOpenGLWidget {
  Q_OBJECT

 public:
  explicit Viewport(QWidget* parent = nullptr);
  ~Viewport() override;

  /// Shows another robot, or none. The camera stays; see frameAll.
  void setScene(std::shared_ptr<RobotScene> scene);
  const std::shared_ptr<RobotScene>& scene() const;
  /// Moves the robot. A snapshot of another model than the scene's is ignored. The first one frames the robot unless a
  /// camera was set.
  void updatePose(const Snapshot& snapshot);
  void setDark(bool dark);
  /// Free strip at the bottom for what floats there, logical pixels.
  void setBottomInset(int pixels);
  void setGroundVisible(bool visible);

  const CameraView& camera() const;
  /// At once, or as a movement of 150 ms.
  void setCamera(const CameraView& camera, bool animated = false);
  void frameAll(bool animated = true);
  void frameLink(int link, bool animated = true);
  void look(StandardView view);
  /// Link with the outline, −1 for none.
  void setSelectedLink(int link);
  int selectedLink() const { return selected_; }
  /// What is under a point, logical pixels of the widget.
  Pick pickAt(const QPointF& position);

  /// The picture at any size, without the widget's overlays. Null image before the widget was first shown.
  QImage grabImage(const QSize& size);
  /// Milliseconds that the last picture took.
  double frameMilliseconds() const { return frameMilliseconds_; }
  /// True if there is no graphics card; known after the first picture.
  bool softwareRendering() const;

 Q_SIGNALS:
  /// A click: link index, −1 on empty ground. `kind` tells body, joint, tendon.
  void linkPicked(int link, const tendril::Pick& pick);
  void fileDropped(const QString& path);
  /// The camera moved by hand, key or transition.
  void cameraChanged();

 protected:
  void initializeGL() override;
  void resizeGL(int width, int height) override;
  void paintGL() override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void makeWindow();
  void releaseWindow();
  void prepare(int width, int height, double pixelRatio);
  void refresh();
  void stepBack();
  void moveCamera(const CameraView& target, bool animated);

  std::unique_ptr<Stage> stage_;
  vtkSmartPointer<vtkGenericOpenGLRenderWindow> window_;
  QMetaObject::Connection contextGone_;
  QVariantAnimation transition_;
  QTimer still_;  ///< fires when nothing has moved for a while: the picture is drawn again, smoothed
  CameraView from_, to_;
  Qt::MouseButton dragging_ = Qt::NoButton;
  QPointF pressed_, last_;
  bool moved_ = false, framed_ = false, antialiased_ = false;
  bool follows_ = true;          ///< the camera steps back where the robot leaves the picture
  std::array<Vec3, 2> reached_;  ///< corners of the box that the robot has swept since it was framed
  int selected_ = -1;
  double frameMilliseconds_ = 0;
};

}  // namespace tendril
