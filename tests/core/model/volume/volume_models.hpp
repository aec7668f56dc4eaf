// SPDX-License-Identifier: BSD-3-Clause
// Maps and volumes for tests, from texts of modes.
#pragma once

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/model/volume/compressible_laws.hpp"
#include "core/model/volume/fem/fem_modes.hpp"
#include "core/model/volume/fem/modal_map.hpp"
#include "core/model/volume/map/expression_map.hpp"
#include "core/model/volume/map/primitives/backbone_map.hpp"
#include "core/model/volume/map/primitives/composed_map.hpp"
#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"
#include "core/model/volume/volume.hpp"

namespace tendril::tests {

struct PrimitiveText {
  BackboneRow row;
  std::vector<std::string> modes;
};

inline constexpr double kVolumeLength = 0.1, kVolumeRadius = 0.02;  // m

inline Curve modeOf(const std::string& text) {
  static const std::vector<std::string> kNames = {"X", "x", "x3"};
  static const std::vector<std::pair<std::string, double>> kConstants = {{"L", kVolumeLength}};
  return {Expression::parse(text, kNames, kConstants), kVolumeLength};
}

/// [kane] Table 4: eight coordinates.
inline std::vector<PrimitiveText> table4() {
  using enum BackboneRow;
  return {{kStretch, {"X*(1-X)"}}, {kTorsion, {"1/L"}},         {kShearY, {"1/L"}},
          {kShearZ, {"1/L"}},      {kBendingZ, {"1/L", "x/L"}}, {kBendingY, {"1/L", "x/L"}}};
}

/// Everything at once, more than one group of directions, and modes that are no polynomials.
inline std::vector<PrimitiveText> everything() {
  using enum BackboneRow;
  return {{kStretch, {"X", "0.3*sin(3*X)"}},
          {kTorsion, {"1/L", "cos(2*X)/L"}},
          {kSource, {"1e-4*X", "1e-4*(1+X^2)"}},
          {kShearY, {"X"}},
          {kShearZ, {"exp(-X)"}},
          {kBendingZ, {"1/L", "x/L^2"}},
          {kBendingY, {"X^2/L"}}};
}

/// The same with smaller modes, so that any coordinates up to 1.5 or so are admissible.
inline std::vector<PrimitiveText> gentle(std::vector<PrimitiveText> texts) {
  for (PrimitiveText& text : texts)
    for (std::string& mode : text.modes) mode = "0.15*(" + mode + ')';
  return texts;
}

inline std::shared_ptr<const PointMap> makeMap(const std::vector<PrimitiveText>& texts, bool composed) {
  std::vector<ComposedPrimitive> primitives;
  std::vector<BackboneMode> modes;
  for (const PrimitiveText& text : texts) {
    primitives.push_back({text.row, {}});
    for (const std::string& mode : text.modes) {
      primitives.back().modes.push_back(modeOf(mode));
      modes.push_back({text.row, modeOf(mode)});
    }
  }
  if (composed) return std::make_shared<ComposedMap>(kVolumeLength, std::move(primitives));
  return std::make_shared<BackboneMap>(BackboneTables(kVolumeLength, kVolumeRadius, std::move(modes)));
}

/// A sort of volume that typed tests run on.
struct VolumeKind {
  std::string name;
  bool composed, turningDamped;
  std::vector<PrimitiveText> texts;
  std::shared_ptr<const PointMap> (*map)() = nullptr;  ///< instead of the texts
  std::shared_ptr<const VolumeLaw> (*law)() = nullptr;
};

/// Points of a tube around the axis, all over the body, `count` of them.
inline std::vector<Vec3> scatteredPoints(int count) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const double r = kVolumeRadius * (0.3 + 0.7 * unit(random)), a = 6.283185307179586 * unit(random);
    points.emplace_back(kVolumeLength * unit(random), r * std::cos(a), r * std::sin(a));
  }
  return points;
}

/// A body of scattered points of equal volume, 1.2e-4 m³ in all; without a mesh and not elastic.
inline VolumeSpec volumeSpec(const std::vector<PrimitiveText>& texts, bool composed, int points) {
  VolumeSpec spec;
  spec.map = makeMap(texts, composed);
  for (int j = 0; j < spec.map->size(); ++j) spec.coordinates.push_back("q[" + std::to_string(j) + ']');
  for (const Vec3& x : scatteredPoints(points)) spec.points.push_back({x, 1.2e-4 / points});
  spec.density = 960;
  return spec;
}

