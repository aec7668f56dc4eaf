// SPDX-License-Identifier: BSD-3-Clause
// Fixed steps that are divided where something strikes.
//
// What a contact stores and what its force does along a step should agree. U₊ − U + ½ (Q + Q₊)·D is what the step makes
// up (U the energy of all contacts, Q their generalised forces, D the displacement): the step is made in halves,
// quarters, … while that is not small beside the energy of what meets, and where something could pass through another.
// Later pieces grow again. So impacts are resolved however stiff they are, and a step without them is the method's own,
// bit by bit. The division depends on nothing but the state. Slow contacts (resting, rolling) may lose energy by the
// method's damping, which lets them come to rest at the step of the file; none may gain.
#pragma once

#include <memory>

#include "core/integrators/contact_approach.hpp"
#include "core/integrators/integrator.hpp"

namespace tendril {

enum class StepKind { kImplicit, kExplicit };

/// `method`: a one-step method whose result depends on State, model, inputs and step alone. Pieces of explicit methods
/// are also short beside the period of what touches, and beside the duration of an impact.
std::unique_ptr<Integrator> refineAtContacts(std::unique_ptr<Integrator> method, StepKind kind);

}  // namespace tendril
