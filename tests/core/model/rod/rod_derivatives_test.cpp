// SPDX-License-Identifier: BSD-3-Clause
// Every derivative of a rod against differences, with a moving base and with rigid bodies attached on its stations.
#include <gtest/gtest.h>

#include <functional>

#include "tests/core/model/rod/random_rod.hpp"

namespace tendril {
namespace {

using test::RodState;

/// Derivative of f at x by central differences with one Richardson extrapolation: error ~ h⁴.
MatX differences(const std::function<VecX(const VecX&)>& f, const VecX& x) {
  const double h = 2e-3;
  MatX D(f(x).size(), x.size());
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    const auto central = [&](double step) {
      VecX plus = x, minus = x;
      plus(j) += step, minus(j) -= step;
      return VecX((f(plus) - f(minus)) / (2 * step));
    };
    const VecX d1 = central(h), d2 = central(h / 2), d4 = central(h / 4);
    D.col(j) = (64 * d4 - 20 * d2 + d1) / 45;
  }
  return D;
}

void expectClose(const MatX& actual, const MatX& expected, const char* what) {
  const double size = std::max(1e-9, expected.cwiseAbs().maxCoeff());
  EXPECT_LT((actual - expected).cwiseAbs().maxCoeff() / size, 3e-9) << what;
}

/// A rigid body with a weight that hangs on a station: its inertia in its own frame.
struct HungLoad {
  Mat6 I = Mat6::Zero();
};

HungLoad randomLoad(std::mt19937& engine) {
  const double m = 0.3;
  const Vec3 c = test::randomVector(3, 0.05, engine);
  HungLoad load;
  load.I.topLeftCorner<3, 3>() = Vec3(1e-3, 2e-3, 2.5e-3).asDiagonal();
  load.I.topLeftCorner<3, 3>() -= m * skew<double>(c) * skew<double>(c);
  load.I.topRightCorner<3, 3>() = m * skew<double>(c);
  load.I.bottomLeftCorner<3, 3>() = -m * skew<double>(c);
  load.I.bottomRightCorner<3, 3>() = m * Mat3::Identity();
  return load;
}

/// The rod with loads, brute force: what the rod's interface says of poses, twists and accelerations is all it uses.
class Loaded {
 public:
  Loaded(const Rod& rod, std::vector<HungLoad> loads) : rod_(rod), loads_(std::move(loads)), data_(rod.makeData()) {}

  BodyData& run(const RodState& s, const BaseMotion& motion) {
    rod_.kinematics(*data_, s.c());
    rod_.inertia(*data_, s.c());
    rod_.inverseDynamics(*data_, s.c(), motion);
    return *data_;
  }
  /// Twist and acceleration (component-wise) of the frame of a station, in its own axes.
  static std::pair<Vec6, Vec6> stationMotion(const BodyData& data, int s, const RodState& state,
                                             const BaseMotion& motion) {
    const StationKinematics& x = data.stations[static_cast<std::size_t>(s)];
    const Vec6 relative = x.J * state.v;
    const Vec6 V = motion.V + relative;
    const Vec6 A = motion.A + x.J * state.a + x.bias + crossMotion(motion.V, relative);
    return {transformTwistInverse(x.X, V), transformTwistInverse(x.X, A)};
  }
  /// The wrench in B that a load needs.
  Composite composite(const BodyData& data, int s, const RodState& state, const BaseMotion& motion) const {
    const StationKinematics& x = data.stations[static_cast<std::size_t>(s)];
    const Mat6 transform = adjointMatrix(x.X.inverse());
    Composite c;
    c.I = transform.transpose() * loads_[static_cast<std::size_t>(s)].I * transform;
    const Vec6 relative = x.J * state.v;
    const Vec6 V = motion.V + relative;
    const Vec6 A = motion.A + x.J * state.a + x.bias + crossMotion(motion.V, relative);
    Vec6 gravity = Vec6::Zero();
    gravity.tail<3>() = motion.gamma;
    const Vec6 momentum = c.I * V;
    c.F = c.I * (A + gravity) + crossForce(V, momentum);
    c.N = crossForceBar(momentum) - crossMotionMatrix(V).transpose() * c.I - c.I * crossMotionMatrix(V);
    c.K = c.I * crossMotionMatrix(gravity);
    return c;
  }
  std::vector<Composite> attached(const BodyData& data, const RodState& state, const BaseMotion& motion) const {
    std::vector<Composite> all;
    for (int s = 0; s < rod_.stationCount(); ++s) all.push_back(composite(data, s, state, motion));
    return all;
  }
  /// [F; Q] of the rod and its loads.
  VecX forces(const RodState& state, const BaseMotion& motion) {
    BodyData& data = run(state, motion);
    VecX out(6 + rod_.size());
    out << data.F, data.Q;
    for (int s = 0; s < rod_.stationCount(); ++s) {
      const Composite c = composite(data, s, state, motion);
      out.head<6>() += c.F;
      out.tail(rod_.size()) += data.stations[static_cast<std::size_t>(s)].J.transpose() * c.F;
    }
    return out;
  }

