// SPDX-License-Identifier: BSD-3-Clause
// Formulas over signals: values, units, and what is wrong with them.
#include <gtest/gtest.h>

#include <cmath>

#include "core/signals/signal_program.hpp"
#include "tests/core/session/session_robots.hpp"

namespace tendril {
namespace {

using namespace tests;

ModelSpec armAndFinger() {
  ModelSpec spec = chainSpec(2);
  spec.links[0].name = "arm";
  spec.links[1].name = "small finger";
  return spec;
}

class SignalProgramTest : public ::testing::Test {
 protected:
  SignalProgramTest() : model_(armAndFinger()), catalogue_(model_) {}

  /// Value where every source is given by its kind and component: positions are (1, 2, 4) of the arm's tip and
  /// (10, 20, 40) of the finger's, coordinates 0.25 and 0.5, time 3.
  double value(const std::string& text, const NamedSignals& named = {}) {
    const SignalCatalogue catalogue(model_, named);
    const std::vector<std::string> texts = {text};
    const SignalProgram program(catalogue, texts);
    if (program.columns()[0].error) {
      ADD_FAILURE() << text << ": " << program.columns()[0].error->what();
      return 0;
    }
    SignalProgram::Memory memory;
    double out = 0;
    program.evaluate(3, given(program), memory, {&out, 1});
    unit_ = program.columns()[0].unit;
    return out;
  }
  static std::vector<double> given(const SignalProgram& program) {
    std::vector<double> values;
    for (const SignalSource& s : program.sources()) {
      const double axis = std::exp2(s.component);
      values.push_back(s.kind == SignalSource::Kind::kPlacePosition ? axis * (s.index == 3 ? 10 : 1)
                       : s.kind == SignalSource::Kind::kTime        ? 3
                       : s.kind == SignalSource::Kind::kPosition    ? 0.25 * (1 + s.index)
                                                                    : 7);
    }
    return values;
  }
  ExpressionError error(const std::string& text, const NamedSignals& named = {}) {
    const SignalCatalogue catalogue(model_, named);
    const auto found = checkSignal(catalogue, text);
    if (found) return *found;
    ADD_FAILURE() << text << " has no error";
    return {"", 0, 0};
  }

  Model model_;
  SignalCatalogue catalogue_;
  std::string unit_;
};

TEST_F(SignalProgramTest, NumbersAndNames) {
  EXPECT_EQ(value("arm.q[0]"), 0.25);
  EXPECT_EQ(value("'small finger'.q[0]"), 0.5);
  EXPECT_EQ(value("small finger.q[0]"), 0.5);
  EXPECT_EQ(value("2*arm.q[0] + t"), 3.5);
  EXPECT_EQ(value("2 − 3"), -1);
  EXPECT_EQ(value("−arm.q[0]"), -0.25);
  EXPECT_EQ(value("2·t×2"), 12);
  EXPECT_EQ(value("-2^2"), -4);
  EXPECT_EQ(value("(1 < 2) + (2 <= 1) + (3 == 3)"), 2);
  EXPECT_DOUBLE_EQ(value("cos(pi/3)"), 0.5);
  EXPECT_EQ(value("if(t > 2, 5, 6)"), 5);
  EXPECT_EQ(value("max(1, t, 2)"), 3);
  EXPECT_EQ(value("clamp(t, 0, 1)"), 1);
}

TEST_F(SignalProgramTest, Vectors) {
  const double distance = 9 * std::sqrt(1 + 4 + 16.);
  EXPECT_DOUBLE_EQ(value("norm(arm.tip - 'small finger'.tip)"), distance);
  EXPECT_DOUBLE_EQ(value("norm(arm.tip − 'small finger'.tip)"), distance);
  EXPECT_EQ(value("dot(arm.tip, arm.tip)"), 21);
  EXPECT_EQ(value("arm.tip · arm.tip"), 21);
  EXPECT_EQ(value("cross(vector(1,0,0), vector(0,1,0)).z"), 1);
  EXPECT_EQ(value("(vector(0,0,1) × vector(1,0,0)).y"), 1);
  EXPECT_EQ(value("(arm.tip/2 + 'small finger'.tip*2).y"), 41);
  EXPECT_EQ(value("(-arm.tip).x"), -1);
  EXPECT_EQ(value("norm(3, 4)"), 5);
  EXPECT_EQ(value("norm(-3)"), 3);
}

TEST_F(SignalProgramTest, NamedSignalsUseEachOther) {
  const NamedSignals named = {{"twice", "2*miss"}, {"miss", "norm(gap)"}, {"gap", "arm.tip - 'small finger'.tip"}};
  EXPECT_DOUBLE_EQ(value("twice", named), 18 * std::sqrt(21.));
  EXPECT_DOUBLE_EQ(value("gap.x + 0*twice", named), -9);
}

TEST_F(SignalProgramTest, UnitsFollowWhereTheyCan) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"arm.tip.x", "m"},          {"norm(arm.tip - 'small finger'.tip)", "m"},
      {"arm.tip.x + 0.1", "m"},    {"2*arm.tip.x", "m"},
      {"arm.tip.x/arm.tip.y", ""}, {"arm.tip.x*arm.tip.x", "m²"},
      {"arm.tip.x^2", "m²"},       {"arm.tip.x/t", "m/s"},
      {"rate(arm.tip.x)", "m/s"},  {"rate(rate(arm.tip.x))", "m/s²"},
      {"rate(energy.total)", "W"}, {"sin(arm.q[0])", ""},
      {"abs(arm.q[0])", "rad"},    {"min(arm.q[0], 1)", "rad"},
      {"arm.q[0] + t", ""},        {"if(t < 1, arm.q[0], 0)", "rad"}};
  for (const auto& [text, expected] : cases) {
    value(text);
    EXPECT_EQ(unit_, expected) << text;
  }
}

