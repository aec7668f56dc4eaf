// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <signal.h>
#include <vtkNew.h>
#include <vtkRenderWindow.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <vector>

#include "render/output/display_server.hpp"
#include "render/output/offscreen.hpp"
#include "render/scene/stage.hpp"
#include "tests/render/robots.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using Rgb = std::array<int, 3>;

class Picture {
 public:
  Picture(const OffscreenView& view, const PictureOptions& options) : bytes_(view.pixels()), options_(options) {}
  Rgb at(int x, int y) const {
    const std::uint8_t* p = &bytes_[4 * (static_cast<size_t>(y) * options_.width + x)];
    return {p[0], p[1], p[2]};
  }
  int alpha(int x, int y) const { return bytes_[4 * (static_cast<size_t>(y) * options_.width + x) + 3]; }
  Rgb at(const Vec3& p) const { return at(static_cast<int>(p.x()), static_cast<int>(p.y())); }
  /// Share of pixels that differ from another picture by more than 8 of 255 anywhere.
  double difference(const Picture& other) const {
    int count = 0;
    for (size_t i = 0; i < bytes_.size(); i += 4)
      for (int c = 0; c < 3; ++c)
        if (std::abs(bytes_[i + c] - other.bytes_[i + c]) > 8) {
          ++count;
          break;
        }
    return 4.0 * count / static_cast<double>(bytes_.size());
  }

 private:
  std::vector<std::uint8_t> bytes_;
  PictureOptions options_;
};

PictureOptions small() {
  PictureOptions options;
  options.width = 640, options.height = 400;
  return options;
}

/// Hue in the sense that matters: the soft colour is clearly more red than blue.
bool isSoft(const Rgb& c) {
  return c[0] - c[2] > 50;
}

TEST(Picture, ShowsTheRodWhereItIsAndBackgroundElsewhere) {
  for (bool dark : {false, true}) {
    PictureOptions options = small();
    options.dark = dark;
    OffscreenView view(options);
    const auto model = test::rodWithTendons();
    const Snapshot snapshot = test::snapshotAt(model);
    view.draw(snapshot);
    const Picture picture(view, options);
    int soft = 0;
    for (double x : {0.1, 0.2, 0.3, 0.4}) {
      const Vec3 p = view.camera().project(Vec3(x, 0, 0.4), options.width, options.height);
      soft += isSoft(picture.at(p)) || isSoft(picture.at(Vec3(p + Vec3(0, -4, 0))));
    }
    EXPECT_GE(soft, 3);
    const Rgb corner = picture.at(options.width - 2, 2);
    const Color expected = dark ? kDarkTheme.top : kLightTheme.top;
    EXPECT_NEAR(corner[0], 255 * expected.r, 6);
    EXPECT_NEAR(corner[2], 255 * expected.b, 6);
  }
}

TEST(Picture, MovesWithTheRobotAndKeepsTheCamera) {
  const PictureOptions options = small();
  OffscreenView view(options);
  const auto model = test::rodWithTendons();
  view.draw(test::snapshotAt(model));
  const Picture straight(view, options);
  const double distance = view.camera().distance;
  view.draw(test::snapshotAt(model));
  EXPECT_EQ(straight.difference(Picture(view, options)), 0);  // the same state is the same picture
  view.draw(test::snapshotAt(model, VecX::Constant(1, 1.5), VecX::Zero(2)));
  EXPECT_GT(straight.difference(Picture(view, options)), 0.01);
  EXPECT_EQ(view.camera().distance, distance);
}

TEST(Picture, TransparentIsOpaqueOnlyWhereTheRobotIs) {
  PictureOptions options = small();
  options.backdrop = Backdrop::kNone;
  OffscreenView view(options);
  view.draw(test::snapshotAt(test::rodWithTendons()));
  const Picture picture(view, options);
  EXPECT_EQ(picture.alpha(3, 3), 0);
  const Vec3 p = view.camera().project(Vec3(0.25, 0, 0.4), options.width, options.height);
  EXPECT_EQ(picture.alpha(static_cast<int>(p.x()), static_cast<int>(p.y())), 255);
}

