// SPDX-License-Identifier: BSD-3-Clause
// Properties that hold for trees of every joint and body.
#include <gtest/gtest.h>

#include "core/dynamics/tree_passes.hpp"
#include "core/model/propellers.hpp"
#include "tests/core/dynamics/differences.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

class TreeProperties : public ::testing::TestWithParam<TreePlan> {
 protected:
  TreeProperties() : model(makeSpec(random, GetParam())), data(model) {
    q = randomConfiguration(random, model, 1.2);
    v = randomVector(random, model.nv, 1.5);
    a = randomVector(random, model.nv, 3);
    tau = randomVector(random, model.nv, 3);
    u = randomVector(random, model.nu, 2);
    model.clipInputs(u);
    inputs.u = &u;
    inputs.tau = &tau;
    inputs.t = 0.3;
  }
  static ModelSpec makeSpec(Random& random, const TreePlan& c) {
    ModelSpec spec = randomTree(random, c);
    using Wrench = PointWrench;
    const int last = static_cast<int>(c.types.size()) - 1;
    for (auto frame : {Wrench::Frame::kWorld, Wrench::Frame::kBody}) {
      const Vec6 w = randomVector(random, 6, 2);
      spec.loads.push_back({"load", last / (frame == Wrench::Frame::kBody ? 1 : 2), 0,
                            std::make_shared<Wrench>(frame, [w](double t) { return Vec6(w * std::cos(t)); })});
    }
    for (int i = 0; i <= last; ++i) addActuators(random, spec, i, i == last ? 0 : i + 1);
    for (int i = 0; i <= last; i += 2) addRotors(random, spec, i);
    for (int i = 0; i <= last && c.wet; ++i) addFluidActuators(random, spec, i, i == last ? 0 : i + 1);
    return spec;
  }
  /// A chamber in the rod of link i and cables on spools, in it and from link i to j.
  static void addFluidActuators(Random& random, ModelSpec& spec, int i, int j) {
    const Spool spool{.stiffness = 3, .damping = 0.7, .pretension = uniform(random, 0, 3)};
    if (spec.links[i].body) {
      spec.actuators.push_back([i](const Model& m) {
        const auto route = [](double X) { return RoutePoint{0.012, -0.01 * X, 0, -0.01, 0.3 * (1 + X)}; };
        return std::make_unique<PressureChamber>("chamber", i, m.links[i].body->makeTendonPiece(route, 0.1, 0.9));
      });
      spec.actuators.push_back([i, spool](const Model& m) {
        const auto route = [](double) { return RoutePoint{-0.01, 0.004, 0, 0}; };
        std::vector<Tendon::BodyPiece> pieces;
        pieces.push_back({i, m.links[i].body->makeTendonPiece(route, 0, 1)});
        return std::make_unique<Tendon>("spool", std::move(pieces), std::vector<Tendon::Segment>(), true, spool);
      });
    }
    if (i == j) return;
    const Tendon::Point a{i, randomVector(random, 3, 0.3)}, b{j, randomVector(random, 3, 0.3)};
    spec.actuators.push_back([a, b, spool](const Model&) {
      return std::make_unique<Tendon>("spool", std::vector<Tendon::BodyPiece>(), std::vector<Tendon::Segment>{{a, b}},
                                      false, spool);
    });
  }
  /// Two propellers on link i, with thrusts and torques.
  static void addRotors(Random& random, ModelSpec& spec, int i) {
    std::vector<Rotor> rotors;
    for (const double spin : {1.0, -1.0})
      rotors.push_back({.position = randomVector(random, 3, 0.3),
                        .axis = randomUnit(random),
                        .spin = spin,
                        .thrust = 2e-5,
                        .drag = 1e-5});
    spec.actuators.push_back([i, rotors](const Model&) { return std::make_unique<Propellers>("rotors", i, rotors); });
  }
  /// A joint actuator on link i and a tendon between points of the world's first link, i and j.
  static void addActuators(Random& random, ModelSpec& spec, int i, int j) {
    if (spec.links[i].joint.type->velocities() > 0)
      spec.actuators.push_back([i](const Model& m) { return std::make_unique<JointActuator>("drive", m, i); });
    if (spec.links[i].body) {
      spec.actuators.push_back([i](const Model& m) {
        const auto route = [](double X) { return RoutePoint{0.01 - 0.004 * X, 0.006 * X, -0.004, 0.006}; };
        std::vector<Tendon::BodyPiece> pieces;
        pieces.push_back({i, m.links[i].body->makeTendonPiece(route, 0, 1)});
        return std::make_unique<Tendon>("tendon", std::move(pieces), std::vector<Tendon::Segment>(), true);
      });
    }
    if (i == j) return;
    const Tendon::Point a{i, randomVector(random, 3, 0.3)}, b{j, randomVector(random, 3, 0.3)};
    spec.actuators.push_back([a, b](const Model&) {
      return std::make_unique<Tendon>("tendon", std::vector<Tendon::BodyPiece>(), std::vector<Tendon::Segment>{{a, b}},
                                      false);
    });
  }
  VecX id(const VecX& q_, const VecX& v_, const VecX& a_) {
    residual(model, data, q_, v_, a_, inputs);
    return data.tau;
  }

