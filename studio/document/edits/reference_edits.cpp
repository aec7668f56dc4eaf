// SPDX-License-Identifier: GPL-3.0-or-later
// What controllers follow: signals to begin with, another kind of reference, entries that follow the outputs.
#include <algorithm>
#include <map>
#include <type_traits>
#include <utility>

#include "core/builder/parts/actuator_facts.hpp"
#include "core/text/number_text.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/edits/emplace_named.hpp"
#include "studio/document/edits/fail.hpp"
#include "studio/document/items.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

using Numbers = desc::OneOrMany<desc::Number>;

constexpr double kTurn = 0.2, kWay = 0.01, kSwelling = 1e-6, kAny = 0.1;  // rad, m, m³: first motions of references
constexpr double kPeriod = 4;                                             // s

// ---- entries per input

/// Where the entries of a list come from: per new entry the old one, −1: it is new.
struct EntryMap {
  std::vector<int> from;
  const ControllerDesign* design = nullptr;  ///< of what is new; null: it is as the last one was
};

/// What each entry of a list belongs to: an actuator and one of its inputs.
std::vector<std::pair<ObjectId, int>> entryKeys(const Description& description, const std::vector<ObjectId>& outputs) {
  std::vector<std::pair<ObjectId, int>> keys;
  for (const ObjectId id : outputs) {
    const desc::Actuator* actuator = objectOf(description.actuators, id);
    const int count = actuator ? inputCount(description, *actuator) : 1;
    for (int k = 0; k < count; ++k) keys.emplace_back(id, k);
  }
  return keys;
}

/// Of outputs now and before.
EntryMap entryMap(const Description& description, const std::vector<desc::ActuatorRef>& now,
                  const std::vector<ObjectId>& before) {
  const auto old = entryKeys(description, before);
  std::vector<ObjectId> outputs;
  for (const desc::ActuatorRef& output : now) outputs.push_back(output.id);
  EntryMap map;
  for (const auto& key : entryKeys(description, outputs)) {
    const auto found = std::find(old.begin(), old.end(), key);
    map.from.push_back(found == old.end() ? -1 : static_cast<int>(found - old.begin()));
  }
  return map;
}

/// A list as the map says; `designed`: of what is new. One for all stays.
template <class T>
void refit(desc::OneOrMany<T>& values, const EntryMap& map,
           const std::vector<double> ControllerDesign::*designed = nullptr) {
  if (!values.list || values.values.empty()) return;
  const std::vector<T> old = values.values;
  const std::vector<double> none, &fresh = map.design && designed ? map.design->*designed : none;
  values.values.clear();
  for (std::size_t k = 0; k < map.from.size(); ++k) {
    const int from = map.from[k];
    if (from >= 0 && from < static_cast<int>(old.size()))
      values.values.push_back(old[static_cast<std::size_t>(from)]);
    else if (fresh.size() == map.from.size())
      values.values.push_back(T(fresh[k]));
    else
      values.values.push_back(old.back());
  }
}

void refitGain(desc::GainMatrix& gain, const EntryMap& map, const std::vector<double> ControllerDesign::*designed) {
  const bool full = gain.list && !gain.values.empty() && gain.values.front().list;
  if (!full) return refit(gain, map, designed);
  const desc::GainMatrix old = gain;
  gain.values.clear();
  for (const int row : map.from) {
    Numbers line;
    line.list = true;
    for (const int column : map.from) {
      const bool known = row >= 0 && column >= 0 && row < static_cast<int>(old.values.size()) &&
                         column < static_cast<int>(old.values[static_cast<std::size_t>(row)].values.size());
      line.values.push_back(known ? old.values[static_cast<std::size_t>(row)].values[static_cast<std::size_t>(column)]
                                  : desc::Number(0.0));
    }
    gain.values.push_back(std::move(line));
  }
}

/// Of a full matrix its diagonal.
void keepDiagonal(desc::GainMatrix& gain) {
  if (!gain.list) return;
  for (std::size_t i = 0; i < gain.values.size(); ++i)
    if (Numbers& row = gain.values[i]; row.list && i < row.values.size()) row = desc::Number(row.values[i]);
}

/// One overload per kind of motion.
struct ReferenceFitter {
  const EntryMap& map;

