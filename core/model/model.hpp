// SPDX-License-Identifier: BSD-3-Clause
// The immutable, indexed robot that the algorithms run on.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/model/actuator.hpp"
#include "core/model/body/body.hpp"
#include "core/model/contact/contact.hpp"
#include "core/model/controller.hpp"
#include "core/model/joint/joint_kind.hpp"
#include "core/model/load.hpp"
#include "core/model/loop/loop.hpp"

namespace tendril {

/// Mass (kg), centre of mass c (m, in B) and inertia about it (kg m², axes of B).
struct RigidInertia {
  double mass = 0;
  Vec3 com = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
};

/// What a fluid does to a rigid link, but for drag.
struct LinkFluid {
  Mat6 added = Mat6::Zero();   ///< added mass in axes of B about its origin, symmetric, for twists [ω; v]
  double displaced = 0;        ///< kg of fluid that buoys the link up
  Vec3 center = Vec3::Zero();  ///< of the displaced volume in B, m
};

/// What is drawn for a rigid link, in its base frame. Rods and volumes draw themselves.
struct Visual {
  enum class Shape { kBox, kCylinder, kSphere, kCapsule, kMesh };  // cylinder and capsule along their x
  Shape shape = Shape::kBox;
  Vec3 size = Vec3::Zero();  ///< box: edges; cylinder, capsule: radius, length, –; sphere: radius, –, –
  std::string mesh;          ///< absolute path of a mesh file
  Pose pose;                 ///< of the shape's centre in B
};

/// How the surface of a link returns light in pictures.
struct SurfaceFinish {
  double roughness = 0.5;  ///< 0 mirrors sharply, 1 not at all
  double gloss = 0.13;     ///< strength of what the surface mirrors
  double wrap = 0.2;       ///< light that goes around edges, as in soft translucent stuff
  double metal = 0;        ///< 1: what it mirrors has its colour, and it returns hardly any light otherwise

  bool operator==(const SurfaceFinish&) const = default;
};

constexpr int kBaseStation = -1;  ///< a link hangs on its parent's base frame instead of a station
constexpr int kWorld = -1;        ///< parent of a root link

/// Which motor a link is: motor `number` of coordinate `coordinate` of the joint of `link`.
struct MotorPlace {
  int link, coordinate, number;
};

/// One link as a builder gives it: a joint followed by a body.
struct LinkSpec {
  std::uint64_t id = 0;  ///< stable over edits
  std::string name;
  int parent = kWorld;  ///< index of an earlier link
  int station = 0;      ///< of the parent: kBaseStation, 0 = tip, or a station index of its body
  Pose pose;            ///< joint frame in the parent's chosen frame
  Joint joint;
  RigidInertia rigid;                ///< of a rigid body; ignored when `body` is set
  std::optional<LinkFluid> fluid;    ///< around a rigid body; ignored when `body` is set
  Pose rigidTip;                     ///< tip frame of a rigid body in B
  std::shared_ptr<const Body> body;  ///< a deformable body, or null
  std::vector<Visual> visuals;
  std::vector<Visual> collisions;              ///< what contacts touch in place of the visuals; empty: these
  std::optional<std::array<double, 3>> color;  ///< sRGB 0…1
  std::optional<SurfaceFinish> finish;         ///< absent: as fits soft and rigid bodies
  VecX jointQ0, jointV0, bodyQ0, bodyV0;       ///< initial values; empty = zero (identity for quaternions)
  /// Set: this is no part of the robot's tree but a motor, an inertia on a joint of its own. Motors are the last links.
  std::optional<MotorPlace> motorOf;
  bool isObject = false;  ///< free and no part of the robot, though it moves with it in one model

