// SPDX-License-Identifier: BSD-3-Clause
// The parts of the checks of descriptions and of built models, a file each. Internal to core/builder.
#pragma once

#include <vector>

#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"

namespace tendril {

struct Model;

// ---- of descriptions

/// Outputs of controllers and of phases of sequences: an error for every actuator that two controllers drive, or one
/// that nothing can drive by force, for wrong numbers of signals, and for phases that lack something. Problems of
/// references are not told again.
void checkOutputs(const Description& description, std::vector<Problem>& problems);

// ---- of built models

/// Whether the points that integrals over soft bodies are sums over suffice. Adds an error for each rod whose Gauss
/// points leave combinations of its strain functions without stiffness, and a warning where the points limit what the
/// functions could do; the cure names the number of points that serves. For volumes a warning where the elastic energy
/// is off by more than 2 %.
void checkPoints(const Model& model, const Description& description, std::vector<Problem>& problems);

/// A warning for every computed signal that is no formula over the signals of the model: it draws nothing, and nothing
/// else depends on it.
void checkSignals(const Model& model, const Description& description, std::vector<Problem>& problems);

/// What only a robot that is put together shows, at its initial configuration. Errors: coordinates that a body cannot
/// have, tendons whose points coincide. Warnings: soft bodies bent so far that they fold, joints that move without
/// inertia, drives that begin beyond a limit or against loops, loops between sides that never move against each other.
void checkStart(const Model& model, const Description& description, std::vector<Problem>& problems);

}  // namespace tendril
