// SPDX-License-Identifier: BSD-3-Clause
#include "render/glyphs/mass_glyphs.hpp"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkRenderer.h>
#include <vtkShaderProperty.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace tendril {
namespace {

constexpr double kBall = 0.75, kRobotBall = 1.1, kRingTube = 0.08;  // of the joint radius
constexpr double kThinnest = 0.02;                                  // of the joint radius: what has no thickness
constexpr double kSurfaceOpacity = 0.16, kBehind = 0.85;
constexpr double kSurfaceDepth = 0.9993, kRingDepth = 0.9995, kBallDepth = 0.9997;
constexpr int kRows = 24, kColumns = 48, kRingSteps = 72, kTube = 8, kOctant = 8;

/// A patch of a sphere between three axes, of `kOctant` rows of triangles.
void addOctant(ShapeMesh& mesh, const Vec3& at, double radius, const Vec3& sign, const Color& color) {
  const int first = static_cast<int>(mesh.points.size());
  for (int i = 0; i <= kOctant; ++i)
    for (int j = 0; j <= kOctant - i; ++j) {
      const Vec3 n = Vec3(kOctant - i - j, i, j).cwiseProduct(sign).normalized();
      mesh.addVertex(at + radius * n, n, color);
    }
  const auto place = [first](int i, int j) { return first + i * (kOctant + 1) - i * (i - 1) / 2 + j; };
  const bool turned = sign.prod() < 0;
  const auto add = [&](int a, int b, int c) { mesh.triangles.push_back({a, turned ? c : b, turned ? b : c}); };
  for (int i = 0; i < kOctant; ++i)
    for (int j = 0; j < kOctant - i; ++j) {
      add(place(i, j), place(i + 1, j), place(i, j + 1));
      if (j + 1 < kOctant - i) add(place(i + 1, j), place(i + 1, j + 1), place(i, j + 1));
    }
}

/// The ball that marks a centre of mass in drawings: eight parts, dark and light in turns, along the world's axes.
void addQuarteredBall(ShapeMesh& mesh, const Vec3& at, double radius, const Color& dark) {
  for (const double x : {1.0, -1.0})
    for (const double y : {1.0, -1.0})
      for (const double z : {1.0, -1.0}) addOctant(mesh, at, radius, {x, y, z}, x * y * z > 0 ? dark : kMassLightColor);
}

/// A tube around an ellipse with these half diameters.
void addEllipse(ShapeMesh& mesh, const Vec3& at, const Vec3& a, const Vec3& b, double radius, const Color& color) {
  const Vec3 normal = a.cross(b).normalized();
  const int first = static_cast<int>(mesh.points.size());
  for (int i = 0; i < kRingSteps; ++i) {
    const double t = 2 * std::numbers::pi * i / kRingSteps;
    const Vec3 tangent = -std::sin(t) * a + std::cos(t) * b;
    const Vec3 out = tangent.cross(normal).normalized(), point = at + std::cos(t) * a + std::sin(t) * b;
    for (int k = 0; k < kTube; ++k) {
      const double angle = 2 * std::numbers::pi * k / kTube;
      const Vec3 n = std::cos(angle) * out + std::sin(angle) * normal;
      mesh.addVertex(point + radius * n, n, color);
    }
  }
  const auto place = [first](int i, int k) { return first + (i % kRingSteps) * kTube + k % kTube; };
  for (int i = 0; i < kRingSteps; ++i)
    for (int k = 0; k < kTube; ++k) mesh.addQuad(place(i, k), place(i + 1, k), place(i + 1, k + 1), place(i, k + 1));
}

void addSurface(ShapeMesh& mesh, const Vec3& at, const Mat3& axes, const Vec3& semi, const Color& color) {
  const int first = static_cast<int>(mesh.points.size());
  for (int i = 0; i <= kRows; ++i)
    for (int j = 0; j <= kColumns; ++j) {
      const double latitude = std::numbers::pi * (static_cast<double>(i) / kRows - 0.5);
      const double longitude = 2 * std::numbers::pi * j / kColumns;
      const Vec3 unit(std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                      std::sin(latitude));
      mesh.addVertex(at + axes * semi.cwiseProduct(unit), (axes * unit.cwiseQuotient(semi)).normalized(), color);
    }
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j) {
      const int p = first + i * (kColumns + 1) + j;
      mesh.addQuad(p, p + 1, p + kColumns + 2, p + kColumns + 1);
    }
}

}  // namespace

