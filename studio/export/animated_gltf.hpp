// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces that move, as glTF. It is written here because Assimp's exporter loses shapes that change over time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/math/pose.hpp"
#include "studio/export/surface_writer.hpp"

namespace tendril {

/// Where a frame is at one instant after the other, in the precision of glTF.
class PoseTrack {
 public:
  /// At the next instant. Of the two quaternions of a rotation it keeps the one nearer to the last, so that between
  /// them nothing turns the long way round.
  void add(const Pose& pose);

  const std::vector<float>& translations() const { return translations_; }  ///< m, three per instant
  const std::vector<float>& rotations() const { return rotations_; }        ///< x, y, z, w per instant

 private:
  std::vector<float> translations_, rotations_;
  Eigen::Vector4d last_ = Eigen::Vector4d::Zero();  // w, x, y, z
};

/// glTF 2.0 in one file (.glb): nodes that move, with surfaces that keep their shape or change it. m and s; y is up, by
/// a turn of the node "robot" above all others, as in writeSurfaces(). All values are linear between instants, of
/// rotations along the shorter arc. Methods throw std::runtime_error where the file would become larger than a .glb can
/// be, or a number is not finite.
class AnimatedGltf {
 public:
  using Node = std::size_t;

  /// `times`: s, at least one, ascending by more than a float can tell; the file counts them from the first.
  explicit AnimatedGltf(std::span<const double> times);
  ~AnimatedGltf();
  AnimatedGltf(const AnimatedGltf&) = delete;
  AnimatedGltf& operator=(const AnimatedGltf&) = delete;

  /// A node in the world. `track`: a pose per instant; what of it stays the same is no animation.
  Node addNode(const std::string& name, const PoseTrack& track);
  /// A node that is fixed to another one.
  Node addPart(Node to, const std::string& name);
  /// What is seen of a node, in its frame. Once for a node, with one surface at least.
  void setSurfaces(Node node, std::span<const Surface> surfaces);
  /// Instead, a surface that changes its shape, in the frame of the node: `first` is that at the first of `keys`,
  /// instants of the constructor, ascending and two at least. addShape() gives the others.
  void setMorphing(Node node, const Surface& first, std::span<const std::size_t> keys);
  /// The shape at the next key: of the same vertices.
  void addShape(Node node, const Surface& shape);

  /// Whether some node moves or changes its shape.
  bool moves() const;
  void write(const std::filesystem::path& file) const;

 private:
  class Content;
  std::unique_ptr<Content> content_;
};

}  // namespace tendril