  Random random{42};
  Model model;
  Data data;
  Inputs inputs;
  VecX q, v, a, tau, u;
};

TEST_P(TreeProperties, MassMatrixIsSymmetricPositiveAndEqualsColumnsOfInverseDynamics) {
  massMatrix(model, data, q);
  const MatX M = data.massMatrix;
  EXPECT_LE((M - M.transpose()).cwiseAbs().maxCoeff(), 1e-15 * M.cwiseAbs().maxCoeff());
  const VecX zero = VecX::Zero(model.nv);
  const VecX bias = id(q, v, zero);
  for (int k = 0; k < model.nv; ++k) {
    const VecX column = id(q, v, VecX::Unit(model.nv, k)) - bias;
    EXPECT_LE((column - M.col(k)).cwiseAbs().maxCoeff(), 1e-13 * (bias + M.col(k)).cwiseAbs().maxCoeff() + 1e-13) << k;
  }
  const VecX x = randomVector(random, model.nv);
  EXPECT_GT(x.dot(M * x), 0);
  inverseDynamics(model, data, q, v, a, inputs);
  const VecX alone = data.tau;
  inverseDynamicsWithMass(model, data, q, v, a, inputs);
  EXPECT_EQ(data.tau, alone);
  EXPECT_LE((data.massMatrix - M).cwiseAbs().maxCoeff(), 1e-15 * M.cwiseAbs().maxCoeff());
}

TEST_P(TreeProperties, ForwardDynamicsInvertsInverseDynamics) {
  forwardDynamics(model, data, q, v, inputs);
  const VecX solved = data.acceleration;
  const VecX r = id(q, v, solved);
  massMatrix(model, data, q);
  const double scale = (data.massMatrix.cwiseAbs() * solved.cwiseAbs()).maxCoeff();
  EXPECT_LE(r.cwiseAbs().maxCoeff(), 1e-13 * scale);
}

TEST_P(TreeProperties, DerivativesMatchDifferences) {
  residualDerivatives(model, data, q, v, a, inputs);
  const MatX dq = data.dIDdq, dv = data.dIDdv, M = data.massMatrix;
  const VecX r = data.tau;
  EXPECT_LE(relativeError(id(q, v, a), r), 1e-13);
  EXPECT_LE(relativeError(dq, differences(model, q, [&](const VecX& x) { return id(x, v, a); })), 1e-8);
  EXPECT_LE(relativeError(dv, plainDifferences(v, [&](const VecX& x) { return id(q, x, a); })), 1e-9);
  massMatrix(model, data, q);
  EXPECT_LE(relativeError(M, data.massMatrix), 1e-13);
}

TEST_P(TreeProperties, ForwardDerivativesMatchDifferences) {
  forwardDynamicsDerivatives(model, data, q, v, inputs);
  const MatX dq = data.dFDdq, dv = data.dFDdv;
  const auto fd = [&](const VecX& x, const VecX& y) {
    forwardDynamics(model, data, x, y, inputs);
    return data.acceleration;
  };
  // Shorter steps than 1e-3 show the rounding of accelerations of soft bodies, whose inertia is very uneven.
  EXPECT_LE(relativeError(dq, differences(model, q, [&](const VecX& x) { return fd(x, v); })), 1e-6);
  EXPECT_LE(relativeError(dv, plainDifferences(v, [&](const VecX& x) { return fd(q, x); })), 1e-7);
}

