// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of random edits of every kind in a real window, undone and redone by keys, while the robot runs and while
// it stands: the project comes back to its start. TENDRIL_RANDOM_EDITS=10000 makes it so many of each example.
#include <random>

#include "core/session/engine/engine_thread.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "tests/studio/document/random/random_edits.hpp"

namespace tendril {
namespace {

class RandomEditsWindowTest : public StudioTest, public testing::WithParamInterface<const char*> {
 protected:
  static constexpr unsigned kSeed = 20;
  static constexpr int kEdits = 500;  // of each of four examples

  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

  void press(Qt::KeyboardModifiers modifiers) {
    for (std::size_t i = 0; i <= below(3); ++i) QTest::keyClick(&window, Qt::Key_Z, modifiers);
  }
  /// One random edit; false if it was refused.
  bool edit() {
    std::vector<Problem> problems;
    DocumentHost& host = window.document();
    if (below(3) == 0) {
      const Edit change = edits_.structural(host.document());
      last_ = change.name;
      return host.edit(change, problems);
    }
    const std::vector<FieldSample> samples = sampleFields(host.description(), random_);
    const FieldSample& sample = samples[below(samples.size())];
    last_ = sample.path + " = " + sample.json;
    return host.setField(QString::fromStdString(sample.path), QString::fromStdString(sample.json), problems,
                         below(4) == 0 ? QStringLiteral("drag") : QString());
  }
  void step() {
    switch (below(8)) {
      case 0:
        return press(Qt::ControlModifier);
      case 1:
        return press(Qt::ControlModifier | Qt::ShiftModifier);
      default:
        accepted_ += edit();
    }
  }
  /// Looks at something, as people do between edits.
  void look() {
    const std::vector<Target> targets = targetsOf(window.description());
    window.selection().select(targets[below(targets.size())]);
  }

  std::mt19937 random_{kSeed};
  RandomEdits edits_{kSeed};
  std::string last_;
  int accepted_ = 0;
};

TEST_P(RandomEditsWindowTest, ComeBackToTheStart) {
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  open(exampleNamed(GetParam()), true);
  ASSERT_TRUE(soon([&] { return running(); }));
  const std::string start = text();
  const std::uint64_t violations = engineViolations();
  const int count = randomEdits(kEdits);
  for (int i = 0; i < count; ++i) {
    if (i == count / 2) {
      window.player().pause();
      ASSERT_TRUE(settled());
      ASSERT_TRUE(soon([&] { return !running(); })) << "after " << last_;
    } else if (i < count / 2 && i % 25 == 0) {
      window.player().play();  // a robot made of random numbers stops now and then
    }
    step();
    if (i % 10 == 0) look();
    if (below(4) == 0) QCoreApplication::processEvents();  // several edits come between two pictures, as in a drag
  }
  EXPECT_GT(accepted_, count / 4);
  while (window.document().document().canUndo()) window.document().undo();
  EXPECT_EQ(text(), start) << "seed " << kSeed;
  EXPECT_FALSE(window.document().isDirty());
  ASSERT_TRUE(settled());
  EXPECT_EQ(engineViolations(), violations);
  // What runs now is the project as it was opened.
  window.player().reset();
  window.player().play();
  EXPECT_TRUE(soon([&] { return running() && time() > 0.02; }));
  EXPECT_EQ(window.player().snapshot().model->links.size(), window.description().links.size());
}

INSTANTIATE_TEST_SUITE_P(Examples, RandomEditsWindowTest,
                         testing::Values("hybrid-arm", "soft-manipulator", "floating-star", "spinning-pendulum"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tendril
