// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/table_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "core/text/units.hpp"

namespace tendril {
namespace {

constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// Divides a line; cells that are there already keep their storage.
class Splitter {
 public:
  Splitter(std::string_view line, char separator, std::vector<std::string>& cells)
      : line_(line), separator_(separator), cells_(cells) {}

  void split() {
    do {
      skipBlanks();
      if (separator_ == ' ' && at_ == line_.size()) break;
      std::string& cell = next();
      if (at_ < line_.size() && line_[at_] == '"')
        quoted(cell);
      else
        plain(cell);
    } while (at_++ < line_.size());  // behind the separator
    cells_.resize(count_);
  }

 private:
  bool separates(char c) const { return c == separator_ || (separator_ == ' ' && c == '\t'); }
  void skipBlanks() {
    while (at_ < line_.size() && kBlank.find(line_[at_]) != std::string_view::npos &&
           (separator_ == ' ' || !separates(line_[at_])))
      ++at_;
  }
  std::string& next() {
    if (count_ == cells_.size()) cells_.emplace_back();
    std::string& cell = cells_[count_++];
    cell.clear();
    return cell;
  }
  void plain(std::string& cell) {
    const std::size_t begin = at_;
    while (at_ < line_.size() && !separates(line_[at_])) ++at_;
    cell += trimmed(line_.substr(begin, at_ - begin));
  }
  void quoted(std::string& cell) {
    for (++at_; at_ < line_.size(); ++at_) {
      const bool doubled = line_.substr(at_).starts_with("\"\"");
      if (line_[at_] == '"' && !doubled) {
        ++at_;
        return plain(cell);
      }
      if (doubled) ++at_;
      cell += line_[at_];
    }
  }

  std::string_view line_;
  char separator_;
  std::vector<std::string>& cells_;
  std::size_t at_ = 0, count_ = 0;
};

/// The SI unit of the same kind: "mm" → "m", "deg" → "rad". The text itself where it is one or none is known.
std::string siUnit(const std::string& unit) {
  const auto measuresTheSame = [&](std::string_view other) {
    return unitFactor(other) == 1 && parseQuantity("1 " + unit, other).ok();
  };
  for (const std::string_view prefix : {"µ", "m", "c", "k", "M", "G", "n", "d"})
    if (unit.size() > prefix.size() && unit.starts_with(prefix) && measuresTheSame(unit.substr(prefix.size())))
      return unit.substr(prefix.size());
  constexpr std::array<std::string_view, 19> kUnits = {"m",     "rad",   "s",     "kg",      "N",        "N·m", "Pa",
                                                       "m/s",   "rad/s", "m/s²",  "rad/s²",  "1/m",      "m²",  "m³",
                                                       "kg·m²", "N/m",   "kg/m³", "N·m/rad", "N·m·s/rad"};
  const auto found = std::ranges::find_if(kUnits, measuresTheSame);
  return found == kUnits.end() ? unit : std::string(*found);
}

bool isDecimalComma(std::string_view cell) {
  std::string point(cell);
  if (std::ranges::count(point, ',') != 1) return false;
  std::ranges::replace(point, ',', '.');
  return tableNumber(point).has_value();
}

}  // namespace

std::string_view tableLine(std::string_view line, bool first) {
  if (first && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

char tableSeparator(std::string_view heading, std::string_view row) {
  std::vector<std::string> cells;
  std::pair<std::size_t, char> most = {1, ','};
  for (const char separator : {'\t', ';', ','}) {
    splitTableLine(heading, separator, cells);
    const std::size_t count = cells.size();
    splitTableLine(row, separator, cells);
    if (count > 1 && count == cells.size()) return separator;
    if (count > most.first) most = {count, separator};
  }
  return most.second;
}

void splitTableLine(std::string_view line, char separator, std::vector<std::string>& cells) {
  Splitter(line, separator, cells).split();
}

std::optional<double> tableNumber(std::string_view cell) {
  cell = trimmed(cell);
  if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::string withMinus;
  if (constexpr std::string_view kMinus = "\u2212"; cell.starts_with(kMinus)) {
    withMinus = '-' + std::string(cell.substr(kMinus.size()));
    cell = withMinus;
  } else if (cell.front() == '+' && !cell.substr(1).starts_with('-')) {
    cell.remove_prefix(1);
  }
  double value = 0;
  const char* const end = cell.data() + cell.size();
  const auto [stop, error] = std::from_chars(cell.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

std::string tableNumberProblem(std::string_view cell) {
  const std::string quoted = '"' + std::string(cell) + '"';
  if (!isDecimalComma(cell)) return quoted + " is not a number";
  std::string point(cell);
  std::ranges::replace(point, ',', '.');
  return quoted + " has a decimal comma; write decimal points: " + point;
}

TableHeading tableHeading(std::string_view cell) {
  cell = trimmed(cell);
  TableHeading out;
  out.name = cell;
  const bool square = cell.ends_with(']'), round = cell.ends_with(')');
  const std::size_t open = square ? cell.rfind('[') : round ? cell.rfind('(') : std::string_view::npos;
  if (open == std::string_view::npos || open == 0 || cell[open - 1] != ' ') return out;
  const std::string unit(trimmed(cell.substr(open + 1, cell.size() - open - 2)));
  const double factor = unit.empty() ? 0 : unitFactor(unit);
  if (round && factor == 0) return out;
  out.name = trimmed(cell.substr(0, open));
  out.unit = unit;
  if (factor != 0 && factor != 1) out.unit = siUnit(unit);
  // A unit whose kind has no name here keeps its numbers.
  if (out.unit != unit) out.factor = factor;
  return out;
}

}  // namespace tendril
