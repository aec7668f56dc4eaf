// SPDX-License-Identifier: BSD-3-Clause
// Pages as other programs draw them: pdftoppm (poppler-utils) and rsvg-convert (librsvg2-bin), of packages_test in
// packages.sh.
#pragma once

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>

namespace tendril {

inline bool isInstalled(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

/// A picture of 8 bits a colour.
struct PagePicture {
  int width = 0, height = 0;
  std::string rgb;

  std::array<int, 3> at(int x, int y) const {
    const auto byte = [&](std::size_t k) {
      return int{static_cast<unsigned char>(
          rgb[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) + k])};
    };
    return {byte(0), byte(1), byte(2)};
  }
  /// The share of pixels whose colour is within 40 of this one in each part.
  double shareOf(const std::array<int, 3>& color) const {
    int found = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const std::array<int, 3> here = at(x, y);
        found +=
            std::abs(here[0] - color[0]) < 40 && std::abs(here[1] - color[1]) < 40 && std::abs(here[2] - color[2]) < 40;
      }
    return static_cast<double>(found) / (static_cast<double>(width) * height);
  }
  /// Different colours; 1 of a blank page.
  std::size_t colors() const {
    std::set<std::array<int, 3>> all;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) all.insert(at(x, y));
    return all.size();
  }
};

/// The first page of a .pdf or .svg at so many dots per inch; nothing where the program cannot draw it.
inline std::optional<PagePicture> pagePicture(const std::filesystem::path& file, int dpi) {
  std::string pdf = file.string();
  if (file.extension() == ".svg") {
    pdf = file.string() + ".drawn.pdf";
    if (std::system(("rsvg-convert -f pdf -o '" + pdf + "' '" + file.string() + "'").c_str()) != 0) return {};
  }
  const std::string out = file.string() + ".drawn";
  const std::string line = "pdftoppm -r " + std::to_string(dpi) + " -singlefile '" + pdf + "' '" + out + "'";
  if (std::system(line.c_str()) != 0) return {};
  std::ifstream stream(out + ".ppm", std::ios::binary);
  std::string kind;
  PagePicture picture;
  int most = 0;
  stream >> kind >> picture.width >> picture.height >> most;
  stream.get();
  std::ostringstream rest;
  rest << stream.rdbuf();
  picture.rgb = rest.str();
  const auto bytes = 3 * static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
  return kind == "P6" && most == 255 && bytes > 0 && picture.rgb.size() == bytes ? std::optional(picture)
                                                                                 : std::nullopt;
}

}  // namespace tendril
