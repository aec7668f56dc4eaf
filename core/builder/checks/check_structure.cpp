// SPDX-License-Identifier: BSD-3-Clause
// What concerns several objects: names, the tree of links, routes, outputs.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "core/builder/checks/check.hpp"
#include "core/builder/checks/check_parts.hpp"
#include "core/builder/parts/actuator_facts.hpp"
#include "core/builder/parts/evaluator.hpp"
#include "core/builder/parts/rod_size.hpp"
#include "core/description/bodies.hpp"
#include "core/description/references.hpp"

namespace tendril {
namespace {

namespace desc = description;
constexpr int kMaxCoordinates = 5000;
constexpr std::size_t kMaxProblems = 200;  // of one kind: looking up what is near takes time

bool isNameCharacter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) || c == '_' || c == '-' || c == ' ';
}

class StructureChecker {
 public:
  StructureChecker(const Description& description, const Catalogue& catalogue, std::vector<Problem>& problems)
      : d_(description), catalogue_(catalogue), problems_(problems), evaluator_(description, ignored_) {}

  void run() {
    checkNames();
    checkTree();
    for (const desc::Link& link : d_.links) checkMaterials(link);
    for (const desc::Actuator& actuator : d_.actuators) checkActuator(actuator);
    for (const desc::Load& load : d_.loads)
      std::visit([&](const auto& type) { checkLoad(type, "loads." + load.name); }, load.type);
    checkFluids();
    checkLoops();
    checkDrives();
    checkOutputs(d_, problems_);
    checkLed();
    checkSize();
    checkSimulation();
  }

 private:
  void error(std::string path, std::string message, std::string cure) {
    problems_.push_back({.path = std::move(path), .message = std::move(message), .cure = std::move(cure)});
  }

