// SPDX-License-Identifier: GPL-3.0-or-later
// Composed figures: what a project may say of them, and where things lie on the page.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <regex>

#include <test_paths.hpp>
#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "studio/composer/figure_page.hpp"
#include "tests/studio/composer/sliding_block.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril::composer {
namespace {

constexpr const char* kFigure = R"([{"name": "way", "width": 88, "columns": 2, "dpi": 60, "panels": [
  {"caption": "From the front", "height": 40, "view": {"times": [0, 1, 2], "trails": ["block.tip"],
    "camera": {"azimuth": 0, "elevation": 0, "distance": 10, "pivot": [1, 0, 0], "orthographic": true},
    "labels": [{"text": "first", "at": "block.base", "time": 0, "offset": [0, 0]},
               {"text": "last", "at": "block.base", "offset": [0, 0]}]}},
  {"plot": {"signals": ["block.tip.x"]}}]}])";

TEST(ComposerSpec, WhatIsWrongIsNamedWithItsPlace) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {R"([{"panels": []}])", "studio.figures[0]: needs \"panels\""},
      {R"([{"panels": [{}]}])", "studio.figures[0].panels[0]: needs either"},
      {R"([{"panels": [{"view": {"time": [1]}}]}])", "view: has no field \"time\"; did you mean 'times'"},
      {R"([{"panels": [{"view": {"times": [2, 1]}}]}])", "view.times: must ascend"},
      {R"([{"panels": [{"view": {"oldest": 3}}]}])", "view.oldest: must be a number from 0 to 1"},
      {R"([{"panels": [{"view": {"inset": {"inset": {}}}}]}])", "an inset has no insets"},
      {R"([{"panels": [{"view": {"labels": [{"text": "a"}]}}]}])", "labels[0]: needs \"at\""},
      {R"([{"panels": [{"view": {"iso": [1]}}]}])", "view.iso: say with \"field\" of what"},
      {R"([{"panels": [{"view": {"quality": "best"}}]}])", "view.quality: must be \"live\" or \"publication\""},
      {R"([{"panels": [{"view": {"style": "line"}}]}])", "view.style: must be \"shaded\" or \"lines\""},
      {R"([{"panels": [{"view": {"hidden_lines": true}}]}])", "view.hidden_lines: needs \"style\": \"lines\""},
      {R"([{"panels": [{"view": {"style": "lines", "show": ["tensions"]}}]}])", "view.style: line drawings show no"},
      {R"([{"panels": [{"view": {"style": "lines", "quality": "publication"}}]}])", "view.quality: line drawings"},
      {R"([{"panels": [{"view": {"show": ["no-contact"]}}]}])",
       "panels[0].view: show no-contact: no such thing; did you mean 'contacts'"},
      {R"([{"panels": [{"plot": {"log": "z", "signals": ["t"]}}]}])", "panels[0].plot.log: must be"},
      {R"([{"panels": [{"span": 2, "plot": {"signals": ["t"]}}]}])", "panels[0].span: must be a number from 1 to 1"},
      {R"([{"width": "wide", "panels": []}])", "studio.figures[0].width: must be a number"}};
  for (const auto& [figures, message] : cases) {
    try {
      figureSpec(described(figures), "1");
      ADD_FAILURE() << figures;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(figureSpec(described("[]"), "1"), std::invalid_argument);
  try {
    figureSpec(described(kFigure), "wya");
    ADD_FAILURE();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'way'"), std::string::npos) << error.what();
  }
}

TEST(ComposerSpec, QualityIsOfAllViewsAndInsets) {
  FigureSpec spec = figureSpec(described(R"([{"panels": [{"plot": {"signals": ["t"]}},
    {"view": {"quality": "publication", "inset": {}}}, {"view": {"style": "lines", "hidden_lines": true}}]}])"),
                               "1");
  const auto view = [&](std::size_t panel) { return *spec.panels[panel].view; };
  EXPECT_TRUE(view(1).publication);
  EXPECT_FALSE(view(1).inset->publication);
  EXPECT_TRUE(view(2).lines && view(2).hiddenLines);
  setQuality(spec, true);
  EXPECT_TRUE(view(1).publication && view(1).inset->publication);
  setQuality(spec, false);
  EXPECT_FALSE(view(1).publication || view(1).inset->publication);
}

