// SPDX-License-Identifier: BSD-3-Clause
// What bodies of tetrahedra are built of, however they deform: mesh, points, law. Internal to core/builder.
#pragma once

#include <optional>

#include "core/builder/build_context.hpp"
#include "core/model/volume/volume.hpp"

namespace tendril {

struct BodyMesh {
  std::shared_ptr<const TetMesh> mesh;
  double length;  ///< of the body, m
};
/// Mesh and initial state of a body; empty, with a problem, where there is no mesh or it does not fit the length.
std::optional<BodyMesh> bodyMesh(const description::TetrahedraBody& body, BuildContext& context, LinkSpec& link,
                                 const std::string& path);

const description::Material& materialOf(const description::TetrahedraBody& body, const BuildContext& context);

/// What a law of volumes says.
struct LawChoice {
  std::shared_ptr<const VolumeLaw> law;
  double relaxation = 0;
  bool turningDamped = false;
  double poisson = 0.5;
};
/// Of what keeps its volume; null of linear materials.
LawChoice rubberLaw(const description::Material& material, BuildContext& context);
/// What a linear material says of large turns: small strains in the axes of the base, or stretches alone.
enum class LinearStrain { kSmall, kStretch };
/// Of what can change its volume. A Poisson's ratio that is nearly 0.5 is taken lower, with a warning at `path`.
LawChoice compressibleLaw(const description::Material& material, LinearStrain linear, BuildContext& context,
                          const std::string& path);

/// Gives a spec, which has its map and names, points, mass and law, and makes the body of the link being built. Throws
/// std::invalid_argument as Volume does.
void finishVolume(const description::TetrahedraBody& body, const BodyMesh& mesh, const LawChoice& law, VolumeSpec spec,
                  BuildContext& context);

}  // namespace tendril
