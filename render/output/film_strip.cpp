// SPDX-License-Identifier: BSD-3-Clause
#include "render/output/film_strip.hpp"

#include <algorithm>
#include <stdexcept>

#include "render/output/offscreen.hpp"
#include "render/output/picture_file.hpp"

namespace tendril {
namespace {

constexpr int kFiner = 2;  // frames are drawn so many times larger, for smooth edges
constexpr double kScaleHeight = 300,
                 kSmallestScale = 0.8;  // px of a frame whose scales have the usual size; times that
constexpr int kLongestStrip = 65'000;   // pixels; what JPEG can hold

/// The mean of kFiner × kFiner pixels of `from` at each pixel of the frame that starts at column x0 of the strip.
void shrinkInto(std::vector<std::uint8_t>& strip, int stripWidth, int x0, const FilmStripOptions& o,
                const std::vector<std::uint8_t>& from) {
  for (int y = 0; y < o.height; ++y) {
    for (int x = 0; x < o.width; ++x) {
      for (int c = 0; c < 4; ++c) {
        int sum = 0;
        for (int j = 0; j < kFiner; ++j)
          for (int i = 0; i < kFiner; ++i)
            sum += from[4 * (static_cast<std::size_t>(kFiner * y + j) * (kFiner * o.width) + kFiner * x + i) + c];
        strip[4 * (static_cast<std::size_t>(y) * stripWidth + x0 + x) + c] =
            static_cast<std::uint8_t>((sum + kFiner * kFiner / 2) / (kFiner * kFiner));
      }
    }
  }
}

}  // namespace

std::vector<std::string> writeFilmStrip(std::span<const Snapshot> frames, const FilmStripOptions& options,
                                        const std::string& path) {
  const auto count = static_cast<int>(frames.size());
  if (count < 1 || options.width < 1 || count > kLongestStrip / options.width)
    throw std::runtime_error("a film strip of " + std::to_string(count) + " frames does not fit into a picture: " +
                             std::to_string(kLongestStrip) + " pixels is the longest");
  PictureOptions picture;
  picture.width = kFiner * options.width, picture.height = kFiner * options.height;
  picture.dark = options.dark;
  picture.furniture = false;
  picture.scaleSize = kFiner * std::max(kSmallestScale, options.height / kScaleHeight);
  picture.camera = options.camera;
  picture.deformation = options.deformation, picture.overlays = options.overlays;
  OffscreenView view(picture);
  const SharedArrows arrows = view.shareArrows(frames);
  const double key = options.scales ? ForceKey::height(arrows.kinds, arrows.scale) * picture.scaleSize : 0;
  if (!options.camera) view.frame(frames, {.top = key / picture.height});
  const int width = count * options.width;
  std::vector<std::uint8_t> strip(static_cast<std::size_t>(width) * options.height * 4);
  for (int k = 0; k < count; ++k) {
    view.showScales(options.scales && k == count - 1, options.scales && k == 0);
    view.draw(frames[static_cast<std::size_t>(k)]);
    shrinkInto(strip, width, k * options.width, options, view.pixels());
  }
  writePictureFile(path, width, options.height, strip);
  return view.problems();
}

}  // namespace tendril
