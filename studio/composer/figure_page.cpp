// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/composer/figure_page.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/plots/signal_analysis.hpp"
#include "core/project/project.hpp"
#include "core/text/number_text.hpp"
#include "render/output/offscreen.hpp"
#include "studio/composer/view_drawing.hpp"

namespace tendril::composer {
namespace {

using figure::Box;
using figure::kPointsPerMm;
using figure::kTextLine;
using figure::TextRun;

constexpr double kGap = 8;        // pt between panels
constexpr double kAspect = 0.72;  // of views whose height is not said
constexpr double kCaption = 13;   // pt above a panel

/// A plot with the numbers behind it.
struct SampledPlot {
  figure::PlotSpec spec;
  std::vector<SignalColumn> columns;
  std::shared_ptr<const SignalHistory> table;
  figure::Figure figure;
};

struct PlacedPanel {
  const PanelSpec* spec = nullptr;
  std::string head;  ///< "(a)"
  Box box;           ///< of what it shows, pt
  int row = 0;
  std::optional<SampledPlot> plot;
  std::unique_ptr<const ViewDrawing> view;
};

SampledPlot sampled(const figure::PlotSpec& spec, const RecordedRobot& robot) {
  const SignalCatalogue catalogue(*robot.model, robot.computed);
  const std::vector<std::string> texts = figure::textsOf(spec);
  SignalSampler sampler(robot.model, catalogue, texts);
  for (const SignalColumn& column : sampler.columns())
    if (column.error) throw std::invalid_argument("signal \"" + column.text + "\": " + column.error->what());
  sampler.sample(robot.history);
  return {spec, sampler.columns(), sampler.table(), {}};
}

/// All that is drawn of a plot, as a table.
std::string tableOf(const SampledPlot& plot) {
  std::string out = "t [s]";
  for (const SignalColumn& column : plot.columns)
    out += ",\"" + column.name + (column.unit.empty() ? "" : " [" + column.unit + "]") + '"';
  out += '\n';
  const auto [from, to] = figure::stretchOf(plot.spec, *plot.table);
  const auto [first, end] = figure::rowsBetween(*plot.table, from, to);
  for (std::size_t row = first; row < end; ++row) {
    out += numberText(plot.table->time(row));
    for (int c = 0; c < plot.table->columns(); ++c) out += ',' + numberText(plot.table->value(c, row));
    out += '\n';
  }
  return out;
}

class Page {
 public:
  Page(const FigureSpec& spec, const RecordedRobot& robot) : spec_(spec), robot_(robot) {
    width_ = spec.widthMm * kPointsPerMm;
    column_ = (width_ - kGap * (spec.columns - 1)) / spec.columns;
    if (column_ < 20 * kPointsPerMm)
      throw std::invalid_argument("the figure is too narrow for " + std::to_string(spec.columns) + " columns");
    place();
  }

  std::vector<PlacedPanel>& panels() { return panels_; }

  /// What a panel shows: the robot is drawn here.
  void prepare(PlacedPanel& panel, const PictureProgress& progress) const {
    const double wide = panel.box.width / kPointsPerMm, high = panel.box.height / kPointsPerMm;
    if (panel.spec->view) {
      panel.view = std::make_unique<const ViewDrawing>(*panel.spec->view, robot_, wide, high, spec_, progress);
      return;
    }
    panel.plot->spec.heightMm = high;
    panel.plot->figure = figure::plotFigure(panel.plot->spec, panel.plot->columns, panel.plot->table);
    figure::heightOf(panel.plot->figure);  // throws where there is no room
  }

  void write(const std::filesystem::path& file) const {
    const figure::Format format = figure::formatOf(file);
    figure::writePage(file, [&](const std::filesystem::path& part) {
      const auto canvas = figure::makeCanvas(format, part, width_, height_, spec_.dpi, spec_.name);
      canvas->fill({0, 0, width_ + 1, height_ + 1}, figure::inkOf(spec_.dark).page);
      for (const PlacedPanel& panel : panels_) draw(*canvas, panel);
      canvas->finish();
    });
  }

