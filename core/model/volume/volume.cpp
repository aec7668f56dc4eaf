// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/volume.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/math/se3.hpp"
#include "core/model/volume/mesh/spread_points.hpp"
#include "core/model/volume/volume_data.hpp"

namespace tendril {
namespace {

constexpr int kPictureSections = 11;       // frames along the axis, for pictures
constexpr std::size_t kPartPoints = 700;   // tens of microseconds: well more than waking a thread takes
constexpr std::size_t kKeptBlocks = 8;     // whose strains, and their duals, stay in the caches of a processor
constexpr std::size_t kTouchPoints = 200;  // of a surface, which all are moved in every step

std::vector<Vec3> positionsOf(const std::vector<VolumePoint>& points, const std::vector<int>& indices) {
  std::vector<Vec3> out;
  for (int i : indices) out.push_back(points[static_cast<std::size_t>(i)].x);
  return out;
}

}  // namespace

Volume::Volume(VolumeSpec spec) : spec_(std::move(spec)) {
  stations_.push_back({1.0, nullptr});
  if (spec_.points.empty()) throw std::invalid_argument("has no volume: the mesh gives no points of quadrature");
  std::vector<Vec3> all;
  for (const VolumePoint& point : spec_.points) {
    if (!point.x.allFinite() || !(point.volume > 0))
      throw std::invalid_argument("has a point of quadrature without volume");
    all.push_back(point.x);
  }
  std::size_t largest = 0;
  for (const std::vector<int>& indices : map().blocks(all)) {
    const std::vector<Vec3> points = positionsOf(spec_.points, indices);
    Block block{map().makeEvaluationPoints(points), Eigen::ArrayXd(points.size()), {}, points};
    for (std::size_t i = 0; i < indices.size(); ++i)
      block.volume[static_cast<Eigen::Index>(i)] = spec_.points[static_cast<std::size_t>(indices[i])].volume;
    block.mass = block.volume * spec_.density;
    blocks_.push_back(std::move(block));
    largest = std::max(largest, indices.size());
  }
  divide();
  const std::size_t kept = blocks_.size() <= kKeptBlocks ? blocks_.size() : 1;
  workspaces_ = std::make_shared<Workspaces>(map(), static_cast<int>(largest), kept, parts_.size());
  if (spec_.mesh) buildSurface();
}

void Volume::divide() {
  std::size_t points = kPartPoints;  // of the last part: full, so that the first block begins one
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    if (points >= kPartPoints) parts_.push_back({b, b}), points = 0;
    parts_.back().last = b + 1;
    points += blocks_[b].positions.size();
  }
}

std::pair<double, Vec3> Volume::worstPoint(const VecXRef& q) const {
  std::pair<double, Vec3> worst(1, Vec3::Zero());
  for (const Block& block : blocks_) {
    const auto [margin, index] = map().margin(*block.points, q);
    if (!(margin >= worst.first)) worst = {margin, block.positions[static_cast<std::size_t>(index)]};
  }
  return worst;
}

double Volume::admissibleMargin(const VecXRef& q) const {
  const FailureNote* failure = spec_.law ? spec_.law->failureNote() : nullptr;
  return failure && failure->isSet() ? std::nan("") : worstPoint(q).first;
}

std::string Volume::violation(const VecXRef& q) const {
  if (const FailureNote* failure = spec_.law ? spec_.law->failureNote() : nullptr)
    if (std::string why = failure->take(); !why.empty()) return why;
  const auto [margin, x] = worstPoint(q);
  return std::isnan(margin) ? map().violation(x, q) : violationAt(x, q);  // a plugin that failed says where
}

std::string Volume::violationAt(const Vec3& x, const VecXRef& q) const {
  char where[60];
  std::snprintf(where, sizeof where, " at x = %.3g m", x.x());
  return map().violation(x, q) + where;
}

std::pair<double, Vec3> Volume::worstOfSurface(const VecXRef& q) const {
  std::pair<double, Vec3> worst = worstPoint(q);
  for (const NodeBlock& block : surfaceBlocks_) {
    const auto [margin, index] = map().margin(*block.points, q);
    const int vertex = block.nodes[static_cast<std::size_t>(index)];
    if (!(margin >= worst.first)) worst = {margin, surface_.vertices[static_cast<std::size_t>(vertex)]};
  }
  return worst;
}

