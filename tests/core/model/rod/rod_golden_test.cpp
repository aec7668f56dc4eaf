// SPDX-License-Identifier: BSD-3-Clause
// Single clamped rods against the brute-force reference cases (complex-step Euler–Lagrange).
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

#include <test_paths.hpp>
#include "core/math/so3.hpp"
#include "core/model/rod/rod.hpp"

// Just enough of the project format to read the cases.
namespace tendril::test {

using nlohmann::json;

inline VecX vector(const json& j) {
  VecX v(static_cast<Eigen::Index>(j.size()));
  for (Eigen::Index i = 0; i < v.size(); ++i) v(i) = j.at(static_cast<std::size_t>(i)).get<double>();
  return v;
}

inline MatX matrix(const json& j) {
  MatX m(static_cast<Eigen::Index>(j.size()), static_cast<Eigen::Index>(j.at(0).size()));
  for (Eigen::Index i = 0; i < m.rows(); ++i) m.row(i) = vector(j.at(static_cast<std::size_t>(i))).transpose();
  return m;
}

inline Pose pose(const json& j) {
  Pose X;
  if (j.contains("position")) X.p = vector(j["position"]);
  if (j.contains("quaternion")) {
    const Vec4 q = vector(j["quaternion"]);
    X.R = rotationFromQuaternion<double>(q / q.norm());
  }
  return X;
}

inline Measure measure(const json& j) {
  if (j.is_array()) {
    const double a = j[0], b = j[1];
    return [a, b](double s) { return a + (b - a) * s; };
  }
  const double value = j;
  return [value](double) { return value; };
}

inline SectionLaw section(const json& j) {
  const std::string name = j.at("shape");
  for (const SectionShape& shape : sectionShapes()) {
    if (shape.name != name) continue;
    std::vector<Measure> measures;
    for (std::string_view key : shape.measures) measures.push_back(measure(j.at(std::string(key))));
    return SectionLaw::shape(name, measures);
  }
  throw std::runtime_error("no section " + name);
}

/// The rod of the first link of a project.
inline RodSpec rodSpec(const json& project) {
  const json& body = project.at("links").at(0).at("body");
  const json& material = project.at("materials").at(body.at("material").get<std::string>());
  RodDivisionSpec d;
  d.length = body.at("length");
  d.section = section(body.at("section"));
  d.density = material.at("density"), d.young = material.at("young"), d.poisson = material.at("poisson");
  d.viscosity = material.value("viscosity", 0.0);
  for (std::size_t i = 0; i < 6; ++i) {
    const std::string name(kStrainNames[i]);
    if (body.at("strain").contains(name))
      d.strain[i] = makeStrainBasis(body["strain"][name].at("basis").get<std::string>(), body["strain"][name]["order"]);
  }
  if (body.contains("reference_strain")) {
    const Vec6 constant = vector(body["reference_strain"]);
    d.referenceStrain = [constant](double) { return constant; };
  }
  d.quadrature = body.value("quadrature", 0);
  RodSpec spec;
  spec.divisions.push_back(d);
  spec.magnus = body.value("magnus", 4);
  return spec;
}

inline json readCase(const std::string& name) {
  std::ifstream file(std::string(TENDRIL_SOURCE_DIR) + "/tests/golden/rods/" + name + ".json");
  if (!file) throw std::runtime_error("tests/golden/rods/" + name + ".json cannot be read");
  return json::parse(file);
}

}  // namespace tendril::test

