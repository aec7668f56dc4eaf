// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/snapshot.hpp"

#include "core/session/engine_thread.hpp"

namespace tendril {
namespace {

void fillSections(const Model& model, const Data& data, Snapshot& out) {
  out.sections.clear();
  out.firstSection.clear();
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    out.firstSection.push_back(static_cast<int>(out.sections.size()));
    if (!model.links[i].body) continue;
    for (const Pose& section : data.bodies[i]->sections) out.sections.push_back(out.linkPoses[i] * section);
  }
  out.firstSection.push_back(static_cast<int>(out.sections.size()));
}

void fillTendons(const Model& model, const Data& data, Snapshot& out) {
  thread_local std::vector<std::vector<Vec3>> lines;
  out.tendonPoints.clear();
  out.tendonLines.clear();
  for (int i = 0; i < static_cast<int>(model.actuators.size()); ++i) {
    const auto* tendon = dynamic_cast<const Tendon*>(model.actuators[i].get());
    if (!tendon) continue;
    tendon->paths(data, lines);
    for (const std::vector<Vec3>& line : lines) {
      const int first = static_cast<int>(out.tendonPoints.size());
      out.tendonLines.push_back({i, model.inputOffset[i], first, static_cast<int>(line.size())});
      out.tendonPoints.insert(out.tendonPoints.end(), line.begin(), line.end());
    }
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
  fillSections(*model, data, out);
  fillTendons(*model, data, out);
}

}  // namespace tendril
