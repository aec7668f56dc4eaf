// SPDX-License-Identifier: BSD-3-Clause
// Rates of signals against differences of their values along the motion.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/control/measured_formulas.hpp"
#include "tests/core/dynamics/random_models.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Every number of a robot that is measured.
std::vector<SignalSource> measuredSources(const Model& model) {
  const SignalCatalogue catalogue(model);
  std::vector<SignalSource> out;
  for (const Signal& signal : catalogue.signals())
    if (signal.width == 1 && !signal.computed && isMeasured(signal.sources[0].kind)) out.push_back(signal.sources[0]);
  return out;
}

std::vector<double> valuesAt(const Model& model, const std::vector<SignalSource>& sources, double t, const VecX& q,
                             const VecX& v) {
  SignalReader reader(model, sources);
  std::vector<double> out(sources.size());
  reader.read({t, q, v, VecX(), VecX(), kNone, kNone, kNone, kNone}, nullptr, out);
  return out;
}

/// Rates at a state, and differences along q ⊕ ±h v.
void compareRates(const Model& model, const VecX& q, const VecX& v) {
  const std::vector<SignalSource> sources = measuredSources(model);
  SignalReader reader(model, sources);
  std::vector<double> values(sources.size()), rates(sources.size());
  const VecX none;
  const SignalInstant at{1, q, v, none, none, kNone, kNone, kNone, kNone};
  reader.read(at, nullptr, values);
  reader.rates(at, rates);
  const double h = 1e-6;
  VecX ahead = q, behind = q;
  integrate(model, q, VecX(h * v), ahead), integrate(model, q, VecX(-h * v), behind);
  const std::vector<double> after = valuesAt(model, sources, 1 + h, ahead, v);
  const std::vector<double> before = valuesAt(model, sources, 1 - h, behind, v);
  int known = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    EXPECT_TRUE(std::isfinite(values[i])) << "measured";
    if (!hasKnownRate(sources[i].kind)) {
      EXPECT_TRUE(std::isnan(rates[i]));
      continue;
    }
    ++known;
    if (std::abs(after[i] - before[i]) > 3) continue;  // an angle that passes ±π
    const double difference = (after[i] - before[i]) / (2 * h);
    EXPECT_NEAR(rates[i], difference, 1e-6 * (1 + std::abs(difference))) << static_cast<int>(sources[i].kind);
  }
  EXPECT_GT(known, 0);
}

TEST(MeasuredFormulas, RatesAreThoseOfTheMotionForEveryJoint) {
  Random random(7);
  for (const JointType type : JointType::all()) {
    ModelSpec spec;
    spec.links.push_back(randomLink(random, 0, kWorld, type));
    spec.links.push_back(randomLink(random, 1, 0, JointType::kRevolute));
    const Model model(std::move(spec));
    for (int k = 0; k < 4; ++k) {
      VecX q = model.q0;
      integrate(model, model.q0, randomVector(random, model.nv, 0.7), q);
      compareRates(model, q, randomVector(random, model.nv));
    }
  }
}

TEST(MeasuredFormulas, AFormulaKnowsItsRateIfItUsesPositionsOnly) {
  Random random(3);
  ModelSpec spec;
  spec.links.push_back(randomLink(random, 0, kWorld, JointType::kSpherical));
  spec.links[0].name = "arm";
  const Model model(std::move(spec));
  const SignalCatalogue catalogue(model, {{"far", "norm(arm.tip - vector(1, 2, 3))"}, {"fast", "arm.v[1] + far"}});
  const std::vector<std::string> texts = {"sin(t)*far^2", "fast", "arm.tip.roll", "3", "p*arm.tip.wx"};
  const MeasuredFormulas formulas(SignalProgram(catalogue, texts, {{"p", 2}}));
  for (const SignalColumn& column : formulas.program().columns()) EXPECT_FALSE(column.error) << column.text;
  for (const auto& [k, known] : {std::pair(0, true), {1, false}, {2, true}, {3, true}, {4, false}})
    EXPECT_EQ(formulas.knowsRate(k), known) << texts[static_cast<std::size_t>(k)];
  MeasuredValues at(model, formulas), ahead(model, formulas), behind(model, formulas);
  const double h = 1e-6;
  VecX q = model.q0, after = q, before = q;
  const VecX v = Vec3(0.4, -0.7, 1.1);
  integrate(model, model.q0, VecX(Vec3(0.3, 0.9, -0.2)), q);
  integrate(model, q, VecX(h * v), after), integrate(model, q, VecX(-h * v), before);
  at.evaluate(0.8, q, v), at.evaluateRates(0.8, q, v);
  ahead.evaluate(0.8 + h, after, v), behind.evaluate(0.8 - h, before, v);
  for (const int k : {0, 2, 3}) EXPECT_NEAR(at.rates[k], (ahead.values[k] - behind.values[k]) / (2 * h), 1e-7);
  EXPECT_TRUE(std::isnan(at.rates[1]) && std::isnan(at.rates[4]));
  EXPECT_NEAR(at.values[4], 2 * (ahead.values[4] + behind.values[4]) / 4, 1e-6);
}

}  // namespace
}  // namespace tendril
