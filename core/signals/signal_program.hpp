// SPDX-License-Identifier: BSD-3-Clause
// Computed signals: formulas over signals of a catalogue, compiled once, evaluated once per instant.
//
//   numbers, pi, t, names             arm.q[3], 'tendon 1'.tension, other named signals
//   + − * / ^ and comparisons         as in expression.hpp; "−", "·" and "×" are taken as well
//   vectors of three                  arm.tip − finger.tip, 2*arm.tip, arm.tip/2; the component: (…).x
//   vector(x, y, z), norm, dot, cross
//   rate(x)                           d/dt by the difference to the instant before; no number at the first one
//   sin(x), if(c, a, b), …            every function of expression_functions.hpp
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/jet.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "core/text/expression.hpp"

namespace tendril {

/// One column: a formula, most often just a name.
struct SignalColumn {
  std::string text;                      ///< as given
  std::string name;                      ///< canonical if it is a name, else the text
  std::string symbol, unit;              ///< of the signal; of a formula the unit if it follows from its parts
  std::string description;               ///< of the signal; of a formula its text
  std::optional<ExpressionError> error;  ///< what is wrong; the column then holds no numbers
};

/// A list of formulas compiled against a catalogue. Immutable after construction but for the memory of rates, which
/// each evaluation is given.
class SignalProgram {
 public:
  /// Compiles all texts; what is wrong with one stands in its column and leaves the others alone.
  SignalProgram(const SignalCatalogue& catalogue, std::span<const std::string> texts,
                const SignalConstants& constants = {});
  ~SignalProgram();
  SignalProgram(SignalProgram&&) noexcept;
  SignalProgram& operator=(SignalProgram&&) noexcept;

  const std::vector<SignalColumn>& columns() const { return columns_; }
  /// The numbers that an instant must give, each once.
  const std::vector<SignalSource>& sources() const { return sources_; }

  /// What rate() remembers of the instant before.
  struct Memory {
    bool started = false;
    double t = 0;
    std::vector<double> before;
    std::vector<double> scratch;
    std::vector<Jet<1>> jets;
  };
  /// Columns of one instant. values: one per source, in their order; out: one per column, NaN where there is none.
  void evaluate(double t, std::span<const double> values, Memory& memory, std::span<double> out) const;
  /// Rates of change of the columns at one instant, from those of the sources; NaN where one of them is, and where a
  /// column uses rate(). A number at a jump of a formula counts as that of the side it is on.
  void evaluateRates(std::span<const double> values, std::span<const double> rates, Memory& memory,
                     std::span<double> out) const;
  /// The sources that a column depends on: indices into sources(), ascending.
  std::vector<int> sourcesOf(std::size_t column) const;
  /// Whether a column uses rate(), which compares instants.
  bool comparesInstants(std::size_t column) const;
  /// The source that a column is a plain copy of, −1 if it has to be computed.
  int copiedSource(std::size_t column) const;

 private:
  struct Code;
  std::vector<SignalColumn> columns_;
  std::vector<SignalSource> sources_;
  std::unique_ptr<Code> code_;
};

/// What is wrong with a formula, or nothing: for fields while one types. `vectors`: it may be one, as named signals
/// that others use.
std::optional<ExpressionError> checkSignal(const SignalCatalogue& catalogue, const std::string& text,
                                           bool vectors = false);

}  // namespace tendril
