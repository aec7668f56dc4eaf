// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/units.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "core/text/expression.hpp"
#include "core/text/nearest_name.hpp"
#include "core/text/unit_parser.hpp"

namespace tendril {
namespace {

using units::Dimension;
using units::Unit;
using units::UnitResult;

constexpr std::size_t kLongest = 400;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// A text as a message may show it: one line, cut between characters.
std::string shown(std::string_view text) {
  constexpr std::size_t kShown = 40;
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (out.size() >= kShown && (byte & 0xC0) != 0x80) return "“" + out + "…”";
    out += byte < 0x20 ? ' ' : c;
  }
  return "“" + out + "”";
}

std::string withArticle(std::string_view noun) {
  const bool vowel = std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

/// A number at the start of a text: its digits in C notation, and how many bytes it takes. Nothing: size 0.
struct Literal {
  std::string digits;
  int exponent = 0;
  std::size_t size = 0;
  std::string error;
};

/// "12,5": one comma may be a decimal point unless three digits follow one to three, which may be thousands.
void resolveComma(Literal& literal, std::string_view text) {
  const std::size_t comma = literal.digits.find(',');
  if (comma == std::string::npos) return;
  const std::size_t before = comma - (literal.digits.front() == '-' || literal.digits.front() == '+' ? 1 : 0);
  const std::size_t after = literal.digits.size() - comma - 1;
  const bool several =
      literal.digits.find(',', comma + 1) != std::string::npos || literal.digits.find('.') != std::string::npos;
  const bool leadingZero = before == 1 && literal.digits[comma - 1] == '0';
  if (several || (after == 3 && before >= 1 && before <= 3 && !leadingZero))
    literal.error = shown(text) + " can be read in two ways; write thousands without a comma and decimals with a point";
  literal.digits[comma] = '.';
}

Literal readLiteral(std::string_view text) {
  Literal literal;
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  const std::size_t start = at;
  bool any = false;
  while (at < text.size() && (isDigit(text[at]) || text[at] == '.' || text[at] == ',')) any |= isDigit(text[at++]);
  if (!any) return literal;
  literal.digits = (text.front() == '-' ? "-" : "") + std::string(text.substr(start, at - start));
  const auto readExponent = [&](std::size_t from) {
    std::size_t end = from;
    const bool negative = end < text.size() && text[end] == '-';
    if (end < text.size() && (text[end] == '-' || text[end] == '+')) ++end;
    const std::size_t first = end;
    int value = 0;
    for (; end < text.size() && isDigit(text[end]); ++end) value = std::min(100000, 10 * value + text[end] - '0');
    if (end == first) return;
    literal.exponent = negative ? -value : value;
    at = end;
  };
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    readExponent(at + 1);
  } else if (text.substr(at).starts_with("*10^")) {
    readExponent(at + 4);
  }
  literal.size = at;
  resolveComma(literal, text.substr(0, at));
  return literal;
}

/// Value of digits × 10^exponent; empty where it is no number. Overflow is infinite, underflow 0.
std::optional<double> decimalValue(const std::string& digits, int exponent) {
  const std::string text = digits + 'e' + std::to_string(exponent);
  double value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ptr != text.data() + text.size()) return std::nullopt;
  if (end.ec == std::errc::result_out_of_range) {
    const bool large = exponent + static_cast<int>(digits.size()) > 0;
    return large ? std::numeric_limits<double>::infinity() : 0.0;
  }
  return value;
}

/// SI value of a number in a unit; of decimal units the double nearest to the text.
std::optional<double> literalValue(const Literal& literal, const Unit& unit) {
  if (unit.numerator == 1 && unit.denominator == 1)
    return decimalValue(literal.digits, literal.exponent + unit.exponent);
  const std::optional<double> value = decimalValue(literal.digits, literal.exponent);
  if (!value) return std::nullopt;
  const double scaled = *value * unit.numerator / unit.denominator, power = std::pow(10.0, std::abs(unit.exponent));
  return unit.exponent < 0 ? scaled / power : scaled * power;
}

