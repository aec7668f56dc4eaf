// SPDX-License-Identifier: BSD-3-Clause
// The operations of an expression before they are put on a tape: each distinct one is kept once, constants are folded.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "core/text/expression_tape.hpp"

namespace tendril::expression {

/// Nodes in an order in which operands come first. Instruction::a, b, c are node numbers here.
struct Graph {
  std::vector<Instruction> nodes;

  bool isNumber(int node) const { return at(node).op == Op::kNumber; }
  const Instruction& at(int node) const { return nodes[static_cast<std::size_t>(node)]; }
};

/// Number of operands that are nodes.
int operandCount(const Instruction& node);

/// Builds a graph; every function returns a node number.
class GraphBuilder {
 public:
  int number(double value);
  int variable(int index);
  int negate(int a);
  /// kAdd … kPower and the comparisons.
  int binary(Op op, int a, int b);
  /// Function number `function` of the table on its exact number of arguments.
  int call(std::size_t function, const std::vector<int>& arguments);
  /// The expression `body` with its first variable replaced by `argument`.
  int substitute(const Graph& body, int root, int argument);

  const Graph& graph() const { return graph_; }

 private:
  struct Hash {
    std::size_t operator()(const Instruction& node) const;
  };
  struct Same {
    bool operator()(const Instruction& x, const Instruction& y) const;
  };

  int add(const Instruction& node);
  int withNumber(Op op, int a, double k);
  int power(int a, double exponent);
  int rebuild(const Instruction& node, const std::vector<int>& renamed);

  Graph graph_;
  std::unordered_map<Instruction, int, Hash, Same> known_;
};

/// Which nodes the value of `root` depends on.
std::vector<bool> reachable(const Graph& graph, int root);

/// Code for `root`; registers are reused as soon as their value is no longer needed.
Tape makeTape(const Graph& graph, int root);

}  // namespace tendril::expression
