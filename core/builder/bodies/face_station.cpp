// SPDX-License-Identifier: BSD-3-Clause
// Places on the surface of a volume.
#include "core/builder/builders.hpp"
#include "core/model/volume/volume.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

constexpr double kBesideSurface = 0.1;  // of the length: round meshes are flat between their nodes

}  // namespace

int faceStation(Body& body, const Vec3& point, BuildContext& context, const std::string& path) {
  auto* volume = dynamic_cast<Volume*>(&body);
  if (!volume || !volume->mesh()) {
    context.error(path, "is a point, and the body has no faces", "write \"base\", \"tip\" or a number from 0 to 1");
    return 0;
  }
  const FaceFrame face = faceFrameAt(volume->surface(), point);
  if (!(face.distance <= kBesideSurface * volume->length())) {
    Vec3 nearest = Vec3::Zero();
    for (std::size_t k = 0; k < 3; ++k)
      nearest += face.shares[static_cast<Eigen::Index>(k)] *
                 volume->surface().vertices[static_cast<std::size_t>(face.vertices[k])];
    context.error(path, "is " + numberText(face.distance) + " m beside the surface of the undeformed body",
                  "the nearest point of it is [" + numberText(nearest.x()) + ", " + numberText(nearest.y()) + ", " +
                      numberText(nearest.z()) + "]");
    return 0;
  }
  return volume->addFaceStation(face);
}

}  // namespace tendril
