// SPDX-License-Identifier: GPL-3.0-or-later
// Views of composed figures: dimensions, insets, colours, several views, dark pages, quality, line drawings.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <regex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <test_paths.hpp>
#include "core/text/units.hpp"
#include "render/output/offscreen.hpp"
#include "studio/composer/figure_page.hpp"
#include "studio/composer/line_picture.hpp"
#include "studio/composer/picture_look.hpp"
#include "studio/figure/figure.hpp"
#include "tests/studio/composer/sliding_block.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril::composer {
namespace {

constexpr double kMm = 72 / 25.4;  // points

struct Rectangle {
  double x = 0, y = 0, width = 0, height = 0;
};

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

std::vector<Rectangle> images(const std::string& svg) {
  static const std::regex image("<image x=\"([-0-9.]+)\" y=\"([-0-9.]+)\" width=\"([-0-9.]+)\" height=\"([-0-9.]+)\"");
  std::vector<Rectangle> out;
  for (std::sregex_iterator at(svg.begin(), svg.end(), image), end; at != end; ++at)
    out.push_back({std::stod((*at)[1]), std::stod((*at)[2]), std::stod((*at)[3]), std::stod((*at)[4])});
  return out;
}

/// Lines of a class: from, and how far to the right and down.
std::vector<Rectangle> lines(const std::string& svg, const std::string& name) {
  const std::regex line("<line x1=\"([-0-9.]+)\" y1=\"([-0-9.]+)\" x2=\"([-0-9.]+)\" y2=\"([-0-9.]+)\" class=\"" +
                        name + "\"");
  std::vector<Rectangle> out;
  for (std::sregex_iterator at(svg.begin(), svg.end(), line), end; at != end; ++at) {
    const double x = std::stod((*at)[1]), y = std::stod((*at)[2]);
    out.push_back({x, y, std::stod((*at)[3]) - x, std::stod((*at)[4]) - y});
  }
  return out;
}

figure::Point textAt(const std::string& svg, const std::string& text) {
  std::smatch found;
  const std::regex place("<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\"[^>]*>" + text + "<");
  if (!std::regex_search(svg, found, place)) {
    ADD_FAILURE() << text;
    return {};
  }
  return {std::stod(found[1]), std::stod(found[2])};
}

/// From the front at 2 m, 30° upright: points on a page that is so many mm high for each metre.
double pointsPerMetre(double heightMm) {
  return heightMm * kMm / (4 * std::tan(15 * CameraView::kDegree));
}
const std::string kFront =
    R"("camera": {"azimuth": 0, "elevation": 0, "distance": 2, "pivot": [1, 0, 0], "orthographic": true})";

class ComposerViews : public ::testing::Test {
 protected:
  std::string svgOf(const std::string& panels, const std::string& keys = "") {
    const Description description =
        described(R"([{"letters": false, "width": 88, "dpi": 60, )" + keys + R"("panels": [)" + panels + "]}]");
    made_ = makeFigure(figureSpec(description, "1"), sliding(description), folder_.path("figure.svg"));
    return contents(folder_.path("figure.svg"));
  }
  static ViewSpec viewOf(const std::string& view) {
    return *figureSpec(described(R"([{"panels": [{"view": )" + view + "}]}]"), "1").panels[0].view;
  }
  static RobotPicture picture(const ViewSpec& view, const PictureProgress& progress = {}) {
    return robotPicture(view, sliding(described("[]")), 120, 60, false, progress);
  }
  /// A soft arm that is bent, with its tendons pulled.
  static RecordedRobot bent() {
    ReadResult read = readProject(TENDRIL_SOURCE_DIR "/assets/examples/soft-manipulator/soft-manipulator.tendril.json");
    const std::shared_ptr<const Model> model =
        buildModel(read.description, read.problems, {.directory = read.directory});
    auto history = std::make_shared<History>(1, model->nq, model->nv, model->nu, 1 << 20);
    history->append(0, model->q0 + VecX::Constant(model->nq, 0.4), VecX::Zero(model->nv), VecX::Constant(model->nu, 2),
                    {0, 0, 0}, 0);
    return {model, history, {}};
  }

