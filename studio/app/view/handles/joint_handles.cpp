// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "core/math/so3.hpp"
#include "core/model/joint/joint_kind.hpp"
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

/// Of a joint with one axis: the frame whose z is that axis and whose x is where its link would point at the angle 0.
std::optional<Pose> zeroFrame(HandleMaker& maker, const desc::Link& link, const Pose& joint) {
  const int index = maker.indexOf(link.id);
  if (index < 0) return {};
  const Snapshot& now = maker.snapshot();
  const Link& built = now.model->links[static_cast<std::size_t>(index)];
  if (built.joint.type != link.joint.type || built.qJoint + built.nqJoint > now.q.size()) return {};
  const Vec3 axis = (joint.R * maker.vector(link.joint.axis)).normalized();
  if (!axis.allFinite()) return {};
  const std::span<const CoordinateInfo> coordinates = link.joint.type->positionInfo();
  double angle = 0;
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    if (coordinates[i].quantity == Quantity::kAngle) angle = now.q[built.qJoint + static_cast<Eigen::Index>(i)];
  const auto across = [&axis](const Vec3& v) { return Vec3(v - v.dot(axis) * axis); };
  Vec3 pointing = across(maker.tip(link.id)->p - joint.p);
  if (!(pointing.norm() > 1e-6)) pointing = across(maker.base(link.id)->R.col(0));
  if (!(pointing.norm() > 1e-6)) pointing = axis.unitOrthogonal();
  const Vec3 x = expSO3<double>(Vec3(-angle * axis)) * pointing.normalized();
  Pose out;
  out.p = joint.p;
  out.R << x, axis.cross(x), axis;
  return out;
}

/// One end of the stops of a coordinate.
struct StopPlace {
  std::size_t coordinate, end;
};

