// SPDX-License-Identifier: BSD-3-Clause
#include "render/offscreen.hpp"

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPNGWriter.h>
#include <vtkRenderWindow.h>
#include <vtkUnsignedCharArray.h>

#include <filesystem>
#include <stdexcept>

#include "render/display_server.hpp"
#include "render/stage.hpp"

namespace tendril {
namespace {

constexpr int kLargestSide = 16384;

const PictureOptions& checked(const PictureOptions& options) {
  if (options.width < 1 || options.height < 1 || options.width > kLargestSide || options.height > kLargestSide)
    throw std::runtime_error("a picture's width and height must be 1 to " + std::to_string(kLargestSide) +
                             " pixels, not " + std::to_string(options.width) + " × " + std::to_string(options.height));
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
    stage->setAntialiasing(Antialiasing::kMultisample);
    stage->setTheme(options.dark ? kDarkTheme : kLightTheme);
    stage->setTransparent(options.transparent);
    stage->setFurniture(options.furniture);
    if (options.camera) stage->camera() = *options.camera;
    framed = options.camera.has_value();
  }
  ~Impl() {
    stage.reset();
    window->Finalize();
  }

  PictureOptions options;
  std::unique_ptr<PrivateDisplay> display;  // outlives the window
  vtkNew<vtkRenderWindow> window;
  std::unique_ptr<Stage> stage;
  bool framed = false;
};

OffscreenView::OffscreenView(const PictureOptions& options) : impl_(std::make_unique<Impl>(options)) {}
OffscreenView::~OffscreenView() = default;

void OffscreenView::draw(const Snapshot& snapshot) {
  Stage& stage = *impl_->stage;
  if (!snapshot.model) throw std::runtime_error("there is no robot to draw: the snapshot has no model");
  if (!stage.robot() || stage.robot()->model() != snapshot.model)
    stage.setRobot(std::make_shared<RobotScene>(snapshot.model));
  const PictureOptions& o = impl_->options;
  stage.update(snapshot);
  stage.prepare(o.width, o.height, 1);
  if (!std::exchange(impl_->framed, true)) {
    stage.camera() = stage.framed();
    stage.prepare(o.width, o.height, 1);
  }
  impl_->window->Render();
}

std::vector<std::uint8_t> OffscreenView::pixels() const {
  const PictureOptions& o = impl_->options;
  vtkNew<vtkUnsignedCharArray> data;
  impl_->window->GetRGBACharPixelData(0, 0, o.width - 1, o.height - 1, 0, data);
  std::vector<std::uint8_t> out(static_cast<size_t>(o.width) * o.height * 4);
  if (data->GetNumberOfValues() != static_cast<vtkIdType>(out.size()))
    throw std::runtime_error("the picture could not be read back from OpenGL");
  const size_t row = static_cast<size_t>(o.width) * 4;
  for (int y = 0; y < o.height; ++y)
    std::copy_n(data->GetPointer(static_cast<vtkIdType>(row) * (o.height - 1 - y)), row, &out[row * y]);
  if (!o.transparent)
    for (size_t i = 3; i < out.size(); i += 4) out[i] = 255;
  return out;
}

void OffscreenView::writePng(const std::string& path) const {
  const PictureOptions& o = impl_->options;
  const std::vector<std::uint8_t> from = pixels();
  const int channels = o.transparent ? 4 : 3;
  vtkNew<vtkImageData> image;
  image->SetDimensions(o.width, o.height, 1);
  image->AllocateScalars(VTK_UNSIGNED_CHAR, channels);
  auto* to = static_cast<std::uint8_t*>(image->GetScalarPointer());
  for (int y = o.height - 1; y >= 0; --y)
    for (int x = 0; x < o.width; ++x, to += channels)
      std::copy_n(&from[4 * (static_cast<size_t>(y) * o.width + x)], channels, to);
  vtkNew<vtkPNGWriter> writer;
  writer->SetInputData(image);
  writer->SetFileName(path.c_str());
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    throw std::runtime_error("cannot write \"" + path + "\": the folder " + folder.string() + " does not exist");
  writer->Write();
  if (writer->GetErrorCode() != 0) throw std::runtime_error("cannot write \"" + path + "\": is the folder writable?");
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