TEST(Picture, WritesAPngOrSaysWhyNot) {
  const auto model = test::armWithRod();
  const TemporaryFolder folder;
  const std::string path = folder.path("arm.png");
  EXPECT_TRUE(writePicture(test::snapshotAt(model), small(), path).empty());
  EXPECT_GT(std::filesystem::file_size(path), 5000U);
  EXPECT_THROW(writePicture(test::snapshotAt(model), small(), "/nowhere/arm.png"), std::runtime_error);
  PictureOptions huge = small();
  huge.width = 1 << 20;
  EXPECT_THROW(writePicture(test::snapshotAt(model), huge, path), std::runtime_error);
  EXPECT_THROW(writePicture(Snapshot{}, small(), path), std::runtime_error);
}

class StageTest : public testing::Test {
 protected:
  StageTest() {
    window_->SetOffScreenRendering(1);
    window_->SetSize(640, 400);
    stage_.attach(window_);
    stage_.setFurniture(false);  // its blue axis would count as accent
    stage_.setRobot(std::make_shared<RobotScene>(model_));
    stage_.setSize(640, 400);
    stage_.update(test::snapshotAt(model_));
    stage_.camera() = stage_.framed();
    render();
  }
  ~StageTest() override { stage_.detach(); }
  void render() {
    stage_.prepare(640, 400, 1);
    window_->Render();
  }
  std::vector<Rgb> pixels() {
    unsigned char* bytes = window_->GetPixelData(0, 0, 639, 399, 0, 0);
    std::vector<Rgb> out(640 * 400);
    for (size_t i = 0; i < out.size(); ++i) out[i] = {bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2]};
    delete[] bytes;
    return out;
  }
  static int apart(const Rgb& a, const Rgb& b) {
    return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
  }
  Pick pickWorld(const Vec3& p) {
    const Vec3 at = stage_.camera().project(p, 640, 400);
    return stage_.pick(at.x(), at.y());
  }

  std::unique_ptr<PrivateDisplay> display_ = PrivateDisplay::ifNeeded();
  std::shared_ptr<const Model> model_ = test::armWithRod();
  vtkNew<vtkRenderWindow> window_;
  Stage stage_;
};

TEST_F(StageTest, PicksTheLinkUnderTheCursor) {
  const Pick arm = pickWorld(Vec3(0.15, 0, 0.3)), rod = pickWorld(Vec3(0.45, 0, 0.3)),
             joint = pickWorld(Vec3(0, 0, 0.3));
  EXPECT_EQ(arm.link, 0);
  EXPECT_EQ(arm.kind, PickKind::kBody);
  EXPECT_LT((arm.point - Vec3(0.15, 0, 0.3)).norm(), 0.06);
  EXPECT_EQ(rod.link, 1);
  EXPECT_EQ(rod.kind, PickKind::kBody);
  EXPECT_EQ(joint.link, 0);
  EXPECT_EQ(joint.kind, PickKind::kJoint);
  EXPECT_EQ(stage_.pick(2, 2).kind, PickKind::kNothing);
  EXPECT_EQ(stage_.pick(2, 2).link, -1);
}

TEST_F(StageTest, PicksAgreeAfterTurningAndZooming) {
  stage_.camera().orbit(1.9, 0.3);
  stage_.camera().zoomAt(1.4, 300, 150, 640, 400);
  render();
  EXPECT_EQ(pickWorld(Vec3(0.15, 0, 0.3)).link, 0);
  EXPECT_EQ(pickWorld(Vec3(0.45, 0, 0.3)).link, 1);
}

TEST_F(StageTest, IgnoresSnapshotsOfAnotherModel) {
  const std::vector<Vec3> before = stage_.robot()->outline();
  stage_.update(test::snapshotAt(test::rodWithTendons()));
  const std::vector<Vec3> after = stage_.robot()->outline();
  ASSERT_EQ(before.size(), after.size());
  for (size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i], after[i]);
}

