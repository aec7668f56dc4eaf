// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/tables/profile_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/text/number_text.hpp"
#include "core/text/table_text.hpp"
#include "core/text/units.hpp"

namespace tendril {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kMostRows = 100000, kLongestLine = 10000, kMostKnots = 120;
constexpr double kTolerance = 1e-4;  // of the largest difference of the values

/// A line of the file.
struct Line {
  int number = 0;
  std::string text;
};

[[noreturn]] void fail(const std::filesystem::path& file, int line, const std::string& what) {
  const std::string place = line > 0 ? ", line " + std::to_string(line) : "";
  throw std::runtime_error(file.filename().string() + place + ": " + what);
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\"";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(kBlank) - first + 1));
}

std::vector<Line> linesOf(const std::filesystem::path& file) {
  std::error_code code;
  std::ifstream stream;
  if (std::filesystem::is_regular_file(file, code)) stream.open(file);  // a pipe would wait for ever
  if (!stream.is_open()) fail(file, 0, "cannot be read; choose a file that exists and that you may read");
  std::vector<Line> lines;
  std::string text;
  for (int number = 1; std::getline(stream, text); ++number) {
    text = std::string(tableLine(text, number == 1));
    if (text.size() > kLongestLine || text.find('\0') != std::string::npos)
      fail(file, number, "is no line of a table; save the table as text with one row per line (CSV)");
    if (trimmed(text).empty() || trimmed(text).front() == '#') continue;
    if (lines.size() == kMostRows)
      fail(file, number, "has more than " + std::to_string(kMostRows) + " rows; leave some out");
    lines.push_back({number, text});
  }
  return lines;
}

std::optional<double> numberOf(std::string text, bool commas) {
  if (commas) std::replace(text.begin(), text.end(), ',', '.');
  const std::optional<double> value = tableNumber(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

Row cellsOf(const std::string& text, char separator) {
  Row cells;
  splitTableLine(text, separator, cells);
  return cells;
}

char separatorOf(const std::vector<Line>& lines) {
  const std::string& last = lines.back().text;  // surely no header
  for (const char separator : {'\t', ';'})
    if (last.find(separator) != std::string::npos) return separator;
  // "0,5 1,2": commas of decimals, blanks between columns
  const Row blanks = cellsOf(last, ' ');
  const bool numbers =
      std::all_of(blanks.begin(), blanks.end(), [](const std::string& c) { return numberOf(c, true); });
  return last.find(',') != std::string::npos && !(blanks.size() > 1 && numbers) ? ',' : ' ';
}

/// Cells of the first line; between blanks "X (%)" is one of them.
Row headerOf(const std::string& text, char separator) {
  Row cells;
  for (std::string& cell : cellsOf(text, separator)) {
    const bool unit = separator == ' ' && !cells.empty() && (cell.front() == '(' || cell.front() == '[');
    if (unit)
      cells.back() += ' ' + cell;
    else
      cells.push_back(std::move(cell));
  }
  return cells;
}

/// "radius (mm)", "radius [mm]", "radius_mm", "radius/mm".
ProfileColumn columnNamed(const std::string& cell) {
  ProfileColumn column{.name = cell, .unit = {}, .values = {}};
  const std::size_t open = cell.find_first_of("([");
  if (open != std::string::npos) {
    const std::size_t close = cell.find_first_of(")]", open);
    column.name = trimmed(cell.substr(0, open));
    column.unit = trimmed(cell.substr(open + 1, close == std::string::npos ? close : close - open - 1));
    return column;
  }
  const std::size_t part = cell.find_last_of("_/");
  if (part == std::string::npos || unitFactor(cell.substr(part + 1)) == 0) return column;
  return {.name = cell.substr(0, part), .unit = cell.substr(part + 1), .values = {}};
}

/// All cells of a row as numbers.
std::vector<double> numbersOf(const std::filesystem::path& file, const Line& line, char separator, std::size_t count) {
  const Row cells = cellsOf(line.text, separator);
  if (cells.size() != count)
    fail(file, line.number,
         "has " + std::to_string(cells.size()) + (cells.size() == 1 ? " column" : " columns") +
             " and other rows have " + std::to_string(count) +
             "; fill the gap, and part columns by tabs, semicolons or commas throughout");
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = numberOf(cells[i], separator != ',');
    if (!number)
      fail(file, line.number,
           (cells[i].empty() ? "column " + std::to_string(i + 1) + " is empty"
                             : "\"" + cells[i] + "\" in column " + std::to_string(i + 1) + " is no number") +
               "; fill the gap, or leave the row out");
    numbers.push_back(*number);
  }
  return numbers;
}

/// From shares, per cent or lengths to 0…1.
void scalePlaces(const std::filesystem::path& file, const std::string& unit, ProfileTable& table) {
  if (table.places.front() < 0) fail(file, 0, "its places begin below 0; count them from the base of the body");
  const double last = table.places.back();
  constexpr double kRounding = 1e-9;
  double whole = 1;
  if (unit == "%") {
    whole = 100;
  } else if (!unit.empty() || last > 1 + kRounding) {
    if (!unit.empty() && !parseQuantity("1 " + unit, "m").ok())
      fail(file, 0, "\"" + unit + "\" is no unit of lengths; places are shares 0…1, per cent, or lengths (mm, cm, m)");
    whole = last;
    table.lengths = true;
  }
  if (last > whole * (1 + kRounding)) fail(file, 0, "its places go beyond 100 %; the tip is at 100 %");
  for (double& place : table.places) place = std::min(place / whole, 1.0);
}

/// Of the rows between two that are kept the one that lies farthest from the straight line.
std::pair<std::size_t, double> farthest(const std::vector<double>& places, const std::vector<double>& values,
                                        std::size_t from, std::size_t to) {
  std::pair<std::size_t, double> worst{from, 0};
  for (std::size_t i = from + 1; i < to; ++i) {
    const double share = (places[i] - places[from]) / (places[to] - places[from]);
    const double off = std::abs(values[i] - (values[from] + share * (values[to] - values[from])));
    if (off > worst.second) worst = {i, off};
  }
  return worst;
}

}  // namespace

