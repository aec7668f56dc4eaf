// SPDX-License-Identifier: BSD-3-Clause
// What the builders of bodies, loads, actuators and controllers share. Each type of a description has one overload of
// its builder, declared beside the type; std::visit finds it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/builder/checks/check.hpp"
#include "core/builder/parts/evaluator.hpp"
#include "core/model/model.hpp"

namespace tendril {

class SignalCatalogue;

class BuildContext {
 public:
  BuildContext(const Description& description, const BuildOptions& options, std::vector<Problem>& problems)
      : description(description), options(options), problems(problems), evaluator(description, problems) {}

  void error(const std::string& path, std::string message, std::string cure = "") {
    problems.push_back({.path = path, .message = std::move(message), .cure = std::move(cure)});
  }

  double number(const description::Number& value, const std::string& path = {}) {
    return evaluator.number(value, path);
  }
  Vec3 vector(const description::Number3& value, const std::string& path = {});
  VecX numbers(const std::vector<description::Number>& values, const std::string& path = {});
  /// One per coordinate; empty if all are zero.
  VecX perCoordinate(const description::OneOrMany<description::Number>& value, int count, const std::string& path = {});
  Pose pose(const description::Pose& value, const std::string& path = {});

  /// What the description may name.
  const Catalogue& catalogue() const { return *options.catalogue; }

  int linkIndex(const description::LinkRef& reference) const;
  /// Of a link or an object; −1: the world.
  int bodyIndex(description::ObjectId id) const;
  /// Station index of a place on a link (kBaseStation, 0 = tip, …), added to its body if needed.
  int station(int link, const description::Attachment& at, const std::string& path);

  const Description& description;
  const BuildOptions& options;
  std::vector<Problem>& problems;
  Evaluator evaluator;
  ModelSpec spec;
  std::vector<std::shared_ptr<Body>> bodies;  ///< per link, null for rigid ones; stations can still be added
  std::map<std::string, std::shared_ptr<const Model>> variants;  ///< that have been built; null: it cannot be
  std::shared_ptr<const SignalCatalogue> signals;  ///< of the model, as formulas know them; null: not asked for
};

}  // namespace tendril
