// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/unit_parser.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace tendril::units {
namespace {

struct Symbol {
  std::string_view name;
  Unit unit;
  bool prefixes = false;
};

constexpr Dimension kNone, kLength{.length = 1}, kMass{.mass = 1}, kTime{.time = 1}, kAngle{.angle = 1},
    kForce{.length = 1, .mass = 1, .time = -2}, kTorque{.length = 2, .mass = 1, .time = -2},
    kPressure{.length = -1, .mass = 1, .time = -2}, kVolume{.length = 3};
constexpr double kPi = std::numbers::pi;

Symbol symbol(std::string_view name, Dimension dimension, bool prefixes, int exponent = 0, double numerator = 1,
              double denominator = 1) {
  return {name, {dimension, numerator, denominator, exponent}, prefixes};
}

/// All units; kg is g with a prefix.
const std::vector<Symbol>& table() {
  static const std::vector<Symbol> symbols = [] {
    std::vector<Symbol> all = {
        symbol("m", kLength, true),
        symbol("g", kMass, true, -3),
        symbol("s", kTime, true),
        symbol("rad", kAngle, true),
        symbol("N", kForce, true),
        symbol("Pa", kPressure, true),
        symbol("Nm", kTorque, true),
        symbol("Nmm", kTorque, false, -3),
        symbol("Ncm", kTorque, false, -2),
        symbol("J", kTorque, true),
        symbol("W", {.length = 2, .mass = 1, .time = -3}, true),
        symbol("bar", kPressure, true, 5),
        symbol("L", kVolume, true, -3),
        symbol("l", kVolume, true, -3),
        symbol("t", kMass, true, 3),
        symbol("in", kLength, false, -4, 254),
        symbol("ft", kLength, false, -4, 3048),
        symbol("mil", kLength, false, -7, 254),
        symbol("lb", kMass, false, -8, 45359237),
        symbol("oz", kMass, false, -12, 28349523125),
        symbol("lbf", kForce, false, 0, 4.4482216152605),
        symbol("gf", kForce, true, -8, 980665),
        symbol("psi", kPressure, false, 0, 6894.757293168361),
        symbol("atm", kPressure, false, 0, 101325),
        symbol("min", kTime, false, 0, 60),
        symbol("h", kTime, false, 0, 3600),
        symbol("d", kTime, false, 0, 86400),
        symbol("arcmin", kAngle, false, 0, kPi, 10800),
        symbol("′", kAngle, false, 0, kPi, 10800),
        symbol("arcsec", kAngle, false, 0, kPi, 648000),
        symbol("″", kAngle, false, 0, kPi, 648000),
        symbol("rpm", {.time = -1, .angle = 1}, false, 0, kPi, 30),
        symbol("Hz", {.time = -1}, true),
        symbol("%", kNone, false, -2),
    };
    for (const std::string_view name : {"deg", "degree", "degrees", "°"})
      all.push_back(symbol(name, kAngle, false, 0, kPi, 180));
    for (const std::string_view name : {"rev", "turn", "turns"}) all.push_back(symbol(name, kAngle, false, 0, 2 * kPi));
    for (Symbol& each : all) each.unit.cycles = each.name == "Hz";
    return all;
  }();
  return symbols;
}

constexpr std::array<std::pair<std::string_view, int>, 11> kPrefixes = {{{"p", -12},
                                                                         {"n", -9},
                                                                         {"µ", -6},
                                                                         {"u", -6},
                                                                         {"m", -3},
                                                                         {"c", -2},
                                                                         {"d", -1},
                                                                         {"k", 3},
                                                                         {"M", 6},
                                                                         {"G", 9},
                                                                         {"T", 12}}};

const Symbol* exact(std::string_view name) {
  for (const Symbol& each : table())
    if (each.name == name) return &each;
  return nullptr;
}

std::optional<Unit> find(std::string_view name) {
  if (const Symbol* found = exact(name)) return found->unit;
  for (const auto& [prefix, exponent] : kPrefixes) {
    if (name.size() <= prefix.size() || name.substr(0, prefix.size()) != prefix) continue;
    const Symbol* found = exact(name.substr(prefix.size()));
    if (!found || !found->prefixes) continue;
    Unit unit = found->unit;
    unit.exponent += exponent;
    return unit;
  }
  return std::nullopt;
}

void multiply(Unit& a, const Unit& b, int power) {
  a.dimension.length += power * b.dimension.length;
  a.dimension.mass += power * b.dimension.mass;
  a.dimension.time += power * b.dimension.time;
  a.dimension.angle += power * b.dimension.angle;
  a.exponent += power * b.exponent;
  a.numerator *= std::pow(power > 0 ? b.numerator : b.denominator, std::abs(power));
  a.denominator *= std::pow(power > 0 ? b.denominator : b.numerator, std::abs(power));
  a.cycles |= b.cycles;
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Recursive descent over a plain text.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  UnitResult run() {
    UnitResult result;
    blanks();
    if (at_ < text_.size() && text_.substr(at_) != "–") result.unit = product(0);
    blanks();
    if (problem_.empty() && at_ < text_.size() && text_.substr(at_) != "–") fail("is no unit");
    result.unknown = std::move(unknown_);
    result.problem = std::move(problem_);
    return result;
  }

 private:
  static constexpr int kMaxDepth = 8, kMaxPower = 9;

  void fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    at_ = text_.size();
  }
  bool blanks() {
    const std::size_t before = at_;
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ > before;
  }
  bool ends() const { return at_ >= text_.size() || text_[at_] == ')'; }

