// SPDX-License-Identifier: BSD-3-Clause
// What holds a robot from outside, at any point of any body: against loads at stations, and against differences.
#include "core/dynamics/perturbations.hpp"

#include <gtest/gtest.h>

#include "core/math/so3.hpp"
#include "core/model/constant_curvature/constant_curvature.hpp"
#include "core/model/rod/rod.hpp"
#include "core/model/volume/volume.hpp"
#include "tests/core/dynamics/differences.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr int kHeld = 1;  // the link that is held

/// A curved rod of two divisions, the first of one basis in all strains, the second stiff; or of none (a hook).
std::shared_ptr<Body> rodOf(const std::string& basis) {
  RodDivisionSpec division;
  division.length = 0.4;
  division.section = SectionLaw::shape("circle", {[](double s) { return 0.03 - 0.01 * s; }});
  division.density = 1000, division.young = 1e5, division.poisson = 0.4, division.viscosity = 500;
  const Vec6 curved = (Vec6() << 0.3, -0.2, 0.4, 1, 0.05, 0).finished();
  division.referenceStrain = [curved](double s) { return Vec6(curved * (1 + 0.2 * s)); };
  RodDivisionSpec second = division;
  second.length = 0.2, second.pose.p = Vec3(0.01, 0.02, 0), second.tip.p = Vec3(0.03, 0, 0.01);
  if (!basis.empty()) {
    division.strain.fill(makeStrainBasis(basis, 2));
    second.strain[1] = makeStrainBasis("constant", 0);
  }
  return std::make_shared<Rod>(RodSpec{{division, second}, 4});
}

struct Case {
  std::string name;
  std::function<std::shared_ptr<Body>()> body;  ///< null: a rigid link
  std::vector<BodyPlace> places;
};

std::vector<BodyPlace> along() {
  std::vector<BodyPlace> places;
  for (const double at : {0.0, 0.13, 0.35, 0.62, 0.8, 1.0}) places.push_back({at, Vec3(0.02, -0.03, 0.05), {}});
  return places;
}

std::vector<Case> cases() {
  std::vector<Case> all = {{"rigid", [] { return nullptr; }, {{{}, Vec3(0.02, -0.03, 0.05), {}}}}};
  for (const char* basis :
       {"", "constant", "monomial", "legendre", "chebyshev", "fourier", "gaussian", "inverse_multiquadric",
        "piecewise_constant", "fem_linear", "fem_quadratic", "fem_cubic", "hermite"})
    all.push_back({std::string("rod_") + (*basis ? basis : "fixed"), [basis] { return rodOf(basis); }, along()});
  for (const ArcKind kind : {ArcKind::kPlanar, ArcKind::kSpatial, ArcKind::kElongation})
    all.push_back({"arc_" + std::to_string(static_cast<int>(kind)),
                   [kind] {
                     Random random(4);
                     return randomArc(random, kind);
                   },
                   along()});
  all.push_back({"telescope",
                 [] {
                   Random random(4);
                   return randomTelescope(random);
                 },
                 along()});
  for (std::size_t kind = 0; kind < 4; ++kind) {
    std::vector<BodyPlace> places = along();
    places.push_back({0.5, Vec3::Zero(), Vec3(0.11, 0.013, -0.02)});
    places.push_back({{}, Vec3::Zero(), Vec3(0.03, -0.02, 0.01)});
    all.push_back({"volume_" + std::to_string(kind), [kind] { return randomVolume(kind); }, places});
  }
  return all;
}

/// The body between two rigid links on joints, the first one floating.
ModelSpec robotWith(Random& random, const std::shared_ptr<Body>& body) {
  ModelSpec spec;
  spec.gravity = Vec3(0.3, -1, -9.81);
  spec.links.push_back(randomLink(random, 0, kWorld, JointType::kFree));
  spec.links.push_back(randomLink(random, 1, 0, JointType::kUniversal));
  spec.links.push_back(randomLink(random, 2, 1, JointType::kRevolute));
  for (std::size_t i = 0; i < spec.links.size(); ++i) spec.links[i].id = 10 + i;
  spec.links[kHeld].body = body;
  spec.links[2].station = 0;
  return spec;
}

