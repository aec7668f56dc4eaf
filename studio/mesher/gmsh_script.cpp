// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/mesher/gmsh_script.hpp"

#include <charconv>
#include <stdexcept>

namespace tendril {
namespace {

std::string number(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof(buffer), value).ptr};
}

std::string cylinder(int tag, double length, double radius) {
  return "Cylinder(" + std::to_string(tag) + ") = {0, 0, 0, " + number(length) + ", 0, 0, " + number(radius) + "};\n";
}

/// Makes volume 1.
struct Solid {
  double length;

  std::string operator()(const CylinderShape& s) const { return cylinder(1, length, s.radius); }
  std::string operator()(const TubeShape& s) const { return (*this)(GripperShape{s.radius, s.inner, 0}); }
  std::string operator()(const BoxShape& s) const {
    return "Box(1) = {0, " + number(-s.height / 2) + ", " + number(-s.width / 2) + ", " + number(length) + ", " +
           number(s.height) + ", " + number(s.width) + "};\n";
  }
  std::string operator()(const GripperShape& s) const {
    return cylinder(2, length, s.radius) + cylinder(3, length - s.cap, s.inner) +
           "BooleanDifference(1) = { Volume{2}; Delete; }{ Volume{3}; Delete; };\n";
  }
  std::string operator()(const HelicoidShape&) const {
    throw std::runtime_error("gmsh does not make trimmed helicoids; they are meshed in layers");
  }
};

/// Radius and length of the bore, or zeros.
struct Bore {
  double length;
  std::pair<double, double> operator()(const TubeShape& s) const { return {s.inner, length}; }
  std::pair<double, double> operator()(const GripperShape& s) const { return {s.inner, length - s.cap}; }
  template <class Shape>
  std::pair<double, double> operator()(const Shape&) const {
    return {0, 0};
  }
};

/// A list of the surfaces inside a box around the x axis.
std::string surfacesIn(const std::string& name, double from, double to, const std::string& reach) {
  return name + "() = Surface In BoundingBox{" + number(from) + " - e, -" + reach + ", -" + reach + ", " + number(to) +
         " + e, " + reach + ", " + reach + "};\n";
}

}  // namespace

std::string gmshScript(const MeshRecipe& recipe, double size) {
  const auto [bore, depth] = std::visit(Bore{recipe.length}, recipe.shape);
  const std::string everywhere = "1e6";
  std::string script = "SetFactory(\"OpenCASCADE\");\n" + std::visit(Solid{recipe.length}, recipe.shape) +
                       "e = " + number(1e-5 * recipe.length) + ";\n" + surfacesIn("base", 0, 0, everywhere) +
                       surfacesIn("tip", recipe.length, recipe.length, everywhere) + "side() = Surface{:};\n" +
                       "side() -= base();\nside() -= tip();\n";
  if (bore > 0)
    script += surfacesIn("bore", 0, depth, "(" + number(bore) + " + e)") +
              "bore() -= base();\nbore() -= tip();\nside() -= bore();\nPhysical Surface(\"bore\") = {bore()};\n";
  for (const char* name : {"base", "tip", "side"})
    script += "Physical Surface(\"" + std::string(name) + "\") = {" + name + "()};\n";
  return script + "Physical Volume(\"body\") = {1};\nMesh.CharacteristicLengthMin = " + number(size) +
         ";\nMesh.CharacteristicLengthMax = " + number(size) + ";\nMesh.Optimize = 1;\n";
}

}  // namespace tendril
