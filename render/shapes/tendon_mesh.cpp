// SPDX-License-Identifier: BSD-3-Clause
#include "render/shapes/tendon_mesh.hpp"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "render/shading.hpp"

namespace tendril {
namespace {

constexpr int kSides = 8;
constexpr double kThinnestPixels = 1.1;         // radius
constexpr double kDash = 16, kDashShare = 0.6;  // period in radii, drawn part
constexpr double kSlackShare = 1e-3;            // of the highest tension
constexpr double kXrayOpacity = 0.16;

struct TubePoint {
  Vec3 at;
  double radius;
};
using TubeLine = std::vector<TubePoint>;

void addTube(ShapeMesh& mesh, const TubeLine& line, const Color& color) {
  if (line.size() < 2) return;
  const int first = static_cast<int>(mesh.points.size()), n = static_cast<int>(line.size());
  Vec3 side = Vec3::Zero();
  for (int i = 0; i < n; ++i) {
    const Vec3 along = (line[std::min(i + 1, n - 1)].at - line[std::max(i - 1, 0)].at).normalized();
    if (side.isZero()) side = poseAlong(Vec3::Zero(), along).R.col(1);
    side -= side.dot(along) * along;  // carried along without turning
    if (side.norm() < 1e-6) side = poseAlong(Vec3::Zero(), along).R.col(1);
    side.normalize();
    const Vec3 other = along.cross(side);
    for (int k = 0; k < kSides; ++k) {
      const double t = 2 * std::numbers::pi * k / kSides;
      const Vec3 normal = std::cos(t) * side + std::sin(t) * other;
      mesh.addVertex(line[i].at + line[i].radius * normal, normal, color);
    }
  }
  for (int i = 0; i + 1 < n; ++i) {
    for (int k = 0; k < kSides; ++k) {
      const int p = first + i * kSides + k, q = first + i * kSides + (k + 1) % kSides;
      mesh.addQuad(p, q, q + kSides, p + kSides);
    }
  }
}

/// The drawn parts of a dashed line.
std::vector<TubeLine> dashes(const TubeLine& line) {
  std::vector<TubeLine> out;
  const double period = kDash * line.front().radius, drawn = kDashShare * period;
  double travelled = 0;
  TubeLine current = {line.front()};
  for (size_t i = 0; i + 1 < line.size(); ++i) {
    const Vec3 step = line[i + 1].at - line[i].at;
    const double length = step.norm();
    double at = 0;
    while (at < length) {
      const double phase = std::fmod(travelled + at, period);
      const double left = (phase < drawn ? drawn : period) - phase;
      at += std::max(left, 1e-6 * period);
      const bool through = at >= length;
      const TubePoint p = {line[i].at + step * (through ? 1 : at / length), line[i].radius};
      if (phase < drawn) current.push_back(p);
      if (through) break;
      if (phase < drawn)
        out.push_back(std::exchange(current, {}));
      else
        current = {p};
    }
    travelled += length;
  }
  if (current.size() > 1) out.push_back(current);
  return out;
}

}  // namespace

bool isSlack(double tension, double highest) {
  return !(tension > kSlackShare * highest);
}

Color tensionColor(double tension, double highest) {
  if (isSlack(tension, highest)) return kTendonSlackColor;
  return mix(kTendonLowColor, kTendonHighColor, std::clamp(tension / highest, 0.0, 1.0));
}

TendonMesh::TendonMesh() : actor_(makeActor(data_)), xray_(makeActor(data_)) {
  useRig(*actor_);
  useXray(*xray_, kXrayOpacity);
}

TendonMesh::~TendonMesh() = default;
vtkPolyData* TendonMesh::mesh() const {
  return data_;
}
vtkActor* TendonMesh::actor() const {
  return actor_;
}

void TendonMesh::addTo(vtkRenderer* renderer) {
  renderer->AddActor(actor_);
  renderer->AddActor(xray_);
}

void TendonMesh::removeFrom(vtkRenderer* renderer) {
  renderer->RemoveActor(actor_);
  renderer->RemoveActor(xray_);
}

double TendonMesh::highest(const Snapshot& snapshot, const TendonLine& line) {
  const Model& model = *snapshot.model;
  const Actuator& tendon = *model.actuators[static_cast<size_t>(line.actuator)];
  const double upper = tendon.ranges[0].upper;
  if (!tendon.hasEffortLaw() && std::isfinite(upper) && upper > 0) return upper;
  const auto input = static_cast<size_t>(line.input);
  seen_.resize(std::max(seen_.size(), input + 1), 1e-9);
  return seen_[input] = std::max(seen_[input], line.tension);
}

void TendonMesh::update(const Snapshot& snapshot, double radius, const CameraView& view, double pictureHeight) {
  const ShapeMesh before = std::exchange(tubes_, {});
  ranges_.clear();
  const double pixel = view.metresPerPixel(pictureHeight);
  for (const TendonLine& line : snapshot.tendonLines) {
    if (line.count < 2) continue;
    ranges_.push_back({static_cast<int>(tubes_.triangles.size()), line.input});
    const double tension = line.tension, most = highest(snapshot, line);
    TubeLine points;
    for (int i = line.first; i < line.first + line.count; ++i) {
      const Vec3& p = snapshot.tendonPoints[i];
      const double depth = view.orthographic ? view.distance : (p - view.position()).dot(view.direction());
      points.push_back({p, std::max(radius, kThinnestPixels * pixel * std::max(depth, 0.0) / view.distance)});
    }
    const Color color = tensionColor(tension, most);
    if (!isSlack(tension, most)) {
      addTube(tubes_, points, color);
    } else {
      for (const TubeLine& dash : dashes(points)) addTube(tubes_, dash, color);
    }
  }
  const bool alike = before.triangles == tubes_.triangles && !tubes_.triangles.empty();
  data_->ShallowCopy(toPolyData(tubes_, alike ? data_->GetPolys() : nullptr));
}

int TendonMesh::inputOf(int triangle) const {
  int input = -1;
  for (const Range& range : ranges_)
    if (range.firstTriangle <= triangle) input = range.input;
  return input;
}

}  // namespace tendril
