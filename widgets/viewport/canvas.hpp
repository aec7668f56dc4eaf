// SPDX-License-Identifier: GPL-3.0-or-later
// Where the 3D view is drawn: off the screen, as an image that Qt paints like any other.
#pragma once

#include <vtkSmartPointer.h>

#include <QImage>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <memory>
#include <vector>

#include "render/ambient_occlusion.hpp"

class vtkOpenGLFramebufferObject;
class vtkGenericOpenGLRenderWindow;

namespace tendril {

/// A window of VTK's that draws with an OpenGL context of Qt's. A QOpenGLWidget would instead make Qt put the whole
/// window together by OpenGL, plots and panels with every picture of the robot: without a graphics card that takes
/// longer than the robot. Copying the picture out takes a millisecond or two per megapixel.
class Canvas {
 public:
  Canvas() = default;
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  /// The context and the window. False if this machine has no OpenGL for it; once failed it stays so.
  bool create();
  /// Null until create() has succeeded.
  vtkGenericOpenGLRenderWindow* window() const;
  /// The window's context for this thread; nothing without a window. Qt's other users of OpenGL have their own.
  void makeCurrent();
  /// Most pixels along a side of a picture; with a window only.
  int largest();
  /// Draws (size in device pixels as the window has it) into `picture`, made anew where its size is another.
  /// `multisampled`: the window has more than one sample per pixel. `transparent`: with alpha.
  void draw(QImage& picture, bool multisampled, bool transparent = false);
  /// The depths of the picture that was drawn last, of the part that `depths` says.
  void readDepths(PictureDepths& depths, bool multisampled);
  /// Ends the window, with the renderers taken out before.
  void release();

 private:
  void makeWindow();
  vtkOpenGLFramebufferObject* drawn(bool multisampled) const;
  void copyOut(QImage& picture, bool multisampled, QImage::Format format);

  std::unique_ptr<QOffscreenSurface> surface_;
  std::unique_ptr<QOpenGLContext> context_;
  vtkSmartPointer<vtkGenericOpenGLRenderWindow> window_;
  QImage upsideDown_;               ///< as OpenGL counts rows
  std::vector<float> depthsBelow_;  ///< likewise
  bool failed_ = false;
};

}  // namespace tendril
