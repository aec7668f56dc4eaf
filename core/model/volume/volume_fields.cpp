// SPDX-License-Identifier: BSD-3-Clause
// What pictures ask of a volume: where the nodes of its mesh are, and fields of its deformation there. Stresses are
// those of the law, without damping (primitives.md §3).
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/volume/volume.hpp"
#include "core/model/volume/volume_data.hpp"

namespace tendril {
namespace {

/// Of the stress P Fᵀ/J, whatever pressure it has.
double vonMises(const VolumeLaw& law, const Mat3& F) {
  Mat3 s = law.stress(F) * F.transpose() / F.determinant();
  s.diagonal().array() -= s.trace() / 3;
  return std::sqrt(1.5 * s.squaredNorm());
}

double largestStretch(const Mat3& B) {
  Eigen::SelfAdjointEigenSolver<Mat3> solver;
  solver.computeDirect(B, Eigen::EigenvaluesOnly);
  return std::sqrt(std::max(0.0, solver.eigenvalues()[2]));
}

}  // namespace

void Volume::buildSurface() {
  const TetMesh& mesh = *spec_.mesh;
  std::vector<int> index(mesh.nodes.size(), -1);
  for (const Triangle& triangle : meshBoundary(mesh).triangles) {
    std::array<int, 3> own{};
    for (std::size_t k = 0; k < 3; ++k) {
      int& mine = index[static_cast<std::size_t>(triangle[k])];
      if (mine < 0) {
        mine = static_cast<int>(surface_.vertices.size());
        surface_.vertices.push_back(mesh.nodes[static_cast<std::size_t>(triangle[k])]);
      }
      own[k] = mine;
    }
    surface_.triangles.push_back(own);
  }
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    if (index[i] >= 0) continue;
    index[i] = static_cast<int>(surface_.vertices.size() + surface_.inside.size());
    surface_.inside.push_back(mesh.nodes[i]);
  }
  for (const Tetrahedron& tetrahedron : mesh.tetrahedra) {
    std::array<int, 4> own{};
    for (std::size_t k = 0; k < 4; ++k) own[k] = index[static_cast<std::size_t>(tetrahedron[k])];
    surface_.tetrahedra.push_back(own);
  }
  surfaceBlocks_ = nodeBlocks(surface_.vertices);
  insideBlocks_ = nodeBlocks(surface_.inside);
}

std::vector<Volume::NodeBlock> Volume::nodeBlocks(std::span<const Vec3> all) const {
  std::vector<NodeBlock> out;
  if (all.empty()) return out;
  for (std::vector<int>& indices : map().blocks(all)) {
    std::vector<Vec3> points;
    for (int i : indices) points.push_back(all[static_cast<std::size_t>(i)]);
    out.push_back({map().makeEvaluationPoints(points), std::move(indices)});
  }
  return out;
}

void Volume::moveNodes(VolumeData& data, const std::vector<NodeBlock>& blocks, std::span<Vec3> out) const {
  for (const NodeBlock& block : blocks) {
    data.map->positions(*block.points, data.nodes);
    for (std::size_t i = 0; i < block.nodes.size(); ++i)
      out[static_cast<std::size_t>(block.nodes[i])] = vectorAt(data.nodes, static_cast<int>(i), 0);
  }
}

void Volume::moveSurface(BodyData& data, std::span<Vec3> out) const {
  moveNodes(static_cast<VolumeData&>(data), surfaceBlocks_, out);
}

void Volume::moveInside(BodyData& data, std::span<Vec3> out) const {
  moveNodes(static_cast<VolumeData&>(data), insideBlocks_, out);
}

double Volume::fieldOf(SurfaceField field, const Mat3& F, const Vec3& shift) const {
  switch (field) {
    case SurfaceField::kDisplacement:
      return shift.norm();
    case SurfaceField::kEnergyDensity:
      if (spec_.law) return spec_.law->energy(F);
      break;
    case SurfaceField::kVonMises:
      if (spec_.law) return vonMises(*spec_.law, F);
      break;
    case SurfaceField::kStretch:
      return largestStretch(F * F.transpose());
    case SurfaceField::kVolumeRatio:
      return F.determinant();
    default:  // of lines
      break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void Volume::fieldValues(BodyData& bodyData, SurfaceField field, std::span<double> surface,
                         std::span<double> inside) const {
  auto& data = static_cast<VolumeData&>(bodyData);
  const auto fill = [&](const std::vector<NodeBlock>& blocks, const std::vector<Vec3>& rest, std::span<double> out) {
    for (const NodeBlock& block : blocks) {
      data.map->positions(*block.points, data.nodes);
      data.map->gradient(*block.points, data.gradient);
      for (std::size_t i = 0; i < block.nodes.size(); ++i) {
        const int row = static_cast<int>(i);
        const auto node = static_cast<std::size_t>(block.nodes[i]);
        out[node] = fieldOf(field, matrixAt(data.gradient, row, 0), vectorAt(data.nodes, row, 0) - rest[node]);
      }
    }
  };
  fill(surfaceBlocks_, surface_.vertices, surface);
  if (!inside.empty()) fill(insideBlocks_, surface_.inside, inside);
}

}  // namespace tendril