TEST(ComposerSpec, FiguresOfTheExamplesAreUnderstood) {
  int figures = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(TENDRIL_SOURCE_DIR) /
                                                                         "assets" / "examples")) {
    if (!entry.path().string().ends_with(".tendril.json")) continue;
    const ReadResult read = readProject(entry.path());
    const auto& sources = read.description.provenance.entries;
    const bool ofAPaper =
        std::ranges::any_of(sources, [](const auto& each) { return each.second.starts_with("paper"); });
    EXPECT_TRUE(!ofAPaper || !figureNames(read.description).empty()) << entry.path() << ": its paper has figures";
    for (const std::string& name : figureNames(read.description)) {
      EXPECT_NO_THROW(figureSpec(read.description, name)) << entry.path();
      ++figures;
    }
  }
  EXPECT_GE(figures, 22);
}

class Composer : public ::testing::Test {
 protected:
  MadeFigure make(const char* figures, const char* file) const {
    const Description description = described(figures);
    return makeFigure(figureSpec(description, "1"), sliding(description), folder_.path(file));
  }
  TemporaryFolder folder_;
};

TEST_F(Composer, LabelsFollowPointsAndTextStaysText) {
  const MadeFigure made = make(kFigure, "way.svg");
  EXPECT_EQ(made.files.size(), 3u);
  const std::string svg = contents(folder_.path("way.svg"));
  for (const char* text : {">(a)<", ">(b)<", ">From the front<", ">first<", ">last<", "data:image/png;base64,iVBOR"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  const auto placeOf = [&](const char* label) {
    std::smatch found;
    EXPECT_TRUE(std::regex_search(
        svg, found, std::regex("<text x=\"([-0-9.]+)\" y=\"([-0-9.]+)\"[^>]*>" + std::string(label) + "<")));
    return std::pair(std::stod(found[1]), std::stod(found[2]));
  };
  // Seen from the front at 10 m with 30° upright: 2 m are as many points as the panel's 40 mm hold of 20 tan 15° m.
  const double perMetre = 40 / 25.4 * 72 / (20 * std::tan(15 * CameraView::kDegree));
  const auto first = placeOf("first"), last = placeOf("last");
  EXPECT_NEAR(last.first - first.first, 2 * perMetre, 0.5);
  EXPECT_NEAR(last.second, first.second, 0.02);
  // The tables beside it hold what is drawn.
  EXPECT_TRUE(contents(folder_.path("way.a.csv")).starts_with("t [s],\"block.tip.x [m]\""));
  const std::string plot = contents(folder_.path("way.b.csv"));
  EXPECT_TRUE(plot.starts_with("t [s],\"block.tip.x [m]\"\n0,0.1\n"));
  EXPECT_EQ(std::count(plot.begin(), plot.end(), '\n'), 22);
}

TEST_F(Composer, EarlierPosesAreFaint) {
  const char* const one = R"([{"letters": false, "width": 60, "dpi": 50, "panels": [{"height": 30, "view": {
    "times": [0, 2], "oldest": 0.2, "scale_bar": false}}]}])";
  const Description description = described(one);
  const FigureSpec spec = figureSpec(description, "1");
  const RobotPicture picture = robotPicture(*spec.panels[0].view, sliding(description), 120, 60, false);
  // The block goes from left to right: the left half of the picture holds the faint one alone.
  int strong[2] = {0, 0}, faint[2] = {0, 0};
  for (int y = 0; y < 60; ++y)
    for (int x = 0; x < 120; ++x) {
      const int alpha = picture.pixels.rgba[static_cast<std::size_t>(4 * (120 * y + x) + 3)];
      strong[x / 60] += alpha > 240, faint[x / 60] += alpha > 30 && alpha < 70;
    }
  EXPECT_GT(faint[0], 20);
  EXPECT_GT(strong[1], 20);
  EXPECT_LT(strong[0] + faint[1], (faint[0] + strong[1]) / 3);
  EXPECT_TRUE(picture.problems.empty());
}

