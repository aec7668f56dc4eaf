// SPDX-License-Identifier: BSD-3-Clause
// The tape of an expression: straight-line code on registers. Made by expression_graph, run by Expression::evaluate.
#pragma once

#include <cstdint>
#include <vector>

#include "core/text/expression_functions.hpp"

namespace tendril::expression {

/// The …Number operations have a plain number k in place of their second (or, where named first, first) operand, so
/// that it never becomes a dual or a jet.
enum class Op : std::uint8_t {
  kNumber,  ///< k
  kNegate,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kAddNumber,
  kNumberMinus,
  kMultiplyNumber,
  kDivideNumber,
  kNumberDivided,
  kPowerNumber,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kCall,      ///< kFunctions[function](a, b, c)
  kVariable,  ///< only in the graph: variable number a
};

/// Operands on the tape: a register, or a variable if this bit is set.
inline constexpr std::uint32_t kVariableBit = 0x80000000u;

struct Instruction {
  Op op = Op::kNumber;
  std::uint8_t function = 0;
  std::uint32_t out = 0, a = 0, b = 0, c = 0;
  double k = 0;
};

struct Tape {
  std::vector<Instruction> code;
  std::uint32_t result = 0;  ///< operand
  std::uint32_t registers = 0;
};

/// One operation on any scalar.
template <class S>
S apply(const Instruction& i, const S& a, const S& b, const S& c) {
  using std::pow;
  const auto truth = [](bool value) { return S(value ? 1.0 : 0.0); };
  switch (i.op) {
    case Op::kNumber:
      return S(i.k);
    case Op::kNegate:
      return S(-a);
    case Op::kAdd:
      return S(a + b);
    case Op::kSubtract:
      return S(a - b);
    case Op::kMultiply:
      return S(a * b);
    case Op::kDivide:
      return S(a / b);
    case Op::kPower:
      return S(pow(a, b));
    case Op::kAddNumber:
      return S(a + i.k);
    case Op::kNumberMinus:
      return S(i.k - a);
    case Op::kMultiplyNumber:
      return S(a * i.k);
    case Op::kDivideNumber:
      return S(a / i.k);
    case Op::kNumberDivided:
      return S(i.k / a);
    case Op::kPowerNumber:
      return S(pow(a, i.k));
    case Op::kLess:
      return truth(a < b);
    case Op::kLessEqual:
      return truth(a <= b);
    case Op::kGreater:
      return truth(a > b);
    case Op::kGreaterEqual:
      return truth(a >= b);
    case Op::kEqual:
      return truth(a == b);
    case Op::kNotEqual:
      return truth(a != b);
    case Op::kCall:
      return kFunctionPointers<S>[i.function](a, b, c);
    case Op::kVariable:
      break;
  }
  return a;
}

/// Runs the tape on `registers`, which has room for tape.registers scalars.
template <class S>
S run(const Tape& tape, const S* variables, S* registers) {
  const auto operand = [&](std::uint32_t address) -> const S& {
    return address & kVariableBit ? variables[address & ~kVariableBit] : registers[address];
  };
  for (const Instruction& i : tape.code) registers[i.out] = apply<S>(i, operand(i.a), operand(i.b), operand(i.c));
  return operand(tape.result);
}

}  // namespace tendril::expression
