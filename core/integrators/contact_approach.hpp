// SPDX-License-Identifier: BSD-3-Clause
// How long a step may be before something passes through what it should touch, and how violently things meet.
#pragma once

#include <vector>

#include "core/dynamics/contact/contacts.hpp"
#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// What is near, at one state.
struct Approach {
  double longestStep = 0;    ///< s: longer, something might be beyond the middle of what it touches
  double resolvingStep = 0;  ///< s: longer, an impact is seen by too few steps to be smooth
  double impactTime = 0;     ///< s, time scale of what strikes: how deep it will dive over how fast it is
  double stableStep = 0;     ///< s: period of what touches over 2π, at the depth that it has
  double closingEnergy = 0;  ///< J, Σ ½ m c² of what touches: c its speed along the normal, m the lighter body's mass
  double closingSpeed = 0;   ///< m/s, the largest c
  double mass = 0;           ///< kg, Σ m of what touches
  bool near = false;         ///< something touches, or may within the step asked about
  int touches = 0;           ///< how many pairs do
  bool resolved = true;      ///< within the step asked about, no depth changes by more than a small part of itself
};

/// Looks at the contacts of a model. Nothing is allocated once as many pairs were near as will be.
class ContactApproach {
 public:
  /// Reads masses; `data` is overwritten.
  void prepare(const Model& model, Data& data);
  /// What may touch within a step of h (s) from (q, v), where the accelerations are a (nv). Bodies may gain speed
  /// towards each other as gravity or a make them. `data` is overwritten: kinematics of (q, v).
  const Approach& look(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a, double h);

 private:
  double reach(const Data& data, const Contact& contact, double h) const;
  double largestAcceleration(const Model& model, const Data& data) const;
  void addFriction(const ContactLaw& law, const ContactGap& gap, double mass);
  void add(const ContactLaw& law, const ContactGap& gap, double mass, double h);

  std::vector<double> masses_;  ///< kg, of the lighter side of every contact
  std::vector<ContactGap> gaps_;
  double squaredRate_ = 0, dampingRate_ = 0;  ///< 1/s², 1/s: of friction that sticks
  double fall_ = 0, push_ = 0;                ///< m/s²: of gravity; the largest by which something is pushed, or falls
  Approach found_;
};

}  // namespace tendril