  void rest(Numbers& values) const { refit(values, map, &ControllerDesign::rest); }
  void operator()(desc::ConstantMotion& m) const { rest(m.value); }
  void operator()(desc::PolynomialMotion& m) const { rest(m.from), rest(m.to); }
  void operator()(desc::HalfCosineMotion& m) const { rest(m.from), rest(m.to); }
  void operator()(desc::SplineMotion& m) const {
    for (Numbers& point : m.points) rest(point);
  }
  void operator()(desc::LissajousMotion& m) const {
    rest(m.center);
    for (Numbers* each : {&m.amplitude, &m.frequency, &m.phase}) refit(*each, map);
  }
  void operator()(desc::ExpressionMotion& m) const { refit(m.value, map); }
  void operator()(desc::TableMotion& m) const {
    if (m.columns.empty()) return;
    const std::vector<std::string> old = m.columns;
    m.columns.clear();
    for (std::size_t k = 0; k < map.from.size(); ++k) {
      const int from = map.from[k];
      const bool known = from >= 0 && from < static_cast<int>(old.size());
      m.columns.push_back(known ? old[static_cast<std::size_t>(from)] : std::to_string(k + 1));
    }
  }
  void operator()(desc::CircleMotion&) const {}
  void operator()(desc::PoseTransitionMotion&) const {}
  void operator()(desc::PoseSplineMotion&) const {}
  void operator()(desc::PoseMotion&) const {}
};

// ---- another kind of motion

/// Where a motion rests.
struct RestOf {
  Numbers operator()(const desc::ConstantMotion& m) const { return m.value; }
  Numbers operator()(const desc::PolynomialMotion& m) const { return m.from; }
  Numbers operator()(const desc::HalfCosineMotion& m) const { return m.from; }
  Numbers operator()(const desc::SplineMotion& m) const {
    return m.points.empty() ? Numbers(desc::Number(0.0)) : m.points.front();
  }
  Numbers operator()(const desc::LissajousMotion& m) const { return m.center; }
  static Numbers list(const desc::Number3& numbers) {
    Numbers out;
    out.values.assign(numbers.begin(), numbers.end());
    out.list = true;
    return out;
  }
  Numbers operator()(const desc::CircleMotion& m) const { return list(m.center); }
  Numbers operator()(const desc::PoseTransitionMotion& m) const { return list(m.from.position); }
  Numbers operator()(const desc::PoseSplineMotion& m) const {
    return list(m.poses.empty() ? desc::Number3{} : m.poses.front().position);
  }
  Numbers operator()(const desc::PoseMotion& m) const { return std::visit(*this, m.position.type); }
  Numbers operator()(const desc::TableMotion&) const { return desc::Number(0.0); }
  Numbers operator()(const desc::ExpressionMotion&) const { return desc::Number(0.0); }
};

desc::Number plus(const desc::Number& number, double by) {
  if (number.expression.empty()) return number.value + by;
  desc::Number out;
  out.expression = '(' + number.expression + ")+" + numberText(by);
  return out;
}

std::string textOf(const desc::Number& number) {
  return number.expression.empty() ? numberText(number.value) : '(' + number.expression + ')';
}

/// How far a coordinate goes at first.
double reachOf(const Description& description, const desc::Actuator& actuator) {
  if (std::holds_alternative<desc::PressureActuator>(actuator.type)) return kSwelling;
  const auto* joint = std::get_if<desc::JointActuator>(&actuator.type);
  const desc::Link* link = joint ? objectOf(description.links, joint->link.id) : nullptr;
  if (!link) return kWay;
  const auto infos = link->joint.type->velocityInfo();
  return !infos.empty() && infos[0].quantity == Quantity::kLength ? kWay : kTurn;
}

/// Per coordinate that the controller follows; one for all where it follows links.
std::vector<double> reaches(const Description& description, const desc::Controller& controller) {
  if (!followsInputs(controller)) return {kAny};
  std::vector<double> out;
  for (const ObjectId id : outputsOf(controller))
    if (const desc::Actuator* actuator = objectOf(description.actuators, id))
      out.insert(out.end(), static_cast<std::size_t>(inputCount(description, *actuator)),
                 reachOf(description, *actuator));
  return out.empty() ? std::vector<double>{kAny} : out;
}

