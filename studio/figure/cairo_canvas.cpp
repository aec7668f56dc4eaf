// SPDX-License-Identifier: GPL-3.0-or-later
// PDF (texts stay texts, the font is embedded) and PNG by Cairo.
#include <cairo-pdf.h>
#include <cairo.h>

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "studio/figure/svg_canvas.hpp"

namespace tendril::figure {
namespace {

struct Destroy {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, Destroy>;
using Context = std::unique_ptr<cairo_t, Destroy>;

void chooseFont(cairo_t* context, double size, bool bold) {
  cairo_select_font_face(context, kFont, CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context, size);
}

double advance(cairo_t* context, const std::string& text) {
  cairo_text_extents_t extents;
  cairo_text_extents(context, text.c_str(), &extents);
  return extents.x_advance;
}

/// A context that measures with unhinted metrics, as a page has them.
Context measuring() {
  const Surface surface(cairo_recording_surface_create(CAIRO_CONTENT_COLOR, nullptr));
  return Context(cairo_create(surface.get()));
}

/// Pixels as Cairo keeps them: alpha multiplied in, one word each.
Surface surfaceOf(const Pixels& pixels) {
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels.width, pixels.height));
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) return surface;
  cairo_surface_flush(surface.get());
  unsigned char* const data = cairo_image_surface_get_data(surface.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
  const auto width = static_cast<std::size_t>(pixels.width), height = static_cast<std::size_t>(pixels.height);
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      const std::uint8_t* const from = &pixels.rgba[4 * (y * width + x)];
      const std::uint32_t alpha = from[3];
      const auto part = [&](int i) { return (from[i] * alpha + 127) / 255; };
      const std::uint32_t word = alpha << 24U | part(0) << 16U | part(1) << 8U | part(2);
      std::memcpy(data + y * stride + 4 * x, &word, 4);
    }
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

/// Collects what Cairo writes: it does not always tell that a file could not be written whole.
cairo_status_t append(void* to, const unsigned char* data, unsigned int size) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(data), size);
  return CAIRO_STATUS_SUCCESS;
}

