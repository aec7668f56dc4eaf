// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/build_model.hpp"

#include <exception>
#include <limits>

#include "core/builder/builders.hpp"
#include "core/builder/checks/check_parts.hpp"
#include "core/description/references.hpp"

namespace tendril {
namespace {

namespace desc = description;

/// Type, axes and pitch of a joint or a loop.
template <class Given>
Joint buildGeometry(const Given& given, BuildContext& context) {
  Joint joint;
  joint.type = given.type;
  joint.axis = context.vector(given.axis).stableNormalized();
  joint.axis2 = context.vector(given.axis2).stableNormalized();
  if (given.type->parameters().axis2)  // orthogonal within 1e-6: make it exact
    joint.axis2 = (joint.axis2 - joint.axis * joint.axis.dot(joint.axis2)).normalized();
  joint.pitch = context.number(given.pitch);
  return joint;
}

Joint buildJoint(const desc::Joint& given, const std::string& path, BuildContext& context) {
  Joint joint = buildGeometry(given, context);
  const int nv = given.type->velocities();
  joint.stiffness = context.perCoordinate(given.stiffness, nv);
  joint.damping = context.perCoordinate(given.damping, nv);
  joint.stopStiffness = context.number(given.stopStiffness);
  joint.stopDamping = context.number(given.stopDamping);
  const auto limits = static_cast<Eigen::Index>(given.limits.size());
  joint.lower = VecX::Constant(limits, -std::numeric_limits<double>::infinity());
  joint.upper = VecX::Constant(limits, std::numeric_limits<double>::infinity());
  for (Eigen::Index i = 0; i < limits; ++i) {
    const auto& [lower, upper] = given.limits[static_cast<std::size_t>(i)];
    if (lower) joint.lower[i] = context.number(*lower);
    if (upper) joint.upper[i] = context.number(*upper);
  }
  if (given.drive)
    std::visit([&](const auto& drive) { buildDrive(drive, nv, path + ".drive", context, joint); }, *given.drive);
  return joint;
}

VecX initialPositions(const desc::Joint& joint, BuildContext& context) {
  VecX q = context.numbers(joint.q0);
  for (const int start : joint.type->quaternions())
    if (q.size() >= start + 4) q.segment<4>(start).normalize();
  return q;
}

LinkSpec buildLink(const desc::Link& given, BuildContext& context) {
  LinkSpec link;
  const std::string path = "links." + given.name;
  link.id = given.id;
  link.name = given.name;
  link.parent = context.linkIndex(given.parent);
  link.station = link.parent < 0 ? kBaseStation : context.station(link.parent, given.at, path + ".at");
  link.pose = context.pose(given.pose);
  link.joint = buildJoint(given.joint, path + ".joint", context);
  link.jointQ0 = initialPositions(given.joint, context);
  link.jointV0 = context.numbers(given.joint.v0);
  link.color = parseColor(given.color);
  link.finish = buildFinish(given.finish);
  if (given.visual) link.visuals.push_back(buildVisual(*given.visual, context));
  if (given.body) std::visit([&](const auto& body) { buildBody(body, context, link, path + ".body"); }, *given.body);
  return link;
}

void buildLinks(BuildContext& context) {
  for (const desc::Link& given : context.description.links) {
    context.bodies.emplace_back();  // buildBody fills the last one
    context.spec.links.push_back(buildLink(given, context));
  }
  buildObjects(context);
  for (std::size_t i = 0; i < context.bodies.size(); ++i) context.spec.links[i].body = context.bodies[i];
}

LoopSide buildSide(const desc::LoopSide& given, const std::string& path, BuildContext& context) {
  LoopSide side;
  side.link = context.linkIndex(given.link);
  if (side.link >= 0) side.station = context.station(side.link, given.at, path + ".at");
  side.pose = context.pose(given.pose);
  return side;
}

void buildLoops(BuildContext& context) {
  for (const desc::Loop& given : context.description.loops) {
    const std::string path = "loops." + given.name;
    LoopSpec loop;
    loop.id = given.id;
    loop.name = given.name;
    loop.joint = buildGeometry(given, context);
    loop.a = buildSide(given.a, path + ".a", context);
    loop.b = buildSide(given.b, path + ".b", context);
    loop.stabilization = context.number(given.stabilization);
    context.spec.loops.push_back(std::move(loop));
  }
}

SimulationSettings buildSimulation(const desc::Simulation& given, BuildContext& context) {
  SimulationSettings out;
  out.duration = context.number(given.duration);
  out.integrator = desc::enumName(given.integrator);
  out.step = context.number(given.step);
  out.adaptive = given.adaptive;
  out.rhoInf = context.number(given.rhoInf);
  out.beta = context.number(given.beta);
  out.gamma = context.number(given.gamma);
  out.newtonTolerance = context.number(given.newtonTolerance);
  out.analyticJacobian = given.jacobian == desc::JacobianMode::kAnalytic;
  out.rtol = context.number(given.rtol);
  out.atol = context.number(given.atol);
  out.threads = static_cast<int>(context.number(given.threads));
  out.recordRate = context.number(given.recordRate);
  out.seed = static_cast<std::uint64_t>(context.number(given.seed));
  return out;
}

/// Signals of time are the model's own; the others are made when the model is indexed. Their stations are added even
/// where the model is to have none of them, so that places on it are those of the robot.
void addControllers(BuildContext& context, std::vector<SignalBuilder>& signals) {
  for (const desc::Controller& controller : context.description.controllers) {
    const ControllerSlot slot{controller.name, "controllers." + controller.name};
    if (const auto* given = std::get_if<desc::SignalsController>(&controller.type)) {
      addSignals(*given, slot.path, context, signals);
      continue;
    }
    ControllerMaker make =
        std::visit([&](const auto& type) { return controllerMaker(type, slot, context); }, controller.type);
    if (context.options.controllers) context.spec.controllers.emplace_back(std::move(make));
  }
}

void buildSpec(BuildContext& context) {
  const Description& d = context.description;
  context.spec.name = d.name;
  context.spec.gravity = context.vector(d.gravity);
  buildLinks(context);
  buildLoops(context);
  for (const desc::Load& load : d.loads)
    std::visit([&](const auto& type) { buildLoad(type, load.name, context); }, load.type);
  for (const desc::Actuator& actuator : d.actuators)
    std::visit([&](const auto& type) { buildActuator(type, actuator, context); }, actuator.type);
  std::vector<SignalBuilder> signals;
  buildDriveSignals(context, signals);
  addControllers(context, signals);
  context.spec.signals = [signals = std::move(signals)](const Model& model) {
    std::vector<InputSignal> out;
    for (const SignalBuilder& signal : signals)
      out.push_back({model.inputOffset[static_cast<std::size_t>(signal.actuator)] + signal.input, signal.value,
                     signal.motion, signal.derivatives});
    return out;
  };
  context.spec.simulation = buildSimulation(d.simulation, context);
  buildMotors(context);
}

}  // namespace

std::optional<std::array<double, 3>> parseColor(const std::string& text) {
  if (text.size() != 7) return std::nullopt;
  const auto part = [&](std::size_t at) { return std::stoi(text.substr(at, 2), nullptr, 16) / 255.0; };
  return std::array<double, 3>{part(1), part(3), part(5)};
}

std::optional<SurfaceFinish> buildFinish(desc::Finish finish) {
  switch (finish) {
    case desc::Finish::kRubber:
      return SurfaceFinish{.roughness = 0.9, .gloss = 0.05, .wrap = 0.3};
    case desc::Finish::kNylon:
      return SurfaceFinish{.roughness = 0.55, .gloss = 0.2, .wrap = 0.35};
    case desc::Finish::kPlastic:
      return SurfaceFinish{.roughness = 0.15, .gloss = 0.4, .wrap = 0.15};
    case desc::Finish::kMetal:
      return SurfaceFinish{.roughness = 0.3, .gloss = 0.55, .wrap = 0, .metal = 1};
    case desc::Finish::kAutomatic:
      break;
  }
  return std::nullopt;
}

std::shared_ptr<const Model> buildModel(const Description& given, std::vector<Problem>& problems,
                                        const BuildOptions& options) {
  try {
    if (!options.checked) {
      std::vector<Problem> found = checkDescription(given, options);
      const bool broken = hasErrors(found);
      problems.insert(problems.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
      if (broken) return nullptr;
    }
    Description description = given;
    std::vector<Problem> building;  // the checks have reported what evaluation could say again
    assignIds(description);
    resolveReferences(description, building);
    building.clear();
    BuildContext context(description, options, building);
    building.clear();
    buildSpec(context);
    if (hasErrors(building)) {
      problems.insert(problems.end(), building.begin(), building.end());
      return nullptr;
    }
    auto model = std::make_shared<const Model>(std::move(context.spec));
    checkStartingContacts(*model, building);
    checkStart(*model, description, building);
    checkPoints(*model, description, building);
    problems.insert(problems.end(), building.begin(), building.end());
    if (hasErrors(building)) return nullptr;
    if (options.controllers) checkSignals(*model, description, problems);  // they may name what controllers tell
    return model;
  } catch (const std::exception& error) {
    problems.push_back({.path = "links", .message = error.what(), .cure = ""});
    return nullptr;
  }
}

}  // namespace tendril
