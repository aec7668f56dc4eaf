// SPDX-License-Identifier: GPL-3.0-or-later
// Rigid bodies as shapes: their mass, centre and inertia from what is drawn.
#pragma once

#include <optional>

#include "studio/document/document.hpp"

namespace tendril {

struct Model;

namespace edits {

/// Density (kg/m³) that the mass of a rigid link means for its shapes together; nullopt: it has no shape that encloses
/// a volume, or no mass. `model`: built from the description.
std::optional<double> meanDensity(const Model& model, ObjectId link);
/// Gives a link the mass, centre and inertia of its shapes at a density, kg/m³. A tip frame that is still at the base,
/// with nothing on it, goes to the far end of the first shape.
Edit weighShapes(const Description& description, const Model& model, ObjectId link, double density);

}  // namespace edits
}  // namespace tendril