double Volume::surfaceMargin(const VecXRef& q) const {
  return worstOfSurface(q).first;
}

std::string Volume::surfaceViolation(const VecXRef& q) const {
  return violationAt(worstOfSurface(q).second, q);
}

int Volume::addStation(double at) {
  if (!(at >= 0 && at <= 1)) throw std::invalid_argument("a station must lie in 0…1");
  const auto found =
      std::ranges::find_if(stations_, [at](const Station& each) { return !each.points && each.at == at; });
  if (found != stations_.end()) return static_cast<int>(found - stations_.begin());
  stations_.push_back({at, nullptr});
  return static_cast<int>(stations_.size()) - 1;
}

int Volume::addFaceStation(const FaceFrame& face) {
  std::array<Vec3, 3> corners;
  for (std::size_t k = 0; k < 3; ++k) corners[k] = surface_.vertices[static_cast<std::size_t>(face.vertices[k])];
  stations_.push_back({0, map().makeEvaluationPoints(corners), face});
  return static_cast<int>(stations_.size()) - 1;
}

std::span<const SurfaceStation> Volume::surfaceStations() {
  if (!surfaceStations_.empty()) return surfaceStations_;
  std::vector<Vec3> points;
  for (const int i : spreadPoints(surface_.vertices, kTouchPoints))
    points.push_back(surface_.vertices[static_cast<std::size_t>(i)]);
  addPoints(points);
  return surfaceStations_;
}

void Volume::addPoints(std::span<const Vec3> points) {
  for (const Vec3& x : points) {
    surfaceStations_.push_back({static_cast<int>(stations_.size()), x});
    stations_.push_back({0, map().makeEvaluationPoints(std::span(&x, 1))});
  }
  pointBlocks_ = nodeBlocks(points);
  for (NodeBlock& block : pointBlocks_)
    for (int& node : block.nodes) node = surfaceStations_[static_cast<std::size_t>(node)].station;
}

int Volume::largestBlock(std::initializer_list<const std::vector<NodeBlock>*> all) {
  int most = 0;
  for (const auto* blocks : all)
    for (const NodeBlock& block : *blocks) most = std::max(most, block.points->count());
  return most;
}

std::unique_ptr<BodyData> Volume::makeData() const {
  const int n = size();
  int largest = 0;
  for (const Block& block : blocks_) largest = std::max(largest, block.points->count());
  auto data = std::make_unique<VolumeData>(n);
  data->map = map().makeEvaluator();
  data->derivatives = map().makeMotionDerivatives();
  for (const Block& block : blocks_) data->blocks.emplace_back(block.points->count(), n);
  for (std::size_t part = 0; part < parts_.size(); ++part)
    data->parts.emplace_back(*data->derivatives, largest, largestBlock({&pointBlocks_}), n);
  const int nodes = largestBlock({&surfaceBlocks_, &insideBlocks_});
  data->nodes.resize(nodes, 3), data->gradient.resize(nodes, 9);
  StationKinematics station;
  station.J.setZero(6, n);
  data->stations.assign(stations_.size(), station);
  for (const SurfaceStation& point : surfaceStations_) data->points.push_back(point.station);
  if (!data->points.empty()) data->idle.assign(stations_.size(), 0);
  data->columns.assign(stations_.size(), {Mat6X::Zero(6, n), Mat6X::Zero(6, n), Mat6X::Zero(6, n)});
  data->changes.assign(stations_.size(), FrameChange(n));
  data->sections.resize(kPictureSections);
  data->H.setZero(6, n), data->M.setZero(n, n), data->Q.setZero(n);
  data->dry.H = data->H, data->dry.M = data->M;
  data->wet.resize(wet_.size());
  data->Uq.setZero(6, n), data->Uv.setZero(6, n), data->force.setZero(6, n);
  data->rowI.setZero(n, 6), data->rowN.setZero(n, 6), data->rowK.setZero(n, 6);
  data->Qq.setZero(n, n), data->Qv.setZero(n, n), data->Mq.setZero(n, n);
  return data;
}