/// `value(rest, reach)` of every entry; one for all where rest and reach are the same everywhere.
template <class T, class F>
desc::OneOrMany<T> each(const Numbers& rest, const std::vector<double>& reach, F value) {
  const std::size_t count = std::max(rest.values.size(), reach.size());
  const bool alike = std::equal(reach.begin() + 1, reach.end(), reach.begin());
  const auto at = [](const auto& list, std::size_t i) { return list[std::min(i, list.size() - 1)]; };
  if (!rest.list && alike) return value(rest.values.front(), reach.front());
  desc::OneOrMany<T> out;
  out.list = true;
  for (std::size_t i = 0; i < count; ++i) out.values.push_back(value(at(rest.values, i), at(reach, i)));
  return out;
}

/// Motions that begin at rest; one overload per kind.
struct ReferenceStarter {
  const Numbers& rest;
  const std::vector<double>& reach;

  Numbers away() const {
    return each<desc::Number>(rest, reach, [](const desc::Number& from, double by) { return plus(from, by); });
  }
  void operator()(desc::ConstantMotion& m) const { m.value = rest; }
  void operator()(desc::PolynomialMotion& m) const { m.from = rest, m.to = away(); }
  void operator()(desc::HalfCosineMotion& m) const { m.from = rest, m.to = away(); }
  void operator()(desc::SplineMotion& m) const {
    m.times = {0.0, kPeriod / 4, kPeriod / 2};
    m.points = {rest, away(), rest};
    m.ends = desc::SplineEnds::kRest;
  }
  void operator()(desc::LissajousMotion& m) const {
    m.center = rest, m.frequency = desc::Number(1 / kPeriod);
    m.amplitude = each<desc::Number>(desc::Number(0.0), reach, [](const auto&, double by) { return desc::Number(by); });
  }
  void operator()(desc::CircleMotion& m) const {
    if (rest.values.size() == 3) std::copy(rest.values.begin(), rest.values.end(), m.center.begin());
    m.radius = reach.front(), m.period = kPeriod;
  }
  void operator()(desc::TableMotion&) const {}
  /// Poses at the position where it rests, and beside it.
  desc::Pose pose(const Numbers& place) const {
    desc::Pose out;
    for (std::size_t i = 0; i < 3 && i < place.values.size(); ++i) out.position[i] = place.values[i];
    return out;
  }
  void operator()(desc::PoseTransitionMotion& m) const { m.from = pose(rest), m.to = pose(away()); }
  void operator()(desc::PoseSplineMotion& m) const {
    m.times = {0.0, kPeriod / 4, kPeriod / 2};
    m.poses = {pose(rest), pose(away()), pose(rest)};
    m.ends = desc::SplineEnds::kRest;
  }
  void operator()(desc::PoseMotion& m) const {
    desc::ConstantMotion still;
    still.value = RestOf::list(pose(rest).position);
    m.position.type = still;
  }
  void operator()(desc::ExpressionMotion& m) const {
    m.value = each<desc::Formula>(rest, reach, [](const desc::Number& from, double by) {
      desc::Formula formula;
      formula.text = textOf(from) + " + " + numberText(by) + "*sin(2*pi*t/" + numberText(kPeriod) + ")";
      return formula;
    });
  }
};

bool isOfPoses(std::string_view type) {
  return type == desc::PoseTransitionMotion::kType || type == desc::PoseSplineMotion::kType ||
         type == desc::PoseMotion::kType;
}

/// How many entries the reference of a law that leads a frame or a base has; 0: another law.
std::size_t frameEntries(const desc::Controller& controller) {
  return std::visit(
      []<class T>(const T& law) -> std::size_t {
        if (movesBase(T::kType)) return 6;
        if constexpr (requires { law.task; }) return law.task == desc::TaskKind::kPose ? 6 : 3;
        return 0;
      },
      controller.type);
}

}  // namespace

void fitEntries(const Description& description, desc::TrackingController& tracking,
                std::optional<desc::OneOrMany<desc::Formula>>* actual, const std::vector<ObjectId>& before,
                const ControllerDesign* design) {
  EntryMap map = entryMap(description, tracking.outputs, before);
  map.design = design;
  std::visit(ReferenceFitter{map}, tracking.reference.type);
  refitGain(tracking.gains.proportional, map, &ControllerDesign::proportional);
  refitGain(tracking.gains.derivative, map, &ControllerDesign::derivative);
  refitGain(tracking.gains.integral, map, &ControllerDesign::integral);
  if (actual && *actual) refit(**actual, map);
}