/// The dimensions that a field takes.
class Field {
 public:
  explicit Field(std::string_view unit) : text_(unit) {
    for (std::size_t at = 0; at <= unit.size();) {
      const std::size_t comma = std::min(unit.find(", ", at), unit.size());
      units_.push_back(units::parseUnit(units::plainText(unit.substr(at, comma - at))).unit);
      at = comma + 2;
    }
  }

  /// An empty text if a typed unit can stand here.
  std::string refusal(const Unit& typed, std::string_view text) const {
    for (const Unit& own : units_)
      if (fits(typed, own)) return {};
    const std::string_view name = units::dimensionName(typed.dimension);
    std::string out = shown(text) + (name.empty() ? " does not fit" : " is " + withArticle(name)) + "; ";
    if (typed.cycles && units_.front().dimension.angle != 0)
      return shown(text) + " counts turns; this field is " + withArticle(kind()) + " (" + text_ +
             "): type rpm or rad/s";
    if (units_.front().dimension == Dimension{}) return out + "this field has no unit";
    return out + "this field is " + (kind().empty() ? "in " + text_ : withArticle(kind()) + " (" + text_ + ")");
  }
  std::string example() const {
    static constexpr std::array<std::pair<Dimension, std::string_view>, 4> kExamples = {
        {{{.length = 1}, "5 cm"},
         {{.angle = 1}, "30 deg"},
         {{.length = -1, .mass = 1, .time = -2}, "1 MPa"},
         {{.time = 1}, "2 ms"}}};
    for (const auto& [dimension, example] : kExamples)
      if (units_.front().dimension == dimension) return "0.5 or " + std::string(example);
    return "0.5 or 1e-3";
  }

 private:
  static bool fits(const Unit& typed, const Unit& own) {
    if (typed.dimension == own.dimension) return true;
    Dimension without = own.dimension;
    without.angle = 0;
    return typed.dimension == without && !typed.cycles && own.dimension != Dimension{.angle = 1};
  }
  std::string_view kind() const { return units::dimensionName(units_.front().dimension); }

  std::string text_;
  std::vector<Unit> units_;
};

QuantityInput failed(std::string error) {
  QuantityInput input;
  input.error = std::move(error);
  return input;
}

QuantityInput finished(std::optional<double> value, std::string_view text, const Field& field) {
  if (!value || std::isnan(*value))
    return failed(shown(text) + " is not a number; type one such as " + field.example());
  if (std::isinf(*value)) return failed(shown(text) + " is too large for a number");
  QuantityInput input;
  input.value = *value == 0 ? 0 : *value;
  return input;
}

std::string unknownUnit(const UnitResult& unit, std::string_view text) {
  if (unit.unknown.empty()) return shown(text) + ' ' + unit.problem;
  return "unknown unit " + shown(unit.unknown) + didYouMean(unit.unknown, units::unitSymbols());
}

std::optional<double> constantValue(std::string_view text) {
  try {
    return Expression::parse(text, {}).evaluate(std::span<const double>());
  } catch (const ExpressionError&) {
    return std::nullopt;
  }
}

/// "3*5 cm", "pi/2": a constant expression, then perhaps a unit. Empty if it is none.
std::optional<QuantityInput> parseConstant(const std::string& text, const Field& field, const Unit& bare) {
  const auto scaled = [](double value, const Unit& unit) {
    return value * unit.numerator / unit.denominator * std::pow(10.0, unit.exponent);
  };
  if (const std::optional<double> value = constantValue(text)) return finished(scaled(*value, bare), text, field);
  for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1)) {
    const std::string_view rest = std::string_view(text).substr(at + 1);
    const UnitResult unit = units::parseUnit(rest);
    if (!unit.problem.empty()) continue;
    const std::optional<double> value = constantValue(text.substr(0, at));
    if (!value) continue;
    if (std::string refusal = field.refusal(unit.unit, rest); !refusal.empty()) return failed(std::move(refusal));
    return finished(scaled(*value, unit.unit), text, field);
  }
  return std::nullopt;
}

bool looksLikeUnit(std::string_view rest) {
  const char c = rest.front();
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || c == '(' ||
         static_cast<unsigned char>(c) >= 0x80;
}

