// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/import/sorosim/sorosim_values.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "studio/import/parts/robot_parts.hpp"

namespace tendril {

const MatValue* sorosimField(const MatRecord& record, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const auto found = record.fields.find(std::string(name)); found != record.fields.end())
      return found->second.get();
  return nullptr;
}

double sorosimNumber(const MatRecord& record, std::initializer_list<std::string_view> names, double absent) {
  const MatValue* value = sorosimField(record, names);
  return value && !value->numbers.empty() ? value->numbers[0] : absent;
}

std::vector<double> sorosimNumbers(const MatRecord& record, std::initializer_list<std::string_view> names) {
  const MatValue* value = sorosimField(record, names);
  return value ? value->numbers : std::vector<double>();
}

std::string sorosimText(const MatRecord& record, std::string_view name) {
  const MatValue* value = sorosimField(record, {name});
  return value ? value->text : std::string();
}

const MatValue* sorosimCell(const MatValue* value, std::size_t index) {
  if (!value || value->kind != MatValue::Kind::kCells) return index == 0 ? value : nullptr;
  return index < value->cells.size() ? value->cells[index].get() : nullptr;
}

std::size_t sorosimIndex(double number, std::size_t count) {
  return number >= 1 && number <= static_cast<double>(count) ? static_cast<std::size_t>(number) - 1 : count;
}

Pose sorosimPose(const MatValue* value, std::size_t first) {
  Pose out;
  if (!value || value->size.size() != 2 || value->size[1] != 4 || value->numbers.size() != 4 * value->size[0] ||
      first + 4 > value->size[0])
    return out;
  const std::size_t rows = value->size[0];
  const auto entry = [&](std::size_t row, std::size_t column) { return value->numbers[column * rows + first + row]; };
  Mat3 turn;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column)
      turn(static_cast<int>(row), static_cast<int>(column)) = entry(row, column);
    out.p[static_cast<int>(row)] = entry(row, 3);
  }
  if (!out.p.allFinite()) out.p.setZero();
  if (turn.allFinite() && turn.determinant() > 0.5) out.R = Eigen::Quaterniond(turn).normalized().toRotationMatrix();
  return out;
}

std::optional<std::string> translatedFormula(const std::string& matlab, const std::string& argument,
                                             const std::string& replacement) {
  std::string out;
  for (std::size_t i = 0; i < matlab.size();) {
    const char c = matlab[i];
    const char next = i + 1 < matlab.size() ? matlab[i + 1] : '\0';
    if (std::isalpha(static_cast<unsigned char>(c))) {
      const std::size_t from = i;
      while (i < matlab.size() && (std::isalnum(static_cast<unsigned char>(matlab[i])) || matlab[i] == '_')) ++i;
      const std::string word = matlab.substr(from, i - from);
      out += word == argument ? replacement : word;
    } else if (std::isdigit(static_cast<unsigned char>(c)) ||
               (c == '.' && std::isdigit(static_cast<unsigned char>(next)))) {
      const auto digit = [&](std::size_t at) {
        return at < matlab.size() && std::isdigit(static_cast<unsigned char>(matlab[at]));
      };
      while (digit(i)) out += matlab[i++];
      // The point of "2./3" belongs to the number or to the operator: both are the same here.
      if (i < matlab.size() && matlab[i] == '.') {
        if (digit(i + 1)) out += '.';
        ++i;
      }
      while (digit(i)) out += matlab[i++];
      if (i < matlab.size() && (matlab[i] == 'e' || matlab[i] == 'E')) {
        const bool sign = i + 1 < matlab.size() && (matlab[i + 1] == '+' || matlab[i + 1] == '-');
        if (digit(i + (sign ? 2 : 1))) {
          out += matlab[i++];
          if (sign) out += matlab[i++];
          while (digit(i)) out += matlab[i++];
        }
      }
    } else if (c == '.' && (next == '*' || next == '/' || next == '^')) {
      ++i;
    } else if (std::string_view("+-*/^(), ").find(c) != std::string_view::npos) {
      out += c, ++i;
    } else {
      return std::nullopt;
    }
  }
  // "a+-b", which num2str() writes.
  for (std::size_t at = out.find("+-"); at != std::string::npos; at = out.find("+-")) out.replace(at, 2, "-");
  return out.empty() ? std::nullopt : std::optional(out);
}

std::optional<double> numberOfText(const std::string& text) {
  double value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good = failed == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  return good ? std::optional(value) : std::nullopt;
}

std::vector<std::string> columnEntries(const std::string& matlab) {
  const std::size_t from = matlab.find('['), to = matlab.rfind(']');
  if (from == std::string::npos || to == std::string::npos || to < from) return {};
  std::vector<std::string> out(1);
  int depth = 0;
  for (std::size_t i = from + 1; i < to; ++i) {
    const char c = matlab[i];
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth == 0 && (c == ';' || c == ','))
      out.emplace_back();
    else
      out.back() += c;
  }
  return out;
}

bool sorosimJoint(const std::string& type, const std::vector<double>& basis, JointType& kind,
                  description::Number3& axis, double& pitch) {
  if (type == "N" || type.empty()) return kind = JointType::kFixed, true;
  if (type == "S") return kind = JointType::kSpherical, true;
  if (type == "F") return kind = JointType::kFree, true;
  if (basis.size() < 6) return false;
  const Vec3 turn(basis[0], basis[1], basis[2]), slide(basis[3], basis[4], basis[5]);
  if (type == "P") {
    axis = describedVector(slide);
    return kind = JointType::kPrismatic, slide.allFinite() && slide.norm() > 0;
  }
  axis = describedVector(turn);
  if (!turn.allFinite() || !slide.allFinite() || !(turn.norm() > 0)) return false;
  if (type == "R") return kind = JointType::kRevolute, true;
  if (type == "C") return kind = JointType::kCylindrical, basis.size() == 12;
  if (type == "H") {
    pitch = turn.dot(slide) / turn.squaredNorm();
    return kind = JointType::kHelical, true;
  }
  // A plane across z has the x and y of the joint here.
  if (type == "A") return kind = JointType::kPlanar, basis.size() == 18 && turn.z() > 0 && turn.head<2>().isZero();
  return false;
}

}  // namespace tendril
