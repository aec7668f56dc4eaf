// SPDX-License-Identifier: BSD-3-Clause
// Fields of deformed volumes against closed forms: uniform stretch, torsion of a cylinder.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/model/volume/volume_models.hpp"

namespace tendril::tests {
namespace {

constexpr double kA1 = 1.8e5, kA2 = 2e4, kB = 4e4;  // of the law, Pa

struct Values {
  std::vector<Vec3> surface, inside;
  std::vector<double> atSurface, atInside;
};

std::unique_ptr<BodyData> moved(const Volume& volume, const VecX& q) {
  auto data = volume.makeData();
  const VecX rest = VecX::Zero(volume.size());
  const auto n = volume.size();
  volume.kinematics(*data, {{q.data(), n}, {rest.data(), n}, {rest.data(), n}});
  return data;
}

Values valuesOf(const Volume& volume, const VecX& q, SurfaceField field) {
  const auto data = moved(volume, q);
  const SurfaceMesh& mesh = volume.surface();
  Values out{std::vector<Vec3>(mesh.vertices.size()), std::vector<Vec3>(mesh.inside.size()),
             std::vector<double>(mesh.vertices.size()), std::vector<double>(mesh.inside.size())};
  volume.moveSurface(*data, out.surface);
  volume.moveInside(*data, out.inside);
  volume.fieldValues(*data, field, out.atSurface, out.atInside);
  return out;
}

/// Compares with a formula of the undeformed point, at all nodes, relative to the largest.
template <class F>
void expectField(const Volume& volume, const VecX& q, SurfaceField field, const F& formula, double tolerance) {
  const Values values = valuesOf(volume, q, field);
  double worst = 0, largest = 1e-300;
  const auto compare = [&](const std::vector<Vec3>& rest, const std::vector<double>& got) {
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const double wanted = formula(rest[i]);
      worst = std::max(worst, std::abs(got[i] - wanted)), largest = std::max(largest, std::abs(wanted));
    }
  };
  compare(volume.surface().vertices, values.atSurface);
  compare(volume.surface().inside, values.atInside);
  EXPECT_LE(worst, tolerance * largest) << surfaceFieldInfo(field).key;
}

std::shared_ptr<const VolumeLaw> yeohWithTwo() {
  return std::make_shared<PolynomialLaw>(kA1, kA2, 0, kB);
}

class VolumeFields : public ::testing::TestWithParam<bool> {};

TEST_P(VolumeFields, OfUniformStretchAreThoseOfAPulledBar) {
  const auto volume = meshedVolume({{BackboneRow::kStretch, {"1"}}}, GetParam(), yeohWithTwo());
  ASSERT_FALSE(volume->surface().inside.empty());
  for (const double stretch : {1.35, 0.8}) {
    const double l = stretch, I1 = l * l + 2 / l, I2 = 2 * l + 1 / (l * l);
    const double W = kA1 * (I1 - 3) + kA2 * (I1 - 3) * (I1 - 3) + kB * (I2 - 3);
    const double pull = 2 * (l * l - 1 / l) * (kA1 + 2 * kA2 * (I1 - 3) + kB / l);  // Cauchy stress, sides free
    const VecX q = VecX::Constant(1, stretch - 1);
    const auto constant = [](double value) { return [value](const Vec3&) { return value; }; };
    expectField(*volume, q, SurfaceField::kEnergyDensity, constant(W), 1e-12);
    expectField(*volume, q, SurfaceField::kVonMises, constant(std::abs(pull)), 1e-12);
    expectField(*volume, q, SurfaceField::kStretch, constant(std::max(l, 1 / std::sqrt(l))), 1e-12);
    expectField(*volume, q, SurfaceField::kVolumeRatio, constant(1), 1e-13);
    const auto shift = [l](const Vec3& x) {
      return std::hypot((l - 1) * x.x(), (1 / std::sqrt(l) - 1) * std::hypot(x.y(), x.z()));
    };
    expectField(*volume, q, SurfaceField::kDisplacement, shift, 1e-12);
  }
}

TEST_P(VolumeFields, OfTorsionGrowWithTheRadius) {
  const auto volume =
      meshedVolume({{BackboneRow::kTorsion, {"1/L"}}}, GetParam(), std::make_shared<PolynomialLaw>(kA1, 0, 0, 0));
  const double turn = 1.3, rate = turn / kVolumeLength;
  const VecX q = VecX::Constant(1, turn);
  const auto shear = [rate](const Vec3& x) { return rate * std::hypot(x.y(), x.z()); };
  expectField(
      *volume, q, SurfaceField::kEnergyDensity, [&](const Vec3& x) { return kA1 * shear(x) * shear(x); }, 1e-12);
  expectField(
      *volume, q, SurfaceField::kVonMises,
      [&](const Vec3& x) { return 2 * kA1 * std::sqrt(3 * std::pow(shear(x), 2) + std::pow(shear(x), 4)); }, 1e-12);
  expectField(
      *volume, q, SurfaceField::kStretch,
      [&](const Vec3& x) { return shear(x) / 2 + std::sqrt(1 + shear(x) * shear(x) / 4); }, 1e-12);
  // A point at radius r of the section at x turns by rate·x: a chord of 2 r sin(rate·x / 2).
  expectField(
      *volume, q, SurfaceField::kDisplacement,
      [&](const Vec3& x) { return 2 * std::hypot(x.y(), x.z()) * std::abs(std::sin(rate * x.x() / 2)); }, 1e-12);
}

TEST_P(VolumeFields, KeepTheVolumeInAnyShape) {
  const auto volume = meshedVolume(gentle(table4()), GetParam(), yeohWithTwo());
  expectField(
      *volume, someCoordinates(volume->size(), 0.8), SurfaceField::kVolumeRatio, [](const Vec3&) { return 1.0; },
      1e-12);
}

TEST_P(VolumeFields, AreNoNumbersWithoutElasticity) {
  const auto volume = meshedVolume({{BackboneRow::kStretch, {"1"}}}, GetParam(), nullptr);
  const VecX q = VecX::Constant(1, 0.2);
  for (const SurfaceField field : {SurfaceField::kEnergyDensity, SurfaceField::kVonMises})
    for (const double value : valuesOf(*volume, q, field).atSurface) EXPECT_TRUE(std::isnan(value));
  expectField(
      *volume, q, SurfaceField::kStretch, [](const Vec3&) { return 1.2; }, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Maps, VolumeFields, ::testing::Bool(),
                         [](const auto& info) { return info.param ? "composed" : "backbone"; });

TEST(VolumeSurfaceMesh, FillsTheBodyWithItsTetrahedra) {
  const auto volume = meshedVolume(table4(), false, nullptr);
  const SurfaceMesh& mesh = volume->surface();
  std::vector<Vec3> nodes = mesh.vertices;
  nodes.insert(nodes.end(), mesh.inside.begin(), mesh.inside.end());
  double sum = 0;
  for (const auto& [a, b, c, d] : mesh.tetrahedra) {
    const auto at = [&](int i) { return nodes[static_cast<std::size_t>(i)]; };
    const double own = tetrahedronVolume(at(a), at(b), at(c), at(d));
    EXPECT_GT(own, 0);
    sum += own;
  }
  EXPECT_NEAR(sum, 3.141592653589793 * kVolumeRadius * kVolumeRadius * kVolumeLength, 1e-12);
  const auto data = moved(*volume, VecX::Zero(volume->size()));
  std::vector<Vec3> inside(mesh.inside.size());
  volume->moveInside(*data, inside);
  for (std::size_t i = 0; i < inside.size(); ++i) EXPECT_LE((inside[i] - mesh.inside[i]).norm(), 1e-15);
}

TEST(SurfaceFields, AreFoundByTheirKeys) {
  for (const SurfaceFieldInfo& info : surfaceFields()) {
    EXPECT_EQ(findSurfaceField(info.key)->field, info.field);
    EXPECT_EQ(surfaceFieldInfo(info.field).key, info.key);
  }
  EXPECT_EQ(findSurfaceField("stres"), nullptr);
}

}  // namespace
}  // namespace tendril::tests