ProfileTable readProfile(const std::filesystem::path& file) {
  const std::vector<Line> lines = linesOf(file);
  if (lines.empty()) fail(file, 0, "has no rows; a row is a place along the body and what is there");
  const char separator = separatorOf(lines);
  const Row first = headerOf(lines.front().text, separator);
  const bool header = !numberOf(first.front(), separator != ',');
  if (lines.size() < (header ? 3u : 2u)) fail(file, 0, "has less than two rows of numbers; give at least base and tip");
  const std::size_t count = header ? first.size() : cellsOf(lines.back().text, separator).size();
  if (count < 2) fail(file, lines.back().number, "has one column; a row is a place along the body and what is there");
  ProfileTable table;
  std::string unit = header ? columnNamed(first.front()).unit : "";
  for (std::size_t i = 1; i < count; ++i) table.columns.push_back(header ? columnNamed(first[i]) : ProfileColumn{});
  for (std::size_t k = header ? 1 : 0; k < lines.size(); ++k) {
    const std::vector<double> row = numbersOf(file, lines[k], separator, count);
    if (!table.places.empty() && !(row[0] > table.places.back()))
      fail(file, lines[k].number,
           "places must ascend; sort the rows" +
               std::string(separator == ',' ? ", and part columns by semicolons where numbers have decimal commas"
                                            : ""));
    table.places.push_back(row[0]);
    for (std::size_t i = 1; i < count; ++i) table.columns[i - 1].values.push_back(row[i]);
  }
  scalePlaces(file, unit, table);
  return table;
}

ProfileFormula profileFormula(const std::vector<double>& places, const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double range = *high - *low;
  const auto text = [](double value) { return messageNumber(value, 9); };
  if (range == 0) return {text(*low), 1, 0};
  // The row that lies farthest off is taken next, so that few rows are as near as they can be.
  std::vector<std::size_t> knots = {0, values.size() - 1};
  double error = 0;
  for (;;) {
    std::pair<std::size_t, double> worst{0, 0};
    for (std::size_t i = 0; i + 1 < knots.size(); ++i)
      worst = std::max(worst, farthest(places, values, knots[i], knots[i + 1]),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
    error = worst.second;
    if (error <= kTolerance * range || knots.size() >= kMostKnots) break;
    knots.insert(std::upper_bound(knots.begin(), knots.end(), worst.first), worst.first);
  }
  std::string out = text(values.front());
  double slope = 0;
  for (std::size_t i = 0; i < knots.size(); ++i) {
    const bool last = i + 1 == knots.size();
    const double x = places[knots[i]];
    if (last && x >= 1) break;  // nothing lies behind it
    const double next = last ? 0 : (values[knots[i + 1]] - values[knots[i]]) / (places[knots[i + 1]] - x);
    const double change = next - std::exchange(slope, next);
    if (change == 0) continue;
    out += (change < 0 ? " - " : " + ") + text(std::abs(change)) + '*';
    out += x == 0 ? "X" : "max(0, X - " + text(x) + ')';
  }
  return {out, knots.size(), error};
}

}  // namespace tendril