  TemporaryFolder folder_;
  MadeFigure made_;
};

TEST_F(ComposerViews, DimensionsGoFromPointToPoint) {
  const std::string svg = svgOf(R"({"height": 40, "view": {"times": [1], "scale_bar": false, )" + kFront +
                                R"(, "dimensions": [{"from": "block.base", "to": "block.tip"},
                                    {"from": "block.base", "to": "block.tip", "text": "before", "time": 0}]}})");
  const std::vector<Rectangle> drawn = lines(svg, "dimension");
  ASSERT_EQ(drawn.size(), 6U) << "each with a stroke at either end";
  const double perMetre = pointsPerMetre(40), near = 0.01 * perMetre;  // the picture has whole pixels
  for (const std::size_t i : {0U, 3U}) {
    EXPECT_NEAR(drawn[i].width, 0.1 * perMetre, 0.1 * near);
    EXPECT_NEAR(drawn[i].height, -0.1 * perMetre, 0.1 * near);
    // The strokes stand across the line, in the middle of its ends.
    for (const std::size_t end : {i + 1, i + 2}) {
      EXPECT_NEAR(std::hypot(drawn[end].width, drawn[end].height), 6, 0.05);
      EXPECT_NEAR(drawn[end].width * drawn[i].width + drawn[end].height * drawn[i].height, 0, 0.5);
      const double far = end == i + 1 ? 0 : 1;
      EXPECT_NEAR(drawn[end].x + drawn[end].width / 2, drawn[i].x + far * drawn[i].width, 0.05);
    }
  }
  EXPECT_NEAR(drawn[3].x - drawn[0].x, -perMetre, near) << "1 s before it was 1 m to the left";
  EXPECT_EQ(count(svg, '>' + fieldQuantity(std::hypot(0.1, 0.1), "m", 3) + '<'), 1);
  EXPECT_EQ(count(svg, ">before<"), 1);
  EXPECT_TRUE(contents(folder_.path("figure.a.csv")).starts_with("t [s],\"block.base.x [m]\""));
}

TEST_F(ComposerViews, AnInsetLiesInItsCorner) {
  const auto place = [&](const std::string& corner) {
    return svgOf(R"({"height": 40, "view": {"times": [1], "inset": {"times": [1], "width": 0.3, "place": ")" + corner +
                 R"(", "camera": {"elevation": 90}, "labels": [{"text": "above", "at": "block.tip"}]}}})");
  };
  const double width = 88 * kMm, height = 40 * kMm;
  for (const auto& [corner, left, top] :
       {std::tuple<std::string, double, double>{"bottom left", 0, 0.7 * height}, {"top right", 0.7 * width, 0}}) {
    const std::string svg = place(corner);
    const std::vector<Rectangle> seen = images(svg), frame = lines(svg, "frame");
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_NEAR(seen[0].width, width, 0.02);
    EXPECT_NEAR(seen[1].x, left, 0.02) << corner;
    EXPECT_NEAR(seen[1].y, top, 0.02) << corner;
    EXPECT_NEAR(seen[1].width, 0.3 * width, 0.02);
    EXPECT_NEAR(seen[1].height, 0.3 * height, 0.02);
    ASSERT_EQ(frame.size(), 4U);
    EXPECT_NEAR(frame[0].x, left, 0.02);
    EXPECT_NEAR(frame[0].y, top, 0.02);
    EXPECT_NEAR(frame[0].width, 0.3 * width, 0.02);
    const figure::Point label = textAt(svg, "above");
    EXPECT_TRUE(label.x > left && label.x < left + 0.3 * width && label.y > top && label.y < top + 0.3 * height);
  }
}

TEST_F(ComposerViews, AFieldHasAScaleOfColours) {
  FigureSpec page = figureSpec(described(R"([{"letters": false, "dpi": 60, "panels": [{"height": 50, "view": {
    "field": "bending_moment", "range": [0, 0.2]}}]}])"),
                               "1");
  makeFigure(page, bent(), folder_.path("figure.svg"));
  const std::string svg = contents(folder_.path("figure.svg"));
  const ScaleTexts texts = scaleTexts(FieldColors{SurfaceField::kBendingMoment, 0, 0.2});
  ASSERT_GE(texts.ticks.size(), 3U);
  const figure::Point low = textAt(svg, texts.ticks.front()), high = textAt(svg, texts.ticks.back());
  EXPECT_NEAR(low.x, high.x, 0.02);
  EXPECT_NEAR(low.y - high.y, 0.5 * 50 * kMm, 0.02) << "half of the panel";
  EXPECT_LT(textAt(svg, texts.title + " \\(" + texts.unit + "\\)").y, high.y);
  EXPECT_EQ(count(svg, "width=\"6\" height="), 64) << "steps of the colours";
  page.panels[0].view->field.clear();
  page.panels[0].view->range = {};
  makeFigure(page, bent(), folder_.path("plain.svg"));
  const std::string plain = contents(folder_.path("plain.svg"));
  EXPECT_EQ(count(plain, "width=\"6\" height="), 0);
  EXPECT_EQ(count(plain, texts.title), 0);
}

