// SPDX-License-Identifier: GPL-3.0-or-later
// A composed figure on its page.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "studio/composer/robot_picture.hpp"

namespace tendril::composer {

struct MadeFigure {
  std::vector<std::filesystem::path> files;  ///< the figure, then the data of its panels
  std::vector<std::string> problems;         ///< what could not be shown
};

/// Draws the figure as .svg, .pdf or .png (the ending of `file`), and writes what each panel shows beside it:
/// figure.pdf, figure.a.csv, figure.b.csv, … `progress`: share of it that is done, 0…1; may be empty. `cancel`: stop,
/// in the middle of a view, too; nothing is written then. std::invalid_argument that says what is wrong and where,
/// std::runtime_error where a file cannot be written or nothing can be drawn.
MadeFigure makeFigure(const FigureSpec& spec, const RecordedRobot& robot, const std::filesystem::path& file,
                      const std::function<void(double)>& progress = {}, const std::atomic<bool>* cancel = nullptr);

}  // namespace tendril::composer
