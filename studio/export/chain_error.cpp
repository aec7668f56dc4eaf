// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/equilibria/modes.hpp"
#include "core/text/number_text.hpp"
#include "studio/export/soft_chain.hpp"

namespace tendril {
namespace {

std::string percent(double share) {
  return messageNumber(100 * share, 2) + " %";
}

/// A robot that is clamped at its base.
struct Clamped {
  Clamped(ModelSpec spec, int tipLink, const Pose& tip)
      : model(std::move(spec)), data(model), tipFrame(1 + tipLink), tip(tip) {}
  Vec3 tipAt(const VecX& q) {
    kinematics(model, data, q, VecX::Zero(model.nv));
    return worldPose(data, tipFrame) * tip.p;
  }
  Model model;
  Data data;
  int tipFrame;
  Pose tip;
};

ModelSpec specOf(const Link& link, const Mat3& baseTurn, const Vec3& gravity) {
  ModelSpec spec;
  spec.gravity = gravity;
  LinkSpec base;
  base.name = link.name, base.station = kBaseStation;
  base.pose.R = baseTurn;
  spec.links.push_back(std::move(base));
  return spec;
}

Clamped bodyOf(const Link& link, const Mat3& baseTurn, const Vec3& gravity) {
  ModelSpec spec = specOf(link, baseTurn, gravity);
  spec.links[0].body = link.body;
  Clamped out(std::move(spec), 0, {});
  out.tipFrame = out.model.links[0].firstStation;
  return out;
}

Clamped chainOf(const Link& link, const SoftChain& chain, const Mat3& baseTurn, const Vec3& gravity) {
  ModelSpec spec = specOf(link, baseTurn, gravity);
  spec.links[0].rigid = chain.parts.front().rigid;
  const int last = appendChain(chain, 0, spec.links).back();
  return {std::move(spec), last, chain.parts.back().rest.inverse() * chain.tip};
}

std::optional<Vec3> restingTip(Clamped& robot) {
  const StaticsResult rest = solveStatics(robot.model, robot.data);
  return rest.converged ? std::optional(robot.tipAt(rest.q)) : std::nullopt;
}

std::optional<double> lowestFrequency(Clamped robot) {
  StaticsProblem problem;
  problem.q = robot.model.undeformed();
  const Modes modes = modalAnalysis(robot.model, robot.data, problem, 1);
  return modes.failure.empty() && modes.count() > 0 ? std::optional(modes.frequencies[0]) : std::nullopt;
}

}  // namespace

ChainError chainError(const Link& link, const SoftChain& chain, const Mat3& baseTurn, const Vec3& gravity) {
  ChainError out;
  out.link = link.name, out.count = static_cast<int>(chain.parts.size()) - 1, out.length = link.body->length();
  if (link.body->size() == 0) return out;
  out.frequency = lowestFrequency(bodyOf(link, baseTurn, Vec3::Zero()));
  out.ofChain = lowestFrequency(chainOf(link, chain, baseTurn, Vec3::Zero()));
  if (gravity.isZero()) return out;
  Clamped soft = bodyOf(link, baseTurn, gravity), rigid = chainOf(link, chain, baseTurn, gravity);
  const std::optional<Vec3> tip = restingTip(soft), chainTip = restingTip(rigid);
  if (!tip || !chainTip) return out;
  out.tipSag = (*tip - soft.tipAt(soft.model.undeformed())).norm();
  out.tipOff = (*tip - *chainTip).norm();
  return out;
}

std::string ChainError::text() const {
  std::string out = link + ": a chain of " + std::to_string(count) + " rigid links";
  if (frequency && ofChain && *frequency > 0)
    out += "; its lowest frequency, clamped at the base, is " + messageNumber(*ofChain, 4) + " Hz for " +
           messageNumber(*frequency, 4) + " Hz (" + percent(*ofChain / *frequency - 1) + ')';
  if (tipSag && tipOff)
    out += "; under gravity, which moves the tip by " + messageNumber(1e3 * *tipSag, 3) + " mm, the tip is off by " +
           messageNumber(1e3 * *tipOff, 3) + " mm (" + percent(*tipOff / length) + " of the length)";
  return out;
}

}  // namespace tendril