 private:
  bool hasCaptions() const {
    return spec_.letters || std::any_of(spec_.panels.begin(), spec_.panels.end(),
                                        [](const PanelSpec& panel) { return !panel.caption.empty(); });
  }
  double naturalHeight(PlacedPanel& panel) const {
    const PanelSpec& spec = *panel.spec;
    if (spec.heightMm > 0) return spec.heightMm * kPointsPerMm;
    if (spec.view) return kAspect * panel.box.width;
    return figure::heightOf(figure::plotFigure(panel.plot->spec, panel.plot->columns, panel.plot->table)) *
           kPointsPerMm;
  }
  /// Row by row, from left to right; all panels of a row are as high as the highest one.
  void place() {
    int row = 0, column = 0;
    for (const PanelSpec& spec : spec_.panels) {
      if (column + spec.span > spec_.columns) ++row, column = 0;
      PlacedPanel panel;
      panel.spec = &spec;
      panel.row = row;
      if (spec_.letters) panel.head = '(' + letterOf(panels_.size()) + ')';
      panel.box.left = column * (column_ + kGap);
      panel.box.width = spec.span * column_ + (spec.span - 1) * kGap;
      if (spec.plot) panel.plot = sampled(plotSpec(spec, panel.box.width), robot_);
      panels_.push_back(std::move(panel));
      column += spec.span;
    }
    std::vector<double> heights(static_cast<std::size_t>(row) + 1, 0);
    for (PlacedPanel& panel : panels_) {
      double& height = heights[static_cast<std::size_t>(panel.row)];
      height = std::max(height, naturalHeight(panel));
    }
    double top = 0;
    const double above = hasCaptions() ? kCaption : 0;
    for (std::size_t r = 0; r < heights.size(); ++r) {
      for (PlacedPanel& panel : panels_)
        if (panel.row == static_cast<int>(r)) panel.box.top = top + above, panel.box.height = heights[r];
      top += above + heights[r] + kGap;
    }
    height_ = top - kGap + 2;
  }
  figure::PlotSpec plotSpec(const PanelSpec& spec, double width) const {
    figure::PlotSpec out = *spec.plot;
    out.widthMm = width / kPointsPerMm;
    out.dark = spec_.dark;
    return out;
  }
  void draw(figure::Canvas& canvas, const PlacedPanel& panel) const {
    if (panel.view) panel.view->draw(canvas, panel.box);
    if (panel.plot) figure::drawFigure(canvas, panel.plot->figure, {panel.box.left, panel.box.top});
    const figure::Color ink = figure::inkOf(spec_.dark).text;
    const figure::Point at{panel.box.left + 1, panel.box.top - kCaption + kTextLine - 1};
    const std::array<TextRun, 1> head = {{{panel.head, ink}}}, caption = {{{panel.spec->caption, ink}}};
    if (!panel.head.empty()) canvas.text(at, head, {.bold = true});
    if (panel.spec->caption.empty()) return;
    const double before = panel.head.empty() ? 0 : figure::textWidth(panel.head, figure::kTextSize, true) + 3;
    canvas.text({at.x + before, at.y}, caption, {});
  }

 public:
  static std::string letterOf(std::size_t index) {
    return index < 26 ? std::string(1, static_cast<char>('a' + index)) : std::to_string(index + 1);
  }

 private:
  const FigureSpec& spec_;
  const RecordedRobot& robot_;
  double width_ = 0, height_ = 0, column_ = 0;  // pt
  std::vector<PlacedPanel> panels_;
};

std::filesystem::path tableName(const std::filesystem::path& file, std::size_t panel) {
  std::filesystem::path out = file;
  return out.replace_extension(Page::letterOf(panel) + ".csv");
}

}  // namespace

MadeFigure makeFigure(const FigureSpec& spec, const RecordedRobot& robot, const std::filesystem::path& file,
                      const std::function<void(double)>& progress, const std::atomic<bool>* cancel) {
  figure::formatOf(file);  // before any work
  Page page(spec, robot);
  MadeFigure made;
  std::vector<std::string> tables;
  const std::size_t count = page.panels().size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto goesOn = [&](double done) {
      if (progress) progress((static_cast<double>(i) + done) / static_cast<double>(count));
      return !cancel || !*cancel;
    };
    if (cancel && *cancel) return made;
    PlacedPanel& panel = page.panels()[i];
    try {
      page.prepare(panel, goesOn);
    } catch (const PictureStopped&) {
      return {};
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("panel " + Page::letterOf(i) + ": " + error.what());
    }
    tables.push_back(panel.view ? panel.view->table() : tableOf(*panel.plot));
    if (panel.view)
      for (std::string& problem : panel.view->problems()) made.problems.push_back(std::move(problem));
    if (panel.plot) goesOn(1);
  }
  page.write(file);
  made.files.push_back(file);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    if (tables[i].empty()) continue;
    made.files.push_back(tableName(file, i));
    if (const std::optional<Problem> problem = writeFileAtomically(made.files.back(), tables[i]))
      throw std::runtime_error(problem->text());
  }
  return made;
}

}  // namespace tendril::composer