TEST_F(SignalProgramTest, RatesAreDifferences) {
  const std::vector<std::string> texts = {"rate(t^2)", "rate(rate(t^2))", "norm(rate(arm.tip))", "t"};
  const SignalProgram program(catalogue_, texts);
  SignalProgram::Memory memory;
  std::vector<double> out(4);
  std::vector<double> values = given(program);
  for (int k = 0; k < 4; ++k) {
    const double t = 0.5 * k;
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = program.sources()[i].kind == SignalSource::Kind::kTime ? t : 3 * t;
    program.evaluate(t, values, memory, out);
    EXPECT_EQ(out[3], t);
    EXPECT_EQ(std::isnan(out[0]), k < 1);
    EXPECT_EQ(std::isnan(out[1]), k < 2);
    if (k >= 1) {
      EXPECT_DOUBLE_EQ(out[0], 2 * t - 0.5);
    }
    if (k >= 2) {
      EXPECT_DOUBLE_EQ(out[1], 2);
    }
    if (k >= 1) {
      EXPECT_DOUBLE_EQ(out[2], 3 * std::sqrt(3.));
    }
  }
}

TEST_F(SignalProgramTest, UnknownNamesGiveTheNearest) {
  const ExpressionError unknown = error("1 + arm.tipp.x");
  EXPECT_EQ(unknown.position, 4u);
  EXPECT_EQ(unknown.length, 10u);
  EXPECT_EQ(unknown.nearest, "arm.tip.x");
  EXPECT_EQ(error("'smal finger'.tip.x").nearest, "'small finger'.tip.x");
  EXPECT_EQ(error("nrm(arm.tip)").nearest, "norm");
  EXPECT_NE(error("arm.q[7]").message.find("unknown signal arm.q[7]"), std::string::npos);
  EXPECT_NE(error("norm").message.find("is a function"), std::string::npos);
  EXPECT_NE(error("t(2)").message.find("is not a function"), std::string::npos);
}

