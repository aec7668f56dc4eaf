// SPDX-License-Identifier: GPL-3.0-or-later
// SVG with its texts as text, so that they can still be edited. Cairo would turn them into outlines.
#include "studio/figure/svg_canvas.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <stdexcept>

namespace tendril::figure {
namespace {

/// Two decimals: a hundredth of a point.
std::string number(double value) {
  std::array<char, 64> buffer{};
  const double rounded = std::round(value * 100) / 100 + 0.0;  // no −0
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), rounded).ptr;
  return {buffer.data(), end};
}

std::string hex(const Color& color) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string out = "#";
  for (const double part : {color.r, color.g, color.b}) {
    const int byte = static_cast<int>(std::lround(255 * part));
    out += kDigits[byte / 16];
    out += kDigits[byte % 16];
  }
  return out;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    }
  }
  return out;
}

std::string attributes(const Stroke& stroke) {
  std::string out = std::string(" class=\"") + stroke.name + "\" fill=\"none\" stroke=\"" + hex(stroke.color) +
                    "\" stroke-width=\"" + number(stroke.width) + '"';
  if (stroke.dashed) out += " stroke-dasharray=\"3.75 2.25\"";
  return out;
}

std::string base64(const std::vector<std::uint8_t>& bytes) {
  constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) three = three << 8U | (k < left ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k) out += k <= left ? kDigits[three >> (18 - 6 * k) & 63U] : '=';
  }
  return out;
}

bool isNumber(const Point& point) {
  return std::isfinite(point.x) && std::isfinite(point.y);
}

}  // namespace

SvgCanvas::SvgCanvas(std::filesystem::path file, double width, double height, const std::string& title)
    : file_(std::move(file)) {
  const auto millimetres = [](double points) { return number(points * 25.4 / 72) + "mm"; };
  body_ =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"" +
      millimetres(width) + "\" height=\"" + millimetres(height) + "\" viewBox=\"0 0 " + number(width) + ' ' +
      number(height) + "\" font-family=\"" + kFont + ", Helvetica, Arial, sans-serif\">\n";
  if (!title.empty()) body_ += "<title>" + escaped(title) + "</title>\n";
}

void SvgCanvas::fill(const Box& box, const Color& color) {
  body_ += "<rect x=\"" + number(box.left) + "\" y=\"" + number(box.top) + "\" width=\"" + number(box.width) +
           "\" height=\"" + number(box.height) + "\" fill=\"" + hex(color) + "\"/>\n";
}

void SvgCanvas::line(Point from, Point to, const Stroke& stroke) {
  body_ += "<line x1=\"" + number(from.x) + "\" y1=\"" + number(from.y) + "\" x2=\"" + number(to.x) + "\" y2=\"" +
           number(to.y) + '"' + attributes(stroke) + "/>\n";
}

std::string SvgCanvas::clipPath(const Box& clip) {
  const std::string id = "clip" + std::to_string(++clips_);
  body_ += "<clipPath id=\"" + id + "\"><rect x=\"" + number(clip.left) + "\" y=\"" + number(clip.top) + "\" width=\"" +
           number(clip.width) + "\" height=\"" + number(clip.height) + "\"/></clipPath>\n";
  return " clip-path=\"url(#" + id + ")\"";
}

void SvgCanvas::area(std::span<const Point> outline, const Color& color, double opacity, const Box& clip) {
  if (outline.empty()) return;
  const std::string clipped = clipPath(clip);
  body_ += "<polygon class=\"band\"" + clipped + " fill=\"" + hex(color) + "\" fill-opacity=\"" + number(opacity) +
           "\" points=\"";
  for (const Point& point : outline) body_ += number(point.x) + ',' + number(point.y) + ' ';
  body_.back() = '"';
  body_ += "/>\n";
}

void SvgCanvas::image(const Box& box, const Pixels& pixels) {
  body_ += "<image x=\"" + number(box.left) + "\" y=\"" + number(box.top) + "\" width=\"" + number(box.width) +
           "\" height=\"" + number(box.height) + "\" preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64," +
           base64(pngOf(pixels)) + "\"/>\n";
}

void SvgCanvas::curve(std::span<const Point> points, const Stroke& stroke, const Box& clip) {
  const std::string clipped = clipPath(clip);
  body_ += "<path" + clipped + attributes(stroke) + " stroke-linejoin=\"round\" stroke-linecap=\"" +
           (stroke.dashed ? "butt" : "round") + "\" d=\"";
  bool down = false;
  for (const Point& point : points) {
    if (isNumber(point)) {
      body_ += (down ? 'L' : 'M') + number(point.x) + ' ' + number(point.y);
      if (!down) body_ += 'l' + std::string("0 0");  // a lone point is a dot
    }
    down = isNumber(point);
  }
  body_ += "\"/>\n";
}

void SvgCanvas::text(Point at, std::span<const TextRun> runs, const TextStyle& style) {
  constexpr std::array<const char*, 3> kAnchors = {"start", "middle", "end"};
  body_ += "<text x=\"" + number(at.x) + "\" y=\"" + number(at.y) + "\" font-size=\"" + number(style.size) +
           "\" text-anchor=\"" + kAnchors[static_cast<std::size_t>(style.anchor)] + '"';
  if (style.bold) body_ += " font-weight=\"600\"";
  if (style.upwards) body_ += " transform=\"rotate(-90 " + number(at.x) + ' ' + number(at.y) + ")\"";
  if (runs.size() == 1) {
    body_ += " fill=\"" + hex(runs[0].color) + "\">" + escaped(runs[0].text) + "</text>\n";
    return;
  }
  body_ += " xml:space=\"preserve\">";
  for (const TextRun& run : runs) body_ += "<tspan fill=\"" + hex(run.color) + "\">" + escaped(run.text) + "</tspan>";
  body_ += "</text>\n";
}

void SvgCanvas::finish() {
  body_ += "</svg>\n";
  writeBytes(file_, body_);
}

void writeBytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream stream(file, std::ios::binary);
  stream << bytes;
  stream.close();
  if (!stream) throw std::runtime_error(file.string() + ": cannot be written");
}

}  // namespace tendril::figure
