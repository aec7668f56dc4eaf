// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/build_context.hpp"

#include "core/builder/builders.hpp"
#include "core/description/references.hpp"

namespace tendril {
Vec3 BuildContext::vector(const description::Number3& value, const std::string& path) {
  return {number(value[0], path), number(value[1], path), number(value[2], path)};
}

VecX BuildContext::numbers(const std::vector<description::Number>& values, const std::string& path) {
  VecX out(static_cast<Eigen::Index>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) out[static_cast<Eigen::Index>(i)] = number(values[i], path);
  return out;
}

VecX BuildContext::perCoordinate(const description::OneOrMany<description::Number>& value, int count,
                                 const std::string& path) {
  const VecX given = numbers(value.values, path);
  VecX out = given.size() == 1 ? VecX(VecX::Constant(count, given[0])) : given;
  if (out.size() == 0 || out.cwiseAbs().maxCoeff() == 0) out.resize(0);
  return out;
}

Pose BuildContext::pose(const description::Pose& value, const std::string& path) {
  return evaluator.pose(value, path);
}

int BuildContext::linkIndex(const description::LinkRef& reference) const {
  return indexOf(description.links, reference.id);
}

int BuildContext::bodyIndex(description::ObjectId id) const {
  const int link = indexOf(description.links, id), object = indexOf(description.objects, id);
  return link >= 0 || object < 0 ? link : static_cast<int>(description.links.size()) + object;
}

int BuildContext::station(int link, const description::Attachment& at, const std::string& path) {
  using Place = description::Attachment::Place;
  if (at.place == Place::kBase) return kBaseStation;
  if (at.place == Place::kTip || link < 0) return 0;
  const std::shared_ptr<Body>& body = bodies[static_cast<std::size_t>(link)];
  if (!body) return 0;  // it could not be built: reported
  return at.place == Place::kPoint ? faceStation(*body, vector(at.point, path), *this, path)
                                   : body->addStation(number(at.station, path));
}

}  // namespace tendril
