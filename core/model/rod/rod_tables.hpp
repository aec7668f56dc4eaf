// SPDX-License-Identifier: BSD-3-Clause
// Everything about a rod that does not depend on its state: computational points, basis values, section inertias.
//
// "Node" k is the rod after k steps; the end of a division and the start of the next are one node with two poses.
// "Section" poses are kept for every computational point, so the far end of step b of division d is section b + d + 1.
#pragma once

#include <string>
#include <vector>

#include "core/model/quadrature/quadrature.hpp"
#include "core/model/rod/magnus.hpp"
#include "core/model/rod/rod_spec.hpp"

namespace tendril {

/// The coordinates of one strain of one division.
struct StrainBlock {
  int strain;  ///< row of ξ
  int first;   ///< column of the first coordinate
  int count;
  MatX phi;  ///< 2 steps × count: values at the collocation points (first, second of each step), scaled by 1/L for
             ///< angles
  std::vector<int> begin, end;  ///< per coordinate: the steps of the division in which its function is not zero
  bool local = false;           ///< some function is zero in whole steps, as those of elements are
};

struct RodDivision {
  RodDivisionSpec spec;
  double start = 0;  ///< arclength before it, m
  int firstStep = 0, steps = 0;
  int firstColumn = 0, columns = 0;
  int gauss = 0;                        ///< points per element
  std::vector<double> breakpoints;      ///< element boundaries in (0, 1)
  std::vector<QuadraturePoint> points;  ///< steps + 1
  std::vector<StrainBlock> blocks;
  MatX stiffness, damping;  ///< columns × columns

  int lastStep() const { return firstStep + steps; }
  int lastColumn() const { return firstColumn + columns; }
};

/// Inertia of the piece of rod that a Gauss point stands for, in the section's axes about its origin.
struct NodeMass {
  double mass = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
};

/// What a fluid adds to the piece of rod of a Gauss point, in the section's axes about its origin.
struct NodeFluid {
  Mat6 added = Mat6::Zero();
  bool straight = true;  ///< only the linear block of `added` is not 0: nothing turns with the section
  double displaced = 0;  ///< kg
  Vec3 first = Vec3::Zero();
};

/// A place of the rod where something acts: a node, or a step from the node before it.
struct RodStation {
  double at;
  int division, node, section;
  bool side = false;  ///< a step from the section is needed
  Pose after;         ///< constant pose behind it
  MagnusInterval interval;
  double end = 0;  ///< s of the station
  MatX phi;        ///< 2 × columns of the division: values at the collocation points
  Vec6 reference[2];
};

struct RodTables {
  int size = 0;   ///< coordinates
  int steps = 0;  ///< nodes are steps + 1
  double length = 0;
  int magnus = 4;
  std::vector<RodDivision> divisions;
  std::vector<MagnusInterval> intervals;  ///< per step
  MatX reference;                         ///< 2 steps × 6: ξ* at the collocation points
  std::vector<NodeMass> masses;           ///< per node; mass 0: skip
  std::vector<int> columnStrain;          ///< strain of each coordinate
  double totalMass = 0;

  int nodes() const { return steps + 1; }
  int sections() const { return steps + static_cast<int>(divisions.size()); }
};

/// Builds the tables. Throws std::invalid_argument naming the division (from 1), the value and what is allowed.
RodTables buildRodTables(const RodSpec& spec);

/// The interval [s0, s1] of a division and its collocation points in s.
MagnusInterval magnusInterval(const RodDivision& division, double s0, double s1, int magnus, double (&points)[2]);

/// Values of all functions of a division at s, scaled, one per coordinate. `left`, `right`: an interval of which s lies
/// inside; functions that jump at element boundaries are taken from there.
void evaluateBases(const RodDivision& division, double s, Eigen::Ref<VecX> values);

/// ξ*(s).
Vec6 referenceStrain(const RodDivision& division, double s);

/// Adds Φ(s)·q for the coordinates of the division to a strain. `values` from evaluateBases, `q` of the division.
void addStrain(const RodDivision& division, const VecXRef& values, const VecXRef& q, Vec6& strain);

/// The station at `at` ∈ [0, 1] of the whole rod. `at` < 0 means the tip: behind the last division's tip pose.
RodStation makeRodStation(const RodTables& tables, double at);

}  // namespace tendril
