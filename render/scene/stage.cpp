// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/stage.hpp"
#include "render/scene/interface_text.hpp"

#include <vtkCamera.h>
#include <vtkCellPicker.h>
#include <vtkOpenGLRenderWindow.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>
#include <vtkTextActor.h>
#include <vtkTextProperty.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>

#include "render/scene/axes_gizmo.hpp"
#include "render/shading.hpp"
#include "render/shapes/section_sweep.hpp"

namespace tendril {
namespace {

constexpr double kFarAway = 10;  // distances of the camera from its pivot

constexpr double kFrameMargin = 1.45;  // room for motion around the robot
constexpr int kSamples = 4;
constexpr double kLabelMargin = 14;
constexpr double kShadeRadius = 0.012;  // distances of the camera from its pivot within which light is kept out
constexpr double kShadeMargin = 4;      // px about the robot

void setBackground(vtkRenderer& renderer, const Theme& theme) {
  renderer.GradientBackgroundOn();
  renderer.SetBackground(theme.bottom.r, theme.bottom.g, theme.bottom.b);
  renderer.SetBackground2(theme.top.r, theme.top.g, theme.top.b);
}

}  // namespace

const std::string& interfaceFont() {
  static const std::string font = [] {
    for (const char* path :
         {"/usr/share/fonts/opentype/inter/Inter-Medium.otf", "/usr/share/fonts/opentype/inter/Inter-Regular.otf",
          "/usr/share/fonts/truetype/inter/Inter-Medium.ttf"})
      if (std::filesystem::exists(path)) return std::string(path);
    return std::string();
  }();
  return font;
}

Stage::Stage() : gizmo_(std::make_unique<AxesGizmo>()) {
  back_->SetLayer(0);
  back_->InteractiveOff();
  back_->SetLightFollowCamera(false);
  main_->SetLayer(1);
  main_->SetClippingRangeExpansion(0.1);
  picker_->SetTolerance(0);
  vtkTextProperty* text = label_->GetTextProperty();
  text->SetJustificationToRight();
  text->SetVerticalJustificationToBottom();
  useInterfaceFont(*text);
  back_->AddActor2D(label_);
  ground_.addTo(back_);
  scale_.addTo(main_);
  forceKey_.addTo(main_);
  bar_.addTo(back_);
  setTheme(kLightTheme);
}

Stage::~Stage() {
  detach();
}

vtkRenderer* Stage::renderer() const {
  return main_;
}

void Stage::attach(vtkRenderWindow* window) {
  window_ = window;
  window->SetNumberOfLayers(3);
  window->AddRenderer(back_);
  window->AddRenderer(main_);
  gizmo_->attach(window, 2);
}

void Stage::detach() {
  if (!window_) return;
  if (softLight_) softLight_->release();
  window_->RemoveRenderer(back_);
  window_->RemoveRenderer(main_);
  gizmo_->detach(window_);
  window_ = nullptr;
}

void Stage::chooseAntialiasing() {
  const char* capabilities = window_->ReportCapabilities();
  const std::string text = capabilities ? capabilities : "";
  software_ = text.find("llvmpipe") != std::string::npos || text.find("softpipe") != std::string::npos ||
              text.find("SWR") != std::string::npos;
  setAntialiasing(software_ ? Antialiasing::kNone : Antialiasing::kMultisample);
}

void Stage::setAntialiasing(Antialiasing kind) {
  antialiasing_ = kind;
  if (window_) window_->SetMultiSamples(kind == Antialiasing::kMultisample ? kSamples : 0);
}

void Stage::setTheme(const Theme& theme) {
  theme_ = theme;
  setBackdrop(backdrop_);
  if (!robot_) return;
  robot_->select(robot_->selection(), theme.accent);
  if (robot_->hasPose()) ground_.setShadow(robot_->shadowCasters());
}

void Stage::setBackdrop(Backdrop backdrop) {
  backdrop_ = backdrop;
  const Theme& theme = shownTheme();
  const bool gradient = backdrop == Backdrop::kTheme;
  const double plain = backdrop == Backdrop::kWhite ? 1 : 0;
  back_->SetBackgroundAlpha(backdrop == Backdrop::kNone ? 0 : 1);
  if (gradient)
    setBackground(*back_, theme);
  else
    back_->SetBackground(plain, plain, plain);
  back_->SetGradientBackground(gradient);
  ground_.setTheme(theme);
  ground_.setGridVisible(gradient);
  label_->GetTextProperty()->SetColor(theme.text.r, theme.text.g, theme.text.b);
}

void Stage::setSample(std::optional<PictureSample> sample) {
  sample_ = sample;
}

void Stage::setFurniture(bool visible) {
  furniture_ = visible;
}
void Stage::setGroundVisible(bool visible) {
  groundVisible_ = visible;
}

void Stage::setRobot(std::shared_ptr<RobotScene> robot) {
  const std::shared_ptr<RobotScene> before = std::exchange(robot_, std::move(robot));
  if (robot_) robot_->addTo(main_);
  if (before && before != robot_) before->removeFrom(main_, robot_.get());
  ground_.setShadow({});
  if (!robot_) return;
  robot_->select(robot_->selection(), theme_.accent);
  setGhost(ghost_);  // behind the robot in the order of drawing
  setPreview(preview_);
  setOthers(others_);
  if (robot_->hasPose()) ground_.setHeight(robot_->groundHeight()), ground_.setShadow(robot_->shadowCasters());
}

void Stage::setGhost(std::shared_ptr<Ghost> ghost) {
  if (ghost_) main_->RemoveActor(ghost_->actor());
  ghost_ = std::move(ghost);
  if (ghost_) main_->AddActor(ghost_->actor());
}

void Stage::setPreview(std::shared_ptr<Ghost> preview) {
  if (preview_) main_->RemoveActor(preview_->actor());
  preview_ = std::move(preview);
  if (preview_) main_->AddActor(preview_->actor());
}

void Stage::setOthers(std::vector<std::shared_ptr<Ghost>> others) {
  for (const auto& other : others_) main_->RemoveActor(other->actor());
  others_ = std::move(others);
  for (const auto& other : others_) main_->AddActor(other->actor());
}

void Stage::setCloud(std::shared_ptr<PointCloud> cloud) {
  if (cloud_) cloud_->removeFrom(main_);
  cloud_ = std::move(cloud);
  if (cloud_) cloud_->addTo(main_);
}

void Stage::setHidden(const std::vector<bool>& links, const std::vector<bool>& loops,
                      const std::vector<bool>& contacts) {
  if (!robot_) return;
  robot_->setHidden(links, loops, contacts);
  if (robot_->hasPose()) ground_.setShadow(robot_->shadowCasters());
}

void Stage::update(const Snapshot& snapshot) {
  if (!robot_ || !robot_->update(snapshot)) return;
  ground_.setHeight(robot_->groundHeight());
  if (hasFloor()) ground_.setShadow(robot_->shadowCasters());
}

void Stage::select(int link) {
  if (robot_) robot_->select(link, theme_.accent);
}

void Stage::select(std::vector<SceneSelection> selection) {
  if (robot_) robot_->select(std::move(selection), theme_.accent);
}

CameraView Stage::framed() const {
  CameraView view = camera_;
  if (!robot_ || !robot_->hasPose()) return view;
  std::vector<Vec3> outline = robot_->outline();
  const std::vector<Vec3> landing = robot_->landing();
  outline.insert(outline.end(), landing.begin(), landing.end());
  if (cloud_) outline.insert(outline.end(), cloud_->points().begin(), cloud_->points().end());
  view.frame(outline, aspect(), kFrameMargin, covered());
  return view;
}

CameraView Stage::framed(int link) const {
  if (!robot_ || !robot_->hasPose() || link < 0 || robot_->isHidden(link)) return framed();
  const vtkActor* actor = robot_->bodyActor(link);
  if (!actor) return framed();
  double b[6];
  const_cast<vtkActor*>(actor)->GetBounds(b);
  std::array<Vec3, 8> corners;
  for (int k = 0; k < 8; ++k) corners[k] = {b[k & 1 ? 1 : 0], b[k & 2 ? 3 : 2], b[k & 4 ? 5 : 4]};
  CameraView view = camera_;
  view.frame(corners, aspect(), kFrameMargin, covered());
  return view;
}

void Stage::applyCamera(vtkRenderer* renderer) {
  vtkCamera* camera = renderer->GetActiveCamera();
  const Vec3 position = camera_.position(), up = camera_.up();
  camera->SetFocalPoint(camera_.pivot.x(), camera_.pivot.y(), camera_.pivot.z());
  camera->SetPosition(position.x(), position.y(), position.z());
  camera->SetViewUp(up.x(), up.y(), up.z());
  camera->SetViewAngle(camera_.fieldOfView / CameraView::kDegree);
  camera->SetParallelProjection(camera_.orthographic);
  camera->SetParallelScale(camera_.distance * std::tan(camera_.fieldOfView / 2));
  const Eigen::Vector2d offset = sample_ ? pixelOffset(*sample_) : Eigen::Vector2d(0, 0);
  camera->SetWindowCenter(2 * offset.x() / width_, 2 * offset.y() / height_);
  renderer->ResetCameraClippingRange();
}

void Stage::placeLabel(int width, double pixelRatio) {
  label_->SetVisibility(furniture_ && backdrop_ == Backdrop::kTheme && groundVisible_ && !camera_.orthographic);
  label_->SetInput(("grid " + lengthText(ground_.cell())).c_str());
  label_->GetTextProperty()->SetFontSize(static_cast<int>(12 * pixelRatio));
  label_->SetPosition(width - (kLabelMargin + rightInset_) * pixelRatio, (kLabelMargin + bottomInset_) * pixelRatio);
}

/// The rig, with its shadows where this is a sample.
LightRig Stage::lights() {
  LightRig rig = lightRig(camera_, shownTheme());
  auto* window = vtkOpenGLRenderWindow::SafeDownCast(window_);
  if (!sample_ || !robot_ || !robot_->hasPose() || !window) return rig;
  if (!softLight_) softLight_ = std::make_unique<SoftLight>(window);
  softLight_->draw(robot_->lightBlockers(), camera_, rig, *sample_);
  rig.occlusion = softLight_.get();
  return rig;
}

void Stage::setSize(int width, int height, double pixelRatio) {
  width_ = std::max(width, 1), height_ = std::max(height, 1), pixelRatio_ = pixelRatio;
}

bool Stage::showsAny(const std::vector<Vec3>& points) const {
  const CoveredEdges edges = covered();
  const double right = width_ * (1 - edges.right), bottom = height_ * (1 - edges.bottom);
  return std::any_of(points.begin(), points.end(), [&](const Vec3& point) {
    const Vec3 seen = camera_.project(point, width_, height_);
    return seen.z() > 0 && seen.x() > 0 && seen.x() < right && seen.y() > 0 && seen.y() < bottom;
  });
}

bool Stage::showsRobot() const {
  return robot_ && robot_->hasPose() && showsAny(robot_->outline());
}

bool Stage::showsLink(int link) const {
  return robot_ && robot_->hasPose() && showsAny(robot_->outline(link));
}

bool Stage::isFarOutside(int link) const {
  if (!robot_ || !robot_->hasPose()) return false;
  const std::vector<Vec3> outline = robot_->outline(link);
  return !outline.empty() && std::none_of(outline.begin(), outline.end(), [&](const Vec3& point) {
    // Far ahead all directions come near to a vanishing point, which may lie beside the picture.
    if ((point - camera_.pivot).norm() > kFarAway * camera_.distance) return false;
    const Vec3 seen = camera_.project(point, width_, height_);
    return seen.z() > 0 && std::abs(seen.x() - 0.5 * width_) < width_ && std::abs(seen.y() - 0.5 * height_) < height_;
  });
}

void Stage::prepare(int width, int height, double pixelRatio) {
  setSize(width, height, pixelRatio);
  const LightRig rig = lights();
  const Theme& theme = shownTheme();
  ground_.setVisible(hasFloor());
  ground_.setRig(camera_, rig);
  ground_.prepare(camera_, height_ / pixelRatio);
  placeLabel(width_, pixelRatio);
  const double margin = kLabelMargin * pixelRatio;
  bar_.setVisible(furniture_ && backdrop_ != Backdrop::kNone && camera_.orthographic);
  bar_.prepare(camera_, theme, height_, width_ - margin - rightInset_ * pixelRatio, margin + bottomInset_ * pixelRatio,
               pixelRatio);
  const ForceScale drawn = robot_ ? robot_->forceScale() : ForceScale();
  scale_.prepare(theme, height_, scaleSize_ * pixelRatio);
  forceKey_.prepare(keyScale_.value_or(drawn), camera_, theme, height_, scaleSize_ * pixelRatio);
  gizmo_->setVisible(furniture_ && backdrop_ != Backdrop::kNone);
  gizmo_->prepare(camera_, theme, width_, height_, pixelRatio, bottomInset_ * pixelRatio);
  if (cloud_) cloud_->prepare(pixelRatio);
  if (robot_) robot_->prepare(camera_, rig, width_, height_, pixelRatio);
  applyCamera(back_);
  applyCamera(main_);
}

PictureDepths Stage::depthsOfRobot() const {
  PictureDepths out;
  if (!robot_ || !robot_->hasPose()) return out;
  double range[2];
  main_->GetActiveCamera()->GetClippingRange(range);
  out.near = range[0], out.far = range[1];
  out.orthographic = camera_.orthographic;
  out.pixels = 1 / camera_.metresPerPixel(height_) * (camera_.orthographic ? 1 : camera_.distance);
  out.radius = kShadeRadius * camera_.distance;
  double left = width_, top = height_, right = 0, bottom = 0;
  for (const Vec3& point : robot_->outline()) {
    const Vec3 seen = camera_.project(point, width_, height_);
    const bool ahead = seen.z() > 0;  // what is not may be anywhere in the picture
    left = std::min(left, ahead ? seen.x() : 0), right = std::max(right, ahead ? seen.x() : width_);
    top = std::min(top, ahead ? seen.y() : 0), bottom = std::max(bottom, ahead ? seen.y() : height_);
  }
  out.left = static_cast<int>(std::clamp(left - kShadeMargin, 0.0, 1.0 * width_));
  out.top = static_cast<int>(std::clamp(top - kShadeMargin, 0.0, 1.0 * height_));
  out.width = static_cast<int>(std::clamp(right + kShadeMargin, 0.0, 1.0 * width_)) - out.left;
  out.height = static_cast<int>(std::clamp(bottom + kShadeMargin, 0.0, 1.0 * height_)) - out.top;
  if (out.width <= 0 || out.height <= 0) out.width = out.height = 0;
  return out;
}

Pick Stage::pick(double x, double y) {
  Pick pick;
  if (!robot_ || !robot_->hasPose()) return pick;
  if (!picker_->Pick(x, height_ - 1 - y, 0, main_)) return pick;
  pick = robot_->identify(picker_->GetViewProp(), static_cast<int>(picker_->GetCellId()));
  pick.point = Vec3(picker_->GetPickPosition());
  return pick;
}

}  // namespace tendril
