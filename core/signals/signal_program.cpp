// SPDX-License-Identifier: BSD-3-Clause
#include "core/signals/signal_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/signals/signal_compiler.hpp"
#include "core/signals/signal_parser.hpp"

namespace tendril {

using expression::Tape;

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// ---- compiler

SignalValue SignalCompiler::compile(std::string_view text) {
  const std::size_t sources = sources_.size(), rates = rates_.size(), nodes = builder_.graph().nodes.size();
  const std::map<int, SignalValue> done = done_;
  depth_ = 0;
  try {
    // A bare name may lack its quotes, as people write it: tendon 1.tension
    const int id = catalogue_.find(text);
    const SignalValue value = id >= 0 ? signal(id) : SignalParser(text, *this).parse();
    if (builder_.graph().nodes.size() - nodes > Expression::kMaxOperations)
      throw ExpressionError("more than " + std::to_string(Expression::kMaxOperations) + " operations", 0, text.size());
    return value;
  } catch (...) {
    sources_.resize(sources);
    rates_.resize(rates);
    done_ = done;
    throw;
  }
}

SignalValue SignalCompiler::signal(int id) {
  const Signal& signal = catalogue_[id];
  if (signal.computed) return named(id);
  SignalValue value{signal.width, {}, signal.unit, false};
  for (int c = 0; c < signal.width; ++c) value.nodes[c] = builder_.variable(sourceVariable(source(signal.sources[c])));
  return value;
}

SignalValue SignalCompiler::named(int id) {
  if (const auto found = done_.find(id); found != done_.end()) return found->second;
  if (const auto start = std::find(open_.begin(), open_.end(), id); start != open_.end()) {
    std::string chain;
    for (auto it = start; it != open_.end(); ++it) chain += catalogue_[*it].name + " → ";
    throw SignalCycle("the signal is computed from itself: " + chain + catalogue_[id].name, 0, 0);
  }
  open_.push_back(id);
  try {
    const SignalValue value = SignalParser(catalogue_[id].formula, *this).parse();
    open_.pop_back();
    return done_[id] = value;
  } catch (...) {
    open_.pop_back();
    throw;
  }
}

int SignalCompiler::source(const SignalSource& wanted) {
  const auto found = std::find(sources_.begin(), sources_.end(), wanted);
  if (found == sources_.end()) sources_.push_back(wanted);
  return static_cast<int>(std::find(sources_.begin(), sources_.end(), wanted) - sources_.begin());
}

int SignalCompiler::rate(int node) {
  const auto found = std::find(rates_.begin(), rates_.end(), node);
  if (found != rates_.end()) return static_cast<int>(found - rates_.begin());
  rates_.push_back(node);
  return static_cast<int>(rates_.size()) - 1;
}

// ---- program

struct SignalProgram::Code {
  std::vector<Tape> columns;  ///< per column; empty where `valid` is false
  std::vector<bool> valid;
  std::vector<int> copied;  ///< per column: source, −1
  std::vector<Tape> rates;
  std::size_t variables = 0, registers = 0;

