// SPDX-License-Identifier: GPL-3.0-or-later
// Colours and cut of soft bodies as people write them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/fields/deformation_layer.hpp"

namespace tendril::composer {

/// `field`: key of surfaceFields(), empty: none; `cut`: "y=0.01" keeps what lies above, "y<0.01" what lies below, m;
/// empty: none. The ends of the colours are still to be found. std::invalid_argument that says what to write.
DeformationLook pictureLook(const std::string& field, const std::string& cut);

/// Round ends around what these snapshots show, or `range`, SI, where it has two numbers.
FieldColors pictureColors(SurfaceField field, const std::vector<double>& range, std::span<const Snapshot> shown);

}  // namespace tendril::composer