MassGlyphs::MassGlyphs(const RobotSize& size)
    : size_(size),
      balls_(makeActor(ballData_)),
      ballsBehind_(makeActor(ballData_)),
      surfaces_(makeActor(surfaceData_)),
      rings_(makeActor(ringData_)),
      ringsBehind_(makeActor(ringData_)) {
  for (vtkActor* actor : {balls_.Get(), rings_.Get()}) useRig(*actor);
  useXray(*surfaces_, kSurfaceOpacity);
  useXray(*ringsBehind_, kBehind);
  useXray(*ballsBehind_, kBehind);
  showInFront(*surfaces_, kSurfaceDepth);
  showInFront(*ringsBehind_, kRingDepth);
  showInFront(*ballsBehind_, kBallDepth);
  for (vtkActor* actor : {balls_.Get(), rings_.Get()}) actor->PickableOff();
}

MassGlyphs::~MassGlyphs() = default;

vtkPolyData* MassGlyphs::balls() const {
  return ballData_;
}

vtkPolyData* MassGlyphs::ellipsoids() const {
  return surfaceData_;
}

void MassGlyphs::addTo(vtkRenderer* renderer) const {
  for (vtkActor* actor : {surfaces_.Get(), rings_.Get(), ringsBehind_.Get(), balls_.Get(), ballsBehind_.Get()})
    renderer->AddActor(actor);
}

void MassGlyphs::removeFrom(vtkRenderer* renderer) const {
  for (vtkActor* actor : {surfaces_.Get(), rings_.Get(), ringsBehind_.Get(), balls_.Get(), ballsBehind_.Get()})
    renderer->RemoveActor(actor);
}

void MassGlyphs::prepare(const LightRig& rig) const {
  setRig(*balls_, rig);
  setRig(*rings_, rig);
}

void MassGlyphs::show(const SceneOverlays& overlays) {
  overlays_ = overlays;
  draw();
}

void MassGlyphs::setHidden(std::vector<bool> links) {
  hidden_ = std::move(links);
  draw();
}

void MassGlyphs::update(const Snapshot& snapshot) {
  const bool nothing = masses_.empty() && snapshot.masses.empty();
  masses_ = snapshot.masses;
  ofRobot_.clear();
  for (std::size_t i = 0; i < masses_.size(); ++i)
    if (!snapshot.model || !snapshot.model->links[i].isObject) ofRobot_.push_back(masses_[i]);
  if (!nothing) draw();
}

void MassGlyphs::addEllipsoid(const MassDistribution& mass, const Color& color, ShapeMesh& surface,
                              ShapeMesh& rings) const {
  if (!(mass.mass > 0) || !mass.inertia.allFinite() || !mass.centre.allFinite()) return;
  const InertiaEllipsoid ellipsoid = inertiaEllipsoid(mass);
  if (!(ellipsoid.semiAxes.maxCoeff() > 0)) return;  // a point
  const Vec3 semi = ellipsoid.semiAxes.cwiseMax(kThinnest * size_.jointRadius);
  addSurface(surface, mass.centre, ellipsoid.axes, semi, color);
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    addEllipse(rings, mass.centre, semi[i] * ellipsoid.axes.col(i), semi[j] * ellipsoid.axes.col(j),
               kRingTube * size_.jointRadius, color);
  }
}

void MassGlyphs::draw() {
  ShapeMesh balls, surface, rings;
  for (std::size_t i = 0; i < masses_.size(); ++i) {
    const MassDistribution& mass = masses_[i];
    if ((i < hidden_.size() && hidden_[i]) || !(mass.mass > 0) || !mass.centre.allFinite()) continue;
    if (overlays_.massCentres) addQuarteredBall(balls, mass.centre, kBall * size_.jointRadius, kMassDarkColor);
    if (overlays_.inertias) addEllipsoid(mass, kInertiaColor, surface, rings);
  }
  const MassDistribution robot = combined(ofRobot_);
  if (robot.mass > 0 && robot.centre.allFinite()) {
    if (overlays_.massCentres) addQuarteredBall(balls, robot.centre, kRobotBall * size_.jointRadius, kRobotMassColor);
    if (overlays_.robotInertia) addEllipsoid(robot, kRobotMassColor, surface, rings);
  }
  ballData_->ShallowCopy(toPolyData(balls));
  surfaceData_->ShallowCopy(toPolyData(surface));
  ringData_->ShallowCopy(toPolyData(rings));
}

}  // namespace tendril
