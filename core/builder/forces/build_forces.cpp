// SPDX-License-Identifier: BSD-3-Clause
// Loads, actuators and controllers.
#include <memory>
#include <stdexcept>

#include "core/builder/builders.hpp"
#include "core/builder/forces/soft_shape.hpp"
#include "core/builder/parts/actuator_facts.hpp"
#include "core/builder/parts/signal_table.hpp"
#include "core/description/references.hpp"
#include "core/math/jet.hpp"
#include "core/model/load_series.hpp"
#include "core/model/propellers.hpp"

namespace tendril {
namespace {

namespace desc = description;
const std::vector<std::string> kTime = {"t"};

double atTime(const Expression& expression, double t) {
  return expression.evaluate(std::span<const double>(&t, 1));
}

/// Value, first and second derivative.
Vec3 motionAtTime(const Expression& expression, double t) {
  const auto time = Jet<2>::parameter(t);
  const auto jet = expression.evaluate<Jet<2>>(std::span<const Jet<2>>(&time, 1));
  return {jet.derivative(0), jet.derivative(1), jet.derivative(2)};
}

SignalBuilder signalOf(int actuator, int input, const Expression& expression) {
  return {actuator, input, [expression](double t) { return atTime(expression, t); },
          [expression](double t) { return motionAtTime(expression, t); },
          [expression](double t, int order, double* out) {
            using Series = Jet<InputSignal::kMostDerivatives>;
            const Series time = Series::parameter(t);
            const Series value = expression.evaluate<Series>(std::span<const Series>(&time, 1));
            for (int k = 0; k <= order; ++k) out[k] = value.derivative(k);
          }};
}

/// The way of a tendon while it is put together.
struct Way {
  std::vector<Tendon::BodyPiece> pieces;
  std::vector<Tendon::Segment> segments;
};

/// A line through a soft body, of a tendon or a chamber; `area` null: a tendon. Null, with a problem, if the body takes
/// none.
template <class Piece>
std::unique_ptr<TendonPiece> buildLine(const Piece& piece, const desc::Formula* area, int link, BuildContext& context,
                                       const std::string& path) {
  if (!context.bodies[static_cast<std::size_t>(link)]) return nullptr;  // it could not be built: reported
  const int division = piece.division ? static_cast<int>(context.number(*piece.division)) : -1;
  const double length = softLength(link, division, context);
  const ExpressionFunction radius = softRadius(link, division, context);
  const auto curve = [&](const desc::Formula& formula, const char* key) {
    return context.evaluator.curve(formula, length, {&radius, 1}, path + key);
  };
  const Curve y = curve(piece.y, ".y"), z = curve(piece.z, ".z");
  std::optional<Curve> weight;
  if (area) weight = curve(*area, ".area");
  bool positive = true;
  const auto route = [&, y, z](double X) {
    const double w = weight ? weight->value(X) : 1;
    positive = positive && w > 0;
    return RoutePoint{y.value(X), z.value(X), y.slope(X), z.slope(X), w};
  };
  const double from = context.number(piece.from), to = context.number(piece.to);
  const Body& body = *context.bodies[static_cast<std::size_t>(link)];
  std::unique_ptr<TendonPiece> made =
      division >= 0 ? body.makeTendonPieceOnDivision(route, from, to, division) : body.makeTendonPiece(route, from, to);
  if (!made) context.error(path, "a " + std::string(body.type()) + " takes no tendons or chambers", "use other links");
  if (!positive) context.error(path + ".area", "is not positive everywhere on the chamber", "must be greater than 0");
  return made;
}

void addSoftPiece(const desc::RoutePiece& piece, int link, BuildContext& context, const std::string& path, Way& way) {
  if (std::unique_ptr<TendonPiece> made = buildLine(piece, nullptr, link, context, path))
    way.pieces.push_back({link, std::move(made)});
}

void addPoints(const desc::RoutePiece& piece, int link, BuildContext& context, const Tendon::Point* last, Way& way) {
  std::vector<Tendon::Point> points;
  if (last) points.push_back(*last);
  for (const desc::Number3& point : piece.points) points.push_back({link, context.vector(point)});
  for (std::size_t i = 1; i < points.size(); ++i) way.segments.push_back({points[i - 1], points[i]});
}

Way buildWay(const desc::TendonActuator& tendon, BuildContext& context, const std::string& path) {
  Way way;
  std::optional<Tendon::Point> last;  // straight on from the last point of a rigid link to the first of the next
  for (std::size_t i = 0; i < tendon.route.size(); ++i) {
    const desc::RoutePiece& piece = tendon.route[i];
    const int link = context.linkIndex(piece.link);
    if (piece.points.empty()) {
      addSoftPiece(piece, link, context, path + ".route[" + std::to_string(i) + ']', way);
      last.reset();
    } else {
      addPoints(piece, link, context, last ? &*last : nullptr, way);
      last = Tendon::Point{link, context.vector(piece.points.back())};
    }
  }
  return way;
}

Rotor rotorOf(const desc::Rotor& given, BuildContext& context) {
  const Vec3 position = context.vector(given.position);
  return {.position = position,
          .axis = rotorAxis(position, context.number(given.tilt[0]), context.number(given.tilt[1])),
          .spin = context.number(given.spin),
          .thrust = context.number(given.thrust),
          .drag = context.number(given.drag)};
}

/// What all actuators have.
struct Common {
  desc::ObjectId id = 0;
  InputRange range;  ///< of the inputs; unbounded where none is given
};

Common commonOf(const desc::Actuator& actuator, BuildContext& context) {
  if (!actuator.range) return {actuator.id, {}};
  return {actuator.id, {context.number((*actuator.range)[0]), context.number((*actuator.range)[1])}};
}

void setCommon(Actuator& actuator, const Common& common) {
  actuator.id = common.id;
  for (InputRange& own : actuator.ranges) {
    own.lower = std::max(own.lower, common.range.lower);
    own.upper = std::min(own.upper, common.range.upper);
  }
}

}  // namespace

void buildLoad(const desc::PointWrench& load, const std::string& name, BuildContext& context) {
  const std::string path = "loads." + name;
  std::array<Expression, 6> entries;
  for (std::size_t i = 0; i < 6; ++i)
    entries[i] = context.evaluator.formula(load.wrench[i], kTime, path + ".wrench[" + std::to_string(i) + ']');
  const auto wrench = [entries](double t) {
    Vec6 out;
    for (std::size_t i = 0; i < 6; ++i) out[static_cast<Eigen::Index>(i)] = atTime(entries[i], t);
    return out;
  };
  const auto series = [entries](const LoadSeries& t) {
    Vec6T<LoadSeries> out;
    for (std::size_t i = 0; i < 6; ++i)
      out[static_cast<Eigen::Index>(i)] = entries[i].evaluate<LoadSeries>(std::span<const LoadSeries>(&t, 1));
    return out;
  };
  LoadSpec spec;
  spec.name = name;
  for (const desc::Load& each : context.description.loads)
    if (each.name == name) spec.id = each.id;
  spec.link = context.linkIndex(load.link);
  spec.station = context.station(spec.link, load.at, path + ".at");
  const bool world = load.frame == desc::WrenchFrame::kWorld;
  spec.load =
      std::make_shared<PointWrench>(world ? PointWrench::Frame::kWorld : PointWrench::Frame::kBody, wrench, series);
  context.spec.loads.push_back(std::move(spec));
}

void buildActuator(const desc::TendonActuator& tendon, const desc::Actuator& actuator, BuildContext& context) {
  // std::function wants something that can be copied; the pieces are handed over when the model is made
  const auto way = std::make_shared<Way>(buildWay(tendon, context, "actuators." + actuator.name));
  std::optional<Spool> spool;
  if (tendon.mode == desc::TendonMode::kLength)
    spool = Spool{context.number(tendon.cableStiffness), context.number(tendon.cableDamping),
                  context.number(tendon.pretension)};
  context.spec.actuators.emplace_back([way, spool, name = actuator.name, tensionOnly = tendon.tensionOnly,
                                       common = commonOf(actuator, context)](const Model&) {
    auto made = std::make_unique<Tendon>(name, std::move(way->pieces), std::move(way->segments), tensionOnly, spool);
    setCommon(*made, common);
    return made;
  });
}

void buildActuator(const desc::PressureActuator& chamber, const desc::Actuator& actuator, BuildContext& context) {
  const int link = context.linkIndex(chamber.link);
  const std::string path = "actuators." + actuator.name;
  const auto volume = std::make_shared<std::unique_ptr<TendonPiece>>(
      chamber.surface ? buildWall(*chamber.surface, link, context, path)
                      : buildLine(chamber, &chamber.area, link, context, path));
  context.spec.actuators.emplace_back(
      [volume, link, name = actuator.name, common = commonOf(actuator, context)](const Model&) {
        auto made = std::make_unique<PressureChamber>(name, link, std::move(*volume));
        setCommon(*made, common);
        return made;
      });
}

void buildActuator(const desc::PropellersActuator& propellers, const desc::Actuator& actuator, BuildContext& context) {
  std::vector<Rotor> rotors;
  for (const desc::Rotor& rotor : rotorsOf(propellers, context.evaluator)) rotors.push_back(rotorOf(rotor, context));
  context.spec.actuators.emplace_back([rotors, link = context.linkIndex(propellers.link), name = actuator.name,
                                       common = commonOf(actuator, context)](const Model&) {
    auto made = std::make_unique<Propellers>(name, link, rotors);
    setCommon(*made, common);
    return made;
  });
}

/// Whether springs move the joint of a link here, as its motors are left out: then forces alone are its inputs.
static bool isBehindSprings(int link, const BuildContext& context) {
  return !context.options.motors && !context.spec.links[static_cast<std::size_t>(link)].joint.motors.empty();
}

void buildActuator(const desc::JointActuator& joint, const desc::Actuator& actuator, BuildContext& context) {
  const int link = context.linkIndex(joint.link);
  const bool position = joint.mode == desc::JointActuatorMode::kPosition && !isBehindSprings(link, context);
  context.spec.actuators.emplace_back(
      [link, position, name = actuator.name, common = commonOf(actuator, context)](const Model& model) {
        std::unique_ptr<Actuator> made;
        if (position) {
          made = std::make_unique<JointPosition>(name, model, link);
        } else {
          made = std::make_unique<JointActuator>(name, model, link);
        }
        setCommon(*made, common);
        return made;
      });
}

void buildDriveSignals(BuildContext& context, std::vector<SignalBuilder>& signals) {
  const std::vector<desc::Actuator>& actuators = context.description.actuators;
  for (std::size_t i = 0; i < actuators.size(); ++i) {
    const auto* joint = std::get_if<desc::JointActuator>(&actuators[i].type);
    if (!joint || joint->mode != desc::JointActuatorMode::kPosition || !joint->signal) continue;
    if (isBehindSprings(context.linkIndex(joint->link), context)) continue;
    for (std::size_t k = 0; k < joint->signal->values.size(); ++k)
      signals.push_back(signalOf(
          static_cast<int>(i), static_cast<int>(k),
          context.evaluator.formula(joint->signal->values[k], kTime, "actuators." + actuators[i].name + ".signal")));
  }
}

void addSignals(const desc::SignalsController& controller, const std::string& owner, BuildContext& context,
                std::vector<SignalBuilder>& signals) {
  for (const auto& [reference, source] : controller.outputs.entries) {
    const std::string path = owner + ".outputs." + reference.name;
    const int actuator = indexOf(context.description.actuators, reference.id);
    if (const auto* table = std::get_if<desc::TableSignal>(&source.value)) {
      std::string problem;
      const auto loaded =
          SignalTable::load(context.options.directory / table->table, table->column, table->interpolation, problem);
      if (loaded)
        signals.push_back({actuator, 0, [table = *loaded](double t) { return table.value(t); },
                           [table = *loaded](double t) { return table.motion(t); }});
      if (!loaded) context.error(path, problem);
      continue;
    }
    const auto& formulas = std::get<desc::OneOrMany<desc::Formula>>(source.value).values;
    for (std::size_t i = 0; i < formulas.size(); ++i)
      signals.push_back(signalOf(actuator, static_cast<int>(i), context.evaluator.formula(formulas[i], kTime, path)));
  }
}

}  // namespace tendril