 private:
  const Rod& rod_;
  std::vector<HungLoad> loads_;
  std::unique_ptr<BodyData> data_;
};

struct Scene {
  Rod rod;
  std::vector<HungLoad> loads;
  RodState state;
  BaseMotion motion;
};

Scene makeScene(int variant) {
  std::mt19937 engine(static_cast<unsigned>(100 + variant));
  RodSpec spec;
  if (variant < 2) {
    spec = test::mixedRod(engine, variant == 0 ? 4 : 2);
  } else {
    spec.divisions = {test::division(variant == 2 ? "legendre" : "fem_linear", 3)};
  }
  Scene setup{Rod(spec), {}, {}, {}};
  if (variant < 3) {
    for (double at : {0.0, 0.13, 0.4 / 0.7, 0.777, 1.0}) setup.rod.addStation(at);
  }
  for (int s = 0; s < setup.rod.stationCount(); ++s)
    setup.loads.push_back(variant == 3 ? HungLoad{} : randomLoad(engine));
  setup.state = test::randomState(setup.rod.size(), engine);
  setup.motion = test::randomMotion(engine);
  return setup;
}

class RodDerivatives : public testing::TestWithParam<int> {};

TEST_P(RodDerivatives, ForcesOfRodAndLoads) {
  const Scene x = makeScene(GetParam());
  const int n = x.rod.size();
  Loaded loaded(x.rod, x.loads);
  const auto data = x.rod.makeData();
  x.rod.kinematics(*data, x.state.c());
  x.rod.inertia(*data, x.state.c());
  x.rod.inverseDynamics(*data, x.state.c(), x.motion);
  x.rod.columns(*data, x.state.c(), x.motion);
  x.rod.derivatives(*data, x.state.c(), x.motion, loaded.attached(*data, x.state, x.motion));
  const VecX value = loaded.forces(x.state, x.motion);
  expectClose(data->base.F, value.head<6>(), "F");

  const auto by = [&](VecX RodState::*field) {
    return differences(
        [&](const VecX& y) {
          RodState s = x.state;
          s.*field = y;
          return loaded.forces(s, x.motion);
        },
        x.state.*field);
  };
  const MatX dq = by(&RodState::q), dv = by(&RodState::v), da = by(&RodState::a);
  expectClose(data->Uq, dq.topRows(6), "Uq");
  expectClose(data->Qq, dq.bottomRows(n), "Qq");
  expectClose(data->Uv, dv.topRows(6), "Uv");
  expectClose(data->Qv, dv.bottomRows(n), "Qv");
  expectClose(data->Mq, da.bottomRows(n), "Mq");
  expectClose(data->rowI.transpose(), da.topRows(6), "rowI against ∂F/∂q̈");
}

// A coordinate further up moves the base: with its columns (J, R, L) at the base, the change of F without its rigid
// turn is I L + N R + K J, and that of Q is rowI L + rowN R + rowK J.
TEST_P(RodDerivatives, ColumnsFromFurtherUp) {
  const Scene x = makeScene(GetParam());
  const int n = x.rod.size();
  Loaded loaded(x.rod, x.loads);
  const auto data = x.rod.makeData();
  x.rod.kinematics(*data, x.state.c());
  x.rod.inertia(*data, x.state.c());
  x.rod.inverseDynamics(*data, x.state.c(), x.motion);
  x.rod.columns(*data, x.state.c(), x.motion);
  x.rod.derivatives(*data, x.state.c(), x.motion, loaded.attached(*data, x.state, x.motion));
  // In body axes: V' = V + e Ad⁻¹R …: V changes by R, A by L − ad_V R, γ by the turn of the frame (J), all in B.
  const auto by = [&](int part) {
    return differences(
        [&](const VecX& e) {
          BaseMotion m = x.motion;
          if (part == 0) {
            m.A += Vec6(e);
          } else if (part == 1) {
            m.V += Vec6(e), m.A -= crossMotion<double>(x.motion.V, Vec6(e));
          } else {
            // γ = −Rᵀ g, R ← R exp(δ)
            m.gamma = expSO3<double>(Vec3(-e.head<3>())) * x.motion.gamma;
          }
          return loaded.forces(x.state, m);
        },
        VecX::Zero(6));
  };
  const MatX dL = by(0), dR = by(1), dJ = by(2);
  expectClose(data->base.I, dL.topRows(6), "I");
  expectClose(data->rowI, dL.bottomRows(n), "rowI");
  expectClose(data->base.N, dR.topRows(6), "N");
  expectClose(data->rowN, dR.bottomRows(n), "rowN");
  expectClose(data->base.K, dJ.topRows(6), "K");
  expectClose(data->rowK, dJ.bottomRows(n), "rowK");
}

TEST_P(RodDerivatives, ColumnsOfStations) {
  const Scene x = makeScene(GetParam());
  Loaded loaded(x.rod, x.loads);
  const auto data = x.rod.makeData();
  x.rod.kinematics(*data, x.state.c());
  x.rod.columns(*data, x.state.c(), x.motion);
  for (int s = 0; s < x.rod.stationCount(); ++s) {
    const auto motions = [&](VecX RodState::*field) {
      return differences(
          [&](const VecX& y) {
            RodState state = x.state;
            state.*field = y;
            const auto [V, A] = Loaded::stationMotion(loaded.run(state, x.motion), s, state, x.motion);
            VecX out(12);
            out << V, A;
            return out;
          },
          x.state.*field);
    };
    const auto i = static_cast<std::size_t>(s);
    const StationKinematics& k = data->stations[i];
    const StationColumns& c = data->columns[i];
    const Mat6 toStation = adjointMatrix(k.X.inverse());
    const Mat6 ad = crossMotionMatrix<double>(x.motion.V + k.V);
    const MatX dq = motions(&RodState::q), dv = motions(&RodState::v), da = motions(&RodState::a);
    expectClose(toStation * c.R, dq.topRows(6), "R");
    expectClose(toStation * (c.L - ad * c.R), dq.bottomRows(6), "L");
    expectClose(toStation * k.J, dv.topRows(6), "J");
    expectClose(toStation * (c.Y - ad * k.J), dv.bottomRows(6), "Y");
    expectClose(toStation * k.J, da.bottomRows(6), "J of q̈");
    EXPECT_LE((k.V - k.J * x.state.v).norm(), 1e-13 * k.V.norm());
  }
}

// J is the derivative of the pose; bias is that of J q̇ along the motion.
TEST_P(RodDerivatives, PoseAndBiasOfStations) {
  const Scene x = makeScene(GetParam());
  const auto data = x.rod.makeData();
  const auto at = [&](const VecX& q) -> const BodyData& {
    RodState s = x.state;
    s.q = q;
    x.rod.kinematics(*data, s.c());
    return *data;
  };
  for (std::size_t s = 0; s < data->stations.size(); ++s) {
    at(x.state.q);
    const StationKinematics k = data->stations[s];
    const MatX J = differences([&](const VecX& q) { return VecX(logSE3<double>(at(q).stations[s].X * k.X.inverse())); },
                               x.state.q);
    expectClose(k.J, J, "J");
    const MatX rate = differences(
        [&](const VecX& t) { return VecX(at(x.state.q + t(0) * x.state.v).stations[s].J * x.state.v); }, VecX::Zero(1));
    expectClose(k.bias, rate, "bias");
  }
}

INSTANTIATE_TEST_SUITE_P(Rods, RodDerivatives, testing::Range(0, 4));

// The energy balance of the whole: d/dt of ½ [V; q̇]ᵀ [I H; Hᵀ M] [V; q̇] is the power of F and Q without gravity.
TEST(RodEnergy, PowerOfForcesIsRateOfKineticEnergy) {
  std::mt19937 engine(7);
  const Rod rod(test::mixedRod(engine));
  const RodState s = test::randomState(rod.size(), engine);
  BaseMotion motion = test::randomMotion(engine);
  motion.gamma.setZero();
  const auto data = rod.makeData();
  const auto energy = [&](const VecX& time) {
    const double t = time(0);
    RodState moved{s.q + t * s.v + t * t / 2 * s.a, s.v + t * s.a, s.a};
    rod.kinematics(*data, moved.c());
    rod.inertia(*data, moved.c());
    // The body frame's twist changes at the rate A (component-wise).
    const Vec6 V = motion.V + t * motion.A;
    VecX E(1);
    E(0) = 0.5 * V.dot(data->I * V) + V.dot(data->H * moved.v) + 0.5 * moved.v.dot(data->M * moved.v);
    return E;
  };
  const double rate = differences(energy, VecX::Zero(1))(0, 0);
  rod.kinematics(*data, s.c());
  rod.inertia(*data, s.c());
  rod.inverseDynamics(*data, s.c(), motion);
  const double power = motion.V.dot(data->F) + s.v.dot(data->Q);
  EXPECT_NEAR(power, rate, 1e-9 * std::abs(rate));
}

}  // namespace
}  // namespace tendril