class CairoCanvas : public Canvas {
 public:
  CairoCanvas(Format format, std::filesystem::path file, double width, double height, double dpi,
              const std::string& title)
      : format_(format), file_(std::move(file)) {
    const double scale = format == Format::kPng ? dpi / 72 : 1;
    if (format == Format::kPdf) {
      surface_.reset(cairo_pdf_surface_create_for_stream(append, &bytes_, width, height));
      if (!title.empty()) cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
      cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATOR, "Tendril");
    } else {
      surface_.reset(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(width * scale)),
                                                static_cast<int>(std::lround(height * scale))));
    }
    check(cairo_surface_status(surface_.get()));
    context_.reset(cairo_create(surface_.get()));
    cairo_scale(context_.get(), scale, scale);
  }

  void fill(const Box& box, const Color& color) override {
    use(color);
    cairo_rectangle(context_.get(), box.left, box.top, box.width, box.height);
    cairo_fill(context_.get());
  }

  void line(Point from, Point to, const Stroke& stroke) override {
    cairo_move_to(context_.get(), from.x, from.y);
    cairo_line_to(context_.get(), to.x, to.y);
    draw(stroke, CAIRO_LINE_CAP_BUTT);
  }

  void curve(std::span<const Point> points, const Stroke& stroke, const Box& clip) override {
    cairo_t* context = context_.get();
    cairo_save(context);
    cairo_rectangle(context, clip.left, clip.top, clip.width, clip.height);
    cairo_clip(context);
    bool down = false;
    for (const Point& point : points) {
      const bool good = std::isfinite(point.x) && std::isfinite(point.y);
      if (good && !down) cairo_move_to(context, point.x, point.y);
      if (good) cairo_line_to(context, point.x, point.y);
      down = good;
    }
    draw(stroke, stroke.dashed ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    cairo_restore(context);
  }

  void area(std::span<const Point> outline, const Color& color, double opacity, const Box& clip) override {
    cairo_t* context = context_.get();
    cairo_save(context);
    cairo_rectangle(context, clip.left, clip.top, clip.width, clip.height);
    cairo_clip(context);
    for (const Point& point : outline) cairo_line_to(context, point.x, point.y);
    cairo_set_source_rgba(context, color.r, color.g, color.b, opacity);
    cairo_fill(context);
    cairo_restore(context);
  }

  void image(const Box& box, const Pixels& pixels) override {
    const Surface picture = surfaceOf(pixels);
    check(cairo_surface_status(picture.get()));
    cairo_t* context = context_.get();
    cairo_save(context);
    cairo_translate(context, box.left, box.top);
    cairo_scale(context, box.width / pixels.width, box.height / pixels.height);
    cairo_set_source_surface(context, picture.get(), 0, 0);
    cairo_rectangle(context, 0, 0, pixels.width, pixels.height);
    cairo_fill(context);
    cairo_restore(context);
  }

  void text(Point at, std::span<const TextRun> runs, const TextStyle& style) override {
    cairo_t* context = context_.get();
    chooseFont(context, style.size, style.bold);
    double width = 0;
    for (const TextRun& run : runs) width += advance(context, run.text);
    cairo_save(context);
    cairo_translate(context, at.x, at.y);
    if (style.upwards) cairo_rotate(context, -std::acos(-1.0) / 2);
    cairo_move_to(context, style.anchor == Anchor::kStart ? 0 : style.anchor == Anchor::kEnd ? -width : -width / 2, 0);
    for (const TextRun& run : runs) {
      use(run.color);
      cairo_show_text(context, run.text.c_str());
    }
    cairo_restore(context);
  }

  void finish() override {
    check(cairo_status(context_.get()));
    context_.reset();
    if (format_ == Format::kPng) {
      check(cairo_surface_write_to_png_stream(surface_.get(), append, &bytes_));
    } else {
      cairo_surface_finish(surface_.get());
      check(cairo_surface_status(surface_.get()));
    }
    writeBytes(file_, bytes_);
  }

 private:
  void use(const Color& color) { cairo_set_source_rgb(context_.get(), color.r, color.g, color.b); }
  void draw(const Stroke& stroke, cairo_line_cap_t cap) {
    cairo_t* context = context_.get();
    constexpr double kDashes[] = {3.75, 2.25};
    use(stroke.color);
    cairo_set_line_width(context, stroke.width);
    cairo_set_line_cap(context, cap);
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
    cairo_set_dash(context, kDashes, stroke.dashed ? 2 : 0, 0);
    cairo_stroke(context);
  }
  void check(cairo_status_t status) const {
    if (status != CAIRO_STATUS_SUCCESS)
      throw std::runtime_error(file_.string() + ": cannot be written (" + cairo_status_to_string(status) + ")");
  }

  Format format_;
  std::filesystem::path file_;
  std::string bytes_;  ///< of the file; it outlives the surface, which writes to it
  Surface surface_;
  Context context_;
};

}  // namespace

std::unique_ptr<Canvas> makeCanvas(Format format, const std::filesystem::path& file, double width, double height,
                                   double dpi, const std::string& title) {
  if (format == Format::kSvg) return std::make_unique<SvgCanvas>(file, width, height, title);
  return std::make_unique<CairoCanvas>(format, file, width, height, dpi, title);
}

std::vector<std::uint8_t> pngOf(const Pixels& pixels) {
  std::string out;
  if (cairo_surface_write_to_png_stream(surfaceOf(pixels).get(), append, &out) != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error("a picture of a figure is too large");
  return {out.begin(), out.end()};
}

double textWidth(const std::string& text, double size, bool bold) {
  const Context context = measuring();
  chooseFont(context.get(), size, bold);
  return advance(context.get(), text);
}

Color colorOf(const char* hex) {
  const auto part = [&](int at) { return std::stoi(std::string(hex + at, 2), nullptr, 16) / 255.0; };
  return {part(1), part(3), part(5)};
}

}  // namespace tendril::figure
