// SPDX-License-Identifier: GPL-3.0-or-later
#include <ostream>

#include "studio/cli/commands.hpp"
#include "studio/cli/json_values.hpp"

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
  node.add("joint", Node::ofText(std::string(jointName(link.joint.type))));
  node.add("body", Node::ofText(bodyName(link)));
  node.add("coordinates", Node::ofNumber(link.nvJoint + link.nBody));
  return node;
}

Node names(int count, const auto& nameOf) {
  Node list = Node::array();
  for (int i = 0; i < count; ++i) list.items.push_back(Node::ofText(nameOf(i)));
  return list;
}

std::string sideName(const Model& model, const LoopSide& side) {
  return side.link < 0 ? "world" : model.links[side.link].name;
}

Node rowNames(const std::vector<LoopRow>& rows) {
  Node list = Node::array();
  for (const LoopRow& row : rows) list.items.push_back(Node::ofText(std::string(loopRowName(row))));
  return list;
}

Node loopNode(const Model& model, const Loop& loop) {
  Node node = Node::object();
  node.add("name", Node::ofText(loop.name));
  node.add("type", Node::ofText(std::string(jointName(loop.joint.type))));
  node.add("a", Node::ofText(sideName(model, loop.a)));
  node.add("b", Node::ofText(sideName(model, loop.b)));
  node.add("rows", rowNames(loop.rows));
  node.add("dropped", rowNames(loop.dropped));
  return node;
}

void printLoop(const Model& model, const Loop& loop, std::ostream& out) {
  out << "  " << loop.name << "  " << jointName(loop.joint.type) << " between " << sideName(model, loop.a) << " and "
      << sideName(model, loop.b) << ", " << loop.rows.size() << " rows";
  if (!loop.dropped.empty()) out << "; dropped, because others imply them:";
  for (const LoopRow& row : loop.dropped) out << ' ' << loopRowName(row);
  out << '\n';
}

Node describe(const Model& model) {
  Node node = Node::object();
  node.add("name", Node::ofText(model.name));
  node.add("degrees_of_freedom", Node::ofNumber(model.nv));
  node.add("positions", Node::ofNumber(model.nq));
  node.add("inputs", Node::ofNumber(model.nu));
  Node links = Node::array();
  for (const Link& link : model.links) links.items.push_back(linkNode(model, link));
  node.add("links", std::move(links));
  node.add("coordinates", names(model.nv, [&](int i) { return model.velocityName(i); }));
  node.add("actuators", names(model.nu, [&](int i) { return model.inputName(i); }));
  node.add("loads", names(static_cast<int>(model.loads.size()), [&](int i) { return model.loads[i].name; }));
  Node loops = Node::array();
  for (const Loop& loop : model.loops) loops.items.push_back(loopNode(model, loop));
  node.add("loops", std::move(loops));
  return node;
}

void print(const Model& model, std::ostream& out) {
  out << (model.name.empty() ? "Robot" : model.name) << ": " << model.links.size() << " links, " << model.nv
      << " degrees of freedom (" << model.nq << " position numbers), " << model.nu << " inputs\n\nLinks\n";
  for (const Link& link : model.links)
    out << "  " << link.name << "  on " << parentName(model, link) << ", " << jointName(link.joint.type) << ", "
        << bodyName(link) << ", " << link.nvJoint + link.nBody << " coordinates\n";
  out << "\nVelocity coordinates, in order\n";
  for (int i = 0; i < model.nv; ++i) out << "  " << i << "  " << model.velocityName(i) << '\n';
  if (model.nu > 0) out << "\nInputs, in order\n";
  for (int i = 0; i < model.nu; ++i) out << "  " << i << "  " << model.inputName(i) << '\n';
  if (!model.loops.empty()) out << "\nLoops (w: angular, v: linear, in the frame of the second side)\n";
  for (const Loop& loop : model.loops) printLoop(model, loop, out);
  if (!model.loads.empty()) out << "\nLoads\n";
  for (const LoadSpec& load : model.loads) out << "  " << load.name << " on " << model.links[load.link].name << '\n';
}

}  // namespace

void info(const InfoOptions& options, const Streams& streams) {
  const Project project = readProjectFile(options.project, streams.diagnostics);
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
  if (options.json) {
    streams.out << json::write(describe(*model)) << '\n';
  } else {
    print(*model, streams.out);
  }
}

}  // namespace tendril::cli
