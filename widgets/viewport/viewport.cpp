// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/viewport.hpp"

#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>
#include <vtkUnsignedCharArray.h>

#include <QDragEnterEvent>
#include <QElapsedTimer>
#include <QMimeData>
#include <QOpenGLContext>
#include <algorithm>
#include <cmath>

#include "widgets/viewport/hand_overlay.hpp"

namespace tendril {
namespace {

constexpr int kTransition = 150, kStill = 150, kHint = 8000;  // ms

/// From VTK's buffer to the widget's at once; VTK goes by way of a third one, with colours and depths.
void copyPicture(vtkGenericOpenGLRenderWindow& window) {
  vtkOpenGLState* state = window.GetState();
  const vtkOpenGLState::ScopedglEnableDisable scissor(state, GL_SCISSOR_TEST);
  state->vtkglDisable(GL_SCISSOR_TEST);
  state->PushReadFramebufferBinding();
  vtkOpenGLFramebufferObject* picture = window.GetRenderFramebuffer();
  picture->Bind(GL_READ_FRAMEBUFFER);
  picture->ActivateReadBuffer(0);
  const int width = window.GetSize()[0], height = window.GetSize()[1];
  state->vtkglBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  state->PopReadFramebufferBinding();
}

}  // namespace

Viewport::Viewport(QWidget* parent)
    : QOpenGLWidget(parent), stage_(std::make_unique<Stage>()), overlay_(new HandOverlay(this)) {
  setMinimumSize(64, 64);  // laid out at zero height, a QOpenGLWidget of Qt 6.4 crashes
  setFocusPolicy(Qt::StrongFocus);
  setAcceptDrops(true);
  setUpdateBehavior(QOpenGLWidget::NoPartialUpdate);
  transition_.setDuration(kTransition);
  transition_.setStartValue(0.0);
  transition_.setEndValue(1.0);
  transition_.setEasingCurve(QEasingCurve::InOutCubic);
  still_.setSingleShot(true);
  still_.setInterval(kStill);
  hint_.setSingleShot(true);
  hint_.setInterval(kHint);
  connect(&hint_, &QTimer::timeout, overlay_, &HandOverlay::clear);
  connect(&still_, &QTimer::timeout, this, [this] {
    stage_->setStill(true);
    update();
  });
  connect(&transition_, &QVariantAnimation::valueChanged, this, [this](const QVariant& t) {
    stage_->camera() = CameraView::between(from_, to_, t.toDouble());
    refresh();
    Q_EMIT cameraChanged();
  });
}

Viewport::~Viewport() {
  makeCurrent();
  releaseWindow();
  doneCurrent();
}

void Viewport::initializeGL() {
  // Docking or floating the widget gives it a new context: everything of the old one is gone by then.
  releaseWindow();
  makeWindow();
  contextGone_ = connect(
      context(), &QOpenGLContext::aboutToBeDestroyed, this,
      [this] {
        makeCurrent();
        releaseWindow();
        doneCurrent();
      },
      Qt::DirectConnection);
}

void Viewport::makeWindow() {
  window_ = vtkSmartPointer<vtkGenericOpenGLRenderWindow>::New();
  window_->SetFrameBlitModeToBlitToCurrent();
  window_->SetMultiSamples(0);
  window_->SetOwnContext(0);
  // VTK asks for the context through events; Qt makes it current before it calls any of ours.
  vtkNew<vtkCallbackCommand> isCurrent, yes, makeCurrentCommand;
  isCurrent->SetClientData(this);
  isCurrent->SetCallback([](vtkObject*, unsigned long, void* self, void* answer) {
    auto* viewport = static_cast<Viewport*>(self);
    *static_cast<bool*>(answer) = viewport->context() && QOpenGLContext::currentContext() == viewport->context();
  });
  makeCurrentCommand->SetClientData(this);
  makeCurrentCommand->SetCallback([](vtkObject*, unsigned long, void* self, void*) {
    // Qt's makeCurrent() also binds the widget's framebuffer, which would pull VTK's away in mid-picture.
    auto* viewport = static_cast<Viewport*>(self);
    if (QOpenGLContext::currentContext() != viewport->context()) viewport->makeCurrent();
  });
  yes->SetCallback([](vtkObject*, unsigned long, void*, void* answer) { *static_cast<int*>(answer) = 1; });
  window_->AddObserver(vtkCommand::WindowIsCurrentEvent, isCurrent);
  window_->AddObserver(vtkCommand::WindowMakeCurrentEvent, makeCurrentCommand);
  window_->AddObserver(vtkCommand::WindowSupportsOpenGLEvent, yes);
  window_->AddObserver(vtkCommand::WindowIsDirectEvent, yes);
  stage_->attach(window_);
  window_->SetReadyForRendering(true);
  window_->InitializeFromCurrentContext();
  antialiased_ = false;
}

void Viewport::releaseWindow() {
  disconnect(contextGone_);
  if (!window_) return;
  window_->SetReadyForRendering(false);
  stage_->detach();
  window_->Finalize();
  window_ = nullptr;
}

void Viewport::refresh() {
  stage_->setStill(false);
  still_.start();
  update();
}

void Viewport::resizeGL(int, int) {}  // paintGL knows the size

void Viewport::prepare(int width, int height, double pixelRatio) {
  window_->SetSize(width, height);
  stage_->prepare(width, height, pixelRatio);
}

void Viewport::paintGL() {
  if (!window_) return;
  QElapsedTimer timer;
  timer.start();
  const double ratio = devicePixelRatioF();
  prepare(static_cast<int>(width() * ratio), static_cast<int>(height() * ratio), ratio);
  if (!std::exchange(antialiased_, true)) stage_->chooseAntialiasing();
  // Qt draws with the same context: VTK forgets what it believes of the state, and puts back what it found.
  vtkOpenGLState* state = window_->GetState();
  state->Reset();
  state->Push();
  state->vtkglDepthFunc(GL_LEQUAL);
  const bool plain = stage_->antialiasing() != Antialiasing::kMultisample;
  window_->SetSwapBuffers(!plain);
  window_->Render();
  if (plain) copyPicture(*window_);
  state->Pop();
  frameMilliseconds_ = static_cast<double>(timer.nsecsElapsed()) * 1e-6;
}

void Viewport::setScene(std::shared_ptr<RobotScene> scene) {
  if (window_) makeCurrent();  // graphics resources of the old robot are released
  stage_->setRobot(std::move(scene));
  selected_ = stage_->robot() ? stage_->robot()->selected() : -1;
  if (stage_->robot()) stage_->robot()->setWireframe(wireframe_);
  if (!hidden_.empty()) applyHidden();
  if (window_) doneCurrent();
  refresh();
}

const std::shared_ptr<RobotScene>& Viewport::scene() const {
  return stage_->robot();
}

void Viewport::updatePose(const Snapshot& snapshot) {
  stage_->update(snapshot);
  remember(snapshot);
  if (stage_->robot() && stage_->robot()->hasPose()) {
    if (!framed_) {
      frameAll(false);
    } else if (follows_ && !grab_) {  // a picture that moves under a hand would lead it astray
      stepBack();
    }
  }
  if (grab_) showHand();
  if (overlay_->hintShown()) showHint();
  refresh();
}

/// A robot that swings out of the picture takes the camera back with it, until somebody moves the camera.
void Viewport::stepBack() {
  constexpr double kGrowth = 0.02;  // of the size before the camera moves again
  const std::vector<Vec3> outline = stage_->robot()->outline();
  if (outline.empty()) return;
  Vec3 lower = reached_[0], upper = reached_[1];
  for (const Vec3& p : outline) lower = lower.cwiseMin(p), upper = upper.cwiseMax(p);
  const double size = (reached_[1] - reached_[0]).norm();
  if (std::max((reached_[0] - lower).maxCoeff(), (upper - reached_[1]).maxCoeff()) < kGrowth * size) return;
  if (transition_.state() == QAbstractAnimation::Running) return;
  reached_ = {lower, upper};
  CameraView view = stage_->framed(lower, upper);
  if (view.distance > stage_->camera().distance) moveCamera(view, true);
}

void Viewport::setDark(bool dark) {
  stage_->setTheme(dark ? kDarkTheme : kLightTheme);
  refresh();
}

void Viewport::setBottomInset(int pixels) {
  stage_->setBottomInset(pixels);
  refresh();
}

void Viewport::setGroundVisible(bool visible) {
  stage_->setGroundVisible(visible);
  refresh();
}

const CameraView& Viewport::camera() const {
  return stage_->camera();
}

void Viewport::setCamera(const CameraView& camera, bool animated) {
  framed_ = true, follows_ = false;
  moveCamera(camera, animated);
}

void Viewport::moveCamera(const CameraView& target, bool animated) {
  transition_.stop();
  from_ = stage_->camera(), to_ = target;
  if (animated && isVisible()) {
    transition_.start();
    return;
  }
  stage_->camera() = target;
  refresh();
  Q_EMIT cameraChanged();
}

void Viewport::frameAll(bool animated) {
  framed_ = follows_ = true;
  const double ratio = devicePixelRatioF();
  stage_->setSize(static_cast<int>(width() * ratio), static_cast<int>(height() * ratio));
  if (stage_->robot() && stage_->robot()->hasPose()) {
    const std::vector<Vec3> outline = stage_->robot()->outline();
    reached_.fill(outline.empty() ? Vec3(Vec3::Zero()) : outline.front());
    for (const Vec3& p : outline) reached_ = {reached_[0].cwiseMin(p), reached_[1].cwiseMax(p)};
  }
  moveCamera(stage_->framed(), animated);
}

void Viewport::frameLink(int link, bool animated) {
  follows_ = false;
  moveCamera(stage_->framed(link), animated);
}

void Viewport::look(StandardView view) {
  follows_ = false;
  CameraView target = stage_->camera();
  target.look(view);
  moveCamera(target, true);
}

void Viewport::setSelectedLink(int link) {
  setSelection(link < 0 ? std::vector<SceneSelection>{} : std::vector{SceneSelection{link, PickPart::kLink, {}}});
}

void Viewport::setSelection(const std::vector<SceneSelection>& selection) {
  selected_ = selection.empty() ? -1 : selection.back().link;
  stage_->select(selection);
  refresh();
}

void Viewport::setHiddenLinks(const std::set<std::uint64_t>& links) {
  if (links == hidden_) return;
  hidden_ = links;
  applyHidden();
  refresh();
}

void Viewport::applyHidden() {
  if (!scene()) return;
  std::vector<bool> hidden;
  for (const Link& link : scene()->model()->links) hidden.push_back(hidden_.contains(link.id));
  stage_->setHidden(hidden);
}

void Viewport::setWireframe(bool on) {
  if (on == std::exchange(wireframe_, on)) return;
  if (scene()) scene()->setWireframe(on);
  refresh();
}

void Viewport::setGhost(std::shared_ptr<Ghost> ghost) {
  if (!ghost && !stage_->ghost()) return;
  if (window_) makeCurrent();  // graphics resources of the old one are released
  stage_->setGhost(std::move(ghost));
  if (window_) doneCurrent();
  refresh();
}

Pick Viewport::pickAt(const QPointF& position) {
  if (!window_) return {};
  makeCurrent();
  const double ratio = devicePixelRatioF();
  const Pick pick = stage_->pick(position.x() * ratio, position.y() * ratio);
  doneCurrent();
  return pick;
}

bool Viewport::softwareRendering() const {
  return stage_->software();
}

QImage Viewport::grabImage(const QSize& size, bool transparent) {
  if (!window_ || size.isEmpty()) return {};
  makeCurrent();
  stage_->setTransparent(transparent);
  prepare(size.width(), size.height(), devicePixelRatioF());
  vtkOpenGLState* state = window_->GetState();
  state->Reset();
  state->Push();
  state->vtkglDepthFunc(GL_LEQUAL);
  window_->SetFrameBlitModeToNoBlit();  // the widget keeps what it shows
  window_->SetSwapBuffers(true);
  window_->Render();
  vtkNew<vtkUnsignedCharArray> pixels;
  window_->GetRGBACharPixelData(0, 0, size.width() - 1, size.height() - 1, 0, pixels);
  window_->SetFrameBlitModeToBlitToCurrent();
  state->Pop();
  stage_->setTransparent(false);
  doneCurrent();
  refresh();
  if (pixels->GetNumberOfValues() < 4ll * size.width() * size.height()) return {};  // more than the card can draw
  const QImage image(pixels->GetPointer(0), size.width(), size.height(), 4 * size.width(),
                     transparent ? QImage::Format_RGBA8888 : QImage::Format_RGBX8888);
  return image.mirrored().convertToFormat(transparent ? QImage::Format_ARGB32 : QImage::Format_RGB32);
}

void Viewport::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls() && event->mimeData()->urls().front().isLocalFile()) event->acceptProposedAction();
}

void Viewport::dropEvent(QDropEvent* event) {
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) Q_EMIT fileDropped(url.toLocalFile());
  event->acceptProposedAction();
}

}  // namespace tendril
