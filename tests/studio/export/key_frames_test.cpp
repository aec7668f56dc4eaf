// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/shapes/key_frames.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace tendril {
namespace {

using testing::ElementsAre;

/// Two points: one rests, the other has this height over time.
struct Moved {
  std::vector<double> times;
  std::vector<float> points;
};
Moved moved(int count, const std::function<double(double)>& height) {
  Moved out;
  for (int k = 0; k < count; ++k) {
    const double t = 0.02 * k + 5e-5 * k * k;  // of uneven steps
    out.times.push_back(t);
    out.points.insert(out.points.end(), {1, 2, 3, 0, 0, static_cast<float>(height(t))});
  }
  return out;
}

KeyFrames chosen(const Moved& motion, double tolerance, int most) {
  return chooseKeyFrames(motion.times, motion.points, tolerance, most);
}

TEST(KeyFrames, AreFewWhereTheyMayBe) {
  EXPECT_THAT(chosen(moved(1, [](double t) { return t; }), 1e-6, 10).instants, ElementsAre(0));
  EXPECT_THAT(chosen(moved(20, [](double) { return 0.3; }), 1e-6, 10).instants, ElementsAre(0));
  EXPECT_THAT(chosen(moved(20, [](double t) { return 0.3 * t; }), 1e-6, 10).instants, ElementsAre(0, 19));
  const Moved bend = moved(21, [](double t) { return std::abs(t - 0.205); });  // instant 10
  EXPECT_THAT(chosen(bend, 1e-6, 10).instants, ElementsAre(0, 10, 20));
  EXPECT_THAT(chosen(bend, 2, 10).instants, ElementsAre(0)) << "it moves less than that";
  EXPECT_THAT(chosen(bend, 1e-6, 2).instants, ElementsAre(0, 20));
  EXPECT_THAT(chosen(bend, 0, 3).instants, ElementsAre(0, 10, 20));
}

TEST(KeyFrames, SayHowFarTheRestIsOff) {
  const Moved wave = moved(400, [](double t) { return std::sin(t); });  // 2.5 periods
  const auto error = [&](const KeyFrames& keys) {                       // by another way
    double largest = 0;
    for (std::size_t n = 0; n + 1 < keys.instants.size(); ++n)
      for (std::size_t i = keys.instants[n]; i <= keys.instants[n + 1]; ++i) {
        const std::size_t a = keys.instants[n], b = keys.instants[n + 1];
        const double share = (wave.times[i] - wave.times[a]) / (wave.times[b] - wave.times[a]);
        const double between = std::lerp(std::sin(wave.times[a]), std::sin(wave.times[b]), share);
        largest = std::max(largest, std::abs(std::sin(wave.times[i]) - between));
      }
    return largest;
  };
  const KeyFrames good = chosen(wave, 0.01, 500), coarse = chosen(wave, 0.01, 20), all = chosen(wave, 0, 500);
  EXPECT_LE(good.error, 0.01);
  EXPECT_NEAR(good.error, error(good), 1e-6);
  // Chords of h rad are h²|sin t|/8 away: with 0.01, and the mean of √|sin t|, which is 0.763, these are 43.
  EXPECT_GT(good.instants.size(), 40u);
  EXPECT_LT(good.instants.size(), 55u);
  EXPECT_LE(coarse.instants.size(), 20u);
  EXPECT_NEAR(coarse.error, error(coarse), 1e-6);
  EXPECT_GT(coarse.error, 0.01);
  EXPECT_LT(coarse.error, 0.06) << "0.09 at even steps";
  EXPECT_LT(all.error, 1e-7);
  EXPECT_GT(all.instants.size(), 300u);
}

}  // namespace
}  // namespace tendril
