// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/canvas.hpp"

#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>

#include <QOpenGLFunctions>
#include <algorithm>
#include <utility>

namespace tendril {

Canvas::~Canvas() {
  release();
}

vtkGenericOpenGLRenderWindow* Canvas::window() const {
  return window_;
}

bool Canvas::create() {
  if (window_) return true;
  if (failed_) return false;
  context_ = std::make_unique<QOpenGLContext>();
  surface_ = std::make_unique<QOffscreenSurface>();
  if (context_->create()) {
    surface_->setFormat(context_->format());
    surface_->create();
  }
  // A driver may give less than it was asked for.
  const bool enough = !context_->isOpenGLES() && context_->format().version() >= std::pair(3, 2);
  failed_ = !surface_->isValid() || !enough || !context_->makeCurrent(surface_.get());
  if (failed_) return false;
  makeWindow();
  return true;
}

void Canvas::makeWindow() {
  window_ = vtkSmartPointer<vtkGenericOpenGLRenderWindow>::New();
  window_->SetFrameBlitModeToNoBlit();
  window_->SetMultiSamples(0);
  window_->SetOwnContext(0);
  // VTK asks for the context through events.
  vtkNew<vtkCallbackCommand> isCurrent, makeCurrentCommand, yes;
  isCurrent->SetClientData(this);
  isCurrent->SetCallback([](vtkObject*, unsigned long, void* self, void* answer) {
    *static_cast<bool*>(answer) = QOpenGLContext::currentContext() == static_cast<Canvas*>(self)->context_.get();
  });
  makeCurrentCommand->SetClientData(this);
  makeCurrentCommand->SetCallback(
      [](vtkObject*, unsigned long, void* self, void*) { static_cast<Canvas*>(self)->makeCurrent(); });
  yes->SetCallback([](vtkObject*, unsigned long, void*, void* answer) { *static_cast<int*>(answer) = 1; });
  window_->AddObserver(vtkCommand::WindowIsCurrentEvent, isCurrent);
  window_->AddObserver(vtkCommand::WindowMakeCurrentEvent, makeCurrentCommand);
  window_->AddObserver(vtkCommand::WindowSupportsOpenGLEvent, yes);
  window_->AddObserver(vtkCommand::WindowIsDirectEvent, yes);
  window_->SetReadyForRendering(true);
  window_->InitializeFromCurrentContext();
}

void Canvas::makeCurrent() {
  if (window_ && QOpenGLContext::currentContext() != context_.get()) context_->makeCurrent(surface_.get());
}

void Canvas::release() {
  if (!window_) return;
  makeCurrent();
  window_->SetReadyForRendering(false);
  window_->Finalize();
  window_ = nullptr;
  context_->doneCurrent();
}

int Canvas::largest() {
  GLint side = 0;
  makeCurrent();
  context_->functions()->glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
  return side;
}

void Canvas::draw(QImage& picture, bool multisampled, bool transparent) {
  makeCurrent();
  window_->GetState()->vtkglDepthFunc(GL_LEQUAL);
  // What ends a picture of VTK's resolves samples and copies colours and depths; without samples there is no need.
  window_->SetSwapBuffers(multisampled);
  window_->Render();
  copyOut(picture, multisampled, transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
}

vtkOpenGLFramebufferObject* Canvas::drawn(bool multisampled) const {
  return multisampled ? window_->GetDisplayFramebuffer() : window_->GetRenderFramebuffer();
}

void Canvas::readDepths(PictureDepths& depths, bool multisampled) {
  const auto width = static_cast<std::size_t>(depths.width), height = static_cast<std::size_t>(depths.height);
  depths.values.assign(width * height, 1.0F);
  depthsBelow_.resize(depths.values.size());
  if (depths.values.empty()) return;
  const int bottom = window_->GetSize()[1] - depths.top - depths.height;
  if (multisampled) {
    // Of samples only colours have been resolved.
    window_->GetZbufferData(depths.left, bottom, depths.left + depths.width - 1, bottom + depths.height - 1,
                            depthsBelow_.data());
  } else {
    vtkOpenGLState* state = window_->GetState();
    state->PushReadFramebufferBinding();
    drawn(multisampled)->Bind(GL_READ_FRAMEBUFFER);
    context_->functions()->glReadPixels(depths.left, bottom, depths.width, depths.height, GL_DEPTH_COMPONENT, GL_FLOAT,
                                        depthsBelow_.data());
    state->PopReadFramebufferBinding();
  }
  for (std::size_t y = 0; y < height; ++y)
    std::copy_n(&depthsBelow_[(height - 1 - y) * width], width, &depths.values[y * width]);
}

void Canvas::copyOut(QImage& picture, bool multisampled, QImage::Format format) {
  const QSize size(window_->GetSize()[0], window_->GetSize()[1]);
  if (upsideDown_.size() != size) upsideDown_ = QImage(size, QImage::Format_ARGB32);
  if (picture.size() != size || picture.format() != format) picture = QImage(size, format);
  vtkOpenGLState* state = window_->GetState();
  state->PushReadFramebufferBinding();
  vtkOpenGLFramebufferObject* const from = drawn(multisampled);
  from->Bind(GL_READ_FRAMEBUFFER);
  from->ActivateReadBuffer(0);
  // The order of bytes that QImage has, whatever the processor's.
  context_->functions()->glReadPixels(0, 0, size.width(), size.height(), GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
                                      upsideDown_.bits());
  state->PopReadFramebufferBinding();
  const QRgb opaque = format == QImage::Format_RGB32 ? 0xff000000U : 0U;
  for (int y = 0; y < size.height(); ++y) {
    const auto* row = reinterpret_cast<const QRgb*>(upsideDown_.constScanLine(size.height() - 1 - y));
    std::transform(row, row + size.width(), reinterpret_cast<QRgb*>(picture.scanLine(y)),
                   [opaque](QRgb pixel) { return pixel | opaque; });
  }
}

}  // namespace tendril