  Unit product(int depth) {
    Unit unit;
    bool divided = false;
    int sign = 1;
    if (!ends() && text_[at_] == '/') {
      sign = -1;
      divided = true;
      ++at_;
    }
    multiply(unit, power(depth), sign);
    while (problem_.empty()) {
      const bool blank = blanks();
      if (ends()) break;
      sign = 1;
      if (text_[at_] == '*') {
        ++at_;
      } else if (text_[at_] == '/') {
        sign = -1;
        divided = true;
        ++at_;
      } else if (!blank) {
        fail("is no unit");
      } else if (divided) {
        fail("can be read in two ways; write a/(b·c), or a·c/b");
      }
      multiply(unit, power(depth), sign);
    }
    return unit;
  }

  Unit power(int depth) {
    blanks();
    Unit base, unit;
    if (!ends() && text_[at_] == '(' && depth < kMaxDepth) {
      ++at_;
      base = product(depth + 1);
      blanks();
      if (at_ >= text_.size() || text_[at_] != ')') fail("lacks a closing parenthesis");
      if (at_ < text_.size()) ++at_;
    } else {
      base = atom();
    }
    multiply(unit, base, exponent());
    return unit;
  }

  Unit atom() {
    const std::size_t start = at_;
    if (at_ < text_.size() && text_[at_] == '1' && (at_ + 1 == text_.size() || !isDigit(text_[at_ + 1]))) {
      ++at_;
      return {};
    }
    while (at_ < text_.size() && isSymbol(text_[at_])) ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    if (name.empty()) {
      fail("is no unit");
      return {};
    }
    if (const std::optional<Unit> unit = find(name)) return *unit;
    if (unknown_.empty()) unknown_ = name;
    fail("is no unit");
    return {};
  }
  static bool isSymbol(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || static_cast<unsigned char>(c) >= 0x80;
  }