TEST_F(StageTest, SelectionDrawsTheAccentAroundTheLinkOnly) {
  const auto accentPixels = [&] {
    unsigned char* pixels = window_->GetPixelData(0, 0, 639, 399, 0, 0);
    int count = 0;
    for (int i = 0; i < 640 * 400; ++i)
      count += pixels[3 * i + 2] > 200 && pixels[3 * i] < 90 && pixels[3 * i + 1] < 150;
    delete[] pixels;
    return count;
  };
  EXPECT_LT(accentPixels(), 40);
  stage_.select(1);
  render();
  const int selected = accentPixels();
  EXPECT_GT(selected, 150);   // a line around it
  EXPECT_LT(selected, 2500);  // not the body
  stage_.select(-1);
  render();
  EXPECT_LT(accentPixels(), 40);
}

TEST_F(StageTest, HiddenLinksAreNeitherDrawnNorPickedNorCastAShadow) {
  stage_.setGroundVisible(false);  // its red axis would count as soft
  render();
  const std::vector<Rgb> all = pixels();
  const size_t casters = stage_.robot()->shadowCasters().size();
  stage_.select(1);
  stage_.setHidden({false, true});
  render();
  EXPECT_NE(pickWorld(Vec3(0.45, 0, 0.3)).link, 1);
  EXPECT_EQ(pickWorld(Vec3(0.15, 0, 0.3)).link, 0);
  EXPECT_LT(stage_.robot()->shadowCasters().size(), casters);
  const auto soft = [](const std::vector<Rgb>& picture) {
    return std::count_if(picture.begin(), picture.end(), isSoft);
  };
  EXPECT_GT(soft(all), 200);
  EXPECT_EQ(soft(pixels()), 0);  // the outline of what is selected neither
  stage_.setHidden({});
  stage_.select(-1);
  render();
  EXPECT_EQ(soft(pixels()), soft(all));
  stage_.setHidden({true, true});
  render();
  EXPECT_TRUE(stage_.robot()->outline().empty());
  EXPECT_EQ(stage_.framed().distance, stage_.camera().distance);  // nothing to frame: the camera stays
}

TEST_F(StageTest, AGhostIsSeenWhereTheRobotIsNotAndNeverPicked) {
  const std::vector<Rgb> without = pixels();
  Snapshot bent = test::snapshotAt(model_, model_->q0, VecX());
  stage_.setGhost(std::make_shared<Ghost>(bent, std::set<std::uint64_t>()));
  render();
  int differs = 0;
  const std::vector<Rgb> same = pixels();
  for (size_t i = 0; i < without.size(); ++i) differs += apart(without[i], same[i]) > 24 ? 1 : 0;
  EXPECT_LT(differs, 400);  // in the same pose the robot covers it but for the last pixel of its edge
  VecX q = model_->q0;
  q[0] = 1;
  stage_.setGhost(std::make_shared<Ghost>(test::snapshotAt(model_, q, VecX()), std::set<std::uint64_t>()));
  render();
  const std::vector<Rgb> with = pixels();
  differs = 0;
  for (size_t i = 0; i < without.size(); ++i) differs += apart(without[i], with[i]) > 8 ? 1 : 0;
  EXPECT_GT(differs, 1000);
  EXPECT_EQ(pickWorld(0.2 * Vec3(std::cos(1), std::sin(1), 0) + Vec3(0, 0, 0.3)).link, -1);
  stage_.setGhost(nullptr);
  render();
  EXPECT_EQ(pixels(), without);
}

TEST_F(StageTest, OtherRobotsLieOverItInTheirColoursAndMove) {
  const std::vector<Rgb> without = pixels();
  VecX q = model_->q0;
  q[0] = 1;
  const Snapshot there = test::snapshotAt(model_, q, VecX());
  const auto tinted = [&](const Snapshot& shape) {
    return std::make_shared<Ghost>(shape, std::set<std::uint64_t>(), Color{1, 0, 0});
  };
  const auto other = tinted(test::snapshotAt(model_, model_->q0, VecX()));
  stage_.setOthers({other});
  other->update(there);
  render();
  const std::vector<Rgb> moved = pixels();
  int red = 0;
  for (size_t i = 0; i < without.size(); ++i)
    red += apart(without[i], moved[i]) > 8 && moved[i][0] > moved[i][2] + 8 ? 1 : 0;
  EXPECT_GT(red, 1000);
  stage_.setOthers({tinted(there)});
  render();
  EXPECT_EQ(pixels(), moved);
  stage_.setOthers({});
  render();
  EXPECT_EQ(pixels(), without);
}

