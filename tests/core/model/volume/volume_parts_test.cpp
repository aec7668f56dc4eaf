// SPDX-License-Identifier: BSD-3-Clause
// Bodies of so many points that several threads work on one: the sums are those of few points, whatever the threads.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "tests/core/model/volume/volume_models.hpp"

namespace tendril::tests {
namespace {

/// All that is summed over points.
struct Sums {
  std::vector<std::pair<const char*, MatX>> all;

  explicit Sums(const Volume& volume) {
    const int n = volume.size();
    const VecX q = someCoordinates(n), qd = someCoordinates(n, 0.8), qdd = someCoordinates(n, -2);
    const BodyCoordinates c{{q.data(), n}, {qd.data(), n}, {qdd.data(), n}};
    BaseMotion motion;
    motion.V << 0.3, -0.5, 0.4, 0.2, 0.6, -0.1;
    motion.A << -1, 2, 0.5, 3, -0.7, 1;
    motion.gamma << 1, -9, 2;
    const auto data = volume.makeData();
    volume.kinematics(*data, c);
    volume.inertia(*data, c);
    volume.inverseDynamics(*data, c, motion);
    volume.columns(*data, c, motion);
    volume.ownDerivatives(*data, c, motion);
    volume.derivatives(*data, c, motion, {});
    VecX elastic = VecX::Zero(n), damping = elastic;
    MatX stiffness = MatX::Zero(n, n), dq = stiffness, dv = stiffness;
    volume.addElasticForce(q, elastic);
    volume.addDampingForce(q, qd, damping);
    volume.addStiffness(q, stiffness);
    volume.addDampingDerivatives(q, qd, dq, dv);
    all = {{"mass", MatX::Constant(1, 1, data->mass)},
           {"centre", data->firstMoment},
           {"I", data->I},
           {"H", data->H},
           {"M", data->M},
           {"F", data->F},
           {"Q", data->Q},
           {"N", data->base.N},
           {"Uq", data->Uq},
           {"Uv", data->Uv},
           {"Qq", data->Qq},
           {"Qv", data->Qv},
           {"elastic", elastic},
           {"damping", damping},
           {"stiffness", stiffness},
           {"damping with q", dq},
           {"damping with v", dv}};
    volume.coriolis(*data, {});
    all.emplace_back("Coriolis", data->Qv);
  }
};

class VolumeParts : public ::testing::TestWithParam<VolumeKind> {
 protected:
  /// A hundred points, each of them so often.
  std::shared_ptr<Volume> body(int copies) const {
    VolumeSpec spec;
    spec.map = makeMap(GetParam().texts, GetParam().composed);
    for (int j = 0; j < spec.map->size(); ++j) spec.coordinates.push_back("q[" + std::to_string(j) + ']');
    for (int copy = 0; copy < copies; ++copy)
      for (const Vec3& x : scatteredPoints(100)) spec.points.push_back({x, 1.2e-6 / copies});
    spec.density = 960;
    spec.law = std::make_shared<PolynomialLaw>(1.8e5, 2e4, 3e3, 4e4);
    spec.relaxation = 0.05, spec.turningDamped = GetParam().turningDamped;
    return std::make_shared<Volume>(std::move(spec));
  }
};

TEST_P(VolumeParts, CopiesOfPointsAddUpToThem) {
  const Sums few(*body(1)), many(*body(15));
  for (std::size_t i = 0; i < few.all.size(); ++i) {
    const auto& [name, wanted] = few.all[i];
    EXPECT_GT(wanted.norm(), 0) << name;
    EXPECT_LE((many.all[i].second - wanted).norm(), 1e-12 * wanted.norm()) << name;
  }
}

TEST_P(VolumeParts, AnyNumberOfThreadsGivesTheSame) {
  const auto volume = body(15);
  const auto with = [&](std::size_t threads) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    return Sums(*volume);
  };
  const Sums one = with(1);
  for (int round = 0; round < 3; ++round) {
    const Sums four = with(4);
    for (std::size_t i = 0; i < one.all.size(); ++i)
      EXPECT_EQ(four.all[i].second, one.all[i].second) << one.all[i].first;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Families, VolumeParts,
    ::testing::Values(
        VolumeKind{"backbone", false, false, table4()},
        VolumeKind{"backboneOfTwoGroups", false, true, gentle(everything())},
        VolumeKind{"composed", true, false, {{BackboneRow::kStretch, {"X*(1-X)"}}, {BackboneRow::kTorsion, {"1/L"}}}}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tendril::tests
