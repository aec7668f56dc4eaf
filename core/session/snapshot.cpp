// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/snapshot.hpp"

#include <algorithm>
#include <limits>

#include "core/dynamics/fields/section_fields.hpp"
#include "core/model/body/surface_carrier.hpp"
#include "core/model/loop_state.hpp"
#include "core/model/propellers.hpp"
#include "core/session/engine/engine_thread.hpp"

namespace tendril {
namespace {

void fillSections(const Model& model, Data& data, Snapshot& out) {
  sections(model, data);
  out.sections.clear();
  out.firstSection.clear();
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    out.firstSection.push_back(static_cast<int>(out.sections.size()));
    if (!model.links[i].body) continue;
    for (const Pose& section : data.bodies[i]->sections) out.sections.push_back(out.linkPoses[i] * section);
  }
  out.firstSection.push_back(static_cast<int>(out.sections.size()));
}

void fillSurfaces(const Model& model, Data& data, Snapshot& out) {
  out.surfacePoints.clear();
  out.firstSurfacePoint.clear();
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const std::size_t first = out.surfacePoints.size();
    out.firstSurfacePoint.push_back(static_cast<int>(first));
    const auto* carrier = surfaceCarrierOf(model.links[i].body.get());
    if (!carrier) continue;
    out.surfacePoints.resize(first + carrier->surface().vertices.size());
    const std::span<Vec3> own = std::span(out.surfacePoints).subspan(first);
    carrier->moveSurface(*data.bodies[i], own);
    for (Vec3& point : own) point = out.linkPoses[i] * point;
  }
  out.firstSurfacePoint.push_back(static_cast<int>(out.surfacePoints.size()));
}

void fillInside(const Model& model, Data& data, Snapshot& out) {
  Deformation& shown = out.deformation;
  shown.insidePoints.clear();
  shown.firstInsidePoint.clear();
  for (std::size_t i = 0; i < model.links.size() && shown.inside; ++i) {
    const std::size_t first = shown.insidePoints.size();
    shown.firstInsidePoint.push_back(static_cast<int>(first));
    const auto* carrier = surfaceCarrierOf(model.links[i].body.get());
    if (!carrier) continue;
    shown.insidePoints.resize(first + carrier->surface().inside.size());
    const std::span<Vec3> own = std::span(shown.insidePoints).subspan(first);
    carrier->moveInside(*data.bodies[i], own);
    for (Vec3& point : own) point = out.linkPoses[i] * point;
  }
  if (shown.inside) shown.firstInsidePoint.push_back(static_cast<int>(shown.insidePoints.size()));
}

void fillField(const Model& model, Data& data, Snapshot& out) {
  Deformation& shown = out.deformation;
  const bool wanted = shown.field != SurfaceField::kNone;
  shown.surfaceValues.resize(wanted ? out.surfacePoints.size() : 0);
  shown.insideValues.resize(wanted ? shown.insidePoints.size() : 0);
  for (std::size_t i = 0; i < model.links.size() && wanted; ++i) {
    const auto* carrier = surfaceCarrierOf(model.links[i].body.get());
    if (!carrier) continue;
    const SurfaceMesh& mesh = carrier->surface();
    const auto firstVertex = static_cast<std::size_t>(out.firstSurfacePoint[i]);
    const auto firstNode = static_cast<std::size_t>(shown.inside ? shown.firstInsidePoint[i] : 0);
    carrier->fieldValues(*data.bodies[i], shown.field,
                         std::span(shown.surfaceValues).subspan(firstVertex, mesh.vertices.size()),
                         std::span(shown.insideValues).subspan(firstNode, shown.inside ? mesh.inside.size() : 0));
  }
}

