// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/studio/export/exported.hpp"

#include <cmath>

#include <test_paths.hpp>
#include "core/builder/build_model.hpp"
#include "core/dynamics/dynamics.hpp"
#include "studio/inverse/motion_plan.hpp"

namespace tendril {
namespace {

ExportedProject builtProject(ReadResult read) {
  for (const Problem& problem : read.problems) EXPECT_FALSE(problem.isError()) << problem.text();
  ExportedProject out{std::move(read.description), read.directory, nullptr};
  out.model = buildLinkSide(out.description, out.directory);
  return out;
}

}  // namespace

ExportedProject exampleProject(const std::string& name) {
  return builtProject(
      readProject(std::string(TENDRIL_SOURCE_DIR) + "/assets/examples/" + name + "/" + name + ".tendril.json"));
}

ExportedProject projectOf(const std::string& text) {
  return builtProject(readProjectText(text));
}

std::string allJoints(double rotor) {
  std::string links;
  const auto add = [&](const std::string& name, const std::string& parent, const std::string& joint) {
    links += std::string(links.empty() ? "" : ",") + R"({"name":")" + name + R"(","parent":")" + parent +
             R"(","pose":{"position":[0.1,0.02,-0.03],"rpy":[0.3,1.5707963267948966,-0.4]},"joint":{)" + joint +
             R"(},"color":"#3366cc","body":{"type":"rigid","mass":0.7,"com":[0.05,0.01,0.02],)"
             R"("inertia":[0.004,0.005,0.006,0.0003,-0.0002,0.0001],"tip":{"position":[0.2,0,0.01]},)"
             R"("visual":{"capsule":{"radius":0.02,"length":0.1},"pose":{"position":[0.05,0,0]}}}})";
  };
  add("base", "world", R"("type":"free")");
  add("a", "base", R"("type":"revolute","axis":[1,2,2],"damping":0.1,"limits":[[-2,1.5]])");
  add("b", "a",
      R"("type":"prismatic","axis":[0,1,1],"stiffness":3,"damping":0.2,"drive":{"type":"direct","friction":0.1,"inertia":)" +
          std::to_string(rotor) + '}');
  add("c", "b", R"("type":"helical","axis":[0,0,1],"pitch":0.02)");
  add("d", "c", R"("type":"cylindrical","axis":[1,0,0],"damping":[0.1,0.3])");
  add("e", "d", R"("type":"universal","axis":[0,0,1],"axis2":[0,1,0],"stiffness":[1,2])");
  add("f", "e", R"("type":"planar","damping":0.2)");
  add("g", "f", R"("type":"spherical","damping":0.1)");
  add("h", "g", R"("type":"fixed")");
  return R"({"format":"tendril","version":1,"name":"all joints","links":[)" + links +
         R"(],"actuators":[{"name":"push","type":"joint","link":"a","range":[-5,5]},)"
         R"({"name":"place","type":"joint","link":"d"}]})";
}

std::vector<std::string> textsOf(const ExportedModel& done) {
  std::vector<std::string> out;
  for (const Problem& problem : done.problems) out.push_back(problem.text());
  return out;
}

std::vector<FilePart> fileParts(const Model& model) {
  std::vector<FilePart> out;
  for (std::size_t i = 0; i < model.robotLinks().size(); ++i) {
    const Link& link = model.links[i];
    const JointType type = link.joint.type;
    const auto add = [&](const char* suffix, int first, double follows = 0) {
      out.push_back({link.name + suffix, static_cast<int>(i), first, type == JointType::kSpherical,
                     type == JointType::kFree, follows});
    };
    if (type == JointType::kRevolute || type == JointType::kPrismatic || type == JointType::kSpherical ||
        type == JointType::kFree)
      add("", 0);
    if (type == JointType::kHelical) add(" turn", 0), add(" advance", 0, link.joint.pitch);
    if (type == JointType::kCylindrical) add(" turn", 0), add(" shift", 1);
    if (type == JointType::kUniversal) add(" first", 0), add(" second", 1);
    if (type == JointType::kPlanar) add(" x", 0), add(" y", 1), add(" turn", 2);
  }
  return out;
}

VecX someConfiguration(const Model& model) {
  VecX q = model.q0, delta(model.nv);
  for (int k = 0; k < model.nv; ++k) delta[k] = 0.4 * std::sin(1.7 * k + 0.5);
  integrate(model, model.q0, delta, q);
  return q;
}

VecX someVelocity(const Model& model, double phase) {
  VecX v(model.nv);
  for (int k = 0; k < model.nv; ++k) v[k] = std::cos(2.3 * k + phase);
  return v;
}

}  // namespace tendril