Perturbation held(const Model& model, const BodyPlace& place, PerturbationSpec::Mode mode) {
  PerturbationSpec spec;
  spec.link = model.links[kHeld].id;
  spec.place = place;
  spec.mode = mode;
  spec.axis = Vec3(0.3, -0.5, 0.8).normalized();
  spec.start = expSO3<double>(Vec3(0.2, 0.1, -0.4));
  Perturbation out = makePerturbation(model, spec).value();
  out.target = {Vec3(0.2, -0.1, 0.3), 0.7};
  out.stiffness = 40, out.damping = 3;
  out.wrench = (Vec6() << 0.4, -0.3, 0.2, 5, -3, 2).finished();
  return out;
}

/// A state near the initial one, so that volumes stay admissible.
struct Motion {
  Motion(Random& random, const Model& model) : q(model.nq) {
    VecX way = randomVector(random, model.nv, 0.4);
    const Link& link = model.links[kHeld];
    way.segment(link.vBody, link.nBody) *= 0.3;
    integrate(model, model.q0, way, q);
    v = randomVector(random, model.nv), a = randomVector(random, model.nv);
  }
  VecX q, v, a;
};

class Perturbations : public ::testing::TestWithParam<Case> {};

TEST_P(Perturbations, DerivativesAgreeWithDifferences) {
  Random random(3);
  const Model model(robotWith(random, GetParam().body()));
  Data data(model);
  const Motion m(random, model);
  for (const BodyPlace& place : GetParam().places)
    for (const auto mode : {PerturbationSpec::Mode::kPull, PerturbationSpec::Mode::kTwist}) {
      if (mode == PerturbationSpec::Mode::kTwist && !place.at && GetParam().name != "rigid") continue;
      const Perturbation perturbation = held(model, place, mode);
      const Inputs inputs{.t = 0.2, .perturbation = &perturbation};
      residualDerivatives(model, data, m.q, m.v, m.a, inputs);
      const MatX dq = data.dIDdq, dv = data.dIDdv;
      const VecX r = data.tau;
      residual(model, data, m.q, m.v, m.a, inputs);
      EXPECT_LE(relativeError(r, data.tau), 1e-12);
      const auto byQ = differences(model, m.q, [&](const VecX& q) {
        residual(model, data, q, m.v, m.a, inputs);
        return data.tau;
      });
      const auto byV = plainDifferences(m.v, [&](const VecX& v) {
        residual(model, data, m.q, v, m.a, inputs);
        return data.tau;
      });
      EXPECT_LE(relativeError(dq, byQ), 1e-7) << place.at.value_or(-1);
      EXPECT_LE(relativeError(dv, byV), 1e-8) << place.at.value_or(-1);
    }
}

/// The same wrench by a load of the model, at a station that is made for it.
TEST_P(Perturbations, AGivenWrenchIsThatOfALoadThere) {
  for (const BodyPlace& place : GetParam().places) {
    if (place.material) continue;
    Random random(3);
    const std::shared_ptr<Body> body = GetParam().body();
    ModelSpec spec = robotWith(random, body), plain = spec;
    const bool atTip = place.at == 1.0 && GetParam().name.starts_with("rod");  // station 0 has the tip's pose in it
    if (atTip) continue;
    const Vec6 wrench = (Vec6() << 0.4, -0.3, 0.2, 5, -3, 2).finished();
    const int station = place.at ? body->addStation(*place.at) : kBaseStation;
    spec.loads.push_back({"push", kHeld, station,
                          std::make_shared<PointWrench>(PointWrench::Frame::kWorld, [=](double) { return wrench; })});
    const Model loaded(spec), model(plain);
    Data data(loaded), other(model);
    const Motion m(random, model);
    Perturbation perturbation = held(model, {place.at, Vec3::Zero(), {}}, PerturbationSpec::Mode::kPull);
    perturbation.stiffness = perturbation.damping = 0;
    const Inputs inputs{.perturbation = &perturbation};
    residualDerivatives(loaded, data, m.q, m.v, m.a, {});
    residualDerivatives(model, other, m.q, m.v, m.a, inputs);
    EXPECT_LE(relativeError(other.tau, data.tau), 1e-12);
    EXPECT_LE(relativeError(other.dIDdq, data.dIDdq), 1e-11) << place.at.value_or(-1);
    EXPECT_LE(relativeError(other.dIDdv, data.dIDdv), 1e-11);
    forwardDynamics(loaded, data, m.q, m.v, {});
    forwardDynamics(model, other, m.q, m.v, inputs);
    EXPECT_LE(relativeError(other.acceleration, data.acceleration), 1e-10);
  }
}