void fitWeights(const Description& description, desc::LqrController& lqr, const std::vector<ObjectId>& before) {
  const EntryMap map = entryMap(description, lqr.outputs, before);
  refit(lqr.inputs, map);
  const bool more = std::find(map.from.begin(), map.from.end(), -1) != map.from.end();
  if (more) keepDiagonal(lqr.inputWeights);  // what is new must cost something
  refitGain(lqr.inputWeights, map, nullptr);
}

bool changeReference(const Description& description, desc::Controller& controller, std::string_view type,
                     std::vector<Problem>& problems) {
  const std::string path = "controllers." + controller.name + ".reference.type";
  const std::vector<double> reach = reaches(description, controller);
  const bool round = type == desc::CircleMotion::kType || type == desc::HelixMotion::kType;
  if (round && followsInputs(controller) && reach.size() != 3)
    return fail(
        problems, path,
        "a " + std::string(type) + " has three coordinates, this controller follows " + std::to_string(reach.size()),
        "choose another motion");
  const std::size_t frame = frameEntries(controller);
  if (isOfPoses(type) && frame == 0)
    return fail(problems, path, "a motion of poses is for controllers that lead a frame", "choose another motion");
  if (round && frame == 6)
    return fail(problems, path, "a " + std::string(type) + " has three coordinates, this controller follows six",
                "choose the motion pose, whose position may be a " + std::string(type));
  if (type == desc::TableMotion::kType) return fail(problems, path, "a table needs a file", "choose one");
  return std::visit(
      [&](auto& law) {
        if constexpr (requires { law.reference; }) {
          desc::ReferenceMotionType made;
          if (!emplaceNamed(made, type)) return fail(problems, path, "there is no such motion", "choose another one");
          Numbers rest = std::visit(RestOf{}, law.reference.type);
          if (rest.list && frame > 0) rest.values.resize(frame, desc::Number(0.0));
          std::visit(ReferenceStarter{rest, reach}, made);
          law.reference.type = std::move(made);
          return true;
        } else {
          return fail(problems, path, "signals follow nothing", "choose a law that does");
        }
      },
      controller.type);
}

desc::SignalSource someSignal(const Description& description, const desc::Actuator& actuator) {
  desc::Formula wave;
  const auto* tendon = std::get_if<desc::TendonActuator>(&actuator.type);
  wave.text = "0.2*sin(2*pi*t/4)";
  if (std::holds_alternative<desc::PressureActuator>(actuator.type)) wave.text = "1e4*(1 - cos(2*pi*t/4))";
  if (std::holds_alternative<desc::PropellersActuator>(actuator.type)) wave.text = "2*(1 - cos(2*pi*t/4))";
  if (tendon)
    wave.text = tendon->mode == desc::TendonMode::kLength ? "0.01*(1 - cos(2*pi*t/4))" : "2*(1 - cos(2*pi*t/4))";
  desc::OneOrMany<desc::Formula> signal(wave);
  const int inputs = inputCount(description, actuator);
  signal.values.resize(static_cast<std::size_t>(inputs), wave);
  signal.list = inputs != 1;
  return {signal};
}

bool changeStiffness(desc::Controller& controller, std::string_view type, std::vector<Problem>& problems) {
  constexpr double kShare = 0.1;  // of the stiffness at first
  const std::string path = "controllers." + controller.name + ".stiffness.type";
  auto* law = std::get_if<desc::VariableStiffnessController>(&controller.type);
  if (!law) return fail(problems, path, "this controller leads no stiffness", "choose variable_stiffness");
  if (isOfPoses(type) || type == desc::CircleMotion::kType || type == desc::HelixMotion::kType)
    return fail(problems, path, "a stiffness is a number, no place", "choose another motion");
  if (type == desc::TableMotion::kType) return fail(problems, path, "a table needs a file", "choose one");
  desc::ReferenceMotionType made;
  if (!emplaceNamed(made, type)) return fail(problems, path, "there is no such motion", "choose another one");
  const Numbers rest = std::visit(RestOf{}, law->stiffness.type);
  const double first = rest.values.empty() || !rest.values.front().expression.empty() ? 0 : rest.values.front().value;
  const std::vector<double> reach = {first > 0 ? kShare * first : 1};
  std::visit(ReferenceStarter{rest, reach}, made);
  law->stiffness.type = std::move(made);
  return true;
}

}  // namespace tendril::edits