TEST_F(ComposerViews, ColoursGoOverTheRangeThatIsAskedFor) {
  const RecordedRobot robot = bent();
  const auto colours = [&](const std::string& range) {
    return robotPicture(viewOf(R"({"field": "bending_moment")" + range + "}"), robot, 60, 40, false);
  };
  const RobotPicture fixed = colours(R"(, "range": [0.05, 0.3])"), all = colours(R"(, "range": ["0%", "100%"])"),
                     middle = colours(R"(, "range": ["25%", "75%"])"), round = colours("");
  EXPECT_EQ(fixed.colors, (FieldColors{SurfaceField::kBendingMoment, 0.05, 0.3}));
  EXPECT_LT(all.colors.low, middle.colors.low);
  EXPECT_LT(middle.colors.high, all.colors.high);
  EXPECT_LE(round.colors.low, all.colors.low);
  EXPECT_GE(round.colors.high, all.colors.high);
  EXPECT_NE(all.pixels.rgba, middle.pixels.rgba);
}

TEST_F(ComposerViews, SeveralViewsLieSideBySide) {
  const std::string front = R"({"height": 30, "view": {"times": [1], "labels": [
    {"text": "base", "at": "block.base", "offset": [0, 0]}, {"text": "tip", "at": "block.tip", "offset": [0, 0]}], )" +
                            kFront + "}}";
  std::string above = std::regex_replace(front, std::regex("\"elevation\": 0"), "\"elevation\": 90");
  for (const char* name : {"base", "tip"})
    above = std::regex_replace(above, std::regex("\"text\": \"" + std::string(name)), "$& above");
  const std::string svg =
      svgOf(front + ',' + above + R"(, {"span": 2, "plot": {"signals": ["block.tip.x"]}})", R"("columns": 2, )");
  const double gap = 8, column = (88 * kMm - gap) / 2, perMetre = pointsPerMetre(30);
  const std::vector<Rectangle> seen = images(svg);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_NEAR(seen[0].x, 0, 0.02);
  EXPECT_NEAR(seen[1].x, column + gap, 0.02);
  EXPECT_NEAR(seen[0].y, seen[1].y, 0.02);
  for (const Rectangle& view : seen) EXPECT_NEAR(view.width, column, 0.02);
  // Each has its own camera: from above, what is higher is at the same place.
  const figure::Point base = textAt(svg, "base"), tip = textAt(svg, "tip"), baseAbove = textAt(svg, "base above"),
                      tipAbove = textAt(svg, "tip above");
  EXPECT_NEAR(tip.x - base.x, 0.1 * perMetre, 0.05);
  EXPECT_NEAR(base.y - tip.y, 0.1 * perMetre, 0.05);
  EXPECT_NEAR(tipAbove.x - baseAbove.x, 0.1 * perMetre, 0.05);
  EXPECT_NEAR(baseAbove.y, tipAbove.y, 0.05);
  EXPECT_NEAR(baseAbove.x - base.x, column + gap, 0.05);
  EXPECT_EQ(made_.files.size(), 4U) << "a table for each panel";
}

TEST_F(ComposerViews, ADarkPageHasLightInk) {
  const std::string panels = R"({"caption": "Block", "view": {"times": [1]}})";
  const std::string light = svgOf(panels), dark = svgOf(panels, R"("dark": true, )");
  const auto ink = [](const std::string& svg, const std::string& text) {
    std::smatch found;
    return std::regex_search(svg, found, std::regex("fill=\"(#[0-9a-f]{6})\">" + text + "<")) ? found[1].str() : "";
  };
  EXPECT_EQ(ink(light, "Block"), "#1b2129");
  EXPECT_EQ(ink(dark, "Block"), "#e6eaf0");
  const auto page = [](const std::string& svg) {
    std::smatch found;
    return std::regex_search(svg, found, std::regex("<rect [^>]*fill=\"(#[0-9a-f]{6})\"")) ? found[1].str() : "";
  };
  EXPECT_EQ(page(light), "#ffffff");
  EXPECT_EQ(page(dark), "#1c2027");
}

TEST_F(ComposerViews, PublicationQualityIsTheMeanOfManySamples) {
  ViewSpec view = viewOf(R"({"times": [1], "camera": {"azimuth": 30, "elevation": 20}})");
  int told = 0;
  double last = 0;
  const auto progress = [&](double done) {
    ++told;
    EXPECT_GT(done, last);
    last = done;
    return true;
  };
  const RobotPicture live = picture(view, progress);
  EXPECT_EQ(told, 1);
  view.publication = true;
  told = 0, last = 0;
  const RobotPicture fine = picture(view, progress);
  EXPECT_EQ(told, kPublicationSamples);
  EXPECT_DOUBLE_EQ(last, 1);
  // The same block at the same place, in another light.
  const auto covered = [](const RobotPicture& shown) {
    double sum = 0;
    for (std::size_t i = 3; i < shown.pixels.rgba.size(); i += 4) sum += shown.pixels.rgba[i] / 255.0;
    return sum;
  };
  EXPECT_GT(covered(live), 100);
  EXPECT_NEAR(covered(fine), covered(live), 0.05 * covered(live));
  EXPECT_NE(fine.pixels.rgba, live.pixels.rgba);
  EXPECT_DOUBLE_EQ(fine.camera.distance, live.camera.distance);
}

