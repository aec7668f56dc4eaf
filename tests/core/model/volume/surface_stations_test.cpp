// SPDX-License-Identifier: BSD-3-Clause
// Stations of volumes, on the axis and at points of the surface, against differences.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/math/se3.hpp"
#include "core/math/so3.hpp"
#include "core/model/volume/mesh/spread_points.hpp"
#include "tests/core/model/volume/volume_models.hpp"

namespace tendril::tests {
namespace {

class Stations : public ::testing::TestWithParam<VolumeKind> {
 protected:
  Stations()
      : volume(meshedVolume(GetParam().texts, GetParam().composed, nullptr, 40)),
        n(volume->size()),
        q(someCoordinates(n)),
        qd(someCoordinates(n, 0.8)),
        qdd(someCoordinates(n, -2)) {
    volume->addStation(0.35);
    const auto all = volume->surfaceStations();
    surface.assign(all.begin(), all.end());
    volume->addStation(0.8);
    face = faceFrameAt(volume->surface(), kOnTheSide);
    faceStation = static_cast<std::size_t>(volume->addFaceStation(face));
    data = volume->makeData();
    motion.V << 0.3, -0.5, 0.4, 0.2, 0.6, -0.1;
    motion.A << -1, 2, 0.5, 3, -0.7, 1;
  }

  /// Twist of a station and its rate, in its own axes (body.hpp).
  struct Motion {
    Vec6 V, A;
  };
  std::vector<StationKinematics> stationsAt(const VecX& at, const VecX& rate) const {
    volume->kinematics(*data, {{at.data(), n}, {rate.data(), n}, {qdd.data(), n}});
    return data->stations;
  }
  std::vector<Motion> motionsAt(const VecX& at, const VecX& rate) const {
    std::vector<Motion> out;
    for (const StationKinematics& s : stationsAt(at, rate)) {
      const Vec6 A = motion.A + s.J * qdd + s.bias + crossMotion<double>(motion.V, s.V);
      out.push_back({transformTwistInverse<double>(s.X, Vec6(motion.V + s.V)), transformTwistInverse<double>(s.X, A)});
    }
    return out;
  }
  /// Of what f gives per station; fourth order.
  template <class F, class Get>
  static auto difference(const F& f, const Get& get, double h) {
    const auto a = f(h), b = f(-h), c = f(2 * h), d = f(-2 * h);
    std::vector<Vec6> out;
    for (std::size_t s = 0; s < a.size(); ++s)
      out.push_back((8 * (get(a[s]) - get(b[s])) - (get(c[s]) - get(d[s]))) / (12 * h));
    return out;
  }
  void differentiate() const {
    const BodyCoordinates c{{q.data(), n}, {qd.data(), n}, {qdd.data(), n}};
    volume->kinematics(*data, c);
    volume->inertia(*data, c);
    volume->inverseDynamics(*data, c, motion);
    volume->columns(*data, c, motion);
  }

