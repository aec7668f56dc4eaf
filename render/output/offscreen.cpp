// SPDX-License-Identifier: BSD-3-Clause
#include "render/output/offscreen.hpp"

#include <vtkNew.h>
#include <vtkRenderWindow.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "render/output/display_server.hpp"
#include "render/output/picture_average.hpp"
#include "render/output/picture_file.hpp"
#include "render/scene/stage.hpp"

namespace tendril {
namespace {

constexpr int kLargestSide = 16384;
constexpr double kFrameMargin = 1.1;  // of a motion: all of it is known, no room to move is needed

const PictureOptions& checked(const PictureOptions& options) {
  if (options.width < 1 || options.height < 1 || options.width > kLargestSide || options.height > kLargestSide)
    throw std::runtime_error("a picture's width and height must be 1 to " + std::to_string(kLargestSide) +
                             " pixels, not " + std::to_string(options.width) + " × " + std::to_string(options.height));
  if (options.samples < 1 || options.samples > PictureAverage::kMost)
    throw std::runtime_error("a picture has 1 to " + std::to_string(PictureAverage::kMost) + " samples, not " +
                             std::to_string(options.samples));
  return options;
}

}  // namespace

struct OffscreenView::Impl {
  explicit Impl(const PictureOptions& given) : options(checked(given)), display(PrivateDisplay::ifNeeded()) {
    window->SetOffScreenRendering(1);
    window->SetMultiSamples(0);
    window->SetAlphaBitPlanes(1);
    window->SetSize(options.width, options.height);
    stage = std::make_unique<Stage>();
    stage->attach(window);
    stage->setAntialiasing(options.samples > 1 ? Antialiasing::kNone : Antialiasing::kMultisample);
    stage->setTheme(options.dark ? kDarkTheme : kLightTheme);
    stage->setBackdrop(options.backdrop);
    stage->setFurniture(options.furniture);
    stage->setScaleSize(options.scaleSize);
    showScales(options.furniture || options.scales, options.furniture || options.scales);
    if (options.camera) stage->camera() = *options.camera;
    framed = options.camera.has_value() && !options.fitted;
  }
  ~Impl() {
    stage.reset();
    window->Finalize();
  }

  void show(const Snapshot& snapshot) const;
  void showScales(bool colors, bool arrows);
  void drawSamples();
  std::vector<std::uint8_t> drawn() const;