namespace tendril {
namespace {

using test::json;

double relative(const MatX& actual, const MatX& expected) {
  return (actual - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

struct State {
  VecX q, v, a;
  BodyCoordinates c() const { return {{q.data(), q.size()}, {v.data(), v.size()}, {a.data(), a.size()}}; }
};

class GoldenRod : public testing::TestWithParam<const char*> {};

TEST_P(GoldenRod, AllTermsAndDerivatives) {
  const json file = test::readCase(GetParam());
  const json& project = file.at("project");
  const Rod rod(test::rodSpec(project));
  const json& link = project["links"][0];
  const Pose base = link.contains("pose") ? test::pose(link["pose"]) : Pose{};
  BaseMotion gravity, none;
  gravity.gamma = -(base.R.transpose() * Vec3(test::vector(project["gravity"])));
  const auto data = rod.makeData();
  const std::vector<Composite> attached(static_cast<std::size_t>(rod.stationCount()));
  int compared = 0;
  for (const json& check : file["checks"]) {
    const json& expect = check["expect"];
    if (check["command"] != "dynamics") continue;
    const int n = rod.size();
    const auto part = [&](const char* key) {
      return check["state"].contains(key) ? test::vector(check["state"][key]) : VecX(VecX::Zero(n));
    };
    State s{part("q"), part("v"), part("a")};
    ASSERT_EQ(n, s.q.size());
    const auto compare = [&](const char* key, const MatX& actual, double bound) {
      if (!expect.contains(key)) return;
      const MatX e = expect[key][0].is_array() ? test::matrix(expect[key]) : MatX(test::vector(expect[key]));
      const double size = e.cwiseAbs().maxCoeff();
      EXPECT_LT((actual - e).cwiseAbs().maxCoeff(), size > 0 ? size * bound : 1e-14) << key;
      ++compared;
    };
    rod.kinematics(*data, s.c());
    rod.inertia(*data, s.c());
    compare("mass_matrix", data->M, 1e-12);
    MatX K = MatX::Zero(n, n), D = K, unused = K;
    rod.addStiffness(s.q, K);
    rod.addDampingDerivatives(s.q, s.v, unused, D);
    compare("stiffness_matrix", K, 1e-13);
    compare("damping_matrix", D, 1e-13);
    VecX force = VecX::Zero(n), damping = force;
    rod.addElasticForce(s.q, force), rod.addDampingForce(s.q, s.v, damping);
    compare("elastic_force", force, 1e-13);
    compare("damping_force", damping, 1e-13);
    if (check["state"].contains("wrenches")) continue;  // external loads belong to the tree
    rod.inverseDynamics(*data, s.c(), gravity);
    compare("inverse_dynamics", data->Q, 1e-12);
    rod.columns(*data, s.c(), gravity);
    rod.derivatives(*data, s.c(), gravity, attached);
    compare("d_id_dq", data->Qq, 1e-11);
    compare("d_id_dv", data->Qv, 1e-11);
    if (expect.contains("poses")) {
      const VecX tip = test::vector(expect["poses"]["rod"]["tip"]);
      const Pose X = base * data->stations[0].X;
      EXPECT_LT((X.p - tip.head<3>()).norm(), 1e-13);
      EXPECT_LT((X.R - rotationFromQuaternion<double>(tip.tail<4>())).norm(), 1e-13);
    }
    State rest = s;
    rest.a.setZero();
    rod.inverseDynamics(*data, rest.c(), none);
    compare("bias", data->Q, 1e-12);
    rest.v.setZero();
    rod.kinematics(*data, rest.c());
    rod.inverseDynamics(*data, rest.c(), gravity);
    compare("gravity_force", data->Q, 1e-12);
  }
  EXPECT_GT(compared, 5);
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenRod,
                         testing::Values("rod_legendre", "rod_monomial", "rod_fem_linear", "rod_hermite",
                                         "rod_legendre_kirchhoff_Z2", "CDM"));

// The five tendons of the manipulator, [gvs] Table 2: actuation_matrix = −∂l/∂q, coordinates −(l − l0).
std::vector<std::function<RoutePoint(double)>> cdmRoutes() {
  const double r0 = 0.03, dr = -0.015, rt = 0.015, w = 4 * std::numbers::pi, k = std::sqrt(3.0) / 2;
  const auto straight = [=](double y, double z) {
    return [=](double X) { return RoutePoint{y * (r0 + dr * X), z * (r0 + dr * X), y * dr, z * dr}; };
  };
  const auto helix = [=](double sign) {
    return [=](double X) {
      return RoutePoint{rt * std::sin(w * X), sign * rt * std::cos(w * X), rt * w * std::cos(w * X),
                        -sign * rt * w * std::sin(w * X)};
    };
  };
  return {straight(0, 1), straight(-k, -0.5), straight(k, -0.5), helix(1), helix(-1)};
}

TEST(GoldenTendons, LengthGradientAndSecondDerivative) {
  const json file = test::readCase("CDM");
  const Rod rod(test::rodSpec(file["project"]));
  std::vector<std::unique_ptr<TendonPiece>> pieces;
  for (const auto& route : cdmRoutes()) pieces.push_back(rod.makeTendonPiece(route, 0, 1));
  const int n = rod.size();
  const VecX zero = VecX::Zero(n);
  int compared = 0;
  for (const json& check : file["checks"]) {
    const json& expect = check["expect"];
    if (check["command"] != "dynamics" || !expect.contains("actuation_matrix")) continue;
    const VecX q = test::vector(check["state"]["q"]), u = test::vector(check["state"]["u"]);
    MatX B = MatX::Zero(n, 5), dB = MatX::Zero(n, n);
    VecX y(5);
    for (int k = 0; k < 5; ++k) {
      const TendonPiece& piece = *pieces[static_cast<std::size_t>(k)];
      VecX gradient = VecX::Zero(n);
      piece.addGradient(q, gradient);
      B.col(k) = -gradient;
      y(k) = piece.length(zero) - piece.length(q);
      piece.addHessian(q, -u(k), dB);
    }
    EXPECT_LT(relative(B, test::matrix(expect["actuation_matrix"])), 1e-13);
    if (expect.contains("actuation_coordinates")) {
      EXPECT_LT(relative(y, test::vector(expect["actuation_coordinates"])), 1e-12);
    }
    if (expect.contains("d_actuation_dq") && u.norm() > 0) {
      EXPECT_LT(relative(dB, test::matrix(expect["d_actuation_dq"])), 1e-12);
    }
    ++compared;
  }
  EXPECT_GT(compared, 3);
}

}  // namespace
}  // namespace tendril
