// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/io/targets_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/text/expression.hpp"
#include "core/text/nearest_name.hpp"
#include "studio/cli/io/json_fields.hpp"
#include "studio/cli/io/json_values.hpp"

namespace tendril::cli {
namespace {

using json::Node;

const std::string kPlace = "target place ";  // names of the loads without force

double evaluate(const description::Formula& formula, double t, const std::string& what) {
  if (formula.text.empty()) return formula.value;
  static const std::array<std::string, 1> kVariables = {"t"};
  double value = 0;
  try {
    value = Expression::parse(formula.text, kVariables).evaluate(std::array{t});
  } catch (const ExpressionError& error) {
    bad(what + ": \"" + formula.text + "\": " + error.what());
  }
  if (!std::isfinite(value)) bad(what + ": \"" + formula.text + "\" is no number at t = " + std::to_string(t));
  return value;
}

}  // namespace

TargetsFile::TargetsFile(const std::filesystem::path& file) {
  std::vector<Problem> problems;
  const Node root = json::parse(textOfFile(file.string()), problems);
  if (hasErrors(problems)) bad(file.string() + ": " + problems.front().text());
  static const std::array<std::string, 3> kKeys = {"targets", "times", "inputs"};
  checkKeys(root, kKeys, "targets file");
  readTimes(root);
  const Node* targets = root.find("targets");
  if (!targets || !targets->is(Node::Kind::kArray) || targets->items.empty())
    bad("targets file: targets must be a list such as [{\"link\": \"arm\", \"position\": [0.1, 0, 0.3]}]");
  for (std::size_t i = 0; i < targets->items.size(); ++i)
    targets_.push_back(targetOf(targets->items[i], "targets[" + std::to_string(i) + "]"));
  if (const Node* inputs = root.find("inputs")) {
    if (!inputs->is(Node::Kind::kArray)) bad("targets file: inputs must be a list of names");
    for (const Node& name : inputs->items) {
      if (!name.is(Node::Kind::kString)) bad("targets file: inputs must be a list of names");
      inputNames_.push_back(name.text);
    }
  }
}

void TargetsFile::readTimes(const Node& root) {
  times_ = {0};
  const Node* node = root.find("times");
  if (!node) return;
  const VecX times = toVector(*node, "targets file: times");
  times_.assign(times.begin(), times.end());
  if (times_.empty() || !std::ranges::is_sorted(times_)) bad("targets file: times must be ascending, and one at least");
}

TargetsFile::Target TargetsFile::targetOf(const Node& node, const std::string& where) const {
  static const std::array<std::string, 4> kKeys = {"link", "at", "position", "orientation"};
  checkKeys(node, kKeys, where);
  Target target;
  target.where = where;
  target.link = textOf(node, "link", "", where);
  target.place = attachmentOf(node, where);
  const Node *position = node.find("position"), *orientation = node.find("orientation");
  if (!position && !orientation) bad(where + " needs a position, an orientation, or both");
  if (position) target.position = rowsOf(*position, where + ".position");
  if (orientation) target.orientation = rowsOf(*orientation, where + ".orientation");
  target.task.kind = !orientation ? TaskKind::kPosition : !position ? TaskKind::kOrientation : TaskKind::kPose;
  return target;
}

TargetsFile::Rows TargetsFile::rowsOf(const Node& node, const std::string& what) const {
  if (!node.is(Node::Kind::kArray) || node.items.empty()) bad(what + " must be a list of three numbers");
  const bool many = node.items.front().is(Node::Kind::kArray);
  if (many && node.items.size() != times_.size())
    bad(what + " has " + std::to_string(node.items.size()) + " triples, times has " + std::to_string(times_.size()));
  Rows rows;
  for (const Node& row : many ? node.items : std::vector<Node>{node}) {
    if (!row.is(Node::Kind::kArray) || row.items.size() != 3) bad(what + " must have three entries each");
    rows.emplace_back();
    for (const Node& entry : row.items) rows.back().push_back(formulaOf(entry, what));
  }
  return rows;
}

Vec3 TargetsFile::valueOf(const Rows& rows, std::size_t index, const std::string& what) const {
  const auto& row = rows[rows.size() > 1 ? index : 0];
  Vec3 out;
  for (std::size_t i = 0; i < 3; ++i) out[static_cast<Eigen::Index>(i)] = evaluate(row[i], times_[index], what);
  return out;
}

void TargetsFile::addPlaces(Description& project) const {
  std::vector<std::string> names;
  for (const description::Link& link : project.links) names.push_back(link.name);
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const Target& target = targets_[i];
    if (std::ranges::find(names, target.link) == names.end())
      bad(target.where + ".link: there is no link \"" + target.link + "\"" + didYouMean(target.link, names));
    description::PointWrench nothing;
    nothing.link = target.link, nothing.at = target.place;
    description::Load load;
    load.name = kPlace + std::to_string(i);
    load.type = nothing;
    project.loads.push_back(load);
  }
}

void TargetsFile::resolve(const Model& model) {
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const auto place = std::ranges::find(model.loads, kPlace + std::to_string(i), &LoadSpec::name);
    targets_[i].task.link = place->link, targets_[i].task.station = place->station;
  }
  std::vector<std::string> names;
  for (int i = 0; i < model.nu; ++i) names.push_back(model.inputName(i));
  inputs_.clear();
  for (const std::string& name : inputNames_) {
    const auto found = std::ranges::find(names, name);
    const int input = static_cast<int>(found - names.begin());
    if (found == names.end()) bad("targets file: there is no input \"" + name + "\"" + didYouMean(name, names));
    if (std::ranges::find(inputs_, input) != inputs_.end()) bad("targets file: inputs names \"" + name + "\" twice");
    inputs_.push_back(input);
  }
  if (!inputNames_.empty()) return;
  inputs_.resize(names.size());
  std::iota(inputs_.begin(), inputs_.end(), 0);
}

std::vector<EquilibriumTarget> TargetsFile::at(std::size_t index) const {
  std::vector<EquilibriumTarget> out;
  for (const Target& target : targets_) {
    VecX wanted(taskSize(target.task.kind));
    if (!target.position.empty()) wanted.head<3>() = valueOf(target.position, index, target.where + ".position");
    if (!target.orientation.empty())
      wanted.tail<3>() = valueOf(target.orientation, index, target.where + ".orientation");
    out.push_back({target.task, wanted});
  }
  return out;
}

}  // namespace tendril::cli