  PictureOptions options;
  std::unique_ptr<PrivateDisplay> display;  // outlives the window
  vtkNew<vtkRenderWindow> window;
  std::unique_ptr<Stage> stage;
  bool framed = false;
  bool colorScale = false, arrowScale = false;
  std::optional<SharedArrows> shared;  // of all pictures
  PictureAverage average;              // of the samples of the last picture
};

OffscreenView::OffscreenView(const PictureOptions& options) : impl_(std::make_unique<Impl>(options)) {}
OffscreenView::~OffscreenView() = default;

void OffscreenView::Impl::show(const Snapshot& snapshot) const {
  if (!snapshot.model) throw std::runtime_error("there is no robot to draw: the snapshot has no model");
  if (!stage->robot() || stage->robot()->model() != snapshot.model) {
    stage->setRobot(std::make_shared<RobotScene>(snapshot.model));
    if (shared) stage->robot()->holdArrows(lengthsOf(shared->scale));
  }
  stage->robot()->setDeformationLook(options.deformation);
  stage->robot()->setOverlays(options.overlays);
  stage->update(snapshot);
  if (arrowScale && !shared) stage->setArrowKinds(stage->robot()->arrows().kinds());
}

void OffscreenView::Impl::showScales(bool colors, bool arrows) {
  colorScale = colors, arrowScale = arrows;
  stage->setColorScale(colors ? options.deformation.colors : FieldColors());
  if (arrows && shared)
    stage->setArrowKinds(shared->kinds, shared->scale);
  else
    stage->setArrowKinds({});
}

void OffscreenView::showScales(bool colors, bool arrows) {
  impl_->showScales(colors, arrows);
}

SharedArrows OffscreenView::shareArrows(std::span<const Snapshot> motion) {
  SharedArrows all;
  impl_->shared.reset();
  if (impl_->stage->robot()) impl_->stage->robot()->holdArrows({});
  for (const Snapshot& snapshot : motion) {
    impl_->show(snapshot);
    for (const ArrowKind& kind : impl_->stage->robot()->arrows().kinds())
      if (std::ranges::none_of(
              all.kinds, [&](const ArrowKind& each) { return each.name == kind.name && each.torque == kind.torque; }))
        all.kinds.push_back(kind);
    const ForceScale scale = forceScale();
    all.scale.length = std::max(all.scale.length, scale.length);
    all.scale.force = std::max(all.scale.force, scale.force);
    all.scale.torque = std::max(all.scale.torque, scale.torque);
  }
  impl_->shared = all;
  if (impl_->stage->robot()) impl_->stage->robot()->holdArrows(lengthsOf(all.scale));
  impl_->showScales(impl_->colorScale, impl_->arrowScale);
  return all;
}

void OffscreenView::frame(std::span<const Snapshot> motion, const CoveredEdges& covered) {
  const PictureOptions& o = impl_->options;
  std::vector<Vec3> points;
  for (const Snapshot& snapshot : motion) {
    impl_->show(snapshot);
    const std::vector<Vec3> outline = impl_->stage->robot()->outline();
    points.insert(points.end(), outline.begin(), outline.end());
  }
  impl_->stage->camera().frame(points, static_cast<double>(o.width) / o.height, kFrameMargin, covered);
  impl_->framed = true;
}

void OffscreenView::look(const CameraView& camera) {
  impl_->stage->camera() = camera;
  impl_->framed = true;
}

void OffscreenView::draw(const Snapshot& snapshot) {
  Stage& stage = *impl_->stage;
  const PictureOptions& o = impl_->options;
  impl_->show(snapshot);
  stage.prepare(o.width, o.height, 1);
  if (!std::exchange(impl_->framed, true)) {
    stage.camera() = stage.framed();
    stage.prepare(o.width, o.height, 1);
  }
  if (o.samples > 1)
    impl_->drawSamples();
  else
    impl_->window->Render();
}

void OffscreenView::Impl::drawSamples() {
  average = {};
  for (int k = 0; k < options.samples; ++k) {
    stage->setSample(PictureSample{k, options.samples});
    stage->prepare(options.width, options.height, 1);
    window->Render();
    average.add(drawn());
    if (options.progress && !options.progress((k + 1.0) / options.samples)) throw PictureStopped();
  }
  stage->setSample({});
}

std::vector<std::uint8_t> OffscreenView::pixels() const {
  const bool alpha = impl_->options.backdrop == Backdrop::kNone;
  if (impl_->options.samples > 1) return impl_->average.pixels(alpha);
  PictureAverage one;
  one.add(impl_->drawn());
  return one.pixels(alpha);
}

std::vector<std::uint8_t> OffscreenView::Impl::drawn() const {
  const PictureOptions& o = options;
  vtkNew<vtkUnsignedCharArray> data;
  window->GetRGBACharPixelData(0, 0, o.width - 1, o.height - 1, 0, data);
  std::vector<std::uint8_t> out(static_cast<size_t>(o.width) * o.height * 4);
  if (data->GetNumberOfValues() != static_cast<vtkIdType>(out.size()))
    throw std::runtime_error("the picture could not be read back from OpenGL");
  const size_t row = static_cast<size_t>(o.width) * 4;
  for (int y = 0; y < o.height; ++y)
    std::copy_n(data->GetPointer(static_cast<vtkIdType>(row) * (o.height - 1 - y)), row, &out[row * y]);
  return out;
}

void OffscreenView::writePng(const std::string& path) const {
  writePictureFile(path, impl_->options.width, impl_->options.height, pixels(),
                   impl_->options.backdrop == Backdrop::kNone);
}

std::vector<std::string> OffscreenView::arrowKey() const {
  return impl_->stage->forceKey().lines();
}

ForceScale OffscreenView::forceScale() const {
  const auto& robot = impl_->stage->robot();
  return robot ? robot->forceScale() : ForceScale();
}

void OffscreenView::sync() {
  impl_->window->WaitForCompletion();
}

const CameraView& OffscreenView::camera() const {
  return impl_->stage->camera();
}

const std::vector<std::string>& OffscreenView::problems() const {
  static const std::vector<std::string> kNone;
  return impl_->stage->robot() ? impl_->stage->robot()->problems() : kNone;
}

std::vector<std::string> writePicture(const Snapshot& snapshot, const PictureOptions& options,
                                      const std::string& path) {
  OffscreenView view(options);
  view.draw(snapshot);
  view.writePng(path);
  return view.problems();
}

}  // namespace tendril
