// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/expression.hpp"

#include <algorithm>
#include <charconv>

#include "core/text/expression_graph.hpp"

namespace tendril {
namespace {

std::string describeError(const std::string& message, std::size_t position, const std::string& nearest) {
  std::string text = message + ", at character " + std::to_string(position + 1);
  if (!nearest.empty()) text += "; did you mean '" + nearest + "'?";
  return text;
}

std::string shortest(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

}  // namespace

ExpressionError::ExpressionError(const std::string& what, std::size_t where, std::size_t size, const std::string& name)
    : std::runtime_error(describeError(what, where, name)),
      message(what),
      position(where),
      length(size),
      nearest(name) {}

Expression::Expression() : Expression(0.0) {}

Expression::Expression(double value) : text_(shortest(value)) {
  expression::GraphBuilder builder;
  root_ = builder.number(value);
  graph_ = std::make_shared<const expression::Graph>(builder.graph());
  tape_ = std::make_shared<const expression::Tape>(expression::makeTape(*graph_, root_));
}

Expression::Expression(std::string text, std::shared_ptr<const expression::Graph> graph, int root)
    : text_(std::move(text)), graph_(std::move(graph)), root_(root) {
  tape_ = std::make_shared<const expression::Tape>(expression::makeTape(*graph_, root_));
  const std::vector<bool> needed = expression::reachable(*graph_, root_);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const expression::Instruction& node = graph_->nodes[i];
    if (needed[i] && node.op == expression::Op::kVariable) uses_.push_back(static_cast<int>(node.a));
  }
  std::sort(uses_.begin(), uses_.end());
}

bool Expression::uses(int index) const {
  return std::binary_search(uses_.begin(), uses_.end(), index);
}

void Expression::throwTooFew(std::size_t count) const {
  throw std::invalid_argument("the expression '" + text_ + "' reads " + std::to_string(variablesRead()) +
                              " variables, but only " + std::to_string(count) + " values were given");
}

template double Expression::evaluate<double>(std::span<const double>) const;

}  // namespace tendril
