// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>

#include "core/text/number_text.hpp"
#include "studio/app/view/handles/handles_of.hpp"
#include "studio/document/edits/geometry/path_edits.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr std::size_t kFirstForce = 3;  // of a wrench: moments come first
constexpr double kAside = 20;           // px: an arrow of nothing beside its place, where both can be grabbed

QString tr(const char* text) {
  return QCoreApplication::translate("tendril::Handles", text);
}

/// The part of a soft link that a piece of a route runs over.
std::pair<double, double> shareOf(const HandleMaker& maker, ObjectId link, int division) {
  const int index = maker.indexOf(link);
  if (index < 0 || division < 0) return {0, 1};
  const Link& built = maker.snapshot().model->links[static_cast<std::size_t>(index)];
  if (!built.body) return {0, 1};
  const auto pieces = built.body->sweptPieces();
  if (static_cast<std::size_t>(division) >= pieces.size()) return {0, 1};
  const SweptPiece& piece = pieces[static_cast<std::size_t>(division)];
  return {piece.from, piece.to};
}

/// Where a piece begins and ends, and how far it is from the middle of the section.
template <class Piece>
void addAlongBody(HandleMaker& maker, const std::string& path, const Piece& piece, ObjectId link) {
  const int division = piece.division ? static_cast<int>(maker.number(*piece.division)) : -1;
  const auto [from, to] = shareOf(maker, link, division);
  maker.addPlace(path + ".from", piece.from, link, tr("From"), from, to);
  maker.addPlace(path + ".to", piece.to, link, tr("To"), from, to);
  if (!isPlain(piece.y) || !isPlain(piece.z)) return;
  const double middle = (maker.number(piece.from) + maker.number(piece.to)) / 2;
  const auto section = maker.section(link, from + middle * (to - from));
  if (!section) return;
  Handle handle{.kind = HandleKind::kPoint, .label = tr("Offset"), .base = *section, .normal = Vec3::UnitX()};
  handle.value.vector = Vec3(0, piece.y.value, piece.z.value);
  maker.add(std::move(handle), [path](const HandleValue& wanted) {
    return FieldValues{{path + ".y", numberText(wanted.vector.y())}, {path + ".z", numberText(wanted.vector.z())}};
  });
}

void addType(HandleMaker& maker, const std::string& path, const desc::TendonActuator& tendon) {
  for (std::size_t i = 0; i < tendon.route.size(); ++i) {
    const desc::RoutePiece& piece = tendon.route[i];
    const std::string at = path + ".route[" + std::to_string(i) + "]";
    if (piece.points.empty()) {
      addAlongBody(maker, at, piece, piece.link.id);
      continue;
    }
    const auto base = maker.base(piece.link.id);
    for (std::size_t k = 0; base && k < piece.points.size(); ++k)
      maker.addPoint(at + ".points[" + std::to_string(k) + "]", piece.points[k], *base, tr("Point of the route"));
  }
}

/// The bore where it is seen: how wide it is in its middle, where it begins and ends.
void addBore(HandleMaker& maker, const std::string& path, const desc::BoreCylinder& bore, ObjectId link) {
  maker.addPlace(path + ".from", bore.from, link, tr("From"));
  maker.addPlace(path + ".to", bore.to, link, tr("To"));
  const auto middle = maker.section(link, (maker.number(bore.from) + maker.number(bore.to)) / 2);
  if (middle)
    maker.addLength(path + ".radius", bore.radius, along(middle->p, middle->R.col(2)), tr("Radius of the bore"));
}

void addType(HandleMaker& maker, const std::string& path, const desc::PressureActuator& chamber) {
  if (!chamber.surface) return addAlongBody(maker, path, chamber, chamber.link.id);
  const auto* found = std::get_if<desc::FoundSurface>(&chamber.surface->value);
  // A mark of the mesh has its measures there; faces around points are picked in the view.
  if (found && found->cylinder) addBore(maker, path + ".surface.cylinder", *found->cylinder, chamber.link.id);
}

void addType(HandleMaker& maker, const std::string& path, const desc::PropellersActuator& propellers) {
  const auto base = maker.base(propellers.link.id);
  for (std::size_t i = 0; base && i < propellers.rotors.size(); ++i)
    maker.addPoint(path + ".rotors[" + std::to_string(i) + "].position", propellers.rotors[i].position, *base,
                   tr("Rotor"));
}

void addType(HandleMaker&, const std::string&, const desc::JointActuator&) {}

/// Three entries of a wrench.
struct WrenchPart {
  std::size_t first;
  QString label, unit;
  double scale;  ///< m per unit
};