  /// What contacts touch of a rigid body.
  const std::vector<Visual>& contactShapes() const { return collisions.empty() ? visuals : collisions; }
};

/// A load on a station of a link.
struct LoadSpec {
  std::string name;
  int link = 0;
  int station = 0;  ///< as LinkSpec::station
  std::shared_ptr<const Load> load;
  std::uint64_t id = 0;  ///< stable over edits; 0: none
};

/// An input as a signal of time, e.g. a tension in N.
struct InputSignal {
  int input = 0;  ///< index into u
  std::function<double(double)> value;
  /// value, first and second derivative; inputs that are positions need it
  std::function<Vec3(double)> motion = {};
  /// out[0…order] ← the value at t and its derivatives, order ≤ kMostDerivatives. Empty where they are not known.
  std::function<void(double t, int order, double* out)> derivatives = {};
  static constexpr int kMostDerivatives = 16;
};

/// A coordinate that moves as an input says.
struct PrescribedJoint {
  int v, q;   ///< its places in v and q
  int input;  ///< the input that is its position
};

/// A spring between a motor and the coordinate of a joint that it turns: places in q and v.
struct DriveSpring {
  int motorQ, motorV, jointQ, jointV;
  std::shared_ptr<const SpringLaw> law;
};

/// Settings of a run (project-format.md, simulation).
struct SimulationSettings {
  double duration = 10;
  std::string integrator = "generalized_alpha";
  double step = 0.002, rhoInf = 0.8, beta = 0.25, gamma = 0.5, newtonTolerance = 1e-8;
  bool analyticJacobian = true;
  bool adaptive = false;  ///< generalized_alpha and newmark choose their steps, within rtol and atol
  double rtol = 1e-3, atol = 1e-6;
  int threads = 0;
  double recordRate = 100;
  std::uint64_t seed = 0;
};

struct ModelSpec {
  std::string name;
  Vec3 gravity = Vec3(0, 0, -9.81);
  std::vector<LinkSpec> links;
  std::vector<LoadSpec> loads;
  std::vector<LoopSpec> loops;
  std::vector<ContactSpec> contacts;
  /// Called after indexing, because actuators need the coordinates' places.
  std::vector<std::function<std::unique_ptr<Actuator>(const Model&)>> actuators;
  std::function<std::vector<InputSignal>(const Model&)> signals;
  /// Called last; no input may be an output of two of them. Null, where the builder has a problem: none.
  std::vector<std::function<std::shared_ptr<const Controller>(const Model&)>> controllers;
  SimulationSettings simulation;
};

/// A run of coordinates further up the tree whose columns act on a node: columns [column, column+size) of the column
/// matrices of Data, velocity indices [v, v+size).
struct ColumnRange {
  int column, v, size;
};

/// A link with all its places. Frames: 0 the world, 1+i the base of link i, then the stations of deformable bodies.
struct Link : LinkSpec {
  explicit Link(LinkSpec spec) : LinkSpec(std::move(spec)) {}

  int parentFrame = 0;  ///< frame that the joint hangs on; rigid tips are folded into jointPose
  Pose jointPose;       ///< joint frame in parentFrame
  /// How the joint moves: along a screw through its origin that does not change, which is quick, or in general.
  enum class Path { kFixed, kTurn, kSlide, kGeneral };
  Path path = Path::kGeneral;
  double pitch = 0;                                     ///< of a turn, m/rad
  Mat3 rotationConstant, rotationSine, rotationCosine;  ///< of a turn: jointPose.R · Rot(axis, θ) = sum
  Vec3 axisInParent = Vec3::Zero();                     ///< jointPose.R · axis of a turn or slide
  int qJoint = 0, nqJoint = 0, vJoint = 0, nvJoint = 0;
  int qBody = 0, vBody = 0, nBody = 0;
  int columnJoint = 0;              ///< first column of the joint
  bool rigidBelow = false;          ///< this link and all that hangs on it are rigid, no fluid around
  int firstStation = 0;             ///< frame of station 0 of a deformable body
  std::vector<int> stationColumns;  ///< per station: first column of the body's coordinates seen there
};

struct Model {
  explicit Model(
      ModelSpec spec);  ///< indexes the spec; the builder has validated it. std::invalid_argument if it is not a tree

