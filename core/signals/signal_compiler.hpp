// SPDX-License-Identifier: BSD-3-Clause
// Formulas over signals → a graph of plain operations. Vectors become three nodes.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/signals/signal_catalogue.hpp"
#include "core/signals/signal_units.hpp"
#include "core/text/expression.hpp"
#include "core/text/expression_graph.hpp"

namespace tendril {

/// A number or a vector while a formula is read.
struct SignalValue {
  int width = 1;                  ///< 1 or 3
  std::array<int, 3> nodes = {};  ///< of the graph
  SignalUnit unit = std::string();
  bool plain = false;  ///< made of numbers only: fits every unit
};

/// A named signal that is computed from itself. The message says it all.
struct SignalCycle : ExpressionError {
  using ExpressionError::ExpressionError;
};

/// Compiles formulas into one graph that they share.
class SignalCompiler {
 public:
  /// The catalogue must outlive it. `constants`: further names; signals hide them.
  explicit SignalCompiler(const SignalCatalogue& catalogue, SignalConstants constants = {})
      : catalogue_(catalogue), constants_(std::move(constants)) {}

  /// The value of a text. Throws ExpressionError; sources and rates of a failed text stay out.
  SignalValue compile(std::string_view text);

  const expression::Graph& graph() const { return builder_.graph(); }
  const std::vector<SignalSource>& sources() const { return sources_; }
  /// Node whose rate is wanted, per rate; one may use those before it.
  const std::vector<int>& rates() const { return rates_; }

  // Numbers of variables: sources and rates take turns, because neither list is complete while texts are read.
  static int sourceVariable(int source) { return 2 * source; }
  static int rateVariable(int rate) { return 2 * rate + 1; }

 private:
  friend class SignalParser;
  SignalValue signal(int id);
  SignalValue named(int id);
  int source(const SignalSource& wanted);
  int rate(int node);

  const SignalCatalogue& catalogue_;
  const SignalConstants constants_;
  expression::GraphBuilder builder_;
  std::vector<SignalSource> sources_;
  std::vector<int> rates_;
  std::map<int, SignalValue> done_;  ///< named signals by their index
  std::vector<int> open_;            ///< named signals that are being read
  int depth_ = 0;                    ///< of nesting, over all texts that are being read
};

}  // namespace tendril
