// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/film/film_overlay.hpp"

#include <cairo.h>

#include <algorithm>
#include <stdexcept>

#include "studio/figure/canvas.hpp"

namespace tendril {
namespace {

constexpr double kPlate = 0.82;       // opacity
constexpr double kMargin = 1.0 / 36;  // of the height
constexpr double kText = 1.0 / 30;    // of the height

}  // namespace

struct FilmOverlay::Work {
  struct Destroy {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
  };
  using Surface = std::unique_ptr<cairo_surface_t, Destroy>;
  using Context = std::unique_ptr<cairo_t, Destroy>;

  int width, height;
  bool dark;
  Surface surface;
  Context context;

  double margin() const { return kMargin * height; }
  void plate(double x, double y, double w, double h) const {
    const double shade = dark ? 0.09 : 1;
    cairo_set_source_rgba(context.get(), shade, shade, shade, kPlate);
    cairo_rectangle(context.get(), x, y, w, h);
    cairo_fill(context.get());
  }
};

FilmOverlay::FilmOverlay(int width, int height, bool dark)
    : work_(std::make_unique<Work>(Work{width, height, dark, {}, {}})) {
  work_->surface.reset(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
  if (cairo_surface_status(work_->surface.get()) != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error("there is no memory for so large a film");
  work_->context.reset(cairo_create(work_->surface.get()));
}

FilmOverlay::~FilmOverlay() = default;

void FilmOverlay::clear() {
  cairo_t* const context = work_->context.get();
  cairo_save(context);
  cairo_set_operator(context, CAIRO_OPERATOR_CLEAR);
  cairo_paint(context);
  cairo_restore(context);
}

void FilmOverlay::text(const std::string& text) {
  if (text.empty()) return;
  const Work& w = *work_;
  cairo_t* const context = w.context.get();
  double size = kText * w.height;
  cairo_select_font_face(context, figure::kFont, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context, size);
  cairo_text_extents_t extents;
  cairo_text_extents(context, text.c_str(), &extents);
  const double room = w.width - 4 * w.margin();
  if (extents.x_advance > room) {
    size *= room / extents.x_advance;
    cairo_set_font_size(context, size);
    cairo_text_extents(context, text.c_str(), &extents);
  }
  const double pad = 0.5 * size, tall = 1.9 * size, top = w.height - w.margin() - tall;
  w.plate(w.margin(), top, extents.x_advance + 2 * pad, tall);
  const double ink = w.dark ? 0.92 : 0.1;
  cairo_set_source_rgb(context, ink, ink, ink);
  cairo_move_to(context, w.margin() + pad, top + 1.27 * size);
  cairo_show_text(context, text.c_str());
}

void FilmOverlay::plot(const std::filesystem::path& picture) {
  const Work::Surface image(cairo_image_surface_create_from_png(picture.c_str()));
  if (cairo_surface_status(image.get()) != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(picture.string() + ": the plot of the film cannot be read");
  const Work& w = *work_;
  const double x = w.width - w.margin() - cairo_image_surface_get_width(image.get()),
               y = w.height - w.margin() - cairo_image_surface_get_height(image.get());
  cairo_set_source_surface(w.context.get(), image.get(), x, y);
  cairo_paint_with_alpha(w.context.get(), std::min(1.0, kPlate + 0.1));
}

void FilmOverlay::layOver(std::span<std::uint8_t> rgba) const {
  cairo_surface_t* const surface = work_->surface.get();
  cairo_surface_flush(surface);
  const unsigned char* const pixels = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  constexpr unsigned kFull = 255;
  for (int y = 0; y < work_->height; ++y)
    for (int x = 0; x < work_->width; ++x) {
      std::uint32_t over = 0;  // premultiplied
      std::copy_n(pixels + static_cast<std::ptrdiff_t>(y) * stride + std::ptrdiff_t{4} * x, 4,
                  reinterpret_cast<unsigned char*>(&over));
      const unsigned alpha = over >> 24U;
      if (alpha == 0) continue;
      std::uint8_t* const pixel = &rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(work_->width) +
                                             static_cast<std::size_t>(x))];
      for (unsigned c = 0; c < 3; ++c) {
        const unsigned top = (over >> (16U - 8U * c)) & kFull;
        pixel[c] = static_cast<std::uint8_t>(std::min(kFull, top + pixel[c] * (kFull - alpha) / kFull));
      }
    }
}

}  // namespace tendril