/// The list of stops with one of them at another number.
std::string limitsText(const desc::Joint& joint, const StopPlace& place, double wanted) {
  std::string text = "[";
  for (std::size_t i = 0; i < joint.limits.size(); ++i) {
    text += i ? ", [" : "[";
    for (std::size_t k = 0; k < 2; ++k) {
      const auto& stop = joint.limits[i][k];
      text += k ? ", " : "";
      if (i == place.coordinate && k == place.end)
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

void addStop(HandleMaker& maker, const desc::Link& link, const StopPlace& place, const Pose& zero) {
  const auto& stop = link.joint.limits[place.coordinate][place.end];
  if (!stop || !isPlain(*stop)) return;
  const std::span<const CoordinateInfo> coordinates = link.joint.type->positionInfo();
  const bool turns = coordinates[place.coordinate].quantity == Quantity::kAngle;
  QString label = place.end == 0 ? tr("Lower stop") : tr("Upper stop");
  if (coordinates.size() > 1) label += QStringLiteral(" (%1)").arg(coordinates[place.coordinate].name.c_str());
  Handle handle{.kind = turns ? HandleKind::kTurn : HandleKind::kSlide,
                .label = label,
                .unit = turns ? QStringLiteral("rad") : QStringLiteral("m"),
                .base = turns ? zero : along(zero.p, zero.R.col(2))};
  handle.value.number = stop->value;
  const auto& other = link.joint.limits[place.coordinate][1 - place.end];  // stops do not cross
  if (other && isPlain(*other)) (place.end == 0 ? handle.maximum : handle.minimum) = other->value;
  maker.add(std::move(handle),
            [path = pathOfLink(maker, link) + ".joint.limits", joint = link.joint, place](const HandleValue& wanted) {
              return FieldValues{{path, limitsText(joint, place, wanted.number)}};
            });
}

void addStops(HandleMaker& maker, const desc::Link& link, const Pose& joint) {
  if (link.joint.limits.empty() || !link.joint.type->parameters().limits) return;
  const auto zero = zeroFrame(maker, link, joint);
  if (!zero) return;
  const std::size_t count = std::min(link.joint.limits.size(), link.joint.type->positionInfo().size());
  for (std::size_t i = 0; i < count; ++i)
    for (const std::size_t end : {0u, 1u}) addStop(maker, link, {i, end}, *zero);
}

/// What a joint of the tree or of a loop says of its axes, and the frames that they are given in.
struct Axes {
  JointParameters has;
  const desc::Number3 &first, &second;
  Pose firstFrame;
  std::optional<Pose> secondFrame;
};

/// Of as many digits as mean something.
Vec3 cleaned(const Vec3& direction) {
  constexpr double kGrid = 1e12;
  return (direction * kGrid).array().round() / kGrid + 0.0;  // no −0
}

/// The part of a direction across an axis; any where there is none.
Vec3 acrossAxis(const Vec3& direction, const Vec3& axis) {
  const Vec3 z = axis.normalized(), across = direction - direction.dot(z) * z;
  return across.norm() > 1e-6 * direction.norm() ? across.normalized() : z.unitOrthogonal();
}

/// The first of two axes takes the second one along, which stays orthogonal to it.
void addFirstAxis(HandleMaker& maker, const std::string& path, const Axes& axes) {
  if (!axes.has.axis2 || !isPlain(axes.second))
    return maker.addDirection(path + ".axis", axes.first, axes.firstFrame, tr("Axis"));
  const Vec3 direction = maker.vector(axes.first);
  if (!isPlain(axes.first) || !(direction.norm() > 0)) return;
  Handle handle{.kind = HandleKind::kDirection, .label = tr("Axis"), .unit = {}, .base = axes.firstFrame};
  handle.value.vector = direction.normalized();
  maker.add(std::move(handle), [path, second = maker.vector(axes.second)](const HandleValue& wanted) {
    return FieldValues{{path + ".axis", listText(wanted.vector)},
                       {path + ".axis2", listText(cleaned(acrossAxis(second, wanted.vector)))}};
  });
}

/// The angle of the second axis about the first one.
void addSecondAxis(HandleMaker& maker, const std::string& path, const Axes& axes) {
  const Vec3 first = maker.vector(axes.first), second = maker.vector(axes.second);
  if (!axes.has.axis2 || !axes.secondFrame || !isPlain(axes.second) || !(first.norm() > 0) || !(second.norm() > 0))
    return;
  constexpr double kNearX = 0.9;
  const Vec3 z = first.normalized(), x = acrossAxis(std::abs(z.x()) < kNearX ? Vec3::UnitX() : Vec3::UnitY(), z);
  const Vec3 y = z.cross(x);
  Handle handle{
      .kind = HandleKind::kTurn, .label = tr("Second axis"), .unit = QStringLiteral("rad"), .base = *axes.secondFrame};
  Mat3 about;
  about << x, y, z;
  handle.base.R = axes.secondFrame->R * about;
  handle.value.number = std::atan2(second.dot(y), second.dot(x));
  maker.add(std::move(handle), [path, x, y](const HandleValue& wanted) {
    const Vec3 turned = std::cos(wanted.number) * x + std::sin(wanted.number) * y;
    return FieldValues{{path + ".axis2", listText(cleaned(turned))}};
  });
}

void addAxes(HandleMaker& maker, const std::string& path, const Axes& axes) {
  if (!axes.has.axis) return;
  addFirstAxis(maker, path, axes);
  addSecondAxis(maker, path, axes);
}

/// The frame that the first turn of a joint has carried along.
Pose afterFirstTurn(HandleMaker& maker, const desc::Link& link, const Pose& joint) {
  const int index = maker.indexOf(link.id);
  const Vec3 axis = maker.vector(link.joint.axis);
  if (index < 0 || !(axis.norm() > 0)) return joint;
  const Link& built = maker.snapshot().model->links[static_cast<std::size_t>(index)];
  if (built.nqJoint == 0 || built.qJoint >= maker.snapshot().q.size()) return joint;
  Pose out = joint;
  out.R = joint.R * expSO3<double>(Vec3(maker.snapshot().q[built.qJoint] * axis.normalized()));
  return out;
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
  const desc::Joint& given = link.joint;
  addAxes(maker, pathOfLink(maker, link) + ".joint",
          {given.type->parameters(), given.axis, given.axis2, *joint, afterFirstTurn(maker, link, *joint)});
  addStops(maker, link, *joint);
}

void addLoopHandles(HandleMaker& maker, const desc::Loop& loop) {
  const std::string path = edits::pathOf(maker.description(), {ItemKind::kLoop, loop.id});
  const auto add = [&](const char* key, const desc::LoopSide& side, const QString& label,
                       double size) -> std::optional<Pose> {
    const auto base = maker.attachment(side.link.id, side.at);
    if (!base) return {};
    maker.addAttachment(path + key + ".at", side.at, side.link.id, label);
    maker.addPose(path + key + ".pose", side.pose, *base, label, size);
    return *base * maker.pose(side.pose);
  };
  const auto b = add(".b", loop.b, tr("Side b"), 1);
  const auto a = add(".a", loop.a, tr("Side a"), b ? 0.5 : 1);  // sides that meet lie in one another: both are grabbed
  if (b) addAxes(maker, path, {loop.type->parameters(), loop.axis, loop.axis2, *b, a});
}

}  // namespace tendril
