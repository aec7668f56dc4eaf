// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"

#include <charconv>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace tendril {
namespace {

constexpr int kMostTetrahedra = 500'000;  // as the readers

/// A name and its measures.
struct Described {
  std::string_view name;
  std::vector<std::pair<std::string_view, double>> measures;
};

struct Describe {
  Described operator()(const CylinderShape& s) const { return {"cylinder", {{"radius", s.radius}}}; }
  Described operator()(const TubeShape& s) const { return {"tube", {{"radius", s.radius}, {"inner", s.inner}}}; }
  Described operator()(const BoxShape& s) const { return {"box", {{"height", s.height}, {"width", s.width}}}; }
  Described operator()(const HelicoidShape& s) const {
    return {"trimmed_helicoid",
            {{"radius", s.radius},
             {"inner", s.inner},
             {"pitch", s.pitch},
             {"thickness", s.thickness},
             {"strips", static_cast<double>(s.strips)},
             {"ring", s.ring},
             {"hand", static_cast<double>(s.hand)}}};
  }
  Described operator()(const GripperShape& s) const {
    return {"gripper", {{"radius", s.radius}, {"inner", s.inner}, {"cap", s.cap}}};
  }
};

std::string exact(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof(buffer), value).ptr};
}

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what);
}

void checkBore(double radius, double inner) {
  if (!(inner < radius)) fail("inner = " + exact(inner) + " m must be less than radius = " + exact(radius) + " m");
}

struct CheckShape {
  double length;
  void operator()(const CylinderShape&) const {}
  void operator()(const TubeShape& s) const { checkBore(s.radius, s.inner); }
  void operator()(const BoxShape&) const {}
  void operator()(const HelicoidShape& s) const {
    checkBore(s.radius, s.inner);
    if (s.strips < 1 || s.strips > 100) fail("strips = " + std::to_string(s.strips) + " must be 1 to 100");
    const double distance = s.pitch / s.strips;
    if (!(s.thickness < distance))
      fail("ribs " + exact(s.thickness) + " m thick leave no gap at a distance of " + exact(distance) +
           " m (pitch / strips); make them thinner, or the pitch longer");
    if (!(2 * s.ring < length))
      fail("rings " + exact(s.ring) + " m high leave nothing between them of the length " + exact(length) + " m");
    if (s.hand != RibHand::kBoth && s.strips > 1 && s.ring == 0)
      fail("ribs of one hand do not meet: give a ring, or one strip");
    if (2 * length / distance > 1000)
      fail("the pitch " + exact(s.pitch) + " m is too short for a length of " + exact(length) + " m");
  }
  void operator()(const GripperShape& s) const {
    checkBore(s.radius, s.inner);
    if (!(s.cap < length)) fail("cap = " + exact(s.cap) + " m must be less than the length " + exact(length) + " m");
  }
};

}  // namespace

void checkRecipe(const MeshRecipe& recipe) {
  const auto positive = [](std::string_view name, double value, bool orZero) {
    if (!(value > 0 || (orZero && value == 0)) || !(value < 1e4))
      fail(std::string(name) + " = " + exact(value) + " m must be " + (orZero ? "zero or " : "") +
           "positive, and less than 10 km");
  };
  positive("length", recipe.length, false);
  const Described described = std::visit(Describe{}, recipe.shape);
  for (const auto& [name, value] : described.measures)
    if (name != "strips" && name != "hand") positive(name, value, name == "cap" || name == "ring");
  std::visit(CheckShape{recipe.length}, recipe.shape);
  if (recipe.tetrahedra < 1 || recipe.tetrahedra > kMostTetrahedra)
    fail("tetrahedra = " + std::to_string(recipe.tetrahedra) + " must be 1 to " + std::to_string(kMostTetrahedra) +
         "; hundreds to thousands are usual");
}

std::string recipeText(const MeshRecipe& recipe) {
  const Described described = std::visit(Describe{}, recipe.shape);
  std::string text(described.name);
  for (const auto& [name, value] : described.measures) text.append(" ").append(name).append("=") += exact(value);
  return text + " length=" + exact(recipe.length) + " tetrahedra=" + std::to_string(recipe.tetrahedra);
}

double recipeVolume(const MeshRecipe& recipe) {
  const auto disc = [](double radius) { return std::numbers::pi * radius * radius; };
  struct Volume {
    double length;
    decltype(disc) area;
    double operator()(const CylinderShape& s) const { return area(s.radius) * length; }
    double operator()(const TubeShape& s) const { return (area(s.radius) - area(s.inner)) * length; }
    double operator()(const BoxShape& s) const { return s.height * s.width * length; }
    double operator()(const HelicoidShape& s) const {
      const double share = s.thickness * s.strips / s.pitch;  // of the ribs of one hand
      const double solid = s.hand == RibHand::kBoth ? 2 * share - share * share : share;
      return (area(s.radius) - area(s.inner)) * (solid * (length - 2 * s.ring) + 2 * s.ring);
    }
    double operator()(const GripperShape& s) const {
      return area(s.radius) * length - area(s.inner) * (length - s.cap);
    }
  };
  return std::visit(Volume{recipe.length, disc}, recipe.shape);
}

}  // namespace tendril
