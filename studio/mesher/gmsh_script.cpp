// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/mesher/gmsh_script.hpp"

#include <charconv>
#include <cstring>
#include <stdexcept>

#include "studio/mesher/distance_grid.hpp"

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

std::string wallsText(const std::vector<Vec3>& vertices, const SolidBoundary& solid) {
  std::string nodes, elements;
  std::vector<int> names(vertices.size(), 0);
  int nodeCount = 0, elementCount = 0;
  const auto nameOf = [&](int vertex) {
    int& name = names[static_cast<std::size_t>(vertex)];
    if (name != 0) return name;
    name = ++nodeCount;
    const Vec3& p = vertices[static_cast<std::size_t>(vertex)];
    nodes += std::to_string(name) + " " + number(p.x()) + " " + number(p.y()) + " " + number(p.z()) + "\n";
    return name;
  };
  const auto add = [&](const std::vector<Triangle>& wall, std::size_t surface) {
    const std::string kind = " 2 2 0 " + std::to_string(surface);
    for (const Triangle& triangle : wall) {
      elements += std::to_string(++elementCount) + kind;
      for (int vertex : triangle) elements += " " + std::to_string(nameOf(vertex));
      elements += "\n";
    }
  };
  add(solid.outside, 1);
  for (std::size_t i = 0; i < solid.cavities.size(); ++i) add(solid.cavities[i], i + 2);
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + std::to_string(nodeCount) + "\n" + nodes +
         "$EndNodes\n$Elements\n" + std::to_string(elementCount) + "\n" + elements + "$EndElements\n";
}

std::string fillScript(const std::string& walls, std::size_t wallCount, const std::string& sizes, FillWay way) {
  std::string script = "Merge \"" + walls + "\";\n";
  if (way == FillWay::kOwnTriangles) {
    std::string loops;
    for (std::size_t i = 1; i <= wallCount; ++i) {
      const std::string name = std::to_string(i);
      script += "Surface Loop(" + name + ") = {" + name + "};\n";
      loops += (i > 1 ? ", " : "") + name;
    }
    script += "Volume(1) = {" + loops + "};\n";
  } else {
    // Faces meet where the surface turns by more than that.
    script +=
        "ClassifySurfaces{40 * Pi / 180, 1, 1, Pi};\nCreateGeometry;\nSurface Loop(1) = Surface{:};\n"
        "Volume(1) = {1};\nMesh.Algorithm = " +
        std::string(way == FillWay::kAdaptive ? "1" : "6") + ";\n";  // MeshAdapt or Frontal-Delaunay
  }
  return script +
         "Physical Volume(\"body\") = {1};\nMesh.CharacteristicLengthMin = 0;\n"
         "Mesh.CharacteristicLengthMax = 1e22;\nMesh.CharacteristicLengthExtendFromBoundary = 0;\n"
         "Mesh.CharacteristicLengthFromPoints = 0;\nField[1] = Structured;\nField[1].FileName = \"" +
         sizes + "\";\nBackground Field = 1;\nMesh.Optimize = 1;\n";
}

std::string sizesText(const SurfaceRecipe& recipe) {
  std::string bytes;
  const auto add = [&](const auto& value) {
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof(value));
    std::memcpy(bytes.data() + at, &value, sizeof(value));
  };
  const DistanceGrid grid = distanceGrid(*recipe.surface, recipe.size);
  for (double x : grid.origin) add(x);
  for (int k = 0; k < 3; ++k) add(grid.cell);
  for (int count : grid.counts) add(count);
  for (double distance : grid.values) add(recipe.size + recipe.grading * distance);
  return bytes;
}

}  // namespace tendril