void fillSectionField(const std::shared_ptr<const Model>& model, const Data& data, Snapshot& out) {
  Deformation& shown = out.deformation;
  const bool wanted = shown.field != SurfaceField::kNone;
  shown.sectionValues.resize(wanted ? out.sections.size() : 0);
  if (shown.sectionValues.empty()) return;
  const std::vector<std::vector<Pose>>& rest = restSections(model);
  for (std::size_t i = 0; i < model->links.size(); ++i) {
    const Body* body = model->links[i].body.get();
    if (!body) continue;
    const std::vector<Pose>& now = data.bodies[i]->sections;
    const std::span<double> own =
        std::span(shown.sectionValues).subspan(static_cast<std::size_t>(out.firstSection[i]), now.size());
    if (body->surfaceCarrier()) {
      std::ranges::fill(own, std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const Link& link = model->links[i];
    sectionField(shown.field,
                 {.body = *body,
                  .q = out.q.segment(link.qBody, link.nBody),
                  .now = now,
                  .rest = rest[i],
                  .base = out.linkPoses[i],
                  .link = static_cast<int>(i),
                  .touch = out.contacts},
                 own);
  }
}

/// The tension (N) of a tendon at out.u and out.v; 0 where u is not known.
double tensionOf(const Model& model, const Data& data, int actuator, const Snapshot& out) {
  const Actuator& tendon = *model.actuators[static_cast<std::size_t>(actuator)];
  const int input = model.inputOffset[static_cast<std::size_t>(actuator)];
  if (input >= out.u.size()) return 0;
  const double u = std::clamp(out.u[input], tendon.ranges[0].lower, tendon.ranges[0].upper);
  if (!tendon.hasEffortLaw()) return u;
  VecX y = VecX::Zero(1);
  MatX B = MatX::Zero(model.nv, 1);
  tendon.coordinates(model, data, y);
  tendon.actuationMatrix(model, data, B);
  return tendon.effort(u, y[0], B.col(0).dot(out.v)).value;
}

void fillTendons(const Model& model, const Data& data, Snapshot& out) {
  thread_local std::vector<std::vector<Vec3>> lines;
  out.tendonPoints.clear();
  out.tendonLines.clear();
  for (int i = 0; i < static_cast<int>(model.actuators.size()); ++i) {
    const auto* tendon = dynamic_cast<const Tendon*>(model.actuators[i].get());
    if (!tendon) continue;
    tendon->paths(data, lines);
    const double tension = tensionOf(model, data, i, out);
    for (const std::vector<Vec3>& line : lines) {
      const int first = static_cast<int>(out.tendonPoints.size()), count = static_cast<int>(line.size());
      out.tendonLines.push_back({i, model.inputOffset[i], first, count, &line == &lines.back(), tension});
      out.tendonPoints.insert(out.tendonPoints.end(), line.begin(), line.end());
    }
  }
}

void fillChambers(const Model& model, const Data& data, Snapshot& out) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < model.actuators.size() && out.locates; ++i) {
    const auto* chamber = dynamic_cast<const PressureChamber*>(model.actuators[i].get());
    if (!chamber) continue;
    if (out.chambers.size() == count) out.chambers.emplace_back();
    ChamberState& state = out.chambers[count++];
    state.actuator = static_cast<int>(i);
    chamber->points(data, state.points);
  }
  out.chambers.resize(count);
}

void fillWrenches(const Model& model, const Data& data, Snapshot& out) {
  out.wrenches.clear();
  for (std::size_t i = 0; i < model.loads.size() && out.locates; ++i) {
    const auto* load = dynamic_cast<const PointWrench*>(model.loads[i].load.get());
    if (!load) continue;
    const Pose at = worldPose(data, model.loadFrames[i]) * model.loadOffsets[i];
    StationWrench wrench;
    load->evaluate({.X = at, .V = Vec6::Zero(), .gamma = Vec3::Zero(), .t = out.t}, wrench);
    out.wrenches.push_back({.load = static_cast<int>(i),
                            .at = at.p,
                            .force = at.R * wrench.F.tail<3>(),
                            .moment = at.R * wrench.F.head<3>()});
  }
}

/// Of the way to the nearest rotor beside it; of one alone, of the way to its link's axis, or a tenth of a metre.
double discRadius(const std::vector<Rotor>& rotors, std::size_t k) {
  double nearest = std::numeric_limits<double>::infinity();
  const Vec3& own = rotors[k].position;
  for (std::size_t i = 0; i < rotors.size(); ++i)
    if (const double away = (rotors[i].position - own).norm(); away > 0) nearest = std::min(nearest, away);
  if (!std::isfinite(nearest)) nearest = own.head<2>().norm();
  return nearest > 0 ? 0.45 * nearest : 0.1;
}

