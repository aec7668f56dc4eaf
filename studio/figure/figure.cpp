// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/figure/figure.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <system_error>

#include "studio/figure/drawing.hpp"

namespace tendril::figure {
namespace {

void checkFigure(const Figure& figure) {
  if (figure.panels.empty()) throw std::invalid_argument("the figure has no curves");
  const double farthest = std::max(std::abs(figure.from), std::abs(figure.to)), span = figure.to - figure.from;
  if (!(span > 1e-9 * farthest && span > 1e-100 && span < 1e100))
    throw std::invalid_argument("the figure shows no stretch of " + (figure.x.unit == "s" ? "time" : figure.x.name));
  if (figure.x.logarithmic && !(figure.from > 0))
    throw std::invalid_argument("an axis by powers of ten shows what is greater than zero only");
  for (const double size : {figure.widthMm, figure.heightMm, figure.dpi})
    if (!std::isfinite(size) || size < 0 || size > 2000)
      throw std::invalid_argument("the figure's size must be between 0 and 2000");
}

}  // namespace

Format formatOf(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (ending == ".svg") return Format::kSvg;
  if (ending == ".pdf") return Format::kPdf;
  if (ending == ".png") return Format::kPng;
  throw std::invalid_argument(file.string() + ": figures are written as .svg, .pdf or .png");
}

double heightOf(const Figure& figure) {
  checkFigure(figure);
  return Drawing(figure).height() / kPointsPerMm;
}

void writeFigure(const Figure& figure, const std::filesystem::path& file) {
  writeFigure(figure, file, formatOf(file));
}

void writeFigure(const Figure& figure, const std::filesystem::path& file, Format format) {
  checkFigure(figure);
  const Drawing drawing(figure);
  writePage(file, [&](const std::filesystem::path& part) {
    const auto canvas = makeCanvas(format, part, drawing.width(), drawing.height(), figure.dpi, figure.title);
    canvas->fill({0, 0, drawing.width() + 1, drawing.height() + 1}, inkOf(figure.dark).page);  // cut pixels too
    drawing.draw(*canvas);
    canvas->finish();
  });
}

void drawFigure(Canvas& canvas, const Figure& figure, Point corner) {
  checkFigure(figure);
  Drawing(figure, corner).draw(canvas);
}

void writePage(const std::filesystem::path& file, const std::function<void(const std::filesystem::path& part)>& draw) {
  const std::filesystem::path part = file.string() + ".part" + std::to_string(getpid());
  std::error_code ignored;
  try {
    draw(part);
    std::filesystem::rename(part, file);
  } catch (const std::invalid_argument&) {
    std::filesystem::remove(part, ignored);
    throw;
  } catch (const std::exception&) {
    std::filesystem::remove(part, ignored);
    throw std::runtime_error(file.string() + ": cannot be written; does its folder exist, is the disk full?");
  }
}

Ink inkOf(bool dark) {
  if (dark) return {colorOf("#1C2027"), colorOf("#E6EAF0"), colorOf("#9AA4B2"), colorOf("#9AA4B2"), colorOf("#2F3641")};
  return {colorOf("#FFFFFF"), colorOf("#1B2129"), colorOf("#5B6673"), colorOf("#5B6673"), colorOf("#E7EAEE")};
}

Color hueOf(int index, bool dark) {
  // Okabe–Ito, strongest first; black and yellow, weak on one ground each, last.
  static constexpr std::array<const char*, 8> kLight = {"#0072B2", "#D55E00", "#009E73", "#E69F00",
                                                        "#CC79A7", "#56B4E9", "#000000", "#B8AC1B"};
  static constexpr std::array<const char*, 8> kDark = {"#4095C5", "#D55E00", "#40B696", "#E69F00",
                                                       "#CC79A7", "#56B4E9", "#E6EAF0", "#F0E442"};
  const auto at = static_cast<std::size_t>(((index % 8) + 8) % 8);
  return colorOf((dark ? kDark : kLight)[at]);
}

}  // namespace tendril::figure
