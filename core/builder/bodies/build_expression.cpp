// SPDX-License-Identifier: BSD-3-Clause
// Bodies whose points move by formulas.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <stdexcept>

#include "core/builder/bodies/build_tetrahedra.hpp"
#include "core/builder/builders.hpp"
#include "core/model/volume/map/expression_map.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr double kRest = 1e-9;  // of the size of the mesh: how far formulas may be from x at rest

std::string placeText(const Vec3& x) {
  return '(' + numberText(x.x()) + ", " + numberText(x.y()) + ", " + numberText(x.z()) + ") m";
}

/// False, with a problem, where the formulas do not leave the nodes of the mesh where they are at rest.
bool restsAtRest(const PointMap& map, const TetMesh& mesh, BuildContext& context, const std::string& path) {
  const auto evaluator = map.makeEvaluator();
  const VecX zero = VecX::Zero(map.size());
  evaluator->setState(zero, zero);
  Columns<double> p(static_cast<Eigen::Index>(mesh.nodes.size()), 3);
  evaluator->positions(*map.makeEvaluationPoints(mesh.nodes), p);
  const double size = meshExtent(mesh).size().maxCoeff();
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    const Vec3 moved = p.row(static_cast<Eigen::Index>(i)).transpose().matrix();
    if ((moved - mesh.nodes[i]).norm() <= kRest * size) continue;
    context.error(
        path + ".position",
        moved.allFinite()
            ? "moves the point " + placeText(mesh.nodes[i]) + " to " + placeText(moved) + " where all coordinates are 0"
            : "is not finite at the point " + placeText(mesh.nodes[i]) + " where all coordinates are 0",
        moved.allFinite() ? "write formulas that give x, y, z there: the body is without stress at rest"
                          : "write them without 0/0, such as sinc by its series");
    return false;
  }
  return true;
}

/// False, with a problem, where the formulas have no derivatives at rest: they are those of the motion.
bool isSmooth(const PointMap& map, const TetMesh& mesh, BuildContext& context, const std::string& path) {
  const auto evaluator = map.makeDualEvaluator();
  VecXT<Directions> q(map.size());
  for (int j = 0; j < map.size(); ++j) {
    q[j] = Directions(0.0);
    if (j < kDirections) q[j].d[j] = 1;
  }
  evaluator->setState(q, VecXT<Directions>::Constant(map.size(), Directions(1.0)));
  const Vec3 middle = mesh.nodes[mesh.nodes.size() / 2];
  PointStrain<Directions> strain(1, map.size());
  evaluator->strain(*map.makeEvaluationPoints(std::span(&middle, 1)), false, strain);
  FrameMotion<Directions> frame(map.size());
  evaluator->frame(1, frame);
  bool finite = true;
  for (const Directions& x : strain.Gq.reshaped()) finite &= std::isfinite(x.value) && x.d.isFinite().all();
  for (const Directions& x : frame.J.reshaped()) finite &= std::isfinite(x.value) && x.d.isFinite().all();
  if (!finite)
    context.error(path + ".position", "has no derivatives where all coordinates are 0",
                  "write functions that are smooth there and on the axis, such as series in place of sin(q)/q");
  return finite;
}

/// False, with a problem, where a name is none or is taken.
bool namesAreGood(const desc::ExpressionBody& body, BuildContext& context, const std::string& path) {
  const std::vector<std::string> taken = ExpressionMap::variables({});
  bool good = true;
  for (std::size_t i = 0; i < body.coordinates.size(); ++i) {
    const std::string& name = body.coordinates[i];
    bool word = !name.empty() && (std::isalpha(static_cast<unsigned char>(name[0])) || name[0] == '_');
    for (const char c : name) word &= std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    const bool known = name == "L" || name == "pi" || std::ranges::find(taken, name) != taken.end();
    const auto end = body.coordinates.begin() + static_cast<std::ptrdiff_t>(i);
    const bool twice = std::find(body.coordinates.begin(), end, name) != end;
    if (word && !known && !twice) continue;
    good = false;
    context.error(path + ".coordinates[" + std::to_string(i) + ']',
                  !word ? '"' + name + "\" is no name" : '"' + name + (twice ? "\" is given twice" : "\" is taken"),
                  "names are a letter and more letters, digits and _, such as bend or q1");
  }
  return good;
}

}  // namespace

void buildBody(const desc::ExpressionBody& body, BuildContext& context, LinkSpec& link, const std::string& path) {
  const std::optional<BodyMesh> mesh = bodyMesh(body, context, link, path);
  if (!mesh || !namesAreGood(body, context, path)) return;
  const LawChoice law = compressibleLaw(materialOf(body, context), LinearStrain::kStretch, context, path);
  std::array<Expression, 3> position;
  const std::vector<std::string> names = ExpressionMap::variables(body.coordinates);
  for (std::size_t a = 0; a < 3; ++a)
    position[a] =
        context.evaluator.formula(body.position[a], names, path + ".position[" + std::to_string(a) + ']', mesh->length);
  if (hasErrors(context.problems)) return;
  try {
    VolumeSpec spec;
    spec.type = desc::ExpressionBody::kType;
    const auto map = std::make_shared<ExpressionMap>(mesh->length, std::move(position), body.size());
    spec.map = map;
    spec.coordinates = body.coordinates;
    if (restsAtRest(*map, *mesh->mesh, context, path) && isSmooth(*map, *mesh->mesh, context, path))
      finishVolume(body, *mesh, law, std::move(spec), context);
  } catch (const std::invalid_argument& error) {
    context.error(path, error.what());
  }
}

}  // namespace tendril