  std::string name;
  Vec3 gravity;
  std::vector<Link> links;
  int firstMotor = 0;                     ///< index of the first link that is a motor; links.size() where none is
  int nqRobot = 0, nvRobot = 0;           ///< coordinates of the links before it
  std::vector<DriveSpring> driveSprings;  ///< one per motor, in their order
  std::vector<LoadSpec> loads;
  std::vector<int> loadFrames;    ///< frame of each load
  std::vector<Pose> loadOffsets;  ///< station of each load in that frame
  std::vector<Loop> loops;
  std::vector<Contact> contacts;
  int anchorSize = 0;  ///< numbers that contacts remember (Data::anchors); 0: nothing sticks
  int nl = 0;          ///< rows of all loops: entries of λ
  std::vector<std::unique_ptr<Actuator>> actuators;
  bool hasPointForces = false;   ///< some actuator pulls at points of links
  bool hasEffortLaws = false;    ///< the effort of some actuator depends on the motion
  std::vector<int> inputOffset;  ///< first input of each actuator
  std::vector<InputSignal> signals;
  std::vector<std::shared_ptr<const Controller>> controllers;  ///< what computes further inputs
  std::vector<PrescribedJoint> prescribedJoints;               ///< in the order of the inputs
  SimulationSettings simulation;

  int nq = 0, nv = 0, nu = 0;
  int frameCount = 1, columnCount = 0;
  std::vector<int> deformable;  ///< links with a deformable body
  double parallelWork = 0;      ///< µs of one evaluation of all deformable bodies, to decide on threads
  VecX q0, v0;

  /// All coordinates, in order; neighbours that are vectors are one block.
  std::vector<ManifoldBlock> manifold;
  /// The blocks that are no vectors.
  std::vector<ManifoldBlock> groups;
  /// Unit quaternions start at these places of q.
  std::vector<int> quaternions;
  /// Coordinates in which v = q̇ holds entry by entry have qOfV[i] ≥ 0 (place in q), others −1.
  std::vector<int> qOfV;

  /// Frame and offset of a place on a link: kBaseStation, 0 = tip, or a station of its body.
  std::pair<int, Pose> place(int link, int station) const;
  /// Coordinates that move a frame.
  const std::vector<ColumnRange>& frameUpstream(int frame) const { return frameUpstream_[frame]; }
  /// Link that a frame belongs to, −1 for the world.
  int frameLink(int frame) const { return frameLink_[frame]; }
  std::string velocityName(int v) const;  ///< such as "shoulder[0]", "arm.bending_y[0]"
  std::string inputName(int u) const;
  std::string rowName(int row) const;          ///< of a row of λ, such as "hinge.vx"
  int linkIndex(std::string_view name) const;  ///< −1 if unknown
  /// The links that make up the robot and what lies around: all but its motors.
  std::span<const Link> robotLinks() const { return std::span(links).first(static_cast<std::size_t>(firstMotor)); }
  /// q0 with all bodies undeformed: their coordinates zero. Loops are open then.
  VecX undeformed() const;
  /// u clipped to the ranges of the actuators.
  void clipInputs(VecXMut u) const;
  /// u(t) of the signals, clipped; without a signal positions are the initial ones and forces zero. u has nu entries.
  void inputsAt(double t, VecXMut u) const;
  /// First and second derivative (nu) of inputsAt for inputs that are positions, zero for others and where clipped.
  void inputRatesAt(double t, VecXMut rate, VecXMut acceleration) const;

 private:
  void indexCoordinates();
  void indexMotors();
  void appendBlock(ManifoldBlock block);
  void indexFrames();
  void indexLink(Link& link);
  void indexLoops(std::vector<LoopSpec> given);
  void indexContacts(std::vector<ContactSpec> given);
  void indexAnchors(Contact& contact);
  ContactBall placed(const BallSpec& ball) const;
  ContactSegment placed(const SegmentSpec& segment) const;
  void setInitialState();
  void addActuators(ModelSpec& spec);
  void addPrescribedJoints();

  std::vector<std::vector<ColumnRange>> frameUpstream_;
  std::vector<int> frameLink_;
};

}  // namespace tendril