  void addColumn(const expression::Graph& graph, int node) {
    columns.push_back(makeTape(graph, node));
    valid.push_back(true);
    const expression::Instruction& root = graph.at(node);
    copied.push_back(root.op == expression::Op::kVariable && root.a % 2 == 0 ? static_cast<int>(root.a / 2) : -1);
    registers = std::max<std::size_t>(registers, columns.back().registers);
  }
  void addNothing() {
    columns.emplace_back();
    valid.push_back(false);
    copied.push_back(-1);
  }
};

namespace {

std::set<std::uint32_t> variablesOf(const Tape& tape) {
  using expression::kVariableBit;
  std::set<std::uint32_t> out;
  const auto take = [&](std::uint32_t operand) {
    if (operand & kVariableBit) out.insert(operand & ~kVariableBit);
  };
  take(tape.result);
  for (const expression::Instruction& i : tape.code) take(i.a), take(i.b), take(i.c);
  return out;
}

SignalColumn describeColumn(const SignalCatalogue& catalogue, const std::string& text) {
  SignalColumn column{text, text, {}, {}, text, {}};
  if (const int id = catalogue.find(text); id >= 0) {
    const Signal& signal = catalogue[id];
    column.name = signal.name, column.symbol = signal.symbol, column.unit = signal.unit;
    column.description = signal.description;
  } else if (const auto field = catalogue.field(text)) {
    column.name = field->name, column.symbol = field->symbol, column.unit = field->unit;
    column.description = field->description;
  }
  return column;
}

ExpressionError vectorError(const SignalColumn& column) {
  return {"a vector cannot be drawn; take a component (" + column.text + ".x) or norm(" + column.text + ")", 0,
          column.text.size()};
}

}  // namespace

SignalProgram::SignalProgram(const SignalCatalogue& catalogue, std::span<const std::string> texts,
                             const SignalConstants& constants)
    : code_(std::make_unique<Code>()) {
  SignalCompiler compiler(catalogue, constants);
  for (const std::string& text : texts) {
    SignalColumn column = describeColumn(catalogue, text);
    try {
      const SignalValue value = compiler.compile(text);
      if (value.width == 3) throw vectorError(column);
      column.unit = value.unit.value_or("");
      code_->addColumn(compiler.graph(), value.nodes[0]);
    } catch (const ExpressionError& error) {
      column.error = error;
      code_->addNothing();
    }
    columns_.push_back(std::move(column));
  }
  sources_ = compiler.sources();
  for (const int node : compiler.rates()) {
    code_->rates.push_back(makeTape(compiler.graph(), node));
    code_->registers = std::max<std::size_t>(code_->registers, code_->rates.back().registers);
  }
  code_->variables = 2 * std::max(sources_.size(), code_->rates.size());
}

SignalProgram::~SignalProgram() = default;
SignalProgram::SignalProgram(SignalProgram&&) noexcept = default;
SignalProgram& SignalProgram::operator=(SignalProgram&&) noexcept = default;

int SignalProgram::copiedSource(std::size_t column) const {
  return code_->copied[column];
}

void SignalProgram::evaluate(double t, std::span<const double> values, Memory& memory, std::span<double> out) const {
  memory.scratch.resize(code_->variables + code_->registers);
  memory.before.resize(code_->rates.size(), kNoNumber);
  double* variables = memory.scratch.data();
  double* registers = variables + code_->variables;
  for (std::size_t i = 0; i < sources_.size(); ++i) variables[2 * i] = values[i];
  for (std::size_t j = 0; j < code_->rates.size(); ++j) {
    const double now = expression::run<double>(code_->rates[j], variables, registers);
    variables[2 * j + 1] = memory.started && t > memory.t ? (now - memory.before[j]) / (t - memory.t) : kNoNumber;
    memory.before[j] = now;
  }
  memory.started = true;
  memory.t = t;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    out[c] = code_->valid[c] ? expression::run<double>(code_->columns[c], variables, registers) : kNoNumber;
}

void SignalProgram::evaluateRates(std::span<const double> values, std::span<const double> rates, Memory& memory,
                                  std::span<double> out) const {
  memory.jets.resize(code_->variables + code_->registers);
  Jet<1>* variables = memory.jets.data();
  for (std::size_t i = 0; i < sources_.size(); ++i) variables[2 * i] = Jet<1>({values[i], rates[i]});
  for (std::size_t j = 0; j < code_->rates.size(); ++j) variables[2 * j + 1] = Jet<1>({kNoNumber, kNoNumber});
  for (std::size_t c = 0; c < columns_.size(); ++c)
    out[c] = code_->valid[c]
                 ? expression::run<Jet<1>>(code_->columns[c], variables, variables + code_->variables).derivative(1)
                 : kNoNumber;
}

std::vector<int> SignalProgram::sourcesOf(std::size_t column) const {
  const std::set<std::uint32_t> read = variablesOf(code_->columns[column]);
  std::vector<int> out;
  for (const std::uint32_t variable : read)
    if (variable % 2 == 0) out.push_back(static_cast<int>(variable / 2));
  return out;
}

bool SignalProgram::comparesInstants(std::size_t column) const {
  const std::set<std::uint32_t> read = variablesOf(code_->columns[column]);
  return std::any_of(read.begin(), read.end(), [](std::uint32_t variable) { return variable % 2 == 1; });
}

std::optional<ExpressionError> checkSignal(const SignalCatalogue& catalogue, const std::string& text, bool vectors) {
  try {
    const SignalValue value = SignalCompiler(catalogue).compile(text);
    if (value.width == 3 && !vectors) return vectorError(describeColumn(catalogue, text));
    return std::nullopt;
  } catch (const ExpressionError& error) {
    return error;
  }
}

}  // namespace tendril