inline std::shared_ptr<const TetMesh> cylinderMesh(int tetrahedra) {
  const MeshRecipe recipe{.shape = CylinderShape{kVolumeRadius}, .length = kVolumeLength, .tetrahedra = tetrahedra};
  return std::make_shared<const TetMesh>(layeredMesh(recipe).mesh);
}

/// The lowest modes of the cylinder of 60 tetrahedra, a coordinate of 1 for a fifth of the radius.
inline std::shared_ptr<const PointMap> modalMap(int modes) {
  const std::shared_ptr<const TetMesh> mesh = cylinderMesh(60);
  QuadraticMesh quadratic = quadraticMesh(*mesh);
  MatX shapes = 0.2 * kVolumeRadius * femModes(quadratic, 0.4, modes).shapes;
  return std::make_shared<ModalMap>(kVolumeLength,
                                    std::make_shared<ModeFields>(*mesh, std::move(quadratic), std::move(shapes)));
}

inline std::shared_ptr<const PointMap> expressionMap(const std::array<std::string, 3>& position,
                                                     const std::vector<std::string>& coordinates) {
  const std::vector<std::string> names = ExpressionMap::variables(coordinates);
  const std::vector<std::pair<std::string, double>> constants = {{"L", kVolumeLength}};
  std::array<Expression, 3> texts;
  for (std::size_t a = 0; a < 3; ++a) texts[a] = Expression::parse(position[a], names, constants);
  return std::make_shared<ExpressionMap>(kVolumeLength, texts, static_cast<int>(coordinates.size()));
}

/// Bends, twists, swells and shears, and keeps no volume; whole at coordinates up to 1.5 or so.
inline std::shared_ptr<const PointMap> someExpressionMap() {
  return expressionMap({"x + 0.2*L*(stretch*X^2 - sin(bend*X)*y/L)",
                        "y*(1 + 0.2*swell*X) - z*sin(0.3*twist*X) + L*(1 - cos(0.3*bend*X))",
                        "z*exp(0.1*swell*X) + y*sin(0.3*twist*X) + 0.1*x*shear"},
                       {"stretch", "bend", "swell", "twist", "shear"});
}

/// Neo-Hookean with a little of the second invariant.
inline std::shared_ptr<Volume> makeVolume(const std::vector<PrimitiveText>& texts, bool composed, int points = 40,
                                          bool turningDamped = false, std::shared_ptr<const TetMesh> mesh = nullptr) {
  VolumeSpec spec = volumeSpec(texts, composed, points);
  spec.law = std::make_shared<PolynomialLaw>(1.8e5, 2e4, 3e3, 4e4);
  spec.relaxation = 0.05, spec.turningDamped = turningDamped;
  spec.mesh = std::move(mesh);
  return std::make_shared<Volume>(std::move(spec));
}

/// A cylinder of tetrahedra; without a law it is not elastic.
inline std::shared_ptr<Volume> meshedVolume(const std::vector<PrimitiveText>& texts, bool composed,
                                            std::shared_ptr<const VolumeLaw> law, int tetrahedra = 300) {
  VolumeSpec spec = volumeSpec(texts, composed, 20);
  spec.law = std::move(law);
  spec.mesh = cylinderMesh(tetrahedra);
  return std::make_shared<Volume>(std::move(spec));
}

/// A body of scattered points that moves by any map and has any law.
inline std::shared_ptr<Volume> volumeOf(std::shared_ptr<const PointMap> map, std::shared_ptr<const VolumeLaw> law,
                                        int points = 40, std::shared_ptr<const TetMesh> mesh = nullptr) {
  VolumeSpec spec = volumeSpec({}, false, points);
  spec.map = std::move(map);
  for (int j = 0; j < spec.map->size(); ++j) spec.coordinates.push_back("q[" + std::to_string(j) + ']');
  spec.law = std::move(law), spec.relaxation = 0.05, spec.mesh = std::move(mesh);
  return std::make_shared<Volume>(std::move(spec));
}

/// Coordinates well inside the admissible set.
inline VecX someCoordinates(int size, double scale = 0.2) {
  VecX q(size);
  for (int j = 0; j < size; ++j) q[j] = scale * std::sin(1.7 * j + 0.6);
  return q;
}

}  // namespace tendril::tests
