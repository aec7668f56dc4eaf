// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>

#include "core/model/data.hpp"
#include "core/model/propellers.hpp"
#include "core/model/rod/rod.hpp"
#include "core/model/rod/rod_accuracy.hpp"
#include "core/model/volume/mesh/mesh_quality.hpp"
#include "core/model/volume/volume_accuracy.hpp"
#include "core/plugins/used_plugins.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/json_values.hpp"

namespace tendril::cli {
namespace {

using json::Node;

std::string parentName(const Model& model, const Link& link) {
  return link.parent == kWorld ? "world" : model.links[link.parent].name;
}

std::string bodyName(const Link& link) {
  if (link.body) return std::string(link.body->type());
  return link.rigid.mass > 0 ? "rigid" : "none";
}

Node linkNode(const Model& model, const Link& link) {
  Node node = Node::object();
  node.add("name", Node::ofText(link.name));
  node.add("parent", Node::ofText(parentName(model, link)));
  node.add("joint", Node::ofText(std::string(link.joint.type->name())));
  node.add("body", Node::ofText(bodyName(link)));
  node.add("coordinates", Node::ofNumber(link.nvJoint + link.nBody));
  return node;
}

Node names(int count, const auto& nameOf) {
  Node list = Node::array();
  for (int i = 0; i < count; ++i) list.items.push_back(Node::ofText(nameOf(i)));
  return list;
}

std::string sideName(const Model& model, int link) {
  return link < 0 ? "world" : model.links[link].name;
}

std::string sideName(const Model& model, const LoopSide& side) {
  return sideName(model, side.link);
}

Node rowNames(const std::vector<ConstraintRow>& rows) {
  Node list = Node::array();
  for (const ConstraintRow& row : rows) list.items.push_back(Node::ofText(std::string(constraintRowName(row))));
  return list;
}

Node loopNode(const Model& model, const Loop& loop) {
  Node node = Node::object();
  node.add("name", Node::ofText(loop.name));
  node.add("type", Node::ofText(std::string(loop.joint.type->name())));
  node.add("a", Node::ofText(sideName(model, loop.a)));
  node.add("b", Node::ofText(sideName(model, loop.b)));
  node.add("rows", rowNames(loop.rows));
  node.add("dropped", rowNames(loop.dropped));
  return node;
}

void printLoop(const Model& model, const Loop& loop, std::ostream& out) {
  out << "  " << loop.name << "  " << loop.joint.type->name() << " between " << sideName(model, loop.a) << " and "
      << sideName(model, loop.b) << ", " << loop.rows.size() << " rows";
  if (!loop.dropped.empty()) out << "; dropped, because others imply them:";
  for (const ConstraintRow& row : loop.dropped) out << ' ' << constraintRowName(row);
  out << '\n';
}

/// Loads and the links that they act on; those that are spread over a link once.
std::vector<std::pair<std::string, std::string>> loadsOf(const Model& model) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const LoadSpec& load : model.loads) {
    std::pair<std::string, std::string> one{load.name, model.links[load.link].name};
    if (std::ranges::find(out, one) == out.end()) out.push_back(std::move(one));
  }
  return out;
}

/// Mass of each link and of the fluid that it displaces.
void printBuoyancy(const Model& model, std::ostream& out) {
  const Data data(model);
  bool any = false;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    const double displaced = link.body ? data.bodies[i]->displaced : link.fluid ? link.fluid->displaced : 0;
    if (displaced == 0) continue;
    if (!any) out << "\nBuoyancy\n";
    any = true;
    out << "  " << link.name << " of " << (link.body ? data.bodies[i]->mass : link.rigid.mass) << " kg displaces "
        << displaced << " kg\n";
  }
}

/// What the points of rods cost, division by division: calls f(name, division, accuracy).
template <class F>
void eachAccuracy(const Model& model, const F& f) {
  for (const Link& link : model.links) {
    const auto* rod = dynamic_cast<const Rod*>(link.body.get());
    for (int i = 0; rod && i < rod->divisionCount(); ++i) {
      if (rod->division(i).columns == 0) continue;
      const std::string part = rod->divisionCount() > 1 ? ", division " + std::to_string(i + 1) : "";
      f(link.name + part, rod->division(i), rodAccuracy(rod->division(i), rod->magnus()));
    }
  }
}

