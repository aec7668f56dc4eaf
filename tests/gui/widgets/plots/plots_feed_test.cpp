// SPDX-License-Identifier: GPL-3.0-or-later
// Signals of recorded runs, sampled beside the window.
#include <QThread>

#include <array>
#include <random>

#include "tests/gui/widgets/plots/plots_fixture.hpp"
#include "tests/support/events.hpp"
#include "widgets/plots/signals/signal_feed.hpp"

namespace tendril::tests {
namespace {

void appendTo(History& history, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double t = 0.01 * static_cast<double>(history.size());
    VecX q(2), v(2), u(1);
    q << std::sin(t), 0.5 * t;
    v << std::cos(t), 0.5;
    u << t;
    history.append(t, q, v, u, {t, 2 * t, 3 * t}, 0.1);
  }
}

std::shared_ptr<Run> runOf(std::uint64_t id, std::shared_ptr<const Model> model, std::size_t records) {
  auto run = std::make_shared<Run>();
  run->id = id;
  run->name = "run " + std::to_string(id);
  run->parts.push_back({0, 1, model, Vec3::Zero()});
  auto history = std::make_shared<History>(1, model->nq, model->nv, model->nu, std::size_t{8} << 20);
  appendTo(*history, records);
  run->history = history;
  return run;
}

class FeedTest : public ::testing::Test {
 protected:
  void show(const RunList& runs) {
    std::vector<PlotSpan> spans;
    for (const auto& run : runs) spans.push_back({run->id, QString::fromStdString(run->name), 0, kOpen, true});
    feed.setRuns(runs, spans);
  }
  /// Until the column has as many rows.
  bool waitFor(std::uint64_t run, const QString& text, std::size_t rows) {
    return QTest::qWaitFor(
        [&] {
          const PlotColumn column = feed.column(run, text);
          return column.table && column.table->size() >= rows;
        },
        20000);
  }
  SignalFeed feed;
};

TEST_F(FeedTest, SamplesWhatIsWantedAndGoesOnAsTheRunGrows) {
  const auto model = driven();
  const auto run = runOf(1, model, 3000);
  QSignalSpy grown(&feed, &PlotSource::grown), named(&feed, &PlotSource::catalogueChanged);
  feed.setRobot(model, {});
  EXPECT_EQ(named.count(), 1);
  feed.setRobot(driven(), {});  // an equal robot has equal names
  EXPECT_EQ(named.count(), 1);
  show({run});
  feed.want({"link0.q[0]", "link1.tip.x", "energy.total"});
  ASSERT_TRUE(waitFor(1, "link1.tip.x", 3000));
  // The rows may be there before the window has been told of them.
  EXPECT_TRUE(QTest::qWaitFor([&] { return grown.count() >= 1; }, 20000));
  EXPECT_NEAR(feed.extent().second, 29.99, 1e-9);
  const PlotColumn column = feed.column(1, "link0.q[0]");
  for (std::size_t i = 0; i < 3000; i += 97)
    EXPECT_EQ(column.table->value(column.column, i), std::sin(column.table->time(i)));
  appendTo(const_cast<History&>(*run->history), 500);
  feed.poke();
  EXPECT_TRUE(waitFor(1, "energy.total", 3500));
}

TEST_F(FeedTest, SignalsAddedOneByOneAreAllThere) {
  const auto model = driven();
  show({runOf(1, model, 1000)});
  feed.setRobot(model, {{"miss", "link1.tip.x - 0.1"}});
  QStringList all;
  for (const char* text : {"t", "link0.q[0]", "link1.q[0]", "link0.v[0]", "link1.tip.x", "link1.tip.z", "miss",
                           "norm(link1.tip)", "sin(", "balance"}) {
    all << text;
    feed.want(all);
    if (all.size() % 2) {
      EXPECT_TRUE(waitFor(1, text, 1000)) << text;
    }
  }
  for (const QString& text : all) EXPECT_TRUE(waitFor(1, text, 1000)) << text.toStdString();
  handleEvents();
  const PlotColumn tip = feed.column(1, "link1.tip.x"), miss = feed.column(1, "miss"), bad = feed.column(1, "sin(");
  for (std::size_t i = 0; i < 1000; i += 111) {
    EXPECT_NEAR(miss.table->value(miss.column, i), tip.table->value(tip.column, i) - 0.1, 1e-12);
    EXPECT_TRUE(std::isnan(bad.table->value(bad.column, i)));
  }
  feed.want({});
  EXPECT_TRUE(QTest::qWaitFor([&] { return !feed.column(1, "miss").table; }, 20000));
}

TEST_F(FeedTest, RunsOfOtherRobotsKeepTheirOwnNames) {
  const auto one = driven();
  const auto other = std::make_shared<const Model>(chainSpec(2));
  feed.setRobot(other, {});
  show({runOf(1, one, 200), runOf(2, one, 300)});
  feed.want({"motor.torque", "link1.q[0]"});
  ASSERT_TRUE(waitFor(1, "motor.torque", 200));
  ASSERT_TRUE(waitFor(2, "motor.torque", 300));
  const PlotColumn torque = feed.column(2, "motor.torque");
  EXPECT_EQ(torque.table->value(torque.column, 100), torque.table->time(100));
  show({});
  EXPECT_TRUE(QTest::qWaitFor([&] { return !feed.column(1, "link1.q[0]").table; }, 20000));
  EXPECT_EQ(feed.extent(), (std::pair{0.0, 0.0}));
}

/// driven() with another name of its last link.
std::shared_ptr<const Model> named(const char* name) {
  ModelSpec spec = chainSpec(2);
  spec.links[1].name = name;
  spec.actuators.push_back([](const Model& model) { return std::make_unique<JointActuator>("motor", model, 0); });
  return std::make_shared<const Model>(std::move(spec));
}

TEST_F(FeedTest, NamesAndTextsThatChangeTogetherAreNeverMixed) {
  const std::array<std::pair<std::shared_ptr<const Model>, QString>, 2> turns{
      {{named("link1"), "link1.q[0]"}, {named("arm"), "arm.q[0]"}}};
  const auto run = runOf(1, turns[0].first, 50);
  show({run});
  int seen = 0;
  const auto check = [&] {
    for (const auto& [model, text] : turns) {
      const PlotColumn column = feed.column(1, text);
      if (!column.table || column.table->size() == 0) continue;
      EXPECT_TRUE(std::isfinite(column.table->value(column.column, 0))) << text.toStdString();
      ++seen;
    }
  };
  QObject::connect(&feed, &PlotSource::grown, &feed, check);
  for (int i = 0; i < 100; ++i) {
    const auto& [model, text] = turns[static_cast<std::size_t>(i % 2)];
    feed.want({text});
    QThread::usleep(200);  // the worker would have time for half of it
    feed.setRobot(model, {});
    ASSERT_TRUE(waitFor(1, text, 50));
    check();  // the signal of two turns may be one
  }
  EXPECT_GE(seen, 100);
}

TEST_F(FeedTest, ARunBeforeARenameIsFoundUnderTheNewName) {
  const auto before = named("link1"), after = named("left arm");
  feed.setRobot(before, {});
  show({runOf(1, before, 200)});
  feed.want({"link1.q[0]"});
  ASSERT_TRUE(waitFor(1, "link1.q[0]", 200));
  feed.setRobot(after, {{"miss", "'left arm'.tip.x - link0.tip.x"}});
  show({runOf(1, before, 200), runOf(2, after, 300)});
  feed.want({"'left arm'.q[0]", "miss"});
  ASSERT_TRUE(waitFor(1, "miss", 200));
  ASSERT_TRUE(waitFor(2, "miss", 300));
  const PlotColumn old = feed.column(1, "'left arm'.q[0]"), now = feed.column(2, "'left arm'.q[0]");
  const PlotColumn oldMiss = feed.column(1, "miss"), nowMiss = feed.column(2, "miss");
  for (std::size_t i = 0; i < 200; i += 37) {
    EXPECT_EQ(old.table->value(old.column, i), 0.5 * old.table->time(i));
    EXPECT_EQ(now.table->value(now.column, i), 0.5 * now.table->time(i));
    EXPECT_EQ(oldMiss.table->value(oldMiss.column, i), nowMiss.table->value(nowMiss.column, i));
  }
}

TEST_F(FeedTest, EndsWhileItWorks) {
  for (int i = 0; i < 5; ++i) {
    SignalFeed another;
    const auto model = driven();
    another.setRobot(model, {});
    another.setRuns({runOf(1, model, 20000)}, {{1, "run 1", 0, kOpen, true}});
    another.want({"link1.tip.x", "link1.a[0]"});
    QTest::qWait(i);
  }
  // Whose work was broken off leaves nothing behind that stops the next one.
  const auto model = driven();
  feed.setRobot(model, {});
  show({runOf(1, model, 200)});
  feed.want({"link1.tip.x"});
  EXPECT_TRUE(waitFor(1, "link1.tip.x", 200));
}

}  // namespace
}  // namespace tendril::tests
