// SPDX-License-Identifier: GPL-3.0-or-later
// Colours and cut of soft bodies as people write them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/fields/deformation_layer.hpp"
#include "render/fields/field_range.hpp"
#include "render/glyphs/scene_overlays.hpp"

namespace tendril::composer {

/// `field`: key of surfaceFields(), empty: none; `cut`: "y=0.01" keeps what lies above, "y<0.01" what lies below, m,
/// and "1,0,1=0.02" what lies beyond 0.02 m along that direction; empty: none. The ends of the colours are still to be
/// found. std::invalid_argument that says what to write.
DeformationLook pictureLook(const std::string& field, const std::string& cut);

/// The robot in a state with all that a picture of this look draws.
Snapshot drawnSnapshot(const std::shared_ptr<const Model>& model, Data& data, double t, const VecX& q, const VecX& v,
                       const VecX& u, const DeformationLook& look, const SceneOverlays& overlays);

/// Keys of surfaceFields(), between commas.
std::string fieldKeys();

/// Two texts: ends in SI units, "0" and "2e4", or percentiles of what is seen, "2%" and "98%"; none: round ends around
/// it. std::invalid_argument that says what to write.
ColorEnds colorEnds(const std::vector<std::string>& texts);

/// The scale of what these snapshots show.
FieldColors pictureColors(SurfaceField field, const ColorEnds& ends, std::span<const Snapshot> shown);

}  // namespace tendril::composer