/// Calls f(name, quality of the mesh) for every body of tetrahedra.
template <class F>
void eachMesh(const Model& model, const F& f) {
  for (const Link& link : model.links) {
    const auto* volume = dynamic_cast<const Volume*>(link.body.get());
    if (volume && volume->sharedMesh()) f(link.name, meshQuality(*volume->sharedMesh()));
  }
}

void printMeshes(const Model& model, std::ostream& out) {
  bool any = false;
  eachMesh(model, [&](const std::string& name, const MeshQuality& quality) {
    if (!any) out << "\nMeshes\n";
    any = true;
    std::istringstream lines(quality.text());
    out << "  " << name << '\n';
    for (std::string line; std::getline(lines, line);) out << "    " << line << '\n';
  });
}

Node meshesNode(const Model& model) {
  Node list = Node::array();
  eachMesh(model, [&](const std::string& name, const MeshQuality& quality) {
    Node node = Node::object();
    node.add("of", Node::ofText(name));
    node.add("nodes", Node::ofNumber(quality.nodes));
    node.add("tetrahedra", Node::ofNumber(quality.tetrahedra));
    node.add("volume", Node::ofNumber(quality.volume));
    node.add("area", Node::ofNumber(quality.area));
    node.add("minimum_quality", Node::ofNumber(quality.minimumQuality));
    node.add("mean_quality", Node::ofNumber(quality.meanQuality));
    Node histogram = Node::array();
    for (int count : quality.histogram) histogram.items.push_back(Node::ofNumber(count));
    node.add("histogram", std::move(histogram));
    list.items.push_back(std::move(node));
  });
  return list;
}

void printAccuracy(const Model& model, std::ostream& out) {
  bool any = false;
  for (const Link& link : model.links) {
    const auto* volume = dynamic_cast<const Volume*>(link.body.get());
    if (!volume) continue;
    if (!any) out << "\nAccuracy of volumes (error of the elastic energy)\n";
    any = true;
    char text[80];
    std::snprintf(text, sizeof text, ": %zu points of quadrature %.2g %%", volume->points().size(),
                  100 * volumeAccuracy(*volume).error);
    out << "  " << link.name << text << '\n';
  }
  any = false;
  eachAccuracy(model, [&](const std::string& name, const RodDivision& division, const RodAccuracy& accuracy) {
    if (!any) out << "\nAccuracy of rods (error of the tip of smooth bent shapes, of the length)\n";
    any = true;
    char text[160];
    std::snprintf(text, sizeof text, ": %d Gauss points%s %.1g", division.gauss,
                  division.breakpoints.empty() ? "" : " per element", accuracy.points);
    out << "  " << name << text;
    if (accuracy.offered > 0) {
      std::snprintf(text, sizeof text, ", the strain functions %.1g; quadrature %d gives %.1g", accuracy.functions,
                    accuracy.offered, accuracy.then);
      out << text;
    }
    out << '\n';
  });
}

Node accuracyNode(const Model& model) {
  Node list = Node::array();
  eachAccuracy(model, [&](const std::string& name, const RodDivision& division, const RodAccuracy& accuracy) {
    Node node = Node::object();
    node.add("of", Node::ofText(name));
    node.add("quadrature", Node::ofNumber(division.gauss));
    node.add("error", Node::ofNumber(accuracy.points));
    node.add("of_functions", Node::ofNumber(accuracy.functions));
    if (accuracy.offered > 0) {
      node.add("offered_quadrature", Node::ofNumber(accuracy.offered));
      node.add("offered_error", Node::ofNumber(accuracy.then));
    }
    list.items.push_back(std::move(node));
  });
  for (const Link& link : model.links) {
    const auto* volume = dynamic_cast<const Volume*>(link.body.get());
    if (!volume) continue;
    Node node = Node::object();
    node.add("of", Node::ofText(link.name));
    node.add("points", Node::ofNumber(static_cast<double>(volume->points().size())));
    node.add("error", Node::ofNumber(volumeAccuracy(*volume).error));
    list.items.push_back(std::move(node));
  }
  return list;
}