TEST_F(Composer, ArrowsOfAllPosesHaveOneScaleAndAKey) {
  ReadResult read = readProject(TENDRIL_SOURCE_DIR "/assets/examples/soft-manipulator/soft-manipulator.tendril.json");
  const std::shared_ptr<const Model> model = buildModel(read.description, read.problems, {.directory = read.directory});
  ASSERT_TRUE(model);
  const auto history = std::make_shared<History>(1, model->nq, model->nv, model->nu, 1 << 20);
  for (const double tension : {2.0, 5.0})
    history->append(static_cast<double>(history->size()), model->q0, VecX::Zero(model->nv),
                    VecX::Constant(model->nu, tension), {0, 0, 0}, 0);
  const RecordedRobot pulled{model, history, {}};
  ViewSpec view;
  view.overlays = overlaysFrom(std::vector<std::string>{"tensions"});
  const auto scaleAt = [&](const std::vector<double>& times) {
    view.times = times;
    const RobotPicture picture = robotPicture(view, pulled, 160, 100, false);
    EXPECT_EQ(picture.arrowKinds.size(), 1U);
    EXPECT_TRUE(picture.problems.empty());
    return picture.arrows;
  };
  const double largest = scaleAt({1}).force;
  EXPECT_GE(largest, 5);
  EXPECT_LT(scaleAt({0}).force, largest);
  EXPECT_EQ(scaleAt({0, 1}).force, largest) << "of the largest, though it comes last";
  FigureSpec page;
  page.dpi = 60;
  page.panels.push_back({.caption = {}, .view = view, .plot = {}});
  makeFigure(page, pulled, folder_.path("pulled.svg"));
  const std::string svg = contents(folder_.path("pulled.svg"));
  EXPECT_TRUE(std::regex_search(svg, std::regex(">[125]0*[^<0-9]{1,3}N +tendons<"))) << "the key";
  EXPECT_NE(svg.find("class=\"arrow\""), std::string::npos);
}

/// However far apart they are, the arrows of all poses are told by one scale; forces and torques of loops by two lines.
TEST_F(Composer, ArrowsHaveAKeyWhateverTheForces) {
  ReadResult read = readProject(TENDRIL_SOURCE_DIR "/assets/examples/soft-manipulator/soft-manipulator.tendril.json");
  const std::shared_ptr<const Model> model = buildModel(read.description, read.problems, {.directory = read.directory});
  ASSERT_TRUE(model);
  const auto history = std::make_shared<History>(1, model->nq, model->nv, model->nu, 1 << 22);
  for (int k = 0; k < 120; ++k)
    history->append(k, model->q0, VecX::Zero(model->nv), VecX::Constant(model->nu, k == 0 ? 5 : 0.02), {0, 0, 0}, 0);
  ViewSpec view;
  view.overlays = overlaysFrom(std::vector<std::string>{"tensions"});
  view.poses = 120;
  const RobotPicture picture = robotPicture(view, {model, history, {}}, 64, 40, false);
  EXPECT_EQ(picture.arrowKinds.size(), 1U);
  EXPECT_GE(picture.arrows.force, 5);
  EXPECT_TRUE(picture.problems.empty());
}

TEST_F(Composer, ForcesAndTorquesOfLoopsAreBothInTheKey) {
  ReadResult read = readProject(TENDRIL_SOURCE_DIR "/assets/examples/four-bar/four-bar.tendril.json");
  const std::shared_ptr<const Model> model = buildModel(read.description, read.problems, {.directory = read.directory});
  ASSERT_TRUE(model);
  const auto history = std::make_shared<History>(1, model->nq, model->nv, model->nu, 1 << 20);
  history->append(0, model->q0, VecX::Zero(model->nv), VecX::Zero(model->nu), {0, 0, 0}, 0);
  ViewSpec view;
  view.overlays = overlaysFrom(std::vector<std::string>{"loop_forces", "loop_torques"});
  const RobotPicture picture = robotPicture(view, {model, history, {}}, 64, 40, false);
  ASSERT_EQ(picture.arrowKinds.size(), 2U);
  EXPECT_FALSE(picture.arrowKinds[0].torque);
  EXPECT_TRUE(picture.arrowKinds[1].torque);
}

TEST_F(Composer, WhatCannotBeDrawnLeavesNoFile) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {R"([{"panels": [{"view": {"times": [7]}}]}])", "panel a: t = 7 s: the run goes from 0 s to 2 s"},
      {R"([{"panels": [{"view": {"trails": ["blok.tip"]}}]}])", "point \"blok.tip\""},
      {R"([{"panels": [{"view": {"field": "heat"}}]}])", "field heat: no such field"},
      {R"([{"panels": [{"plot": {"signals": ["blok.tip.x"]}}]}])", "blok"},
      {R"([{"width": 60, "columns": 12, "panels": [{"plot": {"signals": ["t"]}}]}])", "too narrow for 12 columns"}};
  for (const auto& [figures, message] : cases) {
    try {
      make(figures, "f.pdf");
      ADD_FAILURE() << figures;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

}  // namespace
}  // namespace tendril::composer