TEST_P(Perturbations, TheJacobianIsTheRateOfTheHeldPoint) {
  Random random(3);
  const Model model(robotWith(random, GetParam().body()));
  Data data(model);
  const Motion m(random, model);
  for (const BodyPlace& place : GetParam().places) {
    const Perturbation perturbation = held(model, place, PerturbationSpec::Mode::kPull);
    const VecX rest = VecX::Zero(model.nv);
    const auto point = [&](const VecX& q) {
      kinematics(model, data, q, rest);
      return VecX(heldFrame(model, data, perturbation) * perturbation.spec.place.offset);
    };
    const MatX byQ = differences(model, m.q, point);
    kinematics(model, data, m.q, rest);
    MatX J(6, model.nv);
    heldJacobian(model, data, perturbation, J);
    EXPECT_LE(relativeError(MatX(heldFrame(model, data, perturbation).R * J.bottomRows<3>()), byQ), 1e-7);
  }
}

TEST_P(Perturbations, TheGeneralisedForceIsWhatTheResidualLacks) {
  Random random(3);
  const Model model(robotWith(random, GetParam().body()));
  Data data(model);
  const Motion m(random, model);
  for (const BodyPlace& place : GetParam().places) {
    const Perturbation perturbation = held(model, place, PerturbationSpec::Mode::kPull);
    residual(model, data, m.q, m.v, m.a, {});
    const VecX without = data.tau;
    residual(model, data, m.q, m.v, m.a, {.perturbation = &perturbation});
    const VecX lacks = without - data.tau;
    VecX force = VecX::Zero(model.nv);
    addPerturbationForce(model, data, perturbation, 0, force);
    EXPECT_LE(relativeError(force, lacks), 1e-11);
    const HeldPoint& h = data.held;
    EXPECT_NEAR(transformWrench<double>(h.X, h.wrench.F).dot(h.V), lacks.dot(m.v), 1e-9 * lacks.norm() * m.v.norm());
  }
}

INSTANTIATE_TEST_SUITE_P(Bodies, Perturbations, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

/// A point of a volume moves as the vertices of its surface do.
TEST(PerturbationPlaces, AMaterialPointIsWhereTheSurfaceSaysItIs) {
  const auto body = randomVolume(1);
  const auto& volume = dynamic_cast<const Volume&>(*body);
  Random random(3);
  const Model model(robotWith(random, body));
  Data data(model);
  const Motion m(random, model);
  kinematics(model, data, m.q, m.v);
  std::vector<Vec3> moved(volume.surface().vertices.size());
  volume.moveSurface(*data.bodies[kHeld], moved);
  for (const std::size_t i : {std::size_t{0}, moved.size() / 2, moved.size() - 1}) {
    const Perturbation p =
        held(model, {0.3, Vec3(1, 2, 3), volume.surface().vertices[i]}, PerturbationSpec::Mode::kPull);
    EXPECT_EQ(p.spec.place.offset, Vec3::Zero());
    EXPECT_LE((heldFrame(model, data, p).p - worldPose(data, 1 + kHeld) * moved[i]).norm(), 1e-14);
  }
}

TEST(PerturbationPlaces, AreFoundByTheIdOfTheLink) {
  Random random(3);
  const Model model(robotWith(random, rodOf("legendre")));
  PerturbationSpec spec;
  spec.link = 12;
  EXPECT_EQ(makePerturbation(model, spec)->link, 2);
  EXPECT_EQ(makePerturbation(model, spec)->point, nullptr);
  spec.link = 99;
  EXPECT_FALSE(makePerturbation(model, spec));
  spec.link = 11;  // a soft link may be held at its base frame, too
  EXPECT_EQ(makePerturbation(model, spec)->point, nullptr);
}

}  // namespace
}  // namespace tendril