/// "12 balls and 11 segments"; segments are axes and edges.
std::string partsText(const std::vector<ContactBall>& balls, const std::vector<ContactSegment>& segments) {
  std::string out;
  if (!balls.empty() || segments.empty()) out = std::to_string(balls.size()) + " balls";
  if (!segments.empty()) out += (out.empty() ? "" : " and ") + std::to_string(segments.size()) + " segments";
  return out;
}

std::string touchedName(const Model& model, const Contact& contact) {
  if (contact.self) return "each other";
  const std::string body = sideName(model, contact.linkB);
  if (!contact.surface) return partsText(contact.b, contact.segments[1]) + " of " + body;
  return std::string(surfaceName(contact.surface->shape().kind)) + " of " + body;
}

Node contactNode(const Model& model, const Contact& contact) {
  Node node = Node::object();
  node.add("name", Node::ofText(contact.name));
  node.add("balls_of", Node::ofText(sideName(model, contact.linkA)));
  node.add("balls", Node::ofNumber(static_cast<double>(contact.a.size())));
  node.add("segments", Node::ofNumber(static_cast<double>(contact.segments[0].size())));
  node.add("touch", Node::ofText(touchedName(model, contact)));
  return node;
}

/// {input: coordinate} of the inputs that are positions.
Node drivenNode(const Model& model) {
  Node node = Node::object();
  for (const PrescribedJoint& d : model.prescribedJoints)
    node.add(model.inputName(d.input), Node::ofText(model.velocityName(d.v)));
  return node;
}

/// Calls f(propellers) for every set of propellers.
template <class F>
void eachPropellers(const Model& model, const F& f) {
  for (const auto& actuator : model.actuators)
    if (const auto* propellers = dynamic_cast<const Propellers*>(actuator.get())) f(*propellers);
}

Node propellersNode(const Model& model) {
  Node list = Node::array();
  eachPropellers(model, [&](const Propellers& propellers) {
    const Mat6X allocation = propellers.allocation();
    Node node = Node::object(), rows = Node::array();
    for (int i = 0; i < 6; ++i) {
      rows.items.push_back(Node::array());
      for (const double entry : allocation.row(i)) rows.items.back().items.push_back(Node::ofNumber(entry));
    }
    node.add("name", Node::ofText(propellers.name));
    node.add("link", Node::ofText(sideName(model, propellers.link())));
    node.add("rotors", Node::ofNumber(propellers.inputs()));
    node.add("rank", Node::ofNumber(allocationRank(allocation)));
    node.add("allocation", std::move(rows));
    list.items.push_back(std::move(node));
  });
  return list;
}

void printPropellers(const Model& model, std::ostream& out) {
  constexpr std::array<const char*, 6> kRows = {"mx", "my", "mz", "fx", "fy", "fz"};
  bool any = false;
  eachPropellers(model, [&](const Propellers& propellers) {
    if (!any) out << "\nPropellers (allocation: wrench on the link about its base frame per newton of each thrust)\n";
    any = true;
    const Mat6X allocation = propellers.allocation();
    out << "  " << propellers.name << ": " << propellers.inputs() << " rotors on " << sideName(model, propellers.link())
        << ", allocation of rank " << allocationRank(allocation) << " of 6\n";
    for (int i = 0; i < 6; ++i) {
      out << "    " << kRows[static_cast<std::size_t>(i)];
      char text[32];
      for (const double entry : allocation.row(i)) {
        std::snprintf(text, sizeof text, " %10.5f", entry);
        out << text;
      }
      out << '\n';
    }
  });
}

std::string inputMeaning(const Model& model, int input) {
  for (const PrescribedJoint& d : model.prescribedJoints)
    if (d.input == input) return "  position of " + model.velocityName(d.v);
  return {};
}