void addArrow(HandleMaker& maker, const std::string& path, const desc::PointWrench& load, const WrenchPart& part,
              const Pose& place) {
  const std::span<const desc::Formula> entries = std::span(load.wrench).subspan(part.first, 3);
  if (!std::all_of(entries.begin(), entries.end(), [](const desc::Formula& f) { return isPlain(f); })) return;
  const bool torque = part.first < kFirstForce;
  Handle handle{.kind = HandleKind::kPoint,
                .label = part.label,
                .unit = part.unit,
                .base = place,
                .scale = part.scale,
                .arrow = true,
                .twoHeads = torque,
                .aside = torque ? -kAside : kAside};
  handle.value.vector = Vec3(entries[0].value, entries[1].value, entries[2].value);
  maker.add(std::move(handle), [path, first = part.first](const HandleValue& wanted) {
    FieldValues out;
    for (std::size_t k = 0; k < 3; ++k)
      out.emplace_back(path + ".wrench[" + std::to_string(first + k) + "]",
                       numberText(wanted.vector[static_cast<Eigen::Index>(k)]));
    return out;
  });
}

/// Force and moment as arrows, and where they act.
void addType(HandleMaker& maker, const std::string& path, const desc::PointWrench& load, const ArrowLengths& arrows) {
  maker.addAttachment(path + ".at", load.at, load.link.id, tr("Acts at"));
  auto place = maker.attachment(load.link.id, load.at);
  if (!place) return;
  if (load.frame == desc::WrenchFrame::kWorld) place->R.setIdentity();
  addArrow(maker, path, load, {kFirstForce, tr("Force"), QStringLiteral("N"), arrows.force}, *place);
  addArrow(maker, path, load, {0, tr("Moment"), QStringLiteral("N·m"), arrows.torque}, *place);
}

void addType(HandleMaker& maker, const std::string& path, const desc::Contact& contact, const ArrowLengths&) {
  if (contact.surface == desc::ContactSurface::kNone) return;
  const ObjectId second = contact.between[1].id;
  const auto base = second == 0 ? std::optional(Pose{}) : maker.base(second);
  if (!base) return;
  maker.addPose(path + ".pose", contact.pose, *base, tr("Surface"));
  const Pose surface = *base * maker.pose(contact.pose);
  if (contact.hasAxis()) maker.addDirection(path + ".axis", contact.axis, surface, tr("Axis"));
  const Vec3 axis = contact.hasAxis() ? Vec3(surface.R * maker.vector(contact.axis)) : Vec3(surface.R.col(2));
  if (contact.hasRadius() && axis.norm() > 0)
    maker.addLength(path + ".radius", contact.radius, along(surface.p, axis.unitOrthogonal()), tr("Radius"));
  for (int k = 0; contact.size && k < 3; ++k)
    maker.addLength(path + ".size[" + std::to_string(k) + "]", (*contact.size)[static_cast<std::size_t>(k)],
                    along(surface.p, surface.R.col(k)), tr("Side %1").arg("xyz"[k]), 0.5);
}

void addType(HandleMaker&, const std::string&, const desc::FluidLoad&, const ArrowLengths&) {}

}  // namespace

void addActuatorHandles(HandleMaker& maker, const desc::Actuator& actuator) {
  const std::string path = edits::pathOf(maker.description(), {ItemKind::kActuator, actuator.id});
  std::visit([&](const auto& type) { addType(maker, path, type); }, actuator.type);
}

void addLoadHandles(HandleMaker& maker, const desc::Load& load, const ArrowLengths& arrows) {
  const std::string path = edits::pathOf(maker.description(), {ItemKind::kLoad, load.id});
  std::visit([&](const auto& type) { addType(maker, path, type, arrows); }, load.type);
}

void addControllerHandles(HandleMaker& maker, const desc::Controller& controller) {
  const desc::LeadingController* leading = edits::leadingOf(controller.type);
  if (!leading) return;
  const std::string path = edits::pathOf(maker.description(), {ItemKind::kController, controller.id});
  maker.addAttachment(path + ".at", leading->at, leading->link.id, tr("Frame at"));
  const auto* still = std::get_if<desc::ConstantMotion>(&leading->reference.type);
  if (!still || leading->task == desc::TaskKind::kOrientation) return;
  const auto& values = still->value.values;
  if (!still->value.list || values.size() < 3 || !isPlain(std::span(values).first(3))) return;
  Handle handle{.kind = HandleKind::kFrame, .label = tr("Target"), .turns = false};
  handle.value.pose.p = Vec3(maker.number(values[0]), maker.number(values[1]), maker.number(values[2]));
  maker.add(std::move(handle), [path](const HandleValue& wanted) {
    FieldValues out;
    for (int k = 0; k < 3; ++k)
      out.emplace_back(path + ".reference.value[" + std::to_string(k) + "]", numberText(wanted.pose.p[k]));
    return out;
  });
}

}  // namespace tendril