TEST_P(TreeProperties, EnergyChangesByThePowerOfTheForces) {
  // d/dt (kinetic + gravity + elastic) = v · (mass_matrix a + bias + gravity_force + elastic_force), for any a
  inverseDynamics(model, data, q, v, a, Inputs{.loads = false});
  elasticForce(model, data, q);
  const double power = v.dot(data.tau + data.elastic);
  const auto total = [&](double h) {
    VecX moved(model.nq);
    integrate(model, q, h * v + 0.5 * h * h * a, moved);
    return energy(model, data, moved, v + h * a).total();
  };
  const double h = 1e-3;
  EXPECT_NEAR((8 * (total(h) - total(-h)) - (total(2 * h) - total(-2 * h))) / (12 * h), power,
              1e-8 * std::max(1.0, std::abs(power)));
}

TEST_P(TreeProperties, CoriolisMatrixGivesTheBiasAndPassivity) {
  MatX C(model.nv, model.nv);
  coriolisMatrix(model, data, q, v, C);
  data.gravity.setZero();
  inverseDynamics(model, data, q, v, VecX::Zero(model.nv), Inputs{.loads = false});
  EXPECT_LE((C * v - data.tau).cwiseAbs().maxCoeff(), 1e-13 * std::max(1.0, C.cwiseAbs().maxCoeff()));
  const auto mass = [&](double step) {
    VecX moved(model.nq);
    integrate(model, q, v * step, moved);
    massMatrix(model, data, moved);
    return MatX(data.massMatrix);
  };
  const double s = 1e-3;
  const MatX rate = (8 * (mass(s) - mass(-s)) - (mass(2 * s) - mass(-2 * s))) / (12 * s);
  const MatX skew = 0.5 * rate - C;
  EXPECT_LE((skew + skew.transpose()).cwiseAbs().maxCoeff(), 1e-9 * std::max(1.0, C.cwiseAbs().maxCoeff()));
}

TEST_P(TreeProperties, MomentumIsTheRateOfTheMassCentre) {
  if (GetParam().wet) return;  // there it counts what moves with the bodies, too
  const Vec6 h = momentum(model, data, q, v);
  const auto centre = [&](double step) {
    VecX moved(model.nq);
    integrate(model, q, v * step, moved);
    energy(model, data, moved, v);
    Vec3 sum = Vec3::Zero();
    for (size_t i = 0; i < model.links.size(); ++i) {
      const RigidInertia& rigid = model.links[i].rigid;
      const BodyData* body = data.bodies[i].get();
      const Pose X = worldPose(data, static_cast<int>(1 + i));
      sum += body ? Vec3(X.R * body->firstMoment + body->mass * X.p) : Vec3(rigid.mass * (X * rigid.com));
    }
    return sum;
  };
  const double s = 1e-3;
  const Vec3 rate = (8 * (centre(s) - centre(-s)) - (centre(2 * s) - centre(-2 * s))) / (12 * s);
  EXPECT_LE((Vec3(h.tail<3>()) - rate).norm(), 1e-9 * std::max(1.0, rate.norm()));
}