  // Names.
  void checkName(const std::string& name, const std::string& path) {
    bool good = !name.empty() && name.front() != ' ' && name.back() != ' ';
    for (const char c : name) good &= isNameCharacter(c);
    if (name == desc::kWorldName) {
      error(path, "\"world\" is taken", "choose another name");
    } else if (!good) {
      error(path, name.empty() ? "has no name" : "\"" + name + "\" is no name",
            "names are letters, digits, inner blanks, _ and -");
    }
  }
  template <class List>
  void checkNamesOf(const List& objects, const std::string& list) {
    std::unordered_set<std::string> seen;
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const std::string& name = objects[i].name;
      const std::string path = list + (name.empty() ? '[' + std::to_string(i) + ']' : '.' + name);
      checkName(name, path);
      if (!name.empty() && !seen.insert(name).second)
        error(path, "the name \"" + name + "\" is given twice", "rename one of them");
    }
  }
  void checkNames() {
    checkNamesOf(d_.links, "links");
    checkNamesOf(d_.objects, "objects");
    checkObjectNames();
    checkNamesOf(d_.materials.items, "materials");
    checkNamesOf(d_.actuators, "actuators");
    checkNamesOf(d_.loads, "loads");
    checkNamesOf(d_.loops, "loops");
    checkNamesOf(d_.controllers, "controllers");
    std::unordered_set<std::string> seen;
    for (const auto& [name, value] : d_.parameters.entries) {
      checkName(name, "parameters." + name);
      if (!seen.insert(name).second) error("parameters." + name, "is given twice", "remove one of them");
    }
    for (const auto& [name, formula] : d_.signals.entries) checkName(name, "signals." + name);
  }

  void checkObjectNames() {
    std::unordered_set<std::string> links;
    for (const desc::Link& link : d_.links) links.insert(link.name);
    for (const desc::FreeObject& object : d_.objects)
      if (links.contains(object.name))
        error("objects." + object.name, "a link has the name \"" + object.name + "\" too", "rename one of them");
  }

  // Tree.
  void checkTree() {
    parents_.assign(d_.links.size(), -1);
    std::unordered_map<desc::ObjectId, int> index;
    for (std::size_t i = 0; i < d_.links.size(); ++i) index.emplace(d_.links[i].id, static_cast<int>(i));
    for (std::size_t i = 0; i < d_.links.size(); ++i)
      if (const auto found = index.find(d_.links[i].parent.id); found != index.end() && d_.links[i].parent.id != 0)
        parents_[i] = found->second;
    for (std::size_t i = 0; i < d_.links.size(); ++i) checkParent(static_cast<int>(i));
  }
  void checkParent(int i) {
    const desc::Link& link = d_.links[static_cast<std::size_t>(i)];
    const int parent = parents_[static_cast<std::size_t>(i)];
    const std::string path = "links." + link.name;
    if (parent >= 0) checkPlace(d_.links[static_cast<std::size_t>(parent)], link.at, path + ".at");
    if (parent < i || problems_.size() > kMaxProblems) return;
    if (const std::string cycle = cycleThrough(i); !cycle.empty()) {
      error(path + ".parent", "the link hangs on itself: " + cycle, "give one of them another parent");
    } else {
      error(path + ".parent", "its parent \"" + link.parent.name + "\" stands after it",
            "move \"" + link.parent.name + "\" above \"" + link.name + "\"");
    }
  }
  /// "a → b → a" if going up from a link leads back to it.
  std::string cycleThrough(int start) const {
    std::string text = d_.links[static_cast<std::size_t>(start)].name;
    std::size_t steps = 0;
    for (int i = parents_[static_cast<std::size_t>(start)]; i >= 0 && steps <= d_.links.size(); ++steps) {
      if (steps < 20) text += " → " + d_.links[static_cast<std::size_t>(i)].name;
      if (i == start) return text;
      i = parents_[static_cast<std::size_t>(i)];
    }
    return {};
  }
  void checkPlace(const desc::Link& link, const desc::Attachment& at, const std::string& path) {
    if (at.place == desc::Attachment::Place::kStation && !desc::isSoft(link))
      error(path, "\"" + link.name + "\" is no soft body and has no stations", "write \"base\" or \"tip\"");
    if (at.place == desc::Attachment::Place::kPoint && !(link.body && desc::tetrahedraOf(*link.body)))
      error(path, "\"" + link.name + "\" is no body of tetrahedra and has no faces to sit on",
            desc::isSoft(link) ? "write \"base\", \"tip\" or a number from 0 to 1" : "write \"base\" or \"tip\"");
  }
  // Materials.
  void checkMaterials(const desc::Link& link) {
    const auto* rod = link.body ? std::get_if<desc::RodBody>(&*link.body) : nullptr;
    const bool volume = link.body && std::holds_alternative<desc::VolumeBody>(*link.body);
    if (link.body && desc::tetrahedraOf(*link.body) && !volume) return;  // those take all laws
    int part = 0;
    desc::eachMaterialOf(link, [&](const desc::MaterialRef& material) {
      std::string path = "links." + link.name + ".body";
      if (rod && !rod->divisions.empty()) path += ".divisions[" + std::to_string(part++) + ']';
      checkLaw(material, volume, path);
    });
  }
  /// Volumes take the laws of rubber, bodies with sections the linear one.
  void checkLaw(const desc::MaterialRef& reference, bool volume, const std::string& path) {
    const int i = indexOf(d_.materials.items, reference.id);
    if (i < 0) return;  // reported as a reference
    const desc::Material& material = d_.materials.items[static_cast<std::size_t>(i)];
    if (std::holds_alternative<desc::LinearElastic>(material.law) != volume) return;
    const std::string model(std::visit([](const auto& law) { return law.kType; }, material.law));
    error(path + ".material", "\"" + material.name + "\" is " + model + (volume ? "" : ", a law of volumes"),
          volume ? "volumes take a material whose model is neo_hookean, mooney_rivlin, yeoh or plugin"
                 : "this body takes a linear material");
  }

  const desc::Link* find(const desc::LinkRef& reference) const {
    const int i = indexOf(d_.links, reference.id);
    return i < 0 ? nullptr : &d_.links[static_cast<std::size_t>(i)];
  }

  // What acts on links.
  void checkActuator(const desc::Actuator& actuator) {
    std::visit([&](const auto& type) { checkType(type, "actuators." + actuator.name); }, actuator.type);
  }
  template <class T>
  void checkType(const T&, const std::string&) {}  // nothing to say of other types
  template <class T>
  void checkLoad(const T&, const std::string&) {}

  void checkType(const desc::TendonActuator& tendon, const std::string& path) {
    if (tendon.route.empty()) error(path + ".route", "is empty", "give at least one piece");
    for (std::size_t i = 0; i < tendon.route.size(); ++i)
      checkPiece(tendon.route[i], path + ".route[" + std::to_string(i) + ']');
  }
  void checkPiece(const desc::RoutePiece& piece, const std::string& path) {
    const desc::Link* link = find(piece.link);
    if (!link) return;  // reported as a reference
    if (!desc::isSoft(*link)) {
      if (piece.points.empty()) error(path, "\"" + link->name + "\" is rigid", "give points instead of y, z, from, to");
      return;
    }
    if (!piece.points.empty()) error(path + ".points", "\"" + link->name + "\" is soft", "give y and z instead");
    checkDivision(*link, piece.division, path);
  }
  void checkType(const desc::PressureActuator& chamber, const std::string& path) {
    const desc::Link* link = find(chamber.link);
    if (!link) return;  // reported as a reference
    if (!desc::isSoft(*link)) {
      error(path + ".link", "\"" + link->name + "\" is rigid", "name a soft link");
    } else {
      checkDivision(*link, chamber.division, path);
      if (chamber.surface && !desc::tetrahedraOf(*link->body))
        error(path + ".surface", "\"" + link->name + "\" is no volume of tetrahedra", "give area, y and z instead");
    }
  }
  void checkDivision(const desc::Link& link, const std::optional<desc::Number>& division, const std::string& path) {
    if (!division) return;
    const auto* rod = std::get_if<desc::RodBody>(&*link.body);
    if (!rod)
      return error(path + ".division", "\"" + link.name + "\" has no divisions", "remove it: only rods have some");
    if (evaluator_.number(*division, {}) >= static_cast<double>(rod->parts().size()))
      error(path + ".division",
            "\"" + link.name + "\" has " + std::to_string(rod->parts().size()) + " divisions, from 0",
            "name one of them");
  }
  void checkType(const desc::PropellersActuator& propellers, const std::string& path) {
    const desc::Link* link = find(propellers.link);
    if (link && desc::isSoft(*link))
      error(path + ".link", "\"" + link->name + "\" is soft", "propellers sit on rigid links: hang one on it");
  }
  void checkType(const desc::JointActuator& actuator, const std::string& path) {
    const desc::Link* link = find(actuator.link);
    if (link && link->joint.type->velocities() == 0)
      error(path + ".link", "the joint of \"" + link->name + "\" is fixed", "name a link that moves");
    if (link && actuator.mode == desc::JointActuatorMode::kPosition) checkDrive(actuator, *link, path);
  }
  void checkDrive(const desc::JointActuator& actuator, const desc::Link& link, const std::string& path) {
    const JointType type = link.joint.type;
    if (!type->isVector())
      return error(path + ".mode", "a " + std::string(type->name()) + " joint has no positions to drive",
                   "drive it by forces, or build it of revolute and prismatic joints");
    const int given = actuator.signal ? static_cast<int>(actuator.signal->values.size()) : 0;
    const int motors = motorsPerCoordinate(link.joint), wanted = type->velocities() * std::max(1, motors);
    if (given && given != wanted)
      error(path + ".signal", "gives " + std::to_string(given) + " signals",
            "the joint has " + std::to_string(wanted) + (motors ? " motors" : " coordinates") + ": give a list");
  }
  void checkLoad(const desc::PointWrench& load, const std::string& path) {
    if (const desc::Link* link = find(load.link)) checkPlace(*link, load.at, path + ".at");
  }

  /// All links are in one fluid; those that it cannot lift are told.
  void checkFluids() {
    const desc::Load* first = nullptr;
    for (const desc::Load& load : d_.loads) {
      const auto* fluid = std::get_if<desc::FluidLoad>(&load.type);
      if (!fluid) continue;
      if (first)
        error("loads." + load.name, "the robot is already in the fluid \"" + first->name + "\"", "remove one of them");
      first = &load;
      if (!fluid->buoyancy || evaluator_.number(fluid->density, {}) == 0) continue;
      for (const desc::Link& link : d_.links) checkVolume(link);
    }
  }
  void checkVolume(const desc::Link& link) {
    const auto* body = link.body ? std::get_if<desc::RigidBody>(&*link.body) : nullptr;
    if (!body || !(evaluator_.number(body->mass, {}) > 0) || evaluator_.number(body->volume, {}) != 0) return;
    problems_.push_back({.path = "links." + link.name + ".body.volume",
                         .message = "displaces nothing, so the fluid does not lift this link",
                         .cure = "give its volume in m³",
                         .severity = Problem::Severity::kWarning});
  }

  void checkLoad(const desc::Contact& contact, const std::string& path) {
    const desc::BodyRef &a = contact.between[0], &b = contact.between[1];
    const auto isWorld = [](const desc::BodyRef& body) { return body.name == desc::kWorldName && body.id == 0; };
    if (isWorld(a)) error(path + ".between[0]", "the world has no balls", "name the world second");
    const bool surface = contact.surface != desc::ContactSurface::kNone;
    if (isWorld(b) && !isWorld(a) && !surface)
      error(path + ".surface", "is missing: the world has no shape", "choose a surface such as plane");
    const int link = indexOf(d_.links, a.id);
    const bool soft = link >= 0 && desc::isSoft(d_.links[static_cast<std::size_t>(link)]);
    if (a.id != 0 && a.id == b.id && (surface || !soft))
      error(path + ".between", "names \"" + a.name + "\" twice",
            soft ? "a soft body touches itself without a surface" : "name two bodies; only soft ones touch themselves");
    if (soft && !contact.spheres.empty())
      error(path + ".spheres", "\"" + a.name + "\" is soft and touches with its sections", "remove them");
  }

  void checkLoop(const desc::Loop& loop, const std::string& path) {
    const desc::Link *a = find(loop.a.link), *b = find(loop.b.link);
    if (a) checkPlace(*a, loop.a.at, path + ".a.at");
    if (b) checkPlace(*b, loop.b.at, path + ".b.at");
    if (a == b && loop.a.link.name == loop.b.link.name && !(a && desc::isSoft(*a)))
      error(path + ".b.link", "both sides are on \"" + loop.b.link.name + "\"",
            "a loop needs two links that move against each other");
    if (loop.type->isFree()) error(path + ".type", "a free joint holds nothing", "choose another joint");
  }

  void checkLoops() {
    for (std::size_t i = 0; i < d_.loops.size(); ++i) {
      const desc::Loop& loop = d_.loops[i];
      checkLoop(loop, "loops." + loop.name);
      const auto same = [&](const desc::Loop& other) {
        return (sameSide(loop.a, other.a) && sameSide(loop.b, other.b)) ||
               (sameSide(loop.a, other.b) && sameSide(loop.b, other.a));
      };
      const auto first = std::find_if(d_.loops.begin(), d_.loops.begin() + static_cast<std::ptrdiff_t>(i), same);
      if (first == d_.loops.begin() + static_cast<std::ptrdiff_t>(i)) continue;
      problems_.push_back({.path = "loops." + loop.name,
                           .message = "joins the same places as the loop \"" + first->name + "\"",
                           .cure = "remove one of them, unless their joints hold different directions",
                           .severity = Problem::Severity::kWarning});
    }
  }
  bool sameSide(const desc::LoopSide& one, const desc::LoopSide& other) {
    if (one.link.id != other.link.id || one.link.name != other.link.name || one.at.place != other.at.place)
      return false;
    if (one.at.place == desc::Attachment::Place::kStation && number(one.at.station) != number(other.at.station))
      return false;
    for (std::size_t i = 0; i < 3; ++i)
      if (one.at.place == desc::Attachment::Place::kPoint && number(one.at.point[i]) != number(other.at.point[i]))
        return false;
    for (std::size_t i = 0; i < 3; ++i)
      if (number(one.pose.position[i]) != number(other.pose.position[i])) return false;
    return true;
  }
  double number(const desc::Number& value) { return evaluator_.number(value, {}); }

  /// A joint follows one position only.
  void checkDrives() {
    std::unordered_map<desc::ObjectId, std::string> drivenBy;
    for (const desc::Actuator& actuator : d_.actuators) {
      const auto* joint = std::get_if<desc::JointActuator>(&actuator.type);
      if (!joint || joint->mode != desc::JointActuatorMode::kPosition || !find(joint->link)) continue;
      if (const auto [first, added] = drivenBy.emplace(joint->link.id, actuator.name); !added)
        error("actuators." + actuator.name + ".link",
              "the position of the joint of \"" + joint->link.name + "\" is already given by \"" + first->second + "\"",
              "remove one of them, or drive another joint");
    }
  }

  /// Where the frames are that controllers lead.
  void checkLed() {
    for (const desc::Controller& controller : d_.controllers)
      desc::eachLaw(controller.type, "controllers." + controller.name, [&](const auto& law, const std::string& path) {
        if constexpr (requires { law.task; })
          if (const desc::Link* link = find(law.link)) checkPlace(*link, law.at, path + ".at");
      });
  }

  static int sizeOf(const desc::RigidBody&) { return 0; }
  static int sizeOf(const desc::ConstantCurvatureBody& body) { return body.size(); }
  static int sizeOf(const desc::VolumeBody& body) { return body.size(); }
  static int sizeOf(const desc::ExpressionBody& body) { return body.size(); }
  /// Of a file as many as it has, which its reader limits.
  int sizeOf(const desc::FemBody& body) {
    return body.basis.empty() ? static_cast<int>(evaluator_.number(body.modes, {})) : 0;
  }
  int sizeOf(const desc::RodBody& rod) {
    int total = 0;
    for (const desc::RodDivision& part : rod.parts()) total += std::max(0, divisionSize(part, catalogue_, evaluator_));
    return total;
  }
  void checkSize() {
    int total = 0;
    for (const desc::Link& link : d_.links) {
      total += link.joint.type->velocities();
      if (link.body) total += std::visit([&](const auto& body) { return sizeOf(body); }, *link.body);
    }
    total += 6 * static_cast<int>(d_.objects.size());
    if (total > kMaxCoordinates)
      error("links", "the robot has " + std::to_string(total) + " coordinates",
            "at most " + std::to_string(kMaxCoordinates) + " are computed: lower orders or remove links");
  }

  /// Without numerical damping the forces of loops, held at index 3, ring from step to step: nothing in the equations
  /// damps them. Arnold & Brüls 2007; Géradin & Cardona 2001, §10
  void checkSimulation() {
    if (d_.loops.empty()) return;
    const desc::Simulation& s = d_.simulation;
    const bool newmark = s.integrator == desc::Integrator::kNewmark && evaluator_.number(s.gamma, {}) <= 0.5;
    const bool undamped = s.integrator == desc::Integrator::kGeneralizedAlpha && evaluator_.number(s.rhoInf, {}) >= 1;
    if (!newmark && !undamped) return;
    problems_.push_back({.path = newmark ? "simulation.integrator" : "simulation.rho_inf",
                         .message = "holds loops without numerical damping: their forces may ring from step to step",
                         .cure = newmark ? "use generalized_alpha, or a gamma above 0.5" : "use 0.9 or less",
                         .severity = Problem::Severity::kWarning});
  }

  const Description& d_;
  const Catalogue& catalogue_;
  std::vector<Problem>& problems_;
  std::vector<Problem> ignored_;
  Evaluator evaluator_;
  std::vector<int> parents_;
};

}  // namespace

std::vector<Problem> checkDescription(const Description& given, const BuildOptions& options) {
  std::vector<Problem> problems = checkFields(given, options), unresolved;
  Description description = given;
  assignIds(description);
  resolveReferences(description, unresolved);  // reported by checkFields
  StructureChecker(description, *options.catalogue, problems).run();
  return problems;
}

}  // namespace tendril
