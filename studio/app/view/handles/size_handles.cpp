// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

#include "core/description/bodies.hpp"
#include "studio/app/view/handles/handles_of.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr double kHalf = 0.5;  // of full sides: what is grabbed is half as far from the middle

QString tr(const char* text) {
  return QCoreApplication::translate("tendril::Handles", text);
}

/// Where a length ends, and along it: a handle whose number is 0 a length before.
Pose before(const Pose& end, double length) {
  return along(end.p - length * end.R.col(0), end.R.col(0));
}

/// A measure of a section: one handle in its middle, or one at each end.
struct SectionMeasure {
  std::string path;
  const desc::Measure& measure;
  QString label;
  int axis = 2;      ///< of the section's frame
  double scale = 1;  ///< half, of full sides
};

void addMeasure(HandleMaker& maker, ObjectId link, const SectionMeasure& what, double from, double to) {
  const desc::Measure& measure = what.measure;
  if (!measure.formula.empty() || !isPlain(measure.start) || (measure.end && !isPlain(*measure.end))) return;
  const auto at = [&](double share) -> std::optional<Pose> {
    const auto frame = maker.section(link, from + share * (to - from));
    return frame ? std::optional(along(frame->p, frame->R.col(what.axis))) : std::nullopt;
  };
  if (!measure.end) {
    if (const auto middle = at(0.5)) maker.addLength(what.path, measure.start, *middle, what.label, what.scale);
    return;
  }
  const auto first = at(0), last = at(1);
  if (!first || !last) return;
  const double ends[] = {measure.start.value, measure.end->value};
  for (const int end : {0, 1}) {
    Handle handle{.kind = HandleKind::kSlide,
                  .label = what.label,
                  .base = end == 0 ? *first : *last,
                  .scale = what.scale,
                  .minimum = 0};
    handle.value.number = ends[end];
    maker.add(std::move(handle), [path = what.path, end, other = ends[1 - end]](const HandleValue& wanted) {
      const double both[] = {end == 0 ? wanted.number : other, end == 0 ? other : wanted.number};
      return FieldValues{{path, listText(both)}};
    });
  }
}

void addSection(HandleMaker& maker, ObjectId link, const std::string& path, const desc::Section& section, double from,
                double to) {
  const auto add = [&](const char* key, const desc::Measure& measure, const QString& label, int axis, double scale) {
    addMeasure(maker, link, {path + '.' + key, measure, label, axis, scale}, from, to);
  };
  if (const auto* circle = std::get_if<desc::CircleSection>(&section.shape)) {
    add("radius", circle->radius, tr("Radius"), 2, 1);
  } else if (const auto* tube = std::get_if<desc::TubeSection>(&section.shape)) {
    add("radius", tube->radius, tr("Outer radius"), 2, 1);
    add("inner", tube->inner, tr("Inner radius"), 1, 1);
  } else if (const auto* rectangle = std::get_if<desc::RectangleSection>(&section.shape)) {
    add("height", rectangle->height, tr("Height"), 1, kHalf);
    add("width", rectangle->width, tr("Width"), 2, kHalf);
  } else if (const auto* ellipse = std::get_if<desc::EllipseSection>(&section.shape)) {
    add("a", ellipse->a, tr("Semi-axis a"), 1, 1);
    add("b", ellipse->b, tr("Semi-axis b"), 2, 1);
  }
}

/// Each division has its own length and section.
void addBody(HandleMaker& maker, const desc::Link& link, const std::string& path, const desc::RodBody& rod) {
  const int index = maker.indexOf(link.id);
  if (index < 0 || !maker.snapshot().model->links[static_cast<std::size_t>(index)].body) return;
  const auto pieces = maker.snapshot().model->links[static_cast<std::size_t>(index)].body->sweptPieces();
  const std::span<const desc::RodDivision> parts = rod.parts();
  if (pieces.size() != parts.size()) return;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string part = rod.divisions.empty() ? path : path + ".divisions[" + std::to_string(i) + "]";
    if (const auto end = maker.section(link.id, pieces[i].to))
      maker.addLength(part + ".length", parts[i].length, before(*end, maker.number(parts[i].length)), tr("Length"));
    addSection(maker, link.id, part + ".section", parts[i].section, pieces[i].from, pieces[i].to);
  }
}

void addEnd(HandleMaker& maker, const desc::Link& link, const std::string& path, const desc::Number& length) {
  if (const auto tip = maker.tip(link.id))
    maker.addLength(path + ".length", length, before(*tip, maker.number(length)), tr("Length"));
}

void addAcross(HandleMaker& maker, const desc::Link& link, const std::string& path, const desc::Number& value,
               const QString& label, int axis, double scale) {
  const auto middle = maker.section(link.id, 0.5);
  if (middle) maker.addLength(path, value, along(middle->p, middle->R.col(axis)), label, scale);
}

void addBody(HandleMaker& maker, const desc::Link& link, const std::string& path,
             const desc::ConstantCurvatureBody& body) {
  addEnd(maker, link, path, body.length);
  addAcross(maker, link, path + ".radius", body.radius, tr("Radius"), 2, 1);
}

/// At the outer radius of the section at `place`, along the body.
std::optional<Pose> onHull(HandleMaker& maker, const desc::Link& link, const desc::Number& radius, double place) {
  const auto section = maker.section(link.id, place);
  if (!section) return {};
  return along(*section * Vec3(0, maker.number(radius), 0), section->R.col(0));
}