double Volume::estimatedWork() const {
  return 0.03 * static_cast<double>(spec_.points.size() + surfaceStations_.size()) * (1 + 0.1 * size());
}

void Volume::kinematics(BodyData& bodyData, const BodyCoordinates& c) const {
  auto& data = static_cast<VolumeData&>(bodyData);
  data.q = c.q, data.qd = c.qd;
  data.map->setState(data.q, data.qd);
  for (std::size_t s = 0; s < stations_.size(); ++s) {
    if (stations_[s].isPoint()) continue;
    moveFrame<double>(*data.map, stations_[s], data.qd, data.corners, data.frame);
    StationKinematics& station = data.stations[s];
    station.X = data.frame.X;
    station.J = data.frame.J;
    station.V.noalias() = station.J * data.qd;
    station.bias = data.frame.bias;
  }
  forEachPart([&](std::size_t part) { partMotion(data, part), partPoints(data, part); });
}

void Volume::partMotion(VolumeData& data, std::size_t part) const {
  for (std::size_t b = parts_[part].first; b < parts_[part].last; ++b) {
    BlockMotion& block = data.blocks[b];
    block.points.work.swap(data.parts[part].work);
    data.map->motion(*blocks_[b].points, block.points);
    block.points.work.swap(data.parts[part].work);
    block.velocity.setZero();
    for (int j = 0; j < size(); ++j) block.velocity += block.points.J.middleCols<3>(3 * j) * data.qd[j];
  }
}

/// Stations that are points, a share of their blocks: what turns of them is B alone, so they have no angular part.
void Volume::partPoints(VolumeData& data, std::size_t part) const {
  PointMotion<double>& motion = data.parts[part].stationPoints;
  for (std::size_t b = part; b < pointBlocks_.size(); b += parts_.size()) {
    motion.work.swap(data.parts[part].work);
    data.map->motion(*pointBlocks_[b].points, motion);
    motion.work.swap(data.parts[part].work);
    for (std::size_t i = 0; i < pointBlocks_[b].nodes.size(); ++i) {
      const int row = static_cast<int>(i);
      StationKinematics& station = data.stations[static_cast<std::size_t>(pointBlocks_[b].nodes[i])];
      station.X.p = vectorAt(motion.p, row, 0);
      station.bias.tail<3>() = vectorAt(motion.b, row, 0);
      for (int j = 0; j < size(); ++j) station.J.col(j).tail<3>() = vectorAt(motion.J, row, 3 * j);
      station.V.noalias() = station.J.lazyProduct(data.qd);
    }
  }
}

void Volume::sections(BodyData& bodyData) const {
  auto& data = static_cast<VolumeData&>(bodyData);
  for (int i = 0; i < kPictureSections; ++i)
    data.sections[static_cast<std::size_t>(i)] = data.map->pose(static_cast<double>(i) / (kPictureSections - 1));
}

// I = Σ ρ PᵀP, H = Σ ρ PᵀJ, M = Σ ρ JᵀJ with P = [−p~, 1].
void Volume::inertia(BodyData& bodyData, const BodyCoordinates&) const {
  auto& data = static_cast<VolumeData&>(bodyData);
  forEachPart([&](std::size_t part) { partInertia(data, part); });
  double mass = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  auto& [I, H, M, F] = data.dry;
  H.setZero(), M.setZero();
  for (const PartSums& sums : data.parts)
    mass += sums.mass, first += sums.first, second += sums.second, H += sums.H, M += sums.M;
  M.triangularView<Eigen::StrictlyUpper>() = M.transpose();
  second.triangularView<Eigen::StrictlyUpper>() = second.transpose();
  data.mass = mass, data.firstMoment = first;
  I.topLeftCorner<3, 3>() = second.trace() * Mat3::Identity() - second;
  I.topRightCorner<3, 3>() = skew<double>(first);
  I.bottomLeftCorner<3, 3>() = -skew<double>(first);
  I.bottomRightCorner<3, 3>() = mass * Mat3::Identity();
  data.I = I, data.H = H, data.M = M;
  addFluidInertia(data);
}

