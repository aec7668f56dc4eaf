// SPDX-License-Identifier: BSD-3-Clause
// Fields of bodies that are lines with sections.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/dynamics/contact/contacts.hpp"
#include "core/model/contact/surface_field.hpp"
#include "core/model/model.hpp"

namespace tendril {

/// The sections of every link's body at rest (coordinates zero), in its base frame, m; empty where there is no body.
/// Takes the time of building a workspace.
std::vector<std::vector<Pose>> restSections(const Model& model);
/// The same, kept for the thread until it asks for another model.
const std::vector<std::vector<Pose>>& restSections(const std::shared_ptr<const Model>& model);

/// One body with sections at an instant, SI; spans have one entry per section.
struct SectionLine {
  const Body& body;
  VecXRef q;                            ///< its coordinates
  std::span<const Pose> now, rest;      ///< in its base frame
  Pose base;                            ///< of that frame, world
  int link = -1;                        ///< whose body it is
  std::span<const ContactPoint> touch;  ///< everything that touches
};

/// A field (not kNone) at the sections of one body, SI. Displacement, stretch and curvature are those of the line
/// through its frames, the load of contacts is spread over the two sections beside each point, so that its integral by
/// the rule of trapezia is the sum of the forces; the others are its own (Body::sectionStates). NaN for what it lacks.
void sectionField(SurfaceField field, const SectionLine& line, std::span<double> out);

}  // namespace tendril
