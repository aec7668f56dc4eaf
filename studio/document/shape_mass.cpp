// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/shape_mass.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/builder/builders.hpp"
#include "core/description/bodies.hpp"
#include "core/text/number_text.hpp"
#include "studio/document/fingerprint.hpp"
#include "studio/document/items.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr double kAlike = 1e-5;  // of the largest moment, of the size: what rounding by hand leaves

const desc::RigidBody* rigidOf(const desc::Link& link) {
  return link.body ? std::get_if<desc::RigidBody>(&*link.body) : nullptr;
}

bool isPlain(const desc::Number& number) {
  return number.expression.empty();
}

std::string shapeText(const desc::Link& link, const desc::RigidBody& body) {
  return Fingerprint::of(link.visual) + Fingerprint::of(body.visual);
}
std::string massText(const desc::RigidBody& body) {
  return Fingerprint::of(body.mass) + Fingerprint::of(body.com) + Fingerprint::of(body.inertia);
}

/// nullopt: it has no shape that encloses a volume.
std::optional<SolidMass> solidOf(const Description& description, const desc::Link& link, const desc::RigidBody& body,
                                 const std::filesystem::path& directory) {
  std::vector<Problem> problems;
  const BuildOptions options{.directory = directory};
  BuildContext context(description, options, problems);
  try {
    std::vector<Visual> shapes;
    if (link.visual) shapes.push_back(buildVisual(*link.visual, context));
    if (body.visual) shapes.push_back(buildVisual(*body.visual, context));
    if (hasErrors(problems) || shapes.empty()) return std::nullopt;
    return massOfShapes(shapes);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

/// Mass, centre and inertia of the body are those of the solid at some density.
bool comesFrom(const desc::RigidBody& body, const SolidMass& solid) {
  const bool plain = isPlain(body.mass) && std::all_of(body.com.begin(), body.com.end(), isPlain) &&
                     std::all_of(body.inertia.begin(), body.inertia.end(), isPlain);
  if (!plain || !(body.mass.value > 0)) return false;
  const double density = body.mass.value / solid.volume, size = std::cbrt(solid.volume);
  for (int k = 0; k < 3; ++k)
    if (std::abs(body.com[static_cast<std::size_t>(k)].value - solid.center[k]) > kAlike * size) return false;
  const Mat3 inertia = density * solid.inertia;
  const std::array<double, 6> entries = {inertia(0, 0), inertia(1, 1), inertia(2, 2),
                                         inertia(0, 1), inertia(0, 2), inertia(1, 2)};
  const double largest = inertia.diagonal().maxCoeff();
  for (std::size_t k = 0; k < entries.size(); ++k)
    if (std::abs(body.inertia[k].value - entries[k]) > kAlike * largest) return false;
  return true;
}

}  // namespace

SolidMass massOfShapes(std::span<const Visual> shapes) {
  std::vector<SolidMass> parts;
  SolidMass sum;
  for (const Visual& shape : shapes) parts.push_back(solidMass(shape));
  for (const SolidMass& part : parts) sum.volume += part.volume, sum.center += part.volume * part.center;
  if (!(sum.volume > 0)) throw std::runtime_error("has no volume");
  sum.center /= sum.volume;
  for (const SolidMass& part : parts) {
    const Vec3 d = part.center - sum.center;
    sum.inertia += part.inertia + part.volume * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  }
  return sum;
}

double readableNumber(double value, double of) {
  constexpr double kShare = 1e-9;
  if (std::abs(value) < kShare * of) return 0;
  return std::stod(messageNumber(value, 9));
}

void setMass(desc::RigidBody& body, const SolidMass& solid, double density) {
  const Mat3 inertia = density * solid.inertia;
  const double size = std::cbrt(solid.volume), moment = inertia.diagonal().maxCoeff();
  body.mass = readableNumber(density * solid.volume, density * solid.volume);
  for (int k = 0; k < 3; ++k) {
    const auto i = static_cast<std::size_t>(k);
    body.com[i] = readableNumber(solid.center[k], size);
    body.inertia[i] = readableNumber(inertia(k, k), moment);
  }
  body.inertia[3] = readableNumber(inertia(0, 1), moment);
  body.inertia[4] = readableNumber(inertia(0, 2), moment);
  body.inertia[5] = readableNumber(inertia(1, 2), moment);
}

void keepDensities(const Description& before, Description& after, const std::filesystem::path& directory) {
  for (desc::Link& link : after.links) {
    const desc::Link* old = objectOf(before.links, link.id);
    const desc::RigidBody *was = old ? rigidOf(*old) : nullptr, *is = rigidOf(link);
    if (!was || !is || shapeText(*old, *was) == shapeText(link, *is) || massText(*was) != massText(*is)) continue;
    const auto from = solidOf(before, *old, *was, directory);
    if (!from || !comesFrom(*was, *from)) continue;
    if (const auto to = solidOf(after, link, *is, directory))
      setMass(std::get<desc::RigidBody>(*link.body), *to, was->mass.value / from->volume);
  }
}

}  // namespace tendril
