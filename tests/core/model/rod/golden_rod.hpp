// SPDX-License-Identifier: BSD-3-Clause
// Reads the reference cases of single clamped rods (tests/golden/rods): just enough of the project format.
#pragma once

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/math/so3.hpp"
#include "core/model/rod/rod.hpp"

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
