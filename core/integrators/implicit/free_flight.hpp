// SPDX-License-Identifier: BSD-3-Clause
// The flight of free trees: where nothing but gravity acts on one, its centre of mass moves as a thrown point does.
//
// The update q ⊕ exp(D) adds velocities in axes that turn with the base, so a tree that spins would gain momentum with
// every turn. Instead of it, its momentum P and centre x (world, m the mass) get over a step of h
//   P₊ = P + h m g,  x₊ = x + h P/m + ½ h² g:
// place and velocity of the base are shifted by what the step lacks, the velocity by Rᵀ(P₊ − P(q₊, v₊))/m in base axes.
// To move a tree as a whole and to see it from a frame that moves steadily leaves its equations as they are (Galilei):
// shapes, spin and internal forces of the step still solve them, with q̈ − ω × (shift of the velocity) for q̈. The energy
// of the flight becomes exact, that of the motion about the centre stays the method's. Angular momentum does, too: to
// restore it in the same way costs energy (a tumbling body, 100 s: 3e-4 of it instead of 2e-5).
//
// A tree flies where its root is a free joint in the world without springs and dampers, no loop, tendon or drive of the
// root joins it to anything else, no rotor pushes it, it is in no fluid that lifts it or moves with it (its momentum is
// not m ẋ then), and no load, contact with others or tau acts on it at either end of the step. Every other tree keeps
// its bits. What is needed is in (q, v), so a run resumes bit by bit.
#pragma once

#include <vector>

#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// A point of the motion (s): a is the method's acceleration, acc the true one q̈.
struct MotionPoint {
  double t = 0;
  VecX q, v, a, acc;
};

class FreeFlight {
 public:
  /// Finds the trees that may fly. `data` is overwritten.
  void prepare(const Model& model, Data& data);
  /// Looks which of them may, at the start of a step with joint forces tau (nv) and what holds the robot (null:
  /// nothing). `data` is overwritten.
  void start(const Model& model, Data& data, const MotionPoint& from, const VecX& tau,
             const Perturbation* perturbation);
  /// Corrects the end of a step of h (s) that is `to` by the method, with joint forces tau (nv) there and what holds
  /// the robot. `data` is overwritten if something flies: kinematics of `to` before it was corrected, whose velocities
  /// within trees are the same.
  void end(const Model& model, Data& data, double h, const VecX& tau, const Perturbation* perturbation,
           MotionPoint& to);

 private:
  /// Of a tree: where its mass is and how it moves; world, m, kg m/s.
  struct Flight {
    Vec3 centre = Vec3::Zero(), momentum = Vec3::Zero();
  };
  struct Tree {
    int root = 0;
    std::vector<int> links;
    double mass = 0;     ///< kg
    bool held = false;   ///< something else may act on it at any time
    bool flies = false;  ///< where it was looked at last
    Flight seen;         ///< there
  };

  void findTrees(const Model& model);
  void holdByLoops(const Model& model);
  void holdByActuators(const Model& model, Data& data);
  int treeOfFrame(const Model& model, int frame) const;
  void stop(int tree);
  bool anyFlies() const;
  void look(const Model& model, Data& data, const MotionPoint& at, const VecX& tau, const Perturbation* perturbation);
  static void weigh(const Model& model, const Data& data, Tree& tree);
  static void shift(const Model& model, const Data& data, const Tree& tree, const Flight& wanted, MotionPoint& to);

  std::vector<Tree> trees_;
  std::vector<Flight> wanted_;   ///< per tree, at the end of the step
  std::vector<int> treeOfLink_;  ///< −1: of none
};

}  // namespace tendril
