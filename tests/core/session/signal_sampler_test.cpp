// SPDX-License-Identifier: BSD-3-Clause
// Columns along a run: growing, branching, looked at from afar.
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "core/dynamics/dynamics.hpp"
#include "core/session/recording/signals.hpp"
#include "tests/core/session/session_robots.hpp"

namespace tendril {
namespace {

using namespace tests;

std::shared_ptr<History> historyOf(const Model& model, std::size_t records, std::size_t room) {
  const std::size_t width = 8 * static_cast<std::size_t>(5 + model.nq + model.nv + model.nu);
  auto history = std::make_shared<History>(1, model.nq, model.nv, model.nu, room * width);
  for (std::size_t i = 0; i < records; ++i) {
    const double t = 0.01 * static_cast<double>(i);
    const VecX q = VecX::Constant(model.nq, std::sin(t)), v = VecX::Constant(model.nv, std::cos(t));
    const VecX u = VecX::Constant(model.nu, t);
    history->append(t, q, v, u, {1 * t, 2 * t, 3 * t}, 0.5);
  }
  return history;
}

TEST(SignalSampler, CopiesWhatWasRecordedAsItGrows) {
  const auto model = driven();
  const SignalCatalogue catalogue(*model);
  const std::vector<std::string> texts = {"link0.q[0]", "link1.v[0]", "motor.torque", "energy.total", "balance", "t"};
  SignalSampler sampler(model, catalogue, texts);
  const auto history = historyOf(*model, 1000, 3000);
  EXPECT_EQ(sampler.table(), nullptr);
  EXPECT_EQ(sampler.sample(history, 300), 700u);
  EXPECT_EQ(sampler.table()->size(), 300u);
  EXPECT_EQ(sampler.sample(history), 0u);
  const auto table = sampler.table();
  ASSERT_EQ(table->size(), 1000u);
  for (std::size_t i = 0; i < 1000; ++i) {
    const double t = 0.01 * static_cast<double>(i);
    EXPECT_EQ(table->time(i), t);
    EXPECT_EQ(table->value(0, i), std::sin(t));
    EXPECT_EQ(table->value(1, i), std::cos(t));
    EXPECT_EQ(table->value(2, i), t);
    EXPECT_DOUBLE_EQ(table->value(3, i), 6 * t);
    EXPECT_EQ(table->value(4, i), 0.5);
    EXPECT_EQ(table->value(5, i), t);
  }
  history->append(20, VecX::Zero(2), VecX::Zero(2), VecX::Zero(1), {0, 0, 0}, 0);
  EXPECT_EQ(sampler.sample(history), 0u);
  EXPECT_EQ(sampler.table(), table);
  EXPECT_EQ(table->size(), 1001u);
}

TEST(SignalSampler, AnotherHistoryStartsAnotherTable) {
  const auto model = driven();
  const SignalCatalogue catalogue(*model);
  const std::vector<std::string> texts = {"link0.q[0]", "rate(t)"};
  SignalSampler sampler(model, catalogue, texts);
  sampler.sample(historyOf(*model, 100, 1000));
  const auto old = sampler.table();
  sampler.sample(historyOf(*model, 50, 1000));
  EXPECT_EQ(old->size(), 100u);
  EXPECT_EQ(sampler.table()->size(), 50u);
  EXPECT_TRUE(std::isnan(sampler.table()->value(1, 0)));
  EXPECT_NEAR(sampler.table()->value(1, 1), 1, 1e-12);
}

TEST(SignalSampler, KinematicColumnsAgreeWithOneInstant) {
  const auto model = driven();
  const SignalCatalogue catalogue(*model);
  const std::vector<std::string> texts = {"link1.tip.z", "link1.tip.vx", "link0.a[0]", "momentum.y",
                                          "norm(link1.tip - link0.base)"};
  SignalSampler sampler(model, catalogue, texts);
  const auto history = historyOf(*model, 40, 100);
  sampler.sample(history);
  std::vector<double> expected(texts.size());
  for (std::size_t i = 0; i < 40; i += 13) {
    const History::Record r = history->record(i);
    sampler.evaluate(r.t, r.q, r.v, r.u, expected);
    for (std::size_t c = 0; c < texts.size(); ++c)
      EXPECT_EQ(sampler.table()->value(static_cast<int>(c), i), expected[c]) << texts[c];
  }
}

/// Two links, the first of the given length.
std::shared_ptr<const Model> longArm(double length) {
  ModelSpec spec = chainSpec(2);
  spec.links[0].rigidTip.p.x() = length;
  return std::make_shared<const Model>(std::move(spec));
}

TEST(SignalSampler, EveryRecordIsReadByTheModelThatMadeIt) {
  tendril::Run run;
  run.parts = {{.from = 0, .generation = 1, .model = longArm(0.2), .gravity = Vec3(0, 0, -9.81)},
               {.from = 0.2, .generation = 2, .model = longArm(0.5), .gravity = Vec3::Zero()}};
  const auto history = historyOf(*run.parts[0].model, 40, 100);
  run.history = history;
  const SignalCatalogue catalogue(*run.model());
  const std::vector<std::string> texts = {"norm(link0.tip)", "link0.a[0]"};
  SignalSampler sampler(run.model(), catalogue, texts);
  EXPECT_EQ(sampler.sample(run, 5), 35u);
  EXPECT_EQ(sampler.sample(run), 0u);
  for (const std::size_t i : {0u, 19u, 20u, 39u}) {
    const RunPart& part = run.parts[i < 20 ? 0 : 1];
    EXPECT_NEAR(sampler.table()->value(0, i), i < 20 ? 0.2 : 0.5, 1e-12) << i;
    const History::Record r = history->record(i);
    Data data(*part.model);
    data.gravity = part.gravity;
    forwardDynamics(*part.model, data, r.q, r.v, {});
    EXPECT_NEAR(sampler.table()->value(1, i), data.acceleration[0], 1e-9) << i;
  }
}

TEST(SignalSampler, AccelerationsUnderAPerturbationAreDifferences) {
  const auto model = chain(2);
  const SignalCatalogue catalogue(*model);
  const std::vector<std::string> texts = {"link0.a[0]"};
  SignalSampler sampler(model, catalogue, texts);
  const auto history = historyOf(*model, 10, 100);
  tendril::Run run;
  run.parts = {{.from = 0, .generation = 1, .model = model, .gravity = model->gravity, .perturbed = true}};
  run.history = history;
  sampler.sample(run, 4);
  sampler.sample(run);
  EXPECT_TRUE(std::isnan(sampler.table()->value(0, 0)));
  for (std::size_t i = 1; i < 10; ++i)
    EXPECT_NEAR(sampler.table()->value(0, i), (history->record(i).v[0] - history->record(i - 1).v[0]) / 0.01, 1e-9);
}

TEST(SignalSampler, BadFormulasGiveGaps) {
  const auto model = driven();
  const SignalCatalogue catalogue(*model);
  const std::vector<std::string> texts = {"sqrt(-1 - t)", "nothing.q[0]", "link0.q[0]"};
  SignalSampler sampler(model, catalogue, texts);
  sampler.sample(historyOf(*model, 10, 100));
  EXPECT_FALSE(sampler.columns()[0].error);
  EXPECT_TRUE(sampler.columns()[1].error);
  EXPECT_TRUE(std::isnan(sampler.table()->value(0, 5)));
  EXPECT_TRUE(std::isnan(sampler.table()->value(1, 5)));
  EXPECT_TRUE(sampler.table()->range(0, 0, 10).empty());
  EXPECT_FALSE(sampler.table()->range(2, 0, 10).empty());
}

TEST(SignalHistory, RangesAreThoseOfEveryRow) {
  SignalHistory history(2, 300000);
  std::mt19937 generator(3);
  std::normal_distribution<double> noise;
  std::vector<double> all;
  for (std::size_t i = 0; i < 280000; ++i) {
    const double value = i % 1000 == 17 ? std::nan("") : noise(generator);
    all.push_back(value);
    ASSERT_TRUE(history.append(0.001 * static_cast<double>(i), std::vector<double>{value, 1.0}));
  }
  std::uniform_int_distribution<std::size_t> any(0, all.size());
  for (int k = 0; k < 50; ++k) {
    std::size_t from = any(generator), to = any(generator);
    if (from > to) std::swap(from, to);
    SignalHistory::Range expected;
    for (std::size_t i = from; i < to; ++i) expected.include(all[i]);
    const SignalHistory::Range found = history.range(0, from, to);
    EXPECT_EQ(found.low, expected.low);
    EXPECT_EQ(found.high, expected.high);
    std::vector<double> copied(to - from);
    history.copy(0, from, to, copied.data());
    for (std::size_t i = from; i < to; i += 997) EXPECT_TRUE(copied[i - from] == all[i] || std::isnan(all[i])) << i;
  }
  EXPECT_EQ(history.find(-1), 0u);
  EXPECT_EQ(history.find(1e9), all.size() - 1);
}

TEST(SignalHistory, StopsWhenFull) {
  SignalHistory history(1, 3);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(history.append(i, std::vector<double>{1.0}));
  EXPECT_FALSE(history.append(3, std::vector<double>{1.0}));
  EXPECT_EQ(history.size(), 3u);
}

TEST(SignalHistory, IsReadWhileItGrows) {
  SignalHistory history(1, 200000);
  std::jthread writer([&] {
    for (int i = 0; i < 200000; ++i) history.append(i, std::vector<double>{static_cast<double>(i)});
  });
  std::size_t seen = 0;
  while (seen < 200000) {
    seen = history.size();
    if (seen == 0) continue;
    const SignalHistory::Range range = history.range(0, 0, seen);
    ASSERT_EQ(range.low, 0);
    ASSERT_EQ(range.high, static_cast<double>(seen - 1));
  }
}

class Decimate : public ::testing::Test {
 protected:
  Decimate() : history_(1, 1000000) {
    for (std::size_t i = 0; i < 1000000; ++i) {
      const double t = 1e-3 * static_cast<double>(i);
      const double value = i == 654321 ? 100 : i >= 300000 && i < 400000 ? std::nan("") : std::sin(t);
      history_.append(t, std::vector<double>{value});
    }
  }
  SignalHistory history_;
  std::vector<CurvePoint> points_;
};

TEST_F(Decimate, KeepsPeaksAndGapsAndOrder) {
  decimate(history_, 0, 0, 1000, 800, points_);
  EXPECT_LE(points_.size(), 4 * 800u + 2);
  double highest = -1, before = -1;
  int gaps = 0;
  for (const CurvePoint& p : points_) {
    EXPECT_GE(p.t, before);
    before = p.t;
    if (std::isnan(p.value)) {
      ++gaps;
      EXPECT_GE(p.t, 299.9);
      EXPECT_LE(p.t, 400.1);
    } else {
      highest = std::max(highest, p.value);
      EXPECT_TRUE(p.value <= 1 || std::abs(p.t - 654.321) < 1.25);
    }
  }
  EXPECT_EQ(highest, 100);
  EXPECT_GE(gaps, 79);
}

TEST_F(Decimate, GivesEveryRowFromNear) {
  decimate(history_, 0, 10, 10.5, 800, points_);
  ASSERT_EQ(points_.size(), 503u);  // 10.000 … 10.500 and one row on either side
  EXPECT_NEAR(points_.front().t, 9.999, 1e-9);
  EXPECT_NEAR(points_.back().t, 10.501, 1e-9);
}

TEST_F(Decimate, TakesAnyWindow) {
  for (const auto& [from, to, pixels] : std::vector<std::tuple<double, double, int>>{{-10, -5, 100},
                                                                                     {2000, 3000, 100},
                                                                                     {5, 5, 100},
                                                                                     {7, 3, 100},
                                                                                     {0, 1000, 0},
                                                                                     {0, 1000, 1},
                                                                                     {std::nan(""), 1, 10},
                                                                                     {-INFINITY, INFINITY, 10}}) {
    decimate(history_, 0, from, to, pixels, points_);
    EXPECT_LE(points_.size(), 6u + 4 * static_cast<std::size_t>(std::max(pixels, 0)) + 2) << from << ' ' << to;
  }
  SignalHistory none(1, 10);
  decimate(none, 0, 0, 1, 100, points_);
  EXPECT_TRUE(points_.empty());
}

}  // namespace
}  // namespace tendril
