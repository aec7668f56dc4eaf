// SPDX-License-Identifier: BSD-3-Clause
// What the passes over a tree keep of its links: constants, and the coefficients of their series. trees.md §7
#pragma once

#include <array>
#include <vector>

#include "core/dynamics/time_derivatives/motion_packets.hpp"
#include "core/dynamics/time_derivatives/time_derivatives.hpp"

namespace tendril::series {

/// A link. Its frame here is that of its base B, turned so that a joint with one axis has it along z.
struct LinkConstants {
  enum class Path { kFixed, kTurn, kSlide, kGeneral };
  Path path = Path::kFixed;
  bool screw = false;  ///< a turn that advances by pitch
  int parent = -1;     ///< −1: the world
  int q = 0, v = 0, nv = 0;
  int general = -1;       ///< index of its GeneralJoint
  int added = -1;         ///< index of its added mass
  double pitch = 0;       ///< m/rad
  Frames X;               ///< the joint's frame before it moves, in the parent's frame
  PacketInertia inertia;  ///< but for added mass
};

/// Series of a joint without a single fixed axis, in B and in its frame before it moves.
struct GeneralJoint {
  int nv = 0;
  bool varies = false;
  std::vector<std::array<double, 9>> R;  ///< row by row, per coefficient
  std::vector<std::array<double, 3>> p;
  std::vector<std::array<double, 36>> S;  ///< column by column; the first alone where it does not vary
  std::vector<Wrench> turned;             ///< wrench of the link in axes of the frame before the motion
};

struct Workspace {
  Workspace(const Model& model, int order);

  const Model& model;
  int order, K;  ///< K = order + 2: coefficients of velocities
  bool hasLoads = false, hasDrives = false;
  std::vector<LinkConstants> links;
  std::vector<Mat3> turns;  ///< per link: from its frame here to B
  std::vector<GeneralJoint> general;
  std::vector<Mat6> added;         ///< of fluids
  std::vector<int> internalLinks;  ///< whose joints have springs, dampers or stops
  std::vector<int> loadedLinks;
  std::vector<int> turning;  ///< links whose joints turn about one axis

  // K coefficients each, one after the other: per velocity coordinate
  std::vector<double> rate, force;
  double* forceOf(int v) { return force.data() + v * K; }
  // per link
  std::vector<double> cosine, sine, shift;  ///< of the angle, and the advance along z in m
  std::vector<Motion> local, motion;        ///< of the joint's frame before it moves, of the link
  std::vector<Momentum> momentum;
  /// From link to link in local and momentum: K, or 0 where one link after the other is done with, in the same memory.
  int stride;
  std::vector<Wrench> wrench;  ///< that the joint transmits; of a screw, after tau is known, about the frame before it
  std::vector<Motion> world;
  std::vector<Mat3> axes;  ///< per link, at t = 0: R_WB; where there are loads

  // of one order: what the accelerations that were just found add
  std::vector<Motion> change;
  std::vector<Wrench> changeForce;
  VecX q, solved;
};

/// Zeroth coefficients of all joints' motions, and what lasts through a call.
void startSeries(Workspace& w, const VecXRef& q);
/// Coefficient k ≥ 1 of the joint's motion, from the velocities up to k − 1; of general joints all up to k.
void extendSeries(Workspace& w, int link, int k);
/// All coefficients of all joints at once.
void extendAll(Workspace& w);
/// Adds springs, dampers and stops (left side of the equation of motion) to coefficients [first, last] of the forces.
void addInternalForces(Workspace& w, int first, int last);
/// Subtracts what loads exert from coefficients [first, last] of w.wrench. Throws NoTimeDerivatives.
void subtractLoads(Workspace& w, double t, int first, int last);
/// Throws NoTimeDerivatives for robots that have none, std::invalid_argument for an order that is not in
/// [0, kMostTimeDerivatives].
void checkServed(const Model& model, int order);

}  // namespace tendril::series