QuantityInput parseNumber(const std::string& text, const Field& field, const Unit& bare) {
  const Literal literal = readLiteral(text);
  std::string_view rest = std::string_view(text).substr(literal.size);
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  if (literal.size > 0 && rest.empty()) {
    if (!literal.error.empty()) return failed(literal.error);
    return finished(literalValue(literal, bare), text, field);
  }
  if (literal.size > 0) {
    const UnitResult unit = units::parseUnit(rest);
    if (unit.problem.empty()) {
      if (!literal.error.empty()) return failed(literal.error);
      if (std::string refusal = field.refusal(unit.unit, rest); !refusal.empty()) return failed(std::move(refusal));
      return finished(literalValue(literal, unit.unit), text, field);
    }
    if (looksLikeUnit(rest)) return failed(unknownUnit(unit, rest));
  }
  if (std::optional<QuantityInput> constant = parseConstant(text, field, bare)) return *constant;
  return finished(std::nullopt, text, field);
}

/// Index of the prefix of three digits for a magnitude shown with four digits.
int thousandsOf(double magnitude) {
  if (magnitude == 0 || !std::isfinite(magnitude)) return 0;
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(magnitude),
                                 std::chars_format::scientific, 3);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
  return static_cast<int>(std::floor(std::atoi(std::string(text.substr(text.find('e') + 1)).c_str()) / 3.0));
}

std::string withTrueMinus(std::string text) {
  for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at)) text.replace(at, 1, "−");
  return text;
}

std::string fixedText(double value, int decimals) {
  std::array<char, 400> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  std::string text(buffer.data(), end.ptr);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

std::string superscript(int value) {
  static constexpr std::array<std::string_view, 10> kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out;
  for (const char c : std::to_string(value)) out += c == '-' ? "⁻" : kDigits[static_cast<std::size_t>(c - '0')];
  return out;
}

/// Decimal digits and exponent of a value with `digits` significant ones: "2.545", −4.
std::pair<std::string, int> scientific(double value, int digits) {
  std::array<char, 40> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, digits - 1);
  const std::string text(buffer.data(), end.ptr);
  const std::size_t e = text.find('e');
  std::string mantissa = text.substr(0, e);
  if (mantissa.find('.') != std::string::npos) {
    mantissa.erase(mantissa.find_last_not_of('0') + 1);
    if (mantissa.back() == '.') mantissa.pop_back();
  }
  return {mantissa, std::atoi(text.c_str() + e + 1)};
}

/// "2.545" × 10^exponent without an exponent: "254.5", "0.002545". No rounding.
std::string shifted(const std::string& mantissa, int exponent) {
  const std::string sign = mantissa.front() == '-' ? "-" : "";
  std::string digits;
  for (const char c : mantissa)
    if (isDigit(c)) digits += c;
  if (exponent < 0) return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const std::size_t whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) return sign + digits + std::string(whole - digits.size(), '0');
  return sign + digits.substr(0, whole) + '.' + digits.substr(whole);
}

std::string numberOf(double value, int digits) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  if (value == 0) return "0";
  const auto [mantissa, exponent] = scientific(value, digits);
  if (exponent >= -4 && exponent < 6) return withTrueMinus(fixedText(value, std::clamp(digits - 1 - exponent, 0, 20)));
  return withTrueMinus(mantissa) + "·10" + superscript(exponent);
}

}  // namespace

QuantityInput parseQuantity(std::string_view text, std::string_view unit, std::string_view bareUnit) {
  const Field field(unit);
  if (text.size() > kLongest)
    return failed("a text of " + std::to_string(text.size()) + " bytes is not a number; type one such as " +
                  field.example());
  const std::string plain = units::plainText(text);
  if (plain.empty()) return failed("is empty; type a number such as " + field.example());
  if (plain.front() == '=') {
    QuantityInput input;
    const std::size_t start = plain.find_first_not_of(' ', 1);
    if (start == std::string::npos) return failed("has nothing after “=”; type an expression such as =2*radius");
    input.expression = plain.substr(start);
    return input;
  }
  const Unit bare =
      units::parseUnit(units::plainText(bareUnit.empty() ? unit.substr(0, unit.find(", ")) : bareUnit)).unit;
  return parseNumber(plain, field, bare);
}

