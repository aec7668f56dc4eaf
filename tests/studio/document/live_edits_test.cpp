// SPDX-License-Identifier: GPL-3.0-or-later
// Edits while the robot moves: every program that the builder makes is taken by a running session.
// TENDRIL_RANDOM_EDITS=10000 makes it so many of each example.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>

#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/program_builder.hpp"
#include "tests/studio/document/fixtures.hpp"
#include "tests/studio/document/random/random_edits.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril {
namespace {

/// A document that is rebuilt and simulated as in the window.
class Live {
 public:
  explicit Live(Document document)
      : document_(std::move(document)), builder_([this](BuiltProgram built) {
          const std::scoped_lock open(gate_);
          if (hasErrors(built.problems)) errors_.fetch_add(1);
          if (!built.program) return;
          built_.fetch_add(1);
          session_.load(std::move(built.program), built.request.transfer);
        }) {
    rebuild(StateTransfer::kInitial);
    builder_.wait();
  }

  Document& document() { return document_; }
  Session& session() { return session_; }
  ProgramBuilder& builder() { return builder_; }
  int built() const { return built_; }
  /// As long as it is kept, what is built is not delivered and nothing more is built.
  std::unique_lock<std::mutex> hold() { return std::unique_lock(gate_); }
  int errors() const { return errors_; }
  void rebuild(StateTransfer transfer = StateTransfer::kState) {
    builder_.request(
        {.description = std::make_shared<Description>(document_.description()),
         .options = {.directory = document_.directory(), .live = true, .checked = !hasErrors(document_.problems())},
         .transfer = transfer});
  }