/// Ribs are seen from the first ring on: how far one goes in a turn, how thick they are in the middle.
void addMesh(HandleMaker& maker, const desc::Link& link, const std::string& path, const desc::HelicoidMesh& helicoid,
             double length) {
  addAcross(maker, link, path + ".radius", helicoid.radius, tr("Outer radius"), 2, 1);
  addAcross(maker, link, path + ".inner", helicoid.inner, tr("Inner radius"), 1, 1);
  const double ring = length > 0 ? maker.number(helicoid.ring) / length : 0;
  const auto base = onHull(maker, link, helicoid.radius, 0), first = onHull(maker, link, helicoid.radius, ring),
             middle = onHull(maker, link, helicoid.radius, 0.5);
  if (base) maker.addLengthOrNone(path + ".ring", helicoid.ring, *base, tr("End rings"));
  if (first && !helicoid.turns) maker.addLength(path + ".pitch", helicoid.pitch, *first, tr("Pitch"));
  if (middle) maker.addLength(path + ".thickness", helicoid.thickness, *middle, tr("Thickness of a rib"), kHalf);
}

/// Its cap is as thick as it is at the rim of the tip.
void addMesh(HandleMaker& maker, const desc::Link& link, const std::string& path, const desc::GripperMesh& gripper) {
  addAcross(maker, link, path + ".radius", gripper.radius, tr("Outer radius"), 2, 1);
  addAcross(maker, link, path + ".inner", gripper.inner, tr("Inner radius"), 1, 1);
  if (const auto rim = onHull(maker, link, gripper.radius, 1))
    maker.addLengthOrNone(path + ".cap", gripper.cap, along(rim->p, -rim->R.col(0)), tr("Thickness of the cap"));
}

void addBody(HandleMaker& maker, const desc::Link& link, const std::string& path, const desc::TetrahedraBody& body) {
  const auto* shape = std::get_if<desc::MeshShape>(&body.mesh.value);
  if (!shape) return;
  const std::string mesh = path + ".mesh.";
  if (!shape->surface && body.length) addEnd(maker, link, path, *body.length);
  if (shape->cylinder) addAcross(maker, link, mesh + "cylinder.radius", shape->cylinder->radius, tr("Radius"), 2, 1);
  if (shape->tube) {
    addAcross(maker, link, mesh + "tube.radius", shape->tube->radius, tr("Outer radius"), 2, 1);
    addAcross(maker, link, mesh + "tube.inner", shape->tube->inner, tr("Inner radius"), 1, 1);
  }
  if (shape->box) {
    addAcross(maker, link, mesh + "box.height", shape->box->height, tr("Height"), 1, kHalf);
    addAcross(maker, link, mesh + "box.width", shape->box->width, tr("Width"), 2, kHalf);
  }
  const double length = body.length ? maker.number(*body.length) : 0;
  if (shape->helicoid) addMesh(maker, link, mesh + "trimmed_helicoid", *shape->helicoid, length);
  if (shape->gripper) addMesh(maker, link, mesh + "gripper", *shape->gripper);
}

/// Shapes are centred and round ones lie along x.
void addRound(HandleMaker& maker, const std::string& path, const desc::RoundShape& shape, const Pose& center) {
  maker.addLength(path + ".length", shape.length, along(center.p, center.R.col(0)), tr("Length"), kHalf);
  maker.addLength(path + ".radius", shape.radius, along(center.p, center.R.col(2)), tr("Radius"));
}

template <class Shape>
void addShape(HandleMaker& maker, const std::string& path, const Shape& shape, const Pose& center) {
  if (shape.box) {
    const QString sides[] = {tr("Side x"), tr("Side y"), tr("Side z")};
    for (int k = 0; k < 3; ++k)
      maker.addLength(path + ".box[" + std::to_string(k) + "]", (*shape.box)[static_cast<std::size_t>(k)],
                      along(center.p, center.R.col(k)), sides[k], kHalf);
  }
  if (shape.cylinder) addRound(maker, path + ".cylinder", *shape.cylinder, center);
  if (shape.capsule) addRound(maker, path + ".capsule", *shape.capsule, center);
  if (shape.sphere) maker.addLength(path + ".sphere", *shape.sphere, along(center.p, center.R.col(2)), tr("Radius"));
}

void addVisual(HandleMaker& maker, const desc::Link& link, const std::string& path, const desc::Visual& visual) {
  if (const auto base = maker.base(link.id)) addShape(maker, path + ".visual", visual, *base * maker.pose(visual.pose));
}

void addBody(HandleMaker& maker, const desc::Link& link, const std::string& path, const desc::RigidBody& body) {
  if (body.visual) addVisual(maker, link, path, *body.visual);
}

}  // namespace

void addSizes(HandleMaker& maker, const desc::Link& link) {
  const std::string path = edits::pathOf(maker.description(), {ItemKind::kLink, link.id});
  if (link.visual) addVisual(maker, link, path, *link.visual);
  if (link.body) std::visit([&](const auto& body) { addBody(maker, link, path + ".body", body); }, *link.body);
}

void addRigidFrames(HandleMaker& maker, const desc::Link& link) {
  const auto* body = link.body ? std::get_if<desc::RigidBody>(&*link.body) : nullptr;
  const auto base = maker.base(link.id);
  if (!body || !base) return;
  const std::string path = edits::pathOf(maker.description(), {ItemKind::kLink, link.id}) + ".body";
  maker.addPose(path + ".tip", body->tip, *base, tr("Tip frame"), 0.75);
  maker.addPoint(path + ".com", body->com, *base, tr("Centre of mass"));
}

void addObjectHandles(HandleMaker& maker, const desc::FreeObject& object) {
  const std::string path = edits::pathOf(maker.description(), {ItemKind::kObject, object.id});
  maker.addPose(path + ".pose", object.pose, Pose{}, tr("Start"));
  if (const auto center = maker.base(object.id)) addShape(maker, path + ".shape", object.shape, *center);
}

}  // namespace tendril
