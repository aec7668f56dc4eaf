// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace tendril {

/// What lies over the frames of a film: a text below, left, and a plot below, right, on plates that let the picture
/// through a little. All functions throw std::runtime_error.
class FilmOverlay {
 public:
  FilmOverlay(int width, int height, bool dark);  ///< pixels of the frames
  ~FilmOverlay();

  /// Takes away what was there.
  void clear();
  /// One line; one that is too long becomes smaller.
  void text(const std::string& text);
  /// A PNG file.
  void plot(const std::filesystem::path& picture);
  /// Lays it over a frame: RGBA, row by row from the top.
  void layOver(std::span<std::uint8_t> rgba) const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace tendril