  static inline const Vec3 kOnTheSide{0.6 * kVolumeLength, kVolumeRadius, 0.3 * kVolumeRadius};
  std::shared_ptr<Volume> volume;
  FaceFrame face;
  std::size_t faceStation = 0;
  int n;
  std::unique_ptr<BodyData> data;
  std::vector<SurfaceStation> surface;
  VecX q, qd, qdd;
  BaseMotion motion;
};

TEST_P(Stations, OfTheSurfaceAreItsMaterialPoints) {
  const std::vector<Vec3>& vertices = volume->surface().vertices;
  ASSERT_EQ(surface.size(), vertices.size());
  ASSERT_EQ(volume->stationCount(), static_cast<int>(surface.size()) + 4);
  EXPECT_EQ(volume->surfaceStations().size(), surface.size()) << "made once";
  EXPECT_EQ(volume->stationCount(), static_cast<int>(surface.size()) + 4);
  const std::vector<StationKinematics> stations = stationsAt(q, qd);
  std::vector<Vec3> moved(vertices.size());
  volume->moveSurface(*data, moved);
  for (const SurfaceStation& point : surface) {
    const StationKinematics& s = stations[static_cast<std::size_t>(point.station)];
    const auto vertex = std::find(vertices.begin(), vertices.end(), point.x) - vertices.begin();
    EXPECT_LT((s.X.p - moved[static_cast<std::size_t>(vertex)]).norm(), 1e-15);
    EXPECT_EQ(s.X.R, Mat3::Identity());
    EXPECT_TRUE(s.J.topRows<3>().isZero(0) && s.V.head<3>().isZero(0) && s.bias.head<3>().isZero(0));
  }
}

TEST_P(Stations, MoveAsTheirJacobiansSay) {
  const std::vector<StationKinematics> stations = stationsAt(q, qd);
  const auto rates = difference([&](double h) { return stationsAt(q + h * qd, qd); },
                                [&](const StationKinematics& s) { return Vec6(s.J * qd); }, 1e-3);
  for (std::size_t s = 0; s < stations.size(); ++s) {
    EXPECT_LT((stations[s].V - stations[s].J * qd).norm(), 1e-14) << s;
    EXPECT_LT((stations[s].bias - rates[s]).norm(), 1e-9 * std::max(1.0, rates[s].norm())) << s;
  }
  for (int k = 0; k < n; ++k) {
    const auto points = difference([&](double h) { return stationsAt(q + h * VecX::Unit(n, k), qd); },
                                   [](const StationKinematics& s) {
                                     Vec6 out = Vec6::Zero();
                                     out.tail<3>() = s.X.p;
                                     return out;
                                   },
                                   1e-3);
    for (const SurfaceStation& point : surface) {
      const auto s = static_cast<std::size_t>(point.station);
      EXPECT_LT((stations[s].J.col(k) - points[s]).norm(), 1e-10) << s;
    }
  }
}

TEST_P(Stations, OnAFaceTurnAsItDoes) {
  const StationKinematics station = stationsAt(q, qd)[faceStation];
  std::array<Vec3, 3> corners;
  for (std::size_t k = 0; k < 3; ++k)
    corners[k] = volume->surface().vertices[static_cast<std::size_t>(face.vertices[k])];
  const auto points = volume->map().makeEvaluationPoints(corners);
  const auto map = volume->map().makeEvaluator();
  map->setState(q, qd);
  Columns<double> moved(3, 3);
  map->positions(*points, moved);
  for (int k = 0; k < 3; ++k) corners[static_cast<std::size_t>(k)] = moved.row(k).matrix().transpose();
  const Pose frame = face.at(corners);
  EXPECT_LT((station.X.p - frame.p).norm() + (station.X.R - frame.R).norm(), 1e-13);
  const Vec3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  EXPECT_LT((station.X.R.col(0) - normal).norm(), 1e-12) << "x stays normal to the face";
  EXPECT_LT((station.X.R.transpose() * station.X.R - Mat3::Identity()).norm(), 1e-13);
  for (int k = 0; k < n; ++k) {
    constexpr double kStep = 1e-4;
    const Pose a = stationsAt(q - kStep * VecX::Unit(n, k), qd)[faceStation].X,
               b = stationsAt(q + kStep * VecX::Unit(n, k), qd)[faceStation].X;
    const Vec3 turn = logSO3<double>(Mat3(b.R * a.R.transpose())) / (2 * kStep), shift = (b.p - a.p) / (2 * kStep);
    const Vec6 J = station.J.col(k);
    EXPECT_LT((J.head<3>() - turn).norm(), 1e-6 * std::max(1.0, turn.norm())) << k;
    EXPECT_LT((J.tail<3>() + J.head<3>().cross(station.X.p) - shift).norm(), 1e-6 * std::max(1.0, shift.norm())) << k;
  }
}

TEST_P(Stations, HaveTheColumnsOfTheirMotion) {
  differentiate();
  const std::vector<StationColumns> columns = data->columns;
  const std::vector<StationKinematics> stations = data->stations;
  const auto V = [](const Motion& m) { return m.V; };
  const auto A = [](const Motion& m) { return m.A; };
  const auto near = [](const Vec6& a, const Vec6& b) { return (a - b).norm() < 1e-8 * std::max(1.0, b.norm()); };
  for (int k = 0; k < n; ++k) {
    const auto along = [&](double h) { return motionsAt(q + h * VecX::Unit(n, k), qd); };
    const auto faster = [&](double h) { return motionsAt(q, qd + h * VecX::Unit(n, k)); };
    const auto VbyQ = difference(along, V, 1e-3), AbyQ = difference(along, A, 1e-3);
    const auto AbyV = difference(faster, A, 1e-2);
    for (std::size_t s = 0; s < stations.size(); ++s) {
      const Vec6 twist = motion.V + stations[s].V, J = stations[s].J.col(k);
      const Vec6 R = columns[s].R.col(k), L = columns[s].L.col(k), Y = columns[s].Y.col(k);
      const auto inner = [&](const Vec6& x) { return transformTwistInverse<double>(stations[s].X, x); };
      EXPECT_TRUE(near(inner(R), VbyQ[s])) << s << ", " << k;
      EXPECT_TRUE(near(inner(L - crossMotion<double>(twist, R)), AbyQ[s])) << s << ", " << k;
      EXPECT_TRUE(near(inner(Y - crossMotion<double>(twist, J)), AbyV[s])) << s << ", " << k;
    }
  }
}

TEST_P(Stations, ThatAreIdleKeepTheirColumns) {
  differentiate();
  const std::vector<StationColumns> before = data->columns;
  const auto idle = static_cast<std::size_t>(surface.front().station);
  std::ranges::fill(data->idle, 1);  // of the axis nothing is left out
  for (StationColumns& each : data->columns) each.L.setConstant(7);
  data->idle[idle + 1] = 0;
  differentiate();
  for (std::size_t s = 0; s < before.size(); ++s) {
    const bool left = s >= idle && s < idle + surface.size() && s != idle + 1;
    EXPECT_EQ(data->columns[s].L, left ? Mat6X::Constant(6, n, 7) : before[s].L) << s;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Stations,
                         ::testing::Values(VolumeKind{"backbone_table4", false, false, table4()},
                                           VolumeKind{"backbone_everything", false, false, everything()},
                                           VolumeKind{"composed_table4", true, false, table4()}),
                         [](const auto& info) { return info.param.name; });

TEST(SurfaceStations, AreAFewOfAFineMesh) {
  const auto volume = meshedVolume(table4(), false, nullptr, 6000);
  const std::vector<Vec3>& vertices = volume->surface().vertices;
  ASSERT_GT(vertices.size(), 600U);
  const auto chosen = volume->surfaceStations();
  EXPECT_EQ(chosen.size(), 200U);
  double farthest = 0;
  for (const Vec3& vertex : vertices) {
    double nearest = 1;
    for (const SurfaceStation& point : chosen) nearest = std::min(nearest, (point.x - vertex).norm());
    farthest = std::max(farthest, nearest);
  }
  const double area = 2 * 3.1416 * kVolumeRadius * (kVolumeLength + kVolumeRadius);
  EXPECT_LT(farthest, 1.3 * std::sqrt(area / 200)) << "evenly spread";
}

TEST(SurfaceStations, OfABodyWithoutAMeshAreNone) {
  const auto volume = makeVolume(table4(), false);
  EXPECT_TRUE(volume->surfaceStations().empty());
  EXPECT_TRUE(volume->core().empty());
}

TEST(SurfaceStations, EncloseACore) {
  const auto volume = meshedVolume(table4(), false, nullptr, 3000);
  const auto core = volume->core();
  ASSERT_EQ(core.size(), volume->slices().size());
  for (const BodySlice& slice : core) {
    const double x = slice.at * kVolumeLength, fits = std::min({kVolumeRadius, x, kVolumeLength - x});
    EXPECT_LE(slice.radius, 1.02 * fits);  // of polygons that are as large as circles
    EXPECT_GT(slice.radius, 0.95 * fits);
  }
}

TEST(FaceFrame, LooksOutwardsAtRest) {
  const auto volume = meshedVolume(table4(), false, nullptr, 3000);
  const SurfaceMesh& surface = volume->surface();
  const auto restOf = [&](const FaceFrame& face) {
    std::array<Vec3, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) corners[k] = surface.vertices[static_cast<std::size_t>(face.vertices[k])];
    return face.at(corners);
  };
  const FaceFrame side = faceFrameAt(surface, {0.5 * kVolumeLength, 0, 1.2 * kVolumeRadius});
  const Pose onSide = restOf(side);
  EXPECT_NEAR(side.distance, 0.2 * kVolumeRadius, 0.02 * kVolumeRadius);
  EXPECT_NEAR(side.shares.sum(), 1, 1e-12);
  EXPECT_GE(side.shares.minCoeff(), -1e-12);
  EXPECT_GT(onSide.R.col(0).z(), 0.95);
  EXPECT_GT(onSide.R.col(1).x(), 0.95) << "along the body";
  EXPECT_NEAR(onSide.R.determinant(), 1, 1e-12);
  const Pose onTip = restOf(faceFrameAt(surface, {1.1 * kVolumeLength, 0, 0}));
  EXPECT_LT((onTip.R - Mat3::Identity()).norm(), 1e-9) << "as the tip: x along the body, y across";
  EXPECT_NEAR(onTip.p.x(), kVolumeLength, 1e-12);
  // Where the side meets the end, between the two.
  const Pose onEdge = restOf(faceFrameAt(surface, {1.1 * kVolumeLength, 1.1 * kVolumeRadius, 0}));
  EXPECT_GT(onEdge.R(0, 0), 0.2);
  EXPECT_GT(onEdge.R(1, 0), 0.2);
  EXPECT_THROW(faceFrameAt(SurfaceMesh{}, Vec3::Zero()), std::invalid_argument);
}

/// Where sections stay plane and round, the end turns and shifts as the tip does, and grows about it.
TEST(FaceFrame, OfTheEndMovesAsTheTip) {
  using enum BackboneRow;
  for (const bool composed : {false, true}) {
    const auto volume = meshedVolume({{kStretch, {"X"}}, {kTorsion, {"1/L", "x/L^2"}}}, composed, nullptr, 300);
    const auto station =
        static_cast<std::size_t>(volume->addFaceStation(faceFrameAt(volume->surface(), {kVolumeLength, 0, 0})));
    const int n = volume->size();
    const VecX q = someCoordinates(n), qd = someCoordinates(n, 0.8), qdd = someCoordinates(n, -2);
    const std::unique_ptr<BodyData> data = volume->makeData();
    const BodyCoordinates c{{q.data(), n}, {qd.data(), n}, {qdd.data(), n}};
    volume->kinematics(*data, c);
    volume->inertia(*data, c);
    BaseMotion motion;
    motion.V << 0.3, -0.5, 0.4, 0.2, 0.6, -0.1;
    motion.A << -1, 2, 0.5, 3, -0.7, 1;
    volume->inverseDynamics(*data, c, motion);
    volume->columns(*data, c, motion);
    const StationKinematics &tip = data->stations[0], &face = data->stations[station];
    EXPECT_GT((tip.X.R - Mat3::Identity()).norm(), 0.1);
    EXPECT_LT((face.X.p - tip.X.p).norm() + (face.X.R - tip.X.R).norm(), 1e-12) << composed;
    EXPECT_LT((face.J - tip.J).norm(), 1e-11 * tip.J.norm()) << composed;
    EXPECT_LT((face.bias - tip.bias).norm(), 1e-14) << composed;  // none: all turns about one axis
    const StationColumns &a = data->columns[station], &b = data->columns[0];
    EXPECT_GT(b.R.norm(), 0.1);
    EXPECT_LT((a.R - b.R).norm() + (a.L - b.L).norm() + (a.Y - b.Y).norm(), 1e-9 * (b.R.norm() + b.L.norm()));
  }
}

TEST(SpreadPoints, HoldTheCornersAndAreEven) {
  std::vector<Vec3> grid;
  for (int i = 0; i < 11; ++i)
    for (int j = 0; j < 11; ++j) grid.emplace_back(0.1 * i, 0.2 * j, 0);
  const std::vector<int> few = spreadPoints(grid, 30);
  EXPECT_EQ(few.size(), 30U);
  EXPECT_TRUE(std::ranges::is_sorted(few));
  for (const int corner : {0, 10, 110, 120}) EXPECT_TRUE(std::ranges::binary_search(few, corner)) << corner;
  EXPECT_EQ(spreadPoints(grid, 30), few);
  EXPECT_EQ(spreadPoints(grid, 121).size(), 121U);
  EXPECT_EQ(spreadPoints(grid, 500).size(), 121U);
  grid.insert(grid.end(), grid.begin(), grid.end());
  EXPECT_EQ(spreadPoints(grid, 500).size(), 121U) << "of equal points one";
  EXPECT_EQ(spreadPoints(grid, 2).size(), 2U);
  EXPECT_TRUE(spreadPoints({}, 5).empty());
}

}  // namespace
}  // namespace tendril::tests