Node describe(const Model& model, const std::vector<std::string>& plugins) {
  Node node = Node::object();
  node.add("name", Node::ofText(model.name));
  node.add("degrees_of_freedom", Node::ofNumber(model.nvRobot));
  node.add("positions", Node::ofNumber(model.nqRobot));
  node.add("inputs", Node::ofNumber(model.nu));
  Node links = Node::array();
  for (const Link& link : model.robotLinks()) links.items.push_back(linkNode(model, link));
  node.add("links", std::move(links));
  node.add("coordinates", names(model.nvRobot, [&](int i) { return model.velocityName(i); }));
  node.add("motors", names(model.nv - model.nvRobot, [&](int i) { return model.velocityName(model.nvRobot + i); }));
  node.add("actuators", names(model.nu, [&](int i) { return model.inputName(i); }));
  if (!model.prescribedJoints.empty()) node.add("driven", drivenNode(model));
  node.add("propellers", propellersNode(model));
  const std::vector<std::pair<std::string, std::string>> loads = loadsOf(model);
  node.add("loads",
           names(static_cast<int>(loads.size()), [&](int i) { return loads[static_cast<std::size_t>(i)].first; }));
  Node contacts = Node::array();
  for (const Contact& contact : model.contacts) contacts.items.push_back(contactNode(model, contact));
  node.add("contacts", std::move(contacts));
  Node loops = Node::array();
  for (const Loop& loop : model.loops) loops.items.push_back(loopNode(model, loop));
  node.add("loops", std::move(loops));
  node.add("meshes", meshesNode(model));
  node.add("accuracy", accuracyNode(model));
  node.add("plugins",
           names(static_cast<int>(plugins.size()), [&](int i) { return plugins[static_cast<std::size_t>(i)]; }));
  return node;
}

void print(const Model& model, std::ostream& out) {
  out << (model.name.empty() ? "Robot" : model.name) << ": " << model.robotLinks().size() << " links, " << model.nvRobot
      << " degrees of freedom (" << model.nqRobot << " position numbers), " << model.nu << " inputs\n\nLinks\n";
  for (const Link& link : model.robotLinks())
    out << "  " << link.name << "  on " << parentName(model, link) << ", " << link.joint.type->name() << ", "
        << bodyName(link) << ", " << link.nvJoint + link.nBody << " coordinates\n";
  out << "\nVelocity coordinates, in order\n";
  for (int i = 0; i < model.nvRobot; ++i) out << "  " << i << "  " << model.velocityName(i) << '\n';
  if (model.nv > model.nvRobot) out << "\nMotors behind springs\n";
  for (int i = model.nvRobot; i < model.nv; ++i) out << "  " << i << "  " << model.velocityName(i) << '\n';
  if (model.nu > 0) out << "\nInputs, in order\n";
  for (int i = 0; i < model.nu; ++i) out << "  " << i << "  " << model.inputName(i) << inputMeaning(model, i) << '\n';
  printPropellers(model, out);
  if (!model.loops.empty()) out << "\nLoops (w: angular, v: linear, in the frame of the second side)\n";
  for (const Loop& loop : model.loops) printLoop(model, loop, out);
  if (!model.contacts.empty()) out << "\nContacts\n";
  for (const Contact& contact : model.contacts)
    out << "  " << contact.name << ": " << partsText(contact.a, contact.segments[0]) << " of "
        << sideName(model, contact.linkA) << " on " << touchedName(model, contact) << '\n';
  const std::vector<std::pair<std::string, std::string>> loads = loadsOf(model);
  if (!loads.empty()) out << "\nLoads\n";
  for (const auto& [load, link] : loads) out << "  " << load << " on " << link << '\n';
  printBuoyancy(model, out);
  printMeshes(model, out);
  printAccuracy(model, out);
}

}  // namespace

void info(const InfoOptions& options, const Streams& streams) {
  const Project project = readProjectFile(options.project, streams.diagnostics);
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
  const std::vector<std::string> plugins = usedPlugins(project.description);
  if (options.json) {
    streams.out << json::write(describe(*model, plugins)) << '\n';
    return;
  }
  print(*model, streams.out);
  if (!plugins.empty()) streams.out << "\nPlugins\n";
  for (const std::string& plugin : plugins) streams.out << "  " << plugin << '\n';
}

}  // namespace tendril::cli