  /// ^2, ^-1, or digits right behind the symbol (cm3); 1 where there is none.
  int exponent() {
    if (at_ >= text_.size()) return 1;
    const bool caret = text_[at_] == '^';
    if (!caret && !isDigit(text_[at_])) return 1;
    if (caret) ++at_;
    const bool negative = caret && at_ < text_.size() && text_[at_] == '-';
    if (negative) ++at_;
    int value = 0, digits = 0;
    for (; at_ < text_.size() && isDigit(text_[at_]) && digits < 2; ++at_, ++digits)
      value = 10 * value + text_[at_] - '0';
    if (digits == 0 || value == 0 || value > kMaxPower) fail("has a power that no unit has");
    return negative ? -value : value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string unknown_, problem_;
};

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kSuperscripts = {{{"⁰", "0"},
                                                                                          {"¹", "1"},
                                                                                          {"²", "2"},
                                                                                          {"³", "3"},
                                                                                          {"⁴", "4"},
                                                                                          {"⁵", "5"},
                                                                                          {"⁶", "6"},
                                                                                          {"⁷", "7"},
                                                                                          {"⁸", "8"},
                                                                                          {"⁹", "9"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kPlain = {{{"\u2212", "-"},
                                                                                   {"·", "*"},
                                                                                   {"⋅", "*"},
                                                                                   {"×", "*"},
                                                                                   {"μ", "µ"},
                                                                                   {"\u2009", " "},
                                                                                   {"\u00A0", " "},
                                                                                   {"\u202F", " "},
                                                                                   {"\u2002", " "},
                                                                                   {"\u2003", " "},
                                                                                   {"º", "°"}}};

/// The replacement of what begins at `at`, and how many bytes it replaces.
std::pair<std::string_view, std::size_t> replacement(std::string_view rest, bool& superscript) {
  superscript = true;
  if (rest.starts_with("⁻")) return {"-", std::string_view("⁻").size()};
  for (const auto& [special, plain] : kSuperscripts)
    if (rest.starts_with(special)) return {plain, special.size()};
  superscript = false;
  for (const auto& [special, plain] : kPlain)
    if (rest.starts_with(special)) return {plain, special.size()};
  if (rest.front() == '\t' || rest.front() == '\n' || rest.front() == '\r') return {" ", 1};
  return {rest.substr(0, 1), 1};
}

}  // namespace

double Unit::factor() const {
  return numerator / denominator * std::pow(10.0, exponent);
}

std::string plainText(std::string_view text) {
  std::string out;
  bool before = false;
  for (std::size_t at = 0; at < text.size();) {
    bool superscript = false;
    const auto [plain, size] = replacement(text.substr(at), superscript);
    if (superscript && !before) out += '^';
    before = superscript;
    out += plain;
    at += size;
  }
  const std::size_t first = out.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return out.substr(first, out.find_last_not_of(' ') - first + 1);
}

UnitResult parseUnit(std::string_view plain) {
  return Parser(plain).run();
}

std::string_view dimensionName(const Dimension& d) {
  static const std::vector<std::pair<Dimension, std::string_view>> names = {
      {kLength, "length"},
      {{.length = 2}, "area"},
      {kVolume, "volume"},
      {{.length = 4}, "second moment of area"},
      {{.length = -1}, "curvature"},
      {kMass, "mass"},
      {kTime, "time"},
      {kAngle, "angle"},
      {{.time = -1}, "frequency"},
      {{.time = -1, .angle = 1}, "angular speed"},
      {{.length = 1, .time = -1}, "speed"},
      {{.length = 1, .time = -2}, "acceleration"},
      {kForce, "force"},
      {kTorque, "torque"},
      {kPressure, "pressure"},
      {{.length = 2, .mass = 1, .time = -3}, "power"},
      {{.length = -3, .mass = 1}, "density"},
      {{.length = 2, .mass = 1}, "moment of inertia"},
      {{.length = -1, .mass = 1, .time = -1}, "viscosity"},
      {{.mass = 1, .time = -2}, "stiffness"},
      {{.mass = 1, .time = -1}, "damping"},
      {{.length = 2, .mass = 1, .time = -2, .angle = -1}, "angular stiffness"},
      {{.length = 2, .mass = 1, .time = -1, .angle = -1}, "angular damping"},
      {{.length = 2, .mass = 1, .time = -1}, "angular damping"},
      {{.length = 1, .angle = -1}, "pitch"},
  };
  for (const auto& [dimension, name] : names)
    if (dimension == d) return name;
  return {};
}

const std::vector<std::string>& unitSymbols() {
  static const std::vector<std::string> symbols = [] {
    std::vector<std::string> all = {"mm",  "cm",  "km",  "µm",  "kg",   "mg",  "ms",   "µs",  "kN", "mN",
                                    "kPa", "MPa", "GPa", "mNm", "mbar", "kgf", "mrad", "kHz", "mL"};
    for (const Symbol& each : table()) all.emplace_back(each.name);
    return all;
  }();
  return symbols;
}

}  // namespace tendril::units