void Volume::partInertia(VolumeData& data, std::size_t part) const {
  PartSums& sums = data.parts[part];
  sums.mass = 0, sums.first.setZero(), sums.second.setZero(), sums.H.setZero(), sums.M.setZero();
  for (std::size_t b = parts_[part].first; b < parts_[part].last; ++b) {
    const Eigen::ArrayXd& weight = blocks_[b].mass;
    const auto& [p, J, b0, work] = data.blocks[b].points;
    sums.mass += weight.sum();
    for (int a = 0; a < 3; ++a) {
      const auto weighted = (p.col(a) * weight).matrix();
      sums.first[a] += weighted.sum();
      for (int k = 0; k <= a; ++k) sums.second(a, k) += weighted.dot(p.col(k).matrix());
    }
    for (int j = 0; j < size(); ++j) {
      const auto x = J.col(3 * j), y = J.col(3 * j + 1), z = J.col(3 * j + 2);
      sums.H(0, j) += (weight * (p.col(1) * z - p.col(2) * y)).sum();
      sums.H(1, j) += (weight * (p.col(2) * x - p.col(0) * z)).sum();
      sums.H(2, j) += (weight * (p.col(0) * y - p.col(1) * x)).sum();
      sums.H(3, j) += (weight * x).sum();
      sums.H(4, j) += (weight * y).sum();
      sums.H(5, j) += (weight * z).sum();
      for (int k = 0; k <= j; ++k)
        sums.M(j, k) += (weight * (x * J.col(3 * k) + y * J.col(3 * k + 1) + z * J.col(3 * k + 2))).sum();
    }
  }
}

// a = P A + J q̈ + J̇q̇ + 2ω×(J q̇) + ω×(ω×p + v); F = Σ ρ Pᵀ(a + γ), Q = Σ ρ Jᵀ(a + γ), and γ less in a fluid.
void Volume::inverseDynamics(BodyData& bodyData, const BodyCoordinates& c, const BaseMotion& motion) const {
  auto& data = static_cast<VolumeData&>(bodyData);
  forEachPart([&](std::size_t part) { partForces(data, part, c, motion); });
  data.F.setZero(), data.Q.setZero();
  for (const PartSums& sums : data.parts) data.F += sums.F, data.Q += sums.Q;
  data.dry.F = data.F;
  addFluidForces(data, c, motion);
}

void Volume::partForces(VolumeData& data, std::size_t part, const BodyCoordinates& c, const BaseMotion& motion) const {
  const Vec3 w = motion.V.head<3>();
  const Vec3 constant = motion.A.tail<3>() + w.cross(Vec3(motion.V.tail<3>())) + (1 - lift_) * motion.gamma;
  const Mat3 W = skew<double>(w);
  const Mat3 turning = skew<double>(Vec3(motion.A.head<3>())) + W * W;  // on p
  PartSums& sums = data.parts[part];
  sums.F.setZero(), sums.Q.setZero();
  for (std::size_t b = parts_[part].first; b < parts_[part].last; ++b) {
    BlockMotion& block = data.blocks[b];
    const Eigen::ArrayXd& weight = blocks_[b].mass;
    auto& a = block.acceleration;
    const auto& [p, J, bias, work] = block.points;
    a = bias;
    for (int j = 0; j < size(); ++j) a += J.middleCols<3>(3 * j) * c.qdd[j];
    for (int k = 0; k < 3; ++k)
      a.col(k) +=
          p.col(0) * turning(k, 0) + p.col(1) * turning(k, 1) + p.col(2) * turning(k, 2) +
          2 * (block.velocity.col(0) * W(k, 0) + block.velocity.col(1) * W(k, 1) + block.velocity.col(2) * W(k, 2)) +
          constant[k];
    for (int k = 0; k < 3; ++k) {
      const int y = (k + 1) % 3, z = (k + 2) % 3;
      sums.F[k] += (weight * (p.col(y) * a.col(z) - p.col(z) * a.col(y))).sum();
      sums.F[3 + k] += (weight * a.col(k)).sum();
    }
    for (int j = 0; j < size(); ++j)
      sums.Q[j] +=
          (weight * (J.col(3 * j) * a.col(0) + J.col(3 * j + 1) * a.col(1) + J.col(3 * j + 2) * a.col(2))).sum();
  }
}

}  // namespace tendril