void fillRotors(const Model& model, const VecX* u, Snapshot& out) {
  out.rotors.clear();
  for (std::size_t i = 0; i < model.actuators.size(); ++i) {
    const auto* propellers = dynamic_cast<const Propellers*>(model.actuators[i].get());
    if (!propellers) continue;
    const Pose& X = out.linkPoses[static_cast<std::size_t>(propellers->link())];
    for (int k = 0; k < propellers->inputs(); ++k) {
      const Rotor& rotor = propellers->rotors()[static_cast<std::size_t>(k)];
      const InputRange& range = propellers->ranges[static_cast<std::size_t>(k)];
      const double thrust = u ? std::clamp((*u)[model.inputOffset[i] + k], range.lower, range.upper) : 0;
      out.rotors.push_back({.link = propellers->link(),
                            .at = X * rotor.position,
                            .axis = X.R * rotor.axis,
                            .root = X * Vec3(0, 0, rotor.position.z()),
                            .radius = discRadius(propellers->rotors(), static_cast<std::size_t>(k)),
                            .spin = rotor.spin,
                            .thrust = thrust,
                            .speed = propellers->speed(k, thrust)});
    }
  }
}

void fillLoops(const Model& model, const Data& data, Snapshot& out) {
  out.loops.resize(model.loops.size());
  for (std::size_t i = 0; i < model.loops.size(); ++i) {
    const Loop& loop = model.loops[i];
    const LoopOpening opening = loopOpening(data, loop);
    out.loops[i] = {.a = worldPose(data, loop.frameA) * loop.offsetA,
                    .b = worldPose(data, loop.frameB) * loop.offsetB,
                    .distance = opening.distance,
                    .angle = opening.angle};
  }
}

void fillLed(const Model& model, const Data& data, Snapshot& out) {
  out.led.clear();
  for (std::size_t i = 0; i < model.controllers.size(); ++i) {
    const Controller& controller = *model.controllers[i];
    const std::optional<LedFrame> frame = controller.led();
    if (!frame) continue;
    const auto [at, offset] = model.place(frame->link, frame->station);
    out.led.push_back({static_cast<int>(i), controller.wantedFrame(out.t), worldPose(data, at) * offset});
  }
}

}  // namespace

std::string_view runStateName(RunState state) {
  switch (state) {
    case RunState::kEmpty:
      return "Empty";
    case RunState::kReady:
      return "Ready";
    case RunState::kRunning:
      return "Running";
    case RunState::kPaused:
      return "Paused";
    case RunState::kDiverged:
      return "Diverged";
  }
  return "";
}

void fillSnapshot(const std::shared_ptr<const Model>& model, Data& data, double t, const VecXRef& q, const VecXRef& v,
                  const VecX* u, Snapshot& out) {
  checkEngineThread("fillSnapshot");
  kinematics(*model, data, q, v);
  if (out.model != model) out.model = model;
  out.t = t;
  out.q = q, out.v = v;
  if (u) out.u = *u;
  const std::size_t links = model->links.size();
  out.linkPoses.resize(links), out.tipPoses.resize(links);
  for (std::size_t i = 0; i < links; ++i) {
    const Link& link = model->links[i];
    out.linkPoses[i] = worldPose(data, 1 + static_cast<int>(i));
    out.tipPoses[i] = link.body ? worldPose(data, link.firstStation) : out.linkPoses[i] * link.rigidTip;
  }
  activeContacts(*model, data, out.contacts);
  fillSections(*model, data, out);
  fillSurfaces(*model, data, out);
  fillInside(*model, data, out);
  fillField(*model, data, out);
  fillSectionField(model, data, out);
  fillTendons(*model, data, out);
  fillChambers(*model, data, out);
  fillWrenches(*model, data, out);
  fillRotors(*model, u, out);
  fillLoops(*model, data, out);
  out.anchors = data.anchors;
  fillLed(*model, data, out);
  out.masses.clear();
  if (out.weighs) massDistributions(*model, data, out.masses);
}

}  // namespace tendril