TEST_F(ComposerViews, CancelledInTheMiddleOfAViewNothingIsWritten) {
  const Description description =
      described(R"([{"dpi": 30, "panels": [{"height": 20, "view": {"quality": "publication"}}]}])");
  std::atomic<bool> cancel = false;
  int told = 0;
  const MadeFigure made = makeFigure(
      figureSpec(description, "1"), sliding(description), folder_.path("figure.svg"),
      [&](double) { cancel = ++told == 3; }, &cancel);
  EXPECT_EQ(told, 3);
  EXPECT_TRUE(made.files.empty());
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(ComposerViews, ALineDrawingIsVectors) {
  const auto drawn = [&](const std::string& more) {
    return svgOf(R"({"height": 40, "view": {"times": [0, 2], "oldest": 0.2, "style": "lines", "trails": ["block.tip"],
                  )" +
                 more + kFront + "}}");
  };
  const std::string svg = drawn("");
  EXPECT_TRUE(images(svg).empty());
  EXPECT_EQ(count(svg, "class=\"silhouette\""), 2);
  EXPECT_EQ(count(svg, "class=\"silhouette\" fill=\"none\" stroke=\"#1b2129\""), 1) << "the last pose";
  EXPECT_EQ(count(svg, "class=\"silhouette\" fill=\"none\" stroke=\"#d1d3d4\""), 1) << "a fifth of it on white";
  EXPECT_EQ(count(svg, "class=\"trail\""), 1);
  EXPECT_EQ(count(svg, "class=\"hidden\""), 0);
  EXPECT_GT(count(drawn(R"("hidden_lines": true, )"), "class=\"hidden\""), 0);
  EXPECT_EQ(count(svgOf(R"({"view": {"times": [1], "style": "lines"}})", R"("dark": true, )"),
                  "class=\"silhouette\" fill=\"none\" stroke=\"#e6eaf0\""),
            1);
}

TEST_F(ComposerViews, LinesLieWhereTheRobotIs) {
  const RobotPicture shown = picture(viewOf(R"({"times": [0, 2], "style": "lines", "camera": {"azimuth": 0,
    "elevation": 0, "distance": 3, "pivot": [1, 0, 0], "orthographic": true}})"));
  ASSERT_EQ(shown.lines.size(), 2U);
  EXPECT_TRUE(shown.pixels.rgba.empty());
  EXPECT_TRUE(shown.problems.empty());
  const auto right = [](const PoseLines& pose) {
    double most = -1e300;
    for (const DrawnLine& line : pose.lines)
      if (!line.hidden && line.kind == LineKind::kSilhouette)
        for (const Eigen::Vector2d& point : line.points) most = std::max(most, point.x());
    return most;
  };
  const double metres = shown.camera.metresPerPixel(60);
  EXPECT_NEAR((right(shown.lines[1]) - right(shown.lines[0])) * metres, 2, 0.01);
  EXPECT_NEAR((right(shown.lines[0]) - 60) * metres, -0.9, 0.01) << "the side of the block, which is 0.2 m wide";
}

TEST_F(ComposerViews, ALinePictureIsWrittenWholeOrNotAtAll) {
  const RecordedRobot robot = bent();
  Data data(*robot.model);
  const Snapshot snapshot = drawnSnapshot(robot.model, data, 0, robot.history->record(0).q, VecX::Zero(robot.model->nv),
                                          VecX::Zero(robot.model->nu), {}, {});
  EXPECT_TRUE(isLineFile("a.SVG") && isLineFile("a.pdf"));
  EXPECT_FALSE(isLineFile("a.png"));
  EXPECT_TRUE(writeLinePicture(snapshot, {.width = 320, .height = 200}, folder_.path("arm.svg")).empty());
  const std::string svg = contents(folder_.path("arm.svg"));
  EXPECT_NE(svg.find("viewBox=\"0 0 240 150\""), std::string::npos) << "96 pixels and 72 points are an inch";
  EXPECT_GT(count(svg, "class=\"silhouette\""), 0);
  EXPECT_GT(count(svg, "class=\"tendon\""), 0);
  writeLinePicture(snapshot, {.width = 320, .height = 200}, folder_.path("arm.pdf"));
  EXPECT_TRUE(contents(folder_.path("arm.pdf")).starts_with("%PDF"));
  EXPECT_THROW(writeLinePicture(snapshot, {.width = 320, .height = 200}, folder_.path("none/arm.svg")),
               std::runtime_error);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 2);
}

}  // namespace
}  // namespace tendril::composer