TEST_F(StageTest, EdgesAreDrawnOnTheSurfaces) {
  const std::vector<Rgb> without = pixels();
  stage_.robot()->setWireframe(true);
  render();
  const std::vector<Rgb> with = pixels();
  int darker = 0;
  for (size_t i = 0; i < without.size(); ++i) darker += without[i][0] - with[i][0] > 10 ? 1 : 0;
  EXPECT_GT(darker, 500);
  EXPECT_EQ(pickWorld(Vec3(0.15, 0, 0.3)).link, 0);
  stage_.robot()->setWireframe(false);
  render();
  EXPECT_EQ(pixels(), without);
}

TEST(PrivateDisplay, StartsAnswersAndEnds) {
  const char* before = std::getenv("DISPLAY");
  const std::string old = before ? before : "";
  std::string name;
  int process = 0;
  {
    PrivateDisplay display;
    name = display.name(), process = display.process();
    EXPECT_TRUE(displayAnswers(name));
    EXPECT_EQ(std::getenv("DISPLAY"), name);
  }
  EXPECT_FALSE(displayAnswers(name));
  EXPECT_NE(kill(process, 0), 0);  // gone, and reaped
  const char* after = std::getenv("DISPLAY");
  EXPECT_EQ(after ? after : "", old);
  EXPECT_FALSE(displayAnswers(""));
  EXPECT_FALSE(displayAnswers(":98765"));
}

TEST(PrivateDisplay, MissingXvfbIsAClearMessage) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  try {
    PrivateDisplay display;
    ADD_FAILURE() << "there should be no Xvfb in /nowhere";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("apt-get install xvfb"), std::string::npos) << error.what();
  }
  setenv("PATH", path.c_str(), 1);
}

/// A red ball in front of the camera, and the brightest spot of its picture.
Rgb brightest(std::optional<SurfaceFinish> finish) {
  ModelSpec spec;
  LinkSpec ball = test::link("ball", kWorld);
  ball.rigid.mass = 1;
  Visual sphere;
  sphere.shape = Visual::Shape::kSphere, sphere.size = Vec3(0.2, 0, 0);
  ball.visuals.push_back(std::move(sphere));
  ball.color = {{0.8, 0.1, 0.1}};
  ball.finish = finish;
  spec.links.push_back(std::move(ball));
  const PictureOptions options = small();
  OffscreenView view(options);
  view.draw(test::snapshotAt(std::make_shared<Model>(std::move(spec))));
  const Picture picture(view, options);
  const Vec3 middle = view.camera().project(Vec3::Zero(), options.width, options.height);
  const double radius = 0.85 * 0.2 / view.camera().metresPerPixel(options.height);
  Rgb most{};
  for (int y = 0; y < options.height; ++y)
    for (int x = 0; x < options.width; ++x) {
      const Rgb c = picture.at(x, y);
      const bool isBall = std::hypot(x - middle.x(), y - middle.y()) < radius;
      if (isBall && c[0] + c[1] + c[2] > most[0] + most[1] + most[2]) most = c;
    }
  return most;
}

TEST(Picture, MetalMirrorsInItsOwnColourAndPlasticInWhite) {
  const auto whiteness = [](const Rgb& c) { return static_cast<double>(c[2]) / c[0]; };
  const Rgb metal = brightest(SurfaceFinish{.roughness = 0.3, .gloss = 0.55, .wrap = 0, .metal = 1});
  const Rgb plastic = brightest(SurfaceFinish{.roughness = 0.15, .gloss = 0.4, .wrap = 0.15});
  const Rgb rubber = brightest(SurfaceFinish{.roughness = 0.9, .gloss = 0.05, .wrap = 0.3});
  EXPECT_LT(whiteness(metal), 0.45);
  EXPECT_GT(whiteness(plastic), whiteness(metal) + 0.2);
  EXPECT_GT(plastic[0] + plastic[1] + plastic[2], rubber[0] + rubber[1] + rubber[2] + 30);
}

}  // namespace
}  // namespace tendril