TEST_F(SignalProgramTest, WrongFormulasSayWhere) {
  struct Case {
    std::string text, message;
    std::size_t position;
  };
  const std::vector<Case> cases = {{"", "is empty", 0},
                                   {"   ", "is empty", 0},
                                   {"1 +", "expected a number", 3},
                                   {"(1", "')' is missing", 2},
                                   {"1)", "')' without '('", 1},
                                   {"a = 1", "unknown signal a", 0},
                                   {"1 = 1", "equality is written ==", 2},
                                   {"2 ** 3", "powers are written with ^", 2},
                                   {"2 t", "an operator is missing", 2},
                                   {"'arm.q[0]", "the quote is not closed", 0},
                                   {"arm.q[x]", "expected a whole number", 5},
                                   {"arm.tip + 1", "cannot be added", 0},
                                   {"arm.tip * arm.tip", "dot(a, b) or cross(a, b)", 0},
                                   {"1 / arm.tip", "division takes numbers", 0},
                                   {"sin(arm.tip)", "sin takes numbers", 0},
                                   {"dot(t, t)", "dot takes vectors", 0},
                                   {"cross(arm.tip)", "cross takes 2 arguments, not 1", 0},
                                   {"sin(1, 2)", "sin takes 1 argument, not 2", 0},
                                   {"t.x", "unknown signal t.x", 0},
                                   {"(t).x", "only vectors have components", 0},
                                   {"arm.tip", "a vector cannot be drawn", 0},
                                   {"1e400", "beyond what a double can hold", 0},
                                   {"t \x01", "the byte 1", 2},
                                   {"µ", "expected a number", 0}};
  for (const Case& c : cases) {
    const ExpressionError found = error(c.text);
    EXPECT_NE(found.message.find(c.message), std::string::npos) << c.text << ": " << found.what();
    EXPECT_EQ(found.position, c.position) << c.text << ": " << found.what();
  }
}

TEST_F(SignalProgramTest, CyclesAreNamed) {
  const NamedSignals named = {{"a", "b + 1"}, {"b", "2*c"}, {"c", "a"}, {"own", "own"}, {"good", "t"}};
  EXPECT_NE(error("1 + a", named).message.find("a → b → c → a"), std::string::npos);
  EXPECT_EQ(error("1 + a", named).position, 4u);
  EXPECT_NE(error("own", named).message.find("own → own"), std::string::npos);
  EXPECT_EQ(value("good", named), 3);
}

TEST_F(SignalProgramTest, MistakesInNamedSignalsNameThem) {
  const NamedSignals named = {{"bad", "arm.tipp.x"}, {"outer", "bad + 1"}};
  const ExpressionError found = error("outer", named);
  EXPECT_NE(found.message.find("in bad: unknown signal arm.tipp.x"), std::string::npos) << found.message;
  EXPECT_EQ(found.nearest, "arm.tip.x");
}

TEST_F(SignalProgramTest, OneBadColumnLeavesTheOthersAlone) {
  const NamedSignals named = {{"miss", "norm(arm.tip)"}};
  const SignalCatalogue catalogue(model_, named);
  const std::vector<std::string> texts = {"arm.q[0]", "miss + nothing", "miss", "arm.tip.z"};
  const SignalProgram program(catalogue, texts);
  SignalProgram::Memory memory;
  std::vector<double> out(4);
  program.evaluate(3, given(program), memory, out);
  EXPECT_EQ(out[0], 0.25);
  EXPECT_TRUE(std::isnan(out[1]));
  EXPECT_DOUBLE_EQ(out[2], std::sqrt(21.));
  EXPECT_EQ(out[3], 4);
  EXPECT_EQ(program.copiedSource(0), 0);
  EXPECT_EQ(program.copiedSource(2), -1);
}

TEST_F(SignalProgramTest, HostileTextsEndInAnError) {
  EXPECT_TRUE(checkSignal(catalogue_, std::string(20000, '(')));
  EXPECT_TRUE(checkSignal(catalogue_, std::string(9000, '-')));
  EXPECT_TRUE(checkSignal(catalogue_, std::string(9000, '(') + "1"));
  EXPECT_TRUE(checkSignal(catalogue_, std::string("\0\0", 2)));
  EXPECT_TRUE(checkSignal(catalogue_, "\xff\xfe"));
  EXPECT_TRUE(checkSignal(catalogue_, "Ein ganzer Absatz, den jemand\nhineinkopiert hat. Mit 'Zitat' und 3 % mehr."));
  NamedSignals chain;  // each uses the one after it
  for (int i = 0; i < 5000; ++i) chain.emplace_back("s" + std::to_string(i), "s" + std::to_string(i + 1));
  EXPECT_TRUE(checkSignal(SignalCatalogue(model_, chain), "s0"));
  std::string sum = "t";  // doubles with every name
  NamedSignals doubling = {{"d0", "t"}};
  for (int i = 1; i < 60; ++i) {
    const std::string before = "d" + std::to_string(i - 1);
    doubling.emplace_back("d" + std::to_string(i), before + " + " + before);
  }
  EXPECT_DOUBLE_EQ(value("d59", doubling), 3 * std::exp2(59));
}

}  // namespace
}  // namespace tendril