 private:
  Document document_;
  Session session_{{.historyBytes = std::size_t{4} << 20}};
  std::atomic<int> built_ = 0, errors_ = 0;
  std::mutex gate_;
  ProgramBuilder builder_;
};

constexpr int kEdits = kSanitized ? 200 : 1000;  // of all examples together, unless randomEdits() says otherwise

/// Whether the session answers, however slow the steps of what was made at random are: it need not wait for their end.
bool isHeard(Session& session) {
  constexpr double kSoon = kSanitized ? 120 : 20;  // s: on a busy machine, with a start that closes loops
  session.pause();
  const bool heard = session.flush(kSoon);
  session.update();
  return heard;
}

/// Returns how many edits were accepted: of `count` tries, and of more while fewer than two were.
int editWhile(bool running, Document document, int count, unsigned seed) {
  const std::string start = document.text();
  Live live(std::move(document));
  if (running) live.session().play();
  RandomEdits edits(seed);
  int accepted = 0;
  for (int i = 0; i < count || (accepted < 2 && i < 20 * count); ++i) {
    std::vector<Problem> problems;
    if (!edits.step(live.document(), problems)) continue;
    ++accepted;
    const int errors = live.errors();
    live.rebuild();
    live.session().update();
    // Else a busy machine would build only the last of them, which may be one that cannot be built.
    const bool looks = accepted <= 10 || i % 8 == 0;
    if (looks) live.builder().wait();
    if (live.errors() > errors) live.document().undo();  // else it might stay one that cannot be built
    if (looks && !isHeard(live.session())) ADD_FAILURE() << "after “" << edits.last() << "”, command " << i;
    if (running && looks) {
      if (live.session().snapshot().state == RunState::kDiverged) live.session().reset();
      live.session().play();
    }
  }
  live.builder().wait();
  EXPECT_TRUE(isHeard(live.session()));
  live.session().update();
  EXPECT_GT(accepted, 1);
  EXPECT_GT(live.built(), 1);
  while (live.document().redo()) {
  }
  while (live.document().undo()) {
  }
  EXPECT_EQ(live.document().text(), start);
  live.rebuild(StateTransfer::kInitial);
  live.builder().wait();
  EXPECT_TRUE(live.session().flush());
  live.session().update();
  const auto model = live.session().snapshot().model;
  if (!model) {
    ADD_FAILURE() << "no model";
    return accepted;
  }
  const Description& description = live.document().description();  // an object is a link of the model
  EXPECT_EQ(model->robotLinks().size(), description.links.size() + description.objects.size());
  EXPECT_EQ(live.session().snapshot().state, RunState::kReady);
  return accepted;
}

void editAllExamples(bool running, unsigned seed) {
  const auto files = exampleFiles();
  const int count = randomEdits(kEdits / static_cast<int>(files.size()) + 1);
  int accepted = 0;
  for (const auto& file : files) {
    SCOPED_TRACE(file.filename().string());
    accepted += editWhile(running, openDocument(file), count, seed++);
  }
  EXPECT_GT(accepted, count * static_cast<int>(files.size()) / 4);
}

TEST(LiveEdits, ManyWhileRunning) {
  editAllExamples(true, 11);
}

TEST(LiveEdits, ManyWhilePaused) {
  editAllExamples(false, 51);
}

TEST(LiveEdits, TheLatestOfManyRequestsWins) {
  Live live(smallDocument());
  auto held = live.hold();
  for (int i = 1; i <= 200; ++i) {
    std::vector<Problem> problems;
    ASSERT_TRUE(live.document().setField("gravity", "[0, 0, " + std::to_string(-i) + "]", problems, "drag"));
    live.rebuild();
  }
  held.unlock();
  live.builder().wait();
  EXPECT_TRUE(live.session().flush());
  live.session().update();
  EXPECT_EQ(live.session().snapshot().model->gravity.z(), -200);
  EXPECT_LE(live.built(), 3);  // the project as it was, the one that was held, the last one
  EXPECT_EQ(live.document().undoCount(), 1U);
}

TEST(LiveEdits, AMovingRobotMovesOnFromWhereItWas) {
  Live live(smallDocument());
  live.session().stepOnce(50);
  std::optional<State> before;
  do {
    before = live.session().state();
    ASSERT_TRUE(before);
  } while (before->t < 49.5 * live.document().description().simulation.step.value);
  std::vector<Problem> problems;
  ASSERT_TRUE(live.document().setField("links.hand.body.mass", "0.2", problems));
  live.rebuild();
  live.builder().wait();
  const std::optional<State> after = live.session().state();
  ASSERT_TRUE(after);
  EXPECT_EQ(after->t, before->t);
  EXPECT_EQ(after->q, before->q);
  EXPECT_EQ(after->v, before->v);
}

TEST(LiveEdits, ABuildThatFailsLeavesTheProgramThatRuns) {
  Live live(smallDocument());
  auto broken = std::make_shared<Description>(live.document().description());
  broken->links.front().parent = "nobody";
  live.builder().request({.description = broken, .options = {}});
  live.builder().wait();
  EXPECT_EQ(live.errors(), 1);
  EXPECT_EQ(live.built(), 1);
  EXPECT_TRUE(live.session().flush());
  live.session().update();
  EXPECT_EQ(live.session().snapshot().model->links.size(), 3U);
}

/// From the edit of a slider to the first state that was computed with it.
TEST(LiveEdits, AGainReachesTheMotionAtOnce) {
  Document document;
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kRevoluteArm, 0)));
  const ObjectId arm = document.description().links[0].id;
  ASSERT_TRUE(apply(document, edits::addMotor(arm)));
  ControllerDesign design = modestDesign({"pid", {document.description().actuators[0].id}});
  design.integral = {2.0};
  ASSERT_TRUE(apply(document, edits::addController(design)));
  Live live(std::move(document));
  live.session().play();
  const auto until = [&](const auto& condition) {
    do live.session().update();
    while (!condition(live.session().snapshot()));
  };
  until([](const Snapshot& s) { return s.t > 0.5; });
  std::vector<double> took;  // s
  for (int i = 1; i <= 9; ++i) {
    std::vector<Problem> problems;
    const Snapshot before = live.session().snapshot();
    const auto start = std::chrono::steady_clock::now();
    ASSERT_TRUE(live.document().setField("controllers.pid.gains.proportional", std::to_string(i), problems, "drag"));
    live.rebuild();
    until([&](const Snapshot& s) { return s.generation != before.generation && s.t > before.t; });
    took.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    EXPECT_LT((live.session().snapshot().q - before.q).norm(), 0.5) << "the run goes on from its state";
  }
  std::ranges::sort(took);
  const double median = took[took.size() / 2];
  std::printf("a gain reaches the motion within %.1f ms (%.1f … %.1f)\n", 1e3 * median, 1e3 * took.front(),
              1e3 * took.back());
  if (!kSanitized) {
    EXPECT_LT(median, 0.05);
  }
}

}  // namespace
}  // namespace tendril
