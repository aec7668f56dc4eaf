// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/quantities/parameter_derivative.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

using Function = std::function<double(double)>;

double derivative(const Function& f, double value, double least = -HUGE_VAL) {
  const auto evaluate = [&](double p, VecX& out) {
    out = VecX::Constant(1, f(p));
    return p >= least && std::isfinite(out[0]);
  };
  const auto found = differentiateByParameter(evaluate, value);
  return found ? (*found)[0] : std::nan("");
}

TEST(ParameterDerivative, doesNotDependOnHowSmallTheValueIs) {
  for (const double value : {0.0, 3e-18, -2e-17, 1e-12, 1e-9, 1e-5, 0.01, 0.3, 40.0, 1e6}) {
    EXPECT_NEAR(derivative([](double p) { return 7 + 0.15 * p; }, value), 0.15, 1e-10) << value;
    EXPECT_NEAR(derivative([](double p) { return 7 + std::sin(p); }, value), std::cos(value), 1e-8) << value;
    EXPECT_NEAR(derivative([](double) { return 7.0; }, value), 0, 1e-12) << value;
  }
  EXPECT_NEAR(derivative([](double p) { return std::cos(300 * (p + 0.001)); }, 1e-17), -300 * std::sin(0.3), 1e-5);
}

TEST(ParameterDerivative, takesOneSideWhereTheOtherIsNotAllowed) {
  for (const double value : {0.0, 3e-18, 1e-12})
    EXPECT_NEAR(derivative([](double p) { return 5 + 2 * p + p * p; }, value, 0), 2, 1e-8) << value;
  EXPECT_NEAR(derivative([](double p) { return p * p * p; }, 1e-4, 0), 3e-8, 1e-15);
  EXPECT_NEAR(derivative([](double p) { return std::pow(p, -2); }, 1e-4, 0) / -2e12, 1, 1e-9);
}

/// A joint that stands aside by a rounding error: the moment of its weight.
TEST(ParameterDerivative, byAPositionThatIsZeroButForRounding) {
  const TemporaryFolder folder;
  const auto project = [&](const std::string& x) {
    return folder.write("p.tendril.json", R"json({"format": "tendril", "version": 1, "gravity": [0, 0, -10],
      "links": [{"name": "a", "joint": {"type": "revolute", "axis": [0, 1, 0]},
                 "body": {"type": "rigid", "mass": 0.3, "com": [0.2, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0]}},
                {"name": "b", "parent": "a", "joint": {"type": "fixed"}, "pose": {"position": [)json" +
                                              x + R"json(, 0, 0]},
                 "body": {"type": "rigid", "mass": 0.015, "inertia": [0.01, 0.01, 0.01, 0, 0, 0]}}]})json");
  };
  const std::string state = folder.write("s.json", R"({"want": ["d_id_dparameter"],
                                                       "parameter": "links.b.pose.position[0]"})");
  for (const char* x : {"0", "3e-18", "0.1"}) {
    const Outcome outcome = tendril({"dynamics", project(x), "--json", "--state", state});
    ASSERT_EQ(outcome.exit, 0) << outcome.diagnostics;
    EXPECT_NEAR(outcome.json().find("d_id_dparameter")->items.at(0).number, -0.15, 1e-12) << x;
  }
}

}  // namespace
}  // namespace tendril::cli