TEST_P(TreeProperties, ActuationMatrixIsTheRateOfTheCoordinates) {
  const auto y = [&](const VecX& x) {
    VecX out(model.nu);
    actuationCoordinates(model, data, x, out);
    return out;
  };
  const MatX dy = differences(model, q, y);
  actuationMatrix(model, data, q);
  for (size_t i = 0; i < model.actuators.size(); ++i) {
    if (model.actuators[i]->name == "drive" || model.actuators[i]->name == "rotors") continue;
    const int k = model.inputOffset[i];
    EXPECT_LE((data.B.col(k).transpose() - dy.row(k)).cwiseAbs().maxCoeff(), 1e-9);
  }
  const auto force = [&](const VecX& x) {
    actuationMatrix(model, data, x);
    return VecX(data.B * u);
  };
  const MatX expected = differences(model, q, force, 5e-4);  // of long levers the truncation of longer steps shows
  MatX dBu(model.nv, model.nv);
  actuationDerivative(model, data, q, u, dBu);
  EXPECT_LE((dBu - expected).cwiseAbs().maxCoeff(), 1e-8);
  if (model.hasPointForces) return;
  const VecX along = randomVector(random, model.nv, 1);
  VecX row = VecX::Zero(model.nv);
  MatX scratch(model.nv, model.nv);
  addActuationProductDerivative(model, data, u, along, scratch, row);
  EXPECT_LE((row - dBu.transpose() * along).cwiseAbs().maxCoeff(), 1e-12 * (1 + dBu.cwiseAbs().maxCoeff()));
}

TEST_P(TreeProperties, IntegrateAndDifferenceAreInverse) {
  const VecX delta = randomVector(random, model.nv, 0.9);
  VecX moved(model.nq), back(model.nv);
  integrate(model, q, delta, moved);
  difference(model, q, moved, back);
  EXPECT_LE((back - delta).cwiseAbs().maxCoeff(), 1e-13);
}

std::vector<TreePlan> cases() {
  std::vector<TreePlan> out;
  for (JointType type : allJoints())
    out.push_back({std::string(type->name()) + "Between",
                   {JointType::kSpherical, type, JointType::kRevolute, type, JointType::kPrismatic},
                   true});
  const std::vector<JointType> all = allJoints();
  out.push_back({"allInChain", all, true});
  std::vector<JointType> twice = all;
  twice.insert(twice.end(), all.rbegin(), all.rend());
  out.push_back({"allInTree", twice, false});
  out.push_back(
      {"floating", {JointType::kFree, JointType::kRevolute, JointType::kUniversal, JointType::kPlanar}, false});
  out.push_back({"single", {JointType::kRevolute}, true});
  for (JointType type : allJoints())
    out.push_back(
        {"rodsAnd" + std::string(type->name()), {type, type, JointType::kRevolute, type}, true, SoftBodies::kRods});
  for (JointType type : allJoints())
    out.push_back({"arcsAnd" + std::string(type->name()),
                   {type, type, JointType::kRevolute, type, type, type},
                   true,
                   SoftBodies::kArcs});
  const std::vector<JointType> some = {JointType::kFree,      JointType::kFixed,    JointType::kSpherical,
                                       JointType::kUniversal, JointType::kRevolute, JointType::kFixed};
  out.push_back({"rodsInTree", some, false, SoftBodies::kRods});
  out.push_back({"arcsInTree", some, false, SoftBodies::kArcs});
  out.push_back({"mixedInTree", twice, false, SoftBodies::kMixed});
  out.push_back({"telescopesInTree", twice, false, SoftBodies::kTelescopes});
  for (JointType type : {JointType::kRevolute, JointType::kFree})
    out.push_back({"volumesAnd" + std::string(type->name()),
                   {type, type, JointType::kRevolute, type},
                   true,
                   SoftBodies::kVolumes});
  for (JointType type : {JointType::kRevolute, JointType::kFree})
    out.push_back({"fieldsAnd" + std::string(type->name()),
                   {type, type, JointType::kRevolute, type, type, type, JointType::kFixed, type},
                   true,
                   SoftBodies::kFields});
  out.push_back({"everyBodyInTree", some, false, SoftBodies::kAll});
  out.push_back({"wetInTree", twice, false, SoftBodies::kNone, true});
  std::vector<JointType> more = some;
  more.insert(more.end(), {JointType::kPlanar, JointType::kPrismatic});
  out.push_back({"wetRodsInTree", more, false, SoftBodies::kRods, true});
  out.push_back({"wetArcsInTree", more, false, SoftBodies::kArcs, true});
  out.push_back({"wetVolumesInTree",
                 {JointType::kFree, JointType::kFixed, JointType::kSpherical, JointType::kUniversal},
                 false,
                 SoftBodies::kVolumes,
                 true});
  return out;
}

INSTANTIATE_TEST_SUITE_P(Trees, TreeProperties, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tendril