namespace {

/// Areas, volumes and inertias change by the unit of length, not by a prefix of thousands.
std::optional<DisplayUnit> powerUnit(double size, std::string_view unit) {
  struct Ladder {
    std::string_view unit;
    std::array<DisplayUnit, 3> steps;
  };
  static const std::array<Ladder, 3> ladders = {{{"kg·m²", {{{"kg·m²", 1}, {"kg·cm²", 1e-4}, {"g·cm²", 1e-7}}}},
                                                 {"m³", {{{"m³", 1}, {"L", 1e-3}, {"cm³", 1e-6}}}},
                                                 {"m⁴", {{{"m⁴", 1}, {"cm⁴", 1e-8}, {"mm⁴", 1e-12}}}}}};
  for (const auto& [name, steps] : ladders) {
    if (name != unit || size == 0) continue;
    for (const DisplayUnit& step : steps)
      if (size >= 0.09995 * step.factor) return step;
    return steps.back();
  }
  return std::nullopt;
}

}  // namespace

DisplayUnit displayUnit(double magnitude, std::string_view unit) {
  static constexpr std::array<std::string_view, 9> kPrefixes = {"p", "n", "µ", "m", "", "k", "M", "G", "T"};
  DisplayUnit plain{.text = unit == "–" ? "" : std::string(unit)};
  if (unit == "rad") return {.text = "°", .factor = unitFactor("°")};
  const double size = std::abs(magnitude);
  if (const std::optional<DisplayUnit> power = powerUnit(size, unit)) return *power;
  if (unit == "kg" && size > 0 && size < 0.09995)
    return size < 0.9995e-3 ? DisplayUnit{"mg", 1e-6} : DisplayUnit{"g", 1e-3};
  std::size_t letters = 0;
  while (letters < unit.size() && std::isalpha(static_cast<unsigned char>(unit[letters]))) ++letters;
  const std::string_view symbol = unit.substr(0, letters), rest = unit.substr(letters);
  const bool power = rest.starts_with("²") || rest.starts_with("³") || rest.starts_with("⁴") || rest.starts_with("^");
  if (symbol.empty() || symbol == "kg" || symbol == "rad" || power) return plain;
  const int most = symbol == "m" || symbol == "s" ? 0 : 4;
  const int thousands = std::clamp(thousandsOf(size), -4, most);
  if (thousands == 0) return plain;
  return {.text = std::string(kPrefixes[static_cast<std::size_t>(thousands + 4)]) + std::string(unit),
          .factor = std::pow(10.0, 3 * thousands)};
}

double unitFactor(std::string_view unit) {
  const UnitResult result = units::parseUnit(units::plainText(unit));
  return result.problem.empty() ? result.unit.factor() : 0;
}

std::string fieldNumber(double value, int digits) {
  return numberOf(value, digits);
}

std::string exactNumber(double value, std::string_view unit) {
  if (!std::isfinite(value)) return numberOf(value, 4);
  const Unit in = units::parseUnit(units::plainText(unit)).unit;
  const bool decimal = in.numerator == 1 && in.denominator == 1;
  const double number = decimal ? value : value / in.numerator * in.denominator * std::pow(10.0, -in.exponent);
  if (!std::isfinite(number)) return numberOf(value, 17);
  if (value == 0) return "0";
  std::string best;
  for (int digits = 1; digits <= 17; ++digits) {
    auto [mantissa, exponent] = scientific(number, digits);
    if (decimal) exponent -= in.exponent;
    best = exponent >= -5 && exponent < 10 ? shifted(mantissa, exponent) : mantissa + "e" + std::to_string(exponent);
    const Literal literal = readLiteral(best);
    if (literalValue(literal, in) == value) break;
  }
  return withTrueMinus(best);
}

std::string fieldQuantity(double value, std::string_view unit, int digits) {
  const DisplayUnit in = displayUnit(value, unit);
  const std::string number = numberOf(value / in.factor, digits);
  return in.text.empty() ? number : in.text == "°" ? number + in.text : number + "\u2009" + in.text;
}

}  // namespace tendril
