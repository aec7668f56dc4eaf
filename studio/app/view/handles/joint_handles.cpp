// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

#include <Eigen/Geometry>

#include "core/math/so3.hpp"
#include "core/text/number_text.hpp"
#include "studio/app/view/handles/handles_of.hpp"

namespace tendril {
namespace {

namespace desc = description;

QString tr(const char* text) {
  return QCoreApplication::translate("tendril::Handles", text);
}

std::string pathOfLink(const HandleMaker& maker, const desc::Link& link) {
  return edits::pathOf(maker.description(), {ItemKind::kLink, link.id});
}

std::optional<Pose> jointFrame(HandleMaker& maker, const desc::Link& link) {
  const auto parent = maker.attachment(link.parent.id, link.at);
  return parent ? std::optional(*parent * maker.pose(link.pose)) : std::nullopt;
}

/// A frame whose z is the axis of a hinge and whose x is where its link would point at the angle 0.
std::optional<Pose> zeroFrame(HandleMaker& maker, const desc::Link& link, const Pose& joint) {
  const int index = maker.indexOf(link.id);
  if (index < 0) return {};
  const Snapshot& now = maker.snapshot();
  const Link& built = now.model->links[static_cast<std::size_t>(index)];
  if (built.nqJoint != 1 || built.qJoint >= now.q.size()) return {};
  const Vec3 axis = (joint.R * maker.vector(link.joint.axis)).normalized();
  if (!axis.allFinite()) return {};
  const auto across = [&axis](const Vec3& v) { return Vec3(v - v.dot(axis) * axis); };
  Vec3 pointing = across(maker.tip(link.id)->p - joint.p);
  if (!(pointing.norm() > 1e-6)) pointing = across(maker.base(link.id)->R.col(0));
  if (!(pointing.norm() > 1e-6)) pointing = axis.unitOrthogonal();
  const Vec3 x = expSO3<double>(Vec3(-now.q[built.qJoint] * axis)) * pointing.normalized();
  Pose out;
  out.p = joint.p;
  out.R << x, axis.cross(x), axis;
  return out;
}

/// The list of stops with one end of the first coordinate at another number.
std::string limitsText(const desc::Joint& joint, std::size_t end, double wanted) {
  std::string text = "[";
  for (std::size_t i = 0; i < joint.limits.size(); ++i) {
    text += i ? ", [" : "[";
    for (std::size_t k = 0; k < 2; ++k) {
      const auto& stop = joint.limits[i][k];
      text += k ? ", " : "";
      if (i == 0 && k == end)
        text += numberText(wanted);
      else if (!stop)
        text += "null";
      else
        text += stop->expression.empty() ? numberText(stop->value) : "\"=" + stop->expression + '"';
    }
    text += "]";
  }
  return text + "]";
}

void addStops(HandleMaker& maker, const desc::Link& link, const Pose& joint) {
  const bool hinge = link.joint.type == JointType::kRevolute, slide = link.joint.type == JointType::kPrismatic;
  if ((!hinge && !slide) || link.joint.limits.empty()) return;
  const auto zero = zeroFrame(maker, link, joint);
  if (!zero) return;
  const std::string path = pathOfLink(maker, link) + ".joint.limits";
  const QString labels[] = {tr("Lower stop"), tr("Upper stop")};
  for (std::size_t end = 0; end < 2; ++end) {
    const auto& stop = link.joint.limits.front()[end];
    if (!stop || !isPlain(*stop)) continue;
    Handle handle{.kind = hinge ? HandleKind::kTurn : HandleKind::kSlide,
                  .label = labels[end],
                  .unit = hinge ? QStringLiteral("rad") : QStringLiteral("m"),
                  .base = hinge ? *zero : along(joint.p, zero->R.col(2))};
    handle.value.number = stop->value;
    const auto& other = link.joint.limits.front()[1 - end];  // stops do not cross
    if (other && isPlain(*other)) (end == 0 ? handle.maximum : handle.minimum) = other->value;
    maker.add(std::move(handle), [path, joint = link.joint, end](const HandleValue& wanted) {
      return FieldValues{{path, limitsText(joint, end, wanted.number)}};
    });
  }
}

}  // namespace

void addJointFrame(HandleMaker& maker, const desc::Link& link) {
  const auto parent = maker.attachment(link.parent.id, link.at);
  if (!parent) return;
  const std::string path = pathOfLink(maker, link);
  maker.addAttachment(path + ".at", link.at, link.parent.id, tr("Attached at"));  // first: it is grabbed where both are
  maker.addPose(path + ".pose", link.pose, *parent, tr("Joint frame"));
}

void addJointHandles(HandleMaker& maker, const desc::Link& link) {
  const auto joint = jointFrame(maker, link);
  if (!joint) return;
  if (link.joint.type->parameters().axis)
    maker.addDirection(pathOfLink(maker, link) + ".joint.axis", link.joint.axis, *joint, tr("Axis"));
  addStops(maker, link, *joint);
}

}  // namespace tendril
