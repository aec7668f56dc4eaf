// SPDX-License-Identifier: BSD-3-Clause
// Every signal that a robot offers, against poses, differences and the equation of motion.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "core/math/so3.hpp"
#include "core/session/recording/signals.hpp"
#include "core/session/snapshot.hpp"
#include "tests/core/integrators/robots.hpp"
#include "tests/core/session/session_robots.hpp"

namespace tendril {
namespace {

using namespace tests;
using Kind = SignalSource::Kind;

struct Robot {
  std::string name;
  std::shared_ptr<const Model> model;
};

std::vector<Robot> robots() {
  ModelSpec soft = softManipulatorSpec();
  soft.signals = steadyTensions();
  return {{"floating", std::make_shared<const Model>(floatingRobotSpec(2))},
          {"soft", std::make_shared<const Model>(std::move(soft))},
          {"driven", driven()}};
}

/// A state away from any special place.
struct RandomState {
  explicit RandomState(const Model& model) : q(model.nq), v(VecX::Zero(model.nv)), u(VecX::Zero(model.nu)) {
    std::mt19937 generator(7);
    std::uniform_real_distribution<double> some(-0.3, 0.3);
    VecX delta(model.nv);
    for (double& x : delta) x = some(generator);
    for (double& x : v) x = some(generator);
    for (double& x : u) x = 0.5 + some(generator);
    integrate(model, model.q0, delta, q);
  }
  VecX q, v, u;
};

Snapshot poses(const Robot& robot, const VecX& q, const VecX& v) {
  Data data(*robot.model);
  Snapshot out;
  fillSnapshot(robot.model, data, 0, q, v, nullptr, out);
  return out;
}

Pose place(const Snapshot& s, int index) {
  return index % 2 ? s.tipPoses[static_cast<std::size_t>(index / 2)] : s.linkPoses[static_cast<std::size_t>(index / 2)];
}

/// All numbers of a catalogue, by name.
std::map<std::string, double> valuesOf(const Robot& robot, const SignalCatalogue& catalogue, const RandomState& s,
                                       double t) {
  std::vector<std::string> names;
  for (const Signal& signal : catalogue.signals())
    if (signal.width == 1) names.push_back(signal.name);
  SignalSampler sampler(robot.model, catalogue, names);
  std::vector<double> values(names.size());
  sampler.evaluate(t, s.q, s.v, s.u, values);
  std::map<std::string, double> out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_FALSE(sampler.columns()[i].error) << names[i];
    out[names[i]] = values[i];
  }
  return out;
}

class Reference {
 public:
  Reference(const Robot& robot, const RandomState& s, double t)
      : s_(s), t_(t), model_(*robot.model), data_(model_), now_(poses(robot, s.q, s.v)) {
    constexpr double h = 1e-5;
    VecX q(model_.nq);
    integrate(model_, s.q, h * s.v, q);
    after_ = poses(robot, q, s.v);
    integrate(model_, s.q, -h * s.v, q);
    before_ = poses(robot, q, s.v);
    y_.resize(model_.nu);
    actuationCoordinates(model_, data_, s.q, y_);
    energy_ = energy(model_, data_, s.q, s.v);
    momentum_ = momentum(model_, data_, s.q, s.v);
    asked_ = VecX::Zero(model_.nu);
    for (const InputSignal& signal : model_.signals) asked_[signal.input] = signal.value(t);
  }

  double value(const SignalSource& source) const {
    const int i = source.index, c = source.component;
    switch (source.kind) {
      case Kind::kTime:
        return t_;
      case Kind::kPosition:
        return s_.q[i];
      case Kind::kVelocity:
        return s_.v[i];
      case Kind::kInput:
        return s_.u[i];
      case Kind::kKinetic:
        return energy_.kinetic;
      case Kind::kGravity:
        return energy_.gravity;
      case Kind::kElastic:
        return energy_.elastic;
      case Kind::kTotalEnergy:
        return energy_.total();
      case Kind::kInputSignal:
        return asked_[i];
      case Kind::kPlacePosition:
        return place(now_, i).p[c];
      case Kind::kPlaceVelocity:
        return (place(after_, i).p[c] - place(before_, i).p[c]) / 2e-5;
      case Kind::kPlaceSpin:
        return logSO3<double>(place(after_, i).R * place(before_, i).R.transpose())[c] / 2e-5;
      case Kind::kDisplacement:
        return y_[i];
      case Kind::kMomentum:
        return momentum_[3 + c];
      case Kind::kAngularMomentum:
        return momentum_[c];
      default:
        return std::nan("");  // looked at separately
    }
  }
  Mat3 rotation(int index) const { return place(now_, index).R; }

