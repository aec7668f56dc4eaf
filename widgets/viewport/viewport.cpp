// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/viewport.hpp"

#include <vtkActor.h>
#include <vtkGenericOpenGLRenderWindow.h>

#include <QPaintEvent>
#include <QPainter>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <utility>

#include "render/output/picture_average.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/perturbation_overlay.hpp"

namespace tendril {
namespace {

constexpr int kBetweenWaits = 100;                            // ms
constexpr int kTransition = 150, kStill = 150, kHint = 8000;  // ms

double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// That a processor has worked for this thread.
double secondsOfThread() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// What stands where there would be a robot.
void paintMissing(QPainter& painter, const QRect& rect) {
  constexpr int kWidest = 420;
  painter.fillRect(rect, AppTheme::instance().color(Token::kWindow));
  painter.setPen(AppTheme::instance().color(Token::kSecondary));
  QRect text(0, 0, std::min(kWidest, rect.width() - 4 * kGrid), rect.height());
  text.moveCenter(rect.center());
  painter.drawText(text, Qt::AlignCenter | Qt::TextWordWrap,
                   Viewport::tr("The 3D view needs OpenGL 3.2, which this display does not offer. Install its driver; "
                                "on Debian, libgl1-mesa-dri draws also without a graphics card."));
}

}  // namespace

Viewport::Viewport(QWidget* parent)
    : QWidget(parent), stage_(std::make_unique<Stage>()), overlay_(new PerturbationOverlay(this)) {
  setMinimumSize(64, 64);
  setFocusPolicy(Qt::StrongFocus);
  setAcceptDrops(true);
  setAttribute(Qt::WA_OpaquePaintEvent);
  transition_.setDuration(kTransition);
  transition_.setStartValue(0.0);
  transition_.setEndValue(1.0);
  transition_.setEasingCurve(QEasingCurve::InOutCubic);
  still_.setSingleShot(true);
  still_.setInterval(kStill);
  hint_.setSingleShot(true);
  hint_.setInterval(kHint);
  connect(&hint_, &QTimer::timeout, overlay_, &PerturbationOverlay::clear);
  connect(&still_, &QTimer::timeout, this, [this] {
    resting_ = true;
    worked_ = -1;  // what is done till the next picture belongs to none
    if (shown_ != PictureQuality::kShaded) redraw();
  });
  connect(&transition_, &QVariantAnimation::valueChanged, this, [this](const QVariant& t) {
    stage_->camera() = CameraView::between(from_, to_, t.toDouble());
    refresh();
    Q_EMIT cameraChanged();
  });
}

Viewport::~Viewport() {
  canvas_.makeCurrent();
  stage_->detach();
  canvas_.release();
}

void Viewport::refresh() {
  resting_ = false;
  still_.start();
  redraw();
}

void Viewport::awaitPose(int milliseconds) {
  if (milliseconds == 0) {
    cameInTime_ = !awaits_.hasExpired();
    return awaits_.setRemainingTime(0);
  }
  // Not again and again where it comes late: a late picture is better than none while somebody drags.
  if (awaited_.isValid() && awaited_.elapsed() < kBetweenWaits) return;
  awaited_.start();
  awaits_.setRemainingTime(milliseconds, Qt::PreciseTimer);
}

void Viewport::redraw() {
  stale_ = true;
  update();
}

bool Viewport::prepare(const QSize& pixels, double pixelRatio) {
  if (!canvas_.window()) {
    if (!canvas_.create()) return false;
    stage_->attach(canvas_.window());
    stage_->chooseAntialiasing();
  }
  canvas_.window()->SetSize(pixels.width(), pixels.height());
  stage_->prepare(pixels.width(), pixels.height(), pixelRatio);
  return true;
}

void Viewport::draw() {
  QElapsedTimer timer;
  timer.start();
  const double begun = secondsOfThread();
  const double ratio = devicePixelRatioF();
  if (!prepare((QSizeF(size()) * ratio).toSize(), ratio)) return;
  const bool follows = following_ || dragging_ != Qt::NoButton;
  const PictureQuality quality = resting_ ? PictureQuality::kShaded : follows ? motion_.following() : motion_.quality();
  if (!stage_->software())
    stage_->setAntialiasing(quality == PictureQuality::kPlain ? Antialiasing::kNone : Antialiasing::kMultisample);
  canvas_.draw(picture_, stage_->antialiasing() == Antialiasing::kMultisample);
  const double ownCost = finish(picture_, quality);
  shown_ = quality;
  picture_.setDevicePixelRatio(ratio);
  stale_ = false;
  if (std::exchange(cameInTime_, false)) awaited_.invalidate();
  frameMilliseconds_ = static_cast<double>(timer.nsecsElapsed()) * 1e-6;
  const double before = std::exchange(worked_, secondsOfThread());
  if (!resting_ && before >= 0)
    motion_.pictureTook(secondsNow(), quality, frameMilliseconds_ + 1e3 * (begun - before), ownCost);
  // Qt brings to the screen what was painted before it goes on with what waits.
  QMetaObject::invokeMethod(this, &Viewport::pictureShown, Qt::QueuedConnection);
}

double Viewport::finish(QImage& picture, PictureQuality quality) {
  const bool smooths = quality >= PictureQuality::kSmooth && stage_->software();
  const bool shades = quality >= PictureQuality::kShaded;
  if (!smooths && !shades) return 0;
  QElapsedTimer timer;
  timer.start();
  const auto elapsed = [&timer] { return static_cast<double>(timer.nsecsElapsed()) * 1e-6; };
  const std::span<std::uint32_t> pixels(reinterpret_cast<std::uint32_t*>(picture.bits()),
                                        static_cast<std::size_t>(picture.width()) * picture.height());
  std::vector<float> values = std::move(depths_.values);  // room for those that come
  depths_ = stage_->depthsOfRobot();
  depths_.values = std::move(values);
  canvas_.readDepths(depths_, stage_->antialiasing() == Antialiasing::kMultisample);
  const double read = elapsed();
  if (shades) occlusion_.apply(pixels, picture.width(), depths_);
  const double shaded = elapsed();
  if (smooths) smoothing_.apply(pixels, picture.width(), depths_);
  if (!shades) return elapsed();
  return smooths ? shaded - read : shaded;
}

void Viewport::paintEvent(QPaintEvent* event) {
  const QSize shown = (QSizeF(size()) * devicePixelRatioF()).toSize();
  const bool waits = picture_.size() == shown && !awaits_.hasExpired();
  if (stale_ && waits)
    QTimer::singleShot(awaits_.remainingTime() + 1, this, [this] { update(); });
  else if ((stale_ || picture_.size() != shown) && !frozen_)
    draw();
  QPainter painter(this);
  if (picture_.isNull()) return paintMissing(painter, rect());
  painter.setClipRegion(event->region());
  painter.drawImage(QPointF(0, 0), picture_);
}

void Viewport::setScene(std::shared_ptr<RobotScene> scene) {
  canvas_.makeCurrent();  // graphics resources of the old robot are released
  stage_->setRobot(std::move(scene));
  selected_ = stage_->robot() ? stage_->robot()->selected() : -1;
  shapeShown_ = false;  // of another robot
  if (stage_->robot()) stage_->robot()->setWireframe(wireframe_);
  if (stage_->robot()) stage_->robot()->setOverlays(overlays_);
  if (stage_->robot()) stage_->robot()->setDeformationLook(look_);
  if (stage_->robot() && heldArrows_) stage_->robot()->holdArrows(heldArrows_);
  if (!hidden_.empty()) applyHidden();
  refresh();
}

const std::shared_ptr<RobotScene>& Viewport::scene() const {
  return stage_->robot();
}

void Viewport::updatePose(const Snapshot& given) {
  if (ahead_) {
    aheadPose_ = given;
    ahead_(aheadPose_);
  }
  const Snapshot& snapshot = ahead_ ? aheadPose_ : given;
  remember(snapshot);
  if (shapeShown_ || frozen_) return;
  stage_->update(snapshot);
  if (stage_->robot() && stage_->robot()->hasPose() && !framed_) frameAll(false);
  if (grab_) showPerturbation();
  if (overlay_->hintShown()) showHint();
  refresh();
}

void Viewport::setDark(bool dark) {
  stage_->setTheme(dark ? kDarkTheme : kLightTheme);
  refresh();
}

void Viewport::setCovered(int right, int bottom) {
  stage_->setCovered(right, bottom);
  overlay_->setCovered(right, bottom);
  refresh();
}

bool Viewport::showsRobot() const {
  return stage_->showsRobot();
}

bool Viewport::showsLink(int link) const {
  return stage_->showsLink(link);
}

bool Viewport::isFarOutside(int link) const {
  return stage_->isFarOutside(link);
}

void Viewport::setGroundVisible(bool visible) {
  stage_->setGroundVisible(visible);
  refresh();
}

const CameraView& Viewport::camera() const {
  return stage_->camera();
}

void Viewport::setCamera(const CameraView& camera, bool animated) {
  framed_ = chosen_ = true;
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
  framed_ = true, chosen_ = false;
  const double ratio = devicePixelRatioF();
  stage_->setSize(static_cast<int>(width() * ratio), static_cast<int>(height() * ratio), ratio);
  moveCamera(stage_->framed(), animated);
}

void Viewport::returnTo(const CameraView& camera, bool chosen) {
  framed_ = true, chosen_ = chosen;
  moveCamera(camera, true);
}

void Viewport::frameLink(int link, bool animated) {
  chosen_ = true;
  moveCamera(stage_->framed(link), animated);
}

void Viewport::look(StandardView view) {
  chosen_ = true;
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

void Viewport::setHidden(const std::set<std::uint64_t>& objects) {
  if (objects == hidden_) return;
  hidden_ = objects;
  applyHidden();
  refresh();
}

void Viewport::applyHidden() {
  if (!scene()) return;
  std::vector<bool> links, loops, contacts;
  for (const Link& link : scene()->model()->links) links.push_back(hidden_.contains(link.id));
  for (const Loop& loop : scene()->model()->loops) loops.push_back(hidden_.contains(loop.id));
  for (const Contact& contact : scene()->model()->contacts) contacts.push_back(hidden_.contains(contact.id));
  stage_->setHidden(links, loops, contacts);
}

void Viewport::setOverlays(const SceneOverlays& overlays) {
  overlays_ = overlays;
  if (scene()) scene()->setOverlays(overlays);
  refresh();
}

void Viewport::holdArrows(const std::optional<ArrowLengths>& lengths) {
  if (!lengths && !heldArrows_) return;
  heldArrows_ = lengths;
  if (scene()) scene()->holdArrows(lengths);
  refresh();
}

void Viewport::setDeformationLook(const DeformationLook& look) {
  if (look == look_) return;
  look_ = look;
  if (scene()) scene()->setDeformationLook(look);
  refresh();
}

void Viewport::showShape(const Snapshot& shape) {
  shapeShown_ = true;
  stage_->update(shape);
  refresh();
}

void Viewport::setTints(const std::vector<Color>& tints) {
  if (!scene()) return;
  scene()->setTints(tints);
  refresh();
}

void Viewport::setWireframe(bool on) {
  if (on == std::exchange(wireframe_, on)) return;
  if (scene()) scene()->setWireframe(on);
  refresh();
}

void Viewport::setGhost(std::shared_ptr<Ghost> ghost) {
  if (!ghost && !stage_->ghost()) return;
  canvas_.makeCurrent();  // graphics resources of the old one are released
  stage_->setGhost(std::move(ghost));
  refresh();
}

void Viewport::setPreview(std::shared_ptr<Ghost> preview) {
  if (!preview && !stage_->preview()) return;
  canvas_.makeCurrent();
  stage_->setPreview(std::move(preview));
  refresh();
}

void Viewport::setOthers(std::vector<std::shared_ptr<Ghost>> others) {
  if (others.empty() && stage_->others().empty()) return;
  canvas_.makeCurrent();  // graphics resources of the old ones are released
  stage_->setOthers(std::move(others));
  refresh();
}

void Viewport::moveOthers(const std::vector<Snapshot>& shapes) {
  const auto& others = stage_->others();
  for (std::size_t i = 0; i < std::min(shapes.size(), others.size()); ++i) {
    others[i]->actor()->SetVisibility(shapes[i].model != nullptr);
    others[i]->update(shapes[i]);
  }
  refresh();
}

void Viewport::setCloud(std::shared_ptr<PointCloud> cloud) {
  if (!cloud && !stage_->cloud()) return;
  canvas_.makeCurrent();  // graphics resources of the old one are released
  stage_->setCloud(std::move(cloud));
  if (!chosen_ && stage_->cloud()) return frameAll(true);
  refresh();
}

void Viewport::chooseInCloud(int point) {
  if (!stage_->cloud() || stage_->cloud()->chosen() == point) return;
  stage_->cloud()->choose(point);
  refresh();
}

Pick Viewport::pickAt(const QPointF& position) {
  if (!canvas_.window()) return {};
  canvas_.makeCurrent();
  const double ratio = devicePixelRatioF();
  return stage_->pick(position.x() * ratio, position.y() * ratio);
}

bool Viewport::softwareRendering() const {
  return stage_->software();
}

QImage Viewport::grabImage(const QSize& size, Backdrop backdrop) {
  QImage image = drawImage(size, backdrop);
  if (!image.isNull()) finish(image, PictureQuality::kShaded);
  refresh();
  return image;
}

QImage Viewport::drawImage(const QSize& size, Backdrop backdrop) {
  if (!canvas_.window() || size.isEmpty()) return {};
  if (std::max(size.width(), size.height()) > canvas_.largest()) return {};
  canvas_.makeCurrent();
  stage_->setBackdrop(backdrop);
  if (backdrop != Backdrop::kNone) {
    stage_->setColorScale(look_.colors);
    if (scene()) stage_->setArrowKinds(scene()->arrows().kinds());
  }
  prepare(size, devicePixelRatioF());
  QImage image;
  canvas_.draw(image, stage_->antialiasing() == Antialiasing::kMultisample, backdrop == Backdrop::kNone);
  stage_->setBackdrop(Backdrop::kTheme);
  stage_->setColorScale({});
  stage_->setArrowKinds({});
  return image;
}

QImage Viewport::grabSamples(const QSize& size, Backdrop backdrop, int samples,
                             const std::function<bool(double)>& progress) {
  if (!canvas_.window() || frozen_) return {};
  const Antialiasing before = stage_->antialiasing();
  frozen_ = true;
  stage_->setAntialiasing(Antialiasing::kNone);
  PictureAverage average;
  bool goesOn = true;
  for (int k = 0; k < samples && goesOn; ++k) {
    stage_->setSample(PictureSample{k, samples});
    const QImage sample = drawImage(size, backdrop);
    stage_->setSample({});
    if (sample.isNull()) break;
    average.add({sample.constBits(), static_cast<std::size_t>(sample.sizeInBytes())});
    goesOn = progress((k + 1.0) / samples);
  }
  stage_->setAntialiasing(before);
  frozen_ = false;
  refresh();
  if (!goesOn || average.count() < samples) return {};
  const bool alpha = backdrop == Backdrop::kNone;
  QImage image(size, alpha ? QImage::Format_ARGB32 : QImage::Format_RGB32);
  const std::vector<std::uint8_t> pixels = average.pixels(alpha);
  std::copy(pixels.begin(), pixels.end(), image.bits());
  return image;
}

}  // namespace tendril