 private:
  const RandomState& s_;
  double t_;
  const Model& model_;
  Data data_;
  Snapshot now_, after_, before_;
  VecX y_, asked_;
  Energy energy_;
  Vec6 momentum_;
};

TEST(SignalCatalogue, EverySignalIsWhatItSays) {
  for (const Robot& robot : robots()) {
    const SignalCatalogue catalogue(*robot.model);
    const RandomState state(*robot.model);
    const auto values = valuesOf(robot, catalogue, state, 0.7);
    const Reference reference(robot, state, 0.7);
    int compared = 0;
    for (const Signal& signal : catalogue.signals()) {
      const double expected = reference.value(signal.sources[0]);
      if (signal.width == 3 || std::isnan(expected)) continue;
      EXPECT_NEAR(values.at(signal.name), expected, 1e-7 * std::max(1.0, std::abs(expected)))
          << robot.name << ' ' << signal.name;
      ++compared;
    }
    EXPECT_GT(compared, 2 * robot.model->nv);
  }
}

TEST(SignalCatalogue, AnglesGiveTheRotationBack) {
  for (const Robot& robot : robots()) {
    const SignalCatalogue catalogue(*robot.model);
    const RandomState state(*robot.model);
    const auto values = valuesOf(robot, catalogue, state, 0);
    const Reference reference(robot, state, 0);
    for (std::size_t i = 0; i < robot.model->links.size(); ++i) {
      const std::string tip = signalPart(robot.model->links[i].name) + ".tip.";
      const Mat3 R = (Eigen::AngleAxisd(values.at(tip + "yaw"), Vec3::UnitZ()) *
                      Eigen::AngleAxisd(values.at(tip + "pitch"), Vec3::UnitY()) *
                      Eigen::AngleAxisd(values.at(tip + "roll"), Vec3::UnitX()))
                         .toRotationMatrix();
      EXPECT_LT((R - reference.rotation(2 * static_cast<int>(i) + 1)).norm(), 1e-12) << robot.name << ' ' << tip;
    }
  }
}

TEST(SignalCatalogue, AccelerationsObeyTheEquationOfMotion) {
  for (const Robot& robot : robots()) {
    const Model& model = *robot.model;
    const SignalCatalogue catalogue(model);
    const RandomState state(model);
    const auto values = valuesOf(robot, catalogue, state, 0.7);
    VecX a(model.nv), u = state.u;
    for (const Signal& signal : catalogue.signals())
      if (signal.sources[0].kind == Kind::kAcceleration) a[signal.sources[0].index] = values.at(signal.name);
    Data data(model);
    model.clipInputs(u);
    residual(model, data, state.q, state.v, a, {.t = 0.7, .u = &u});
    EXPECT_LT(data.tau.norm(), 1e-8 * (1 + a.norm())) << robot.name;
  }
}

TEST(SignalCatalogue, TendonLengthGrowsAsItsDisplacementShrinks) {
  const Robot robot = robots()[1];
  const SignalCatalogue catalogue(*robot.model);
  RandomState state(*robot.model);
  const auto bent = valuesOf(robot, catalogue, state, 0);
  state.q.setZero();
  const auto straight = valuesOf(robot, catalogue, state, 0);
  for (const auto& actuator : robot.model->actuators) {
    const std::string name = signalPart(actuator->name);
    EXPECT_NEAR(straight.at(name + ".displacement"), 0, 1e-12);
    EXPECT_GT(straight.at(name + ".length"), 0.1);
    EXPECT_NEAR(straight.at(name + ".length") - bent.at(name + ".length"), bent.at(name + ".displacement"), 1e-12);
  }
}

TEST(SignalCatalogue, NamesAreUniqueFoundAndDescribed) {
  for (const Robot& robot : robots()) {
    const SignalCatalogue catalogue(*robot.model);
    std::set<std::string> names;
    for (std::size_t i = 0; i < catalogue.signals().size(); ++i) {
      const Signal& signal = catalogue.signals()[i];
      EXPECT_TRUE(names.insert(signal.name).second) << signal.name;
      EXPECT_EQ(catalogue.find(signal.name), static_cast<int>(i)) << signal.name;
      EXPECT_FALSE(checkSignal(catalogue, signal.name, true)) << signal.name;
      EXPECT_FALSE(signal.description.empty()) << signal.name;
      EXPECT_FALSE(signal.group.empty()) << signal.name;
      for (const std::string& part : catalogue.components(static_cast<int>(i)))
        EXPECT_GE(catalogue.find(part), 0) << part;
    }
  }
}

/// A tendon and links whose names have blanks and hyphens.
std::shared_ptr<const Model> named() {
  ModelSpec spec = softManipulatorSpec();
  spec.links[0].name = "soft arm";
  return std::make_shared<const Model>(std::move(spec));
}

TEST(SignalCatalogue, QuotesAreNeededInFormulasOnly) {
  const auto model = named();
  const SignalCatalogue catalogue(*model);
  const int id = catalogue.find("'soft arm'.q[0]");
  ASSERT_GE(id, 0);
  EXPECT_EQ(catalogue[id].name, "'soft arm'.q[0]");
  EXPECT_EQ(catalogue.find("soft arm.q[0]"), id);
  EXPECT_EQ(catalogue.find("  soft arm.q[0] "), id);
  EXPECT_EQ(catalogue.find("soft arm.q[99]"), -1);
  EXPECT_EQ(catalogue.find(""), -1);
  EXPECT_EQ(catalogue.nearest("'soft arm'.tip.yaww"), "'soft arm'.tip.yaw");
  EXPECT_FALSE(checkSignal(catalogue, "soft arm.tip.z"));
  EXPECT_FALSE(checkSignal(catalogue, "2*'soft arm'.tip.z"));
  EXPECT_TRUE(checkSignal(catalogue, "2*soft arm.tip.z"));
}

TEST(SignalCatalogue, CoordinatesAreFoundByTheNameOfTheirStrain) {
  const auto model = named();
  const SignalCatalogue catalogue(*model);
  const Link& link = model->links[0];
  for (int k = 0; k < link.nBody; ++k) {
    const int id = catalogue.find("soft arm." + link.body->coordinateInfo(k).name);
    ASSERT_GE(id, 0) << link.body->coordinateInfo(k).name;
    EXPECT_EQ(catalogue[id].sources[0], (SignalSource{Kind::kPosition, 0, link.qBody + k}));
  }
}

TEST(SignalCatalogue, UnitsFollowTheJointAndTheActuator) {
  const SignalCatalogue floating(*robots()[0].model), motor(*driven()), soft(*robots()[1].model);
  const auto unit = [](const SignalCatalogue& catalogue, const std::string& name) {
    const int id = catalogue.find(name);
    return id < 0 ? "no " + name : catalogue[id].unit;
  };
  const std::string base = signalPart(robots()[0].model->links[0].name);
  EXPECT_EQ(unit(floating, base + ".q[0]"), "m");
  EXPECT_EQ(unit(floating, base + ".q[3]"), "");
  EXPECT_EQ(unit(floating, base + ".v[0]"), "rad/s");
  EXPECT_EQ(unit(floating, base + ".v[3]"), "m/s");
  EXPECT_EQ(unit(floating, base + ".a[3]"), "m/s²");
  EXPECT_EQ(unit(motor, "motor.torque"), "N·m");
  EXPECT_EQ(unit(motor, "motor.u"), "N·m");
  EXPECT_EQ(unit(motor, "motor.signal"), "N·m");
  EXPECT_EQ(unit(motor, "motor.coordinate"), "rad");
  EXPECT_EQ(unit(soft, signalPart(robots()[1].model->actuators[0]->name) + ".tension"), "N");
}

TEST(SignalCatalogue, SearchRanksAndForgives) {
  const auto model = named();
  const SignalCatalogue catalogue(*model, {{"miss", "norm('soft arm'.tip)"}});
  const auto first = [&](const std::string& text) {
    const std::vector<int> found = catalogue.search(text);
    return found.empty() ? std::string() : catalogue[found[0]].name;
  };
  EXPECT_EQ(first("energy.total"), "energy.total");
  EXPECT_EQ(first("ENERGY.tot"), "energy.total");
  EXPECT_EQ(first("soft arm.tip.z"), "'soft arm'.tip.z");
  EXPECT_EQ(first("tip yaw"), "'soft arm'.tip.yaw");
  EXPECT_EQ(first("kinetic"), "energy.kinetic");
  EXPECT_EQ(first("potential gravity"), "energy.gravity");
  EXPECT_EQ(first("energy.totl"), "energy.total");
  EXPECT_EQ(first("miss"), "miss");
  EXPECT_EQ(first("zzzzqqq"), "");
  EXPECT_EQ(catalogue.search("").size(), std::min<std::size_t>(200, catalogue.signals().size()));
  EXPECT_EQ(catalogue.search("tip", 3).size(), 3u);
}

}  // namespace
}  // namespace tendril
